"""A* of packed states (Hart, Nilsson and Raphael, 1968): nodes in rows, found by hashing, open ones in lists by g + h.

Of nodes with one g + h the newest comes first. A node of which a shorter way is found moves to another list; a closed
one is opened again, which a consistent bound never makes necessary.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.packed import rules as packed_rules
from pybridge.tables.abstraction.kernels import FAR, estimate
from pybridge.tables.slots import entry_of, find, first_slot, hash_of, number_in, tag_of

STATES, F, EXPANDED, GENERATED, GOAL, BUDGET, INDEX_BITS, FAN = range(8)
"""The fields of `control`: how many nodes there are; the g + h of those that are expanded; counters; the number of a
goal, from 1 on; how many nodes to expand before the kernel returns; how wide numbers in slots are; the most successors
of a state."""
FIELDS = 8
NONE = 0xFFFFFFFF
_ZERO, _ONE = uint64(0), uint64(1)


class Opened(NamedTuple):
    """A row a node: state, g, h, parent, and the nodes `after` and `before` it in its list; `heads` of lists by g + h.

    A closed node has its own number in `after`.
    """

    rows: Array
    slots: Array
    g: Array
    h: Array
    parents: Array
    after: Array
    before: Array
    heads: Array


@inlined
def _open(nodes, node):
    """Put a node at the head of its list."""
    f = uint64(nodes.g[node]) + uint64(nodes.h[node])
    head = nodes.heads[f]
    nodes.after[node], nodes.before[node] = head, NONE
    if head != NONE:
        nodes.before[head] = node
    nodes.heads[f] = node


@inlined
def _close(nodes, node):
    """Take a node out of its list."""
    f = uint64(nodes.g[node]) + uint64(nodes.h[node])
    after, before = nodes.after[node], nodes.before[node]
    if before == NONE:
        nodes.heads[f] = after
    else:
        nodes.after[before] = after
    if after != NONE:
        nodes.before[after] = before
    nodes.after[node] = node


@inlined
def _add(control, children, child, parent, nodes, bounds, index_bits, words):
    """Note a successor: a new node, or a shorter way to one. Those that lead to no goal are kept closed."""
    mixed = hash_of(children, child, _ZERO, words)
    tag = tag_of(mixed, nodes.slots, index_bits)
    slot = find(children, child, nodes.rows, nodes.slots, first_slot(mixed, nodes.slots), tag, index_bits, _ZERO, words)
    found, g = number_in(nodes.slots[slot], index_bits), nodes.g[parent] + 1
    if found > _ZERO:
        node = found - _ONE
        if g < nodes.g[node] and nodes.h[node] != FAR:
            if uint64(nodes.after[node]) != node:
                _close(nodes, node)
            nodes.g[node], nodes.parents[node] = g, parent
            _open(nodes, node)
        return
    node = control[STATES]
    for word in range(words):
        nodes.rows[node, word] = children[child, word]
    nodes.slots[slot] = entry_of(mixed, node + _ONE, nodes.slots, index_bits)
    nodes.g[node], nodes.h[node], nodes.parents[node] = g, estimate(children, child, bounds), parent
    nodes.after[node] = node
    if nodes.h[node] != FAR:
        _open(nodes, node)
    control[STATES] = node + _ONE


@lean_kernel
def begin(control, nodes, bounds):
    """Open the node of the start, which is in the first row; return its bound."""
    index_bits, words = control[INDEX_BITS], uint64(nodes.rows.shape[1])
    mixed = hash_of(nodes.rows, _ZERO, _ZERO, words)
    nodes.slots[first_slot(mixed, nodes.slots)] = entry_of(mixed, _ONE, nodes.slots, index_bits)
    nodes.g[0], nodes.h[0], nodes.parents[0], nodes.after[0] = 0, estimate(nodes.rows, _ZERO, bounds), NONE, 0
    if nodes.h[0] != FAR:
        _open(nodes, _ZERO)
    control[STATES] = _ONE
    return uint64(nodes.h[0])


@lean_kernel
def search(control, nodes, children, bounds, tables, width):
    """Expand nodes of one g + h until there is a goal, none is left, the budget is spent or nodes might not fit."""
    index_bits, words, f = control[INDEX_BITS], uint64(len(width)), control[F]
    expanded, generated, room = _ZERO, _ZERO, uint64(len(nodes.rows))
    while expanded < control[BUDGET] and nodes.heads[f] != NONE and control[STATES] + control[FAN] <= room:
        node = uint64(nodes.heads[f])
        if packed_rules.is_goal(nodes.rows, node, tables, width):
            control[GOAL] = node + _ONE
            break
        _close(nodes, node)
        count = packed_rules.expand(nodes.rows, node, children, _ZERO, tables, width)
        for child in range(count):
            _add(control, children, child, node, nodes, bounds, index_bits, words)
        expanded, generated = expanded + _ONE, generated + count
    control[EXPANDED] += expanded
    control[GENERATED] += generated
