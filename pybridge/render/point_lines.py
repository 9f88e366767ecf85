"""Lines of points: rings that moves send them around in, as circles, and parts of rows that moves turn over."""

from cmath import exp, pi
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pybridge.render.scene import Point

Places = dict[int, complex]
_ROUNDS, _LEAST = 60, 1e-3
_ROUND = 0.15
"""How far points may lie from their circle, as a part of its radius."""
_STEPS = 8
"""Parts of the line between two points of a ring."""
_BEYOND = 0.12
"""How far the line at an end of a part goes beyond it."""


def rings_of(generators: Iterable[Sequence[Sequence[int]]], points: int) -> list[Sequence[int]]:
    """The rings of a puzzle: the generators of one cycle, if every point lies on such a one."""
    found = [cycles[0] for cycles in generators if len(cycles) == 1 and len(cycles[0]) > 2]
    return found if len({point for ring in found for point in ring}) == points else []


def circled(places: Mapping[int, Point], rings: Sequence[Sequence[int]]) -> dict[int, Point]:
    """The places, moved onto circles; as they are if the rings do not fit together as circles.

    Each ring asks for the regular polygon that is nearest to its points, and a point goes to the middle of what its
    rings ask for, again and again. The nearest two points are 1 apart.
    """
    now = {point: complex(*place) for point, place in places.items()}
    for _ in range(_ROUNDS):
        now = _towards(now, rings)
    least = min(abs(one - other) for one, other in combinations(now.values(), 2))
    if least < _LEAST * max(map(abs, now.values())) or max(_error(now, ring) for ring in rings) > _ROUND:
        return dict(places)
    return {point: (place.real / least, place.imag / least) for point, place in now.items()}


def line_of(ring: Sequence[int], places: Mapping[int, Point]) -> tuple[Point, ...]:
    """A closed curve through the points of a ring (E. Catmull and R. Rom, 1974)."""
    at = [complex(*places[point]) for point in ring]
    curve = [_along(at, number, part / _STEPS) for number in range(len(at)) for part in range(_STEPS)]
    return tuple((place.real, place.imag) for place in [*curve, curve[0]])


def _along(at: Sequence[complex], number: int, part: float) -> complex:
    """A place of the curve, so far on the way from a point to the next one."""
    before, begin, end, after = (at[(number + step) % len(at)] for step in (-1, 0, 1, 2))
    bend = 2 * before - 5 * begin + 4 * end - after
    twist = 3 * (begin - end) + after - before
    return begin + part * (end - before + part * (bend + part * twist)) / 2


def turned_over(places: Mapping[int, Point], sources: Sequence[int]) -> list[int]:
    """The points of a row or a column that a move turns over, from end to end; none if it does something else."""
    taken = [point for point in places if sources[point - 1] != point - 1]
    line = _line(places, taken)
    ends = sorted(map(line.index, taken)) if line else [0]
    part = line[ends[0] : ends[-1] + 1]
    return part if [sources[point - 1] + 1 for point in part] == part[::-1] else []


def ends_of(places: Mapping[int, Point], part: Sequence[int], wide: float) -> list[tuple[Point, Point]]:
    """Lines across a row or a column, between a part and what lies beside it there."""
    line = _line(places, part)
    first, last = line.index(part[0]), line.index(part[-1])
    found = []
    for one, other in ((first - 1, first), (last, last + 1)):
        if one >= 0 and other < len(line):
            (x, y), (to_x, to_y) = places[line[one]], places[line[other]]
            x, y, across = (x + to_x) / 2, (y + to_y) / 2, y == to_y
            half = _BEYOND + (0.5 if across else wide / 2)
            found.append(((x, y - half), (x, y + half)) if across else ((x - half, y), (x + half, y)))
    return found


def _line(places: Mapping[int, Point], points: Sequence[int]) -> list[int]:
    """The row or column that has these points, in order; none if there is no such."""
    for axis in (0, 1):
        on = {places[point][axis] for point in points}
        if len(on) == 1:
            line = (point for point, place in places.items() if place[axis] in on)
            return sorted(line, key=lambda point: places[point][1 - axis])
    return []


def _towards(places: Places, rings: Sequence[Sequence[int]]) -> Places:
    asked = defaultdict[int, list[complex]](list)
    for ring in rings:
        for point, place in zip(ring, _regular([places[point] for point in ring]), strict=True):
            asked[point].append(place)
    return {point: sum(asked[point]) / len(asked[point]) for point in places}


def _regular(places: Sequence[complex]) -> list[complex]:
    """The corners of the regular polygon that is nearest to some places, in their order."""
    middle = sum(places) / len(places)
    corners = [exp(2j * pi * number / len(places)) for number in range(len(places))]
    ways = [corners, [corner.conjugate() for corner in corners]]
    radii = [_mean([(place - middle) / corner for place, corner in zip(places, way, strict=True)]) for way in ways]
    radius, way = max(zip(radii, ways, strict=True), key=lambda each: abs(each[0]))
    return [middle + radius * corner for corner in way]


def _mean(numbers: Sequence[complex]) -> complex:
    return sum(numbers) / len(numbers)


def _error(places: Places, ring: Sequence[int]) -> float:
    """The mean distance of the points of a ring from their regular polygon, as a part of its radius."""
    now = [places[point] for point in ring]
    far = _mean([abs(place - corner) for place, corner in zip(now, _regular(now), strict=True)])
    return abs(far) / abs(now[0] - _mean(now))
