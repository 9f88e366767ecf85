"""One iteration of IDA* of sliding tiles on one hand: the compiled searches below some nodes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.search.kernels import driver as fields
from pybridge.search.kernels.paths import follow, surrender
from pybridge.search.kernels.words import G_BITS, MOST_CELLS
from pybridge.search.native.plan import Plan, Ways
from pybridge.search.packed import Words
from pybridge.search.packets import Below, Path, StrayPath
from pybridge.search.solution import Counts

ROOTS = 16
"""Roots of a whole iteration, at least, so that no lane is without work for long."""
_BUDGET = 1 << 18
"""Nodes between two checks of the limits: some hundredths of a second at most."""


def warm_up(plan: Plan, ways: Ways) -> None:
    """Have the kernels compiled, or loaded, before any time is taken."""
    worker = Worker(plan, ways, np.zeros(plan.columns, np.uint64), 0)
    worker.begin([])
    worker.spread(0)
    worker.run()
    worker.surrender()


class Worker:
    """The arrays of one thread, which searches to one threshold; a searcher of packets.

    A path holds the labels of its moves. Lanes take roots; while a lane finds none, what the others have still to
    search is made roots for all.
    """

    def __init__(self, plan: Plan, ways: Ways, start: Words, threshold: int) -> None:
        """`start` is the frame of the start at the threshold."""
        self._plan, self._ways, self._start, self._threshold = plan, ways, start, threshold
        self._height = (threshold + 3) * ways.ways.shape[1] + 1
        self._stack = np.empty((plan.lanes * self._height, plan.columns), np.uint64)
        self._paths = np.empty((plan.lanes, threshold + 1), np.uint8)
        self._control = np.zeros(fields.FIELDS, np.int64)
        self._control[fields.THRESHOLD], self._control[fields.BUDGET] = threshold, _BUDGET
        self._control[fields.FAN] = ways.fan
        self._lanes = np.empty((plan.lanes, 4), np.int64)
        self._solution = np.empty(threshold + 1, np.uint8)
        self._roots, self._root_paths = self._start[None], np.zeros((1, threshold + 1), np.uint8)
        self._numbers: Sequence[int] = ()
        self._spent = 0, 0
        self.found: Below | None = None

    def _rules(self) -> tuple[Any, ...]:
        """What every kernel takes last."""
        ways, plan = self._ways, self._plan
        return ways.labels, ways.counts, ways.ways, plan.goals, plan.mask, plan.tables

    @property
    def over(self) -> bool:
        """Whether nothing is left to search, and all counters have been reported."""
        return not self._control[fields.ACTIVE] and self._spent == (0, 0)

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes; below the start, from some nodes near it. Raises StrayPath."""
        self.found, self._spent = None, (0, 0)
        if list(paths) == [()]:
            self.spread(ROOTS)
            self._numbers = [0] * int(self._control[fields.ROOTS])
        else:
            lengths = np.array([len(path) for path in paths], np.int64)
            rows = np.zeros((len(paths), self._threshold + 1), np.uint8)
            for row, path in zip(rows, paths, strict=True):
                if len(path) > self._threshold or max(path, default=0) > MOST_CELLS:
                    raise StrayPath(f"the path {list(path)} cannot be followed")
                row[1 : len(path) + 1] = path
            self._follow(rows, lengths, range(len(paths)))

    def spread(self, wanted: int) -> None:
        """Make nodes near the start the roots."""
        room = wanted * self._ways.ways.shape[1] + 1
        self._roots = np.empty((room, self._plan.columns), np.uint64)
        self._root_paths = np.empty((room, self._threshold + 1), np.uint8)
        control = self._control
        control[fields.WANTED_ROOTS] = wanted
        fields.spread(
            control, self._start, self._stack, self._paths, self._roots, self._root_paths, *self._rules()
        )  # fmt: skip
        self._spent = int(control[fields.EXPANDED]), int(control[fields.GENERATED])
        self._reset(int(control[fields.ROOTS]))

    def _follow(self, rows: NDArray[np.uint8], lengths: NDArray[np.int64], numbers: Sequence[int]) -> None:
        """Make the ends of paths the roots; `numbers` are those of the packet's nodes that they are below."""
        self._roots = np.empty((len(rows), self._plan.columns), np.uint64)
        followed = follow(self._control, self._start, rows, lengths, self._stack, self._roots, *self._rules())
        if followed < len(rows):
            raise StrayPath(f"the path {rows[followed, 1 : lengths[followed] + 1].tolist()} cannot be followed")
        self._root_paths, self._numbers = rows, numbers
        self._reset(len(rows))

    def _reset(self, roots: int) -> None:
        """Have the lanes begin with the first root."""
        control, lanes = self._control, self._lanes
        control[fields.NEXT], control[fields.ROOTS], control[fields.ACTIVE] = 0, roots, len(lanes) if roots else 0
        control[fields.FOUND] = -1
        lanes[:, fields.TOP] = lanes[:, fields.BASE] = np.arange(len(lanes)) * self._height
        lanes[:, fields.PATH] = np.arange(len(lanes))

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        control = self._control
        if 0 < control[fields.ACTIVE] < len(self._lanes):
            rows, lengths, numbers = self._left()
            self._follow(rows, lengths, numbers)
        control[fields.EXPANDED], control[fields.GENERATED] = self._spent
        self._spent = 0, 0
        fields.search(
            control, self._lanes, self._stack, self._paths, self._roots, self._root_paths, self._solution,
            *self._rules(),
        )  # fmt: skip
        if (root := int(control[fields.FOUND])) >= 0:
            self.found = self._numbers[root], tuple(self._solution[1 : int(control[fields.LENGTH]) + 1].tolist())
        return Counts(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))

    def surrender(self) -> list[Below]:
        """Leave what is not searched yet, and return it in move order."""
        rows, lengths, numbers = self._left()
        self._reset(0)
        paths = (tuple(row[1 : length + 1].tolist()) for row, length in zip(rows, lengths, strict=True))
        return list(zip(numbers, paths, strict=True))

    def _left(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], list[int]]:
        """What is not searched yet: paths, their lengths, and the numbers of the packet's nodes that they are below."""
        control, lanes = self._control, self._lanes
        order = np.argsort(lanes[: int(control[fields.ACTIVE]), fields.ROOT])
        room = len(lanes) * self._height
        rows = np.empty((room, self._threshold + 1), np.uint8)
        lengths, roots = np.empty(room, np.int64), np.empty(room, np.int64)
        count = surrender(
            lanes, order, self._stack, self._paths, rows, lengths, roots, self._ways.labels, self._plan.tables
        )  # fmt: skip
        waiting = slice(int(control[fields.NEXT]), int(control[fields.ROOTS]))
        deep = (self._roots[waiting, 0] & G_BITS).astype(np.int64)
        numbers = [self._numbers[root] for root in roots[:count].tolist()] + list(self._numbers[waiting])
        return np.concatenate([rows[:count], self._root_paths[waiting]]), np.append(lengths[:count], deep), numbers
