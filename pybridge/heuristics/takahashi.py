"""Takahashi's two bounds together: in each direction the larger one counts."""

from collections.abc import Sequence

from pybridge.heuristics.inversion import InversionDistance
from pybridge.heuristics.walking import WalkingDistance
from pybridge.puzzles.protocol import Move


class Takahashi:
    """The larger of walking and inversion distance of the vertical moves, and that of the horizontal ones, added.

    Both bounds tell vertical moves from horizontal ones, so that this is never less than the larger of their sums, and
    sometimes more. Consistent: a move is in one direction, in which neither bound changes by more than 1.
    """

    name = "takahashi"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, walking: WalkingDistance, inversion: InversionDistance) -> None:
        self.walking, self.inversion = walking, inversion

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state, from scratch."""
        pairs = zip(self.walking.directions(state), self.inversion.directions(state), strict=True)
        return sum(max(pair) for pair in pairs)

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, from scratch."""
        return self.estimate(state)
