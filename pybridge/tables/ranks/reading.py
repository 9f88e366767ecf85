"""How a coordinate of a permutation puzzle is read from a state, digit by digit, and ranked.

A coordinate is read in one of three ways. Each place of its points has a pattern of colors, which the piece there
shows: a digit a place. Or few pieces have colors of their own, and where each of them lies is enough: a digit a piece.
Or a place shows only the kind of its piece, and some places how it lies, too. What a symmetry does to a coordinate is
the same reading with other points.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pybridge.arrays import Array
from pybridge.facts.cycles import inverse
from pybridge.facts.places import Points, places_of, taken_along
from pybridge.tables.ranks.coordinates import Colorings, changing
from pybridge.tables.ranks.ranking import Ranking
from pybridge.vectors import CHUNK, POINTS, SLOTS, WEIGHTS

CHUNKS = SLOTS // CHUNK
_FEW_PATTERNS, _FITS = 1 << 20, 1 << 62
_ROW = 64
"""The points of a row are padded to a multiple of this many."""


class Form:
    """The form of a state: bytes if a vector holds all points, else numbers of 16 bits.

    `numbers` are what kernels take: the bytes of a point, their mask, the points of a row, and the bytes of a reading.
    """

    def __init__(self, points: int) -> None:
        wide = points > POINTS
        self.points, self.kind = points, np.dtype(np.uint16 if wide else np.uint8)
        self.room = -(-points // _ROW) * _ROW
        size = self.kind.itemsize
        self.numbers = tuple(map(np.uint64, (size, 0xFFFF if wide else 0xFF, self.room, size * (SLOTS + self.room))))

    def row(self, points: Sequence[int]) -> Array:
        """A row with all points, and with those that there is room for beyond them in their places."""
        return np.array([*points, *range(len(points), self.room)], self.kind)

    def state(self, homes: Sequence[int]) -> Array:
        """Both rows of a state, given by the home of the piece on each point, as bytes."""
        return np.concatenate([self.row(homes), self.row(inverse(tuple(homes)))]).view(np.uint8)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a coordinate is ranked: its digits, as read in the plain view, and what numbers the rows of digits.

    A digit is read at a point: `meaning[home]` by the home of the piece there, or if `of_pieces`, `meaning[point]` by
    the point where the piece with this home lies.
    """

    points: list[int]
    of_pieces: bool
    meaning: dict[int, int]
    radices: list[int]
    ranking: Ranking

    def seen(self, renamed: Points, form: Form) -> Array:
        """How digits are read in a view, as bytes: for each four chunks the places, and what each point means."""
        back = inverse(renamed)
        found = np.zeros((-(-len(self.ranking.parts) // CHUNKS), SLOTS + form.room), form.kind)
        for point, (slot, _, _) in zip(self.points, self.ranking.slots(self.radices), strict=True):
            found[slot // SLOTS, slot % SLOTS] = back[point]
        for point, value in self.meaning.items():
            found[:, SLOTS + back[point]] = value
        return found.view(np.uint8)

    @property
    def weights(self) -> Array:
        """The weights of the digits, as bytes: in their pairs, and those of the pairs."""
        found = np.zeros((-(-len(self.ranking.parts) // CHUNKS), WEIGHTS), np.uint8)
        for slot, in_pair, of_pair in self.ranking.slots(self.radices):
            vector, at = divmod(slot, SLOTS)
            found[vector, at] = in_pair
            found[vector, SLOTS:].view(np.uint16)[at // 2] = of_pair
        return found


def read_colors(known: Colorings, colors: Sequence[int], sources: Sequence[Points]) -> Reading:
    """How a set of colorings is ranked: by pieces if they are fewer than places."""
    index = {int(point): number for number, point in enumerate(known.points)}
    places = (place for orbit in places_of(tuple(sources)) for place in orbit.places)
    parts = (tuple(point for point in place if point in index) for place in places)  # others look alike everywhere
    groups = [place for place in parts if place]
    marked = _marked(colors, groups)
    if marked is not None and len(marked) < len(groups):
        return _by_pieces(known, colors, marked, index)
    return _by_places(known, colors, groups, index, sources)


def _marked(colors: Sequence[int], groups: Sequence[Points]) -> list[int] | None:
    """A point of each piece that has not the most frequent color; None if one has no color of its own."""
    counts, found = Counter(colors[point] for group in groups for point in group), []
    plain = max(counts, key=counts.__getitem__, default=0)
    for group in groups:
        if any(colors[point] != plain for point in group):
            own = [point for point in group if counts[colors[point]] == 1]
            if not own:
                return None
            found.append(own[0])
    return found


def _by_pieces(known: Colorings, colors: Sequence[int], marked: Sequence[int], index: dict[int, int]) -> Reading:
    rows = [np.argmax(known.states == colors[point], axis=1) for point in marked]
    radices = [known.states.shape[1]] * len(marked)
    return Reading(list(marked), True, index, radices, Ranking(rows, radices))


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of pieces that a coloring distinguishes: the colors of a piece, in any order.

    `colors` shows the kind on each point, from 1 on, and 0 where all pieces look alike. Read at the first point of a
    group, a piece means `meaning[home]`: its kind, from 0 on, times `ways`, and which order its colors have.
    """

    groups: tuple[Points, ...]
    colors: tuple[int, ...]
    meaning: dict[int, int]
    ways: int

    def reading(self, known: Colorings, whole: int) -> Reading:
        """How the coloring is ranked if only the first `whole` groups show the order of colors.

        `known` are the colorings by kinds. Raises ValueError, KeyError or IndexError if they are not.
        """
        index = {int(point): number for number, point in enumerate(known.points)}
        rows = [
            (known.states[:, index[group[0]]] if group[0] in index else np.full(len(known), self.colors[group[0]])) - 1
            for group in self.groups
        ]
        radices = [max(self.colors)] * len(self.groups)
        read = [radix * self.ways for radix in radices]
        points = [group[0] for group in self.groups]
        return Reading(points, False, self.meaning, read, Ranking(rows, radices, self.ways, whole))


def kinds_of(colors: Sequence[int], sources: Sequence[Points]) -> Kinds:
    """The kinds that a coloring distinguishes. Raises ValueError if there are none, or a piece shows several."""
    told = set(changing(np.array(sources, np.intp), colors).tolist())
    places = (place for orbit in places_of(tuple(sources)) for place in orbit.places)
    groups = tuple(place for place in places if not told.isdisjoint(place))
    patterns: dict[int, tuple[int, ...]] = {}
    for group in groups:
        lies = [taken_along(sources, group[0], point) or {} for point in group]
        for home in lies[0]:
            pattern = tuple(colors[each[home]] for each in lies)
            if patterns.setdefault(home, pattern) != pattern:
                raise ValueError("places differ in what a piece means")
    orders: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for pattern in patterns.values():
        orders.setdefault(tuple(sorted(pattern)), set()).add(pattern)
    kinds, ways = sorted(orders), max(map(len, orders.values()), default=0)
    if not kinds:
        raise ValueError("all pieces look alike")
    shown = [0] * len(colors)
    for group in groups:
        for point in group:
            shown[point] = kinds.index(tuple(sorted(patterns[group[0]]))) + 1
    meaning = {}
    for home, pattern in patterns.items():
        kind = tuple(sorted(pattern))
        meaning[home] = kinds.index(kind) * ways + sorted(orders[kind]).index(pattern)
    return Kinds(groups, tuple(shown), meaning, ways)


def _by_places(
    known: Colorings, colors: Sequence[int], groups: Sequence[Points], index: dict[int, int], sources: Sequence[Points]
) -> Reading:
    """In a right table, all places of an orbit have the same patterns, so that a piece means the same digit in each.

    Raises ValueError, KeyError or IndexError for colors that the puzzle does not have.
    """
    rows: list[Array] = []
    meaning = dict[int, int]()
    for group in groups:
        columns = [index[point] for point in group]
        row, shown = _numbered(known.states[:, columns])
        digits = {tuple(pattern): digit for digit, pattern in enumerate(known.states[shown][:, columns].tolist())}
        lies = [taken_along(sources, group[0], point) or {} for point in group]
        for home in lies[0]:
            digit = digits[tuple(colors[each[home]] for each in lies)]
            if meaning.setdefault(home, digit) != digit:
                raise ValueError("places differ in what a piece means")
        if len(digits) > len(lies[0]):
            raise ValueError("there are patterns that no piece has")
        rows.append(row)
    radices = [int(row.max(initial=0)) + 1 for row in rows]
    return Reading([group[0] for group in groups], False, meaning, radices, Ranking(rows, radices))


def _numbered(states: Array) -> tuple[Array, Array]:
    """A number for each row, equal rows having equal ones, in the order of rows; and a row of each number."""
    base = int(states.max(initial=0)) + 1
    code, width = states[:, 0].astype(np.int64), base
    for column in states.T[1:]:
        if width * base > _FITS:
            code = np.unique(code, return_inverse=True)[1].reshape(-1)
            width = int(code.max(initial=0)) + 1
        code, width = code * base + column, width * base
    if width > _FEW_PATTERNS:
        _, shown, row = np.unique(code, return_index=True, return_inverse=True)
        return row.reshape(-1), shown
    one = np.full(width, -1)
    one[code] = np.arange(len(code))
    used = one >= 0
    return (np.cumsum(used) - 1)[code], one[used]
