"""Places of pieces: points that always travel together, found from the generators.

A point determines another if every product of generators that leaves the one where it is leaves the other. Points that
determine each other are a place, and what lies on them is a piece, such as the three stickers of a corner of a cube.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pybridge.facts.board_graph import reached
from pybridge.facts.cycles import Sources, generating
from pybridge.facts.model import TurnsFacts

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Places that moves take to each other. Points count from 0.

    Moves keep the order of a place's points except for one of the `turns`: what lies on point i of a place comes from
    point `turn[i]` of another. The turns are a group; the first one changes nothing.
    """

    places: tuple[Points, ...]
    turns: tuple[Points, ...]

    @property
    def points(self) -> Points:
        """All points of the places, in ascending order."""
        return _sorted(self.places)

    @property
    def ways(self) -> int:
        """In how many ways a piece can lie in a place."""
        return len(self.turns)


def places(facts: TurnsFacts) -> tuple[Places, ...]:
    """All places of points that move, in the order of their first points."""
    return places_of(generating(facts))


@lru_cache(maxsize=16)
def places_of(by: tuple[Sources, ...]) -> tuple[Places, ...]:
    """All places of points that some permutations move."""
    points = len(by[0])
    orbit = {point: members for members in connected(by) for point in members}
    found: list[Places] = []
    covered: set[int] = set()
    for first in range(points):
        if first in covered or len(orbit[first]) == 1:
            continue
        like = (each for each in range(points) if each not in covered and len(orbit[each]) == len(orbit[first]))
        along = [taken for other in like if (taken := taken_along(by, first, other))]
        found.append(_grouped([tuple(taken[point] for taken in along) for point in orbit[first]]))
        covered.update(point for place in found[-1].places for point in place)
    return tuple(found)


def connected(by: Sequence[Sources]) -> list[Points]:
    """The sets of points that permutations connect, each in ascending order, in the order of their first points."""
    found: list[Points] = []
    covered: set[int] = set()
    for first in range(len(by[0])):
        if first not in covered:
            found.append(tuple(sorted(reached([first], lambda point: (way[point] for way in by)))))
            covered.update(found[-1])
    return found


def taken_along(by: Sequence[Sources], first: int, other: int) -> dict[int, int] | None:
    """Where another point goes, by where the first one goes; None if that does not determine it."""
    return renamed_from([(way, way) for way in by], first, other)


def renamed_from(pairs: Sequence[tuple[Sources, Sources]], first: int, image: int) -> dict[int, int] | None:
    """The renaming of an orbit that makes each permutation the other of its pair, given that of one point.

    None if there is none.
    """
    renamed, queue = {first: image}, [first]
    for point in queue:
        for mine, other in pairs:
            source, wanted = mine[point], other[renamed[point]]
            if source not in renamed:
                renamed[source] = wanted
                queue.append(source)
            elif renamed[source] != wanted:
                return None
    return renamed


def origins(spots: Sequence[Points], by: Sources) -> list[tuple[int, Points]]:
    """For each place, the number of the place that a permutation fills it from, and in which order its points come."""
    number = {point: index for index, spot in enumerate(spots) for point in spot}
    found = []
    for spot in spots:
        points = [by[point] for point in spot]
        whence = number[points[0]]
        found.append((whence, tuple(map(spots[whence].index, points))))
    return found


def _grouped(orders: Sequence[Points]) -> Places:
    """The places, from the orders of their points: one for each point of an orbit."""
    by_points: dict[frozenset[int], Points] = {}
    for order in orders:
        by_points.setdefault(frozenset(order), order)
    place = orders[0]
    turns = [tuple(place.index(point) for point in order) for order in orders if set(order) == set(place)]
    return Places(tuple(sorted(by_points.values())), tuple(turns))


@lru_cache(maxsize=64)
def _sorted(places: tuple[Points, ...]) -> Points:
    return tuple(sorted(point for place in places for point in place))
