"""Where tables of projections have the entry of a state of a permutation puzzle, found from the state itself.

A state is two rows of points, one after the other: for each point the home of the piece that lies there, and for each
home the point where its piece lies. The second row is the first one of the inverse of the state. A coordinate reads
some of these points as digits; several digits are a chunk, and an automaton that reads the chunks ranks them all. The
rank of the row has a class and a symmetry, and the symmetry says what the digits of the column are.
"""

from numba import int64, uint64

from pybridge.compiled import byte_at, inlined, number_at
from pybridge.tables.projection.pairs import GROUP_BYTES
from pybridge.tables.ranks.ranked import pair_at, ranked

ROW_HALF, ROW_READING, ROW_WEIGHTS, ROW_CHUNKS, ROW_STEPS, ROW_LAST, ROW_MOST, LINKS = range(8)
COLUMN_HALF, COLUMN_READING, COLUMN_WEIGHTS, COLUMN_CHUNKS, COLUMN_STEPS, COLUMN_LAST, COLUMN_MOST = range(8, 15)
NUMBERS, READ = range(15, 17)
PACKED, COLUMNS, BITS, BASE = range(17, 21)
"""The fields of a lookup: addresses of arrays, and numbers.

HALF is where the row of points begins that is read. READING and WEIGHTS are what `read_digits` takes, for four chunks
each; STEPS and LAST are the automaton; MOST is the largest rank, which only a wrong table exceeds. LINKS has for each
rank of a row its class, and in the lowest byte its symmetry; NUMBERS for each rank of a column its number in the table.
Each symmetry has a reading of columns, of READ bytes. PACKED is the table, and an entry has BITS. A row has COLUMNS of
them, or groups of those of two bits, which add to BASE.
"""

_ONE, _TWO, _THREE, _FOUR, _SEVEN = uint64(1), uint64(2), uint64(3), uint64(4), uint64(7)
_LOW, _SYMMETRY, _CLASS_SHIFT = uint64(0xFFFFFFFF), uint64(0xFF), uint64(8)
_GROUP_SHIFT, _LEAST = uint64(7), uint64(15)


@inlined
def link_of(lookup, state, form):
    """Where LINKS has a state's row."""
    row = ranked(
        state + lookup[ROW_HALF], lookup[ROW_READING], lookup[ROW_WEIGHTS],
        lookup[ROW_CHUNKS], lookup[ROW_STEPS], lookup[ROW_LAST], lookup[ROW_MOST], form,
    )  # fmt: skip
    return lookup[LINKS] + _FOUR * row


@inlined
def bit_of(lookup, at, state, form):
    """The place of a state's entry, as a bit of the table: two bits each are in groups, others without gaps.

    `at` is the address that `link_of` found.
    """
    link = uint64(number_at(at)) & _LOW
    rank = ranked(
        state + lookup[COLUMN_HALF], lookup[COLUMN_READING] + (link & _SYMMETRY) * lookup[READ], lookup[COLUMN_WEIGHTS],
        lookup[COLUMN_CHUNKS], lookup[COLUMN_STEPS], lookup[COLUMN_LAST], lookup[COLUMN_MOST], form,
    )  # fmt: skip
    column = uint64(number_at(lookup[NUMBERS] + _FOUR * rank)) if lookup[NUMBERS] else rank
    if lookup[BITS] == _TWO:
        return pair_at(link >> _CLASS_SHIFT, lookup[COLUMNS], column)
    return ((link >> _CLASS_SHIFT) * lookup[COLUMNS] + column) * lookup[BITS]


@inlined
def byte_of(lookup, bit):
    """The address of a bit of the table."""
    return lookup[PACKED] + (bit >> _THREE)


@inlined
def distance(lookup, bit):
    """The distance that the entry at a bit of the table says; of two bits, 0 says the least of the group."""
    mask = (_ONE << lookup[BITS]) - _ONE
    found = (byte_at(byte_of(lookup, bit)) >> (bit & _SEVEN)) & mask
    if lookup[BITS] != _TWO:
        return int64(found)
    if found:
        return int64(lookup[BASE] + found)
    return int64(byte_at(lookup[PACKED] + (bit >> _GROUP_SHIFT) * uint64(GROUP_BYTES) + _LEAST) >> _FOUR)
