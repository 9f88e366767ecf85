"""The plain Python searches by their programs' names, run in a thread of their own."""

import sys
import threading
from collections.abc import Callable
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts
from pybridge.heuristics import Manhattan
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.puzzles import puzzle_from
from pybridge.search.breadth_first import breadth_first
from pybridge.search.ida_star import Moves, by_excess, by_one, ida_star
from pybridge.search.initial_bound import initial_bound
from pybridge.search.iterative_deepening import iterative_deepening
from pybridge.search.solution import Solution
from pybridge.search.statistics import Iteration
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Progress, Task

PROGRAMS = {
    SlidingFacts.domain: ("ids", "ids_low", "ida_star", "breadth_first"),
    BlocksFacts.domain: ("ids", "breadth_first"),
}
"""The programs of each domain in plain Python."""

_DEEPEST = 100_000  # nested calls; Python's own limit of 1,000 would end a search on a long, narrow board

Search = Callable[[Tally], list[Moves]]


class PlainRun:
    """A search in plain Python under way. Raises UnavailableProgramError."""

    def __init__(self, task: Task, *, background: bool = False) -> None:
        """Start it; in the `background` it gives way to others."""
        search = _search(task)
        self._task = task
        self._background = background
        self._tally = Tally(task.limits, task.last_threshold)
        self._found: list[Moves] = []
        self._outcome = Outcome.SOLVED
        self._error: BaseException | None = None
        # Not the thread's own join: interrupted, it takes a thread that goes on for one that is over (Python 3.11).
        self._over = threading.Event()
        threading.Thread(target=self._run, args=(search,), name="pybridge-plain", daemon=True).start()

    def _run(self, search: Search) -> None:
        if self._background:
            give_way()
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
        try:
            self._found = search(self._tally)
            self._outcome = Outcome.SOLVED if self._found else self._without_solution()
        except Stopped as stopped:
            self._outcome = stopped.outcome
        except BaseException as error:  # `result` raises it in the caller's thread
            self._error = error
        self._tally.end(completed=False)
        self._over.set()

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
        iterations = tuple(self._tally.iterations)
        return Solution(
            self._task.facts.name,
            self._task.start_name,
            self._task.program,
            "python",
            self._outcome,
            tuple(self._found),
            iterations,
            sum(_seconds(iterations)),
            every=self._task.every,
            initial_bound=initial_bound(self._task),
        )


def _seconds(iterations: tuple[Iteration, ...]) -> list[float]:
    return [iteration.seconds for iteration in iterations]


def _search(task: Task) -> Search:
    """The function that a program's name stands for."""
    available = PROGRAMS[task.facts.domain]
    if task.program not in available:
        raise UnavailableProgramError(
            f"python has no program {task.program} for {task.facts.domain}; it has {', '.join(available)}"
        )
    puzzle = puzzle_from(task.facts, task.start)
    if task.program == "ids":
        return partial(iterative_deepening, puzzle, every=task.every)
    if task.program == "breadth_first":
        return partial(breadth_first, puzzle, every=task.every)
    following = by_one if task.program == "ids_low" else by_excess
    return partial(ida_star, puzzle, _manhattan(task.facts), following=following, every=task.every)


def _manhattan(facts: PuzzleFacts) -> Manhattan:
    assert isinstance(facts, SlidingFacts)
    return Manhattan(facts)
