"""What a search needs of a heuristic, what a heuristic promises, and the best of several."""

from collections.abc import Sequence
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


class Maximum:
    """The largest of the estimates of several heuristics: admissible, and consistent, if all of them are."""

    def __init__(self, heuristics: Sequence[Heuristic]) -> None:
        """Raises ValueError if there are none."""
        if not heuristics:
            raise ValueError("a maximum needs at least one heuristic")
        self.heuristics = tuple(heuristics)
        self.name = f"max({','.join(heuristic.name for heuristic in heuristics)})"
        self.source = "; ".join(dict.fromkeys(heuristic.source for heuristic in heuristics))
        self.admissible = all(heuristic.admissible for heuristic in heuristics)
        self.consistent = all(heuristic.consistent for heuristic in heuristics)

    def estimate(self, state: State) -> int:
        """h of a state, from scratch."""
        return max(heuristic.estimate(state) for heuristic in self.heuristics)

    def after(self, h: int, move: Move, state: State) -> int:
        """h of `state`, from scratch: the largest estimate before does not tell the others."""
        return self.estimate(state)
