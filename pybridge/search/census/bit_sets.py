"""The bit arrays of a census: what is visited, the last level, and the one that is being found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.search.census.arrays import write_array
from pybridge.search.census.bit_space import WORD, Space
from pybridge.search.census.levels import Check

_PART = 256
"""Chunks whose states are looked at together."""

Array = NDArray[Any]


class BitSets:
    """Words of states for each place of the blank, and for each chunk whether it has any state.

    Where colours alternate the last level and the new one share an array, each its own places of the blank.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        shape = (len(space.line), space.prefixes * space.words)
        self._visited, self._before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        self._busy_before = np.zeros((len(space.line), space.prefixes), np.bool_)
        self._after = self._before if space.alternating else np.zeros(shape, np.uint64)
        self._busy = self._busy_before if space.alternating else np.zeros_like(self._busy_before)
        self._touched = np.zeros_like(self._busy_before)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """As the kernel takes them."""
        return self._visited, self._before, self._after, self._busy_before, self._busy

    def begin(self, goals: list[tuple[int, int]]) -> None:
        """Have the goals, each a place of the blank and a bit, as the last level."""
        for blank, bit in goals:
            for words in (self._visited, self._before):
                words[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            self._busy_before[blank, bit // WORD // self._space.words] = True
        self._touched |= self._busy_before

    def swap(self) -> None:
        """Have what was found as the last level."""
        self._touched |= self._busy
        self._before, self._after = self._after, self._before
        self._busy_before, self._busy = self._busy, self._busy_before

    def has(self, blank: int, bit: int) -> bool:
        """Whether a state is in the last level, if its blank can be there."""
        return bool(int(self._before[blank, bit // WORD]) >> bit % WORD & 1)

    def last(self, blank: int) -> Iterator[tuple[Array, Array]]:
        """The prefixes and tails of the last level's states with the blank at a place, in parts."""
        chunks, busy = self._chunks(self._before, blank), np.flatnonzero(self._busy_before[blank])
        for first in range(0, len(busy), _PART):
            some = busy[first : first + _PART]
            octets = np.ascontiguousarray(chunks[some], "<u8").view(np.uint8)
            rows, tails = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
            yield some[rows], tails

    def save(self, folder: Path, check: Check) -> None:
        """Write them into a folder, without chunks that have no state; what `check` raises ends it."""
        self._touched |= self._busy
        for name, words, busy in self._named():
            np.save(folder / f"{name}.npy", busy)
            for blank, some in enumerate(busy):
                write_array(folder / f"{name}_{blank}.npy", self._chunks(words, blank)[some], check)

    def restore(self, folder: Path) -> None:
        """Read what `save` wrote into new sets. Raises ValueError or OSError if it does not fit."""
        for name, words, busy in self._named():
            busy[:] = np.load(folder / f"{name}.npy")
            for blank, some in enumerate(busy):
                self._chunks(words, blank)[some] = np.load(folder / f"{name}_{blank}.npy")

    def _named(self) -> list[tuple[str, Array, Array]]:
        """Words by name, and which of their chunks have any state."""
        named = [("visited", self._visited, self._touched), ("before", self._before, self._busy_before)]
        return named if self._space.alternating else [*named, ("after", self._after, self._busy)]

    def _chunks(self, words: Array, blank: int) -> Array:
        """The words with the blank at a place, a row a chunk."""
        chunks: Array = words[blank].reshape(self._space.prefixes, self._space.words)
        return chunks
