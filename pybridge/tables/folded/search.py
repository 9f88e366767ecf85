"""Building a table of a folded projection: breadth first as long as states are few, then by all sequences from them."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.facts.cycles import Turn, merging
from pybridge.forms import Record
from pybridge.limits import OnProgress
from pybridge.store.half import HalfBuilt, LongBuild
from pybridge.store.table import Table
from pybridge.tables.folded import kernels
from pybridge.tables.folded.frame import FoldedFrame
from pybridge.tables.projection.pairs import FARTHEST, base_of
from pybridge.tables.projection.search import finish, spans
from pybridge.tables.sequences.turns import forbidden, machine

FEW = 200_000
"""States of a level from which sequences are searched, one after the other, instead of keeping the next level."""
_AT_ONCE = 1 << 17
_LEAVES = 3_000_000
"""Sequences of a part, about, which a thread searches without a pause."""
_TOGETHER = 32
"""Parts after which what was found can be kept."""


class Nearest:
    """The states near the goal, breadth first, one for all that symmetries exchange or a projection has as one.

    `levels[distance]` has states as kernels read them, `allowed[distance]` which moves do not merge with the last one.
    """

    def __init__(self, frame: FoldedFrame, merge: Array, few: int, nearer: int) -> None:
        """`merge[move, other]` is whether two moves make one together, or none. See `FoldedSearch` for the others."""
        self._frame = frame
        goal = np.arange(frame.form.points, dtype=np.uint8)[None]
        self.levels, self.allowed = [self._states(goal)], [np.ones((1, len(merge)), np.bool_)]
        self.complete, homes, known = False, goal, frame.keys(goal)
        while len(homes) <= few and not self.complete:
            homes, last = self._successors(homes, known)
            self.complete = not len(homes)
            if not self.complete:
                known = np.concatenate([known, frame.keys(homes)])
                self.levels.append(self._states(homes))
                self.allowed.append(~merge[last])
        if nearer and not self.complete and len(self.levels) > nearer:
            del self.levels[-nearer:], self.allowed[-nearer:]

    def _successors(self, homes: Array, known: Array) -> tuple[Array, Array]:
        """The states after some that are not known yet, and the move that leads to each."""
        sources = np.array(self._frame.sources)
        keys = np.empty((len(sources), len(homes)), np.int64)
        for move, by in enumerate(sources):
            for first in range(0, len(homes), _AT_ONCE):
                part = slice(first, first + _AT_ONCE)
                keys[move, part] = self._frame.keys(homes[part][:, by])
        key, first_of = np.unique(keys, return_index=True)
        moves, before = np.divmod(first_of[~np.isin(key, known)], len(homes))
        return np.take_along_axis(homes[before], sources[moves], axis=1), moves

    def _states(self, homes: Array) -> Array:
        """Both rows of states, as bytes."""
        form = self._frame.form
        found = np.tile(form.state(range(form.points)), (len(homes), 1))
        found[:, : form.points] = homes
        found[:, form.room : form.room + form.points] = np.argsort(homes, axis=1)
        return found


class FoldedSearch:
    """All distances up to the largest that an entry says; `packed` has them as in `pairs`."""

    def __init__(
        self, frame: FoldedFrame, moves: Sequence[Turn], pool: ThreadPoolExecutor, check: Callable[[], None],
        few: int = FEW, nearer: int = 0, base: int | None = None,
    ) -> None:  # fmt: skip
        """`check` is called every few tenths of a second. If it raises, the work stops.

        Sequences are searched from the first level of more than a `few` states, or from one that is some moves `nearer`
        to the goal. The base is chosen if it is not given.
        """
        self._frame, self._pool, self._check = frame, pool, check
        merge = np.zeros((len(moves), len(moves)), np.bool_)
        for one, other in merging(moves):
            merge[one, other] = True
        self._near = Nearest(frame, merge, few, nearer)
        self._following = machine(forbidden(moves), len(moves))
        rows, columns = frame.shape
        self.base = base_of(self._expected(rows * columns)) if base is None else base
        self.packed = kernels.nothing_said(rows, columns)

    @property
    def last(self) -> int:
        """The largest distance that is searched; an entry does not say more."""
        last = self.base + FARTHEST - 1
        return min(last, len(self._near.levels) - 1) if self._near.complete else last

    def _expected(self, entries: int) -> list[int]:
        """About how many entries there are at each distance, if levels grow on as the last one did."""
        counts = [len(level) for level in self._near.levels]
        if not self._near.complete:
            growth = max(2, counts[-1] // max(1, counts[-2]))
            while (left := entries - sum(counts)) > 0:
                counts.append(min(left, counts[-1] * growth))
        return counts

    def parts(self, distance: int) -> list[tuple[int, int]]:
        """The states from which sequences lead to a distance, in parts that take a few tenths of a second."""
        nearest = min(distance, len(self._near.levels) - 1)
        count, moves = len(self._near.levels[nearest]), len(self._following[0])
        return spans(count, count * moves ** (distance - nearest) // _LEAVES)

    def note(self, distance: int, parts: Sequence[tuple[int, int]]) -> None:
        """Note where sequences lead to from the states of some parts, all threads together."""
        nearest = min(distance, len(self._near.levels) - 1)
        states, allowed = self._near.levels[nearest], self._near.allowed[nearest]
        work = [
            self._pool.submit(
                kernels.dig, self.packed, states[first:end], allowed[first:end], distance, distance - nearest,
                self.base, self._following, *self._frame.kernel_arrays,
            )
            for first, end in parts
        ]  # fmt: skip
        finish(work, self._check)

    def said(self) -> list[int]:
        """How many entries say the base or less, each distance after it, and that they are farther."""
        rows, columns = self._frame.shape
        found = self._pool.map(lambda span: kernels.said(self.packed, columns, span), spans(rows))
        return [int(number) for number in np.sum(list(found), axis=0)]


class FoldedBuild(LongBuild):
    """A search for all distances."""

    def __init__(self, search: FoldedSearch, kept: HalfBuilt | None) -> None:
        super().__init__(kept)
        self._search = search
        self._distance = self._done = 0

    def _build(self, report: OnProgress) -> None:
        """Note all distances, some parts at a time."""
        search = self._search
        while self._distance <= search.last:
            parts = search.parts(self._distance)
            while self._done < len(parts):
                report(f"distance {self._distance} of {search.last}, {self._done:,} of {len(parts):,} parts")
                search.note(self._distance, parts[self._done : self._done + _TOGETHER])
                self._done += _TOGETHER
                self._keep_when_due(report)
            self._distance, self._done = self._distance + 1, 0

    def _found(self) -> tuple[Arrays, Record]:
        """What is noted. A part that is not complete is searched again, which finds the same."""
        parts = len(self._search.parts(self._distance))
        about = {"distance": self._distance, "done": self._done, "parts": parts}
        return {"packed": self._search.packed, "base": np.array([self._search.base], np.int64)}, about

    def _resume(self, table: Table) -> str | None:
        search, fits = self._search, False
        with suppress(KeyError, IndexError, TypeError, ValueError):
            packed, distance, done = table.arrays["packed"], int(table.about["distance"]), int(table.about["done"])
            fits = packed.shape == search.packed.shape and packed.dtype == np.uint8
            fits = fits and table.arrays["base"].tolist() == [search.base] and 0 <= distance <= search.last
            fits = fits and len(search.parts(distance)) == table.about["parts"] and done >= 0
        if not fits:
            return "its distances have another form"
        search.packed[:] = packed
        self._distance, self._done = distance, done
        return None
