"""Breadth-first search of a table of a projection, level by level, by several threads; a long one can be resumed."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import pairwise

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.errors import UnfitHeuristicError
from pybridge.forms import Record
from pybridge.limits import OnProgress
from pybridge.memory import require_memory
from pybridge.store.half import HalfBuilt, LongBuild
from pybridge.store.table import Table
from pybridge.tables.projection import kernels
from pybridge.tables.projection.frame import ProjectionFrame

_AT_ONCE = 1 << 21
"""Entries of a part, about: a thread looks at this many without a pause."""
_SHARES = 64
"""Parts of a table that threads take one after the other."""
_ROWS_FIRST = 0.3
"""How many of the entries that no move has led to yet are worth one of the last level's, when a level is searched."""
_MOST_LEVELS = 15
"""Levels that four bits can name; one number is left for what was not reached."""
_NOT_REACHED = 255
"""That number in eight bits."""


def spans(rows: int, shares: int = 0) -> list[tuple[int, int]]:
    """The rows in parts of about the same size, `_SHARES` of them or more."""
    bounds = np.linspace(0, rows, min(max(shares, _SHARES), rows) + 1).astype(int).tolist()
    return list(pairwise(bounds))


def row_bytes(columns: int, bits: int) -> int:
    """The bytes of a row while it is searched: whole words of eight."""
    return -(-columns * bits // 64) * 8


class LastPhrase:
    """Reports phrases; `again` reports the last one again, so that what listens can interrupt."""

    def __init__(self, report: OnProgress) -> None:
        self._report, self._said = report, ""

    def __call__(self, phrase: str) -> None:
        self._said = phrase
        self._report(phrase)

    def again(self) -> None:
        """Report the last phrase again."""
        self._report(self._said)


def finish(parts: "Sequence[Future[None]]", check: Callable[[], None]) -> None:
    """Wait for all parts, and check after each; if that raises, what has not begun is cancelled."""
    try:
        for part in parts:
            part.result()
            check()
    except BaseException:
        for part in parts:
            part.cancel()
        wait(parts)
        raise


class TableSearch:
    """Breadth-first search from the goal, level by level, in entries of four bits until there are more levels."""

    def __init__(
        self, frame: ProjectionFrame, pool: ThreadPoolExecutor, check: Callable[[], None], bits: int = 4
    ) -> None:
        """`check` is called every few tenths of a second. If it raises, the work stops and can be resumed later.

        `found` has the distances of each row, padded; all bits of an entry that was not reached are set.
        """
        self._frame, self._pool, self._check = frame, pool, check
        self.begin(bits)

    def begin(self, bits: int) -> None:
        """Begin with the goal, which has the value 0 in each coordinate."""
        self.found, self.bits = self._unreached(bits), bits
        self.found[self._frame.row_class[0], 0] &= 255 << bits & 255

    def restore(self, found: Array, bits: int) -> bool:
        """Take over what another search has found, with this many bits per entry; False if that has another form."""
        rows, columns = self._frame.shape
        fits = bits in (4, 8) and found.shape == (rows, row_bytes(columns, bits)) and found.dtype == np.uint8
        if fits:
            self.found = found[:0]  # the memory is needed
            self.found, self.bits = found.copy(), bits
        return fits

    def _unreached(self, bits: int) -> Array:
        rows, columns = self._frame.shape
        return np.full((rows, row_bytes(columns, bits)), 255, np.uint8)

    @property
    def entries(self) -> int:
        """How many entries there are."""
        rows, columns = self._frame.shape
        return int(rows * columns)

    @property
    def _layout(self) -> tuple[np.uint64, ...]:
        """The columns, the bits of an entry as a power of two, and a word of the lowest, and of all but the highest."""
        top = sum(1 << bit for bit in range(self.bits - 1, 64, self.bits))
        ones, low = top >> self.bits - 1, ~top & (1 << 64) - 1
        return tuple(map(np.uint64, (self._frame.shape[1], self.bits.bit_length() - 1, ones, low)))

    def _each(self, work: Callable[..., None], *arguments: object) -> None:
        """Share the rows among the threads."""
        layout, shares = self._layout, spans(len(self.found), self.entries // _AT_ONCE)
        finish([self._pool.submit(work, self.found, *span, *arguments, layout) for span in shares], self._check)

    def level(self, level: int, reached: int, unseen: int) -> None:
        """Find the entries after a level, from its own entries or from those that no move has led to yet.

        Raises UnfitHeuristicError if there are more levels than an entry holds.
        """
        if not unseen:
            return
        if level + 1 == _NOT_REACHED:
            raise UnfitHeuristicError(f"a projection holds distances of at most {level}, and this one has larger ones")
        if level + 1 == _MOST_LEVELS and self.bits == 4:
            self._widen()
        if reached < _ROWS_FIRST * unseen:
            self._each(kernels.push, level, self._frame.rows, self._frame.columns, self._frame.fixed)
        else:
            self._each(kernels.pull, level, self._frame.rows, self._frame.columns)

    def count(self, level: int) -> tuple[int, int, int]:
        """How many states of the projection are at a level, how many entries, and how many entries were not reached."""
        parts: list[tuple[int, int, int]] = []
        self._each(lambda *span: parts.append(kernels.count(*span)), level, self._frame.weight)
        states, entries, unseen = (int(sum(map(int, numbers))) for numbers in zip(*parts, strict=True))
        return states, entries, unseen

    def _widen(self) -> None:
        """Give entries eight bits."""
        rows, columns = self._frame.shape
        require_memory(rows * row_bytes(columns, 8), "a table of more than 15 distances")
        wide = self._unreached(8)
        for first, end in spans(rows, self.entries // _AT_ONCE):
            both = np.stack([self.found[first:end] & 15, self.found[first:end] >> 4], axis=-1)
            each = both.reshape(end - first, -1)[:, :columns]
            wide[first:end, :columns] = np.where(each == 15, 255, each)
            self._check()
        self.found, self.bits = wide, 8

    def packed(self, levels: int) -> tuple[Array, int]:
        """The entries without padding, in the place where they were found, and the bits of each."""
        bits = 4 if levels <= _MOST_LEVELS else 8  # the largest number: not reached
        columns, flat = self._frame.shape[1], self.found.reshape(-1)
        size = -(-self.entries * bits // 8)
        if bits != self.bits or len(flat) != size:
            for span in spans(size, self.entries // _AT_ONCE):
                kernels.pack(self.found, *span, bits, self.bits.bit_length() - 1, flat, columns)
                self._check()
        return flat[:size], bits


class Levels(LongBuild):
    """A search for all levels; `counts` are the states of the projection at each distance."""

    def __init__(self, search: TableSearch, kept: HalfBuilt | None) -> None:
        super().__init__(kept)
        self._search = search
        self.counts: list[int] = []

    def _build(self, report: OnProgress) -> None:
        search, counts = self._search, self.counts
        counted = sum(search.count(level)[1] for level in range(len(counts)))
        while counted < search.entries:
            states, reached, unseen = search.count(len(counts))
            if not reached:
                return
            report(f"distance {len(counts)}, {search.entries - unseen:,} of {search.entries:,} entries")
            search.level(len(counts), reached, unseen)
            counts.append(states)
            counted += reached
            self._keep_when_due(report)

    def _found(self) -> tuple[Arrays, Record]:
        """All levels that are complete. A part of the next one may be there, too, which is found again."""
        arrays = {"found": self._search.found, "bits": np.array([self._search.bits], np.int64)}
        return arrays, {"counts": self.counts}

    def _resume(self, table: Table) -> str | None:
        search, fits = self._search, False
        with suppress(KeyError, IndexError, TypeError, ValueError):
            counts = list(table.about["counts"])
            fits = search.restore(table.arrays["found"], int(table.arrays["bits"][0]))
            fits = fits and counts == [search.count(level)[0] for level in range(len(counts))]
        if fits:
            self.counts = counts
            return None
        search.begin(4)
        return "its levels have other numbers of states"
