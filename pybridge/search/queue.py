"""Packed states in a queue, and the hash table that finds them: for censuses, searches of rules, and random walks."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, KernelTables
from pybridge.layout import Words
from pybridge.limits import Check
from pybridge.search.kernels.packed import hashed as fields
from pybridge.search.packed import Packed

_CHILDREN = 256
"""Successors made at once, if a state has no more: this many lookups wait together."""
_BUDGET = 1 << 16
"""Successors between two checks of the limits: some milliseconds."""
_LEAST = 1 << 12
_EDGES, _MOST_EDGES = 1 << 14, 1 << 20
"""States whose moves are noted between two checks of the limits, and moves that they may have."""
_FULL = 0.75
"""How much of a hash table is in use, at most."""


class Queue:
    """Packed states in the order of their distances, and the hash table that finds them. It grows as needed."""

    def __init__(self, packed: Packed, room: int) -> None:
        """An empty queue with room for `room` states. Raises MemoryError."""
        self._packed = packed
        self._width = (0,) * packed.layout.words
        children = _children(packed)
        self._children = np.empty((children, packed.layout.words), np.uint64)
        self._hashes, self._places = np.empty(children, np.uint64), np.empty(children, np.uint64)
        self._control = np.zeros(fields.FIELDS, np.uint64)
        self._control[fields.BUDGET], self._control[fields.FAN] = _BUDGET, packed.fan
        self._queue = np.empty((0, packed.layout.words), np.uint64)
        self._slots: Array = np.zeros(0, np.uint32)
        self._grow(room + children)

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded; no state is expanded."""
        self._control[fields.LAST] = self.next
        self._search()
        self.find(self.rows[:0])

    @property
    def states(self) -> int:
        """How many states are in it."""
        return int(self._control[fields.STATES])

    @property
    def rows(self) -> Words:
        """The states that are in it."""
        return self._queue[: self.states]

    @property
    def next(self) -> int:
        """How many states have been expanded."""
        return int(self._control[fields.NEXT])

    @property
    def made(self) -> int:
        """How many successors have been made."""
        return int(self._control[fields.MADE])

    @property
    def exact(self) -> int:
        """How many states that were added since `take_exact` have their distance as their bound."""
        return int(self._control[fields.EXACT])

    def take_exact(self) -> int:
        """What `exact` says; it starts over at 0."""
        exact, self._control[fields.EXACT] = self.exact, 0
        return exact

    def add(self, rows: Words) -> None:
        """Add states at distance 0, those that are new."""
        for first in range(0, len(rows), len(self._children)):
            some = rows[first : first + len(self._children)]
            self._make_room()
            fields.add(
                some, np.uint64(len(some)), self._control, self._queue, self._slots, self._hashes, self._places,
                self._packed.tables, self._width,
            )  # fmt: skip

    def expand(self, last: int, distance: int, check: Check) -> None:
        """Expand the states up to one, and add their successors, which are at this distance if they are new.

        Raises what `check` raises; called again, it continues.
        """
        control = self._control
        control[fields.LAST], control[fields.DISTANCE] = last, distance
        while self.next < last:
            check()
            self._make_room()
            self._search()
        check()

    def _search(self) -> None:
        fields.search(
            self._children, self._control, self._queue, self._slots, self._hashes, self._places, self._packed.tables,
            self._width,
        )  # fmt: skip
        self._packed.require_room()

    def edges(self, check: Check) -> tuple[Words, Array]:
        """Where the moves of all states lead, once all are expanded: see the kernel. Raises what `check` raises."""
        kind = np.uint32 if self.states < 1 << 32 else np.uint64
        firsts, ends = np.zeros(self.states + 1, np.uint64), np.empty(_LEAST, kind)
        count, fan = np.uint64(0), self._packed.fan
        step = max(1, min(_EDGES, _MOST_EDGES // fan))
        for first in range(0, self.states, step):
            last = min(first + step, self.states)
            if int(count) + (last - first) * fan > len(ends):
                more = len(ends) + (last - first) * fan
                ends = np.concatenate([ends[: int(count)], np.empty(more, kind)])
            count = np.uint64(
                fields.edges(
                    self._children, np.uint64(first), np.uint64(last), firsts, ends, count, self._control, self._queue,
                    self._slots, self._packed.tables, self._width,
                )
            )  # fmt: skip
            check()
        return firsts, ends

    def dive(self, count: Callable[[int, int], None]) -> list[int] | None:
        """Depth first from the one state that it has, to the first goal: the numbers of the states on the path, from 0.

        None if there is no goal. `count` is called with the states expanded and generated since the last time, and may
        raise.
        """
        before, stack, top = np.zeros(len(self._queue), np.uint64), np.zeros(len(self._queue), np.uint64), 1
        while top:
            self._make_room()
            if more := len(self._queue) - len(before):
                before, stack = (np.concatenate([each, np.zeros(more, np.uint64)]) for each in (before, stack))
            done = self.next, self.made
            top = self._dive(before, stack, top)
            self._packed.require_room()
            count(self.next - done[0], self.made - done[1])
            if self.exact:
                path = [int(stack[top - 1])]
                while path[-1]:
                    path.append(int(before[path[-1]]))
                return path[::-1]
        return None

    def warm_up_dive(self) -> None:
        """Have the kernel of `dive` compiled, or loaded; no state is expanded."""
        nothing = np.zeros(len(self._queue), np.uint64)
        self._dive(nothing, nothing, 0)

    def _dive(self, before: Words, stack: Words, top: int) -> int:
        return int(
            fields.dive(
                self._children, self._control, self._queue, self._slots, self._hashes, self._places, before, stack,
                np.uint64(top), self._packed.tables, self._width,
            )
        )  # fmt: skip

    def find(self, rows: Words) -> NDArray[np.uint64]:
        """The numbers of some states in the queue, from 1 on; 0 for those that are not there."""
        numbers = np.empty(len(rows), np.uint64)
        fields.numbers_of(rows, numbers, self._control, self._queue, self._slots, self._width)
        return numbers

    @property
    def places(self) -> KernelTables:
        """What kernels take to look up the numbers of states."""
        return self._control, self._queue, self._slots, self._packed.tables, self._width

    def restore(self, rows: Words, following: int, exact: int) -> None:
        """Have these states, all different, in place of others, the first of them expanded."""
        self._control[fields.STATES], self._control[fields.NEXT], self._control[fields.EXACT] = 0, following, exact
        self._grow(max(len(rows) + len(self._children), len(self._queue)))
        self._queue[: len(rows)] = rows
        self._control[fields.STATES] = len(rows)
        self._refill()

    def _make_room(self) -> None:
        """Grow if the next successors might not fit."""
        if self.states + len(self._children) > len(self._queue):
            self._grow(2 * len(self._queue) + _LEAST)

    def _grow(self, room: int) -> None:
        """Have room for `room` states, and put all that are in the queue into a new table."""
        self._slots = np.zeros(0, np.uint32)
        queue = np.empty((room, self._queue.shape[1]), np.uint64)
        queue[: self.states] = self.rows
        self._queue = queue
        slots, kind = _slots(room)
        self._slots = np.zeros(slots, kind)
        control = self._control
        control[fields.ROOM], control[fields.INDEX_BITS] = room, room.bit_length()
        control[fields.SLOTS_AT], control[fields.QUEUE_AT] = self._slots.ctypes.data, queue.ctypes.data
        self._refill()

    def _refill(self) -> None:
        """Put all states that are in the queue into the empty table."""
        fields.refill(self._control, self._queue, self._slots, self._hashes, self._width)


def bytes_needed(packed: Packed, states: int) -> int:
    """The memory of a queue with room for that many states."""
    room = states + _children(packed)
    slots, kind = _slots(room)
    return 8 * room * packed.layout.words + slots * np.dtype(kind).itemsize


def _children(packed: Packed) -> int:
    """How many successors are made at once."""
    return max(_CHILDREN, packed.fan)


def _slots(room: int) -> tuple[int, type[np.uint32] | type[np.uint64]]:
    """The slots of a hash table for `room` states, and their kind: a state's number and a bit of hash must fit."""
    return int(room / _FULL) + 1, np.uint32 if room.bit_length() < 32 else np.uint64
