"""How much faster is a search in more threads? The nodes are those of a real search; the clocks are made up.

    .venv/bin/python tests/cluster/simulate.py [PUZZLE START HEURISTIC THRESHOLD]

Threads take packets as on a cluster: a message takes MESSAGE seconds, a packet is cut for a thread that is idle, and
a thread generates RATE nodes a second. The rate is far below the true one, so that a search of seconds here stands
for one of hours. It prints the speed-up of the iterations up to the threshold.
"""

import heapq
import itertools
import sys

from pybridge.cluster.sent import ready_search, sent_task
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.search.native.tiles import searcher as workers
from pybridge.search.packets import Ledger
from pybridge.search.rows import search_row
from pybridge.search.task import Task

RATE = 20_000
MESSAGE, ALONE, YOUNG, LONG = 0.02, 0.2, 0.15, 2.0
"""Seconds of a message, of the client alone, of a packet before it may be cut, and of a packet at most."""
THREADS = (1, 4, 16, 64, 256)


class Thread:
    """A searcher with a clock of its own."""

    def __init__(self, searcher, packet, now, seconds):
        self.searcher, self.packet, self.since, self.until = searcher, packet, now, now + seconds
        self.cut = False
        searcher.begin(packet.paths)

    def run(self):
        """Search for a moment; return how many seconds that took."""
        return self.searcher.run().generated / RATE


def seconds_of(searcher, threads):
    """The seconds of one iteration, and the nodes generated in it."""
    ledger, events, number, flying, now = Ledger(), [], itertools.count(), set(), 0.0
    while True:
        idle = threads - len(flying)
        while ledger.open and idle:
            seconds = max(LONG, threads / 4) if now else ALONE if threads > 1 else float("inf")
            thread = Thread(searcher(), ledger.take(idle if now else 1), now + MESSAGE, seconds)
            flying.add(thread)
            heapq.heappush(events, (now + MESSAGE, next(number), thread, False))
            idle = threads - len(flying)
        uncut = [each for each in flying if not each.cut]
        old = sorted((each for each in uncut if each.since + YOUNG < now), key=lambda each: each.since)
        idle = max(0, idle - sum(each.cut for each in flying))
        for thread in [*old[:idle], *(each for each in uncut if ledger.outdated(each.packet))]:
            thread.cut, thread.until = True, min(thread.until, now + MESSAGE)
        if not events:
            return now, ledger.counts.generated
        now, _, thread, arrived = heapq.heappop(events)
        if arrived:
            flying.remove(thread)
            ledger.settle(thread.packet, thread.searcher.surrender())
        else:
            later = now + thread.run()
            over = thread.searcher.over or later >= thread.until
            heapq.heappush(events, (later + (MESSAGE if over else 0), next(number), thread, over))


def simulated(puzzle="korf100", start="k3", heuristic="manhattan", last="51"):
    """For each number of threads: seconds of the last four iterations up to a threshold, and the nodes generated."""
    workers._BUDGET = RATE // 20  # nodes between two looks at the clock: 0.05 seconds, as in a real search
    facts = read(find(puzzle))
    state = facts.start(start)
    task = Task(facts=facts, start_name=start, start=state, program="ida_star", heuristic=parse(heuristic))
    searchers = ready_search(sent_task(task), lambda phrase: None).searchers(state)
    step, last = search_row(facts).step(facts, state), int(last)
    for threads in THREADS:
        wall = nodes = 0
        for threshold in reversed(range(last, max(0, last - 4 * step), -step)):
            seconds, generated = seconds_of(searchers(threshold), threads)
            wall, nodes = wall + seconds, nodes + generated
        yield threads, wall, nodes


if __name__ == "__main__":
    for threads, wall, nodes in simulated(*sys.argv[1:]):
        print(
            f"{threads:4} threads: {wall:9,.1f} s for {nodes:,} nodes, {nodes / RATE / wall:6.1f} times as fast as one"
        )
