"""One board measured, and many in several processes: a worker prepares once, and is sent board after board.

This process is one of them. A worker is a new interpreter, not a copy of this process: threads of compiled kernels do
not survive a copy. Tables are mapped, so that all of them share the memory.
"""

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import IO, Any, Protocol

from pybridge.bench.account import Measured, wrong
from pybridge.bench.boards import Start
from pybridge.bench.tasks import engine_of
from pybridge.engines import solve_checked
from pybridge.errors import DisagreementError, PybridgeError, UnavailableProgramError
from pybridge.facts.given_state import shown
from pybridge.interpreters import end, python
from pybridge.limits import OnProgress, silent
from pybridge.outcome import Outcome
from pybridge.puzzles import why_unsolvable
from pybridge.search import plain
from pybridge.search.native.solver import prepare
from pybridge.search.rows import EachTime, PreparedSearch, heuristic_of, native_lacks, pruning_of, sound
from pybridge.search.run import new_tally
from pybridge.search.solution import Iteration, Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Run, Task, wait
from pybridge.search.threads import Remote
from pybridge.translation import joined

Result = tuple[int, Measured, str | None]
"""The number of a board, what was measured, and the error that the judge found."""


class Measure(Protocol):
    """Measures a board in this process, with remote workers if there are some.

    The first iterations may be `done`; the search has taken some seconds by then.
    """

    def __call__(
        self, start: Start, done: Sequence[Iteration] = (), seconds: float = 0.0, remote: Remote | None = None
    ) -> tuple[Measured, str | None]: ...


_LOOK = 0.05
"""Seconds between two looks at whether a measurement was cancelled."""


def solver_for(task: Task, report: OnProgress) -> PreparedSearch:
    """What searches as the task does, ready for every start. Raises what preparing raises."""
    engine = engine_of(task)
    if engine == "prolog":
        return EachTime(_own_search)
    if engine == "python":
        return EachTime(plain.search, heuristic_of(task), pruning_of(task))
    if lacks := native_lacks(task):
        raise UnavailableProgramError(f"bench measures the engine native, which {lacks}")
    return prepare(task, report)


def _own_search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """A search by a program of the user's, stopped when nothing can come of it. Raises DisagreementError if wrong."""

    def watch(run: Run) -> None:
        tally.stopped_by(run.cancel)
        wait(run)

    own, found = solve_checked(task, "prolog", watch=watch)
    if found.diagnosis:
        told = [check for check in found.checks if check.subject in ("program", "hint")]
        which = f"{task.start_name}, {shown(task.facts, task.start)}"
        raise DisagreementError(
            joined([which, joined([check.difference or check.detail for check in told], "\n")], ": ")
        )
    return own


def measure_one(
    solver: PreparedSearch, task: Task, start: Start, tally: Tally, before: float = 0.0
) -> tuple[Measured, str | None]:
    """What was measured from a start, and what the judge says is wrong. Raises Stopped if it was cancelled.

    The tally may have the first iterations already; the search has taken some seconds `before`.
    """
    task = replace(task, start_name=start[0], start=start[1])
    if why_unsolvable(task.facts, task.start):  # of which not every heuristic has an estimate
        return Measured(task.start_name, task.start, Outcome.UNSOLVABLE, None, None, 0, 0, 0, 0.0, shortest=False), None
    h = solver.heuristic.estimate(task.start) if solver.heuristic else None
    begun = time.perf_counter() - before
    solution = solver.solve(task, tally)
    seconds = solution.seconds if task.text else time.perf_counter() - begun
    solution = sound(task, tally, solution)
    if solution.outcome is Outcome.INTERRUPTED:
        raise Stopped(Outcome.INTERRUPTED)
    board = Measured(
        task.start_name, task.start, solution.outcome, h, solution.length,
        solution.expanded if task.text else solution.expanded or 0,
        solution.generated if task.text else solution.generated or 0,
        len(solution.iterations), seconds, solution.shortest, solution.evaluated, solution.completed_expanded,
        solution.completed_generated,
    )  # fmt: skip
    return board, wrong(task, solution)


class BenchWorkers:
    """Processes that measure boards by one task, beside this one; `close` ends them, whatever they do."""

    def __init__(self, task: Task, number: int) -> None:
        """Start this many; the task's heuristic is one of ours."""
        self._results: queue.Queue[Result | BaseException] = queue.Queue()
        self._processes = [_started() for _ in range(number)]
        for process in self._processes:
            with suppress(OSError):  # it has ended, which its first board finds out
                _send(process, pickle.dumps(task))

    def measure(self, starts: Sequence[Start], tally: Tally, here: Measure) -> Iterator[Result]:
        """The boards, in the order in which they are done. Raises what a worker raised, and Stopped if cancelled."""
        boards = deque(enumerate(starts))
        for measure in (here, *(partial(_sent, process) for process in self._processes)):
            threading.Thread(target=self._serve, args=(measure, boards), daemon=True).start()
        try:
            for _ in starts:
                result = self._next(tally)
                if isinstance(result, BaseException):
                    raise result
                yield result
        finally:
            boards.clear()

    def _next(self, tally: Tally) -> Result | BaseException:
        while True:
            tally.check()
            try:
                return self._results.get(timeout=_LOOK)
            except queue.Empty:
                continue

    def _serve(self, measure: Callable[[Start], tuple[Measured, str | None]], boards: deque[tuple[int, Start]]) -> None:
        """Have boards measured, one after the other, until none is left."""
        try:
            for number, start in _taken(boards):
                self._results.put((number, *measure(start)))
        except BaseException as error:  # the other `measure` raises it
            self._results.put(error)

    def close(self) -> None:
        """End all of them."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            end(process)


def _taken(boards: deque[tuple[int, Start]]) -> Iterator[tuple[int, Start]]:
    """Boards that no other thread takes, until none is left."""
    with suppress(IndexError):
        while True:
            yield boards.popleft()


def _started() -> "subprocess.Popen[bytes]":
    """A process that runs `main`; Ctrl-C is not for it. Raises PybridgeError if the system has no room for it."""
    command = python("from pybridge.bench.processes import main; main()")
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
    except OSError as error:
        raise PybridgeError(f"cannot start a process: {error.strerror}") from error


def _sent(process: "subprocess.Popen[bytes]", start: Start) -> tuple[Measured, str | None]:
    """What a worker has measured. Raises what it raised, and PybridgeError if it has ended."""
    try:
        _send(process, pickle.dumps(start))
        assert process.stdout
        answer = pickle.load(process.stdout)
    except (EOFError, OSError, pickle.UnpicklingError):
        raise PybridgeError("a process that measured boards has ended; measure with fewer --processes") from None
    if isinstance(answer, BaseException):
        raise answer
    measured: tuple[Measured, str | None] = answer
    return measured


def _send(process: "subprocess.Popen[bytes]", pickled: bytes) -> None:
    assert process.stdin
    process.stdin.write(pickled)
    process.stdin.flush()


def main() -> None:
    """Measure the boards that come in, by the task that comes first; end with the pipe, also amid a search."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed gets in between no answers
    incoming: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, incoming), daemon=True).start()
    task, solver = incoming.get(), None
    while True:
        start = incoming.get()
        try:
            solver = solver or solver_for(task, silent)
            answer: Any = measure_one(solver, task, start, new_tally(task))
        except Exception as error:
            answer = error
        pickle.dump(answer, answers)
        answers.flush()


def _receive(pipe: IO[bytes], incoming: "queue.Queue[Any]") -> None:
    with suppress(EOFError):
        while True:
            incoming.put(pickle.load(pipe))
    os._exit(0)  # the caller is gone
