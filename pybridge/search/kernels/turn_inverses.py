"""Where a table has the inverse of a state, from where each piece of the state lies.

Where a piece lies tells what it adds to some words of chunks, CHUNKS of CHUNK_BITS each; an automaton reads the chunks
of the row, then those of the column, and ranks both. By rank, a row has its class and symmetry, and a column what
each symmetry turns it into.
"""

from numba import int64, uint64

from pybridge.compiled import inlined, number_at, prefetch, word_at

OF, ROW_CHUNKS, ROW_STEPS, LINKS, COLUMN_CHUNKS, COLUMN_STEPS, TURNED, SYMMETRIES = range(8)
"""The fields of a lookup of the inverse: which lookup of the state has its table; then how it is found there."""
LOOKUP_FIELDS = 8
CHUNKS, CHUNK_BITS = 4, 16
MOST_TIGHT = 60
"""Lookups of the inverse of which it is kept that no move may leave them unchanged."""

_FOUR, _EIGHT = uint64(4), uint64(8)
_CHUNK, _LOW, _HALF, _SYMMETRY = uint64((1 << CHUNK_BITS) - 1), uint64(0xFFFFFFFF), uint64(32), uint64(0xFF)


@inlined
def place(where, targets, placed):
    """Where the pieces lie after a move."""
    for piece in range(len(where)):
        placed[piece] = targets[where[piece]]


@inlined
def _ranked(words, first, end, steps):
    rank, at = uint64(0), uint64(0)
    for chunk in range(first, end):
        digit = (words[chunk >> 2] >> uint64(CHUNK_BITS * (chunk & 3))) & _CHUNK
        step = word_at(steps + _EIGHT * (at + digit))
        rank, at = rank + (step & _LOW), step >> _HALF
    return rank


@inlined
def rank(lookup, shares, placed, near, count, ranks, words):
    """Rank the row and the column of the inverse after some moves, and ask for what they have by rank."""
    rows = int64(lookup[ROW_CHUNKS])
    end = rows + int64(lookup[COLUMN_CHUNKS])
    for each in range(count):
        move = near[each]
        for word in range(len(shares)):
            added = uint64(0)
            for piece in range(placed.shape[1]):
                added += shares[word, piece, placed[move, piece]]
            words[word] = added
        row = _ranked(words, int64(0), rows, lookup[ROW_STEPS])
        column = _ranked(words, rows, end, lookup[COLUMN_STEPS])
        ranks[move, 0], ranks[move, 1] = row, column
        prefetch(lookup[LINKS] + _EIGHT * row)
        prefetch(lookup[TURNED] + _FOUR * column * lookup[SYMMETRIES])


@inlined
def link_and_column(lookup, ranks):
    """A row's class and symmetry, and the column that the symmetry makes."""
    link = word_at(lookup[LINKS] + _EIGHT * ranks[0])
    turned = number_at(lookup[TURNED] + _FOUR * (ranks[1] * lookup[SYMMETRIES] + (link & _SYMMETRY)))
    return link, uint64(turned)
