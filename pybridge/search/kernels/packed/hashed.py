"""Breadth-first search of packed states: a queue in the order of distances, and a hash table of places in it.

Lookups wait for memory longer than all the rest takes. So successors are made by the hundred: first their slots are
asked for, then the states that the slots name, and only then is anything compared.
"""

from numba import uint64

from pybridge.compiled import chosen, inlined, lean_kernel, prefetch
from pybridge.search.kernels.packed import blocks as packed_blocks
from pybridge.search.kernels.packed import rules as packed_rules
from pybridge.search.kernels.packed import symmetric as packed_symmetric
from pybridge.search.kernels.packed import tiles as packed_tiles
from pybridge.search.kernels.packed import turns as packed_turns
from pybridge.tables.slots import entry_of, find, first_slot, follow, hash_of, number_in, number_of, tag_of

NEXT, LAST, STATES, ROOM, INDEX_BITS, DISTANCE, EXACT, BUDGET, FAN, SLOTS_AT, QUEUE_AT, MADE = range(12)
"""The fields of `control`: the next state to be expanded, and the end of its level; how many states are in the queue,
and how many it has room for; how wide the numbers in slots are; the distance of successors, and how many of them have
it as their bound; how many successors to make before the kernel returns, how many a state has at most; addresses; how
many successors were made."""
FIELDS = 12

_ZERO, _ONE = uint64(0), uint64(1)

_OF_TABLES = {
    packed_tiles.TileTables: packed_tiles,
    packed_blocks.BlockTables: packed_blocks,
    packed_turns.TurnTables: packed_turns,
    packed_rules.RuleTables: packed_rules,
    packed_symmetric.SymmetricTables: packed_symmetric,
}
"""Where a domain's `expand` and `bound` are, by the type of its tables."""


@chosen
def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    return _OF_TABLES[tables.instance_class].expand.py_func


@chosen
def bound(states, row, tables, width):
    """The lower bound of a state."""
    return _OF_TABLES[tables.instance_class].bound.py_func


@inlined
def _ask(children, count, control, hashes, places, slots, width):
    """Have the slots of some states brought near, then the states that they name."""
    words = uint64(len(width))
    for child in range(count):
        mixed = hash_of(children, child, _ZERO, words)
        slot = first_slot(mixed, slots)
        hashes[child], places[child] = mixed, slot
        prefetch(control[SLOTS_AT] + slot * uint64(slots.itemsize))
    index_bits, row_bytes = control[INDEX_BITS], uint64(8) * words
    for child in range(count):
        slot = follow(slots, places[child], tag_of(hashes[child], slots, index_bits), index_bits)
        places[child] = slot
        prefetch(control[QUEUE_AT] + (number_in(slots[slot], index_bits) - _ONE) * row_bytes)


@inlined
def _add(children, count, control, queue, slots, hashes, places, tables, width):
    """Put those of some states into the queue that are new."""
    states, exact, index_bits, words = control[STATES], control[EXACT], control[INDEX_BITS], uint64(len(width))
    for child in range(count):
        tag = tag_of(hashes[child], slots, index_bits)
        slot = find(children, child, queue, slots, places[child], tag, index_bits, _ZERO, words)
        if uint64(slots[slot]) == _ZERO:
            for word in range(words):
                queue[states, word] = children[child, word]
            states += _ONE
            slots[slot] = (tag << index_bits) | states
            exact += uint64(bound(children, child, tables, width) == control[DISTANCE])
    control[STATES], control[EXACT] = states, exact


@lean_kernel
def add(children, count, control, queue, slots, hashes, places, tables, width):
    """Put those of some states into the queue that are new."""
    _ask(children, count, control, hashes, places, slots, width)
    _add(children, count, control, queue, slots, hashes, places, tables, width)


@lean_kernel
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
    control[MADE] += made


@lean_kernel
def numbers_of(states, numbers, control, queue, slots, width):
    """The numbers of some states in the queue, from 1 on; 0 for those that are not there."""
    index_bits, words = control[INDEX_BITS], uint64(len(width))
    for row in range(uint64(len(states))):
        numbers[row] = number_of(states, row, queue, slots, index_bits, _ZERO, words)


@lean_kernel
def refill(control, queue, slots, hashes, width):
    """Put the states of the queue, all different, into a table that has none of them."""
    room, index_bits, words, first = uint64(len(hashes)), control[INDEX_BITS], uint64(len(width)), _ZERO
    while first < control[STATES]:
        count = min(room, control[STATES] - first)
        for child in range(count):
            hashes[child] = hash_of(queue, first + child, _ZERO, words)
            prefetch(control[SLOTS_AT] + first_slot(hashes[child], slots) * uint64(slots.itemsize))
        for child in range(count):
            slot = first_slot(hashes[child], slots)
            while uint64(slots[slot]) != _ZERO:
                slot += _ONE
                if slot == uint64(len(slots)):
                    slot = _ZERO
            first += _ONE
            slots[slot] = entry_of(hashes[child], first, slots, index_bits)


@lean_kernel
def edges(children, first, last, firsts, ends, count, control, queue, slots, tables, width):
    """Note where the moves of some states of the queue lead, by number from 1 on; the new count of `ends`.

    Those of state N are from `firsts[N]` up to `firsts[N + 1]`. All of them must be in the queue.
    """
    index_bits, words = control[INDEX_BITS], uint64(len(width))
    for row in range(first, last):
        made = expand(queue, row, children, _ZERO, tables, width)
        for child in range(made):
            ends[count] = number_of(children, child, queue, slots, index_bits, _ZERO, words)
            count += _ONE
        firsts[row + _ONE] = count
    return count


@lean_kernel
def spread(firsts, ends, alive):
    """Note, from the last state back, each that leads to one that is `alive`; return how many are new."""
    found, row = _ZERO, uint64(len(alive))
    while row > _ZERO:
        row -= _ONE
        if alive[row]:
            continue
        for edge in range(firsts[row], firsts[row + _ONE]):
            if alive[ends[edge] - _ONE]:
                alive[row] = True
                found += _ONE
                break
    return found


@lean_kernel
def dive(children, control, queue, slots, hashes, places, before, stack, top, tables, width):
    """Depth first: expand the state on top of the stack, and push those of its successors that are new.

    States are in the queue in the order in which they are found, and `before` has the number of the state that each
    was found from. Returns the new height of the stack: less than the budget allows where it is empty, or where the
    state on top is a goal, which is left there.
    """
    room, states, made = uint64(len(children)), control[STATES], _ZERO
    while top > _ZERO and made < control[BUDGET] and states + room <= control[ROOM]:
        row = stack[top - _ONE]
        if packed_rules.is_goal(queue, row, tables, width):
            control[EXACT] = _ONE
            break
        top -= _ONE
        count = expand(queue, row, children, _ZERO, tables, width)
        _ask(children, count, control, hashes, places, slots, width)
        control[STATES] = states
        _add(children, count, control, queue, slots, hashes, places, tables, width)
        found = control[STATES]
        for new in range(found - states):
            before[states + new] = row
            stack[top + new] = found - _ONE - new
        top += found - states
        states = found
        control[NEXT] += _ONE
        made += count
    control[MADE] += made
    return top
