"""Building a table of a folded projection: all sequences of moves from some states, each noted where it leads to."""

import numpy as np
from numba import int64, uint64

from pybridge.arrays import Array
from pybridge.compiled import byte_at, inlined, kernel, prefetch, take_bits
from pybridge.tables.machine import DEAD
from pybridge.tables.pairs import FARTHEST, GROUP, GROUP_BYTES, NO_LEAST, groups
from pybridge.tables.ranked import pair_at, ranked
from pybridge.vectors import permute

ROW_HALF, ROW_CHUNKS, ROW_MOST, COLUMN_HALF, COLUMN_CHUNKS, COLUMN_MOST, WIDTH = range(7)
NUMBERS = 7
"""The numbers of a folded projection; WIDTH are the groups of a row."""

_ONE, _TWO, _THREE, _FOUR, _SEVEN = uint64(1), uint64(2), uint64(3), uint64(4), uint64(7)
_GROUP_SHIFT, _LEAST, _LEAST_SHIFT = uint64(7), uint64(15), uint64(4)
_AT_ONCE = 256
"""Entries that are asked for before they are noted."""


@inlined
def _address(array):
    """Where an array begins."""
    return uint64(array.ctypes.data)


@inlined
def _places(state, rows, columns, seen, numbers, form, found, count):
    """Note the entries of a state, as bits of the table: one for each symmetry that makes its row the least one.

    `rows` and `columns` are a reading, weights, steps and last steps each; `seen` are the class of each ranked row, and
    which symmetries are those of it, from where on.
    """
    reading, weights, steps, last = rows
    row = ranked(
        state + numbers[ROW_HALF], _address(reading), _address(weights), numbers[ROW_CHUNKS], _address(steps),
        _address(last), numbers[ROW_MOST], form,
    )  # fmt: skip
    classes, first, symmetries = seen
    reading, weights, steps, last = columns
    for each in range(first[row], first[row + _ONE]):
        mine = _address(reading) + uint64(symmetries[each]) * uint64(reading.shape[1])
        column = ranked(
            state + numbers[COLUMN_HALF], mine, _address(weights), numbers[COLUMN_CHUNKS], _address(steps),
            _address(last), numbers[COLUMN_MOST], form,
        )  # fmt: skip
        found[count] = pair_at(uint64(classes[row]), numbers[WIDTH], column)
        count += 1
    return count


@inlined
def _note(packed, found, count, distance, base):
    """Have the entries that no shorter sequence has led to say a distance, in two bits; see `pairs`."""
    for each in range(count):
        byte, shift = packed + (found[each] >> _THREE), found[each] & _SEVEN
        if byte_at(byte) >> shift & _THREE != _THREE:
            continue
        take_bits(byte, uint64(FARTHEST - max(0, distance - base)) << shift)
        if distance <= base:
            least = packed + (found[each] >> _GROUP_SHIFT << _FOUR) + _LEAST
            if byte_at(least) >> _LEAST_SHIFT == uint64(NO_LEAST):
                take_bits(least, uint64(NO_LEAST - distance) << _LEAST_SHIFT)


@kernel
def dig(packed, states, allowed, distance, deep, base, following, by, rows, columns, seen, numbers, form):
    """Note where all sequences of `deep` moves lead from some states, which say `distance` there.

    `allowed[state, move]` is whether a move may be the first; `following` is the machine for the moves after it.
    """
    points, size = form[2], int64(_TWO * form[2])
    path, machine, move = (
        np.zeros((deep + 1, size), np.uint8),
        np.zeros(deep + 1, np.int64),
        np.zeros(deep + 1, np.int64),
    )
    found, count, most = np.zeros(_AT_ONCE + 256, np.uint64), 0, by.shape[0]
    table = _address(packed)
    for number in range(len(states)):
        path[0] = states[number]
        depth, move[0] = 0, 0
        if deep == 0:
            count = _places(_address(path), rows, columns, seen, numbers, form, found, count)
            depth = -1
        while depth >= 0:
            mine = move[depth]
            if mine == most:
                depth -= 1
                continue
            move[depth] += 1
            if following[machine[depth], mine] == DEAD or (depth == 0 and not allowed[number, mine]):
                continue
            before = _address(path) + uint64(depth * size)
            after, way = before + uint64(size), _address(by) + uint64(mine * size)
            permute(after, before, way)
            permute(after + points, way + points, before + points)
            if depth + 1 < deep:
                depth += 1
                machine[depth], move[depth] = following[machine[depth - 1], mine], 0
                continue
            begin = count
            count = _places(after, rows, columns, seen, numbers, form, found, count)
            for each in range(begin, count):
                prefetch(table + (found[each] >> _THREE))
            if count >= _AT_ONCE:
                _note(table, found, count, distance, base)
                count = 0
        if count >= _AT_ONCE:
            _note(table, found, count, distance, base)
            count = 0
    _note(table, found, count, distance, base)


@kernel
def said(packed, columns, span):
    """How many entries of the rows of a span say each number of two bits."""
    words = packed.view(np.uint64)
    groups = -(-columns // GROUP)
    counts = np.zeros(FARTHEST + 1, np.int64)
    for row in range(span[0], span[1]):
        for group in range(groups):
            at = 2 * (row * groups + group)
            for place in range(min(GROUP, columns - group * GROUP)):
                counts[words[at + (place >> 5)] >> uint64(2 * (place & 31)) & _THREE] += 1
    return counts


def nothing_said(rows: int, columns: int) -> Array:
    """A table in which every entry says that it is farther than others."""
    return np.full(rows * groups(columns) * GROUP_BYTES, 255, np.uint8)
