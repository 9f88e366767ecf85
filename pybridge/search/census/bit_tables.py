"""What moves do to the numbers of a bit-array census, laid out for its kernel; and states read back from numbers."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from math import factorial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, KernelTables
from pybridge.facts import State, TilesFacts
from pybridge.search.census.bit_space import Space
from pybridge.search.kernels.census import tables as kernels
from pybridge.search.kernels.census.level import IN, OUT, WHOLE, WITHIN, advance

_BITS, _TILE = 4, 15
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class BitTables:
    """`layout`, `ways`, `tables` and `bound` as the kernel takes them."""

    layout: KernelTables
    ways: tuple[Array, Array]
    tables: tuple[Array, ...]
    bound: KernelTables

    def advance(
        self, units: tuple[int, int], targets: Array, part: tuple[int, int], blocks: tuple[int, int], level: int,
        sets: tuple[Array, ...], done: Array, tally: Array, *, exact: bool,
    ) -> None:  # fmt: skip
        """Find the states of a level in some chunks, as the kernel does; count those of an `exact` bound, or not."""
        bound = self.bound if exact else (-1, *self.bound[1:])
        advance(units, targets, part, blocks, level, self.layout, self.ways, self.tables, sets, bound, done, tally)


def lay_out(space: Space, facts: TilesFacts) -> BitTables:
    """The tables of a board's moves and of its lower bound."""
    tiles = kernels.prefix_tiles(space.tiles, space.prefix, space.prefixes)
    every = kernels.prefix_tiles(space.tail, space.tail, factorial(space.tail))
    orders = [every[_odd(every) == parity] if space.halved else every for parity in (0, 1)]
    rows = _Rows(space, tiles, orders)
    starts, ways = [0], []
    at = {cell: place for place, cell in enumerate(space.line)}
    for place, cell in enumerate(space.line):
        ways += [rows.way(at[other], place) for other in facts.neighbors[cell]]
        starts.append(len(ways))
    odd_prefixes = _odd(tiles[:, : space.prefix])
    layout = (space.words, space.prefixes, space.orders, space.tail, np.array(space.odd, np.int64), odd_prefixes)
    where = np.array(starts, np.int64), np.array(ways, np.int64)
    return BitTables(layout, where, rows.tables(), _bound(space, facts, tiles, orders))


def _odd(prefixes: Array) -> Array:
    """Whether Lehmer's digits of each prefix have an odd sum."""
    digits = prefixes.astype(np.int64)
    for place in range(1, prefixes.shape[1]):
        digits[:, place] -= (prefixes[:, :place] < prefixes[:, place : place + 1]).sum(axis=1)
    odd: Array = digits.sum(axis=1) & 1
    return odd


def _bound(space: Space, facts: TilesFacts, tiles: Array, orders: list[Array]) -> KernelTables:
    """The highest sum of distances, the distances by label and place, and what a prefix and a tail hold."""
    distances = np.zeros((space.tiles, len(space.line)), np.int64)
    for tile in range(1, len(space.label)):
        distances[space.label[tile]] = [facts.distances[tile][cell] for cell in space.line]
    shifts = _BITS * np.arange(space.tail, dtype=np.uint32)
    packed = np.stack([(each.astype(np.uint32) << shifts).sum(axis=1, dtype=np.uint32) for each in orders])
    return int(distances.max(axis=1).sum()), distances, tiles, packed


def keys(space: Space, tables: BitTables, blank: int, prefixes: Array, tails: Array) -> NDArray[np.uint64]:
    """States as words in the same order: with the blank at a place, of some prefixes and tails. Four bits a cell."""
    _, _, listed, orders = tables.bound
    odd = (space.odd[blank] + tables.layout[5][prefixes]) % 2
    packed = orders[odd, tails]
    tile_of = np.argsort(space.label[1:]) + 1
    found = np.zeros(len(prefixes), np.uint64)
    for place in range(space.tiles):
        column: Array = np.full(len(prefixes), place)
        if place >= space.prefix:
            column = space.prefix + (packed >> np.uint32(_BITS * (place - space.prefix)) & _TILE).astype(np.int64)
        tiles = tile_of[listed[prefixes, column]].astype(np.uint64)
        cell = space.line[place + (place >= blank)]
        found |= tiles << np.uint64(_BITS * (len(space.line) - 1 - cell))
    return found


def state_of(space: Space, key: int) -> State:
    """The state of a key."""
    cells = len(space.line)
    return tuple(key >> _BITS * (cells - 1 - cell) & _TILE for cell in range(cells))


@dataclass
class _Rows:
    """The rows of the tables, each made when a way first needs it."""

    space: Space
    tiles: Array
    orders: list[Array]
    _prefixes: dict[Hashable, Array] = field(default_factory=dict)
    _exchanges: dict[Hashable, Array] = field(default_factory=dict)
    _tails: dict[Hashable, tuple[Array, Array]] = field(default_factory=dict)

    def way(self, source: int, target: int) -> tuple[int, int, int, int, int]:
        """How the blank's way from one place of the line to another is taken, seen from the target."""
        low, high = sorted((source, target))
        prefix, up = self.space.prefix, target > source
        if high == low + 1:
            return source, WHOLE, -1, -1, 0
        if high <= prefix:
            moved = partial(kernels.moved_prefixes, self.tiles, prefix, low, high - 1, not up)
            return source, WHOLE, _row(self._prefixes, (low, high, up), moved), -1, 0
        ends = low - prefix, high - 1 - prefix
        if low >= prefix:
            return source, WITHIN, -1, self._tail(*(reversed(ends) if up else ends), masked=False), 0
        row = _row(self._exchanges, (low, up), lambda: kernels.exchanged_prefixes(self.tiles, prefix, low, up))
        if ends[1] == 0:
            return source, OUT if up else IN, row, -1, 0
        tails = self._tail(ends[1], 0, masked=True) if up else self._tail(0, ends[1], masked=False)
        return source, OUT if up else IN, row, tails, ends[1]

    def tables(self) -> tuple[Array, ...]:
        """Prefixes, exchanges, tails, and masks of tails, each with a row at least."""
        space = self.space
        tails = [tails for tails, _ in self._tails.values()] or [np.zeros((2, space.orders), np.uint16)]
        nothing = np.zeros((2, 1, 1), np.uint64)
        masks = [masks for _, masks in self._tails.values()] or [nothing]
        widest = max(masks, key=lambda each: each.size).shape
        return (
            np.stack(list(self._prefixes.values()) or [np.zeros(1, np.uint32)]),
            np.stack(list(self._exchanges.values()) or [np.zeros((1, 1), np.uint32)]),
            np.stack(tails),
            np.stack([each if each.shape == widest else np.zeros(widest, np.uint64) for each in masks]),
        )

    def _tail(self, source: int, target: int, *, masked: bool) -> int:
        """The row of tails in which a tile goes from one place to another; masks select tails by that tile's rank."""

        def make() -> tuple[Array, Array]:
            tail, times = self.space.tail, 1 + self.space.halved
            moved = [kernels.moved_prefixes(each, tail, source, target, False) // times for each in self.orders]
            ranks = [each[:, source] for each in self.orders]
            masks = [self._masks(each) for each in ranks] if masked else [np.zeros((1, 1), np.uint64)] * 2
            return np.stack(moved).astype(np.uint16), np.stack(masks)

        return _row(self._tails, (source, target, masked), make)

    def _masks(self, ranks: Array) -> Array:
        """For each rank the bits of the tails that have it: (ranks, words)."""
        bits = np.zeros((self.space.tail, self.space.words * 64), np.uint8)
        bits[:, : len(ranks)] = ranks == np.arange(self.space.tail)[:, None]
        masks: Array = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
        return masks


def _row(rows: dict[Hashable, Row], key: Hashable, make: Callable[[], Row]) -> int:
    """The number of a row, which is made if it is not there."""
    if key not in rows:
        rows[key] = make()
    return list(rows).index(key)
