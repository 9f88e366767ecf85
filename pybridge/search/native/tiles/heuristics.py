"""The plan for a heuristic: the fastest kernels that hold it."""

from collections.abc import Callable, Sequence

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
            slacks = costs(heuristic.distances, ways, CELLS) << int(SLACK_SHIFT)
            return SmallPlan(facts, 2, DistanceTables(slacks.astype(np.uint64)), heuristic.estimate, lambda state: ())
        if isinstance(heuristic, WalkingDistance | InversionDistance | Takahashi):
            directions, tables = _directions(facts, heuristic), Tables()
            edges = directions.edges(tables, ways, CELLS, 4)
            return SmallPlan(facts, 4, TurnedTables(edges, tables.array()), directions.estimate, directions.columns)
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


class SmallPlan:
    """A heuristic whose tables near caches hold, on a board that fits in a word.

    While one lane waits for its last result, the other continues.
    """

    lanes = 2

    def __init__(
        self,
        facts: TilesFacts,
        columns: int,
        tables: DistanceTables | TurnedTables,
        estimate: Callable[[Sequence[int]], int],
        beside: Callable[[Sequence[int]], Sequence[int]],
    ) -> None:
        """`estimate` is h of a state, and `beside` what the columns of a frame after the board's have."""
        self.columns, self.tables, self._estimate, self._beside = columns, tables, estimate, beside
        self.goals, self.mask = np.zeros((len(facts.goals), columns), np.uint64), np.zeros(columns, np.uint64)
        self.goals[:, 1] = [_word(goal) for goal in facts.goals]
        self.mask[1] = 2**64 - 1

    def start(self, state: Sequence[int], machine_state: int) -> TilesStart:
        """A state, prepared to be searched from."""
        h = self._estimate(state)
        words = [meta(machine_state, -h), _word(state), *self._beside(state)]
        return TilesStart(h, words, 0, 1 << int(SLACK_SHIFT))

    def enlarge_pages(self, seconds: float) -> None:
        """There is nothing that large pages would make faster."""


def _word(state: Sequence[int]) -> int:
    """A state as a word."""
    return sum(tile << 4 * cell for cell, tile in enumerate(state))
