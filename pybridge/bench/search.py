"""Measure heuristics on many boards, one after the other, and check every length."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pybridge.bench.account import Account, Measured, differences, wrong
from pybridge.bench.boards import Boards
from pybridge.heuristics.registry import Spec, parse, recipes
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import why_unsolvable
from pybridge.search import plain
from pybridge.search.domains import heuristic_of, pruning_of
from pybridge.search.run import BackgroundRun, new_tally
from pybridge.search.solution import Iteration, Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task

if TYPE_CHECKING:
    from pybridge.heuristics.protocol import Heuristic
    from pybridge.search.native.solver import Solver


@dataclass(frozen=True, slots=True)
class Moment:
    """The progress of a measurement: what is being prepared, or the board, `number` of `of`, and its iteration."""

    heuristic: str
    preparing: str | None
    start: str
    number: int
    of: int
    current: Iteration | None


class SearchBench:
    """A measurement that runs in a background thread: heuristic by heuristic, board by board.

    `accounts` raises the errors of preparing a heuristic.
    """

    def __init__(
        self,
        boards: Boards,
        heuristics: "Sequence[str | Heuristic]",
        *,
        pruning: Prune | None = None,
        jobs: int = 1,
        limits: Limits = NO_LIMITS,
    ) -> None:
        """Start it; `limits` are for each board. A heuristic of the user's, an object, is measured in plain Python.

        Raises UnfitHeuristicError.
        """
        self.boards = boards
        self._heuristics = tuple(dict.fromkeys(parse(each) if isinstance(each, str) else each for each in heuristics))
        for each in self._heuristics:
            if isinstance(each, Spec):
                recipes(boards.facts, each)
        self._task = Task(
            facts=boards.facts, start_name="", start=(), program="ida_star", limits=limits, pruning=pruning, jobs=jobs
        )
        self._reasons = {name: why_unsolvable(boards.facts, state) for name, state in boards.starts}
        self._faults: list[str] = []
        self._accounts: list[Account] = []
        self._moment = Moment(self._heuristics[0].name, "tables", "", 0, len(boards.starts), None)
        self._board: Tally | None = None
        self._tally = Tally()
        self._tally.stopped_by(self._stop_board)
        self._run = BackgroundRun(self._measure_all, self._tally)

    def moment(self) -> Moment:
        """Its current progress."""
        board, moment = self._board, self._moment
        return replace(moment, current=board.current() if board else None)

    def cancel(self) -> None:
        """Stop it soon; the current board does not count."""
        self._run.cancel()

    def _stop_board(self) -> None:
        if board := self._board:
            board.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait for at most `timeout` seconds; True if it is over."""
        return self._run.wait(timeout)

    def accounts(self) -> tuple[Account, ...]:
        """One account for each heuristic that has at least one board, once the measurement is over."""
        self._run.result()
        return tuple(self._accounts)

    def outcome(self) -> Outcome:
        """SOLVED if all boards are solved, otherwise INTERRUPTED, or the outcome of the first unsolved board."""
        if self._tally.cancelled:
            return Outcome.INTERRUPTED
        ends = (board.outcome for account in self._accounts for board in account.boards)
        return next((end for end in ends if end is not Outcome.SOLVED), Outcome.SOLVED)

    def disagreements(self) -> list[str]:
        """The errors in solutions and their lengths."""
        return self._faults + differences(self.boards, self._accounts)

    def _measure_all(self) -> None:
        from pybridge.compiled import telling

        with suppress(Stopped), telling(self._report):
            for heuristic in self._heuristics:
                self._measure_with(heuristic)

    def _report(self, phrase: str | None) -> None:
        """Note the progress of building tables and of compiling."""
        self._moment = replace(self._moment, preparing=phrase)
        self._tally.check()

    def _measure_with(self, heuristic: "Spec | Heuristic") -> None:
        """All boards with one heuristic."""
        starts = self.boards.starts
        name = heuristic.name
        self._moment, self._board = Moment(name, "tables", "", 0, len(starts), None), None
        begun = time.perf_counter()
        task = replace(self._task, heuristic=heuristic)
        solver = self._solver(task)
        preparing, measured = time.perf_counter() - begun, []
        account = Account(name, solver.heuristic.source, solver.pruning.value, preparing, len(starts), ())
        for number, (start, state) in enumerate(starts, start=1):
            self._moment = Moment(name, None, start, number, len(starts), None)
            measured.append(self._measure(solver, replace(task, start_name=start, start=state)))
            self._accounts = [each for each in self._accounts if each.heuristic != name]
            self._accounts.append(replace(account, boards=tuple(measured)))

    def _solver(self, task: Task) -> "Solver | PlainSolver":
        if not isinstance(task.heuristic, Spec):
            return PlainSolver(task)
        from pybridge.search.native.solver import Solver

        return Solver(task, self._report)

    def _measure(self, solver: "Solver | PlainSolver", task: Task) -> Measured:
        """One board. Raises Stopped if the measurement was cancelled meanwhile."""
        if self._reasons[task.start_name]:  # of which not every heuristic has an estimate
            return Measured(task.start_name, task.start, Outcome.UNSOLVABLE, 0, None, 0, 0, 0, 0.0)
        h = solver.heuristic.estimate(task.start)
        begun = time.perf_counter()
        self._board = tally = new_tally(task)
        self._tally.check()
        solution = solver.solve(task, tally)
        seconds = time.perf_counter() - begun
        if solution.outcome is Outcome.INTERRUPTED:
            raise Stopped(Outcome.INTERRUPTED)
        if fault := wrong(task, solution):
            self._faults.append(fault)
        return Measured(
            task.start_name,
            task.start,
            solution.outcome,
            h,
            solution.length,
            solution.expanded or 0,
            solution.generated or 0,
            len(solution.iterations),
            seconds,
        )


class PlainSolver:
    """A heuristic of the user's, which plain Python searches with."""

    def __init__(self, task: Task) -> None:
        self.heuristic, self.pruning = heuristic_of(task), pruning_of(task)

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start."""
        return plain.search(task, tally, tally.report)
