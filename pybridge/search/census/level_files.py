"""The levels of a census by bit arrays as files, of which machines that share a folder each write a part.

Where every move can be undone, the states of a level are those one move from the level before that are in neither of
the two levels before. So a part of a level follows from these two alone: it can be counted on any machine, and again
if that machine ends. What is written twice is the same twice (Korf and Schultze 2005 keep levels in files, too).

A file has blocks of prefixes, and in a block a row of chunks for each place of the blank. Rows are pages of their own:
a file system that writes whole pages loses nothing of others, since a page has one writer.
"""

import mmap
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.limits import Check
from pybridge.search.census.bit_sets import Chosen, formed, numbers_in
from pybridge.search.census.bit_space import WORD, Space
from pybridge.search.census.bit_tables import BitTables

_BATCH = 256
"""Chunks between two checks of the limits."""
_LEAST, _LARGEST = 8, 2048
"""Fewest blocks, where there are as many prefixes, and most prefixes of one: some 70 MB of memory to count it."""
_PAGE = 4096
_NOT_RESERVED = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
"""A mapping may be larger than the memory, of which it is not to take any."""


class LevelFiles:
    """The last two levels: for each a file of words, with holes where there are no states, and one of busy chunks."""

    def __init__(self, space: Space, folder: Path) -> None:
        self._space, self._folder, self._last = space, folder, 0
        self._size = -(-space.prefixes // min(space.prefixes, max(_LEAST, -(-space.prefixes // _LARGEST))))
        self.blocks = -(-space.prefixes // self._size)
        """How many parts a level has."""
        self._strides = tuple(-(-self._size * each // _PAGE) * _PAGE for each in (8 * space.words, 1))

    @property
    def bytes(self) -> int:
        """What a level takes on disk at most, of which all places of the blank have states."""
        return sum(self._strides) * self.blocks * len(self._space.line)

    def begin(self, goals: list[tuple[int, int]]) -> None:
        """Have the goals, each a place of the blank and a bit, as the last level. Raises OSError."""
        self._make_two(0)
        for blank in {blank for blank, _ in goals}:
            busy = np.zeros(self._space.prefixes, np.bool_)
            chunks: dict[int, Array] = {}
            for bit in sorted(bit for place, bit in goals if place == blank):
                prefix, tail = divmod(bit, self._space.words * WORD)
                words = chunks.setdefault(prefix, np.zeros(self._space.words, np.uint64))
                words[tail // WORD] |= np.uint64(1 << tail % WORD)
                busy[prefix] = True
            self._put(0, blank, busy, np.array(list(chunks.values())))

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
        prefix, tail = divmod(bit, self._space.words * WORD)
        row, own = self._row(prefix // self._size, blank), prefix % self._size
        word = self._level(self._last)[0][row, own * self._space.words + tail // WORD]
        return bool(int(word) >> tail % WORD & 1)

    def last(self, blank: int) -> Iterator[tuple[Array, Array]]:
        """The prefixes and tails of the last level's states with the blank at a place, in parts."""
        words, busy = self._level(self._last)
        for block in range(self.blocks):
            first, number = self._part(block)
            row = self._row(block, blank)
            for prefixes, tails in numbers_in(self._chunks(words, row, number), busy[row, :number]):
                yield first + prefixes, tails

    def count(
        self, tables: BitTables, distance: int, targets: Array, block: int, check: Check, *, exact: bool
    ) -> NDArray[np.int64]:
        """Count and write a block of a level, with the blank at `targets`; what the kernel counts. Raises OSError."""
        before, busy_before = self._level(distance - 1)
        places, (first, number) = len(self._space.line), self._part(block)
        shape = places, number * self._space.words
        visited, after = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        busy = np.zeros((places, number), np.bool_)
        for words, marks in ((before, busy_before), self._level(distance - 2)):
            for blank in map(int, targets):
                row = self._row(block, blank)
                some = np.flatnonzero(marks[row, :number])
                visited[blank].reshape(number, -1)[some] |= self._chunks(words, row, number)[some]
        done, tally = np.zeros(len(targets) * number, np.bool_), np.zeros(2, np.int64)
        sets, blocks = (visited, before, after, busy_before, busy), (self._size, places)
        for begin in range(0, len(done), _BATCH):
            units = begin, min(begin + _BATCH, len(done))
            tables.advance(units, targets, (first, number), blocks, distance, sets, done, tally, exact=exact)
            check()
        for blank in map(int, targets):
            chunks = after[blank].reshape(number, -1)[busy[blank]]
            self._write(distance, self._row(block, blank), busy[blank], chunks)
        return tally

    def warm_up(self, tables: BitTables) -> None:
        """Have the kernel compiled, or loaded, for arrays as those here."""
        shape, none = (len(self._space.line), 0), np.zeros(0, np.int64)
        words, busy, tally = np.zeros(shape, np.uint64), np.zeros(shape, np.bool_), np.zeros(2, np.int64)
        sets = words, words, words, busy, busy
        tables.advance((0, 0), none, (0, 0), (1, 1), 0, sets, busy[0], tally, exact=False)

    def saved(self) -> dict[str, Array]:
        """As `BitSets.saved`: what is visited are the last two levels, all that the next one needs."""
        words, busy = self._level(self._last)
        earlier, busy_earlier = self._level(self._last - 1)
        places = range(len(self._space.line))
        last, before = (np.array([self._of_all(marks, blank) for blank in places]) for marks in (busy, busy_earlier))
        found: dict[str, Array] = {"visited": (last | before).view(np.uint8), "before": last.view(np.uint8)}
        if not self._space.alternating:
            found["after"] = np.zeros_like(found["before"])
        for blank in places:
            found[f"visited_{blank}"] = self._chosen([words, earlier], blank, last[blank] | before[blank])
            found[f"before_{blank}"] = self._chosen([words], blank, last[blank])
            if not self._space.alternating:
                found[f"after_{blank}"] = np.zeros((0, self._space.words), np.uint64)
        return found

    def restore(self, arrays: Arrays, last: int, targets: Array, done: NDArray[np.bool_]) -> None:
        """Have what `saved` of either kind of sets returned, its last level `last`, as the last levels.

        What is `done` of the next level, with the blank at `targets`, is left out: that level is counted again.
        Raises KeyError, ValueError, and OSError.
        """
        space, self._last = self._space, last
        marks = np.zeros((len(space.line), space.prefixes), np.uint8)
        self._make_two(last)
        following = "before" if space.alternating else "after"
        finished = dict(zip(map(int, targets), done.reshape(-1, space.prefixes), strict=False))
        for name, distance in (("before", last), ("visited", last - 1)):
            busy = formed(arrays[name], marks).view(np.bool_)
            for blank, some in enumerate(busy):
                form = np.broadcast_to(np.uint64(0), (int(some.sum()), space.words))
                chunks = formed(arrays[f"{name}_{blank}"], form)
                if space.alternating and (blank in targets) is (name == "before"):
                    continue  # of the level after, or before; each has its own places
                if name == "visited" and blank in finished:
                    new = arrays[following][blank].view(np.bool_) & finished[blank]
                    chunks = _without(chunks, some, arrays[f"{following}_{blank}"], arrays[following][blank], new)
                self._put(distance, blank, some, chunks)

    def _put(self, distance: int, blank: int, some: NDArray[np.bool_], chunks: Array) -> None:
        """Write the chunks of some prefixes, in their order, with the blank at a place. Raises OSError."""
        begin = 0
        for block in range(self.blocks):
            first, number = self._part(block)
            busy = some[first : first + number]
            end = begin + int(busy.sum())
            self._write(distance, self._row(block, blank), busy, chunks[begin:end])
            begin = end

    def _write(self, distance: int, row: int, busy: NDArray[np.bool_], chunks: Array) -> None:
        """Write the chunks of a row that have states: the rest of the files are holes. Raises OSError."""
        if not len(chunks):
            return
        words, marks = self._paths(distance)
        begin = 0
        with words.open("r+b") as file:
            for first, last in _runs(busy):
                file.seek(row * self._strides[0] + 8 * first * self._space.words)
                file.write(np.ascontiguousarray(chunks[begin : begin + last - first]).data)
                begin += last - first
        with marks.open("r+b") as file:
            file.seek(row * self._strides[1])
            file.write(np.ascontiguousarray(busy).data)

    def _level(self, distance: int) -> tuple[Array, Array]:
        """The rows of words of a level, and of marks which chunks have states, mapped. Raises OSError."""
        rows = self.blocks * len(self._space.line)
        words, marks = (_mapped(path) for path in self._paths(distance))
        return np.frombuffer(words, np.uint64).reshape(rows, -1), np.frombuffer(marks, np.bool_).reshape(rows, -1)

    def _chunks(self, words: Array, row: int, number: int) -> Array:
        """The first chunks of a row."""
        chunks: Array = words[row, : number * self._space.words].reshape(number, -1)
        return chunks

    def _of_all(self, marks: Array, blank: int) -> Array:
        """The marks of all prefixes with the blank at a place."""
        rows = marks[blank :: len(self._space.line), : self._size]
        every: Array = rows.reshape(-1)[: self._space.prefixes]
        return every

    def _chosen(self, levels: list[Array], blank: int, some: NDArray[np.bool_]) -> Array:
        """The chunks of levels, joined by or, that have states with the blank at a place."""

        def take(numbers: Array) -> Array:
            rows = numbers // self._size * len(self._space.line) + blank
            first = numbers % self._size * self._space.words
            columns = first[:, np.newaxis] + np.arange(self._space.words)
            found: Array = np.bitwise_or.reduce([words[rows[:, np.newaxis], columns] for words in levels])
            return found

        return cast(Array, Chosen(take, some, self._space.words))

    def _part(self, block: int) -> tuple[int, int]:
        """The first prefix of a block, and how many it has."""
        first = block * self._size
        return first, min(self._size, self._space.prefixes - first)

    def _row(self, block: int, blank: int) -> int:
        return block * len(self._space.line) + blank

    def _make_two(self, last: int) -> None:
        self._make(last - 1)
        self._make(last)

    def _make(self, distance: int) -> None:
        for path, stride in zip(self._paths(distance), self._strides, strict=True):
            with path.open("wb") as file:
                file.truncate(len(self._space.line) * self.blocks * stride)

    def _paths(self, distance: int) -> tuple[Path, Path]:
        """The files of a level."""
        return self._folder / f"{distance}.words", self._folder / f"{distance}.busy"


def _mapped(path: Path) -> mmap.mmap:
    """A file as memory; kernels take arrays that could be written, and nobody writes to these."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        flags, access = mmap.MAP_PRIVATE | _NOT_RESERVED, mmap.PROT_READ | mmap.PROT_WRITE
        return mmap.mmap(file.fileno(), size, flags, access)


def _without(chunks: Array, some: Array, others: Array, marked: Array, new: Array) -> Array:
    """The chunks of `some` prefixes without the states that the `others`, of `marked` prefixes, have at `new` ones."""
    found = chunks.copy()
    at = np.flatnonzero(new & some)
    found[np.cumsum(some)[at] - 1] &= ~others[np.cumsum(marked.astype(np.int64))[at] - 1]
    return found


def _runs(some: Array) -> Iterator[tuple[int, int]]:
    """Where runs of True begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], some.view(np.int8), [0]))))
    yield from zip(map(int, edges[::2]), map(int, edges[1::2]), strict=True)
