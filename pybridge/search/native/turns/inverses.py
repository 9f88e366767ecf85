"""How kernels look up the inverse of a state: from where each piece lies to the row and column values of the inverse.

A coloring of the inverse has on a point the color of the place where that point's piece lies in the state. So each
piece adds its share to some digits, which are numbers of the patterns of colors on a place. Several digits are a chunk;
an automaton that reads the chunks adds up which of all colorings it is (C. Lucchesi and T. Kowaltowski, 1993).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.facts.cycles import Turn, inverse
from pybridge.facts.places import places_of, taken_along
from pybridge.heuristics.projections import Lookup
from pybridge.search.kernels import turn_inverses as fields
from pybridge.search.kernels.turns import CLASS_SHIFT
from pybridge.tables.coordinates import Colorings

_Shares = list[tuple[int, int, int, int]]
Digits = dict[tuple[int, ...], int]
_WIDEST = 1 << 12
"""Values of a chunk, at most, unless it is a single digit: what the automaton reads at once stays in near caches."""
_FEW_PATTERNS = 1 << 20
_MIXED = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Ranking:
    """Numbers rows of digits: `steps` is the automaton, `numbers[rank]` the row that it finds; `parts` the chunks.

    A step is what it adds to the rank, in the lower half of a word, and where the next chunk's steps begin.
    """

    def __init__(self, digits: Sequence[Array], radices: Sequence[int]) -> None:
        """`digits` has an array for each place, and at least one row."""
        self.parts = _parts(radices)
        chunks = [_chunk(digits[first:end], radices[first:end]) for first, end in self.parts]
        widths = [int(np.prod(radices[first:end])) for first, end in self.parts]
        order = _order(chunks, widths) if chunks else np.zeros(1, np.intp)
        words = np.stack([chunk[order] for chunk in chunks], axis=1) if chunks else np.zeros((1, 0), np.int64)
        self.steps = _automaton(words, widths)
        rank, at = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
        for chunk in words.T:
            step = self.steps[at + chunk]
            rank, at = rank + (step & np.uint64(0xFFFFFFFF)).astype(np.int64), (step >> np.uint64(32)).astype(np.int64)
        self.numbers = np.full(len(words), -1, np.int32)
        self.numbers[rank] = order
        assert self.numbers.min() >= 0  # no two rows have one rank

    def shares(self, radices: Sequence[int]) -> list[tuple[int, int]]:
        """The chunk of each digit, and its weight there."""
        return [
            (chunk, int(weight))
            for chunk, (first, end) in enumerate(self.parts)
            for weight in _weights(radices[first:end])
        ]


def _order(chunks: Sequence[Array], widths: Sequence[int]) -> Array:
    """The order of rows of chunks; quickly if a number can hold them all."""
    if prod(widths) >= 1 << 62:
        return np.lexsort(chunks[::-1])
    key = chunks[0].astype(np.int64)
    for chunk, width in zip(chunks[1:], widths[1:], strict=True):
        key = key * width + chunk
    return np.argsort(key)


def _chunk(digits: Sequence[Array], radices: Sequence[int]) -> Array:
    """The numbers that some digits make. They are small: half the memory is half the time."""
    found = digits[0].astype(np.int32)
    for digit, weight in zip(digits[1:], _weights(radices)[1:].tolist(), strict=True):
        found += digit.astype(np.int32) * np.int32(weight)
    return found


def _weights(radices: Sequence[int]) -> Array:
    return np.cumprod([1, *radices[:-1]], dtype=np.int64)


def _parts(radices: Sequence[int]) -> list[tuple[int, int]]:
    """Which digits the chunks have: from one to before another."""
    parts, first, width = [], 0, 1
    for number, radix in enumerate(radices):
        if number > first and width * radix > _WIDEST:
            parts.append((first, number))
            first, width = number, 1
        width *= radix
    return [*parts, (first, len(radices))] if radices else []


def _automaton(words: Array, widths: Sequence[int]) -> NDArray[np.uint64]:
    """The steps for sorted words. From the last chunk back, beginnings that go on in the same ways share a state."""
    levels = []
    state, count, below = np.zeros(len(words), np.int64), np.ones(len(words), np.int64), np.arange(len(words))
    for chunk in reversed(range(len(widths))):  # of each beginning: its state, how many words it has, and one of them
        digit, begins = words[below, chunk], _first_ones(words[below, :chunk])
        _, first, mine = np.unique(_ways_on(digit, state, begins), return_index=True, return_inverse=True)
        sizes = np.diff([*begins, len(below)])
        before = np.cumsum(count) - count
        offset = before - np.repeat(before[begins], sizes)
        shown = np.repeat(np.isin(np.arange(len(begins)), first), sizes)  # one beginning shows what its state does
        levels.append((len(first), np.repeat(mine, sizes)[shown], digit[shown], offset[shown], state[shown]))
        state, count, below = mine, np.add.reduceat(count, begins), below[begins]
    parts, base = [np.zeros(1, np.uint64)], 0
    for (states, of, digit, offset, after), width, next_width in zip(
        levels[::-1], widths, [*widths, 0][1:], strict=True
    ):
        base += states * width
        part = np.zeros(states * width, np.uint64)
        part[of * width + digit] = (offset + (base + after * next_width << 32)).astype(np.uint64)
        parts.append(part)
    return np.concatenate([*parts[1:], parts[0]])


def _first_ones(words: Array) -> Array:
    """Where sorted words differ from the one before."""
    differs = np.zeros(len(words), bool)
    differs[0] = True
    for column in words.T:
        differs[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(differs)


def _ways_on(digit: Array, state: Array, begins: Array) -> NDArray[np.uint64]:
    """For each beginning a hash of the digits that it can go on with, and the states that follow."""
    mixed = (digit * (int(state.max()) + 1) + state + 1).astype(np.uint64) * _MIXED
    mixed = (mixed ^ (mixed >> _SHIFT)) * _MIXED
    found: NDArray[np.uint64] = np.add.reduceat(mixed ^ (mixed >> _SHIFT), begins)
    return found


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece: its points, and for each where it lies, by where the first one lies."""

    points: tuple[int, ...]
    lies: tuple[dict[int, int], ...]


class Inverses:
    """The lookups of the inverse as kernels read them.

    `first` are the points by which the pieces are followed, `targets[move]` where moves take points, `still[move]` has
    a bit for each lookup that a move before all others does not change.
    """

    def __init__(self, moves: Sequence[Turn], inverted: Sequence[tuple[int, Lookup]]) -> None:
        """`inverted` are the lookups of the inverse, with their numbers; if there are none, no piece is followed."""
        sources = [turn.sources for turn in moves]
        self._pieces = [
            _Piece(place, tuple(taken_along(sources, place[0], point) or {} for point in place))
            for orbit in (places_of(tuple(sources)) if inverted else ())
            for place in orbit.places
        ]
        self.first = np.array([piece.points[0] for piece in self._pieces], np.intp)
        self.targets = np.array([inverse(each) for each in sources], np.uint16)
        self._known: dict[int, _Coordinate] = {}
        self._arranged: dict[int, tuple[Array, Array]] = {}
        self._held: list[_Coordinate] = []  # as long as addresses of their arrays are used
        found = [self._of(lookup) for _, lookup in inverted]
        self.lookups = np.zeros((len(found), fields.LOOKUP_FIELDS), np.uint64)
        chunks = max((len(shares) for _, shares in found), default=0)
        self.shares = np.zeros((len(found), chunks, len(self._pieces), len(sources[0])), np.uint64)
        for number, (row, shares) in enumerate(found):
            self.lookups[number] = [inverted[number][0], *row]
            self.shares[number, : len(shares)] = shares
        self.still = np.zeros(len(sources), np.int64)
        for number, (_, lookup) in enumerate(inverted[: fields.MOST_TIGHT]):
            for move, turned in enumerate(lookup.view.moves):
                self.still[move] |= _keeps(lookup, sources[turned]) << number

    def where(self, state: Sequence[int], goal: Sequence[int]) -> Array:
        """Where each piece lies."""
        return np.array([state.index(goal[point]) for point in self.first], np.uint16)

    def _of(self, lookup: Lookup) -> tuple[list[int], Array]:
        """A row of `lookups` without its number, and the shares of the pieces in each word."""
        parts = [self._coordinate(lookup, lookup.rows, lookup.recipe.rows)]
        if lookup.columns is None:
            parts.append(self._tracked(lookup))
        else:
            parts.append(self._coordinate(lookup, lookup.columns, lookup.recipe.columns))
        before = np.cumsum([0, *(len(part.ranking.parts) for part, _ in parts)])
        shares = np.zeros((-(-int(before[-1]) // fields.CHUNKS), len(self._pieces), self.targets.shape[1]), np.uint64)
        for (part, given), begin in zip(parts, before, strict=False):
            placed = part.ranking.shares(part.radices)
            for piece, point, digit, value in given:
                chunk, weight = placed[digit]
                word, place = divmod(int(begin) + chunk, fields.CHUNKS)
                shares[word, piece, point] += np.uint64(value * weight << (fields.CHUNK_BITS * place))
        (rows, _), (columns, _) = parts
        links, turned = self._by_rank(lookup, rows.ranking, columns.ranking)
        self._held += [rows, columns]
        row = [len(rows.ranking.parts), rows.ranking.steps.ctypes.data, links.ctypes.data]
        row += [len(columns.ranking.parts), columns.ranking.steps.ctypes.data, turned.ctypes.data, turned.shape[1]]
        return row, shares

    def _by_rank(self, lookup: Lookup, rows: "Ranking", columns: "Ranking") -> tuple[Array, Array]:
        """The class and symmetry of each row, and what symmetries turn each column into, by rank."""
        arrays = lookup.table.arrays
        if id(arrays) not in self._arranged:
            links = arrays["row_class"].astype(np.uint64) << np.uint64(CLASS_SHIFT)
            links |= arrays["row_symmetry"].astype(np.uint64)
            turned = np.ascontiguousarray(arrays["turned"].T)
            self._arranged[id(arrays)] = links[rows.numbers], turned[columns.numbers]
        return self._arranged[id(arrays)]

    def _coordinate(self, lookup: Lookup, known: Colorings, colors: Sequence[int]) -> tuple["_Coordinate", _Shares]:
        """A coordinate, and what each piece adds to its digits: piece, where it lies, digit and value."""
        if id(known.states) not in self._known:
            self._known[id(known.states)] = _colored(known, colors, [piece.points for piece in self._pieces])
        found, renamed = self._known[id(known.states)], lookup.view.renamed
        back, shares = inverse(renamed), []
        for digit, (points, values) in enumerate(zip(found.groups, found.digits, strict=True)):
            seen = [back[point] for point in points]
            piece = next(number for number, each in enumerate(self._pieces) if seen[0] in each.points)
            lies = [self._pieces[piece].lies[self._pieces[piece].points.index(point)] for point in seen]
            for point in self._pieces[piece].lies[0]:
                pattern = tuple(colors[renamed[each[point]]] for each in lies)
                shares.append((piece, point, digit, values[pattern]))
        return found, shares

    def _tracked(self, lookup: Lookup) -> tuple["_Coordinate", _Shares]:
        """The ways in which the pieces of a table lie, which are its columns."""
        radices = [lookup.ways] * len(lookup.marked) if lookup.ways > 1 else []
        every = np.arange(lookup.ways ** len(lookup.marked) if radices else 1)
        digits = [every // lookup.ways**place % lookup.ways for place in range(len(radices))]
        renamed, shares = lookup.view.renamed, []
        back = inverse(renamed)
        for digit in range(len(radices)):
            for number, piece in enumerate(self._pieces):
                for point, lies in zip(piece.points, piece.lies, strict=True):
                    shares += [
                        (number, at, digit, lookup.way[renamed[point]])
                        for at, to in lies.items()
                        if to == back[lookup.marked[digit]]
                    ]
        return _Coordinate(Ranking(digits, radices), radices, [], []), shares


@dataclass(frozen=True, slots=True)
class _Coordinate:
    """How the values of a coordinate are ranked: a digit for each group of points, by the pattern of its colors."""

    ranking: Ranking
    radices: list[int]
    groups: list[tuple[int, ...]]
    digits: list[Digits]


def _colored(known: Colorings, colors: Sequence[int], places: Sequence[tuple[int, ...]]) -> _Coordinate:
    """The ranking of a set of colorings."""
    index = {int(point): number for number, point in enumerate(known.points)}
    groups = [group for place in places if (group := tuple(point for point in place if point in index))]
    digits: list[Digits] = []
    columns, base = [], int(known.states.max(initial=0)) + 1
    for group in groups:
        few = base ** len(group) <= _FEW_PATTERNS
        code: Array = np.zeros(len(known.states), np.int32 if few else np.int64)
        for point in group:
            code *= base
            code += known.states[:, index[point]]
        patterns = np.flatnonzero(np.bincount(code)) if few else np.unique(code)
        if few:
            number = np.zeros(base ** len(group), np.int32)
            number[patterns] = np.arange(len(patterns))
            columns.append(number[code])
        else:
            columns.append(np.searchsorted(patterns, code))
        digits.append({_unpacked(int(each), base, len(group)): number for number, each in enumerate(patterns)})
    radices = [len(each) for each in digits]
    return _Coordinate(Ranking(columns, radices), radices, groups, digits)


def _unpacked(code: int, base: int, digits: int) -> tuple[int, ...]:
    return tuple(code // base**place % base for place in range(digits - 1, -1, -1))


def _keeps(lookup: Lookup, sources: Sequence[int]) -> bool:
    """Whether a move keeps the color of every point, and with tracked pieces those pieces."""
    recipe = lookup.recipe
    if recipe.tracked:
        return all(source == point for point, source in enumerate(sources) if recipe.rows[point])
    return all(
        colors[source] == colors[point]
        for colors in (recipe.rows, recipe.columns)
        for point, source in enumerate(sources)
    )
