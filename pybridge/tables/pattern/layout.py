"""The pieces of a pattern and their goal cells, as a pattern database sees them, and which placement has which entry.

A placement is the set of cells with pieces of the pattern, and the order of the labels of the pieces along ascending
cells. Sets are numbered by ascending bit masks (colexicographic order); orders are numbered lexicographically, and
pieces with the same label are interchangeable. A placement has entry `order * row + set`, where `row` is the number of
sets rounded up to even: moves that do not pass another piece stay in one row, near each other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pybridge.facts.board_graph import automorphisms, distances, reached, two_colours
from pybridge.forms import Form

Neighbors = tuple[tuple[int, ...], ...]
Goal = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class PatternLayout:
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

    @cached_property
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
        return _order_number(tuple(label for _, label in pairs)) * self.row + chosen

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


@lru_cache(maxsize=1 << 16)
def _order_number(order: tuple[int, ...]) -> int:
    """The number of orders of these labels that come before this one."""
    left, number = Counter(order), 0
    for label in order:
        for smaller in range(label):
            if left[smaller]:
                left[smaller] -= 1
                number += factorial(left.total()) // prod(map(factorial, left.values()))
                left[smaller] += 1
        left[label] -= 1
    return number


def set_ranks(layout: PatternLayout) -> tuple[np.uint64, NDArray[np.uint32], NDArray[np.uint32]]:
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


@dataclass(frozen=True, order=True)
class Pattern:
    """A set of pieces of a board, as an additive pattern database sees them.

    `labels` are the labels of the pieces, ascending from 0 and equal for interchangeable pieces. `goals` has a pair for
    each goal: the cell of each piece in the order of `labels`, and the smallest cell of the region of the blank. A
    region is a set of connected cells without pieces of the pattern.
    """

    labels: tuple[int, ...]
    goals: tuple[Goal, ...]
    neighbors: Neighbors

    @cached_property
    def layout(self) -> PatternLayout:
        """The layout of the entries."""
        return PatternLayout(len(self.neighbors), self.labels)

    @property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """Moves from each cell to the nearest goal cell of a label, ignoring other pieces, as [label][cell]."""
        homes: list[set[int]] = [set() for _ in range(self.labels[-1] + 1)]
        for cells, _ in self.goals:
            for label, cell in zip(self.labels, cells, strict=True):
                homes[label].add(cell)
        return tuple(distances(self.neighbors, sorted(home)) for home in homes)

    @property
    def step(self) -> int:
        """The unit in which distances exceed the sum of nearest distances: 2 if each move changes both by 1."""
        distinct = len(set(self.labels)) == len(self.labels) and len(self.goals) == 1
        return 2 if distinct and two_colours(self.neighbors) is not None else 1

    def to_json(self) -> Form:
        """The pattern as JSON."""
        goals = [[list(cells), blank] for cells, blank in self.goals]
        return {"labels": list(self.labels), "goals": goals, "neighbors": [list(each) for each in self.neighbors]}

    @classmethod
    def from_json(cls, form: Form) -> Self:
        """The pattern from the result of `to_json`."""
        goals = tuple((tuple(cells), blank) for cells, blank in form["goals"])
        return cls(tuple(form["labels"]), goals, tuple(map(tuple, form["neighbors"])))


@dataclass(frozen=True)
class PatternView:
    """A set of tiles of a puzzle as a pattern, possibly on the mirrored board.

    `cells[c]` is the cell of the pattern for cell c of the puzzle; `tiles[label]` is the tile for a label.
    """

    pattern: Pattern
    cells: tuple[int, ...]
    tiles: tuple[int, ...]


def view(neighbors: Sequence[Sequence[int]], goals: Sequence[Sequence[int]], tiles: Sequence[int]) -> PatternView:
    """The view of a set of tiles of a puzzle, given by number; equal tiles are always together.

    It uses the mirror image of the board with the smallest pattern, so that patterns of the same shape are equal and
    share a table.
    """
    board = tuple(tuple(sorted(each)) for each in neighbors)
    return min((_seen(board, goals, tiles, cells) for cells in automorphisms(board)), key=lambda seen: seen.pattern)


def _seen(
    board: Neighbors, goals: Sequence[Sequence[int]], tiles: Sequence[int], cells: tuple[int, ...]
) -> PatternView:
    """The view of the tiles under one symmetry of the board; labels are in the order of the goal cells."""
    homes = {tile: _homes(goals, tile, cells) for tile in tiles}
    ordered = sorted(tiles, key=lambda tile: (len(homes[tile][0]), homes[tile]))
    labels = tuple(label for label, tile in enumerate(ordered) for _ in homes[tile][0])
    placed = []
    for number, goal in enumerate(goals):
        pieces = tuple(cell for tile in ordered for cell in homes[tile][number])
        placed.append((pieces, min(region(board, pieces, cells[list(goal).index(0)]))))
    return PatternView(Pattern(labels, tuple(sorted(set(placed))), board), cells, tuple(ordered))


def _homes(goals: Sequence[Sequence[int]], tile: int, cells: Sequence[int]) -> list[list[int]]:
    """For each goal, the goal cells of a tile on the mirrored board, in ascending order."""
    return [sorted(cells[cell] for cell, lies in enumerate(goal) if lies == tile) for goal in goals]


def region(neighbors: Sequence[Sequence[int]], taken: Sequence[int], cell: int) -> frozenset[int]:
    """The cells that the blank can reach from a cell without passing taken cells."""
    closed = set(taken)
    return frozenset(reached([cell], lambda at: (other for other in neighbors[at] if other not in closed)))
