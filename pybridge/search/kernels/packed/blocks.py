"""Blocks world packed into words: for each block what it stands on, block 0 in the highest bits of word 0.

Blocks, places, and the table if there is one are numbered in this order.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, trailing_zeros


class BlockTables(NamedTuple):
    """What all states have, and a row a goal and block; both uint64."""

    shape: Array
    goals: Array


LOW, BLOCKS, TARGETS, TABLE, GOALS, WHERE = range(6)
"""The fields of what all states have: the bits of a block as a mask; how many blocks; all that can carry a block, as a
mask; the table's bit, 0 if there is none; how many goals; from WHERE on where each block is.
"""

UNDER, BELOW, GROUND = range(3)
"""The fields of a block in a goal: what it stands on, all blocks below it as a mask, and its tower's ground."""

MOVE_BITS = 6
"""Of what a block is put onto, in a move."""

_ZERO, _ONE, _TWO = uint64(0), uint64(1), uint64(2)


@inlined
def stands_on(states, row, block, shape):
    """What a block stands on."""
    where = uint64(WHERE) + _TWO * block
    return (states[row, shape[where]] >> shape[where + _ONE]) & shape[LOW]


@inlined
def clear(states, row, shape):
    """Everything that can carry another block, as a mask."""
    carrying = _ZERO
    for block in range(shape[BLOCKS]):
        carrying |= _ONE << stands_on(states, row, block, shape)
    return (shape[TARGETS] & ~carrying) | shape[TABLE]


@inlined
def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    shape = tables.shape
    free = clear(queue, row, shape)
    blocks = free & ((_ONE << shape[BLOCKS]) - _ONE)
    while blocks != _ZERO:
        block = trailing_zeros(blocks)
        blocks &= blocks - _ONE
        where = uint64(WHERE) + _TWO * block
        at, shift = shape[where], shape[where + _ONE]
        under = (queue[row, at] >> shift) & shape[LOW]
        targets = free & ~(_ONE << block) & ~(_ONE << under)
        while targets != _ZERO:
            target = trailing_zeros(targets)
            targets &= targets - _ONE
            for word in range(uint64(len(width))):
                children[count, word] = queue[row, word]
            children[count, at] ^= (under ^ target) << shift
            count += _ONE
    return count


@inlined
def move_between(states, row, others, other, shape):
    """The move from one state to another: the block, in the bits from 6 on, and what it is put onto."""
    for block in range(shape[BLOCKS]):
        target = stands_on(others, other, block, shape)
        if target != stands_on(states, row, block, shape):
            return (block << uint64(MOVE_BITS)) | target
    return _ZERO


@inlined
def _tower(states, row, top, goal, tables):
    """The blocks of the tower below and with its clear block `top`; those of them that are not settled; its ground."""
    shape, goals = tables
    block, tower, unsettled = top, _ZERO, _ZERO
    while block < shape[BLOCKS]:
        tower |= _ONE << block
        under = stands_on(states, row, block, shape)
        if under != goals[goal * shape[BLOCKS] + block, UNDER]:
            unsettled = tower
        block = under
    return tower, unsettled, block


@inlined
def _moves(states, row, top, goal, tables):
    """How often the blocks of a tower must move at least to reach a goal."""
    shape, goals = tables
    rest, unsettled, ground = _tower(states, row, top, goal, tables)
    place = _ZERO if rest != unsettled else (_ONE << ground) & ~shape[TABLE]
    needed, block = _ZERO, top
    while rest & unsettled != _ZERO:
        rest ^= _ONE << block
        each = goal * shape[BLOCKS] + block
        again = rest & unsettled & goals[each, BELOW]
        needed += _ONE + uint64(again | (place & (_ONE << goals[each, GROUND])) != _ZERO)
        block = stands_on(states, row, block, shape)
    return needed


@inlined
def bound(states, row, tables, width):
    """The least sum, over the goals, of how often each block must move at least."""
    shape = tables.shape
    tops = clear(states, row, shape) & ((_ONE << shape[BLOCKS]) - _ONE)
    least = ~_ZERO
    for goal in range(shape[GOALS]):
        found, left = _ZERO, tops
        while left != _ZERO:
            found += _moves(states, row, trailing_zeros(left), goal, tables)
            left &= left - _ONE
        least = min(least, found)
    return least
