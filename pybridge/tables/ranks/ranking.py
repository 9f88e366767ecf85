"""Ranks of rows of digits: an automaton that reads chunks of digits adds up which of all rows it is.

From C. Lucchesi and T. Kowaltowski, 1993.
"""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.vectors import CHUNK

_LARGEST = 127
"""Values of a digit that another one follows in its chunk, at most: its weight is a signed byte."""
_WIDEST = 1 << 12
"""Values of a chunk, at most, unless it is a single digit: what the automaton reads at once stays in near caches."""
MOST_AT_LAST = 0xFFFF
"""What the steps of the last chunk add, at most."""
_MOST_ROWS = 1 << 32
_MIXED = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class Ranking:
    """Numbers rows of digits: `numbers[rank]` is the row that the automaton finds; `parts` are the chunks.

    A step is what it adds to the rank, in the lower half of a word, and where the next chunk's steps begin. The steps
    of the last chunk, in `last`, are what they add.
    """

    def __init__(self, digits: Sequence[Array], radices: Sequence[int], ways: int = 1, whole: int = 0) -> None:
        """`digits` has an array for each place, and at least one row. Raises ValueError if two rows are equal.

        With `ways`, a digit that is read is `digit * ways + way`, and the ways of the first `whole` digits count, too:
        as digits, the first one least, of a number below the rank. Raises ValueError if the steps get too large.
        """
        self.parts = parts_of([radix * ways for radix in radices])
        chunks = [_chunk(digits[first:end], radices[first:end]) for first, end in self.parts]
        widths = [int(np.prod(radices[first:end])) for first, end in self.parts]
        order = _order(chunks, widths) if chunks else np.zeros(1, np.intp)
        words = np.stack([chunk[order] for chunk in chunks], axis=1) if chunks else np.zeros((1, 0), np.int64)
        levels = _automaton(words, widths)
        self.numbers = self._numbers(words, order, *_joined(levels))
        if ways > 1:
            levels = [_read(level, radices[first:end], ways, first, whole)
                      for level, (first, end) in zip(levels, self.parts, strict=True)]  # fmt: skip
        self.steps, self.last = _joined(levels)
        self.count = len(words) * ways**whole
        if self.count > _MOST_ROWS:
            raise ValueError("there are too many rows")

    @staticmethod
    def _numbers(words: Array, order: Array, steps: Array, last: Array) -> Array:
        """The row that each rank has."""
        rank, at = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
        for chunk in words.T[:-1]:
            step = steps[at + chunk]
            rank, at = rank + (step & np.uint64(0xFFFFFFFF)).astype(np.int64), (step >> np.uint64(32)).astype(np.int64)
        for chunk in words.T[-1:]:
            rank += last[at + chunk]
        numbers = np.full(len(words), -1, np.int32)
        numbers[rank] = order
        if numbers.min() < 0:
            raise ValueError("two rows are equal")
        return numbers

    def slots(self, radices: Sequence[int]) -> list[tuple[int, int, int]]:
        """Where each digit is among those of all chunks, CHUNK each, with its weight in its pair, and its pair's."""
        found = []
        for chunk, (first, end) in enumerate(self.parts):
            one, other, third = [*radices[first:end], 1, 1, 1][:3]
            weights = (1, 1), (one, 1), (1, one * other), (third, one * other)
            found += [(CHUNK * chunk + number, *weights[number]) for number in range(end - first)]
        return found


def _order(chunks: Sequence[Array], widths: Sequence[int]) -> Array:
    """The order of rows of chunks; quickly if a number can hold them all."""
    if prod(widths) >= 1 << 62:
        return np.lexsort(chunks[::-1])
    key = chunks[0].astype(np.int64)
    for chunk, width in zip(chunks[1:], widths[1:], strict=True):
        key = key * width + chunk
    return np.argsort(key)


def _chunk(digits: Sequence[Array], radices: Sequence[int]) -> Array:
    """The numbers that some digits make. They are small: half the memory is half the time."""
    found = digits[0].astype(np.int32)
    weights = np.cumprod(radices[:-1], dtype=np.int64)
    for digit, weight in zip(digits[1:], weights.tolist(), strict=True):
        found += digit.astype(np.int32) * np.int32(weight)
    return found


def parts_of(radices: Sequence[int]) -> list[tuple[int, int]]:
    """Which digits the chunks have: from one to before another."""
    parts, first, width = [], 0, 1
    for number, radix in enumerate(radices):
        if number > first and (width * radix > _WIDEST or number == first + CHUNK or radices[number - 1] > _LARGEST):
            parts.append((first, number))
            first, width = number, 1
        width *= radix
    return [*parts, (first, len(radices))] if radices else []


_Level: TypeAlias = tuple[Array, Array]
"""What a chunk adds in each state, and the state that follows: rows of states, columns of values."""


def _automaton(words: Array, widths: Sequence[int]) -> list[_Level]:
    """The levels for sorted words, one for each chunk.

    From the last chunk back, beginnings that continue in the same ways share a state.
    """
    levels = []
    state, count, below = np.zeros(len(words), np.int64), np.ones(len(words), np.int64), np.arange(len(words))
    for chunk in reversed(range(len(widths))):  # of each beginning: its state, how many words it has, and one of them
        digit, begins = words[below, chunk], _first_ones(words[below, :chunk])
        _, first, mine = np.unique(_ways_on(digit, state, begins), return_index=True, return_inverse=True)
        sizes = np.diff([*begins, len(below)])
        before = np.cumsum(count) - count
        offset = before - np.repeat(before[begins], sizes)
        shown = np.repeat(np.isin(np.arange(len(begins)), first), sizes)  # one beginning shows what its state does
        added, following = (np.zeros((len(first), widths[chunk]), np.int64) for _ in range(2))
        place = np.repeat(mine, sizes)[shown], digit[shown]
        added[place], following[place] = offset[shown], state[shown]
        levels.append((added, following))
        state, count, below = mine, np.add.reduceat(count, begins), below[begins]
    return levels[::-1]


def _read(level: _Level, radices: Sequence[int], ways: int, first: int, whole: int) -> _Level:
    """A level for the digits from the `first` one on as they are read, of which the ways of the first `whole` count."""
    values = np.arange(int(np.prod([radix * ways for radix in radices])))
    digits, way, weight = np.zeros_like(values), np.zeros_like(values), 1
    for number, radix in enumerate(radices, first):
        values, read = np.divmod(values, radix * ways)
        digits += read // ways * weight
        if number < whole:
            way += read % ways * ways**number
        weight *= radix
    added, following = level
    return added[:, digits] * ways**whole + way, following[:, digits]


def _joined(levels: Sequence[_Level]) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """The steps of all levels but the last one, one after the other, and those of the last one."""
    parts, base = [np.zeros(1, np.uint64)], 0
    for number, (added, following) in enumerate(levels[:-1]):
        inner = number < len(levels) - 2
        base += added.size if inner else 0
        after = (base if inner else 0) + following * levels[number + 1][0].shape[1]
        parts.append((added + (after << 32)).astype(np.uint64).reshape(-1))
    last = levels[-1][0] if levels else np.zeros(1, np.int64)
    if int(last.max()) > MOST_AT_LAST:
        raise ValueError("the last steps are too large")
    return np.concatenate(parts[1:] or parts), last.astype(np.uint16).reshape(-1)


def _first_ones(words: Array) -> Array:
    """Where sorted words differ from the one before."""
    differs = np.zeros(len(words), bool)
    differs[0] = True
    for column in words.T:
        differs[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(differs)


def _ways_on(digit: Array, state: Array, begins: Array) -> NDArray[np.uint64]:
    """For each beginning a hash of the digits that it can continue with, and the states that follow."""
    mixed = (digit * (int(state.max()) + 1) + state + 1).astype(np.uint64) * _MIXED
    mixed = (mixed ^ (mixed >> _SHIFT)) * _MIXED
    found: NDArray[np.uint64] = np.add.reduceat(mixed ^ (mixed >> _SHIFT), begins)
    return found
