"""From frames to paths and back: what a stack still holds as moves from the start, and the frame that moves lead to.

Frames may hold addresses of this very process; paths mean the same in every process, and to every engine.
"""

from numba import uint64

from pybridge.compiled import lean_kernel
from pybridge.search.kernels.tiles.driver import BASE, DONE, FAN, NEXT, NUMBER, PATH, ROOTS, TOP, evaluate, expand
from pybridge.search.kernels.tiles.words import G_BITS, STATE_BITS, STATE_SHIFT

_ZERO = uint64(0)


@lean_kernel
def surrender(control, lanes, order, stack, paths, roots, root_paths, numbers, done, out, pending, labels, tables):
    """Write the nodes that are still to be searched to `out`; return how many they are.

    That is their paths, as labels, the first being that of the start, the lengths of the paths, the numbers of the
    roots that they are below, and the counters of what was done before each. Those of lanes come first, in the given
    order, then the roots that no lane has taken: each in move order. `pending` has the counters of what was done since
    the last node, after the number of the root; -1 at the beginning. Afterwards the frames are of no use.
    """
    left, depths, below, before = out
    written, end = 0, len(numbers)
    for lane in order:
        _owe(pending, lanes[lane, NUMBER], lanes[lane, DONE], lanes[lane, DONE + 1], done, end)
        row = lanes[lane, TOP] - 1
        while row >= lanes[lane, BASE]:
            if _left(stack, uint64(row), paths, lanes[lane, PATH], left, depths, written, labels, tables):
                written += _placed(pending, below, before, written)
            row -= 1
    for root in range(control[NEXT], control[ROOTS]):
        _owe(pending, numbers[root], done[root, 0], done[root, 1], done, end)
        if _left(roots, uint64(root), root_paths, root, left, depths, written, labels, tables):
            written += _placed(pending, below, before, written)
    _owe(pending, -1, 0, 0, done, end)
    return written


@lean_kernel
def _owe(pending, number, expanded, generated, done, end):
    """Add to what was done since the last node that is left; what was below another number is at that one's end."""
    if pending[0] != number:
        for counter in range(2 if pending[0] >= 0 else 0):
            done[end + pending[0], counter] += pending[1 + counter]
        pending[0], pending[1], pending[2] = number, 0, 0
    pending[1] += expanded
    pending[2] += generated


@lean_kernel
def _placed(pending, below, before, written):
    """Place what was done before a node that is written; returns 1."""
    below[written] = pending[0]
    for counter in range(2):
        before[written, counter], pending[1 + counter] = pending[1 + counter], 0
    return 1


@lean_kernel
def _left(frames, row, paths, path, left, depths, written, labels, tables):
    """Write the path to a frame, and its length; 0 if its estimate exceeds the threshold, otherwise 1."""
    if not evaluate(frames, row, tables):
        return 0
    meta = frames[row, _ZERO]
    g = meta & G_BITS
    for step in range(g):
        left[written, step] = paths[path, step]
    left[written, g] = labels[(meta >> STATE_SHIFT) & STATE_BITS]
    depths[written] = g
    return 1


@lean_kernel
def follow(control, start, paths, depths, stack, frames, labels, counts, ways, goals, mask, tables):
    """Write the frames that paths from the start lead to; return how many of them could be followed.

    A path may be followed if it breaks no rule, and no node on it exceeds the threshold.
    """
    for path in range(len(depths)):
        for column in range(stack.shape[1]):
            stack[0, column] = start[column]
        there = evaluate(stack, _ZERO, tables)
        for step in range(1, depths[path] + 1):
            child = expand(stack, _ZERO, ways.shape[1] if step == 1 else control[FAN], ways, tables) if there else _ZERO
            there = False
            while child > _ZERO and not there:
                child -= uint64(1)
                state = (stack[child, _ZERO] >> STATE_SHIFT) & STATE_BITS
                there = labels[state] == paths[path, step]
            there = there and evaluate(stack, child, tables)
            for column in range(stack.shape[1]):
                stack[0, column] = stack[child, column]
        if not there:
            return path
        for column in range(stack.shape[1]):
            frames[path, column] = stack[0, column]
    return len(depths)
