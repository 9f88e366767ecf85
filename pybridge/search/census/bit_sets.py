"""The states of the last levels of a census, as bits of words: what is visited, the last level, and the new one."""

from collections.abc import Callable, Iterator
from math import prod
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.search.census.bit_space import WORD, Space

_PART = 256
"""Chunks whose states are read together."""
_ROWS = 4096
"""Chunks that are copied together."""


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
        return numbers_in(chunks_of(self._space, self._before, blank), self._busy_before[blank])

    def saved(self) -> dict[str, Array]:
        """Their arrays, without chunks that have no state."""
        self._touched |= self._busy
        found: dict[str, Array] = {}
        for name, words, busy in self._named():
            found[name] = busy.view(np.uint8)
            for blank, some in enumerate(busy):
                found[f"{name}_{blank}"] = self._chosen(words, blank, some)
        return found

    def restore(self, arrays: Arrays) -> None:
        """Have what `saved` returned in new sets. Raises KeyError, or ValueError if it does not fit."""
        for name, words, busy in self._named():
            busy[:] = formed(arrays[name], busy.view(np.uint8))
            for blank, some in enumerate(busy):
                chunks = chunks_of(self._space, words, blank)
                chunks[some] = formed(arrays[f"{name}_{blank}"], self._chosen(words, blank, some))

    def _chosen(self, words: Array, blank: int, some: NDArray[np.bool_]) -> Array:
        """The chunks that have states, with the blank at a place."""
        chunks = chunks_of(self._space, words, blank)
        return cast(Array, Chosen(chunks.__getitem__, some, self._space.words))

    def _named(self) -> list[tuple[str, Array, Array]]:
        """Words by name, and which of their chunks have any state."""
        named = [("visited", self._visited, self._touched), ("before", self._before, self._busy_before)]
        return named if self._space.alternating else [*named, ("after", self._after, self._busy)]


def chunks_of(space: Space, words: Array, blank: int) -> Array:
    """The words with the blank at a place, a row a chunk."""
    chunks: Array = words[blank].reshape(-1, space.words)
    return chunks


def numbers_in(chunks: Array, busy: Array) -> Iterator[tuple[Array, Array]]:
    """The prefixes and tails of the states in chunks, of which only `busy` ones have any, in parts."""
    numbers = np.flatnonzero(busy)
    for first in range(0, len(numbers), _PART):
        some = numbers[first : first + _PART]
        octets = np.ascontiguousarray(chunks[some], "<u8").view(np.uint8)
        rows, tails = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
        yield some[rows], tails


class Chosen:
    """The chunks that have states, of which `take` copies some by their numbers: all of them may be most of the memory.

    They are written piece by piece.
    """

    dtype = np.dtype(np.uint64)

    def __init__(self, take: Callable[[Array], Array], some: NDArray[np.bool_], words: int) -> None:
        self._take, self._numbers = take, np.flatnonzero(some)
        self.shape = len(self._numbers), words
        self.nbytes = 8 * prod(self.shape)

    def pieces(self) -> Iterator[Array]:
        """Its rows, some at a time."""
        for first in range(0, len(self._numbers), _ROWS):
            yield self._take(self._numbers[first : first + _ROWS])

    def __array__(self, dtype: object = None, copy: object = None) -> Array:
        return self._take(self._numbers)


def formed(array: Array, like: Array) -> Array:
    """An array. Raises ValueError if it has another form than one."""
    if (array.dtype, array.shape) != (like.dtype, like.shape):
        raise ValueError("an array has another form")
    return array
