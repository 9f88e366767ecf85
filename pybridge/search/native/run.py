"""IDA* at native speed, in a thread of its own."""

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from pybridge.errors import TableSpaceError, UnavailableProgramError
from pybridge.facts import BlocksFacts
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.search.compilation import Compilation
from pybridge.search.prepared import pruning_of
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Progress, Task
from pybridge.search.thresholds import Thresholds, thresholds

if TYPE_CHECKING:
    from pybridge.search.native.solver import Solver

PATIENCE = 2.0
"""Seconds to search with a heuristic that was at hand, before a better one's tables are built."""


class NativeRun:
    """A search by compiled kernels under way. Errors of preparing it are raised by `result`."""

    def __init__(self, task: Task, *, background: bool = False) -> None:
        """Start it; in the `background` it gives way to others."""
        self._task, self._background = task, background
        self._tally = new_tally(task)
        self._preparing: str | None = None
        self._compilation = Compilation(self._tally)
        self._at_hand: str | None = None
        self._solution: Solution | None = None
        self._outcome = Outcome.INTERRUPTED
        self._error: BaseException | None = None
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pybridge-native", daemon=True).start()

    def _run(self) -> None:
        if self._background:
            give_way()
        try:
            self._solution = self._search()
        except Stopped as stopped:
            self._outcome = stopped.outcome
        except BaseException as error:  # `result` raises it in the caller's thread
            self._error = error
        self._preparing = None
        self._over.set()

    def _search(self) -> Solution:
        """Prepare, and search."""
        with self._compilation.watched():
            return self._found()

    def _found(self) -> Solution:
        """By the heuristic that is wanted or, where that is open, by the best one."""
        from pybridge.heuristics.registry import best, bounds, parse, sliding
        from pybridge.search.native import blocks
        from pybridge.search.native.solver import OutOfPatience

        task = self._task
        if isinstance(task.facts, BlocksFacts):
            return blocks.solve(task, task.facts, self._tally)
        if task.heuristic:
            return self._ready(task).solve(task, self._tally)
        board = sliding(task.facts, parse("manhattan"))
        better, plain = best(board).name, bounds(board).name
        try:
            solver = self._ready(task)
        except TableSpaceError:  # there is nowhere to keep tables
            return self._ready(replace(task, heuristic="manhattan")).solve(task, self._tally)
        except UnavailableProgramError:  # the best heuristic is more than the kernels hold
            better, solver = plain, self._ready(replace(task, heuristic=plain))
        if solver.heuristic.name == better:
            return solver.solve(task, self._tally)
        try:
            return solver.solve(task, self._tally, patience=PATIENCE)
        except OutOfPatience as impatience:
            return self._go_on(solver, better, impatience.threshold)

    def _go_on(self, solver: "Solver", better: str, first: int) -> Solution:
        """Go on from a threshold with the better heuristic, or with the one at hand if the better cannot be had."""
        task, self._at_hand = self._task, solver.heuristic.name
        try:
            stronger = self._ready(replace(task, heuristic=better))
        except (UnavailableProgramError, TableSpaceError):
            self._preparing = None
            return solver.solve(task, self._tally, first=first)
        return stronger.solve(task, self._tally, first=first, before=solver.heuristic.name)

    def _ready(self, task: Task) -> "Solver":
        """A solver with its tables."""
        from pybridge.search.native.solver import Solver

        solver = Solver(task, self._report)
        self._preparing = None
        return solver

    def _report(self, phrase: str) -> None:
        """Told how far the tables are; ends a build that is not wanted any more."""
        self._preparing = phrase
        self._tally.check()

    def progress(self) -> Progress:
        """How far it is."""
        tally = self._tally
        return Progress(
            tuple(tally.iterations),
            tally.current(),
            preparing=self._compilation.doing or self._preparing,
            layers=tally.current_layers(),
        )

    def cancel(self) -> None:
        """Have it end at its next look at the limits."""
        self._tally.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds; True if the search is over."""
        return self._over.wait(timeout)

    def searching(self) -> bool:
        """Whether it goes on."""
        return not self._over.is_set()

    def hurry(self) -> None:
        """There is nothing to leave."""

    def result(self) -> Solution:
        """The solution, once the search is over."""
        self._over.wait()
        if self._error:
            raise self._error
        return self._solution or self._unprepared()

    def _unprepared(self) -> Solution:
        """What there is of a search that was stopped before it began, or while tables were built to go on with."""
        task, iterations = self._task, tuple(self._tally.iterations)
        plan = self._thresholds()
        return Solution(
            task.facts.name, task.start_name, task.program, "native", self._outcome, (), iterations,
            sum(iteration.seconds for iteration in iterations),
            every=task.every,
            initial_bound=iterations[0].threshold if iterations else plan.first,
            heuristic=self._at_hand or task.heuristic,
            pruning=pruning_of(task).value,
            step=plan.step,
        )  # fmt: skip

    def _thresholds(self) -> Thresholds:
        """Those that the heuristic has without tables, or Manhattan distance where it needs some."""
        from pybridge.heuristics.registry import make, parse, recipes, sliding

        task, spec = self._task, parse(self._task.heuristic or "manhattan")
        board = sliding(task.facts, spec)
        known = make(board, parse("manhattan") if recipes(board, spec) else spec, {})
        return thresholds(board, task.start, known.estimate(task.start))


def new_tally(task: Task) -> Tally:
    """The account of a search by compiled kernels: its clock counts all threads where several share the search."""
    clock = time.thread_time if task.jobs == 1 else time.process_time
    return Tally(task.limits, task.last_threshold, clock)
