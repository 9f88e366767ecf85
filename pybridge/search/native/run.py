"""The engine `native`: IDA* by compiled kernels, and which heuristic it begins with where none is asked for."""

from dataclasses import replace
from typing import TYPE_CHECKING

from pybridge.compiled import telling
from pybridge.errors import TableSpaceError, UnavailableProgramError
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.search.domains import pruning_of, searching
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.search.native.solver import Solver

PATIENCE = 2.0
"""Seconds to search with a heuristic that was at hand, before a better one's tables are built."""


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search by kernels, with the heuristic of the task or, where that is open, with the best one.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError.
    """
    attempt = _Attempt(task, tally, report)
    try:
        with telling(tally.report):  # of kernels that are compiled meanwhile
            return attempt.solution()
    except Stopped as stopped:
        return _unprepared(task, tally, stopped.outcome, attempt.at_hand)


class _Attempt:
    """A search that may begin with a heuristic that is `at_hand` before the tables of a better one are built."""

    def __init__(self, task: Task, tally: Tally, report: OnProgress) -> None:
        self._task, self._tally, self._report = task, tally, report
        self.at_hand: str | None = None

    def solution(self) -> Solution:
        """Prepare, and search."""
        from pybridge.heuristics.choice import best, bounds
        from pybridge.heuristics.registry import Spec
        from pybridge.search.native.solver import OutOfPatience

        task = self._task
        if task.heuristic:
            return self._ready(task).solve(task, self._tally)
        better, plain = best(task.facts), bounds(task.facts)
        try:
            solver = self._ready(task)
        except TableSpaceError:  # there is nowhere to keep tables
            return self._ready(replace(task, heuristic=Spec("manhattan"))).solve(task, self._tally)
        except UnavailableProgramError:  # the best heuristic is more than the kernels hold
            better, solver = plain, self._ready(replace(task, heuristic=plain))
        if solver.heuristic.name == better.name:
            return solver.solve(task, self._tally)
        try:
            return solver.solve(task, self._tally, patience=PATIENCE)
        except OutOfPatience as impatience:
            return self._go_on(solver, replace(task, heuristic=better), impatience.threshold)

    def _go_on(self, solver: "Solver", better: Task, first: int) -> Solution:
        """Go on from a threshold with the better heuristic, or with the one at hand if the better cannot be had."""
        self.at_hand = solver.heuristic.name
        try:
            stronger = self._ready(better)
        except (UnavailableProgramError, TableSpaceError):
            self._tally.report(None)
            return solver.solve(self._task, self._tally, first=first)
        return stronger.solve(self._task, self._tally, first=first, before=solver.heuristic.name)

    def _ready(self, task: Task) -> "Solver":
        """A solver with its tables."""
        from pybridge.search.native.solver import Solver

        solver = Solver(task, self._report)
        self._tally.report(None)
        return solver


def _unprepared(task: Task, tally: Tally, outcome: Outcome, at_hand: str | None) -> Solution:
    """What there is of a search that was stopped before it began, or while tables were built to go on with."""
    iterations, row = tuple(tally.iterations), searching(task.facts)
    named = task.heuristic.name if task.heuristic else None
    return Solution(
        task.facts.name, task.start_name, task.program, "native", outcome, (), iterations,
        sum(iteration.seconds for iteration in iterations),
        every=task.wanted.every,
        initial_bound=iterations[0].threshold if iterations else row.bound(task),
        heuristic=at_hand or named,
        pruning=pruning_of(task).value,
        step=row.step(task.facts, task.start),
    )  # fmt: skip
