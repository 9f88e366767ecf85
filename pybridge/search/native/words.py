"""Boards of at most 16 cells, four bits a cell in one word: distances, walking distance and inversion distance."""

from collections.abc import Sequence

import numpy as np

from pybridge.facts import SlidingFacts
from pybridge.heuristics.manhattan import Manhattan
from pybridge.search.kernels.frames import SLACK_SHIFT
from pybridge.search.native.directions import Directions
from pybridge.search.native.plan import NO_WAY, Start, meta, new_tables
from pybridge.search.native.ways import Ways

CELLS = 16


def fits(facts: SlidingFacts) -> bool:
    """Whether a state of the puzzle fits in a word."""
    return len(facts.cells) <= CELLS


def word(state: Sequence[int]) -> int:
    """A state as a word."""
    return sum(tile << 4 * cell for cell, tile in enumerate(state))


class ManhattanPlan:
    """Distances for the kernel `manhattan`."""

    columns = 2

    def __init__(self, facts: SlidingFacts, heuristic: Manhattan, ways: Ways) -> None:
        self._heuristic = heuristic
        costs = np.full((ways.dead + 1, CELLS), NO_WAY, np.int64)
        for (blank, cell), edge in ways.edges.items():
            for tile, row in enumerate(heuristic.distances):
                costs[edge, tile] = 1 + row[blank] - row[cell]
        self.tables = ((costs << int(SLACK_SHIFT)).astype(np.uint64),)
        self.goals = np.array([[0, word(goal)] for goal in facts.goals], np.uint64)
        self.mask = np.array([0, 2**64 - 1], np.uint64)

    def start(self, state: Sequence[int], machine_state: int) -> Start:
        """A state made ready."""
        h = self._heuristic.estimate(state)
        return Start(h, [meta(machine_state, -h), word(state)], 0, 1 << int(SLACK_SHIFT))


class TakahashiPlan:
    """Walking distance, inversion distance, or the larger of both in each direction, for the kernel `takahashi`."""

    columns = 4

    def __init__(self, facts: SlidingFacts, directions: Directions, ways: Ways) -> None:
        tables = new_tables()
        edges = directions.edges(tables, ways, CELLS, NO_WAY, 4)
        self.tables = (edges, tables.array())
        self.goals = np.array([[0, word(goal), 0, 0] for goal in facts.goals], np.uint64)
        self.mask = np.array([0, 2**64 - 1, 0, 0], np.uint64)
        self._directions = directions

    def start(self, state: Sequence[int], machine_state: int) -> Start:
        """A state made ready."""
        h = self._directions.estimate(state)
        words = [meta(machine_state, -h), word(state), *self._directions.columns(state)]
        return Start(h, words, 0, 1 << int(SLACK_SHIFT))
