"""Searches of rules whose states lie in queues: breadth first, from both ends, and depth first."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pybridge.heuristics.rules import Counted
from pybridge.layout import Words
from pybridge.rules.compiled import Values
from pybridge.search.kernels.rules import search as kernels
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.queue import Queue
from pybridge.search.tally import Tally

_ROOM = 1 << 12
"""States that a queue has room for at the beginning; it grows."""


class _Layers:
    """The layers around some states, all in one queue, and where each layer begins in it."""

    def __init__(self, packed: PackedRules, states: Sequence[Values]) -> None:
        self._packed, self.queue, self._begin = packed, Queue(packed, _ROOM), [0]
        self.queue.add(packed.pack(states))

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""
        self.queue.warm_up()
        self._before(self.queue.rows[0], 0, 0)

    @property
    def last(self) -> Words:
        """The states of the last layer."""
        return self.queue.rows[self._begin[-1] :]

    def in_last(self, rows: Words) -> NDArray[np.bool_]:
        """Which of these states are in the last layer."""
        return self.queue.find(rows) > self._begin[-1]

    def grow(self, tally: Tally) -> None:
        """Expand the last layer, and count it. Raises Stopped."""
        queue = self.queue
        self._begin.append(queue.states)
        before = queue.next, queue.made
        try:
            queue.expand(queue.states, len(self._begin) - 1, tally.check)
        finally:
            tally.expanded += queue.next - before[0]
            tally.generated += queue.made - before[1]

    def back(self, row: Words) -> list[Values]:
        """The path from a state of the last layer back: before each, the first of the layer before that leads to it."""
        path = [row]
        for first, last in reversed(list(pairwise(self._begin))):
            path.append(self.queue.rows[self._before(path[-1], first, last)])
        return self._packed.unpack(np.array(path))

    def _before(self, row: Words, first: int, last: int) -> int:
        packed = self._packed
        children = np.empty((packed.fan, len(row)), np.uint64)
        found = kernels.first_before(
            self.queue.rows, np.uint64(first), np.uint64(last), row.copy(), children, packed.tables, packed.width
        )
        return int(found)


class BreadthFirst:
    """Layer after layer from a start, up to the first goal of the first layer that has one."""

    bound = 0

    def __init__(self, packed: PackedRules, start: Values) -> None:
        self._packed, self._layers = packed, _Layers(packed, [start])

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""
        self._layers.warm_up()
        self._packed.goals_among(self._layers.last)

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a shortest solution; None if there is none that the tally allows. Raises Stopped."""
        layers, moves = self._layers, 0
        while len(layers.last) and tally.begin(moves):
            goals = np.flatnonzero(self._packed.goals_among(layers.last))
            if len(goals):
                tally.end(completed=False)
                return layers.back(layers.last[goals[0]])[::-1]
            layers.grow(tally)
            tally.end(completed=True)
            moves += 1
        return None


class BothEnds:
    """Layers from the start and from the goals, the smaller one first, until they meet."""

    bound = 0

    def __init__(self, packed: PackedRules, goals: Sequence[Values], start: Values) -> None:
        self._front, self._behind = _Layers(packed, [start]), _Layers(packed, goals)

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""
        self._front.warm_up()

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a shortest solution; None if there is none that the tally allows. Raises Stopped."""
        front, behind, moves = self._front, self._behind, 0
        while len(front.last) and len(behind.last) and tally.begin(moves):
            met = np.flatnonzero(behind.in_last(front.last))
            if len(met):
                tally.end(completed=False)
                where = front.last[met[0]]
                return front.back(where)[::-1] + behind.back(where)[1:]
            (front if len(front.last) <= len(behind.last) else behind).grow(tally)
            tally.end(completed=True)
            moves += 1
        return None


class DepthFirst:
    """Depth first with all states remembered, where all solutions have the same length, which is counted."""

    def __init__(self, packed: PackedRules, counted: Counted, start: Values) -> None:
        self._packed, self._length = packed, counted.length(start)
        self.bound = self._length or 0
        self._queue = Queue(packed, _ROOM)
        self._queue.add(packed.pack([start]))

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""
        self._queue.warm_up_dive()

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a solution; None if there is none that the tally allows. Raises Stopped."""
        if self._length is None or not tally.begin(self._length):
            return None

        def count(expanded: int, generated: int) -> None:
            tally.expanded += expanded
            tally.generated += generated
            tally.check()

        path = self._queue.dive(count)
        tally.end(completed=path is None)
        return None if path is None else self._packed.unpack(self._queue.rows[path])
