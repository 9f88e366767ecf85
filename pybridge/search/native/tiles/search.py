"""IDA* of sliding tiles at native speed: what all starts share, and what is prepared for one."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TilesFacts
from pybridge.heuristics.choice import bounds
from pybridge.heuristics.pattern_database import PatternDatabases, symmetries
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.registry import sliding
from pybridge.limits import OnProgress, silent
from pybridge.puzzles import Pruning
from pybridge.search.kernels.tiles.words import MOST_SLACK
from pybridge.search.native.solver import Root
from pybridge.search.native.tiles.heuristics import plan
from pybridge.search.native.tiles.plan import TilesStart, Ways, sliding_moves, ways
from pybridge.search.native.tiles.searcher import TilesSearcher, warm_up
from pybridge.search.task import Task
from pybridge.search.threads import Searchers
from pybridge.search.tiles import MANHATTAN, blank_moves, first_cells, first_threshold, prepare, step

_PAGE = 4096


class TilesSearch:
    """Tables loaded, kernels compiled, memory mapped."""

    network = ""

    def __init__(self, task: Task[TilesFacts], report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, TableSpaceError, UnavailableProgramError, and what `report` raises.
        """
        self._task, prepared = task, prepare(task, report)
        self.heuristic, self.pruning = prepared.heuristic, prepared.pruning
        self._facts = sliding(task.facts, MANHATTAN)
        self._mirrorings = symmetries(self._facts)
        self._ways = ways(self._facts.neighbors, prepared.machine)
        self._plan = plan(self._facts, prepared.heuristic, self._ways)
        _touch(prepared.heuristic)
        warm_up(self._plan, self._ways)

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start, after searches from others that took this many seconds."""
        ways, state = self._ways.beginning(task.start.index(0), self._first_cells(task))
        start = self._plan.start(task.start, state)
        return Root(
            searchers=self._searchers(ways, start, task, searched),
            first=first_threshold(self._facts, task.start, start.h),
            moves=partial(blank_moves, task.start),
            step=step(self._facts, task.start),
            earlier=partial(self._first, task.start),
            later=partial(ways.later, state),
            layers=partial(sliding_moves, self._plan, self._ways, task.start),
        )

    def _searchers(self, ways: Ways, start: TilesStart, task: Task, searched: float) -> Searchers:
        """What makes searchers. Raises UnavailableProgramError for a threshold that they cannot hold."""
        since = time.monotonic() - searched

        def searcher(threshold: int) -> Callable[[], TilesSearcher]:
            if threshold > start.h + MOST_SLACK:
                raise UnavailableProgramError(
                    f"the engine native searches to {MOST_SLACK} moves over the first bound, {start.h}, which is "
                    "not enough here; use --engine python"
                )
            if task.limits.memory is None:
                self._plan.enlarge_pages(time.monotonic() - since)
            return partial(TilesSearcher, self._plan, ways, start.frame(threshold), threshold)

        return searcher

    def _first_cells(self, task: Task) -> tuple[int, ...]:
        """Where the first move may come from: sequence pruning leaves out what mirrors another, too."""
        if self.pruning is Pruning.INVERSE:
            return self._facts.neighbors[task.start.index(0)]
        return first_cells(self._facts, task.start, self._mirrorings)

    def _first(self, start: State, name: str) -> int | None:
        """The first threshold of a start by a heuristic that may begin a search; None for any other."""
        spec = next((spec for spec in (bounds(self._facts), MANHATTAN) if spec.name == name), None)
        if spec is None:
            return None
        heuristic = prepare(replace(self._task, heuristic=spec), silent).heuristic
        return first_threshold(self._facts, start, heuristic.estimate(start))


def _touch(heuristic: Heuristic) -> None:
    """Have all pages of pattern databases mapped in their order; in a search's it takes a hundred times as long."""
    for leaf in heuristic.heuristics if isinstance(heuristic, Maximum) else (heuristic,):
        if isinstance(leaf, PatternDatabases):
            for part in (part for group in leaf.groups for part in group):
                part.database.packed.reshape(-1)[::_PAGE].max()
