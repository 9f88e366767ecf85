"""How much faster is a search on more hands? The nodes are those of a real search; the clocks are made up.

    .venv/bin/python tests/cluster/simulate.py [PUZZLE START HEURISTIC THRESHOLD]

Hands take packets as on a cluster: a message takes MESSAGE seconds, a packet is cut for a hand that has nothing to do,
and a hand generates RATE nodes a second. The rate is far below the true one, so that a search of seconds here stands
for one of hours. It prints the speed-up of the iterations up to the threshold.
"""

import heapq
import itertools
import sys

from pybridge.cluster.errand import errand_of, searchers_of
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.search.domains import searching
from pybridge.search.native.tiles import searcher as workers
from pybridge.search.packets import Ledger
from pybridge.search.task import Task

RATE = 20_000
MESSAGE, ALONE, YOUNG, LONG = 0.02, 0.2, 0.15, 2.0
"""Seconds of a message, of the client alone, of a packet before it is cut for another hand, and of a packet at most."""
HANDS = (1, 4, 16, 64, 256)


class Hand:
    """A searcher with a clock of its own."""

    def __init__(self, searcher, packet, now, seconds):
        self.searcher, self.packet, self.since, self.until = searcher, packet, now, now + seconds
        self.cut = False
        searcher.begin(packet.paths)

    def run(self):
        """Search for a moment; return how many seconds that took."""
        return self.searcher.run().generated / RATE


def seconds_of(searcher, hands):
    """The seconds of one iteration, and the nodes generated in it."""
    ledger, events, number, flying, now = Ledger(), [], itertools.count(), set(), 0.0
    while True:
        idle = hands - len(flying)
        while ledger.open and idle:
            seconds = max(LONG, hands / 4) if now else ALONE if hands > 1 else float("inf")
            hand = Hand(searcher(), ledger.take(idle if now else 1), now + MESSAGE, seconds)
            flying.add(hand)
            heapq.heappush(events, (now + MESSAGE, next(number), hand, False))
            idle = hands - len(flying)
        uncut = [each for each in flying if not each.cut]
        old = sorted((each for each in uncut if each.since + YOUNG < now), key=lambda each: each.since)
        for hand in [*old[:idle], *(each for each in uncut if ledger.outdated(each.packet))]:
            hand.cut, hand.until = True, min(hand.until, now + MESSAGE)
        if not events:
            return now, ledger.counts.generated
        now, _, hand, arrived = heapq.heappop(events)
        if arrived:
            flying.remove(hand)
            ledger.settle(hand.packet, hand.searcher.surrender())
        else:
            later = now + hand.run()
            over = hand.searcher.over or later >= hand.until
            heapq.heappush(events, (later + (MESSAGE if over else 0), next(number), hand, over))


def simulated(puzzle="korf100", start="k3", heuristic="manhattan", last="51"):
    """For each number of hands: the seconds of the last four iterations up to a threshold, and the nodes generated."""
    workers._BUDGET = RATE // 20  # nodes between two looks at the clock: 0.05 seconds, as in a real search
    facts = read(find(puzzle))
    state = facts.start(start)
    task = Task(facts=facts, start_name=start, start=state, program="ida_star", heuristic=parse(heuristic))
    searchers = searchers_of(errand_of(task), lambda phrase: None)
    step, last = searching(facts).step(facts, state), int(last)
    for hands in HANDS:
        wall = nodes = 0
        for threshold in reversed(range(last, max(0, last - 4 * step), -step)):
            seconds, generated = seconds_of(searchers(threshold), hands)
            wall, nodes = wall + seconds, nodes + generated
        yield hands, wall, nodes


if __name__ == "__main__":
    for hands, wall, nodes in simulated(*sys.argv[1:]):
        print(f"{hands:4} hands: {wall:9,.1f} s for {nodes:,} nodes, {nodes / RATE / wall:6.1f} times as fast as one")
