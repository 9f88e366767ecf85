"""A frame of the kernels' stack, and expanding one on a board that fits in one word, four bits a cell: column 1.

A frame is a node that is still to be expanded, a row of uint64. Column 0 has g in its lowest 12 bits, the state of the
pruning machine in the next 40, and the slack, threshold - g - h, in the highest 12: a negative slack sets the sign bit.
The other columns belong to the heuristic, and say everything about the state of the puzzle.

An entry of the `ways` table is one move from a state of the machine: bits 0-5 the cell the tile comes from, 6-11 the
blank's, 12-51 the machine's next state, 52-63 the number of the edge between the two cells. Rows are padded with ways
along a dead edge.

`DistanceTables` are for a sum of distances. `TurnedTables` are for walking distance, inversion distance, or in each
direction the larger of both. For these, columns 2 and 3 have a half for each direction, vertical low and horizontal
high: in 2 the number of the walking-distance state (24 bits) and what the direction contributes to h (8 bits); in 3 the
inversions.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined

G_BITS = uint64(0xFFF)
STATE_BITS = uint64(0xFFFFFFFFFF)
STATE_SHIFT = uint64(12)
STATE_FIELD = uint64(0x000FFFFFFFFFF000)
SLACK_SHIFT = uint64(52)
NOT_STATE = uint64(0xFFF0000000000FFF)
SIGN_SHIFT = uint64(63)
CELL_BITS = uint64(0x3F)
BLANK_SHIFT = uint64(6)

MOST_CELLS = 64
MOST_EDGES = 4095
MOST_SLACK = 1400
"""Of a start. A slack has 11 bits, and a way that does not exist costs more than any."""


class DistanceTables(NamedTuple):
    """`costs[edge, tile]` is 1 + the change of h when the tile moves along the edge, in the place of the slack."""

    costs: Array


class TurnedTables(NamedTuple):
    """A row an edge, and the numbers that its fields point to."""

    edges: Array
    links: Array


SHIFT, LINK, LINK_WIDTH, DISTANCE, INVERSION, SIGNS, LINES, COST, BETWEEN_COUNT, BETWEEN = range(10)
"""The fields of an edge: its direction's half; where its links, distances, inversion distances, signs and lines begin;
what a move costs; how many cells a tile passes in reading order, and which."""

TILES = 16
"""The signs of a passed tile are in rows of this length."""

_ONE, _TWO, _TILE, _HALF = uint64(1), uint64(2), uint64(15), uint64(0xFFFFFFFF)
_NUMBER, _CONTRIBUTION = uint64(0xFFFFFF), uint64(24)


@inlined
def expand_distances(stack, top, fan, ways, tables):
    """Replace the frame at `top` by its children, the first in move order last; return the new height of the stack."""
    costs = tables.costs
    board, meta = stack[top, uint64(1)], stack[top, uint64(0)]
    state = (meta >> STATE_SHIFT) & STATE_BITS
    base = (meta & NOT_STATE) + _ONE
    for number in range(fan):
        way = ways[state, uint64(number)]
        source, blank = (way & CELL_BITS) << uint64(2), ((way >> uint64(6)) & CELL_BITS) << uint64(2)
        tile = (board >> source) & _TILE
        child = base + (way & STATE_FIELD) - costs[way >> SLACK_SHIFT, tile]
        stack[top, uint64(1)] = board ^ (tile << source) ^ (tile << blank)
        stack[top, uint64(0)] = child
        top += _ONE - (child >> SIGN_SHIFT)
    return top


@inlined
def turned(edge, tile, change, column_2, column_3, edges, links):
    """Both columns after a tile moved along an edge and changed inversions by `change`; the cost, 1 + change of h."""
    shift = edges[edge, SHIFT]
    half, inversions = (column_2 >> shift) & _HALF, (column_3 >> shift) & _HALF
    number = half & _NUMBER
    line = uint64(links[edges[edge, LINES] + tile])
    after = uint64(links[edges[edge, LINK] + number * edges[edge, LINK_WIDTH] + line])
    now = inversions + change
    contribution = max(uint64(links[edges[edge, DISTANCE] + after]), uint64(links[edges[edge, INVERSION] + _TWO * now]))
    cost = edges[edge, COST] + contribution - (half >> _CONTRIBUTION)
    column_2 ^= (half ^ (contribution << _CONTRIBUTION | after)) << shift
    return column_2, column_3 ^ ((inversions ^ now) << shift), cost


@inlined
def expand_turned(stack, top, fan, ways, tables):
    """Replace the frame at `top` by its children, the first in move order last; return the new height of the stack."""
    edges, links = tables
    meta, board, column_2, column_3 = stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3]
    state = (meta >> STATE_SHIFT) & STATE_BITS
    base = (meta & NOT_STATE) + _ONE
    for number in range(fan):
        way = ways[state, uint64(number)]
        edge = way >> SLACK_SHIFT
        source, blank = (way & CELL_BITS) << _TWO, ((way >> uint64(6)) & CELL_BITS) << _TWO
        tile = (board >> source) & _TILE
        signs = edges[edge, SIGNS] + tile * uint64(TILES)
        # Three are written out, for a board of four lines; a shorter line has the blank's cell for more, which changes
        # nothing. A compiled loop for so few would spend more on being vectorised than it saves.
        change = uint64(links[signs + ((board >> edges[edge, BETWEEN]) & _TILE)])
        change += uint64(links[signs + ((board >> edges[edge, BETWEEN + 1]) & _TILE)])
        change += uint64(links[signs + ((board >> edges[edge, BETWEEN + 2]) & _TILE)]) - uint64(3)
        for cell in range(uint64(3), edges[edge, BETWEEN_COUNT]):
            change += uint64(links[signs + ((board >> edges[edge, uint64(BETWEEN) + cell]) & _TILE)]) - _ONE
        after_2, after_3, cost = turned(edge, tile, change, column_2, column_3, edges, links)
        child = base + (way & STATE_FIELD) - (cost << SLACK_SHIFT)
        stack[top, 0], stack[top, 1] = child, board ^ (tile << source) ^ (tile << blank)
        stack[top, 2], stack[top, 3] = after_2, after_3
        top += _ONE - (child >> SIGN_SHIFT)
    return top
