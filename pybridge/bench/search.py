"""Measure heuristics on many boards, one after the other, and check every length."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from pybridge.bench.account import Account, Measured, differences, measuring_machine, name_of, searcher
from pybridge.bench.boards import Boards, Start
from pybridge.bench.form import data_table, form
from pybridge.bench.kept import Keeper, KeptBoards
from pybridge.bench.processes import BenchWorkers, Measure, Result, measure_one, solver_for
from pybridge.bench.tasks import engine_of, measured_tasks
from pybridge.engines import wait, watched
from pybridge.errors import DisagreementError
from pybridge.facts.wording import several
from pybridge.forms import Form
from pybridge.heuristics.learned import Learned
from pybridge.heuristics.protocol import Heuristic
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.provenance import Provenance
from pybridge.puzzles import Pruning
from pybridge.search.rows import PreparedSearch
from pybridge.search.run import BackgroundRun, new_tally
from pybridge.search.solution import Iteration
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import A_STAR, BestFirst, Task
from pybridge.search.threads import Remote
from pybridge.summary import summary


class BoardWorkers(Protocol):
    """What measures boards in several processes."""

    def measure(self, starts: Sequence[Start], tally: Tally, here: Measure) -> Iterator[Result]:
        """The boards, in the order in which they are done; `here` measures in this process.

        Raises what a process raised, and Stopped if cancelled.
        """

    def close(self) -> None:
        """Leave what is not measured yet."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The progress of a measurement: what is being prepared, or the board, `number` of `of`, and its iteration.

    With several `processes`, `number` boards are done.
    """

    heuristic: str
    preparing: str | None
    start: str
    number: int
    of: int
    current: Iteration | None
    processes: int = 1


class SearchBench:
    """A measurement that runs in a background thread: heuristic by heuristic, board by board.

    `accounts` raises the errors of preparing a heuristic.
    """

    def __init__(
        self, boards: Boards, heuristics: Sequence[str | Heuristic], *,
        pruning: Pruning | None = None, programs: Sequence[str] = ("ida_star",), best_first: BestFirst = A_STAR,
        jobs: int = 1, processes: int = 1, elsewhere: "Callable[[Task], BoardWorkers] | None" = None,
        limits: Limits = NO_LIMITS, keep: bool = False, fresh: bool = False, command: str | None = None,
        own: Sequence[Task] = (),
    ) -> None:  # fmt: skip
        """Start it: `processes` measure a board each, in `jobs` threads, or what `elsewhere` makes, within `limits`.

        With `keep` the boards of a long measurement are kept on disk, and the next one resumes, unless that is `fresh`.
        `command` is the command line, or the call, that repeats it. A heuristic of the user's, an object, is measured
        in plain Python; networks with each of the `programs`, everything else with IDA*; `own` are tasks by programs
        of the user's. Raises UnfitHeuristicError, UnavailableProgramError and BrokenTableError.
        """
        self.boards, self.processes, self.jobs = boards, processes, jobs
        self.provenance = Provenance(command, boards.seed, measuring_machine())
        beside = partial(BenchWorkers, number=min(processes, len(boards.starts)) - 1) if processes > 1 else None
        self._elsewhere = elsewhere or beside
        task = Task(
            facts=boards.facts, start_name="", start=boards.facts.any_state, program="ida_star", limits=limits,
            pruning=pruning, best_first=best_first, jobs=jobs,
        )  # fmt: skip
        searches = measured_tasks(task, heuristics, programs, sent=self._elsewhere is not None)
        self._tasks, workers = [*searches, *own], "cluster" if elsewhere else str(processes)
        self._keeper = Keeper(boards, searches if keep else (), self.provenance.machine, workers, fresh=fresh)
        self._begin()

    def _begin(self) -> None:
        self._board: Tally | None = None
        self._faults: list[str] = []
        self._done: list[tuple[Account, dict[int, Measured]]] = []
        self._moment = Moment("", "tables", "", 0, len(self.boards.starts), None)
        self._tally = Tally()
        self._tally.stopped_by(self._stop_board)
        self._run = BackgroundRun(self._measure_all, self._tally)

    def __getstate__(self) -> dict[str, Any]:
        """What other processes get: the results, once it is over. Raises what the measurement raised."""
        self._run.result()
        over = _Over(self._tally.cancelled)
        return vars(self) | {"_run": over, "_tally": over, "_board": None, "_elsewhere": None}

    def __repr__(self) -> str:
        boards, searches = several(len(self.boards.starts), "board"), len(self._tasks)
        return f"<SearchBench of {self.boards.facts.name}: {boards}, {searches} search{'es' * (searches != 1)}>"

    def _repr_html_(self) -> str | None:
        """What a notebook shows without the extension `pybridge.notebook`: means; None until it is over."""
        if not self.wait(0):
            return None
        means = ("length", "h", "expanded", "generated", "completed_expanded", "mean_seconds")
        rows = [
            [
                account.name,
                f"{len(account.solved):,} of {account.wanted:,}",
                *(getattr(account, mean) for mean in means),
            ]
            for account in self.accounts()
        ]
        columns = ("heuristic", "solved", *means[:4], "expanded in completed iterations", "seconds")
        return summary(f"{repr(self)[1:-1]}, means of the solved boards", columns, rows)

    def to_dict(self) -> Form:
        """What `bench --json` prints, once the measurement is over."""
        return form(self)

    def to_csv(self) -> str:
        """What `bench --csv` writes, once the measurement is over: a row for each board with each heuristic."""
        return data_table(self).to_csv()

    def to_frame(self, library: str | None = None) -> Any:
        """The same rows as a data frame of pandas, or of polars: of `library`, by default of pandas if installed.

        Raises OutputError if the library is not installed.
        """
        return data_table(self).to_frame(library)

    @property
    def kept(self) -> KeptBoards:
        """What is kept of it on disk."""
        return self._keeper.report

    def moment(self) -> Moment:
        """Its current progress."""
        board, moment = self._board, self._moment
        return replace(moment, current=board.current() if board and moment.processes == 1 else None)

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
        """One account for each heuristic and program that has at least one board, once the measurement is over."""
        self._run.result()
        return tuple(
            replace(account, boards=tuple(done[number] for number in sorted(done)))
            for account, done in self._done
            if done
        )

    def outcome(self) -> Outcome:
        """SOLVED if all boards are solved, otherwise INTERRUPTED, or the outcome of the first unsolved board."""
        if self._tally.cancelled:
            return Outcome.INTERRUPTED
        ends = (board.outcome for account in self.accounts() for board in account.boards)
        return next((end for end in ends if end is not Outcome.SOLVED), Outcome.SOLVED)

    def disagreements(self) -> list[str]:
        """The errors in solutions and their lengths."""
        return self._faults + differences(self.boards, self.accounts())

    def _measure_all(self) -> None:
        from pybridge.compiled import announcing

        with suppress(Stopped), self._keeper, announcing(self._report):
            for task in self._tasks:
                self._measure_by(task)

    def _report(self, phrase: str | None) -> None:
        """Note the progress of building tables and of compiling."""
        self._moment = replace(self._moment, preparing=phrase)
        self._tally.check()

    def _measure_by(self, task: Task) -> None:
        """All boards with one heuristic and program."""
        self._moment, self._board = Moment(name_of(task), "tables", "", 0, len(self.boards.starts), None), None
        workers = self._elsewhere(task) if self._elsewhere else None  # which starts while this process prepares
        try:
            self._measure_with(workers, task)
        finally:
            if workers:
                self._stop_board()
                workers.close()

    def _measure_with(self, workers: BoardWorkers | None, task: Task) -> None:
        """The same by workers, or in this process alone."""
        starts, begun = self.boards.starts, time.perf_counter()
        heuristic, program = searcher(task)
        account = Account(heuristic, "", "", 0.0, len(starts), (), program, task.best_first, engine=engine_of(task))
        solver = solver_for(task, self._report)
        source = solver.heuristic.source if solver.heuristic else ""
        pruning = solver.pruning.value if solver.pruning else ""
        training = solver.heuristic.table.about if isinstance(solver.heuristic, Learned) else None
        preparing = time.perf_counter() - begun
        account = replace(account, source=source, pruning=pruning, preparing=preparing, training=training)
        done = self._keeper.load(task, pruning)
        self._done.append((account, done))
        left = [number for number in range(len(starts)) if number not in done]
        measure = partial(self._measured, solver, task)
        for number, board, fault in (
            self._in_processes(workers, measure, left) if workers else self._in_turn(measure, left)
        ):
            done[number] = board
            if fault:
                self._faults.append(fault)
            else:
                self._keeper.put(task, number, board)

    def _measured(
        self, solver: PreparedSearch, task: Task, start: Start, done: Sequence[Iteration] = (),
        seconds: float = 0.0, remote: Remote | None = None,
    ) -> tuple[Measured, str | None]:  # fmt: skip
        """A board measured here, perhaps with workers elsewhere. Raises Stopped if that was cancelled meanwhile."""
        limits = task.limits
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - seconds))
        task = replace(task, limits=limits, remote=remote)
        self._board = tally = new_tally(task)
        tally.iterations += done
        self._tally.check()
        return measure_one(solver, task, start, tally, seconds)

    def _in_turn(self, measure: Measure, left: Sequence[int]) -> Iterator[Result]:
        """The boards that are left, in turn. Raises what `measure` raises."""
        for number in left:
            start = self.boards.starts[number]
            self._moment = replace(self._moment, preparing=None, start=start[0], number=number + 1)
            yield number, *measure(start)

    def _in_processes(self, workers: BoardWorkers, measure: Measure, left: Sequence[int]) -> Iterator[Result]:
        """The boards that are left in several processes, as they are done. Raises Stopped as `measure` does."""
        starts = self.boards.starts
        moment = replace(self._moment, preparing=None, number=len(starts) - len(left), processes=self.processes)
        self._moment = moment
        results = workers.measure([starts[number] for number in left], self._tally, measure)
        for count, (place, board, fault) in enumerate(results, start=moment.number + 1):
            self._moment = replace(moment, number=count)
            yield left[place], board, fault


@dataclass(frozen=True, slots=True)
class _Over:
    """The run of a measurement that another process has made."""

    cancelled: bool

    def wait(self, timeout: float) -> bool:
        return True

    def result(self) -> None:
        return None

    def cancel(self) -> None:
        return None


def finished(bench: SearchBench, watch: Callable[[SearchBench], None] = wait) -> SearchBench:
    """The measurement, once it is over; an interrupt ends it, and keeps the boards measured so far.

    `watch` waits for it. Raises DisagreementError, and the errors of preparing a heuristic.
    """
    watched(bench, watch)
    bench.accounts()
    if wrong := bench.disagreements():
        raise DisagreementError("\n".join(wrong))
    return bench
