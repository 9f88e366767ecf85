"""From one layer of a search to the next: the states at a distance from the start, and the number of ways to each.

A state is a row of uint64, of which some columns distinguish it from others; the rest belongs to its heuristic. `mover`
has the moves of a domain: its type chooses how successors are made. A successor whose g + h exceeds the threshold is
left out, and so is one that was in one of the two layers before: a shortest solution has no use for it.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array, KernelTables
from pybridge.compiled import chosen, inlined, lean_kernel, prefetch, trailing_zeros
from pybridge.search.kernels.packed import blocks as packed_blocks
from pybridge.search.kernels.packed import rules as packed_rules
from pybridge.search.kernels.tiles.driver import evaluate, expand
from pybridge.search.kernels.tiles.words import NOT_STATE, STATE_BITS, STATE_SHIFT
from pybridge.tables.slots import entry_of, find, first_slot, hash_of, number_in, tag_of

(
    NEXT, STATES, FOUND, ROOM, EDGES, EDGE_ROOM, OVERFLOW, BUDGET, FAN, LEFT, KEY, KEYS, EXPANDED, GENERATED, SLOTS_AT,
) = range(15)  # fmt: skip
"""The fields of `control`, which kernels and their caller share: the next state to be expanded, and how many the layer
has; how many the next layer has, and how many it has room for, the same for edges; 1 once a number of ways did not fit;
how many batches of successors to make before the kernel returns; how many successors a state has at most; the moves
left after this one; the first column that distinguishes states, and how many do; counters; where the slots of the next
layer are."""
FIELDS = 15

_ZERO, _ONE = uint64(0), uint64(1)


class TilesMoves(NamedTuple):
    """The ways of each state of the pruning machine, its blank's cell, the state to begin with in each cell; tables.

    The tables are those of IDA*, whose frames the rows are.
    """

    ways: Array
    blanks: Array
    fresh: Array
    tables: KernelTables


class BlocksMoves(NamedTuple):
    """As many zeros as a packed state has words, and the tables of packed states."""

    width: tuple[int, ...]
    tables: KernelTables


class RulesMoves(NamedTuple):
    """As many zeros as a packed state has words, and the tables of packed states."""

    width: tuple[int, ...]
    tables: KernelTables


@chosen
def successors(rows, row, stack, children, moves, count, control, mover):
    """Put the successors of a state behind the first `count` of `children`, in move order; return the new count."""
    return _SUCCESSORS[mover.instance_class]


def _slid(rows, row, stack, children, moves, count, control, mover):
    ways, blanks, fresh, tables = mover
    for column in range(uint64(rows.shape[1])):
        stack[0, column] = rows[row, column]
    top = expand(stack, _ZERO, control[FAN], ways, tables)
    while top > _ZERO:
        top -= _ONE
        for column in range(_ONE, uint64(rows.shape[1])):
            children[count, column] = stack[top, column]
        blank = uint64(blanks[(stack[top, 0] >> STATE_SHIFT) & STATE_BITS])
        children[count, 0] = (stack[top, 0] & NOT_STATE) | (fresh[blank] << STATE_SHIFT)
        moves[count] = blank
        count += _ONE
    return count


def _carried(rows, row, stack, children, moves, count, control, mover):
    width, tables = mover
    first, shape = count, tables.shape
    count = packed_blocks.expand(rows, row, children, count, tables, width)
    for child in range(first, count):
        moves[child] = packed_blocks.move_between(rows, row, children, child, shape)
    return count


def _ruled(rows, row, stack, children, moves, count, control, mover):
    first = count
    count = packed_rules.expand(rows, row, children, count, mover.tables, mover.width)
    for child in range(first, count):
        moves[child] = child - first
    return count


_SUCCESSORS = {TilesMoves: _slid, BlocksMoves: _carried, RulesMoves: _ruled}


@chosen
def fits(children, child, control, mover):
    """Whether g + h of a successor is within the threshold."""
    return _FITS[mover.instance_class]


def _slid_fits(children, child, control, mover):
    return evaluate(children, child, mover.tables)


def _carried_fits(children, child, control, mover):
    return packed_blocks.bound(children, child, mover.tables, mover.width) <= control[LEFT]


def _ruled_fits(children, child, control, mover):
    return True


_FITS = {TilesMoves: _slid_fits, BlocksMoves: _carried_fits, RulesMoves: _ruled_fits}


@inlined
def _hash(rows, row, control):
    """The hash of a state."""
    return hash_of(rows, row, control[KEY], control[KEY] + control[KEYS])


@inlined
def _index_bits(slots):
    """Numbers of a layer's states have fewer bits: it has slots for twice as many as it has room for, a power of 2."""
    return trailing_zeros(uint64(len(slots)))


@inlined
def _find(children, child, mixed, control, rows, slots):
    """The slot of a state in a layer's table, or the free one where it is to be put."""
    index_bits, first = _index_bits(slots), control[KEY]
    tag = tag_of(mixed, slots, index_bits)
    return find(children, child, rows, slots, first_slot(mixed, slots), tag, index_bits, first, first + control[KEYS])


@inlined
def _put(slots, slot, mixed, number):
    """Have a slot name a state."""
    slots[slot] = entry_of(mixed, number, slots, _index_bits(slots))


@inlined
def _add_ways(ways, row, more, parent, control):
    """Add one state's number of ways, the lowest word first, to another's."""
    carry = _ZERO
    for word in range(uint64(ways.shape[1])):
        half = ways[row, word] + more[parent, word]
        carried = uint64(half < more[parent, word])
        ways[row, word] = half + carry
        carry = carried | uint64(ways[row, word] < carry)
    control[OVERFLOW] |= carry


@inlined
def _known(children, child, mixed, control, rows, slots):
    """Whether a layer has a state."""
    return slots[_find(children, child, mixed, control, rows, slots)] != 0


@lean_kernel
def _settle(count, control, mover, before, layer, following, edges, batch):
    """Put successors into the next layer, those that it may have, and add the ways to them."""
    (rows, ways, slots), (new_rows, new_ways, new_slots) = layer, following
    from_states, to_states, labels = edges
    children, hashes, parents, moves = batch
    for child in range(count):
        mixed = hashes[child]
        slot = _find(children, child, mixed, control, new_rows, new_slots)
        if not new_slots[slot]:
            if _known(children, child, mixed, control, before[0], before[1]):
                continue
            if _known(children, child, mixed, control, rows, slots) or not fits(children, child, control, mover):
                continue
            new = control[FOUND]
            for column in range(uint64(new_rows.shape[1])):
                new_rows[new, column] = children[child, column]
            for word in range(uint64(ways.shape[1])):
                new_ways[new, word] = _ZERO
            control[FOUND] += _ONE
            _put(new_slots, slot, mixed, control[FOUND])
        state = number_in(new_slots[slot], _index_bits(new_slots)) - _ONE
        _add_ways(new_ways, state, ways, parents[child], control)
        if control[EDGE_ROOM] > _ZERO:
            edge = control[EDGES]
            from_states[edge], to_states[edge], labels[edge] = parents[child], state, moves[child]
            control[EDGES] += _ONE


@lean_kernel
def advance(control, mover, before, layer, following, edges, stack, batch):
    """Expand states of a layer until it is done, the budget is spent, or the next one might become full.

    A layer is rows, ways, and the slots of its hash table; of the one `before` ways are left out. `edges` are, for each
    successor that is kept, its parent, itself, and the move; none are kept if there is no room for any.
    """
    children, hashes, parents, moves = batch
    row, room, budget = control[NEXT], uint64(len(children)), control[BUDGET]
    while row < control[STATES] and budget > _ZERO and control[FOUND] + room <= control[ROOM]:
        if control[EDGE_ROOM] > _ZERO and control[EDGES] + room > control[EDGE_ROOM]:
            break
        count, budget = _ZERO, budget - _ONE
        while row < control[STATES] and count + control[FAN] <= room:
            first = count
            count = successors(layer[0], row, stack, children, moves, count, control, mover)
            for child in range(first, count):
                parents[child] = row
            row += _ONE
            control[EXPANDED] += _ONE
        for child in range(count):
            hashes[child] = _hash(children, child, control)
            prefetch(control[SLOTS_AT] + first_slot(hashes[child], following[2]) * uint64(following[2].itemsize))
        control[GENERATED] += count
        _settle(count, control, mover, before, layer, following, edges, batch)
    control[NEXT] = row


@lean_kernel
def states_in(rows, numbers, control, layer):
    """Where a layer has some states, from 1 on; 0 for those that it has not."""
    for row in range(uint64(len(rows))):
        slot = _find(rows, row, _hash(rows, row, control), control, layer[0], layer[2])
        numbers[row] = number_in(layer[2][slot], _index_bits(layer[2]))


@lean_kernel
def refill(count, control, layer):
    """Put all states of a layer into its empty table."""
    rows, _, slots = layer
    for row in range(count):
        mixed = _hash(rows, row, control)
        _put(slots, _find(rows, row, mixed, control, rows, slots), mixed, row + _ONE)
