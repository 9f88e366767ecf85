"""Expanding a node with the maximum of several heuristics, pattern databases among them, on boards of many shapes.

A part is some tiles, and a table of theirs, on the board as it is or mirrored. Parts form groups; the distances of all
tiles and the entries of a group's parts add up to one lower bound. Columns: 1 the slack of each group, 12 bits each; 2
and 3 as with `TurnedTables`; from 4 on the board, as many cells a word as fit; then a word a part: the part's cells as
a mask, from bit `cells` on the labels of its tiles in the order of their cells, in the highest 8 bits its entry; then
a word a group, see WAITING. Columns are a multiple of 4.

Tables are larger than any cache, so that a lookup takes longer than all the rest. A child's entries are asked for when
it is made, and looked at when its turn comes; by then other lanes have been worked on, and the entries are there.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import byte_at, inlined, ones_in, prefetch
from pybridge.search.kernels.tiles.words import (
    BETWEEN,
    BETWEEN_COUNT,
    CELL_BITS,
    NOT_STATE,
    SIGNS,
    SLACK_SHIFT,
    STATE_BITS,
    STATE_FIELD,
    STATE_SHIFT,
    turned,
)


class GeneralTables(NamedTuple):
    """`parts` has a row for all that is the same everywhere, then one a part, then one a group.

    `links` are the numbers that fields point to, and `edges` what `TurnedTables` have.
    """

    parts: Array
    links: Array
    edges: Array


GROUPS, GROUP_ROWS, CELLS, COLUMNS, DEAD, TURNED, TILES, TILE_BITS, WORD_OF, SHIFT_OF, WAITING = range(11)
"""The fields of row 0 of `parts`: how many groups and where their rows begin; TURNED: walking or inversion distance are
one more group, the last; TILES: how many numbers tiles have; WORD_OF, SHIFT_OF: where to look up a cell's column and
shift; WAITING: the first of the columns, one a group, where a frame keeps the places of entries that it waits for."""

ADDRESS, ROW, FOUR, STEP, BITS, LOW_BITS, LOW, HIGH, HIGH_WIDTH, HALF, FIRST, SECOND, MAP, COLUMN = range(14)
"""The fields of a part: where its table is, entries a row, 1 if they have four bits, what an entry counts by, bits of a
label, how masks and orders are numbered, where to look up its cells, and its word's column."""

COSTS, PART_OF = range(2)
"""The fields of a group: where its costs (edges, tiles) begin, and the part of each tile, 0 for none."""

MORE, BIAS = 500, 1000
"""Costs of the groups are kept with `MORE` added, and slacks with `BIAS`, for both can be negative for a while."""
BOARD = 4
MOST_COLUMNS = 32
ENTRY_SHIFT = 56

_ONE, _TWO, _THREE, _FIELD, _BLANK = uint64(1), uint64(2), uint64(3), uint64(12), uint64(6)
_SLACK, _ENTRY, _REST = uint64(0xFFF), uint64(ENTRY_SHIFT), uint64((1 << ENTRY_SHIFT) - 1)
_MORE, _BIAS, _BYTE, _SEVEN = uint64(MORE), uint64(BIAS), uint64(255), uint64(7)
_ADDRESS_BITS, _SHIFT_AT, _SHIFT_OF_ENTRY = uint64((1 << 48) - 1), uint64(48), uint64(50)


@inlined
def _copy_four(stack, target, source, column):
    """Copy four columns of a row."""
    one, two = stack[source, column], stack[source, column + _ONE]
    three, four = stack[source, column + _TWO], stack[source, column + _THREE]
    stack[target, column], stack[target, column + _ONE] = one, two
    stack[target, column + _TWO], stack[target, column + _THREE] = three, four


@inlined
def _copy_rest(stack, target, source, columns):
    """Copy the columns from 12 on, of which few boards have any."""
    _copy_four(stack, target, source, uint64(12))
    if columns > uint64(16):
        _copy_four(stack, target, source, uint64(16))
    if columns > uint64(20):
        _copy_four(stack, target, source, uint64(20))
    if columns > uint64(24):
        _copy_four(stack, target, source, uint64(24))
    if columns > uint64(28):
        _copy_four(stack, target, source, uint64(28))


@inlined
def _copy(stack, target, source, columns):
    """Copy a row. Written out: for so few words a compiled loop would spend more on being vectorised than it saves."""
    _copy_four(stack, target, source, uint64(0))
    if columns > uint64(4):
        _copy_four(stack, target, source, uint64(4))
    if columns > uint64(8):
        _copy_four(stack, target, source, uint64(8))
    if columns > uint64(12):
        _copy_rest(stack, target, source, columns)


@inlined
def _moved(word, source, target, cells, bits):
    """A part's mask and order after its tile on `source` went to `target`."""
    mask = word & ((_ONE << cells) - _ONE)
    position = ones_in(mask & ((_ONE << source) - _ONE)) * bits
    mask ^= _ONE << source
    after = ones_in(mask & ((_ONE << target) - _ONE)) * bits
    mask |= _ONE << target
    order = (word & _REST) >> cells
    label = (order >> position) & ((_ONE << bits) - _ONE)
    order = (order & ((_ONE << position) - _ONE)) | ((order >> (position + bits)) << position)
    order = (order & ((_ONE << after) - _ONE)) | (label << after) | ((order >> after) << (after + bits))
    return mask, order


@inlined
def _place(mask, order, part, parts, links):
    """Where a placement's entry is: its byte's address, from bit 48 on how far to shift it, from bit 56 on the part."""
    low_bits, half, four = parts[part, LOW_BITS], parts[part, HALF], parts[part, FOUR]
    low = mask & ((_ONE << low_bits) - _ONE)
    number = uint64(links[parts[part, LOW] + low])
    number += uint64(links[parts[part, HIGH] + ones_in(low) * parts[part, HIGH_WIDTH] + (mask >> low_bits)])
    rank = uint64(links[parts[part, FIRST] + (order & ((_ONE << half) - _ONE))])
    rank += uint64(links[parts[part, SECOND] + (order >> half)])
    index = rank * parts[part, ROW] + number
    address = parts[part, ADDRESS] + (index >> four)
    prefetch(address)
    return address | ((index & four) << _SHIFT_OF_ENTRY) | (part << _ENTRY)


@inlined
def _turned_group(edge, tile, parent, top, stack, parts, links, edges):
    """Follow walking and inversion distance into a child's columns 2 and 3; the cost of the move."""
    signs, change = edges[edge, SIGNS] + tile * parts[0, TILES], uint64(0)
    tiles = (_ONE << parts[0, TILE_BITS]) - _ONE
    for number in range(edges[edge, BETWEEN_COUNT]):
        cell = edges[edge, uint64(BETWEEN) + number]
        column, shift = uint64(links[parts[0, WORD_OF] + cell]), uint64(links[parts[0, SHIFT_OF] + cell])
        change += uint64(links[signs + ((stack[parent, column] >> shift) & tiles)]) - _ONE
    column_2, column_3, cost = turned(edge, tile, change, stack[parent, 2], stack[parent, 3], edges, links)
    stack[top, 2], stack[top, 3] = column_2, column_3
    return cost


@inlined
def moves_left(stack, row, g, threshold, tables):
    """The estimate of the first group."""
    return threshold + _BIAS - g - (stack[row, 1] & _SLACK)


@inlined
def evaluate(stack, row, tables):
    """Look up what a frame waits for; False if its estimate exceeds the threshold."""
    parts = tables.parts
    slacks, failed, group = stack[row, 1], uint64(0), uint64(0)
    while group < parts[0, GROUPS] and failed == uint64(0):
        column = parts[0, WAITING] + group
        place = stack[row, column]
        if place:
            part, four = place >> _ENTRY, parts[place >> _ENTRY, FOUR]
            byte = byte_at(place & _ADDRESS_BITS) >> ((place >> _SHIFT_AT) & _SEVEN)
            entry = byte & (_BYTE >> (four << _TWO))
            word = stack[row, parts[part, COLUMN]]
            stack[row, parts[part, COLUMN]] = (word & _REST) | (entry << _ENTRY)
            stack[row, column] = uint64(0)
            slacks += (parts[part, STEP] * ((word >> _ENTRY) - entry)) << (_FIELD * group)
            failed = uint64(((slacks >> (_FIELD * group)) & _SLACK) < _BIAS)
        group += _ONE
    stack[row, 1] = slacks
    return failed == uint64(0)


@inlined
def expand(stack, top, fan, ways, tables):
    """Replace the frame at `top` by its children, the first in move order last; return the new height of the stack.

    The entries of the children are asked for and not waited for: `evaluate` looks at them when they are taken.
    """
    parts, links, edges = tables
    columns, groups, dead = parts[0, COLUMNS], parts[0, GROUPS], parts[0, DEAD]
    meta, parent = stack[top, 0], top + uint64(fan)
    _copy(stack, parent, top, columns)
    state, base = (meta >> STATE_SHIFT) & STATE_BITS, (meta & NOT_STATE) + _ONE
    for number in range(fan):
        way = ways[state, uint64(number)]
        edge, source, blank = way >> SLACK_SHIFT, way & CELL_BITS, (way >> _BLANK) & CELL_BITS
        if edge == dead:
            break
        _copy(stack, top, parent, columns)
        column, shift = uint64(links[parts[0, WORD_OF] + source]), uint64(links[parts[0, SHIFT_OF] + source])
        tile = (stack[parent, column] >> shift) & ((_ONE << parts[0, TILE_BITS]) - _ONE)
        stack[top, column] ^= tile << shift
        stack[top, uint64(links[parts[0, WORD_OF] + blank])] ^= tile << uint64(links[parts[0, SHIFT_OF] + blank])
        slacks, costs, failed = stack[parent, 1], edge * parts[0, TILES] + tile, uint64(0)
        for group in range(groups):
            row = parts[0, GROUP_ROWS] + group
            slacks += (_MORE - uint64(links[parts[row, COSTS] + costs])) << (_FIELD * group)
            part = uint64(links[parts[row, PART_OF] + tile])
            if part:
                word, place = stack[parent, parts[part, COLUMN]], parts[part, MAP]
                mask, order = _moved(
                    word,
                    uint64(links[place + source]),
                    uint64(links[place + blank]),
                    parts[0, CELLS],
                    parts[part, BITS],
                )
                stack[top, parts[part, COLUMN]] = mask | (order << parts[0, CELLS]) | (word & ~_REST)
                stack[top, parts[0, WAITING] + group] = _place(mask, order, part, parts, links)
            else:
                failed |= uint64(((slacks >> (_FIELD * group)) & _SLACK) < _BIAS)
        if parts[0, TURNED]:
            slacks -= _turned_group(edge, tile, parent, top, stack, parts, links, edges) << (_FIELD * groups)
            failed |= uint64(((slacks >> (_FIELD * groups)) & _SLACK) < _BIAS)
        stack[top, 1], stack[top, 0] = slacks, base + (way & STATE_FIELD)
        top += _ONE - failed
    return top
