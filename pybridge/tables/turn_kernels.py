"""Kernels for tables of permutation puzzles: numbering the colorings of an orbit, and breadth-first search of tables.

A table has a row for each class of row values that symmetries turn into each other, and a column for each column value.
A move takes a row to another one, seen through a symmetry, and a column by a list that depends on the row and the move.
"""

import numpy as np
from numba import uint64

from pybridge.compiled import inlined, kernel

UNSEEN = 255
"""The distance of an entry that was not reached."""

_FIRST, _SECOND, _HALF = uint64(0x9E3779B97F4A7C15), uint64(0xD6E8FEB86659FD93), uint64(32)


@inlined
def _find(row, states, slots):
    """The slot of a row of colors, or the free one where it is to be put."""
    mixed = uint64(0)
    for place in range(len(row)):
        mixed = (mixed ^ uint64(row[place])) * _FIRST
        mixed ^= mixed >> _HALF
    slot = (mixed * _SECOND >> _HALF) & uint64(len(slots) - 1)
    while slots[slot] >= 0:
        state, place = slots[slot], 0
        while place < len(row) and states[state, place] == row[place]:
            place += 1
        if place == len(row):
            break
        slot = (slot + uint64(1)) & uint64(len(slots) - 1)
    return slot


@kernel
def spread(sources, states, following, slots):
    """Number what moves make of the first state; how many there are, or -1 if there is no room for them."""
    count, row, state = 1, states[0].copy(), 0
    slots[_find(row, states, slots)] = 0
    while state < count:
        for move in range(len(sources)):
            for place in range(len(row)):
                row[place] = states[state, sources[move, place]]
            slot = _find(row, states, slots)
            if slots[slot] < 0:
                if count == len(states):
                    return -1
                states[count] = row
                slots[slot] = count
                count += 1
            following[state, move] = slots[slot]
        state += 1
    return count


@kernel
def enter(states, slots):
    """Put all states into a hash table."""
    row = states[0].copy()
    for state in range(len(states)):
        row[:] = states[state]
        slots[_find(row, states, slots)] = state


@kernel
def images(rows, back, colors, states, slots, found):
    """The number of the state that each row becomes if its places and colors are renamed; -1 if there is none."""
    row = states[0].copy()
    for each in range(len(rows)):
        for place in range(len(row)):
            row[place] = colors[rows[each, back[place]]]
        found[each] = slots[_find(row, states, slots)]


@inlined
def _columns_with(mine, distance, chosen):
    """Gather the columns of a row with a distance; how many there are."""
    count = uint64(0)
    for column in range(uint64(len(mine))):
        chosen[count] = column
        count += uint64(mine[column] == distance)
    return count


@kernel
def push(found, first, end, level, rows, columns, fixed):
    """Give the successors of a level's entries in some rows the next distance."""
    to, seen, list_of = rows
    lists, turned = columns
    chosen = np.empty(found.shape[1] + 1, np.uint32)
    for row in range(first, end):
        count = _columns_with(found[row], level, chosen)
        if count == uint64(0):
            continue
        for move in range(to.shape[1]):
            target, by, turn = to[row, move], lists[list_of[row, move]], turned[seen[row, move]]
            others = found[target]
            for number in range(count):
                other = uint64(turn[uint64(by[chosen[number]])])
                if others[other] == UNSEEN:
                    others[other] = level + 1
                    for symmetry in range(1, len(turned)):
                        if fixed[target, symmetry]:
                            image = uint64(turned[symmetry, other])
                            if others[image] == UNSEEN:
                                others[image] = level + 1


@kernel
def pull(found, first, end, level, rows, columns):
    """Give the next distance to entries in some rows that no move has led to, if a move leads to the level."""
    to, seen, list_of = rows
    lists, turned = columns
    chosen = np.empty(found.shape[1] + 1, np.uint32)
    for row in range(first, end):
        mine = found[row]
        count = _columns_with(mine, UNSEEN, chosen)
        for move in range(to.shape[1]):
            by, turn, others = lists[list_of[row, move]], turned[seen[row, move]], found[to[row, move]]
            left = uint64(0)
            for number in range(count):
                column = chosen[number]
                if others[uint64(turn[uint64(by[column])])] == level:
                    mine[column] = level + 1
                else:
                    chosen[left] = column
                    left += uint64(1)
            count = left


@kernel
def count(found, first, end, level, weight):
    """How many entries of some rows are at a level, once with the weights of the rows; and how many are unreached."""
    weighted, plain, unseen = 0, 0, 0
    for row in range(first, end):
        here, left, mine = 0, 0, found[row]
        for column in range(len(mine)):
            here += mine[column] == level
            left += mine[column] == UNSEEN
        weighted, plain, unseen = weighted + here * weight[row], plain + here, unseen + left
    return weighted, plain, unseen


@kernel
def pack(found, first, end, bits, packed):
    """Write some bytes of packed entries, the first entry in the lowest bits; what was not reached has all bits set.

    `packed` may be `found` itself if bytes are written in their order.
    """
    each, most = 8 // bits, (1 << bits) - 1
    for byte in range(first, end):
        value = 0
        for place in range(each):
            number = byte * each + place
            distance = min(found[number], most) if number < len(found) else most
            value |= distance << (place * bits)
        packed[byte] = value


@inlined
def entry(packed, number, bits):
    """A distance in a packed table."""
    bit = uint64(number) * bits
    return (uint64(packed[bit >> uint64(3)]) >> (bit & uint64(7))) & ((uint64(1) << bits) - uint64(1))


@kernel
def wrong_entry(packed, bits, shape, span, rows, columns):
    """The number of the first entry in a span of rows that is wrong; -1 if none is.

    The first entry is the goal's, and it alone is 0. An entry over 0 is one more than the least of its successors.
    `shape` is how many columns there are.
    """
    to, seen, list_of = rows
    lists, turned = columns
    most = (1 << bits) - 1
    for row in range(span[0], span[1]):
        for column in range(shape):
            number = row * shape + column
            mine, least = entry(packed, number, uint64(bits)), most
            for move in range(to.shape[1]):
                other = turned[seen[row, move], lists[list_of[row, move], column]]
                least = min(least, entry(packed, to[row, move] * shape + other, uint64(bits)))
            follows = least == (mine - 1 if mine < most else most)
            if (mine == 0) != (number == 0) or (number and not follows):
                return number
    return -1
