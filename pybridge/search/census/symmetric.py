"""A census up to symmetry: of all states that symmetries turn into each other one is kept, and all are counted."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import State
from pybridge.layout import Words
from pybridge.limits import Check
from pybridge.search.census.census import Level
from pybridge.search.census.hashed import Ends, HashedCounter
from pybridge.search.packed import Packed

_ROWS = 1 << 18
"""Rows whose images are counted between two checks of the limits."""


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
        for first in range(0, len(rows), _ROWS):
            check()
            sizes[first : first + _ROWS] = self._images.sizes(rows[first : first + _ROWS])
        return sizes

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded."""
        last = self._rows_of(self._levels[-1])
        rows, least = self._queue.rows[self._end - last : self._end], self._queue.rows[:0]
        for first in range(0, last, _ROWS):
            some = np.concatenate([least, self._images.images(rows[first : first + _ROWS])])
            some = some[np.lexsort(self._packed.order(some).T[::-1])]
            new = np.ones(len(some), np.bool_)
            new[1:] = (some[1:] != some[:-1]).any(axis=1)
            least = some[new][:most]
        return self._packed.unpack(least)

    def _dead(self, alive: NDArray[np.bool_], check: Check) -> int:
        return int(self._sizes(self._queue.rows[~alive], check).sum(dtype=np.int64))
