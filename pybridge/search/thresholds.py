"""Which thresholds IDA* must try: on a bipartite board, every second one."""

from collections.abc import Sequence
from dataclasses import dataclass

from pybridge.facts import SlidingFacts
from pybridge.facts.board_graph import two_colours


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds `first`, `first + step`, and so on; `step` is 2 if all solutions are even, or all odd."""

    first: int
    step: int


def thresholds(facts: SlidingFacts, start: Sequence[int], h: int) -> Thresholds:
    """The thresholds for a start whose estimate is `h`.

    Each move takes the blank to a neighbor. If the cells have two colours so that neighbors always differ, the colours
    of the blank's cell now and in the goal tell whether a solution has an even or an odd number of moves.
    """
    colours = two_colours(facts.neighbors)
    if colours is None:
        return Thresholds(h, 1)
    parities = {(colours[start.index(0)] + colours[goal.index(0)]) % 2 for goal in facts.goals}
    if len(parities) > 1:
        return Thresholds(h, 1)
    return Thresholds(h + (h - parities.pop()) % 2, 2)
