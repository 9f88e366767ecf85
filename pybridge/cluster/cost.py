"""What a packet costs the client and the scheduler on this machine, measured with workers that only wait.

So hundreds of workers have room here: all of them are in one process, and a node is searched by sleeping.
"""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pybridge.cluster import keys, processes, settings
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import Made, sent_task
from pybridge.cluster.workers import RemoteWorkers
from pybridge.errors import ClusterError
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.interpreters import python
from pybridge.search.packets import Done, Ledger, Left, Rest
from pybridge.search.packets import Path as Moves
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.task import Task

_NODES = tuple(divmod(number, 64) for number in range(4096))
"""The nodes with which a threshold begins."""
_BRANCHES, _DEEPEST = 0.4, 6
"""How many of the nodes have others below them, and after how many moves none has."""
_TRIPS = 25
_IDLE = 1.0
"""Packets that are sent one by one, to time a trip; seconds in which nothing is sent."""


@dataclass(frozen=True, slots=True)
class PacketCost:
    """Seconds of CPU of `client` and `scheduler` a packet, and seconds from sending a packet to its result, a `trip`.

    They were measured with this number of `packets`.
    """

    client: float
    scheduler: float
    trip: float
    packets: int


class _Waiting:
    """A searcher that waits at each node; what is below a node depends on its path alone."""

    budget = 1

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return not self._left

    def begin(self, paths: Sequence[Moves]) -> None:
        """Begin below some nodes."""
        self._left, self._done = list(enumerate(paths))[::-1], [0] * len(paths)

    def run(self) -> Counts:
        """Wait for 20 ms, or until all is over."""
        until = time.monotonic() + 0.02
        while self._left and time.monotonic() < until:
            number, path = self._left.pop()
            draw = random.Random(str(path)).random()
            time.sleep(2 * self._seconds * draw)
            self._done[number] += 1
            if draw < _BRANCHES and len(path) < _DEEPEST:
                self._left += [(number, (*path, move)) for move in (2, 1, 0)]
        return NOTHING

    def surrender(self) -> Done:
        """What was done, and what is left."""
        return Done([Counts(each, each) for each in self._done], [Left(*node) for node in self._left[::-1]])


async def _wait_for_packets(address: str, key: str, number: int, seconds: float) -> None:
    """Be this many workers until the input ends."""
    from pybridge.cluster import tasks
    from pybridge.cluster.nodes import PlainWorker

    ready: Any = SimpleNamespace(searchers=lambda start: lambda threshold: lambda: _Waiting(seconds))
    tasks._ready = Made(lambda sent, report: ready)
    each = {"nthreads": 1, "host": settings.NEARBY, "memory_limit": 0, "dashboard": False}
    secured = keys.security(address, Path(key))
    await asyncio.gather(*(PlainWorker(address, security=secured, **each) for _ in range(number)))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def packet_cost(workers: int = 16, thresholds: int = 4, seconds: float = 0.001) -> PacketCost:
    """Measure for some ten seconds, with a scheduler of its own. Raises ClusterError."""
    settings.set_dask()
    scheduler = processes.Scheduler()
    about = json.dumps([scheduler.address, str(scheduler.key), workers, seconds])
    command = [*python("from pybridge.cluster.cost import main; main()"), about]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        with Link(scheduler.address, scheduler.key) as link:
            return _measured(link, scheduler, workers, thresholds)
    finally:
        process.communicate()
        scheduler.end()


def _measured(link: Link, scheduler: processes.Scheduler, workers: int, thresholds: int) -> PacketCost:
    facts = read(find("korf24"))
    start = facts.start("k44")
    task = Task(facts=facts, start_name="k44", start=start, program="ida_star", heuristic=parse("manhattan"))
    pool = WorkerPool(link, sent_task(task))
    remote = RemoteWorkers(pool, start)
    link.require_workers(workers)

    def share(nodes: Sequence[Moves], times: int = 1) -> None:
        for _ in range(times):
            remote.share(Ledger(Rest.below(nodes)), 1, lambda done: None, lambda: None)

    def spent(call: Any) -> tuple[float, float, float]:
        """Seconds, and those of CPU of client and scheduler."""
        before = time.monotonic(), time.process_time(), scheduler.spent()
        call()
        return time.monotonic() - before[0], time.process_time() - before[1], scheduler.spent() - before[2]

    share(_NODES[:workers])  # they become ready
    _, *idle = spent(lambda: time.sleep(_IDLE))
    trip = min(spent(lambda: share([(9,) * _DEEPEST]))[0] for _ in range(_TRIPS))
    done = pool.done
    seconds, *busy = spent(lambda: share(_NODES, thresholds))
    packets = pool.done - done
    if not packets:
        raise ClusterError("no packet was searched, so its cost is not known; try again when the machine is idle")
    client, its = (max(0.0, each - rate * seconds / _IDLE) / packets for each, rate in zip(busy, idle, strict=True))
    return PacketCost(client, its, trip, packets)


def main() -> None:
    """Be the workers that wait."""
    address, key, number, seconds = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="pybridge-cluster-") as folder:
        settings.set_dask(folder)
        asyncio.run(_wait_for_packets(address, key, number, seconds))
