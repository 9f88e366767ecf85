"""Colorings of an orbit of points that the symmetries of a permutation puzzle suggest.

Points that some symmetries exchange have one color. A coloring that all symmetries of a set keep, up to the names of
the colors, looks the same from all their sides.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from math import factorial, prod

from pybridge.facts.places import Places, Points
from pybridge.puzzles.symmetries import Symmetry

Colors = tuple[int, ...]
_MOST_RENAMINGS = 200
"""Of these many renamings each two suggest a coloring."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """A coloring of an orbit that the symmetries of an axis keep, and how many values it has at most."""

    colors: Colors
    values: int


@lru_cache(maxsize=16)
def suggested(orbit: Places, axis: tuple[Symmetry, ...], points: int) -> list[Suggested]:
    """Colorings of an orbit that all symmetries of the axis keep: by the points that some of them exchange."""
    known = [sorted({_on(orbit, renamed) for renamed in each.renamings}) for each in axis]
    renamings = sorted(set(chain.from_iterable(known)))
    plain = (
        {_exchanged(orbit, pair) for pair in combinations(renamings, 2)} if len(renamings) <= _MOST_RENAMINGS else set()
    )
    kept = [colors for colors in sorted(plain) if _all_keep(orbit, colors, known)]
    whole = _exchanged(orbit, renamings)
    parts = []
    for colors in dict.fromkeys(chain.from_iterable(_with_ignored(orbit, each, whole) for each in kept)):
        if _all_keep(orbit, colors, known):
            full = [0] * points
            for point, color in zip(orbit.points, colors, strict=True):
                full[point] = color
            values = values_of(orbit, full)
            if values > 1:
                parts.append(Suggested(tuple(full), values))
    return parts


def _on(orbit: Places, renamed: Points) -> Points:
    return tuple(renamed[point] for point in orbit.points)


def _exchanged(orbit: Places, renamings: Sequence[Points]) -> Colors:
    """A color for each point of the orbit: equal for those that the renamings connect; from 1 on."""
    points = orbit.points
    label, changed = {point: point for point in points}, True
    while changed:
        changed = False
        for renamed in renamings:
            for point, other in zip(points, renamed, strict=True):
                if other in label and label[point] != label[other]:
                    label[point] = label[other] = min(label[point], label[other])
                    changed = True
    names = {least: color for color, least in enumerate(sorted(set(label.values())), 1)}
    return tuple(names[label[point]] for point in points)


def _with_ignored(orbit: Places, colors: Colors, whole: Colors) -> Iterator[Colors]:
    """The coloring, and it with some sets of pieces left out, or their points told apart.

    `whole` has the same color for points that any of the symmetries exchange.
    """
    index = {point: number for number, point in enumerate(orbit.points)}
    of_piece = [min(whole[index[point]] for point in place) for place in orbit.places]
    groups = sorted(set(of_piece))
    for treated in product(("kept", "ignored", "apart"), repeat=min(len(groups), 3)):
        how = dict(zip(groups, treated, strict=False))
        found = list(colors)
        for number, place in enumerate(orbit.places):
            for way, point in enumerate(place):
                if how.get(of_piece[number]) == "ignored":
                    found[index[point]] = 0
                elif how.get(of_piece[number]) == "apart":
                    found[index[point]] = len(orbit.points) * (number + 1) + way
        names = {color: number for number, color in enumerate(sorted(set(found) - {0}), 1)}
        yield tuple(names.get(color, 0) for color in found)


def _all_keep(orbit: Places, colors: Colors, known: Sequence[Sequence[Points]]) -> bool:
    """Whether each symmetry keeps a coloring of the orbit, by one of its renamings."""
    return all(any(_keeps(orbit, colors, renamed) for renamed in renamings) for renamings in known)


def _keeps(orbit: Places, colors: Colors, renamed: Points) -> bool:
    """Whether points of one color still are of one color when renamed."""
    points, becomes = orbit.points, dict[int, int]()
    color = dict(zip(points, colors, strict=True))
    for point, other in zip(points, renamed, strict=True):
        if other not in color or becomes.setdefault(color[point], color[other]) != color[other]:
            return False
    return True


def values_of(orbit: Places, colors: Sequence[int]) -> int:
    """How many values a coloring of an orbit has: how its patterns of pieces can be placed and lie."""
    patterns: Counter[Colors] = Counter()
    lying, full = 1, True
    for place in orbit.places:
        pattern = tuple(colors[point] for point in place)
        around = {tuple(pattern[point] for point in turn) for turn in orbit.turns}
        patterns[min(around)] += 1
        lying *= len(around)
        full &= len(around) == orbit.ways
    placed = factorial(len(orbit.places)) // prod(factorial(number) for number in patterns.values())
    return placed * lying // (orbit.ways if full else 1)


def colored(pieces: Iterable[Points], points: int, *, by_place: bool) -> Colors:
    """A color for each piece, or for each of its points in their order."""
    colors = [0] * points
    for number, piece in enumerate(pieces, 1):
        for way, point in enumerate(piece, 1):
            colors[point] = number if by_place else way
    return tuple(colors)
