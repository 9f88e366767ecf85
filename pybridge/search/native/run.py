"""IDA* at native speed, in a thread of its own."""

import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pybridge.facts import SlidingFacts
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.puzzles import Move
from pybridge.search.prepared import Prepared, prepare
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Progress, Task
from pybridge.search.thresholds import Thresholds, thresholds

if TYPE_CHECKING:
    from pybridge.search.native.workers import Iteration


class NativeRun:
    """A search by compiled kernels under way. Errors of preparing it are raised by `result`."""

    def __init__(self, task: Task, *, background: bool = False) -> None:
        """Start it; in the `background` it gives way to others."""
        assert isinstance(task.facts, SlidingFacts)
        self._task, self._facts, self._background = task, task.facts, background
        clock = time.thread_time if task.jobs == 1 else time.process_time
        self._tally = Tally(task.limits, task.last_threshold, clock)
        self._lock = threading.Lock()
        self._preparing: str | None = None
        self._prepared: Prepared | None = None
        self._thresholds = Thresholds(0, 1)
        self._found: list[tuple[Move, ...]] = []
        self._count = 0
        self._outcome = Outcome.SOLVED
        self._error: BaseException | None = None
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pybridge-native", daemon=True).start()

    def _run(self) -> None:
        if self._background:
            give_way()
        try:
            self._search()
        except Stopped as stopped:
            self._outcome = stopped.outcome
        except BaseException as error:  # `result` raises it in the caller's thread
            self._error = error
        self._preparing = None
        self._tally.end(completed=False)
        self._over.set()

    def _search(self) -> None:
        """Prepare, then one iteration after the other until there is a solution, or a limit."""
        prepared = prepare(self._task, self._report)
        from pybridge.search.native.make import plan
        from pybridge.search.native.ways import ways
        from pybridge.search.native.workers import Iteration, wanted, warm_up

        moves = ways(self._facts.neighbors, prepared.machine)
        made = plan(self._facts, prepared.heuristic, moves)
        warm_up(made, moves)
        self._prepared, self._preparing = prepared, None
        state = self._task.start
        start = made.start(state, moves.start[state.index(0)])
        self._thresholds = thresholds(self._facts, state, start.h)
        threshold = self._thresholds.first
        while self._tally.begin(threshold):
            iteration = Iteration(made, moves, start.frame(threshold), threshold, wanted(self._task), self._task.jobs)
            iteration.search(self._spend, self._task.jobs)
            self._keep(iteration)
            self._tally.end(completed=not iteration.solutions)
            if iteration.solutions:
                return
            threshold += self._thresholds.step
        self._outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT

    def _report(self, phrase: str) -> None:
        """Told how far the tables are; ends a build that is not wanted any more."""
        self._preparing = phrase
        self._tally.check()

    def _spend(self, expanded: int, generated: int) -> None:
        """Told by workers what they have done."""
        with self._lock:
            self._tally.expanded += expanded
            self._tally.generated += generated
        self._tally.check()

    def _keep(self, iteration: "Iteration") -> None:
        """Turn the cells of the blank into moves."""
        self._count = iteration.solutions
        self._found = [_moves(self._task.start, path) for path in iteration.paths()]

    def progress(self) -> Progress:
        """How far it is."""
        return Progress(tuple(self._tally.iterations), self._tally.current(), preparing=self._preparing)

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
        task, prepared, iterations = self._task, self._prepared, tuple(self._tally.iterations)
        return Solution(
            task.facts.name,
            task.start_name,
            task.program,
            "native",
            self._outcome,
            tuple(self._found),
            iterations,
            sum(iteration.seconds for iteration in iterations),
            every=task.every,
            initial_bound=self._thresholds.first,
            heuristic=prepared.heuristic.name if prepared else task.heuristic,
            pruning=prepared.pruning.value if prepared else None,
            count=self._count if task.every or task.counted else None,
            step=self._thresholds.step,
        )


def _moves(start: Sequence[int], path: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a solution, from the cells of the blank."""
    board, moves = list(start), []
    for blank, cell in pairwise(path):
        moves.append(Move(board[cell], cell, blank))
        board[blank], board[cell] = board[cell], 0
    return tuple(moves)
