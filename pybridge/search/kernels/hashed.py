"""Breadth-first search of packed states: a queue in the order of distances, and a hash table of places in it.

A slot of the table, 32 or 64 bits wide, is 0 if it is free; else it has the number of a state in the queue, from 1 on,
in its low bits, and in the others some of the state's hash, so that few states that differ are ever compared. Lookups
wait for memory longer than all the rest takes. So successors are made by the hundred: first their slots are asked for,
then the states that the slots name, and only then is anything compared.
"""

from numba import uint64

from pybridge.compiled import chosen, inlined, prefetch, searching
from pybridge.search.kernels import packed_blocks, packed_tiles, packed_turns

NEXT, LAST, STATES, ROOM, INDEX_BITS, DISTANCE, EXACT, BUDGET, FAN, SLOTS_AT, SLOT_BYTES, QUEUE_AT = range(12)
"""The fields of `control`: the next state to be expanded, and the end of its level; how many states are in the queue,
and how many it has room for; how wide the numbers in slots are; the distance of successors, and how many of them have
it as their bound; how many successors to make before the kernel returns, how many a state has at most; addresses."""
FIELDS = 12

_ZERO, _ONE, _HALF, _LOW_HALF = uint64(0), uint64(1), uint64(32), uint64(0xFFFFFFFF)
_FIRST, _SECOND = uint64(0x9E3779B97F4A7C15), uint64(0xD6E8FEB86659FD93)


_OF_TABLES = {
    packed_tiles.TileTables: packed_tiles,
    packed_blocks.BlockTables: packed_blocks,
    packed_turns.TurnTables: packed_turns,
}
"""Where a domain's `expand` and `bound` are, by the type of its tables."""


def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    raise NotImplementedError("only kernels can call this")


@chosen(expand)
def _own_expand(queue, row, children, count, tables, width):
    return _OF_TABLES[tables.instance_class].expand.py_func


def bound(states, row, tables, width):
    """The lower bound of a state."""
    raise NotImplementedError("only kernels can call this")


@chosen(bound)
def _own_bound(states, row, tables, width):
    return _OF_TABLES[tables.instance_class].bound.py_func


@inlined
def _hash(states, row, width):
    """A number that looks random; states that differ rarely have the same."""
    mixed = _ZERO
    for word in range(uint64(len(width))):
        mixed = (mixed ^ states[row, word]) * _FIRST
        mixed = (mixed ^ (mixed >> _HALF)) * _SECOND
    return mixed ^ (mixed >> _HALF)


@inlined
def _same(states, row, others, other, width):
    """Whether two states are equal."""
    differs = _ZERO
    for word in range(uint64(len(width))):
        differs |= states[row, word] ^ others[other, word]
    return differs == _ZERO


@inlined
def _slot(mixed, slots):
    """The slot to begin at."""
    return ((mixed >> _HALF) * uint64(len(slots))) >> _HALF


@inlined
def _tag(mixed, control, slots):
    """What a slot has of a hash."""
    return mixed & ((_ONE << ((control[SLOT_BYTES] << uint64(3)) - control[INDEX_BITS])) - _ONE)


@inlined
def _follow(slots, slot, tag, index_bits):
    """The next slot from one on that is free, or has the tag."""
    while True:
        entry = uint64(slots[slot])
        if entry == _ZERO or entry >> index_bits == tag:
            return slot
        slot += _ONE
        if slot == uint64(len(slots)):
            slot = _ZERO


@inlined
def _find(states, row, control, queue, slots, slot, tag, width):
    """The slot of a state, or the free one where it is to be put, from one on."""
    index_bits = control[INDEX_BITS]
    while True:
        slot = _follow(slots, slot, tag, index_bits)
        entry = uint64(slots[slot])
        if entry == _ZERO:
            return slot
        number = (entry & ((_ONE << index_bits) - _ONE)) - _ONE
        if _same(states, row, queue, number, width):
            return slot
        slot += _ONE
        if slot == uint64(len(slots)):
            slot = _ZERO


@inlined
def _ask(children, count, control, hashes, places, slots, width):
    """Have the slots of some states brought near, then the states that they name."""
    for child in range(count):
        mixed = _hash(children, child, width)
        slot = _slot(mixed, slots)
        hashes[child], places[child] = mixed, slot
        prefetch(control[SLOTS_AT] + slot * control[SLOT_BYTES])
    index_bits, row_bytes = control[INDEX_BITS], uint64(8) * uint64(len(width))
    for child in range(count):
        slot = _follow(slots, places[child], _tag(hashes[child], control, slots), index_bits)
        places[child] = slot
        number = (uint64(slots[slot]) & ((_ONE << index_bits) - _ONE)) - _ONE
        prefetch(control[QUEUE_AT] + number * row_bytes)


@inlined
def _add(children, count, control, queue, slots, hashes, places, tables, width):
    """Put those of some states into the queue that are new."""
    states, exact, index_bits = control[STATES], control[EXACT], control[INDEX_BITS]
    for child in range(count):
        tag = _tag(hashes[child], control, slots)
        slot = _find(children, child, control, queue, slots, places[child], tag, width)
        if uint64(slots[slot]) == _ZERO:
            for word in range(uint64(len(width))):
                queue[states, word] = children[child, word]
            states += _ONE
            slots[slot] = (tag << index_bits) | states
            exact += uint64(bound(children, child, tables, width) == control[DISTANCE])
    control[STATES], control[EXACT] = states, exact


@searching
def add(children, count, control, queue, slots, hashes, places, tables, width):
    """Put those of some states into the queue that are new."""
    _ask(children, count, control, hashes, places, slots, width)
    _add(children, count, control, queue, slots, hashes, places, tables, width)


@searching
def search(children, control, queue, slots, hashes, places, tables, width):
    """Expand states until the level is done, the budget is spent, or the queue might become full."""
    row, made, room = control[NEXT], _ZERO, uint64(len(children))
    while row < control[LAST] and made < control[BUDGET] and control[STATES] + room <= control[ROOM]:
        count = _ZERO
        while row < control[LAST] and count + control[FAN] <= room:
            count = expand(queue, row, children, count, tables, width)
            row += _ONE
        _ask(children, count, control, hashes, places, slots, width)
        _add(children, count, control, queue, slots, hashes, places, tables, width)
        made += count
    control[NEXT] = row


@searching
def find(states, numbers, control, queue, slots, width):
    """The numbers of some states in the queue, from 1 on; 0 for those that are not there."""
    for row in range(uint64(len(states))):
        mixed = _hash(states, row, width)
        slot = _find(states, row, control, queue, slots, _slot(mixed, slots), _tag(mixed, control, slots), width)
        numbers[row] = uint64(slots[slot]) & ((_ONE << control[INDEX_BITS]) - _ONE)


@searching
def refill(first, last, control, queue, slots, hashes, width):
    """Put states of the queue, all different, into a table that has none of them."""
    room, index_bits = uint64(len(hashes)), control[INDEX_BITS]
    while first < last:
        count = min(room, last - first)
        for child in range(count):
            hashes[child] = _hash(queue, first + child, width)
            prefetch(control[SLOTS_AT] + _slot(hashes[child], slots) * control[SLOT_BYTES])
        for child in range(count):
            slot = _slot(hashes[child], slots)
            while uint64(slots[slot]) != _ZERO:
                slot += _ONE
                if slot == uint64(len(slots)):
                    slot = _ZERO
            first += _ONE
            slots[slot] = (_tag(hashes[child], control, slots) << index_bits) | first
