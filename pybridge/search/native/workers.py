"""One iteration of IDA*: roots spread out by a kernel, and searched by one worker or several."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from pybridge.search.kernels import driver as fields
from pybridge.search.native.plan import Plan, Ways
from pybridge.search.packed import Words

LANES = 3
ROOTS = 16
"""Roots for one worker; several have many more, so that none is without work for long."""
_ROOTS_OF_SEVERAL = 512
_CHUNK = 8
_BUDGET = 1 << 18
"""Nodes between two checks of the limits: some hundredths of a second at most."""


def warm_up(plan: Plan, ways: Ways) -> None:
    """Have the kernels compiled, or loaded, before any time is taken."""
    iteration = Iteration(plan, ways, np.zeros(plan.columns, np.uint64), 0, 0)
    iteration.search(lambda expanded, generated: None, 1)


Check = Callable[[int, int], None]
"""Called with the nodes expanded and generated since the last call; raises to end the search."""


class Iteration:
    """The search to one threshold, in `jobs` threads; with 0 it has no roots."""

    def __init__(self, plan: Plan, ways: Ways, start: Words, threshold: int, jobs: int) -> None:
        """Spread out the roots; `expanded` and `generated` count what that took."""
        self.plan, self.ways, self.threshold = plan, ways, threshold
        several = (0, ROOTS)[jobs] if jobs < 2 else _ROOTS_OF_SEVERAL
        room = several * ways.ways.shape[1] + 1
        self.roots = np.empty((room, plan.columns), np.uint64)
        self.root_paths = np.empty((room, threshold + 1), np.uint8)
        self.worker = Worker(self)
        control = self.worker.control
        control[fields.WANTED_ROOTS] = several
        fields.spread(control, start, self.worker.stack, self.worker.paths, self.roots, self.root_paths, *self.rules())
        self.count = int(control[fields.ROOTS])
        self.expanded, self.generated = int(control[fields.EXPANDED]), int(control[fields.GENERATED])
        self.best = self.count
        self._found: list[tuple[int, bytes]] = []
        self._lock, self._next = threading.Lock(), 0

    def rules(self) -> tuple[Any, ...]:
        """What every kernel takes last."""
        return self.ways.labels, self.ways.counts, self.ways.ways, self.plan.goals, self.plan.mask, self.plan.tables

    def search(self, check: Check, jobs: int) -> None:
        """Search below all roots. Raises what `check` raises."""
        check(self.expanded, self.generated)
        if jobs == 1:
            self.worker.search(0, self.count, check)
            return
        with ThreadPoolExecutor(jobs) as pool:
            workers = [pool.submit(self._work, Worker(self), check) for _ in range(jobs)]
        for worker in workers:
            worker.result()

    def _work(self, worker: "Worker", check: Check) -> None:
        """Take chunks of roots until there are no more, or none that could still matter."""
        while True:
            with self._lock:
                first, self._next = self._next, self._next + _CHUNK
            if first >= self.best:
                return
            worker.search(first, min(first + _CHUNK, self.count), check)

    def keep(self, root: int, path: bytes) -> None:
        """Keep what a worker has found: the first solution below a root."""
        with self._lock:
            self._found.append((root, path))
            self.best = min(self.best, root)

    def path(self) -> bytes | None:
        """The first solution in move order, as labels of the moves; None if there is none."""
        return min(self._found)[1] if self._found else None


class Worker:
    """The arrays of one thread."""

    def __init__(self, iteration: Iteration) -> None:
        plan, ways, threshold = iteration.plan, iteration.ways, iteration.threshold
        self._iteration = iteration
        self._height = (threshold + 3) * ways.ways.shape[1] + 1
        self.stack = np.empty((LANES * self._height, plan.columns), np.uint64)
        self.paths = np.empty((LANES, threshold + 1), np.uint8)
        self.control = np.zeros(fields.FIELDS, np.int64)
        self.control[fields.THRESHOLD], self.control[fields.BUDGET] = threshold, _BUDGET
        self.control[fields.FAN] = ways.fan
        self._lanes = np.empty((LANES, 4), np.int64)
        self._found = np.empty(threshold + 1, np.uint8)

    def search(self, first: int, last: int, check: Check) -> None:
        """Search below some roots, until they are done or no solution below them matters."""
        control, iteration = self.control, self._iteration
        control[fields.NEXT], control[fields.ROOTS], control[fields.ACTIVE] = first, last, LANES
        control[fields.FOUND] = -1
        self._lanes[:, fields.TOP] = self._lanes[:, fields.BASE] = np.arange(LANES) * self._height
        self._lanes[:, fields.PATH] = np.arange(LANES)
        while True:
            control[fields.EXPANDED] = control[fields.GENERATED] = 0
            fields.search(
                control, self._lanes, self.stack, self.paths, iteration.roots, iteration.root_paths,
                self._found, *iteration.rules(),
            )  # fmt: skip
            check(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))
            if not control[fields.ACTIVE] or first >= iteration.best:
                break
        root = int(control[fields.FOUND])
        if root >= 0:
            iteration.keep(root, self._found[: int(control[fields.LENGTH]) + 1].tobytes())
