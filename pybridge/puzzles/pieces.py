"""How the pieces of a permutation puzzle lie on its places: as a permutation, and what looks alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import factorial

from pybridge.facts import State
from pybridge.facts.cycles import Sources
from pybridge.facts.places import Places, Points

Piece = tuple[int, ...]
"""The numbers on the points of a place, turned such that the order is the least one."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A state as a permutation of `sorted`, the state with the same pieces in ascending order.

    `alike` are permutations that change nothing in the state; they generate `ways` of them.
    """

    sorted: State
    by: Sources
    alike: tuple[Sources, ...]
    ways: int


def piece(kind: Places, numbers: Sequence[int]) -> Piece:
    """The piece with these numbers on the points of a place."""
    return min(tuple(numbers[number] for number in turn) for turn in kind.turns)


def pieces(kind: Places, state: State) -> list[Piece]:
    """The piece on each place."""
    return [piece(kind, [state[point] for point in place]) for place in kind.places]


def laid(kinds: Sequence[Places], state: State) -> Laid:
    """How the pieces of a state lie."""
    ascending, by = list(state), list(range(len(state)))
    alike: list[Sources] = []
    ways = 1
    for kind in kinds:
        found = sorted(_lying(kind, state))
        for place, (numbers, points) in zip(kind.places, found, strict=True):
            for target, number, point in zip(place, numbers, points, strict=True):
                ascending[target], by[point] = number, target
        alike += _alike(kind, found, len(state))
        for numbers, many in Counter(numbers for numbers, _ in found).items():
            ways *= factorial(many) * len(_same(kind, numbers)) ** many
    return Laid(tuple(ascending), tuple(by), tuple(alike), ways)


def _lying(kind: Places, state: State) -> Iterator[tuple[Piece, Points]]:
    """The piece on each place, and the points of the place in the order of the piece's numbers."""
    for place in kind.places:
        orders = (tuple(place[number] for number in turn) for turn in kind.turns)
        yield min((tuple(state[point] for point in order), order) for order in orders)


def _same(kind: Places, numbers: Piece) -> list[Points]:
    """The turns that do not change how a piece looks."""
    return [turn for turn in kind.turns if tuple(numbers[number] for number in turn) == numbers]


def _alike(kind: Places, found: Sequence[tuple[Piece, Points]], points: int) -> Iterator[Sources]:
    """Exchanges of pieces that look alike, and turns of pieces that look the same when turned."""
    for numbers, place in found:
        for turn in _same(kind, numbers)[1:]:
            yield _moving({point: place[number] for point, number in zip(place, turn, strict=True)}, points)
    for (numbers, place), (others, following) in pairwise(found):
        if numbers == others:
            exchange = dict(zip(place, following, strict=True))
            yield _moving({**exchange, **{other: point for point, other in exchange.items()}}, points)


def _moving(taken: dict[int, int], points: int) -> Sources:
    return tuple(taken.get(point, point) for point in range(points))
