"""From frames to paths and back: what a stack still holds as moves from the start, and the frame that moves lead to.

Frames may hold addresses of this very process; paths mean the same in every process, and to every engine.
"""

from numba import uint64

from pybridge.compiled import searching
from pybridge.search.kernels.driver import BASE, FAN, PATH, ROOT, TOP, evaluate, expand
from pybridge.search.kernels.words import G_BITS, STATE_BITS, STATE_SHIFT

_ZERO = uint64(0)


@searching
def surrender(lanes, order, stack, paths, left, depths, roots, labels, tables):
    """Write the nodes that lanes have still to search to `left`, as labels, and the roots that they are below.

    Those of a lane are in move order, and lanes come in the given order. Returns how many nodes they are. The first
    label of each is that of the start. Afterwards the stack is of no use.
    """
    written = 0
    for lane in order:
        row, mine = lanes[lane, TOP] - 1, uint64(lanes[lane, PATH])
        while row >= lanes[lane, BASE]:
            node = uint64(row)
            if evaluate(stack, node, tables):
                meta = stack[node, _ZERO]
                g, state = meta & G_BITS, (meta >> STATE_SHIFT) & STATE_BITS
                for step in range(g):
                    left[written, step] = paths[mine, step]
                left[written, g] = labels[state]
                depths[written], roots[written] = g, lanes[lane, ROOT]
                written += 1
            row -= 1
    return written


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
