"""Build a pattern database at native speed: breadth-first search backwards from the goals, then packing.

Additive pattern databases, in which only moves of the pattern's own pieces count: Korf and Felner (2002). The blank
compressed to its region: Felner, Korf, Meshulam and Holte (2007). At the end the plain twin: what a distance is, in as
few lines as it takes.
"""

import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.tables import pattern_kernels as kernels
from pybridge.tables.layout import set_ranks
from pybridge.tables.pattern import Neighbors, Pattern
from pybridge.tables.table import Report

_LARGEST = 254  # what a byte holds besides a mark for entries that no move leads to
_PARTS = 24  # of a level, shared by the threads
_CODES = 4096  # at most, of some positions' labels read as one number: sums for each code stay near the processor

Array = NDArray[Any]
Bytes = NDArray[np.uint8]
Lists = tuple[Array, NDArray[np.int64], NDArray[np.int64]]

Placement = tuple[int | None, ...]
"""For each cell the label of the piece there, None where no piece of the pattern lies."""


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


def plain_distances(pattern: Pattern) -> dict[Placement, int]:
    """The fewest moves of the pattern's pieces between each placement and a goal, wherever the blank is.

    Breadth-first over placements and cells of the blank; a move that only takes the blank through other tiles is
    free, so that what it leads to comes first in the queue.
    """
    found: dict[Placement, int] = {}
    settled: set[tuple[Placement, int]] = set()
    queue = deque((0, _placed(pattern, cells), blank) for cells, blank in pattern.goals)
    while queue:
        moves, placement, blank = queue.popleft()
        if (placement, blank) in settled:
            continue
        settled.add((placement, blank))
        found.setdefault(placement, moves)
        for cell in pattern.neighbors[blank]:
            if placement[cell] is None:
                queue.appendleft((moves, placement, cell))
            else:
                after = list(placement)
                after[blank], after[cell] = placement[cell], None
                queue.append((moves + 1, tuple(after), cell))
    return found


def _placed(pattern: Pattern, cells: tuple[int, ...]) -> Placement:
    """The placement with the pieces on these cells, in the order of the pattern's labels."""
    label = dict(zip(cells, pattern.labels, strict=True))
    return tuple(label.get(cell) for cell in range(len(pattern.neighbors)))
