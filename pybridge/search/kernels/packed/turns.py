"""Permutation puzzles packed into words: a field for each place, with the piece that lies on its first point."""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined


class TurnTables(NamedTuple):
    """What all states have, a row a move and place, and what lies on a place's other points; all uint64."""

    shape: Array
    moves: Array
    beside: Array


LOW, PLACES, MOVES = range(3)
"""What all states have: a field as a mask, how many places and how many moves there are."""

FROM_WORD, FROM_SHIFT, WAY, TO_WORD, TO_SHIFT = range(5)
"""Of a place in a move: where the field that comes there lies, which of its points comes first, where it goes."""


@inlined
def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    shape, moves, beside = tables
    for move in range(shape[MOVES]):
        for word in range(uint64(len(width))):
            children[count, word] = uint64(0)
        for place in range(move * shape[PLACES], (move + uint64(1)) * shape[PLACES]):
            piece = (queue[row, moves[place, FROM_WORD]] >> moves[place, FROM_SHIFT]) & shape[LOW]
            children[count, moves[place, TO_WORD]] |= beside[moves[place, WAY], piece] << moves[place, TO_SHIFT]
        count += uint64(1)
    return count


@inlined
def bound(states, row, tables, width):
    """No distance: there is no lower bound to compare with."""
    return ~uint64(0)
