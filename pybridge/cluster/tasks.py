"""What workers run: a packet, a board, making ready, and questions about a worker."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from distributed import get_worker
from distributed.worker import Worker

from pybridge.bench.account import Measured
from pybridge.bench.processes import measure_one, solver_for
from pybridge.cluster.sent import LastMade, SentTask, fault_of, searchers_of
from pybridge.cluster.sources import version
from pybridge.facts import State
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.search.packets import Done, Path, StrayPath
from pybridge.search.rows import PreparedSearch
from pybridge.search.tally import Stopped, Tally


@dataclass(frozen=True, slots=True)
class Searched:
    """What a worker has done of a packet, and the seconds of CPU that it took."""

    done: Done
    seconds: float


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """What a worker says about itself; `tables` is its cache folder, and `place` is equal for workers that share it."""

    host: str
    pid: int
    version: str
    tables: str
    place: str
    count: int


def _made(sent: SentTask, report: OnProgress) -> PreparedSearch:
    return solver_for(sent.task(), report)


_searchers, _solvers = LastMade(searchers_of), LastMade(_made)
_cut: set[str] = set()
"""The keys of tasks whose packets are to be returned soon."""


def cut(keys: list[str]) -> None:
    """Have the packets of these tasks returned soon."""
    _cut.update(keys)


def _unwanted() -> Callable[[], bool]:
    """What says whether nobody wants the running task any more: a look at the worker's own state, which is cheap."""
    worker = get_worker()
    key, tasks = worker.get_current_task(), worker.state.tasks

    def unwanted() -> bool:
        state = tasks.get(key)
        return state is None or state.state != "executing"

    return unwanted


def _reporting(unwanted: Callable[[], bool]) -> OnProgress:
    def report(phrase: str) -> None:
        if unwanted():
            raise Stopped(Outcome.INTERRUPTED)

    return report


@contextmanager
def _naming_faults() -> Iterator[None]:
    """Raise what goes wrong as FaultyWorker, except for a wrong path, and for the end of what is no longer needed."""
    try:
        yield
    except (Stopped, StrayPath):
        raise
    except Exception as error:
        raise fault_of(error, get_worker().address) from None


@_naming_faults()
def make_ready(sent: SentTask) -> None:
    """Load or build the tables of a search, and compile."""
    _searchers.of(sent, _reporting(_unwanted()))


@_naming_faults()
def make_solver(sent: SentTask) -> None:
    """The same for a measurement."""
    _solvers.of(sent, _reporting(_unwanted()))


@_naming_faults()
def search(sent: SentTask, threshold: int, paths: list[Path], seconds: float, key: str) -> Searched:
    """Search a packet for this many seconds at most."""
    unwanted = _unwanted()
    searcher = _searchers.of(sent, _reporting(unwanted))(threshold)()
    begun = time.thread_time()
    deadline = time.monotonic() + seconds
    searcher.begin(paths)
    while not searcher.over:
        searcher.run()
        if unwanted() or key in _cut or time.monotonic() > deadline:
            break
    _cut.discard(key)
    return Searched(searcher.surrender(), time.thread_time() - begun)


class _Watched(Tally):
    """The account of a board, which ends when nobody wants it."""

    def check(self) -> None:
        """Look at the worker's state, too."""
        if self.unwanted():
            self.cancel()
        super().check()

    unwanted: Callable[[], bool]


@_naming_faults()
def measure(sent: SentTask, start_name: str, start: State) -> tuple[Measured, str | None]:
    """A board, by the bench's own function."""
    unwanted = _unwanted()
    solver = _solvers.of(sent, _reporting(unwanted))
    task = sent.task()
    tally = _Watched(task.limits)
    tally.unwanted = unwanted
    return measure_one(solver, task, (start_name, start), tally)


def answer(dask_worker: Worker) -> WorkerReport:
    """What `doctor --cluster` asks of a worker. The place is that of the folder on its file system."""
    from pybridge.store.store import Store

    folder = Store().folder
    folder.mkdir(parents=True, exist_ok=True)
    about, host = folder.stat(), socket.gethostname()
    count = len(list(folder.glob("*.table")))
    return WorkerReport(host, os.getpid(), version(), str(folder), f"{about.st_dev}:{about.st_ino}", count)
