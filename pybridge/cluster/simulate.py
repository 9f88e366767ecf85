"""How fast would a cluster search? The nodes and the packets are those of real searches; workers and clocks are not.

The pool of workers, its packets and its cuts are the real ones. A virtual link stands where Dask would: messages take
as long as they were measured to take on this machine, the client and the scheduler handle one packet at a time, and a
thread searches as many nodes a second as makes the searches as long as those that are asked about.
"""

import heapq
import itertools
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from pybridge.bench.boards import Start
from pybridge.cluster.cost import PacketCost
from pybridge.cluster.link import Key, Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import ReadySearch, sent_task
from pybridge.cluster.tasks import CUT, Searched, cut, search
from pybridge.cluster.workers import RemoteIteration, RemoteWorkers
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.facts.wording import several
from pybridge.limits import Limits, OnProgress, silent
from pybridge.outcome import Outcome
from pybridge.search.native.solver import prepare
from pybridge.search.packets import Ledger, Packet, Path, Rest, Searcher
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task
from pybridge.search.threads import SOON_REMOTE

_SLICE = 0.05
"""Virtual seconds between two looks of a thread at whether it is to end."""


@dataclass(frozen=True, slots=True)
class Workload:
    """The iterations of a search: a start, thresholds, and the nodes that they generate together."""

    start: State
    thresholds: tuple[int, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class Simulated:
    """Searches by some machines of some threads each: virtual seconds, and those of one thread alone.

    `nodes` were generated. `client` and `scheduler` are the parts of the time in which these worked.
    """

    machines: int
    threads: int
    seconds: float
    alone: float
    packets: int
    nodes: int
    client: float
    scheduler: float

    @property
    def speed_up(self) -> float:
        """How many times as fast as one thread it is."""
        return self.alone / self.seconds


class _AtMost(Tally):
    """The account of a search that ends once it has generated enough nodes."""

    enough = 0

    def check(self) -> None:
        """Look at the nodes, too."""
        if self.generated >= self.enough:
            raise Stopped(Outcome.INTERRUPTED)
        super().check()


def workload(ready: ReadySearch, start: State, enough: int) -> Workload:
    """The iterations of a search, as far as they are completed before it has generated that many nodes, or solved.

    Raises UnavailableProgramError if none is.
    """
    tally = _AtMost()
    tally.enough = enough
    solution = ready.solver.solve(replace(ready.task, start=start, limits=Limits()), tally)
    done = [each for each in solution.iterations if each.completed or solution.outcome is Outcome.SOLVED]
    nodes = sum(each.generated or 0 for each in done)
    if not nodes:
        raise UnavailableProgramError("a search that ends at its start has nothing to share")
    return Workload(start, tuple(each.threshold for each in done), nodes)


class _Machine:
    """A packet at a machine, whose threads share it as those of `Threads` do."""

    def __init__(self, link: "VirtualLink", key: Key, spare: "_Spare", paths: Sequence[Path], threads: int) -> None:
        self._link, self._key, self._spare, self._idle = link, key, spare, threads
        self._ledger, self._ends, self._busy = Ledger(Rest.below(paths), apart=True), False, 0

    def begin(self) -> None:
        """Deal what is open to the threads that are idle; when none is busy, all is over."""
        while self._ledger.open and self._idle and not self._ends:
            packet, searcher = self._ledger.take(self._idle), self._spare.take()
            searcher.begin(packet.paths)
            self._idle, self._busy = self._idle - 1, self._busy + 1
            self._search(searcher, packet)
        if not self._busy:
            self._link.deliver(self._key, Searched(self._ledger.surrender(), 0.0))

    def end(self) -> None:
        """Surrender what is left, as soon as the threads look."""
        self._ends = True

    def _search(self, searcher: Searcher, packet: Packet) -> None:
        self._link.after(self._link.seconds_of(searcher.run().generated), partial(self._look, searcher, packet))

    def _look(self, searcher: Searcher, packet: Packet) -> None:
        hungry = self._idle and not self._ledger.open
        if not (searcher.over or self._ends or hungry or self._ledger.outdated(packet)):
            self._search(searcher, packet)
            return
        self._ledger.settle(packet, searcher.surrender())
        self._spare.append(searcher)
        self._idle, self._busy = self._idle + 1, self._busy - 1
        self.begin()


class _Spare(list[Searcher]):
    """Searchers to a threshold that nobody uses at present."""

    def __init__(self, new: Callable[[], Searcher], budget: int) -> None:
        super().__init__()
        self._new, self._budget = new, budget

    def take(self) -> Searcher:
        """One of them, or a new one."""
        searcher = self.pop() if self else self._new()
        searcher.budget = self._budget
        return searcher


class VirtualLink(Link):
    """A link to workers that do not exist. `rate` is how many nodes a thread generates in a virtual second."""

    alive = True

    def __init__(self, ready: ReadySearch, machines: int, threads: int, cost: PacketCost, rate: float) -> None:
        self.address, self.client = "a virtual cluster", SimpleNamespace(cancel=lambda futures, force: None)
        self._searchers, self._cost, self._rate = ready.searchers, cost, rate
        self._machines = dict.fromkeys((f"machine {number}" for number in range(machines)), threads)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._now = self._at = self._free = 0.0  # of the client, of the event that happens, and of the scheduler
        self._hop = max(0.0, cost.trip - cost.client - cost.scheduler) / 4
        self._arrived: list[tuple[Key, Searched]] = []
        self._flying: dict[Key, _Machine] = {}
        self._kept: dict[tuple[State, int], _Spare] = {}
        self.worked = self.scheduled = 0.0
        """Virtual seconds that the client and the scheduler worked."""

    def now(self) -> float:
        """The client's time."""
        return self._now

    def threads(self) -> dict[str, int]:
        """How many threads each worker has."""
        return self._machines

    def listen(self, topic: str, call: Callable[[Any], None]) -> None:
        """Results are fetched by `received`."""

    def tell(self, topic: str, form: Mapping[str, Any]) -> None:
        """Nobody asks."""

    def seconds_of(self, nodes: int) -> float:
        """How long a thread takes to generate some nodes."""
        return nodes / self._rate

    def spare(self, start: State, threshold: int) -> _Spare:
        """Searchers to a threshold."""
        if (start, threshold) not in self._kept:
            budget = max(1, int(self._rate * _SLICE))
            self._kept[start, threshold] = _Spare(self._searchers(start)(threshold), budget)
        return self._kept[start, threshold]

    def at(self, time: float, call: Callable[[], None]) -> None:
        """Have something happen at a time."""
        heapq.heappush(self._events, (time, next(self._numbers), call))

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        """Have something happen some seconds after what happens now."""
        self.at(self._at + seconds, call)

    def work(self, seconds: float) -> None:
        """Have the client do something."""
        self._now += seconds
        self.worked += seconds

    def _scheduled(self, arrives: float) -> float:
        """When the scheduler has handled what arrives."""
        self._free = max(self._free, arrives) + self._cost.scheduler / 2
        self.scheduled += self._cost.scheduler / 2
        return self._free

    def send(
        self, function: Callable[..., Any], tasks: Mapping[Key, tuple[str, tuple[Any, ...]]], *, priority: int = 0
    ) -> dict[Key, Any]:
        """Have workers run a function. What a cut costs is part of what its packet costs."""
        if function is search:
            self.work(len(tasks) * self._cost.client / 2)
        for key, (_, arguments) in tasks.items():
            if function is search:
                self._search(key, *arguments)
            elif function is cut:
                machine = self._flying.get((key[0].removesuffix(CUT), key[1]))
                self.at(self._now + 2 * self._hop, machine.end if machine else lambda: None)
        status = "pending" if function is search else "finished"
        return {key: SimpleNamespace(status=status) for key in tasks}

    def _search(
        self, key: Key, digest: str, start: State, threshold: int, paths: list[Path], seconds: float, threads: int
    ) -> None:
        machine = self._flying[key] = _Machine(self, key, self.spare(start, threshold), paths, threads)
        arrives = self._scheduled(self._now + self._hop) + self._hop
        self.at(arrives, machine.begin)
        self.at(arrives + seconds, machine.end)

    def deliver(self, key: Key, done: Searched) -> None:
        """Have a result arrive at the client."""
        if self._flying.pop(key, None):
            arrives = self._scheduled(self._at + self._hop) + self._hop
            self.at(arrives, lambda: self._arrived.append((key, done)))

    def received(self, results: "queue.Queue[Any]", seconds: float) -> list[tuple[Key, Searched]]:
        """What arrives within some seconds, or has arrived by then."""
        until = self._now + seconds
        if self._events and len(self._flying) == len(self._machines):  # nobody waits for anything else
            until = max(until, self._events[0][0])
        while self._events and self._events[0][0] <= (self._now if self._arrived else until):
            self._at, _, call = heapq.heappop(self._events)
            call()
            if self._arrived:
                self._now = max(self._now, self._at)
        found, self._arrived = self._arrived, []
        self._now = self._now if found else until
        self.work(len(found) * self._cost.client / 2)
        return found


class Simulation:
    """Searches by one heuristic from some starts at once, each of which takes one thread `seconds`."""

    def __init__(self, task: Task, starts: Sequence[Start], seconds: float, nodes: int) -> None:
        """Search them here, to know their nodes: about this many together, at most.

        Raises UnavailableProgramError, and what preparing raises.
        """
        prepare(replace(task, elsewhere=True), silent)  # which refuses what cannot be cut
        self._sent = sent_task(task)
        self._ready = self._sent.ready(silent)
        self.loads = [workload(self._ready, state, nodes // len(starts)) for _, state in starts]
        self.alone = seconds * len(starts)

    def by(self, machines: int, threads: int, cost: PacketCost, report: OnProgress) -> Simulated:
        """The same on a cluster whose packets cost that. Raises what `report` raises."""
        link = VirtualLink(self._ready, machines, threads, cost, sum(load.nodes for load in self.loads) / self.alone)
        pool = WorkerPool(link, self._sent)
        ledgers: list[Ledger] = []
        left = [_iterations(link, pool, load, ledgers) for load in self.loads]
        under_way = {number: source for number, each in enumerate(left) if (source := next(each, None))}
        while under_way:
            report(f"{several(machines, 'machine')}: {len(under_way)} left after {link.now():,.0f} s")
            pool.step()
            for number, source in list(under_way.items()):
                if source.ended.is_set():
                    del under_way[number]
                    if following := next(left[number], None):
                        under_way[number] = following
        seconds, nodes = link.now(), sum(ledger.counts.generated for ledger in ledgers)
        shares = link.worked / seconds, link.scheduled / seconds
        return Simulated(machines, threads, seconds, self.alone, pool.done, nodes, *shares)


def _iterations(
    link: VirtualLink, pool: WorkerPool, load: Workload, ledgers: list[Ledger]
) -> Iterator[RemoteIteration]:
    """The iterations that workers are needed for: each begins with the client, as in a real search.

    The accounts of all iterations are added to the ledgers.
    """
    workers = RemoteWorkers(pool, load.start)
    for threshold in load.thresholds:
        ledger, searcher, spent = Ledger(), link.spare(load.start, threshold).take(), 0.0
        packet = ledger.take(1)
        ledgers.append(ledger)
        searcher.begin(packet.paths)
        while not searcher.over and spent < SOON_REMOTE:
            spent += link.seconds_of(searcher.run().generated)
        ledger.settle(packet, searcher.surrender())
        link.work(spent)
        if not ledger.over:
            source = RemoteIteration(workers, ledger, threshold, lambda counts: None, lambda: None)
            pool.add(source)
            yield source
