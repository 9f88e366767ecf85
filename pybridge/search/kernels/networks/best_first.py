"""Best-first search by a network's estimates: nodes in a table, open ones in a heap, states found by hashing.

A key of the heap is f, h and the node's number, so that of nodes with the same f the one with the least h comes first,
and then the newest. A key that is not its node's any more is skipped when it comes up.
"""

from typing import NamedTuple

from numba import int64, uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.networks import search as network
from pybridge.search.kernels.networks.search import accumulate, change, estimate, from_scratch, same

FIELDS = network.FIELDS + 13
NODES, ENTRIES, LENGTH, LAST, LAST_STEP, MOST, ROOM, BATCH, WEIGHT, BUDGET, EXPANDED, GENERATED, TAKEN = range(
    network.FIELDS, FIELDS
)
"""Of `control`, after the fields of `networks.search`: how many nodes and entries of the heap there are; LENGTH is that
of the shortest solution so far, whose last move is LAST_STEP from node LAST, and MOST how many moves one may have, both
-1 for none; TAKEN nodes of `batch` are expanded.
"""
OPEN, CLOSED = 1, 2
"""Bits of a node's mark: it waits to be expanded; it was expanded."""
NUMBER_BITS, H_BITS = 28, 12
ONE = 100
"""By how much a move counts in f."""
MOST_NODES, MOST_H = (1 << NUMBER_BITS) - 1, (1 << H_BITS) - 1
_NUMBER, _PRIME = uint64(MOST_NODES), uint64(0x9E3779B97F4A7C15)
_ONE = uint64(1)


class Nodes(NamedTuple):
    """A row for each node: its contents, moves so far, estimate, parent, the step from there, the machine's state, and
    its mark. `slots` are a hash table of node numbers, -1 where none is; `heap` are keys.
    """

    contents: Array
    g: Array
    h: Array
    parents: Array
    steps: Array
    states: Array
    marks: Array
    slots: Array
    heap: Array


@inlined
def _hash(contents):
    found = uint64(0)
    for place in range(len(contents)):
        found = (found ^ uint64(contents[place])) * _PRIME
        found ^= found >> uint64(29)
    return found * _PRIME >> uint64(20)


@inlined
def _slot(nodes, contents):
    """Where a state is in the hash table, or would be."""
    mask = uint64(len(nodes.slots) - 1)
    slot = _hash(contents) & mask
    while nodes.slots[slot] >= 0 and not same(nodes.contents[nodes.slots[slot]], contents):
        slot = (slot + _ONE) & mask
    return slot


@lean_kernel
def enter(nodes, count):
    """Enter all nodes into an empty hash table."""
    for number in range(count):
        nodes.slots[_slot(nodes, nodes.contents[number])] = number


@inlined
def _key(nodes, number, weight):
    g, h = int64(nodes.g[number]), int64(nodes.h[number])
    f = uint64(ONE * g + weight * h)
    return f << uint64(NUMBER_BITS + H_BITS) | uint64(h) << uint64(NUMBER_BITS) | (_NUMBER - uint64(number))


@inlined
def _push(heap, entries, key):
    """Put a key into the heap."""
    at = uint64(entries)
    while at > uint64(0) and heap[(at - _ONE) >> _ONE] > key:
        heap[at] = heap[(at - _ONE) >> _ONE]
        at = (at - _ONE) >> _ONE
    heap[at] = key


@inlined
def _pop(heap, entries):
    """Take the least key out of a heap of this many entries."""
    last, at, end = heap[uint64(entries - 1)], uint64(0), uint64(entries - 1)
    while True:
        child = uint64(2) * at + _ONE
        if child >= end:
            break
        child += uint64(child + _ONE < end and heap[child + _ONE] < heap[child])
        if heap[child] >= last:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = last


@inlined
def _take(control, nodes, batch):
    """Take the best open nodes into the batch."""
    entries, taken, weight = control[ENTRIES], 0, control[WEIGHT]
    while entries > 0 and taken < control[BATCH]:
        key = nodes.heap[0]
        if control[LENGTH] >= 0 and int64(key >> uint64(NUMBER_BITS + H_BITS)) >= ONE * control[LENGTH]:
            break
        _pop(nodes.heap, entries)
        entries -= 1
        number = int64(_NUMBER - (key & _NUMBER))
        if nodes.marks[number] & OPEN and key == _key(nodes, number, weight):
            nodes.marks[number] = CLOSED
            if control[MOST] >= 0 and int64(nodes.g[number]) + int64(nodes.h[number]) > control[MOST]:
                continue
            batch[taken] = number
            taken += 1
    control[ENTRIES], control[TAKEN] = entries, taken


@inlined
def _improve(control, nodes, number, parent, step, state):
    """Note a path to a node that is known, and open it if the path is shorter than that before."""
    if nodes.g[parent] + 1 < nodes.g[number]:
        nodes.g[number], nodes.parents[number] = nodes.g[parent] + 1, parent
        nodes.steps[number], nodes.states[number] = step, state
        nodes.marks[number] |= OPEN
        _push(nodes.heap, control[ENTRIES], _key(nodes, number, control[WEIGHT]))
        control[ENTRIES] += 1


@inlined
def _expand(control, goal, ways, following, moves, weights, nodes, accumulators, scratch, parent):
    """Make the successors of a node."""
    before, child = accumulators[0], accumulators[1]
    base, odd = from_scratch(before, nodes.contents[parent], moves, weights)
    machine, way = nodes.states[parent], 0
    while way < ways.shape[1] and ways[machine, way] >= 0:
        step, state, fresh = ways[machine, way], following[machine, way], control[NODES]
        way += 1
        control[GENERATED] += 1
        contents = nodes.contents[fresh]
        count = change(contents, nodes.contents[parent], step, moves, scratch)
        if same(contents, goal):
            allowed = control[MOST] < 0 or nodes.g[parent] + 1 <= control[MOST]
            if allowed and (control[LENGTH] < 0 or nodes.g[parent] + 1 < control[LENGTH]):
                control[LENGTH], control[LAST], control[LAST_STEP] = nodes.g[parent] + 1, parent, step
            continue
        slot = _slot(nodes, contents)
        if nodes.slots[slot] >= 0:
            _improve(control, nodes, int64(nodes.slots[slot]), parent, step, state)
            continue
        nodes.slots[slot] = fresh
        more, other = base, odd
        for number in range(count):
            more += moves.base[scratch.on[number]] - moves.base[scratch.off[number]]
            other += moves.odd[scratch.on[number]] - moves.odd[scratch.off[number]]
        accumulate(child, before, count, weights.first, scratch)
        nodes.g[fresh], nodes.parents[fresh], nodes.steps[fresh] = nodes.g[parent] + 1, parent, step
        nodes.h[fresh] = min(estimate(child, more, other, control, weights, scratch), int64(MOST_H))
        nodes.states[fresh], nodes.marks[fresh] = state, OPEN
        _push(nodes.heap, control[ENTRIES], _key(nodes, fresh, control[WEIGHT]))
        control[ENTRIES] += 1
        control[NODES] += 1


@lean_kernel
def search(control, goal, ways, following, moves, weights, nodes, accumulators, scratch, batch):
    """Expand batches until none is left, there is no room for another, or the budget is spent; then continue."""
    control[EXPANDED] = control[GENERATED] = 0
    control[TAKEN], most = 1, len(nodes.heap) - len(batch) * ways.shape[1]
    while control[TAKEN] > 0 and control[EXPANDED] < control[BUDGET]:
        if control[NODES] >= control[ROOM] or control[ENTRIES] > most:
            break
        _take(control, nodes, batch)
        for number in range(control[TAKEN]):
            _expand(control, goal, ways, following, moves, weights, nodes, accumulators, scratch, batch[number])
        control[EXPANDED] += control[TAKEN]


@lean_kernel
def open_first(control, moves, weights, nodes, accumulators, scratch):
    """Evaluate node 0, and open it."""
    base, odd = from_scratch(accumulators[0], nodes.contents[0], moves, weights)
    nodes.h[0] = min(estimate(accumulators[0], base, odd, control, weights, scratch), int64(MOST_H))
    nodes.marks[0], control[NODES], control[ENTRIES] = OPEN, 1, 1
    nodes.heap[0] = _key(nodes, 0, control[WEIGHT])
