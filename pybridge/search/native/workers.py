"""One iteration of IDA*: roots spread out by a kernel, and searched by one worker or several."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from pybridge.search.kernels import control as fields
from pybridge.search.kernels.driver import search, spread
from pybridge.search.native.plan import Plan, Words
from pybridge.search.native.ways import Ways
from pybridge.search.task import Task

LANES = 3
ROOTS = 16
"""Roots for one worker; several have many more, so that none is without work for long."""
_ROOTS_OF_SEVERAL = 512
_CHUNK = 8
_BUDGET = 1 << 18
"""Nodes between two looks at the limits: some hundredths of a second at most."""
MOST_KEPT = 10_000
"""Solutions that are kept with their moves; more are only counted."""


def wanted(task: Task) -> int:
    """What a task wants, as the kernels take it."""
    if task.counted:
        return fields.COUNT
    return fields.EVERY if task.every else fields.FIRST


def warm_up(plan: Plan, ways: Ways) -> None:
    """Have the kernels compiled, or loaded, before any time is taken."""
    iteration = Iteration(plan, ways, np.zeros(plan.columns, np.uint64), 0, fields.FIRST, 0)
    iteration.search(lambda expanded, generated: None, 1)


Check = Callable[[int, int], None]
"""Told the nodes expanded and generated since the last time; raises to end the search."""


class Iteration:
    """The search to one threshold, by so many threads; by none it has no roots."""

    def __init__(self, plan: Plan, ways: Ways, start: Words, threshold: int, wanted: int, jobs: int) -> None:
        """Spread out the roots; `expanded` and `generated` count what that took."""
        self.plan, self.ways, self.threshold, self.wanted = plan, ways, threshold, wanted
        several = (0, ROOTS)[jobs] if jobs < 2 else _ROOTS_OF_SEVERAL
        room = several * ways.ways.shape[1] + 1
        self.roots = np.empty((room, plan.columns), np.uint64)
        self.root_paths = np.empty((room, threshold + 1), np.uint8)
        self.worker = Worker(self)
        control = self.worker.control
        control[fields.WANTED_ROOTS] = several
        spread(control, start, self.worker.stack, self.worker.paths, self.roots, self.root_paths, *self.rules())
        self.count = int(control[fields.ROOTS])
        self.expanded, self.generated = int(control[fields.EXPANDED]), int(control[fields.GENERATED])
        self.best = self.count
        self.found: list[tuple[int, bytes]] = []
        self.solutions = 0
        self._lock, self._next = threading.Lock(), 0

    def rules(self) -> tuple[Any, ...]:
        """What every kernel takes last."""
        return self.ways.blanks, self.ways.counts, self.ways.ways, self.plan.goals, self.plan.mask, self.plan.tables

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

    def keep(self, root: int, paths: Sequence[bytes], solutions: int) -> None:
        """Keep what a worker has found, in the order in which it was found below each root."""
        with self._lock:
            self.solutions += solutions
            self.found += [(root, path) for path in paths]
            if self.wanted == fields.FIRST:
                self.best = min(self.best, root)

    def paths(self) -> list[bytes]:
        """The solutions as cells of the blank, in move order: the first only, if that is what is wanted."""
        found = [path for _, path in sorted(self.found, key=lambda each: each[0])]
        return found[:1] if self.wanted == fields.FIRST else found


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
        self.control[fields.WANTED], self.control[fields.FAN] = iteration.wanted, ways.fan
        self._lanes = np.empty((LANES, 4), np.int64)
        kept = {fields.FIRST: 1, fields.EVERY: MOST_KEPT, fields.COUNT: 0}[iteration.wanted]
        self._found = np.empty((kept, threshold + 1), np.uint8)
        self._found_roots = np.empty(kept, np.int64)

    def search(self, first: int, last: int, check: Check) -> None:
        """Search below some roots, until they are done or no solution below them matters."""
        control, iteration = self.control, self._iteration
        control[fields.NEXT], control[fields.ROOTS], control[fields.ACTIVE] = first, last, LANES
        control[fields.SOLUTIONS] = 0
        self._lanes[:, fields.TOP] = self._lanes[:, fields.BASE] = np.arange(LANES) * self._height
        self._lanes[:, fields.PATH] = np.arange(LANES)
        while True:
            control[fields.EXPANDED] = control[fields.GENERATED] = 0
            search(
                control, self._lanes, self.stack, self.paths, iteration.roots, iteration.root_paths,
                self._found, self._found_roots, *iteration.rules(),
            )  # fmt: skip
            check(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))
            if not control[fields.ACTIVE] or first >= iteration.best:
                break
        self._keep()

    def _keep(self) -> None:
        """Hand over what was found."""
        solutions = int(self.control[fields.SOLUTIONS])
        for number in range(min(solutions, len(self._found))):
            self._iteration.keep(int(self._found_roots[number]), [self._found[number].tobytes()], 0)
        self._iteration.keep(self._iteration.count, [], solutions)
