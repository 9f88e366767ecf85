"""The layout of a pattern database: which placement of the pieces has which entry.

A placement is the set of cells with pieces of the pattern, and the order of the labels of the pieces along ascending
cells. Sets are numbered by ascending bit masks (colexicographic order); orders are numbered lexicographically, and
pieces with the same label are interchangeable. A placement has entry `order * row + set`, where `row` is the number of
sets rounded up to even: moves that do not pass another piece stay in one row, near each other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Layout:
    """The placements of pieces on a board of `cells` cells; `labels` are the labels of the pieces, ascending from 0."""

    cells: int
    labels: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of pieces."""
        return len(self.labels)

    @cached_property
    def sets(self) -> int:
        """The number of sets of cells."""
        return comb(self.cells, self.size)

    @cached_property
    def orders(self) -> int:
        """The number of orders of the labels."""
        return factorial(self.size) // prod(map(factorial, Counter(self.labels).values()))

    @property
    def row(self) -> int:
        """The number of entries per order."""
        return self.sets + self.sets % 2

    @property
    def entries(self) -> int:
        """The number of all entries, including padding."""
        return self.row * self.orders

    def index(self, placement: Sequence[tuple[int, int]]) -> int:
        """The entry of a placement, given as (cell, label) pairs in any order."""
        pairs = sorted(placement)
        chosen = sum(comb(cell, number) for number, (cell, _) in enumerate(pairs, start=1))
        return self.order_number([label for _, label in pairs]) * self.row + chosen

    def order_number(self, order: Sequence[int]) -> int:
        """The number of orders that come before this one."""
        left, number = Counter(self.labels), 0
        for label in order:
            for smaller in range(label):
                if left[smaller]:
                    left[smaller] -= 1
                    number += factorial(left.total()) // prod(map(factorial, left.values()))
                    left[smaller] += 1
            left[label] -= 1
        return number

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The sets as bit masks in ascending order."""
        masks = np.fromiter(
            (sum(1 << cell for cell in cells) for cells in combinations(range(self.cells), self.size)),
            np.uint64,
            self.sets,
        )
        masks.sort()
        return masks

    @cached_property
    def words(self) -> NDArray[np.uint8]:
        """The orders in lexicographic order, one per row."""
        words = np.zeros((1, 0), np.uint8)
        left = np.array([[self.labels.count(label) for label in range(self.labels[-1] + 1)]])
        for _ in self.labels:
            rows, chosen = np.nonzero(left)
            words = np.column_stack([words[rows], chosen.astype(np.uint8)])
            left = left[rows]
            left[np.arange(len(rows)), chosen] -= 1
        return words

    def carried(self, source: int, target: int) -> NDArray[np.uint32]:
        """For each order, its number after moving the piece at position `source` to position `target`."""
        positions = list(range(self.size))
        positions.insert(target, positions.pop(source))
        weights = (self.labels[-1] + 1) ** np.arange(self.size - 1, -1, -1, dtype=np.int64)
        return np.searchsorted(self.words @ weights, self.words[:, positions] @ weights).astype(np.uint32)


def set_ranks(layout: Layout) -> tuple[np.uint64, NDArray[np.uint32], NDArray[np.uint32]]:
    """The arrays for `set_number`: the number of low cells, and the ranks of the low and the high part of a mask."""
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


def _choose(cell: int, numbers: NDArray[np.uint8], size: int) -> NDArray[np.uint32]:
    """The number of sets before `cell` as the number-th cell of its set; 0 for numbers that no set has."""
    sets = np.array([comb(cell, number) if number <= size else 0 for number in range(64)], np.uint32)
    after: NDArray[np.uint32] = sets[numbers]
    return after
