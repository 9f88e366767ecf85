"""Colorings of an orbit of points that the symmetries of a permutation puzzle suggest.

Points that some symmetries exchange have one color. A coloring that all symmetries of a set keep, up to the names of
the colors, looks the same from all their sides.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, compress, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from pybridge.facts.places import Places, Points
from pybridge.puzzles.symmetries import Symmetry

Colors = tuple[int, ...]
Numbers = NDArray[np.intp]
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
    known = [_within(orbit, each) for each in axis]
    renamings = _different(np.concatenate(known))
    pairs = list(combinations(range(len(renamings)), 2)) if len(renamings) <= _MOST_RENAMINGS else []
    plain = set(map(tuple, _exchanged(renamings[pairs]).tolist())) if pairs else set()
    kept = _kept(sorted(plain), known)
    (whole,) = map(tuple, _exchanged(renamings[None]).tolist())
    parts = []
    for colors in _kept(list(dict.fromkeys(chain(*(_with_ignored(orbit, each, whole) for each in kept)))), known):
        full = [0] * points
        for point, color in zip(orbit.points, colors, strict=True):
            full[point] = color
        values = values_of(orbit, full)
        if values > 1:
            parts.append(Suggested(tuple(full), values))
    return parts


def keeps_orbit(orbit: Places, symmetry: Symmetry) -> bool:
    """Whether a symmetry renames the points of an orbit to points of the orbit."""
    return len(_within(orbit, symmetry)) > 0


@lru_cache(maxsize=16)
def kept_by_all(orbit: Places, known: tuple[Symmetry, ...], points: int) -> list[Suggested]:
    """Colorings of an orbit that all symmetries keep: by the points that one and those like it exchange."""
    renamings = _different(np.concatenate([_within(orbit, each) for each in known]))
    back, found, seen = np.argsort(renamings, axis=1), dict[Colors, int](), set[bytes]()
    for one in renamings:
        if one.tobytes() in seen:
            continue
        alike = _different(np.take_along_axis(renamings, one[back], axis=1))
        seen |= {each.tobytes() for each in alike}
        (colors,) = _exchanged(alike[None])
        full = np.zeros(points, np.intp)
        full[list(orbit.points)] = colors
        found[tuple(full.tolist())] = values_of(orbit, full.tolist())
    return [Suggested(colors, values) for colors, values in found.items() if values > 1]


def _within(orbit: Places, symmetry: Symmetry) -> Numbers:
    """The renamings of a symmetry by the place of each point in the orbit, if they keep the orbit; a row each."""
    index = {point: number for number, point in enumerate(orbit.points)}
    all_of = {tuple(index.get(renamed[point], -1) for point in orbit.points) for renamed in symmetry.renamings}
    kept = sorted(each for each in all_of if -1 not in each)
    return np.array(kept, np.intp).reshape(len(kept), len(index))


def _different(renamings: Numbers) -> Numbers:
    """The renamings, each once, in order. For a few rows `np.unique` takes four times as long."""
    return np.array(sorted(set(map(tuple, renamings.tolist()))), np.intp).reshape(-1, renamings.shape[1])


def _exchanged(renamings: Numbers) -> Numbers:
    """For each set of renamings, a color for each point: equal for those that they connect; from 1 on."""
    sets, _, points = renamings.shape
    label, before = np.tile(np.arange(points), (sets, 1)), None
    while before is None or (label != before).any():
        before = label
        for by in renamings.swapaxes(0, 1):
            label = np.minimum(label, np.take_along_axis(label, by, axis=1))
    least = label == np.arange(points)  # permutations connect in circles, so that the least point reaches all
    return np.take_along_axis(np.cumsum(least, axis=1), label, axis=1)


def _with_ignored(orbit: Places, colors: Colors, whole: Colors) -> Iterator[Colors]:
    """The coloring, and it with some sets of pieces left out, or their points distinguished.

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


def _kept(colorings: Sequence[Colors], known: Sequence[Numbers]) -> list[Colors]:
    """The colorings that each symmetry keeps: points of one color still are of one color when renamed."""
    if not colorings:
        return []
    all_of = np.array(colorings, np.intp)
    first = (all_of[:, :, None] == all_of[:, None, :]).argmax(axis=2)[:, None, :]
    kept = np.ones(len(colorings), np.bool_)
    for renamings in known:
        renamed = all_of[:, renamings]
        alike = renamed == np.take_along_axis(renamed, np.broadcast_to(first, renamed.shape), axis=2)
        kept &= alike.all(axis=2).any(axis=1)
    return list(compress(colorings, kept))


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
