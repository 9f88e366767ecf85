"""How the pieces of a permutation puzzle lie on its places: as a permutation, and what looks alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial

from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import Sources
from pybridge.facts.places import Places, Points, places

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


@lru_cache(maxsize=16)
def homes(facts: TurnsFacts) -> "Homes":
    """The homes of the pieces of a puzzle."""
    return Homes(facts)


class Homes:
    """Where the pieces of a puzzle are in its goal. A piece is known by all its numbers, not by each of them.

    `alike` are the ways of lying in the goal that look the same, as points of a place in their order.
    """

    def __init__(self, facts: TurnsFacts) -> None:
        self._goal, self._orbits = facts.goals[0], places(facts)
        self._found = [self._by_look(orbit) for orbit in self._orbits]
        self.alike = [frozenset(some) for found in self._found for some in found.values() if len(some) > 1]

    def _by_look(self, orbit: Places) -> dict[Piece, list[Points]]:
        found: dict[Piece, list[Points]] = {}
        for place in orbit.places:
            for turn in orbit.turns:
                lies = tuple(place[point] for point in turn)
                found.setdefault(tuple(self._goal[point] for point in lies), []).append(lies)
        return found

    @property
    def differ(self) -> bool:
        """Whether no two pieces look alike, and none looks the same when it is turned."""
        return not self.alike

    def differ_in(self, orbit: Places) -> bool:
        """Whether that is so for the pieces of an orbit."""
        return not any(point in orbit.points for some in self.alike for point in next(iter(some)))

    def of(self, state: Sequence[int]) -> Points:
        """The home of what lies on each point; of pieces that look alike, each has one of their homes.

        Raises KeyError for a piece that the goal does not have, or not as often.
        """
        found = list(range(len(state)))
        for orbit, known in zip(self._orbits, self._found, strict=True):
            taken: set[Points] = set()
            for place in orbit.places:
                look = tuple(state[point] for point in place)
                home = next((lies for lies in known[look] if tuple(sorted(lies)) not in taken), None)
                if home is None:
                    raise KeyError(look)
                taken.add(tuple(sorted(home)))
                for point, of in zip(place, home, strict=True):
                    found[point] = of
        return tuple(found)

    def same(self, colors: Sequence[int]) -> bool:
        """Whether what looks alike has the same colors at home."""
        return all(len({tuple(colors[point] for point in lies) for lies in some}) == 1 for some in self.alike)

    def keeps(self, renamed: Points) -> bool:
        """Whether a renaming takes what looks alike to what looks alike."""
        images = (frozenset(tuple(renamed[point] for point in lies) for lies in some) for some in self.alike)
        return set(images) == set(self.alike)
