"""Heuristics measured on many boards, one after the other, and every length checked."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pybridge.bench.account import Account, Measured, differences, wrong
from pybridge.bench.boards import Boards
from pybridge.heuristics.registry import parse, recipes
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import why_unsolvable
from pybridge.search.native.run import new_tally
from pybridge.search.statistics import Iteration
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task

if TYPE_CHECKING:
    from pybridge.search.native.solver import Solver


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a measurement is: what is prepared, or the board under way, `number` of `of`, and its iteration."""

    heuristic: str
    preparing: str | None
    start: str
    number: int
    of: int
    current: Iteration | None


class SearchBench:
    """A measurement under way in a thread of its own: heuristic by heuristic, board by board.

    Errors of preparing a heuristic are raised by `accounts`.
    """

    def __init__(
        self,
        boards: Boards,
        heuristics: Sequence[str],
        *,
        pruning: Prune | None = None,
        jobs: int = 1,
        limits: Limits = NO_LIMITS,
    ) -> None:
        """Start it; `limits` are for each board. Raises UnfitHeuristicError."""
        specs = dict.fromkeys(map(parse, heuristics))
        for spec in specs:
            recipes(boards.facts, spec)
        self.boards, self._names = boards, tuple(spec.name for spec in specs)
        self._task = Task(boards.facts, "", (), "ida_star", limits=limits, pruning=pruning, jobs=jobs)
        self._reasons = {name: why_unsolvable(boards.facts, state) for name, state in boards.starts}
        self._faults: list[str] = []
        self._accounts: list[Account] = []
        self._moment = Moment(self._names[0], "tables", "", 0, len(boards.starts), None)
        self._tally: Tally | None = None
        self._cancelled = threading.Event()
        self._error: BaseException | None = None
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pybridge-bench", daemon=True).start()

    def moment(self) -> Moment:
        """How far it is."""
        tally, moment = self._tally, self._moment
        return replace(moment, current=tally.current() if tally else None)

    def cancel(self) -> None:
        """Have it end soon; the board under way does not count then."""
        self._cancelled.set()
        if tally := self._tally:
            tally.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds; True if it is over."""
        return self._over.wait(timeout)

    def accounts(self) -> tuple[Account, ...]:
        """One for each heuristic that has any board, once it is over."""
        self._over.wait()
        if self._error:
            raise self._error
        return tuple(self._accounts)

    def outcome(self) -> Outcome:
        """SOLVED if all boards are, or else what ended the measurement, or the first search without a solution."""
        if self._cancelled.is_set():
            return Outcome.INTERRUPTED
        ends = (board.outcome for account in self._accounts for board in account.boards)
        return next((end for end in ends if end is not Outcome.SOLVED), Outcome.SOLVED)

    def disagreements(self) -> list[str]:
        """What is wrong with solutions or their lengths."""
        return self._faults + differences(self.boards, self._accounts)

    def _run(self) -> None:
        from pybridge.compiled import telling

        try:
            with telling(self._report):
                for name in self._names:
                    self._measure_all(name)
        except Stopped:
            pass
        except BaseException as error:  # `accounts` raises it in the caller's thread
            self._error = error
        self._over.set()

    def _report(self, phrase: str | None) -> None:
        """Told how far tables are, and what is compiled."""
        self._moment = replace(self._moment, preparing=phrase)
        if self._cancelled.is_set():
            raise Stopped(Outcome.INTERRUPTED)

    def _measure_all(self, name: str) -> None:
        """All boards with one heuristic."""
        from pybridge.search.native.solver import Solver

        starts = self.boards.starts
        self._moment, self._tally = Moment(name, "tables", "", 0, len(starts), None), None
        begun = time.perf_counter()
        task = replace(self._task, heuristic=name)
        solver = Solver(task, self._report)
        preparing, measured = time.perf_counter() - begun, []
        account = Account(name, solver.heuristic.source, solver.pruning.value, preparing, len(starts), ())
        for number, (start, state) in enumerate(starts, start=1):
            self._moment = Moment(name, None, start, number, len(starts), None)
            measured.append(self._measure(solver, replace(task, start_name=start, start=state)))
            self._accounts = [each for each in self._accounts if each.heuristic != name]
            self._accounts.append(replace(account, boards=tuple(measured)))

    def _measure(self, solver: "Solver", task: Task) -> Measured:
        """One board. Raises Stopped if the measurement was cancelled meanwhile."""
        if self._reasons[task.start_name]:  # of which not every heuristic has an estimate
            return Measured(task.start_name, task.start, Outcome.UNSOLVABLE, 0, None, 0, 0, 0, 0.0)
        h = solver.heuristic.estimate(task.start)
        begun = time.perf_counter()
        self._tally = tally = new_tally(task)
        if self._cancelled.is_set():
            raise Stopped(Outcome.INTERRUPTED)
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
