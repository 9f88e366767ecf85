"""What workers run: a packet, a board, a part of a census, making ready, and questions about a worker.

What was done of a job is sent to the topic that its key names. So it arrives with the news that the task is over:
nobody has to ask for it.
"""

import pickle
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import cast

from distributed import get_worker
from distributed.worker import Worker

from pybridge.bench.account import Measured
from pybridge.bench.processes import measure_one
from pybridge.cluster.link import Key
from pybridge.cluster.sent import Made, ReadySearch, Sent, fault_of
from pybridge.cluster.sources import version
from pybridge.facts import State
from pybridge.outcome import Outcome
from pybridge.search.census.parts import PartCounter
from pybridge.search.packets import Done, Ledger, Path, Rest, StrayPath
from pybridge.search.solution import Counts, Iteration
from pybridge.search.tally import Stopped, Tally, ThreadClock
from pybridge.search.threads import Threads
from pybridge.store.store import Store


@dataclass(frozen=True, slots=True)
class Searched:
    """What a worker has done of a packet, and the seconds of CPU that it took."""

    done: Done
    seconds: float


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """What a worker says about itself; `tables` is its cache folder, and `place` is equal for workers that share it."""

    host: str
    version: str
    tables: str
    place: str
    count: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A board that was measured, and the error that the judge found."""

    measured: Measured
    fault: str | None


@dataclass(frozen=True, slots=True)
class Begun:
    """The completed iterations of a board that was cut, and the seconds that it took so far."""

    iterations: tuple[Iteration, ...]
    seconds: float


_ready = Made()


CUT = "-cut"


def cut_of(key: Key) -> Key:
    """The task that cuts the job of a task: it comes to the same worker, and waits there for its end."""
    return f"{key[0]}{CUT}", key[1]


def cut(number: int) -> None:
    """Nothing: the packet of this number has seen that this waits."""


class _Running:
    """The running task, as the worker's own state shows it, which is cheap to look at."""

    def __init__(self) -> None:
        worker = get_worker()
        self.key, self._tasks = worker.get_current_task(), worker.state.tasks

    def is_unwanted(self) -> bool:
        """Whether nobody wants it any more."""
        state = self._tasks.get(self.key)
        return state is None or state.state != "executing"

    def is_cut(self) -> bool:
        """Whether it is to end, for what is left to be shared."""
        return cut_of(self.key) in self._tasks

    def report(self, phrase: str) -> None:
        """Raise Stopped if nobody wants it."""
        if self.is_unwanted():
            raise Stopped(Outcome.INTERRUPTED)

    def send(self, done: Searched | Judged | Begun | tuple[int, ...]) -> None:
        """Send what was done."""
        get_worker().log_event(self.key[0], pickle.dumps((self.key, done)))


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
def make_ready(sent: Sent) -> None:
    """Load or build the tables of a search, or what a census needs, and compile."""
    _ready.of(_ready.keep(sent), _Running().report)


class _Enough(Exception):
    """A packet is to end."""


@_naming_faults()
def search(digest: str, start: State, threshold: int, paths: list[Path], seconds: float, threads: int) -> None:
    """Search a packet for this many seconds at most, in threads that share it among themselves."""
    task = _Running()
    searcher = cast(ReadySearch, _ready.of(digest, task.report)).searchers(start)(threshold)
    clock, deadline = ThreadClock(), time.monotonic() + seconds

    def spend(counts: Counts) -> None:
        clock.look()
        if task.is_unwanted() or task.is_cut() or time.monotonic() > deadline:
            raise _Enough

    ledger = Ledger(Rest.below(paths), apart=True)
    with suppress(_Enough):
        Threads(ledger, searcher, spend, threads).search()
    task.send(Searched(ledger.surrender(), clock.seconds))


class _Watched(Tally):
    """The account of a board, which ends when nobody wants the board, or when it is to be cut."""

    def check(self) -> None:
        """Look at the worker's state, too."""
        if self.running.is_unwanted() or (self.shared and self.running.is_cut()):
            self.cancel()
        super().check()

    running: _Running
    shared: bool


@_naming_faults()
def measure(digest: str, start_name: str, start: State) -> None:
    """Measure a board, by the bench's own function."""
    task = _Running()
    ready = cast(ReadySearch, _ready.of(digest, task.report))
    tally = _Watched(ready.task.limits)
    tally.running, tally.shared, begun = task, ready.is_shared(start), time.monotonic()
    try:
        task.send(Judged(*measure_one(ready.solver, ready.task, (start_name, start), tally)))
    except Stopped:
        if task.is_unwanted():
            raise
        done = tuple(each for each in tally.iterations if each.completed)
        task.send(Begun(done, time.monotonic() - begun))


@_naming_faults()
def count(digest: str, distance: int, targets: Sequence[int], part: int, exact: bool) -> None:
    """Count a part of a level of a census, and write it to the folder that all share."""
    task = _Running()
    counter = cast(PartCounter, _ready.of(digest, task.report))
    tally = counter.count(distance, targets, part, exact, partial(task.report, ""))
    task.send(tuple(map(int, tally)))


def answer(dask_worker: Worker) -> WorkerReport:
    """What `doctor --cluster` asks of a worker. The place is that of the folder on its file system."""
    folder = Store().folder
    folder.mkdir(parents=True, exist_ok=True)
    about, host = folder.stat(), socket.gethostname()
    count = len(list(folder.glob("*.table")))
    return WorkerReport(host, version(), str(folder), f"{about.st_dev}:{about.st_ino}", count)
