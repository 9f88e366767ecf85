"""A hash table of the places of states in an array of rows, as kernels see it.

A slot of the table, 32 or 64 bits wide, is 0 if it is free; else it has the number of a state, from 1 on, in its low
`index_bits`, and in the others some of the state's hash, so that few states that differ are ever compared. The columns
from `first` to `end` of a row distinguish states.

That the first slot follows the last is written out in each loop: as a function, it makes a lookup wait for a choice
that a processor would have guessed, which costs a census about 7 %.
"""

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from pybridge.compiled import inlined, lean_kernel

_ZERO, _ONE, _THREE, _HALF = uint64(0), uint64(1), uint64(3), uint64(32)
_FIRST, _SECOND = uint64(0x9E3779B97F4A7C15), uint64(0xD6E8FEB86659FD93)
_FULL = 0.7
"""How much of a hash table is in use, at most."""


@inlined
def hash_of(rows, row, first, end):
    """A number that looks random; states that differ rarely have the same."""
    mixed = _ZERO
    for column in range(first, end):
        mixed = (mixed ^ rows[row, column]) * _FIRST
        mixed = (mixed ^ (mixed >> _HALF)) * _SECOND
    return mixed ^ (mixed >> _HALF)


@inlined
def first_slot(mixed, slots):
    """The slot to begin at."""
    return ((mixed >> _HALF) * uint64(len(slots))) >> _HALF


@inlined
def entry_of(mixed, number, slots, index_bits):
    """What the slot of a state has: its number, and some of its hash."""
    return tag_of(mixed, slots, index_bits) << index_bits | number


@inlined
def tag_of(mixed, slots, index_bits):
    """What a slot has of a hash."""
    return mixed & ((_ONE << ((uint64(slots.itemsize) << _THREE) - index_bits)) - _ONE)


@inlined
def number_in(entry, index_bits):
    """The number of the state that a slot names; 0 for a free slot."""
    return uint64(entry) & ((_ONE << index_bits) - _ONE)


@inlined
def follow(slots, slot, tag, index_bits):
    """The next slot from one on that is free, or has the tag."""
    while True:
        entry = uint64(slots[slot])
        if entry == _ZERO or entry >> index_bits == tag:
            return slot
        slot += _ONE
        if slot == uint64(len(slots)):
            slot = _ZERO


@inlined
def find(states, state, rows, slots, slot, tag, index_bits, first, end):
    """The slot of a state whose place is in `rows`, or the free one where it is to be put, from one slot on."""
    while True:
        slot = follow(slots, slot, tag, index_bits)
        entry = uint64(slots[slot])
        if entry == _ZERO:
            return slot
        row, differs = number_in(entry, index_bits) - _ONE, _ZERO
        for column in range(first, end):
            differs |= states[state, column] ^ rows[row, column]
        if differs == _ZERO:
            return slot
        slot += _ONE
        if slot == uint64(len(slots)):
            slot = _ZERO


@inlined
def slot_of(states, state, rows, slots, index_bits, first, end):
    """The slot of a state whose place is in `rows`, or the free one where it is to be put."""
    mixed = hash_of(states, state, first, end)
    tag = tag_of(mixed, slots, index_bits)
    return find(states, state, rows, slots, first_slot(mixed, slots), tag, index_bits, first, end)


@inlined
def number_of(states, state, rows, slots, index_bits, first, end):
    """The number of a state whose place is in `rows`; 0 if it is not there."""
    return number_in(slots[slot_of(states, state, rows, slots, index_bits, first, end)], index_bits)


@inlined
def name_row(rows, row, slots, slot, index_bits, first, end):
    """Have a free slot name the state of a row."""
    slots[slot] = entry_of(hash_of(rows, row, first, end), row + _ONE, slots, index_bits)


@lean_kernel
def _put(rows, last, slots, index_bits):
    columns = uint64(rows.shape[1])
    for row in range(last):
        slot = slot_of(rows, row, rows, slots, index_bits, _ZERO, columns)
        name_row(rows, row, slots, slot, index_bits, _ZERO, columns)


class HashTable:
    """Slots for this many rows."""

    def __init__(self, room: int) -> None:
        self.slots = np.zeros(int(room / _FULL) + 2, np.uint32)
        self.index_bits = np.uint64(room.bit_length())

    def put(self, rows: NDArray[np.uint64], last: int) -> None:
        """Put the rows up to one, which all differ, into the table."""
        _put(rows, np.uint64(last), self.slots, self.index_bits)
