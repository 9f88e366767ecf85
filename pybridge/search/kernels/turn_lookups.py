"""Looking children up: in which order, which of them need not be, and which are too far.

The entries of all children are asked for before one is read, so that they come from memory at the same time.
"""

from numba import int64, uint64

from pybridge.compiled import inlined, prefetch
from pybridge.search.kernels.turn_entries import bit_of, byte_of, distance

PARENT, MOVE, FRONT, BACK, MADE = range(5)
"""The links of a node: its parent's number, the last move, the states of the machine for each side, and how many moves
it was expanded by; NOT_EXPANDED if no move was left."""
BOUND, NUMBER = 128, 127
CLASSES, _MIDDLE = 8, 3
"""How far a parent is, against the moves that are left to its children: what cuts is counted for each."""
NOWHERE = 0xFFFFFFFFFFFFFFFF

_ONE = uint64(1)


@inlined
def state(nodes, depth, node):
    """The address of a node's state."""
    return uint64(nodes.ctypes.data) + (uint64(depth) * uint64(nodes.shape[1]) + uint64(node)) * uint64(nodes.shape[2])


@inlined
def arrange(values, left, side, sides_of, rates, order):
    """Put the lookups of a node's children in the order of how often they cut."""
    for number in range(len(values)):
        rate, place = _rate(values[number], left, side != sides_of[number], rates), number
        while place > 0:
            before = order[place - 1]
            if _rate(values[before], left, side != sides_of[before], rates) >= rate:
                break
            order[place] = before
            place -= 1
        order[place] = number


@inlined
def _rate(value, left, kept, rates):
    return rates[int64(kept), _class(value, left)]


@inlined
def _class(value, left):
    return min(max(int64(value & NUMBER) - left + _MIDDLE, 0), CLASSES - 1)


@inlined
def _known(before, number, move, kept, left, still, most):
    """The distance in a lookup after a move that need not be looked up; NOWHERE if it must be.

    A lookup of the side that is moved changes by 1 at most. The other one is `kept` by some moves.
    """
    if kept:
        if (still[number, move >> 6] >> uint64(move & 63)) & _ONE and (before < BOUND or int64(before & NUMBER) < left):
            return uint64(before)
    else:
        upper = int64(before & NUMBER) if before >= BOUND else int64(most[number, before])
        if upper + 1 < left:
            return uint64((upper + 1) | BOUND)
    return uint64(NOWHERE)


@inlined
def ask(plan, lookups, stage, depth, begin, left, near, count, moves, nodes, values, links, order, bits, form):
    """Ask for the entries of some children in the lookup whose turn it is for each."""
    sides_of, still, most = lookups
    for each in range(count):
        child = near[each]
        link = links[depth + 1, child]
        number = order[link[PARENT] - begin, stage]
        side = int64(link[MOVE] >= moves)
        move = link[MOVE] - side * moves
        kept = side != sides_of[number]
        known = _known(values[depth, link[PARENT], number], number, move, kept, left, still, most)
        bits[each] = NOWHERE
        if known != uint64(NOWHERE):
            values[depth + 1, child, number] = known
        else:
            bits[each] = bit_of(plan[number], state(nodes[0], depth + 1, child), form)
            prefetch(byte_of(plan[number], bits[each]))


@inlined
def keep_near(plan, sides_of, stage, depth, begin, left, near, count, moves, values, links, order, bits, tallies):
    """Keep the children that are no farther than the moves that are left; how many there are."""
    kept = 0
    for each in range(count):
        child, bit = near[each], bits[each]
        near[kept] = child
        if bit == uint64(NOWHERE):
            kept += 1
            continue
        link = links[depth + 1, child]
        number = order[link[PARENT] - begin, stage]
        found = distance(plan[number], bit)
        values[depth + 1, child, number] = found
        tally = tallies[
            int64((link[MOVE] >= moves) != sides_of[number]), _class(values[depth, link[PARENT], number], left)
        ]
        tally[0] += 1
        tally[1] += found > left
        kept += found <= left
    return kept
