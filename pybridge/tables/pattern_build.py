"""Build a pattern database at native speed: breadth-first search backwards from the goals, then packing.

Additive pattern databases, in which only moves of the pattern's own pieces count: Korf and Felner (2002). The blank
compressed to its region: Felner, Korf, Meshulam and Holte (2007).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.tables import pattern_kernels as kernels
from pybridge.tables.layout import Layout
from pybridge.tables.pattern import Neighbors, Pattern
from pybridge.tables.table import Report

_LARGEST = 254  # what a byte holds besides a mark for entries that no move leads to
_PARTS = 24  # of a level, shared by the threads
_CODES = 4096  # at most, of some positions' labels read as one number: sums for each code stay near the processor

Array = NDArray[Any]
Bytes = NDArray[np.uint8]
Lists = tuple[Array, NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Packed:
    """A database: `packed` (orders, bytes a row), entries of 4 or 8 `bits`, each in steps over the nearest distances.

    `counts[d]` is how many placements have distance d; placements that no move leads to are left out.
    """

    packed: Bytes
    bits: int
    step: int
    counts: tuple[int, ...]


def build(pattern: Pattern, report: Report, threads: int | None = None) -> Packed:
    """The database of a pattern, with that many threads, or one for each processor.

    Raises UnfitHeuristicError if the pieces are more than 254 moves from home.
    """
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        found, counts = _Search(pattern, pool).run(report)
        report("packing")
        for bits in (4, 8):
            packed = np.zeros((pattern.layout.orders, pattern.layout.row * bits // 8), np.uint8)
            if _pack(pattern, found, bits, packed, pool) < 1 << bits:
                break
    return Packed(packed, bits, pattern.step, tuple(counts))


def set_ranks(layout: Layout) -> tuple[np.uint64, NDArray[np.uint32], NDArray[np.uint32]]:
    """What `set_number` looks up: how many cells are low, a number for their mask, and the others' after so many."""
    low_bits = layout.cells // 2
    low = np.zeros(1 << low_bits, np.uint32)
    high = np.zeros((layout.size + 1, 1 << (layout.cells - low_bits)), np.uint32)
    for bit in range(low_bits):
        ones = np.bitwise_count(np.arange(1 << bit))
        low[1 << bit : 2 << bit] = low[: 1 << bit] + _choose(bit, ones + 1, layout.size)
    for before in range(layout.size + 1):
        for bit in range(layout.cells - low_bits):
            ones = np.bitwise_count(np.arange(1 << bit))
            more = _choose(low_bits + bit, ones + 1 + before, layout.size)
            high[before, 1 << bit : 2 << bit] = high[before, : 1 << bit] + more
    return np.uint64(low_bits), low, high


def _choose(cell: int, numbers: Array, size: int) -> NDArray[np.uint32]:
    """How many sets each of several cells, the number-th of its set, comes after; 0 for numbers that no set has."""
    sets = np.array([comb(cell, number) if number <= size else 0 for number in range(64)], np.uint32)
    after: NDArray[np.uint32] = sets[numbers]
    return after


class _Search:
    """The arrays of a search."""

    def __init__(self, pattern: Pattern, pool: ThreadPoolExecutor) -> None:
        self.pattern, self.pool = pattern, pool
        self.layout = layout = pattern.layout
        neighbors, degree = _as_arrays(pattern.neighbors)
        self.masks = layout.masks
        self.regions = np.full((layout.sets, layout.cells), kernels.NO_REGION, np.uint32)
        self.first = np.empty(layout.sets + 1, np.int64)
        kernels.regions_of(self.masks, neighbors, degree, self.regions, self.first)
        maps = np.array([[layout.carried(i, j) for j in range(layout.size)] for i in range(layout.size)])
        self.maps = maps.astype(np.uint16) if layout.orders <= 1 << 16 else maps
        self.rules = (self.masks, set_ranks(layout), self.regions, self.first, neighbors, degree, self.maps)
        bounds = np.linspace(0, layout.sets, min(layout.sets, _PARTS) + 1).astype(np.int64)
        self.parts = list(pairwise(bounds.tolist()))
        # Nothing is written to these from here, so that the threads share the work of getting their memory.
        self.visited = np.zeros((self.first[-1], -(-layout.orders // 8)), np.uint8)
        self.found = np.zeros((layout.sets, layout.orders), np.uint8)
        self.left = np.full(self.first[-1], layout.orders, np.int64)

    def run(self, report: Report) -> tuple[Bytes, list[int]]:
        """One more than each placement's distance or 0, (sets, orders), and how many have distance 0, 1 and so on."""
        before, after = self._room(), self._room()
        counts = [self._begin(before)]
        while (before[1] < before[2]).any():
            if len(counts) > _LARGEST:
                raise UnfitHeuristicError("the pattern's pieces are more moves from home than a byte holds")
            counts.append(self._level(len(counts), before, after))
            before, after = after, before
            report(f"level {len(counts) - 1}, {sum(counts):,} of {self.found.size:,} entries")
        while not counts[-1]:
            counts.pop()
        return self.found, counts

    def _room(self) -> Lists:
        """Room for all that a level could find, which takes memory when it is written to, and where the lists lie."""
        starts = np.arange(self.first[-1]) * self.layout.orders
        for part, (start, end) in enumerate(self.parts):
            starts[self.first[start] : self.first[end]] += part  # an entry is written beyond the end of each part
        return np.empty(self.first[-1] * self.layout.orders + len(self.parts), self.maps.dtype), starts, starts.copy()

    def _level(self, level: int, before: Lists, after: Lists) -> int:
        """One level, shared by the threads: how many placements are new."""
        known = (self.visited, self.left, self.found)

        def search(part: tuple[int, int]) -> int:
            return int(kernels.search_level(part, level, self.rules, before, after, known))

        return sum(self.pool.map(search, self.parts))

    def _begin(self, lists: Lists) -> int:
        """Put the goals in; return how many placements they are."""
        entries, _, ends = lists
        for cells, blank in self.pattern.goals:
            entry = self.layout.index(list(zip(cells, self.pattern.labels, strict=True)))
            order, number = divmod(entry, self.layout.row)
            region = self.regions[number, blank]
            entries[ends[region]] = order
            ends[region] += 1
            self.left[region] -= 1
            self.visited[region, order // 8] |= 1 << order % 8
            self.found[number, order] = 1
        return len({cells for cells, _ in self.pattern.goals})


def _as_arrays(neighbors: Neighbors) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The neighbors of each cell, filled up with zeros, and how many they are."""
    degree = np.array([len(each) for each in neighbors], np.int64)
    rows = [[*each, *[0] * (max(degree) - len(each))] for each in neighbors]
    return np.array(rows, np.int64), degree


def _pack(pattern: Pattern, found: Bytes, bits: int, packed: Bytes, pool: ThreadPoolExecutor) -> int:
    """Pack with some number of bits; the largest excess is returned and may be too large for them."""
    layout = pattern.layout
    nearest = np.array(pattern.nearest, np.int16)
    codes, widths = _codes(layout.words, len(nearest))
    rules = layout.masks, codes, widths, nearest, pattern.step

    def write(start: int) -> int:
        return int(kernels.pack(start, min(start + 512, layout.sets), rules, found, bits, packed))

    return max(pool.map(write, range(0, layout.sets, 512)))


def _codes(words: Bytes, labels: int) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """For each order the labels of successive positions, read as one number; and how many these positions are."""
    width = max(width for width in range(1, 13) if width == 1 or labels**width <= _CODES)
    groups: Sequence[Array] = np.array_split(np.arange(words.shape[1]), -(-words.shape[1] // width))
    codes = [words[:, group] @ labels ** np.arange(len(group) - 1, -1, -1) for group in groups]
    return np.array(codes, np.uint16), np.array([len(group) for group in groups], np.int64)
