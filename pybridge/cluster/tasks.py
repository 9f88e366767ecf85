"""What workers run: a packet, a board, making ready, and questions about a worker."""

import os
import pickle
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from distributed import get_worker
from distributed.worker import Worker

from pybridge.bench.account import Measured
from pybridge.bench.processes import measure_one, solver_for
from pybridge.cluster.link import Key
from pybridge.cluster.sent import Made, SentTask, fault_of, searchers_of
from pybridge.cluster.sources import version
from pybridge.facts import State
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.search.packets import Done, Path, StrayPath
from pybridge.search.rows import PreparedSearch
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task


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


def _made(sent: SentTask, report: OnProgress) -> tuple[PreparedSearch, Task]:
    task = sent.task()
    return solver_for(task, report), task


_searchers, _solvers = Made(searchers_of), Made(_made)


def cut_of(key: Key) -> Key:
    """The task that cuts the packet of a task: it comes to the same worker, and waits there for its end."""
    return f"{key[0]}-cut", key[1]


def cut(number: int) -> None:
    """Nothing: the packet of this number has seen that this waits."""


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
    _searchers.of(_searchers.keep(sent), _reporting(_unwanted()))


@_naming_faults()
def make_solver(sent: SentTask) -> None:
    """The same for a measurement."""
    _solvers.of(_solvers.keep(sent), _reporting(_unwanted()))


@_naming_faults()
def search(digest: str, threshold: int, paths: list[Path], seconds: float) -> None:
    """Search a packet for this many seconds at most, and send what was done to the topic that its key names.

    So it arrives with the news that the task is over: nobody has to ask for it.
    """
    worker, unwanted = get_worker(), _unwanted()
    key, tasks = worker.get_current_task(), worker.state.tasks
    searcher = _searchers.of(digest, _reporting(unwanted))(threshold)()
    begun = time.thread_time()
    deadline = time.monotonic() + seconds
    searcher.begin(paths)
    while not searcher.over:
        searcher.run()
        if unwanted() or cut_of(key) in tasks or time.monotonic() > deadline:
            break
    searched = Searched(searcher.surrender(), time.thread_time() - begun)
    worker.log_event(key[0], pickle.dumps((key, searched)))


class _Watched(Tally):
    """The account of a board, which ends when nobody wants it."""

    def check(self) -> None:
        """Look at the worker's state, too."""
        if self.unwanted():
            self.cancel()
        super().check()

    unwanted: Callable[[], bool]


@_naming_faults()
def measure(digest: str, start_name: str, start: State) -> tuple[Measured, str | None]:
    """A board, by the bench's own function."""
    unwanted = _unwanted()
    solver, task = _solvers.of(digest, _reporting(unwanted))
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
