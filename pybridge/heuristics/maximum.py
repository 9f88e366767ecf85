"""The best of several lower bounds."""

from collections.abc import Sequence

from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles import Move
from pybridge.puzzles.protocol import State


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
