"""Kernels for tables of permutation puzzles: numbering the colorings of an orbit, and breadth-first search of tables.

A table has a row for each class of row values that symmetries turn into each other, and a column for each column value.
A move takes a row to another one, seen through a symmetry, and a column by a list that depends on the row and the move.
"""

import numpy as np
from numba import uint64

from pybridge.compiled import inlined, kernel, lean_kernel, ones_in, take_bits, trailing_zeros
from pybridge.tables.slots import name_row, number_in, number_of, slot_of

_ZERO, _ONE = uint64(0), uint64(1)


@lean_kernel
def spread(sources, states, words, rooms, following, table, products):
    """Number what moves make of the first state; how many there are, or 0 if there is no room for them.

    The colors of a state are padded to whole words: `words` are `states`. `rooms` are for one state, a copy of the
    first, for its words, which are the same memory, and for a number a move. `following` gets what each move makes of
    each state; what it has before does not matter. `products` are pairs of moves, each with the move that comes to the
    same, or -1 if both change nothing. Successors that they give are not looked up.
    """
    (row, wanted, asked), (slots, index_bits) = rooms, table
    count, state, width = _ONE, _ZERO, uint64(words.shape[1])
    first = slot_of(words, _ZERO, words, slots, index_bits, _ZERO, width)
    name_row(words, _ZERO, slots, first, index_bits, _ZERO, width)
    following[0] = -1  # nothing is known
    while state < count:
        for move in range(len(sources)):
            asked[move] = following[state, move] < 0
            if not asked[move]:
                continue
            for place in range(sources.shape[1]):
                row[0, place] = states[state, sources[move, place]]
            slot = slot_of(wanted, _ZERO, words, slots, index_bits, _ZERO, width)
            if slots[slot] == 0:
                if count == uint64(len(states)):
                    return _ZERO
                for place in range(width):
                    words[count, place] = wanted[0, place]
                name_row(words, count, slots, slot, index_bits, _ZERO, width)
                following[count] = -1
                count += _ONE
            following[state, move] = number_in(slots[slot], index_bits) - _ONE
        for number in range(len(products)):
            one, other, both = products[number]
            if asked[one]:
                following[following[state, one], other] = state if both < 0 else following[state, both]
        state += _ONE
    return count


@lean_kernel
def images(rows, back, colors, row, wanted, words, slots, index_bits, found):
    """The number of the state that each row becomes if its places and colors are renamed; -1 if there is none.

    `wanted` is `row`, room for one state of zeros, in words.
    """
    for each in range(len(rows)):
        for place in range(len(back)):
            row[0, place] = colors[rows[each, back[place]]]
        found[each] = number_of(wanted, _ZERO, words, slots, index_bits, _ZERO, uint64(words.shape[1])) - _ONE


@inlined
def _matching(word, wanted, low):
    """The top bits of the entries of a word that are like those of another word.

    `low` has all bits of each entry but the top one, so that adding it carries into the top bit unless it adds to 0.
    """
    other = word ^ wanted
    return ~(((other & low) + low) | other) & ~low


@inlined
def _columns_with(words, distance, layout, chosen):
    """Gather the columns of a row with a distance; how many there are."""
    columns, shift, ones, low = layout
    count, each, wanted = uint64(0), uint64(6) - shift, uint64(distance) * ones
    for number in range(uint64(len(words))):
        matches = _matching(words[number], wanted, low)
        while matches:
            chosen[count] = (number << each) + (trailing_zeros(matches) >> shift)
            count += uint64(chosen[count] < columns)
            matches &= matches - uint64(1)
    return count


@inlined
def _place(column, shift):
    """The byte of a row that has an entry, and the entry's lowest bit there."""
    half = uint64(3) - shift
    return column >> half, (column & half) << uint64(2)


@kernel
def push(found, first, end, level, rows, columns, fixed, layout):
    """Give the successors of a level's entries in some rows the next distance.

    Several threads may change one byte at a time, so each takes only bits away from what was not reached.
    """
    to, seen, list_of = rows
    lists, turned = columns
    words, shift = found.view(np.uint64), layout[1]
    unseen = (uint64(1) << (uint64(1) << shift)) - uint64(1)
    taken = unseen ^ uint64(level + 1)
    chosen = np.empty(8 * found.shape[1] + 1, np.uint32)
    for row in range(first, end):
        count = _columns_with(words[row], level, layout, chosen)
        if count == uint64(0):
            continue
        for move in range(to.shape[1]):
            target, by, turn = to[row, move], lists[list_of[row, move]], turned[seen[row, move]]
            others, start = found[target], uint64(found.ctypes.data) + uint64(target) * uint64(found.shape[1])
            for number in range(count):
                other = turn[uint64(by[chosen[number]])]
                byte, bit = _place(uint64(other), shift)
                if (uint64(others[byte]) >> bit) & unseen == unseen:
                    take_bits(start + byte, taken << bit)
                    for symmetry in range(1, len(turned)):
                        if fixed[target, symmetry]:
                            byte, bit = _place(uint64(turned[symmetry, other]), shift)
                            if (uint64(others[byte]) >> bit) & unseen == unseen:
                                take_bits(start + byte, taken << bit)


@kernel
def pull(found, first, end, level, rows, columns, layout):
    """Give the next distance to entries in some rows that no move has led to, if a move leads to the level."""
    to, seen, list_of = rows
    lists, turned = columns
    words, shift = found.view(np.uint64), layout[1]
    unseen = (uint64(1) << (uint64(1) << shift)) - uint64(1)
    taken = unseen ^ uint64(level + 1)
    chosen = np.empty(8 * found.shape[1] + 1, np.uint32)
    for row in range(first, end):
        mine = found[row]
        count = _columns_with(words[row], unseen, layout, chosen)
        for move in range(to.shape[1]):
            by, turn, others = lists[list_of[row, move]], turned[seen[row, move]], found[to[row, move]]
            left = uint64(0)
            for number in range(count):
                column = chosen[number]
                byte, bit = _place(uint64(turn[uint64(by[column])]), shift)
                if (uint64(others[byte]) >> bit) & unseen == uint64(level):
                    byte, bit = _place(uint64(column), shift)
                    mine[byte] = uint64(mine[byte]) & ~(taken << bit)
                else:
                    chosen[left] = column
                    left += uint64(1)
            count = left


@kernel
def count(found, first, end, level, weight, layout):
    """How many entries of some rows are at a level, once with the weights of the rows; and how many are unreached."""
    columns, shift, ones, low = layout
    words, each = found.view(np.uint64), uint64(6) - shift
    wanted, padding = uint64(level) * ones, (uint64(words.shape[1]) << each) - columns
    weighted, plain, unseen = uint64(0), uint64(0), uint64(0)
    for row in range(first, end):
        here, left = uint64(0), uint64(0)
        for number in range(uint64(words.shape[1])):
            here += ones_in(_matching(words[row, number], wanted, low))
            left += ones_in(_matching(words[row, number], ~uint64(0), low))
        weighted, plain, unseen = weighted + here * uint64(weight[row]), plain + here, unseen + left - padding
    return weighted, plain, unseen


@kernel
def pack(found, first, end, bits, shift, packed, columns):
    """Write some bytes of packed entries, the first entry in the lowest bits; what was not reached has all bits set.

    `packed` may be `found` itself, whose entries are padded or have more bits, if bytes are written in their order.
    """
    each, most, wide = 8 // bits, (1 << bits) - 1, (1 << (1 << shift)) - 1
    entries = len(found) * columns
    flat = found.reshape(-1)
    for byte in range(first, end):
        value = 0
        for place in range(each):
            number = byte * each + place
            distance = most
            if number < entries:
                row, column = divmod(number, columns)
                at, bit = row * found.shape[1] + (column << shift >> 3), column << shift & 7
                distance = min(flat[at] >> bit & wide, most)
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
