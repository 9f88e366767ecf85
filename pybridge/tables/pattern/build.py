"""Build a pattern database with compiled kernels: breadth-first search backwards from the goals, then packing.

Additive pattern databases, which count only moves of the pattern's own pieces: Korf and Felner (2002). Compressing the
blank to its region: Felner, Korf, Meshulam and Holte (2007).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.errors import UnfitHeuristicError
from pybridge.limits import OnProgress
from pybridge.tables.pattern import kernels
from pybridge.tables.pattern.layout import Neighbors, Pattern, set_ranks

_LARGEST = 254  # fits in a byte together with a mark for entries that no move leads to
_PARTS = 24  # of a level, distributed over the threads
_CODES = 4096  # the limit for codes of label groups, so that the sums for all codes stay in the cache

Bytes = NDArray[np.uint8]
Lists = tuple[Array, NDArray[np.int64], NDArray[np.int64]]


def build(pattern: Pattern, report: OnProgress, threads: int | None = None) -> tuple[Bytes, dict[str, Any]]:
    """The database of a pattern and what is known about it, with `threads` threads (default: one per CPU).

    The database has the shape (orders, bytes per row) and entries of 4 or 8 `bits`, as in `PatternRecipe`.
    `distribution[d]` is the number of placements with distance d, without placements that no move leads to. Raises
    UnfitHeuristicError if the pieces are more than 254 moves from home.
    """
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        found, counts = _Search(pattern, pool).run(report)
        report("packing")
        for bits in (4, 8):
            packed = np.zeros((pattern.layout.orders, pattern.layout.row * bits // 8), np.uint8)
            if _pack(pattern, found, bits, packed, pool) < 1 << bits:
                break
    return packed, {"bits": bits, "step": pattern.step, "distribution": counts}


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
        # Not written here, so that the threads share the work of allocating memory.
        self.visited = np.zeros((self.first[-1], -(-layout.orders // 8)), np.uint8)
        self.found = np.zeros((layout.sets, layout.orders), np.uint8)
        self.left = np.full(self.first[-1], layout.orders, np.int64)

    def run(self, report: OnProgress) -> tuple[Bytes, list[int]]:
        """The distance of each placement plus 1, or 0, of shape (sets, orders), and the placements per distance."""
        before, after = self._room(), self._room()
        counts = [self._begin(before)]
        while (before[1] < before[2]).any():
            if len(counts) > _LARGEST:
                raise UnfitHeuristicError(f"the pattern has distances of more than {_LARGEST}; use a smaller pattern")
            counts.append(self._level(len(counts), before, after))
            before, after = after, before
            report(f"level {len(counts) - 1}, {sum(counts):,} of {self.found.size:,} entries")
        while not counts[-1]:
            counts.pop()
        return self.found, counts

    def _room(self) -> Lists:
        """Space for all states that a level can find, which takes memory only when written, and the lists' places."""
        starts = np.arange(self.first[-1]) * self.layout.orders
        for part, (start, end) in enumerate(self.parts):
            starts[self.first[start] : self.first[end]] += part  # one entry is written after the end of each part
        return np.empty(self.first[-1] * self.layout.orders + len(self.parts), self.maps.dtype), starts, starts.copy()

    def _level(self, level: int, before: Lists, after: Lists) -> int:
        """Search one level with all threads; return the number of new placements."""
        known = (self.visited, self.left, self.found)

        def search(part: tuple[int, int]) -> int:
            return int(kernels.search_level(part, level, self.rules, before, after, known))

        return sum(self.pool.map(search, self.parts))

    def _begin(self, lists: Lists) -> int:
        """Add the goals; return the number of placements."""
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
    """The neighbors of each cell, padded with zeros, and their number."""
    degree = np.array([len(each) for each in neighbors], np.int64)
    rows = [[*each, *[0] * (max(degree) - len(each))] for each in neighbors]
    return np.array(rows, np.int64), degree


def _pack(pattern: Pattern, found: Bytes, bits: int, packed: Bytes, pool: ThreadPoolExecutor) -> int:
    """Pack with `bits` bits per entry; return the largest excess, which may be too large for them."""
    layout = pattern.layout
    nearest = np.array(pattern.nearest, np.int16)
    codes, widths = _codes(layout.words, len(nearest))
    rules = layout.masks, codes, widths, nearest, pattern.step

    def write(start: int) -> int:
        return int(kernels.pack(start, min(start + 512, layout.sets), rules, found, bits, packed))

    return max(pool.map(write, range(0, layout.sets, 512)))


def _codes(words: Bytes, labels: int) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """For each order, the labels of groups of positions as one number each, and the sizes of the groups."""
    width = max(width for width in range(1, 13) if width == 1 or labels**width <= _CODES)
    groups: Sequence[Array] = np.array_split(np.arange(words.shape[1]), -(-words.shape[1] // width))
    codes = [words[:, group] @ labels ** np.arange(len(group) - 1, -1, -1) for group in groups]
    return np.array(codes, np.uint16), np.array([len(group) for group in groups], np.int64)
