"""A census with a hash table of packed states: for equal tiles, and all domains with packed states.

Or up to symmetry: of all states that symmetries turn into each other one is kept, and all are counted.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Arrays
from pybridge.facts import State
from pybridge.layout import Words
from pybridge.limits import Check
from pybridge.search.census.census import Counter, Level, go_on
from pybridge.search.kernels.packed import hashed as fields
from pybridge.search.packed import Packed
from pybridge.search.queue import Queue

_ROWS = 1 << 20
"""States of a level that are sorted at once."""
_IMAGED = 1 << 18
"""Rows whose images are counted between two checks of the limits."""
Ends = Callable[[Words], NDArray[np.bool_]]
"""Which rows are goals."""


class HashedCounter(Counter):
    """A census in a queue of packed states, which has room for `room` states before it must grow."""

    def __init__(
        self, packed: Packed, first: Sequence[State], starts: Sequence[State], room: int, ends: Ends | None = None
    ) -> None:
        """Begin with the `first` states: the goals, or a start if `ends` says which rows are goals.

        Raises MemoryError.
        """
        self._packed, self._ends = packed, ends
        self._starts = self._packed.pack(starts)
        self._queue = Queue(self._packed, room)
        self._queue.add(self._packed.pack(first))
        self._first = self._queue.rows.copy()
        self._levels: list[Level] = []
        self._end = 0

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        self._queue.warm_up()

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; after `check` has raised, and after `resume`, another call continues."""
        queue = self._queue
        while True:
            if self._levels:
                queue.expand(self._end, len(self._levels), check)
            if queue.states == self._end:
                return
            level = self._level(queue.rows[self._end :], check)
            self._levels.append(level)
            self._end = queue.states
            yield level

    def _level(self, rows: Words, check: Check) -> Level:
        """The next level, which has these rows of the queue."""
        here = np.flatnonzero(self._queue.find(self._starts) > self._end)
        exact = self._queue.take_exact() if self._packed.bounded else None
        goals = int(self._ends(rows).sum()) if self._ends else None
        return Level(len(self._levels), len(rows), exact, tuple(map(int, here)), goals)

    def _rows_of(self, level: Level) -> int:
        """How many rows of the queue a level has."""
        return level.states

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded."""
        last = self._rows_of(self._levels[-1])
        rows, least = self._queue.rows[self._end - last : self._end], self._queue.rows[:0]
        for first in range(0, last, _ROWS):
            some = np.concatenate([least, rows[first : first + _ROWS]])
            least = some[np.lexsort(self._packed.order(some).T[::-1])[:most]]
        return self._packed.unpack(least)

    def dead_ends(self, check: Check) -> int | None:
        """How many of all states lead to no goal; None for a census from the goals. Raises MemoryError."""
        if self._ends is None:
            return None
        alive = self._ends(self._queue.rows)
        moves = self._queue.edges(check)
        while fields.spread(*moves, alive):
            check()
        return self._dead(alive, check)

    def _dead(self, alive: NDArray[np.bool_], check: Check) -> int:
        """How many states the rows stand for that lead to no goal."""
        return int(len(alive) - alive.sum())

    def saved(self, check: Check = go_on) -> Arrays:
        """The states in their order, how many of them are expanded, and how many of the next level are exact."""
        queue = self._queue
        return {"queue": queue.rows, "numbers": np.array([queue.next, queue.exact], np.int64)}

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` returned. Raises ValueError, or another error."""
        rows, (following, exact) = arrays["queue"], map(int, arrays["numbers"])
        end, width = sum(map(self._rows_of, levels)), self._first.shape[1]
        if rows.dtype != np.uint64 or rows.ndim != 2 or rows.shape[1] != width:
            raise ValueError("the states have another form")
        if not np.array_equal(rows[: len(self._first)], self._first):
            raise ValueError("the first states are not those to begin with")
        if not 0 <= exact <= len(rows) - end or not 0 <= following <= end:
            raise ValueError("the states are not those of the levels")
        self._queue.restore(rows, following, exact)
        self._levels, self._end = list(levels), end


class PackedUpToSymmetry(Packed, Protocol):
    """States as rows of words, of which `pack` and moves make the least image."""

    @property
    def symmetries(self) -> int:
        """How many symmetries there are, the identity among them."""

    def sizes(self, rows: Words) -> NDArray[np.uint8]:
        """How many different images each row has."""

    def images(self, rows: Words) -> Words:
        """All images of some rows, some of them perhaps several times."""


class SymmetricCounter(HashedCounter):
    """A census by hashing whose queue has one of all states that symmetries turn into each other.

    Symmetries keep the first states, the moves and the goals, so all images of a state are at its distance.
    """

    def __init__(
        self,
        packed: PackedUpToSymmetry,
        first: Sequence[State],
        starts: Sequence[State],
        room: int,
        ends: Ends | None = None,
    ) -> None:
        """Begin with the `first` states, which symmetries keep together. Raises MemoryError."""
        super().__init__(packed, first, starts, room, ends)
        self._images, self.symmetries = packed, packed.symmetries

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        super().warm_up()
        none = self._queue.rows[:0]
        self._images.sizes(none)
        self._images.images(none)

    def _level(self, rows: Words, check: Check) -> Level:
        found = super()._level(rows, check)
        sizes = self._sizes(rows, check)
        goals = None if self._ends is None else int(sizes[self._ends(rows)].sum(dtype=np.int64))
        return Level(found.distance, int(sizes.sum(dtype=np.int64)), found.exact, found.here, goals, len(rows))

    def _rows_of(self, level: Level) -> int:
        assert level.classes is not None  # as all that are counted here
        return level.classes

    def _sizes(self, rows: Words, check: Check) -> NDArray[np.uint8]:
        """How many states each row stands for."""
        sizes = np.empty(len(rows), np.uint8)
        for first in range(0, len(rows), _IMAGED):
            check()
            sizes[first : first + _IMAGED] = self._images.sizes(rows[first : first + _IMAGED])
        return sizes

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded."""
        last = self._rows_of(self._levels[-1])
        rows, least = self._queue.rows[self._end - last : self._end], self._queue.rows[:0]
        for first in range(0, last, _IMAGED):
            some = np.concatenate([least, self._images.images(rows[first : first + _IMAGED])])
            some = some[np.lexsort(self._packed.order(some).T[::-1])]
            new = np.ones(len(some), np.bool_)
            new[1:] = (some[1:] != some[:-1]).any(axis=1)
            least = some[new][:most]
        return self._packed.unpack(least)

    def _dead(self, alive: NDArray[np.bool_], check: Check) -> int:
        return int(self._sizes(self._queue.rows[~alive], check).sum(dtype=np.int64))
