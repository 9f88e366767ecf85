"""Ranks of coordinates of a permutation puzzle, read from a state; see `reading` and `ranking`."""

from numba import uint64

from pybridge.compiled import byte_at, half_at, inlined, word_at
from pybridge.tables.projection.pairs import GROUP
from pybridge.vectors import SLOTS, WEIGHTS, read_digits

_ONE, _TWO, _THREE, _EIGHT = uint64(1), uint64(2), uint64(3), uint64(8)
_WEIGHTS = uint64(WEIGHTS)
_LOW, _HALF = uint64(0xFFFFFFFF), uint64(32)
_FOUR, _GROUP, _GROUP_SHIFT = uint64(4), uint64(GROUP), uint64(7)


@inlined
def point_at(row, number, form):
    """A point of a row that begins at an address.

    `form` has the bytes of a point, their mask, how many points a row has room for, and the bytes of a reading.
    """
    return half_at(row + number * form[0]) & form[1]


@inlined
def pair_at(row, width, column):
    """The first bit of an entry of two bits. A row has `width` groups, and a group bits for two more entries."""
    return (row * width << _GROUP_SHIFT) + _FOUR * (column // _GROUP) + _TWO * column


@inlined
def ranked(row, reading, weights, chunks, steps, last, most, form):
    """The rank of a coordinate."""
    if chunks == _TWO:
        one, other = _words(row, reading, weights, form)
        step = word_at(steps + _EIGHT * (one & _LOW))
        return min((step & _LOW) + half_at(last + _TWO * ((step >> _HALF) + (one >> _HALF))), most)
    if chunks == _THREE:
        one, other = _words(row, reading, weights, form)
        step = word_at(steps + _EIGHT * (one & _LOW))
        following = word_at(steps + _EIGHT * ((step >> _HALF) + (one >> _HALF)))
        rank = (step & _LOW) + (following & _LOW)
        return min(rank + half_at(last + _TWO * ((following >> _HALF) + (other & _LOW))), most)
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
