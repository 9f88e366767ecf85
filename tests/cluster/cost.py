"""What does a packet cost the client and the scheduler? The workers only wait, so that hundreds have room here.

    .venv/bin/python tests/cluster/cost.py [WORKERS [THRESHOLDS [SECONDS]]]

A node takes SECONDS to search. A threshold has 4,096 nodes, and those below them. All workers are in one process. It
prints the time of processors per packet, and that of a cluster that has nothing to do, which is part of it.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from pybridge.cluster import keys, settings, tasks
from pybridge.cluster.link import Link
from pybridge.cluster.nodes import _Worker
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.processes import Scheduler
from pybridge.cluster.sent import sent_task
from pybridge.cluster.workers import RemoteWorkers
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.search.packets import Done, Ledger, Left, Rest
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.task import Task

NODES = Rest(tuple(divmod(number, 64) for number in range(4096)), (NOTHING,) * 4097)


class Waiting:
    """A searcher that waits at each node; what is below a node depends on its path alone."""

    def __init__(self, seconds):
        self.seconds = seconds

    @property
    def over(self):
        """Whether nothing is left."""
        return not self.left

    def begin(self, paths):
        """Begin below some nodes."""
        self.left, self.done = list(enumerate(paths))[::-1], [0] * len(paths)

    def run(self):
        """Wait for 20 ms, or until all is over."""
        until = time.monotonic() + 0.02
        while self.left and time.monotonic() < until:
            number, path = self.left.pop()
            draw = random.Random(str(path)).random()
            time.sleep(2 * self.seconds * draw)
            self.done[number] += 1
            if draw < 0.4 and len(path) < 6:
                self.left += [(number, (*path, move)) for move in (2, 1, 0)]
        return NOTHING

    def surrender(self):
        """What was done, and what is left."""
        return Done([Counts(each, each) for each in self.done], [Left(*node) for node in self.left[::-1]])


async def work(address, number, seconds):
    """Be this many workers until the input ends."""
    ready = SimpleNamespace(searchers=lambda start: lambda threshold: lambda: Waiting(seconds))
    tasks._ready = tasks.Made(lambda sent, report: ready)
    secured = keys.security(address, keys.key_folder())
    each = {"nthreads": 1, "host": settings.NEARBY, "memory_limit": 0, "security": secured, "dashboard": False}
    await asyncio.gather(*(_Worker(address, **each) for _ in range(number)))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def spent(pid):
    """The seconds of processors that a process has spent."""
    return sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def measured(link, scheduler, number, thresholds):
    """Packets; seconds, and those of client and scheduler, of some thresholds; the same of two seconds without them."""
    facts = read(find("korf24"))
    start, heuristic = facts.start("k44"), parse("manhattan")
    task = Task(facts=facts, start_name="k44", start=start, program="ida_star", heuristic=heuristic)
    pool = WorkerPool(link, sent_task(task))
    workers = RemoteWorkers(pool, start)
    while link.slots() < number or pool._ready.number < number:
        pool._ready.recount()
        pool._ready.look()

    def share():
        workers.share(Ledger(NODES), 1, lambda done: None, lambda: None)

    marks = []
    for each in (lambda: time.sleep(2), *[share] * thresholds, lambda: None):
        marks.append((time.monotonic(), time.process_time(), spent(scheduler)))
        each()
    idle, all_of_it = ([b - a for a, b in zip(*two, strict=True)] for two in (marks[:2], (marks[1], marks[-1])))
    return pool.done, all_of_it, idle


def main(number=64, thresholds=8, seconds=0.001):
    """Measure and print."""
    settings.set_dask()
    scheduler = Scheduler()
    os.environ[keys.TLS_VARIABLE] = str(scheduler.key)
    command = [sys.executable, __file__, "work", scheduler.address, str(number), str(seconds)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        with Link(scheduler.address) as link:
            packets, (wall, *all_of_it), (_, *idle) = measured(link, scheduler._child.pid, number, thresholds)
    finally:
        process.communicate()
        scheduler.end()
    client, its = (1000 * each / packets for each in all_of_it)
    print(f"{number} workers, {packets} packets in {wall:.1f} s: client {client:.2f} ms, scheduler {its:.2f} ms")
    print(f"a second without packets: client {500 * idle[0]:.0f} ms, scheduler {500 * idle[1]:.0f} ms")
    return packets


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        settings.set_dask()
        asyncio.run(work(sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
    else:
        main(*map(int, sys.argv[1:3]), *map(float, sys.argv[3:4]))
