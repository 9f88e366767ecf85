"""Depth-first search to one threshold, whatever the heuristic.

Roots are the nodes to search below, in move order. Some lanes, each with a stack of its own, take a root at a time and
are worked on in turn, one node each: while one waits for memory or its own last result, the others run. The first
solution in move order is the first one below the first root that has any. So a lane that finds one ends those below
later roots, and the others run to their end. What lanes search beyond it is lost, so they stay near each other: now
and then, all that they have still to search is made roots again.

What is beyond it does not count, so what is done has its place in move order. A lane has the counters of what was done
between all that is left before its root and what is left below it. A row of `done` has those of what was done right
before a root; after the rows of the roots it has a row for each of the packet's nodes, of what was done below it after
all that is left there. The roots below a node of the packet have its number.
"""

from collections.abc import Callable
from dataclasses import dataclass

from numba import int64, uint64

from pybridge.compiled import chosen, inlined, lean_kernel
from pybridge.search.kernels.tiles import general, words
from pybridge.search.kernels.tiles.words import G_BITS, SLACK_SHIFT, STATE_BITS, STATE_SHIFT

THRESHOLD, BUDGET, ROOTS, NEXT, ACTIVE, EXPANDED, GENERATED, FOUND, FAN, LENGTH, PERIOD = range(11)
"""The fields of `control`, an int64 array that the driver and its caller share. BUDGET nodes are expanded before the
kernel returns to let its caller look at limits, and PERIOD of them before what the lanes have still to search is made
roots again. ROOTS is where the roots end, earlier once a solution below one has made the later ones useless, NEXT the
next one to be taken; ACTIVE lanes have something to do. FOUND is the number of the root below which a solution was
found, and none below earlier ones so far, -1 if there is none, and LENGTH its moves; FAN the most ways from a node that
is not the start.
"""
FIELDS = 11

TOP, BASE, ROOT, PATH, NUMBER, DONE = range(6)
"""A lane: its stack's height, where its stack begins, the root it is below, its row of `paths`, the root's number, and
nodes expanded, with nodes generated after it."""
LANE_FIELDS = 8

FIRST, SHORT, LONG = 16, 128, 16384
"""The first PERIOD, in which one lane may be alone; the second; and the longest, for they grow a little each time."""

_ZERO, _ONE = uint64(0), uint64(1)


@dataclass(frozen=True, slots=True)
class Family:
    """What the driver calls for the heuristics of a family.

    `expand` replaces a frame by its children. `evaluate` finishes what was left to do for a frame when it was made, and
    is False if its estimate exceeds the threshold; such a frame must be dropped, for a second call would return True.
    `moves_left` is a frame's estimate; of several that were added up, one.
    """

    expand: Callable[..., object]
    evaluate: Callable[..., object]
    moves_left: Callable[..., object]


def _nothing(stack, row, tables):
    """There is nothing to wait for."""
    return True


def _of_slack(stack, row, g, threshold, tables):
    """Column 0 has the slack, threshold - g - h."""
    return threshold - g - (stack[row, _ZERO] >> SLACK_SHIFT)


FAMILIES = {
    words.DistanceTables: Family(words.expand_distances.py_func, _nothing, _of_slack),
    words.TurnedTables: Family(words.expand_turned.py_func, _nothing, _of_slack),
    general.GeneralTables: Family(general.expand.py_func, general.evaluate.py_func, general.moves_left.py_func),
}
"""The families, by the type of their tables."""


@chosen
def expand(stack, top, fan, ways, tables):
    """Replace the frame at `top` by its children, as the tables' family does; return the new height of the stack."""
    return FAMILIES[tables.instance_class].expand


@chosen
def evaluate(stack, row, tables):
    """Finish what was left to do for a frame when it was made; False if its estimate exceeds the threshold."""
    return FAMILIES[tables.instance_class].evaluate


@chosen
def _moves_left(stack, row, g, threshold, tables):
    """The estimate of a frame; of several that were added up, one."""
    return FAMILIES[tables.instance_class].moves_left


@lean_kernel
def _is_goal(stack, row, goals, mask):
    """Whether a frame's state is a goal: some row of `goals`, in the bits that `mask` lets through."""
    for goal in range(goals.shape[0]):
        differs = _ZERO
        for column in range(goals.shape[1]):
            differs |= (stack[row, column] ^ goals[goal, column]) & mask[column]
        if differs == _ZERO:
            return True
    return False


@lean_kernel
def _pass_on(control, lanes, lane, numbers, done):
    """Have what a lane has done count right before what is left next below the same node, or at that node's end."""
    root, following = lanes[lane, ROOT], -1
    for other in range(lanes.shape[0]):
        later = lanes[other, TOP] > lanes[other, BASE] and lanes[other, ROOT] > root
        if later and (following < 0 or lanes[other, ROOT] < lanes[following, ROOT]):
            following = other
    number, after, roots = lanes[lane, NUMBER], control[NEXT], len(numbers)
    for counter in range(2):
        count = lanes[lane, DONE + counter]
        lanes[lane, DONE + counter] = 0
        if following >= 0 and lanes[following, NUMBER] == number:
            lanes[following, DONE + counter] += count
        elif following < 0 and after < control[ROOTS] and numbers[after] == number:
            done[after, counter] += count
        else:
            done[roots + number, counter] += count


@lean_kernel
def _take_root(control, lanes, lane, stack, paths, roots, root_paths, numbers, done):
    """Give a lane the next root; False if there is none."""
    if lanes[lane, DONE] > 0:
        _pass_on(control, lanes, lane, numbers, done)
    root = control[NEXT]
    if root >= control[ROOTS]:
        return False
    control[NEXT] = root + 1
    base = lanes[lane, BASE]
    for column in range(stack.shape[1]):
        stack[base, column] = roots[root, column]
    row = lanes[lane, PATH]
    for g in range(roots[root, 0] & G_BITS):
        paths[row, g] = root_paths[root, g]
    lanes[lane, ROOT], lanes[lane, NUMBER] = root, numbers[root]
    lanes[lane, DONE], lanes[lane, DONE + 1] = done[root, 0], done[root, 1]
    lanes[lane, TOP] = base + 1
    return True


@lean_kernel
def _regroup(control, lanes, stack, paths, roots, root_paths, numbers, done):
    """Make what lanes have still to search roots again, in move order, if there is room; then no lane has a root."""
    first, left = min(control[NEXT], control[ROOTS]), 0
    for lane in range(lanes.shape[0]):
        left += lanes[lane, TOP] - lanes[lane, BASE]
    if left > first or lanes.shape[0] == 1:
        return
    for lane in range(lanes.shape[0]):
        if lanes[lane, TOP] == lanes[lane, BASE] and lanes[lane, DONE] > 0:
            _pass_on(control, lanes, lane, numbers, done)
    while left > 0:
        last = 0
        for lane in range(lanes.shape[0]):
            begun = lanes[lane, TOP] > lanes[lane, BASE]
            if begun and (lanes[last, TOP] == lanes[last, BASE] or lanes[lane, ROOT] > lanes[last, ROOT]):
                last = lane
        for row in range(lanes[last, BASE], lanes[last, TOP]):
            first, left = first - 1, left - 1
            for column in range(stack.shape[1]):
                roots[first, column] = stack[row, column]
            for g in range(stack[row, 0] & G_BITS):
                root_paths[first, g] = paths[lanes[last, PATH], g]
            numbers[first] = lanes[last, NUMBER]
            done[first, 0] = done[first, 1] = 0
        lanes[last, TOP] = lanes[last, BASE]
        for counter in range(2):
            done[first, counter], lanes[last, DONE + counter] = lanes[last, DONE + counter], 0
    control[NEXT], control[ACTIVE] = first, lanes.shape[0]


@lean_kernel
def _retire(control, lanes, lane):
    """Put a lane that has nothing to do behind the active ones."""
    lanes[lane, TOP] = lanes[lane, BASE]
    control[ACTIVE] -= 1
    last = control[ACTIVE]
    for field in range(lanes.shape[1]):
        lanes[lane, field], lanes[last, field] = lanes[last, field], lanes[lane, field]


@lean_kernel
def _record(control, lanes, lane, paths, numbers, done, found, g):
    """Keep a solution, and end all that comes after it, which does not count."""
    row, root, number = lanes[lane, PATH], lanes[lane, ROOT], lanes[lane, NUMBER]
    control[ROOTS], control[FOUND] = root, number
    control[LENGTH] = g
    for counter in range(2):
        done[len(numbers) + number, counter] = lanes[lane, DONE + counter]
    for other in range(control[ACTIVE]):
        if lanes[other, ROOT] >= root:
            lanes[other, TOP] = lanes[other, BASE]
            lanes[other, DONE] = lanes[other, DONE + 1] = 0
    for step in range(g + _ONE):
        found[step] = paths[row, step]


@inlined
def _count(lanes, alone, expanded, generated, counted, made):
    """Have a lane that is alone count what was done since it was counted last, which is faster than node by node."""
    if alone:
        lanes[0, DONE] += expanded - counted
        lanes[0, DONE + 1] += generated - made
    return expanded, generated


@lean_kernel
def search(
    control, lanes, stack, paths, roots, root_paths, numbers, done, found, labels, counts, ways, goals, mask, tables
):
    """Search below the roots until all is done or the budget is spent; called again, it continues."""
    threshold, fan, all_ways = uint64(control[THRESHOLD]), control[FAN], ways.shape[1]
    expanded, generated, budget, alone = 0, 0, control[BUDGET], lanes.shape[0] == 1
    counted = made = 0
    _regroup(control, lanes, stack, paths, roots, root_paths, numbers, done)
    regroup = control[PERIOD]
    while control[ACTIVE] > 0 and expanded < budget:
        if expanded > regroup:
            _regroup(control, lanes, stack, paths, roots, root_paths, numbers, done)
            control[PERIOD] = min(max(control[PERIOD] + (control[PERIOD] >> 4), SHORT), LONG)
            regroup = expanded + control[PERIOD]
        lane = 0
        while lane < control[ACTIVE]:
            row, base = lanes[lane, TOP] - 1, lanes[lane, BASE]
            while row >= base and not evaluate(stack, uint64(row), tables):
                row -= 1
            if row < base:
                lanes[lane, TOP] = base
                counted, made = _count(lanes, alone, expanded, generated, counted, made)
                if not _take_root(control, lanes, lane, stack, paths, roots, root_paths, numbers, done):
                    _retire(control, lanes, lane)
                continue
            node = uint64(row)
            meta = stack[node, _ZERO]
            g, state = meta & G_BITS, (meta >> STATE_SHIFT) & STATE_BITS
            paths[uint64(lanes[lane, PATH]), g] = labels[state]
            if _moves_left(stack, node, g, threshold, tables) == _ZERO and _is_goal(stack, node, goals, mask):
                lanes[lane, TOP] = row
                counted, made = _count(lanes, alone, expanded, generated, counted, made)
                _record(control, lanes, lane, paths, numbers, done, found, g)
            else:
                expanded += 1
                more = int64(counts[state])
                generated += more
                if not alone:
                    lanes[lane, DONE] += 1
                    lanes[lane, DONE + 1] += more
                lanes[lane, TOP] = expand(stack, node, fan if g else all_ways, ways, tables)
            lane += 1
    _count(lanes, alone, expanded, generated, counted, made)
    control[EXPANDED] += expanded
    control[GENERATED] += generated
