"""Expanding a node with a sum of distances: column 1 is the board, four bits a cell."""

from numba import uint64

from pybridge.compiled import inlined
from pybridge.search.kernels.frames import (
    CELL_BITS,
    NOT_STATE,
    SIGN_SHIFT,
    SLACK_SHIFT,
    STATE_BITS,
    STATE_FIELD,
    STATE_SHIFT,
)

_TILE = uint64(15)
_ONE = uint64(1)


@inlined
def expand(stack, top, fan, ways, tables):
    """Replace the frame at `top` by its children, the first in move order last; return the new height of the stack.

    `costs[edge, tile]` is 1 + the change of h when the tile moves along the edge.
    """
    costs = tables[0]
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
