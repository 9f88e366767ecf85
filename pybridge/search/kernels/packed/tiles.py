"""Sliding tiles packed into words: as many bits a cell as the largest tile has, cell 0 in the highest of word 0."""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, trailing_zeros


class TileTables(NamedTuple):
    """What all boards have, uint64; a row a cell, uint64; and sums of distances, uint16."""

    board: Array
    cells: Array
    sums: Array


BITS, LOW, IN_WORD, RECIPROCAL, PIECE_BITS, PIECES, LOWS = range(7)
"""The fields of what all boards have: bits a cell, as a mask, too; cells in a word; 4096 / BITS, rounded up; how words
are cut into pieces to look up sums, and how many a word has; from LOWS on, for each word, the lowest bits of its cells.
"""

WORD, SHIFT, DEGREE, NEAR = range(4)
"""The fields of a cell: its word and shift, how many neighbors it has, and from NEAR on which."""

_ONE, _TWELVE = uint64(1), uint64(12)


@inlined
def blank_cell(queue, row, tables, width):
    """Where the blank is: the one cell that has no bit set."""
    board = tables.board
    bits = board[BITS]
    for word in range(uint64(len(width))):
        state = queue[row, word]
        folded = state
        for step in range(_ONE, bits):
            folded |= state >> step
        free = ~folded & board[uint64(LOWS) + word]
        if free != uint64(0):
            field = (trailing_zeros(free) * board[RECIPROCAL]) >> _TWELVE
            return word * board[IN_WORD] + board[IN_WORD] - _ONE - field
    return uint64(0)


@inlined
def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    board, cells, _ = tables
    blank = blank_cell(queue, row, tables, width)
    to_word, to_shift = cells[blank, WORD], cells[blank, SHIFT]
    for number in range(cells[blank, DEGREE]):
        cell = cells[blank, uint64(NEAR) + number]
        from_word, from_shift = cells[cell, WORD], cells[cell, SHIFT]
        tile = (queue[row, from_word] >> from_shift) & board[LOW]
        for word in range(uint64(len(width))):
            children[count, word] = queue[row, word]
        children[count, from_word] ^= tile << from_shift
        children[count, to_word] ^= tile << to_shift
        count += _ONE
    return count


@inlined
def bound(states, row, tables, width):
    """The sum of the distances of a state's tiles."""
    board, _, sums = tables
    found, bits, pieces = uint64(0), board[PIECE_BITS], board[PIECES]
    piece_mask = (_ONE << bits) - _ONE
    for word in range(uint64(len(width))):
        rest = states[row, word]
        for piece in range(pieces):
            found += uint64(sums[word * pieces + piece, rest & piece_mask])
            rest >>= bits
    return found
