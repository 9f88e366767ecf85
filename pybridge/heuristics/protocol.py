"""What a search needs of a heuristic, and what a heuristic promises."""

from typing import Protocol

from pybridge.puzzles import Move
from pybridge.puzzles.protocol import State


class Heuristic(Protocol):
    """A lower bound of the moves from a state to a goal, that follows the moves.

    `name` is what `--heuristic` calls it, `source` the author and year of the method. `admissible`: never more than the
    true distance. `consistent`: no move changes it by more than 1, and it is 0 at goals.
    """

    name: str
    source: str
    admissible: bool
    consistent: bool

    def estimate(self, state: State) -> int:
        """h of a state, from scratch."""

    def after(self, h: int, move: Move, state: State) -> int:
        """h of `state`, to which `move` led from a state whose h is given."""
