"""Build a pattern database at native speed: breadth-first search backwards from the goals, then packing.

Additive pattern databases, in which only moves of the pattern's own pieces count: Korf and Felner (2002). The blank
compressed to its region: Felner, Korf, Meshulam and Holte (2007).
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.facts.board_graph import distances
from pybridge.tables import pattern_kernels as kernels
from pybridge.tables.layout import Layout
from pybridge.tables.pattern import Neighbors, Pattern
from pybridge.tables.table import Report

UNREACHED = 255
_MOST_REGIONS = 8

Bytes = NDArray[np.uint8]


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
    """The database of a pattern, with that many threads, or one for each processor."""
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        work = _Work(pattern, pool)
        found = work.search(report)
        report("packing")
        return work.pack(found)


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


def _choose(cell: int, numbers: NDArray[Any], size: int) -> NDArray[np.uint32]:
    """How many sets each of several cells, the number-th of its set, comes after; 0 for numbers that no set has."""
    return np.array([comb(cell, number) if number <= size else 0 for number in range(64)], np.uint32)[numbers]


class _Work:
    """The arrays of a build."""

    def __init__(self, pattern: Pattern, pool: ThreadPoolExecutor) -> None:
        self.pattern, self.pool = pattern, pool
        self.layout = layout = pattern.layout
        self.degree = np.array([len(each) for each in pattern.neighbors], np.int64)
        self.neighbors = np.zeros((layout.cells, max(self.degree)), np.int64)
        for cell, others in enumerate(pattern.neighbors):
            self.neighbors[cell, : len(others)] = others
        self.masks = layout.masks
        self.regions = np.empty((layout.sets, layout.cells), np.uint8)
        counts = np.empty(layout.sets, np.uint8)
        kernels.regions_of(self.masks, self.neighbors, self.degree, self.regions, counts)
        if counts.max(initial=0) > _MOST_REGIONS:
            raise UnfitHeuristicError(
                f"the pattern's pieces can part the board in {counts.max()} regions; a table holds {_MOST_REGIONS}; "
                "choose patterns of fewer pieces"
            )
        self.ranks = set_ranks(layout)
        self.maps = np.empty((layout.size, layout.size, layout.orders), np.uint32)
        for source in range(layout.size):
            for target in range(layout.size):
                self.maps[source, target] = layout.carried(source, target)

        self.colours = self._alternating()

    def _alternating(self) -> NDArray[np.int64] | None:
        """0 or 1 for each set, changed by every move and alike for all goals; None if there is no such colouring."""
        colours = two_colours(self.pattern.neighbors)
        if colours is None:
            return None
        bits = (self.masks[:, None] >> np.arange(self.layout.cells, dtype=np.uint64)) & np.uint64(1)
        kinds = (bits.astype(np.int64) @ np.array(colours)) % 2
        goals = [sum(colours[cell] for cell in cells) % 2 for cells, _ in self.pattern.goals]
        return (kinds + goals[0]) % 2 if len(set(goals)) == 1 else None

    def search(self, report: Report) -> Bytes:
        """The distance of each placement, (sets, orders): the least over the regions of the blank."""
        layout = self.layout
        words = (layout.orders + 7) // 8
        visited, before = (np.zeros((layout.sets, words), np.uint64) for _ in range(2))
        before_any = np.zeros(layout.sets, np.uint64)
        # Where moves alternate between two kinds of sets one array holds two levels: what is read is never written.
        after, after_any = (before, before_any) if self.colours is not None else (before.copy(), before_any.copy())
        found = np.full((layout.sets, layout.orders), UNREACHED, np.uint8)
        self._begin(visited, before, before_any, found)
        every, level, total = np.arange(layout.sets), 0, 0
        while True:
            level += 1
            if level == UNREACHED:
                raise UnfitHeuristicError("the pattern's pieces are more moves from home than a byte holds")
            targets = every if self.colours is None else every[self.colours == level % 2]
            reading = (before, before_any, after, after_any, visited, found)
            total += self._level(level, targets, reading)
            if not after_any[targets].any():
                return found
            report(f"level {level}, {total:,} of {layout.sets * layout.orders:,} entries")
            before, after = after, before
            before_any, after_any = after_any, before_any

    def _level(self, level: int, targets: NDArray[np.int64], arrays: tuple[NDArray[Any], ...]) -> int:
        """One level, shared by the threads."""
        rules = (self.masks, self.ranks, self.regions, self.neighbors, self.degree, self.maps)

        def compute(part: NDArray[np.int64]) -> int:
            return int(kernels.search_level(part, level, *rules, *arrays))

        return sum(self.pool.map(compute, np.array_split(targets, 64)))

    def _begin(
        self, visited: NDArray[np.uint64], before: NDArray[np.uint64], any_: NDArray[np.uint64], found: Bytes
    ) -> None:
        """Put the goals in."""
        for cells, blank in self.pattern.goals:
            entry = self.layout.index(list(zip(cells, self.pattern.labels, strict=True)))
            order, number = divmod(entry, self.layout.row)
            bit = 1 << int(self.regions[number, blank])
            for array in (visited, before):
                array[number].view(np.uint8)[order] |= bit
            any_[number] |= np.uint64(bit)
            found[number, order] = 0

    def pack(self, found: Bytes) -> Packed:
        """The entries as they are kept: half a byte each if that is enough."""
        layout, pattern = self.layout, self.pattern
        distinct = len(set(pattern.labels)) == layout.size and len(pattern.goals) == 1
        step = 2 if distinct and self.colours is not None else 1
        for bits in (4, 8):
            packed = np.zeros((layout.orders, layout.row * bits // 8), np.uint8)
            counts = np.zeros(256, np.int64)
            if self._pack(found, step, bits, packed, counts) < 1 << bits:
                break
        return Packed(packed, bits, step, tuple(map(int, np.trim_zeros(counts[:UNREACHED], "b"))))

    def _pack(self, found: Bytes, step: int, bits: int, packed: Bytes, counts: NDArray[np.int64]) -> int:
        """Pack with some number of bits; the largest excess is returned and may be too large for them."""
        layout = self.layout
        nearest = np.array(self.pattern.nearest, np.int64)
        pairs = _pairs(layout, len(nearest))
        bounds = np.arange(0, layout.sets + 1024, 1024).clip(max=layout.sets)
        parts = [np.zeros(256, np.int64) for _ in bounds[1:]]

        def write(number: int) -> int:
            ends = bounds[number], bounds[number + 1]
            return int(kernels.pack(*ends, self.masks, found, pairs, nearest, step, bits, packed, parts[number]))

        most = max(self.pool.map(write, range(len(parts))))
        counts += sum(parts)
        return most


def _pairs(layout: Layout, labels: int) -> NDArray[np.uint16]:
    """For each two positions, and order, the two labels there as one number; a last one alone as the first of two."""
    words = layout.words.astype(np.uint16)
    if layout.size % 2:
        words = np.column_stack([words, np.zeros(len(words), np.uint16)])
    return np.ascontiguousarray((words[:, 0::2] * labels + words[:, 1::2]).T)


def two_colours(neighbors: Neighbors) -> tuple[int, ...] | None:
    """A colour for each cell, 0 or 1, that differs from all neighbors'; None if the board is not bipartite."""
    far = distances(neighbors, [0])
    fits = all((far[cell] + far[other]) % 2 for cell, others in enumerate(neighbors) for other in others)
    return tuple(distance % 2 for distance in far) if fits else None
