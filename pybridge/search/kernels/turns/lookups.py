"""Looking children up: in which order, which of them need not be, and which are too far.

The entries of all children are asked for before one is read, so that they come from memory at the same time.
"""

from numba import int64, uint64

from pybridge.compiled import inlined, prefetch
from pybridge.search.kernels.turns.entries import bit_of, byte_of, distance, link_of

PARENT, MOVE, FRONT, BACK, MADE = range(5)
"""The links of a node: its parent's number, the last move, the states of the machine for each side, and how many moves
its machine allows; NOT_EXPANDED if no move was left."""
LINKS, NOT_EXPANDED = 5, -1
BOUND, FIGURE = 128, 127
CLASSES, _MIDDLE = 8, 3
"""How far a parent is, against the moves that are left to its children: what cuts is counted for each, twice: for the
lookups of the side that is moved, and of the other."""
KIND = 8
MOST_LOOKUPS = 1 << KIND
NOWHERE = 0xFFFFFFFFFFFFFFFF
SLOT, AFTER = 24, 32
"""Where in a child that is near the number of its parent begins, of those that are expanded now, and its last move."""

_ONE, _SIX, _SIXTY_THREE = uint64(1), uint64(6), uint64(63)
_KIND, _NUMBER, _KEPT = uint64(KIND), uint64((1 << KIND) - 1), uint64(CLASSES << KIND)
_SLOT, _MOVE, _CHILD = uint64(SLOT), uint64(AFTER), uint64((1 << SLOT) - 1)


@inlined
def state(nodes, depth, node):
    """The address of a node's state."""
    return uint64(nodes.ctypes.data) + (uint64(depth) * uint64(nodes.shape[1]) + uint64(node)) * uint64(nodes.shape[2])


@inlined
def arrange(values, left, side, sides_of, jumps, rates, order):
    """Put the lookups of a node's children in the order of how often they cut; how many there are.

    A lookup of the side that is moved changes by 1 at most, unless it jumps: one that cannot exceed what is left to
    children is put behind these. An entry of `order` is the number of a lookup, and from bit KIND on what it is counted
    as.
    """
    due, rest = 0, len(values)
    for number in range(len(values)):
        kept = int64(side != sides_of[number])
        if kept == 0 and not jumps[number] and int64(values[number] & FIGURE) + 1 < left:
            rest -= 1
            order[rest] = uint64(number)
            continue
        kind = kept * CLASSES + min(max(int64(values[number] & FIGURE) - left + _MIDDLE, 0), CLASSES - 1)
        place = due
        while place > 0 and rates[order[place - 1] >> _KIND] < rates[kind]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = uint64(kind << KIND | number)
        due += 1
    return due


@inlined
def fill(values, parent, due, order):
    """Note upper bounds for the lookups of a child that were not due."""
    for place in range(due, len(values)):
        number = order[place]
        values[number] = ((parent[number] & FIGURE) + 1) | BOUND


@inlined
def ask(plan, lookups, stage, left, near, count, children, values, parents, order, due, bits, form):
    """Ask for the entries of some children in the lookup whose turn it is for each.

    Some moves do not change a lookup of the other side. `children` is where they begin, and the bytes of each;
    `values` and `parents` are the distances of the children, and of the nodes that are expanded. First all rows are
    ranked, then all columns: the processor works on some children at once, and on more of them where each takes less.
    """
    _, still, _ = lookups
    for each in range(uint64(count)):
        child, slot, move = near[each] & _CHILD, (near[each] >> _SLOT) & _NUMBER, near[each] >> _MOVE
        bits[each] = NOWHERE
        if stage < due[slot]:
            turn = order[slot, stage]
            number = turn & _NUMBER
            before = parents[slot, number]
            same = turn >= _KEPT and (still[number, move >> _SIX] >> (move & _SIXTY_THREE)) & _ONE
            if same and (before < BOUND or int64(before & FIGURE) < left):
                values[child, number] = before
            else:
                bits[each] = link_of(plan[number], children[0] + child * children[1], form)
                prefetch(bits[each])
    for each in range(uint64(count)):
        if bits[each] != uint64(NOWHERE):
            child, slot = near[each] & _CHILD, (near[each] >> _SLOT) & _NUMBER
            lookup = plan[order[slot, stage] & _NUMBER]
            bits[each] = bit_of(lookup, bits[each], children[0] + child * children[1], form)
            prefetch(byte_of(lookup, bits[each]))


@inlined
def keep_near(plan, stage, left, near, count, values, order, bits, tallies):
    """Keep the children that are no farther than the moves that are left; how many there are."""
    kept = uint64(0)
    for each in range(uint64(count)):
        mine, bit = near[each], bits[each]
        near[kept] = mine
        if bit == uint64(NOWHERE):
            kept += _ONE
        else:
            turn = order[(mine >> _SLOT) & _NUMBER, stage]
            found = distance(plan[turn & _NUMBER], bit)
            values[mine & _CHILD, turn & _NUMBER] = found
            tally = tallies[turn >> _KIND]
            tally[0] += 1
            tally[1] += found > left
            kept += uint64(found <= left)
    return int64(kept)
