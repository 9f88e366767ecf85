"""From frames to paths and back: what a stack still holds as moves from the start, and the frame that moves lead to.

Frames may hold addresses of this very process; paths mean the same in every process, and to every engine.
"""

from numba import uint64

from pybridge.compiled import searching
from pybridge.search.kernels.driver import BASE, FAN, NEXT, NUMBER, PATH, ROOTS, TOP, evaluate, expand
from pybridge.search.kernels.words import G_BITS, STATE_BITS, STATE_SHIFT

_ZERO = uint64(0)


@searching
def surrender(control, lanes, order, stack, paths, roots, root_paths, numbers, left, depths, below, labels, tables):
    """Write the nodes that are still to be searched to `left`, as labels, and the numbers of the roots they are below.

    Those of lanes come first, in the given order, then the roots that no lane has taken: each in move order. Returns
    how many nodes they are. The first label of each is that of the start. Afterwards the frames are of no use.
    """
    written = 0
    for lane in order:
        row = lanes[lane, TOP] - 1
        while row >= lanes[lane, BASE]:
            below[written] = lanes[lane, NUMBER]
            written += _left(stack, uint64(row), paths, lanes[lane, PATH], left, depths, written, labels, tables)
            row -= 1
    for root in range(control[NEXT], control[ROOTS]):
        below[written] = numbers[root]
        written += _left(roots, uint64(root), root_paths, root, left, depths, written, labels, tables)
    return written


@searching
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


@searching
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
