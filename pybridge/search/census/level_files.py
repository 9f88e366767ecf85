"""The levels of a census by bit arrays as files, of which machines that share a folder each write a part.

Where every move can be undone, the states of a level are those one move from the level before that are in neither of
the two levels before. So a part of a level follows from these two alone: it can be counted on any machine, and again
if that machine ends. What is written twice is the same twice (Korf and Schultze 2005 keep levels in files, too).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.search.census.bit_sets import Chosen, chunks_of, formed, numbers_in
from pybridge.search.census.bit_space import WORD, Space
from pybridge.search.census.bit_tables import BitTables
from pybridge.search.census.census import Check
from pybridge.search.census.parts import Part

_BATCH = 256
"""Chunks between two checks of the limits."""
_KEPT = 2
"""Levels that stay mapped: memory that was read once is not asked for again."""


class LevelFiles:
    """The last two levels: for each a file of words, with holes where there are no states, and one of busy chunks."""

    def __init__(self, space: Space, folder: Path) -> None:
        self._space, self._folder, self._last = space, folder, 0
        self._mapped: dict[int, tuple[Array, Array]] = {}

    def begin(self, goals: list[tuple[int, int]]) -> None:
        """Have the goals, each a place of the blank and a bit, as the last level. Raises OSError."""
        self._make_two(0)
        words, busy = self._map(0, "r+")
        for blank, bit in goals:
            words[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            busy[blank, bit // WORD // self._space.words] = True

    def make_next(self) -> int:
        """Make the files of the next level, without states; return its distance. Raises OSError."""
        self._make(self._last + 1)
        return self._last + 1

    def swap(self) -> None:
        """Have what was found as the last level."""
        self._last += 1
        for path in self._paths(self._last - 2):
            path.unlink()

    def has(self, blank: int, bit: int) -> bool:
        """Whether a state is in the last level, if its blank can be there."""
        return bool(int(self.level(self._last)[0][blank, bit // WORD]) >> bit % WORD & 1)

    def last(self, blank: int) -> Iterator[tuple[Array, Array]]:
        """The prefixes and tails of the last level's states with the blank at a place, in parts."""
        words, busy = self.level(self._last)
        return numbers_in(chunks_of(self._space, words, blank), busy[blank])

    def count(
        self, tables: BitTables, distance: int, targets: Array, part: Part, check: Check, *, exact: bool
    ) -> NDArray[np.int64]:
        """Count and write a part of a level, with the blank at `targets`; what the kernel counts. Raises OSError."""
        before, busy_before = self.level(distance - 1)
        first, number = part
        shape = len(self._space.line), number * self._space.words
        visited, after, busy = (
            np.zeros(shape, np.uint64),
            np.zeros(shape, np.uint64),
            np.zeros((shape[0], number), bool),
        )
        for level in (distance - 1, distance - 2):
            self._add(visited, level, targets, slice(first, first + number))
        done, tally = np.zeros(len(targets) * number, np.bool_), np.zeros(2, np.int64)
        sets = visited, before, after, busy_before, busy
        for begin in range(0, len(done), _BATCH):
            units = begin, min(begin + _BATCH, len(done))
            tables.advance(units, targets, part, distance, sets, done, tally, exact=exact)
            check()
        self._write(distance, first, after, busy)
        return tally

    def _add(self, visited: Array, level: int, targets: Array, own: slice) -> None:
        """Add the states that a level has in a part."""
        words, busy = self.level(level)
        for blank in map(int, targets):
            some = np.flatnonzero(busy[blank, own])
            chunks_of(self._space, visited, blank)[some] |= chunks_of(self._space, words, blank)[own][some]

    def warm_up(self, tables: BitTables) -> None:
        """Have the kernel compiled, or loaded, for arrays as those here."""
        shape, none = (len(self._space.line), self._space.prefixes), np.zeros(0, np.int64)
        words, busy = np.zeros((shape[0], 0), np.uint64), np.zeros((shape[0], 0), np.bool_)
        sets, tally = (words, words, words, busy, busy), np.zeros(2, np.int64)
        tables.advance((0, 0), none, (0, 0), 0, sets, busy[0], tally, exact=False)

    def saved(self) -> dict[str, Array]:
        """As `BitSets.saved`: what is visited are the last two levels, all that the next one needs."""
        (words, busy), (earlier, busy_earlier) = self.level(self._last), self.level(self._last - 1)
        found: dict[str, Array] = {"visited": (busy | busy_earlier).view(np.uint8), "before": busy.view(np.uint8)}
        if not self._space.alternating:
            found["after"] = np.zeros_like(found["before"])
        for blank, some in enumerate(busy):
            rows, others = (chunks_of(self._space, each, blank) for each in (words, earlier))
            found[f"visited_{blank}"] = cast(Array, Chosen(rows, some | busy_earlier[blank], others))
            found[f"before_{blank}"] = cast(Array, Chosen(rows, some))
            if not self._space.alternating:
                found[f"after_{blank}"] = np.zeros((0, self._space.words), np.uint64)
        return found

    def restore(self, arrays: Arrays, last: int, targets: Array, done: NDArray[np.bool_]) -> None:
        """Have what `saved` of either kind of sets returned, its last level `last`, as the last levels.

        What is `done` of the next level, with the blank at `targets`, is left out: that level is counted again.
        Raises KeyError, ValueError, and OSError.
        """
        self._last = last
        self._make_two(last)
        (words, busy), (earlier, busy_earlier) = self._map(last, "r+"), self._map(last - 1, "r+")
        next_of = "before" if self._space.alternating else "after"
        finished = dict(zip(map(int, targets), done.reshape(-1, self._space.prefixes), strict=False))
        for name, into, marks in (("before", words, busy), ("visited", earlier, busy_earlier)):
            marks[:] = formed(arrays[name], marks.view(np.uint8))
            for blank, some in enumerate(marks):
                chunks = chunks_of(self._space, into, blank)
                chunks[some] = formed(arrays[f"{name}_{blank}"], Chosen(chunks, some))
        for blank, over in finished.items():
            found = np.zeros((self._space.prefixes, self._space.words), np.uint64)
            found[arrays[next_of][blank].view(np.bool_)] = arrays[f"{next_of}_{blank}"]
            chunks_of(self._space, earlier, blank)[over] &= ~found[over]
        if self._space.alternating:
            for blank in map(int, targets):
                words[blank], busy[blank] = 0, False

    def level(self, distance: int) -> tuple[Array, Array]:
        """The words of a complete level, and which of its chunks have states. Raises OSError."""
        found = self._mapped.get(distance)
        if found is None:
            found = self._map(distance, "c")
            self._mapped = {each: other for each, other in self._mapped.items() if abs(each - distance) < _KEPT}
            self._mapped[distance] = found
        return found

    def _map(self, distance: int, mode: str) -> tuple[Array, Array]:
        """A level mapped from its files, to be read or changed in place (mode `r+`). Raises OSError."""
        rows = len(self._space.line)
        kinds = (np.uint64, self._space.words), (np.bool_, 1)
        return tuple(  # type: ignore[return-value]
            np.asarray(np.memmap(path, kind, mode, shape=(rows, self._space.prefixes * each)))  # type: ignore[call-overload]
            for path, (kind, each) in zip(self._paths(distance), kinds, strict=True)
        )

    def _write(self, distance: int, first: int, after: Array, busy: Array) -> None:
        """Write the chunks of a part that have states: the rest of the files are holes."""
        words, marks = self._paths(distance)
        size, prefixes = 8 * self._space.words, self._space.prefixes
        with words.open("r+b") as file, marks.open("r+b") as marked:
            for blank, some in enumerate(busy):
                at = blank * prefixes + first
                for begin, end in _runs(some):
                    file.seek((at + begin) * size)
                    file.write(after[blank, begin * self._space.words : end * self._space.words].data)
                    marked.seek(at + begin)
                    marked.write(some[begin:end].data)

    def _make_two(self, last: int) -> None:
        self._mapped = {}
        self._make(last - 1)
        self._make(last)

    def _make(self, distance: int) -> None:
        for path, each in zip(self._paths(distance), (8 * self._space.words, 1), strict=True):
            with path.open("wb") as file:
                file.truncate(len(self._space.line) * self._space.prefixes * each)

    def _paths(self, distance: int) -> tuple[Path, Path]:
        """The files of a level."""
        return self._folder / f"{distance}.words", self._folder / f"{distance}.busy"


def _runs(some: Array) -> Iterator[tuple[int, int]]:
    """Where runs of True begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], some.view(np.int8), [0]))))
    yield from zip(map(int, edges[::2]), map(int, edges[1::2]), strict=True)
