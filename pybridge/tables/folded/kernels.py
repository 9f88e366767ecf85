"""Building a table of a folded projection: all sequences of moves from some states, each noted where it leads to."""

import numpy as np
from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import byte_at, inlined, kernel, prefetch, take_bits
from pybridge.tables.projection.pairs import FARTHEST, GROUP, GROUP_BYTES, NO_LEAST, groups
from pybridge.tables.ranks.ranked import pair_at, ranked
from pybridge.tables.sequences.machine import DEAD
from pybridge.vectors import permute

ROW_HALF, ROW_CHUNKS, ROW_MOST, COLUMN_HALF, COLUMN_CHUNKS, COLUMN_MOST, WIDTH = range(7)
NUMBERS = 7
"""The numbers of a folded projection; WIDTH are the groups of a row."""

_ONE, _TWO, _THREE, _FOUR, _SEVEN = uint64(1), uint64(2), uint64(3), uint64(4), uint64(7)
_GROUP_SHIFT, _LEAST, _LEAST_SHIFT = uint64(7), uint64(15), uint64(4)
_AT_ONCE = 128
"""Sequences whose ends are noted together. One step is done for all of them before the next step."""
_MOST_SEEN = 256
"""Symmetries of a row, at most."""


@inlined
def _address(array):
    """Where an array begins."""
    return uint64(array.ctypes.data)


@inlined
def _rows(states, count, size, rows, numbers, form, found):
    """Rank the rows of some states, which begin at an address."""
    reading, weights, steps, last = rows
    for each in range(uint64(count)):
        found[each] = ranked(
            states + each * size + numbers[ROW_HALF], _address(reading), _address(weights), numbers[ROW_CHUNKS],
            _address(steps), _address(last), numbers[ROW_MOST], form,
        )  # fmt: skip


@inlined
def _entries(table, state, row, columns, seen, numbers, form, found, count):
    """Ask for the entries of a state, one for each symmetry that makes its row the least one; how many are found now.

    `columns` are a reading, weights, steps and last steps; `seen` are the class of each ranked row, and which
    symmetries are those of it, from where on.
    """
    classes, first, symmetries = seen
    reading, weights, steps, last = columns
    for each in range(first[row], first[row + _ONE]):
        mine = _address(reading) + uint64(symmetries[each]) * uint64(reading.shape[1])
        column = ranked(
            state + numbers[COLUMN_HALF], mine, _address(weights), numbers[COLUMN_CHUNKS], _address(steps),
            _address(last), numbers[COLUMN_MOST], form,
        )  # fmt: skip
        found[count] = pair_at(uint64(classes[row]), numbers[WIDTH], column)
        prefetch(table + (found[count] >> _THREE))
        count += 1
    return count


@inlined
def _note_all(packed, states, count, size, distance, base, rows, columns, seen, numbers, form, ranks, found):
    """Have the entries of some states say a distance."""
    _rows(states, count, size, rows, numbers, form, ranks)
    asked = 0
    for each in range(uint64(count)):
        state = states + each * size
        asked = _entries(packed, state, ranks[each], columns, seen, numbers, form, found, asked)
        if asked >= _AT_ONCE:
            _note(packed, found, asked, distance, base)
            asked = 0
    _note(packed, found, asked, distance, base)


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
    points, size = form[2], _TWO * form[2]
    path, machine, move = (
        np.zeros((deep + 1, size), np.uint8),
        np.zeros(deep + 1, np.int64),
        np.zeros(deep + 1, np.int64),
    )
    ends, count, most = np.zeros((_AT_ONCE, size), np.uint8), 0, by.shape[0]
    ranks, found = np.zeros(_AT_ONCE, np.uint64), np.zeros(_AT_ONCE + _MOST_SEEN, np.uint64)
    table, reached = _address(packed), _address(ends)
    for number in range(len(states)):
        path[0] = states[number]
        depth, move[0] = 0, 0
        if deep == 0:
            ends[count] = path[0]
            count, depth = count + 1, -1
        while depth >= 0:
            mine = move[depth]
            if mine == most:
                depth -= 1
                continue
            move[depth] += 1
            if following[machine[depth], mine] == DEAD or (depth == 0 and not allowed[number, mine]):
                continue
            last = depth + 1 == deep
            before, way = _address(path) + uint64(depth) * size, _address(by) + uint64(mine) * size
            after = reached + uint64(count) * size if last else before + size
            permute(after, before, way)
            permute(after + points, way + points, before + points)
            if last:
                count += 1
                if count == _AT_ONCE:
                    _note_all(
                        table, reached, count, size, distance, base, rows, columns, seen, numbers, form, ranks, found
                    )
                    count = 0
            else:
                depth += 1
                machine[depth], move[depth] = following[machine[depth - 1], mine], 0
        if count == _AT_ONCE:
            _note_all(table, reached, count, size, distance, base, rows, columns, seen, numbers, form, ranks, found)
            count = 0
    _note_all(table, reached, count, size, distance, base, rows, columns, seen, numbers, form, ranks, found)


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
