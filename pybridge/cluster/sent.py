"""What a task carries, and how a worker becomes ready for it: text and plain values, which mean the same everywhere."""

import socket
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from pybridge.cluster.sources import version
from pybridge.compiled import announcing
from pybridge.errors import ClusterError, PybridgeError, UnavailableProgramError
from pybridge.facts import State, read_text, write
from pybridge.heuristics.choice import DEFAULTS, bounds, plain
from pybridge.heuristics.registry import Spec, parse
from pybridge.limits import Limits, OnProgress
from pybridge.puzzles import Pruning
from pybridge.search.census.parts import PartCounter
from pybridge.search.native.solver import IdaStar, prepare
from pybridge.search.rows import by_network, native_lacks, search_row
from pybridge.search.task import FIRST, Task
from pybridge.search.threads import Searchers

_KEPT = 256
"""Searches that a worker keeps, of some 10 kB each."""
_STARTS = 64
"""Starts of one search whose searchers a worker keeps."""


class FaultyWorker(Exception):
    """A worker cannot do what it was sent: its address, its machine, and the reason in one line."""

    def __init__(self, address: str, host: str, reason: str) -> None:
        super().__init__(address, host, reason)
        self.address, self.host, self.reason = address, host, reason


def fault_of(error: BaseException, address: str, host: str = "") -> FaultyWorker:
    """What an error says about the worker at an address; the machine is this one if none is given."""
    if isinstance(error, FaultyWorker):
        return error
    text = " ".join(str(error).split())
    kind = "" if isinstance(error, PybridgeError) else f"{type(error).__name__}: " if text else type(error).__name__
    return FaultyWorker(address, host or socket.gethostname(), kind + text)


class Sent(ABC):
    """What all jobs of a pool have in common, in words: text and plain values."""

    @property
    def digest(self) -> str:
        """What names it in a message to a worker that has it."""
        return blake2b(repr(self).encode(), digest_size=8).hexdigest()

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is, for people."""

    @abstractmethod
    def ready(self, report: OnProgress) -> object:
        """What it becomes at a worker. Raises ClusterError, and what making it raises."""


@dataclass(frozen=True, slots=True)
class SentTask(Sent):
    """A search, in words: the same heuristic and pruning on every machine, whatever tables it has."""

    version: str
    facts: str
    start_name: str
    start: State
    heuristic: str
    pruning: str | None
    seconds: float | None = None
    memory: int | None = None

    @property
    def name(self) -> str:
        """What it searches, for people."""
        return f"{self.task().facts.name}, {self.start_name}" if self.start_name else self.task().facts.name

    def ready(self, report: OnProgress) -> "ReadySearch":
        """What searches here as it says.

        Raises ClusterError, UnavailableProgramError, what preparing raises, and what `report` raises.
        """
        task = self.task()
        with announcing(lambda phrase: report(phrase or "")):
            solver = prepare(task, report)
            assert isinstance(solver, IdaStar)  # or it would not have been sent
            ready = ReadySearch(task, solver)
            ready.searchers(task.start)
            return ready

    def task(self) -> Task:
        """The search. Raises ClusterError if another version of pybridge sent it, or one with other sources."""
        _require_same(self.version)
        return Task(
            facts=read_text(self.facts), start_name=self.start_name, start=self.start, program="ida_star",
            heuristic=parse(self.heuristic), pruning=None if self.pruning is None else Pruning(self.pruning),
            limits=Limits(self.seconds, memory=self.memory),
        )  # fmt: skip


def _require_same(sent: str) -> None:
    """Raise ClusterError if another version of pybridge sent something, or one with other sources."""
    if sent != version():
        raise ClusterError(f"it has pybridge {version()}, and this is {sent}; install the same one")


@dataclass(frozen=True, slots=True)
class SentCensus(Sent):
    """A census, in words: a puzzle, the method, and the folder that the client and all workers share.

    There is a file in the folder whose name only the client knows.
    """

    version: str
    facts: str
    method: str
    folder: str
    mark: str

    @property
    def name(self) -> str:
        """What it counts, for people."""
        return f"{read_text(self.facts).name}, census"

    def ready(self, report: OnProgress) -> PartCounter:
        """What counts parts here.

        Raises ClusterError if the folder is not here, or the version is another one, and what `report` raises.
        """
        _require_same(self.version)
        if not (Path(self.folder) / self.mark).exists():
            raise ClusterError(
                f"it does not see {self.folder}; a census needs a folder that all machines have at the same path: set "
                "PYBRIDGE_TABLES to one where the census begins"
            )
        facts = read_text(self.facts)
        parts = search_row(facts).counting.methods[self.method].parts
        assert parts  # or it would not have been sent
        with announcing(lambda phrase: report(phrase or "")):
            counter = parts.part_counter(facts, Path(self.folder))
            counter.warm_up()
        return counter


def sent_task(task: Task) -> SentTask:
    """A task in words. Raises UnavailableProgramError for one that only this process can do."""
    heuristic = task.heuristic
    if heuristic is None and plain(task.facts) is None and task.facts.domain in DEFAULTS:
        heuristic = bounds(task.facts)  # of a domain that has no heuristic but what it begins with
    if task.program != "ida_star" or by_network(task) or not isinstance(heuristic, Spec):
        raise UnavailableProgramError("a cluster searches by ida_star with a heuristic of pybridge's, and no network")
    if task.wanted != FIRST:
        raise UnavailableProgramError("a cluster finds one shortest solution; leave out --all, --count and --any")
    if lacks := native_lacks(task):
        raise UnavailableProgramError(f"a cluster needs the engine native, which {lacks}; leave out --cluster")
    return SentTask(
        version(), write(task.facts), task.start_name, task.start, heuristic.name,
        task.pruning.value if task.pruning else None, task.limits.seconds, task.limits.memory,
    )  # fmt: skip


class ReadySearch:
    """A search with its tables and kernels ready; its `searchers` search packets below a start."""

    def __init__(self, task: Task, solver: IdaStar) -> None:
        self.task, self.solver = task, solver
        self.searchers = lru_cache(maxsize=_STARTS)(self._searchers)

    def is_shared(self, start: State) -> bool:
        """Whether others can continue a search from a start that this process has begun."""
        return self.solver.is_shared(replace(self.task, start=start))

    def _searchers(self, start: State) -> Searchers:
        return self.solver.searchers(replace(self.task, start=start, limits=Limits()))


class Made:
    """What a worker has been sent, by its digest, and what it has made ready of the last one that it needed.

    Threads that want the same wait for the one that makes it.
    """

    def __init__(self, make: Callable[[Sent, OnProgress], object] = lambda sent, report: sent.ready(report)) -> None:
        self._make, self._lock = make, threading.Lock()
        self._sent: OrderedDict[str, Sent] = OrderedDict()
        self._last: tuple[str, object] | None = None

    def keep(self, sent: Sent) -> str:
        """Keep what was sent, in place of what was not needed for longest; return its digest."""
        with self._lock:
            self._sent[sent.digest] = sent
            self._sent.move_to_end(sent.digest)
            if len(self._sent) > _KEPT:
                self._sent.popitem(last=False)
        return sent.digest

    def of(self, digest: str, report: OnProgress) -> object:
        """What was made of the sent, made now if it was not. Raises ClusterError, and what making it raises."""
        with self._lock:
            if digest not in self._sent:
                raise ClusterError(f"it has forgotten the search {digest}; search again")
            self._sent.move_to_end(digest)
            if self._last is None or self._last[0] != digest:
                self._last = None
                self._last = digest, self._make(self._sent[digest], report)
            return self._last[1]
