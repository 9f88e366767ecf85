"""The plain Python searches by their programs' names, run in a thread of their own."""

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, SlidingFacts
from pybridge.heuristics import Manhattan
from pybridge.heuristics.protocol import Heuristic
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.puzzles import puzzle_from
from pybridge.search.blocks import blocks_search
from pybridge.search.breadth_first import breadth_first
from pybridge.search.ida_star import Moves, NextThreshold, by_one, by_two, ida_star
from pybridge.search.initial_bound import initial_bound
from pybridge.search.iterative_deepening import iterative_deepening
from pybridge.search.solution import Solution
from pybridge.search.statistics import Iteration
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Progress, Prune, Task
from pybridge.search.thresholds import Thresholds, thresholds

if TYPE_CHECKING:
    from pybridge.tables.table import Report

PROGRAMS = {
    SlidingFacts.domain: ("ids", "ids_low", "ida_star", "breadth_first"),
    BlocksFacts.domain: ("ids", "ida_star", "breadth_first"),
}
"""The programs of each domain in plain Python."""

_DEEPEST = 100_000  # nested calls; Python's own limit of 1,000 would end a search on a long, narrow board

Search = Callable[[Tally], list[Moves]]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A search ready to begin, and what is known before: the bound of the start, and what IDA* goes by."""

    search: Search
    initial_bound: int
    heuristic: Heuristic | None = None
    pruning: str | None = None
    step: int = 1


class PlainRun:
    """A search in plain Python under way. Raises UnavailableProgramError."""

    def __init__(self, task: Task, *, background: bool = False) -> None:
        """Start it; in the `background` it gives way to others."""
        _check(task)
        self._task = task
        self._ready: _Ready | None = None
        self._background = background
        self._tally = Tally(task.limits, task.last_threshold)
        self._found: list[Moves] = []
        self._outcome = Outcome.SOLVED
        self._error: BaseException | None = None
        # Not the thread's own join: interrupted, it takes a thread that goes on for one that is over (Python 3.11).
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pybridge-plain", daemon=True).start()

    def _run(self) -> None:
        if self._background:
            give_way()
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
        try:
            self._ready = _ready(self._task, self._report)
            self._found = self._ready.search(self._tally)
            if self._found and self._ready.heuristic:
                from pybridge.search.prepared import require_lower_bound

                require_lower_bound(self._ready.heuristic, len(self._found[0]), self._tally.iterations[-1].threshold)
            self._outcome = Outcome.SOLVED if self._found else self._without_solution()
        except Stopped as stopped:
            self._outcome = stopped.outcome
        except BaseException as error:  # `result` raises it in the caller's thread
            self._error = error
        self._tally.end(completed=False)
        self._over.set()

    def _report(self, phrase: str) -> None:
        """Told how far tables are."""
        self._tally.check()

    def _without_solution(self) -> Outcome:
        """A search that finds nothing has reached the last threshold, or else seen all there is."""
        return Outcome.UNSOLVABLE if self._task.last_threshold is None else Outcome.NO_SOLUTION_WITHIN_LIMIT

    def progress(self) -> Progress:
        """How far it is."""
        return Progress(tuple(self._tally.iterations), self._tally.current())

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
        iterations, ready = tuple(self._tally.iterations), self._ready
        return Solution(
            self._task.facts.name,
            self._task.start_name,
            self._task.program,
            "python",
            self._outcome,
            () if self._task.counted else tuple(self._found),
            iterations,
            sum(_seconds(iterations)),
            every=self._task.every,
            initial_bound=ready.initial_bound if ready else initial_bound(self._task),
            heuristic=ready.heuristic.name if ready and ready.heuristic else None,
            pruning=ready.pruning if ready else None,
            count=len(self._found) if self._task.every or self._task.counted else None,
            step=ready.step if ready else 1,
        )


def _seconds(iterations: tuple[Iteration, ...]) -> list[float]:
    return [iteration.seconds for iteration in iterations]


def _check(task: Task) -> None:
    """Raise UnavailableProgramError for what plain Python does not have."""
    available = PROGRAMS[task.facts.domain]
    if task.program not in available:
        raise UnavailableProgramError(
            f"python has no program {task.program} for {task.facts.domain}; it has {', '.join(available)}"
        )
    if task.jobs > 1:
        raise UnavailableProgramError("python searches in one thread; several jobs need the engine native")


def _ready(task: Task, report: "Report") -> _Ready:
    """The search that a program's name stands for."""
    if task.program == "ida_star" and isinstance(task.facts, BlocksFacts):
        blocks, heuristic, pruning = blocks_search(task, task.facts)
        return _Ready(blocks, heuristic.estimate(task.start), heuristic, pruning.value)
    if task.program == "ida_star" and (task.heuristic or task.pruning):
        return _informed(task, report)
    puzzle = puzzle_from(task.facts, task.start)
    every = task.every or task.counted
    if task.program == "ids":
        return _Ready(partial(iterative_deepening, puzzle, every=every), 0)
    if task.program == "breadth_first":
        return _Ready(partial(breadth_first, puzzle, every=every), 0)
    assert isinstance(task.facts, SlidingFacts)
    manhattan = Manhattan(task.facts)
    if task.program == "ids_low":
        return _Ready(
            partial(ida_star, puzzle, manhattan, following=by_one, every=every), manhattan.estimate(task.start)
        )
    plan = thresholds(task.facts, task.start, manhattan.estimate(task.start))
    search = partial(ida_star, puzzle, manhattan, first=plan.first, following=_following(plan), every=every)
    return _Ready(search, plan.first, step=plan.step)


def _following(plan: Thresholds) -> NextThreshold:
    """The one rule of all engines: thresholds grow by what two lengths of solutions differ by at least."""
    return by_two if plan.step == 2 else by_one


def _informed(task: Task, report: "Report") -> _Ready:
    """IDA* with what was asked for, as the compiled kernels have it."""
    from pybridge.heuristics.pattern_database import symmetries
    from pybridge.search.prepared import prepare
    from pybridge.search.pruned import OfBoards, PrunedPuzzle
    from pybridge.search.symmetric_start import first_cells

    assert isinstance(task.facts, SlidingFacts)
    prepared = prepare(replace(task, heuristic=task.heuristic or "manhattan"), report)
    plan = thresholds(task.facts, task.start, prepared.heuristic.estimate(task.start))
    first = task.facts.neighbors[task.start.index(0)]
    if prepared.pruning is Prune.SEQUENCE:
        first = first_cells(task.facts, task.start, symmetries(task.facts))
    puzzle = PrunedPuzzle(task.facts, puzzle_from(task.facts, task.start), prepared.machine, first)
    search = partial(
        ida_star,
        puzzle,
        OfBoards(prepared.heuristic),
        first=plan.first,
        following=_following(plan),
        every=task.every or task.counted,
    )
    return _Ready(search, plan.first, prepared.heuristic, prepared.pruning.value, plan.step)
