"""Where tables of projections have the entry of a state of a permutation puzzle, found from the state itself.

A state is two rows of points, one after the other: for each point the home of the piece that lies there, and for each
home the point where its piece lies. The second row is the first one of the inverse of the state. A coordinate reads
some of these points as digits; several digits are a chunk, and an automaton that reads the chunks ranks them all. The
rank of the row has a class and a symmetry, and the symmetry says what the digits of the column are.
"""

from numba import int64, uint64

from pybridge.compiled import byte_at, half_at, inlined, number_at, word_at
from pybridge.tables.pair_kernels import GROUP, GROUP_BYTES
from pybridge.vectors import SLOTS, WEIGHTS, read_digits

ROW_HALF, ROW_READING, ROW_WEIGHTS, ROW_CHUNKS, ROW_STEPS, ROW_LAST, ROW_MOST, LINKS = range(8)
COLUMN_HALF, COLUMN_READING, COLUMN_WEIGHTS, COLUMN_CHUNKS, COLUMN_STEPS, COLUMN_LAST, COLUMN_MOST = range(8, 15)
NUMBERS, READ = range(15, 17)
PACKED, COLUMNS, BITS, LEAST = range(17, 21)
"""The fields of a lookup: addresses of arrays, and numbers.

HALF is where the row of points begins that is read. READING and WEIGHTS are what `read_digits` takes, for four chunks
each; STEPS and LAST are the automaton; MOST is the largest rank, which only a wrong table exceeds. LINKS has for each
rank of a row its class, and in the lowest byte its symmetry; NUMBERS for each rank of a column its number in the table.
Each symmetry has a reading of columns, of READ bytes.
"""
FIELDS = 21

_ONE, _TWO, _THREE, _FOUR, _SEVEN, _EIGHT = uint64(1), uint64(2), uint64(3), uint64(4), uint64(7), uint64(8)
_WEIGHTS = uint64(WEIGHTS)
_LOW, _HALF, _SYMMETRY, _CLASS_SHIFT = uint64(0xFFFFFFFF), uint64(32), uint64(0xFF), uint64(8)
_GROUP, _GROUP_SHIFT, _LEAST = uint64(GROUP), uint64(7), uint64(15)


@inlined
def point_at(row, number, form):
    """A point of a row that begins at an address.

    `form` has the bytes of a point, their mask, how many points a row has room for, and the bytes of a reading.
    """
    return half_at(row + number * form[0]) & form[1]


@inlined
def _ranked(row, reading, weights, chunks, steps, last, most, form):
    """The rank of a coordinate."""
    if chunks == _TWO:
        one, other = _words(row, reading, weights, form)
        step = word_at(steps + _EIGHT * (one & _LOW))
        return min((step & _LOW) + half_at(last + _TWO * ((step >> _HALF) + (one >> _HALF))), most)
    rank, at, one, other = uint64(0), uint64(0), uint64(0), uint64(0)
    for chunk in range(chunks):
        if chunk & _THREE == uint64(0):
            one, other = _words(row, reading, weights, form)
            reading += form[3]
            weights += _WEIGHTS
        elif chunk & _THREE == _TWO:
            one = other
        at += one & _LOW
        one >>= _HALF
        if chunk + _ONE == chunks:
            rank += half_at(last + _TWO * at)
        else:
            step = word_at(steps + _EIGHT * at)
            rank, at = rank + (step & _LOW), step >> _HALF
    return min(rank, most)


@inlined
def _words(row, reading, weights, form):
    """The words of four chunks."""
    if form[0] == _ONE:
        return read_digits(row, reading, weights)
    one, other = uint64(0), uint64(0)
    for slot in range(uint64(SLOTS)):
        place = half_at(reading + _TWO * slot)
        digit = half_at(reading + _TWO * (uint64(SLOTS) + half_at(row + _TWO * place)))
        weight = byte_at(weights + slot) * half_at(weights + uint64(SLOTS) + (slot & ~_ONE))
        added = digit * weight << (_HALF * ((slot >> _TWO) & _ONE))
        if slot < uint64(SLOTS // 2):
            one += added
        else:
            other += added
    return one, other


@inlined
def link_of(lookup, state, form):
    """The address of what LINKS says of a state's row."""
    row = _ranked(
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
    rank = _ranked(
        state + lookup[COLUMN_HALF], lookup[COLUMN_READING] + (link & _SYMMETRY) * lookup[READ], lookup[COLUMN_WEIGHTS],
        lookup[COLUMN_CHUNKS], lookup[COLUMN_STEPS], lookup[COLUMN_LAST], lookup[COLUMN_MOST], form,
    )  # fmt: skip
    column = uint64(number_at(lookup[NUMBERS] + _FOUR * rank)) if lookup[NUMBERS] else rank
    number = (link >> _CLASS_SHIFT) * lookup[COLUMNS]
    if lookup[BITS] == _TWO:  # a group has two entries less than bits for them
        return (number << _GROUP_SHIFT) + _FOUR * (column // _GROUP) + _TWO * column
    return (number + column) * lookup[BITS]


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
        return int64(lookup[LEAST] + found)
    return int64(byte_at(lookup[PACKED] + (bit >> _GROUP_SHIFT) * uint64(GROUP_BYTES) + _LEAST) >> _FOUR)
