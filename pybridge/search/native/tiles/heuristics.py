"""The plan for a heuristic: the fastest kernels that hold it."""

from collections.abc import Sequence

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.facts import TilesFacts
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.pattern_database import PatternDatabases
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.takahashi import InversionDistance, Takahashi, WalkingDistance, grid
from pybridge.search.kernels.tiles.words import SLACK_SHIFT, DistanceTables, TurnedTables
from pybridge.search.native.tiles.directions import Directions
from pybridge.search.native.tiles.general import GeneralPlan
from pybridge.search.native.tiles.plan import Plan, Tables, TilesStart, Ways, costs, meta

CELLS = 16
"""Of a board whose states fit in a word, four bits a cell."""


def plan(facts: TilesFacts, heuristic: Heuristic, ways: Ways) -> Plan:
    """The heuristic, prepared. Raises UnavailableProgramError for what the kernels cannot hold."""
    leaves = heuristic.heuristics if isinstance(heuristic, Maximum) else (heuristic,)
    if len(facts.cells) <= CELLS and len(leaves) == 1:
        if isinstance(heuristic, Manhattan):
            return ManhattanPlan(facts, heuristic, ways)
        if isinstance(heuristic, WalkingDistance | InversionDistance | Takahashi):
            return TakahashiPlan(facts, _directions(facts, heuristic), ways)
    databases: list[PatternDatabases] = []
    distances: Manhattan | None = None
    turned: Directions | None = None
    for leaf in leaves:
        if isinstance(leaf, PatternDatabases):
            databases.append(leaf)
        elif isinstance(leaf, Manhattan):
            distances = leaf
        elif isinstance(leaf, WalkingDistance | InversionDistance | Takahashi):
            turned = _directions(facts, leaf)
        else:
            raise UnavailableProgramError(f"the engine native has no {leaf.name}; use --engine python")
    return GeneralPlan(facts, databases, distances, turned, ways)


def _directions(facts: TilesFacts, heuristic: WalkingDistance | InversionDistance | Takahashi) -> Directions:
    """A heuristic that distinguishes vertical from horizontal moves."""
    board = grid(facts)
    if isinstance(heuristic, Takahashi):
        return Directions(board, heuristic.walking, heuristic.inversion)
    if isinstance(heuristic, WalkingDistance):
        return Directions(board, heuristic, None)
    return Directions(board, None, heuristic)


def _word(state: Sequence[int]) -> int:
    """A state as a word."""
    return sum(tile << 4 * cell for cell, tile in enumerate(state))


class _SmallTables:
    """Tables that near caches hold. While one lane waits for its last result, the other continues."""

    lanes = 2

    def enlarge_pages(self, seconds: float) -> None:
        """There is nothing that large pages would make faster."""


class ManhattanPlan(_SmallTables):
    """Distances, on a board that fits in a word."""

    columns = 2

    def __init__(self, facts: TilesFacts, heuristic: Manhattan, ways: Ways) -> None:
        self._heuristic = heuristic
        self.tables = DistanceTables((costs(heuristic.distances, ways, CELLS) << int(SLACK_SHIFT)).astype(np.uint64))
        self.goals = np.array([[0, _word(goal)] for goal in facts.goals], np.uint64)
        self.mask = np.array([0, 2**64 - 1], np.uint64)

    def start(self, state: Sequence[int], machine_state: int) -> TilesStart:
        """A state, prepared to be searched from."""
        h = self._heuristic.estimate(state)
        return TilesStart(h, [meta(machine_state, -h), _word(state)], 0, 1 << int(SLACK_SHIFT))


class TakahashiPlan(_SmallTables):
    """Walking distance, inversion distance, or the larger of both in each direction, on a board that fits in a word."""

    columns = 4

    def __init__(self, facts: TilesFacts, directions: Directions, ways: Ways) -> None:
        tables = Tables()
        edges = directions.edges(tables, ways, CELLS, 4)
        self.tables = TurnedTables(edges, tables.array())
        self.goals = np.array([[0, _word(goal), 0, 0] for goal in facts.goals], np.uint64)
        self.mask = np.array([0, 2**64 - 1, 0, 0], np.uint64)
        self._directions = directions

    def start(self, state: Sequence[int], machine_state: int) -> TilesStart:
        """A state, prepared to be searched from."""
        h = self._directions.estimate(state)
        words = [meta(machine_state, -h), _word(state), *self._directions.columns(state)]
        return TilesStart(h, words, 0, 1 << int(SLACK_SHIFT))
