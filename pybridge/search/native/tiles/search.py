"""IDA* of sliding tiles at native speed: what starts share, and a thread's search."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import KernelTables
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TilesFacts
from pybridge.heuristics.choice import bounds
from pybridge.heuristics.registry import sliding
from pybridge.layout import Words
from pybridge.limits import OnProgress, silent
from pybridge.search.deepening import Root
from pybridge.search.kernels.tiles import driver as fields
from pybridge.search.kernels.tiles.paths import follow, surrender
from pybridge.search.kernels.tiles.words import MOST_CELLS, MOST_SLACK
from pybridge.search.native.tiles.heuristics import plan
from pybridge.search.native.tiles.plan import Plan, TilesStart, Ways, sliding_moves, ways
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import Counts
from pybridge.search.task import Task
from pybridge.search.threads import Searchers
from pybridge.search.tiles import MANHATTAN, blank_moves, first_cells, first_threshold, prepare, step

_BUDGET = 1 << 18
"""Nodes between two checks of the limits: some hundredths of a second at most."""
_ROOM = 2
"""Times what the stacks hold that lanes may put before the roots; they do not where there is less room than needed."""


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
        self._mirrorings = prepared.mirrorings
        self._ways = ways(self._facts.neighbors, prepared.machine)
        self._plan = plan(self._facts, prepared.heuristic, self._ways)
        warm_up(self._plan, self._ways)

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start, after searches from others that took this many seconds."""
        ways, state = self._ways.beginning(task.start.index(0), first_cells(self._facts, task.start, self._mirrorings))
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

    def _first(self, start: State, name: str) -> int | None:
        """The first threshold of a start by a heuristic that may begin a search; None for any other."""
        spec = next((spec for spec in (bounds(self._facts), MANHATTAN) if spec.name == name), None)
        if spec is None:
            return None
        heuristic = prepare(replace(self._task, heuristic=spec), silent).heuristic
        return first_threshold(self._facts, start, heuristic.estimate(start))


def warm_up(plan: Plan, ways: Ways) -> None:
    """Have the kernels compiled, or loaded, before any time is taken."""
    worker = TilesSearcher(plan, ways, np.zeros(plan.columns, np.uint64), 0)
    worker.begin([])
    worker.run()
    worker.surrender()


class TilesSearcher:
    """The arrays of one thread, which searches to one threshold; a searcher of packets.

    A path holds the labels of its moves.
    """

    def __init__(self, plan: Plan, ways: Ways, start: Words, threshold: int) -> None:
        """`start` is the frame of the start at the threshold."""
        self._plan, self._ways, self._start, self._threshold = plan, ways, start, threshold
        self._height = (threshold + 3) * ways.ways.shape[1] + 1
        self._stack = np.empty((plan.lanes * self._height, plan.columns), np.uint64)
        self._paths = np.empty((plan.lanes, threshold + 1), np.uint8)
        self._control = np.zeros(fields.FIELDS, np.int64)
        self.budget, self._control[fields.THRESHOLD] = _BUDGET, threshold
        self._control[fields.FAN] = ways.fan
        self._lanes = np.zeros((plan.lanes, fields.LANE_FIELDS), np.int64)
        self._solution = np.empty(threshold + 1, np.uint8)
        self._found: Below | None = None

    def _rules(self) -> KernelTables:
        """What every kernel takes last."""
        ways, plan = self._ways, self._plan
        return ways.labels, ways.counts, ways.ways, plan.goals, plan.mask, plan.tables

    @property
    def over(self) -> bool:
        """Whether nothing is left to search."""
        return not self._control[fields.ACTIVE]

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath."""
        self._found = None
        lengths = np.array([len(path) for path in paths], np.int64)
        rows = np.zeros((len(paths), self._threshold + 1), np.uint8)
        for row, path in zip(rows, paths, strict=True):
            if len(path) > self._threshold or max(path, default=0) > MOST_CELLS:
                raise StrayPath(f"the path {list(path)} cannot be followed")
            row[1 : len(path) + 1] = path
        roots = np.empty((len(rows), self._plan.columns), np.uint64)
        followed = follow(self._control, self._start, rows, lengths, self._stack, roots, *self._rules())
        if followed < len(rows):
            raise StrayPath(f"the path {rows[followed, 1 : lengths[followed] + 1].tolist()} cannot be followed")
        self._reset(roots, rows)

    def _reset(self, roots: Words, paths: NDArray[np.uint8]) -> None:
        """Have the lanes begin with the first root. They put others before the roots that they are given."""
        control, lanes, count = self._control, self._lanes, len(roots)
        room = _ROOM * len(self._stack) + count
        self._roots = np.empty((room, roots.shape[1]), np.uint64)
        self._root_paths = np.empty((room, paths.shape[1]), np.uint8)
        self._numbers = np.empty(room, np.int64)
        self._roots[room - count :], self._root_paths[room - count :] = roots, paths
        self._numbers[room - count :] = np.arange(count)
        self._done = np.zeros((room + count, 2), np.int64)
        control[fields.NEXT], control[fields.ROOTS], control[fields.ACTIVE] = room - count, room, len(lanes)
        control[fields.FOUND], control[fields.PERIOD] = -1, fields.FIRST
        lanes[:] = 0
        lanes[:, fields.TOP] = lanes[:, fields.BASE] = np.arange(len(lanes)) * self._height
        lanes[:, fields.PATH] = np.arange(len(lanes))

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        control = self._control
        control[fields.EXPANDED] = control[fields.GENERATED] = 0
        control[fields.BUDGET] = self.budget
        fields.search(
            control, self._lanes, self._stack, self._paths, self._roots, self._root_paths, self._numbers,
            self._done, self._solution, *self._rules(),
        )  # fmt: skip
        if (number := int(control[fields.FOUND])) >= 0:
            self._found = number, tuple(self._solution[1 : int(control[fields.LENGTH]) + 1].tolist())
        return Counts(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        left = [] if self.over else self._left()
        ends = [Counts(*row) for row in self._done[len(self._numbers) :].tolist()]
        return Done(ends, left, self._found)

    def _left(self) -> list[Left]:
        """What is not searched yet, in move order; the lanes then have nothing to do."""
        control, lanes = self._control, self._lanes
        order = np.argsort(lanes[: int(control[fields.ACTIVE]), fields.ROOT])
        room = len(self._stack) + max(0, int(control[fields.ROOTS] - control[fields.NEXT]))
        rows, before = np.empty((room, self._threshold + 1), np.uint8), np.empty((room, 2), np.int64)
        lengths, numbers = np.empty(room, np.int64), np.empty(room, np.int64)
        count = surrender(
            control, lanes, order, self._stack, self._paths, self._roots, self._root_paths, self._numbers, self._done,
            (rows, lengths, numbers, before), np.array([-1, 0, 0]), self._ways.labels, self._plan.tables,
        )  # fmt: skip
        control[fields.NEXT], control[fields.ACTIVE] = control[fields.ROOTS], 0
        found = zip(numbers[:count].tolist(), rows, lengths.tolist(), before.tolist(), strict=False)
        return [Left(number, tuple(row[1 : length + 1].tolist()), Counts(*done)) for number, row, length, done in found]
