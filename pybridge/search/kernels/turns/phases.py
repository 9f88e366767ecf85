"""The second phase of a search in two phases: from each end of a first phase, one threshold after the other."""

from numba import int64, uint64

from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.turns.lookups import BACK, FRONT
from pybridge.search.kernels.turns.search import (
    BASE,
    BUDGET,
    DEPTH,
    EXPANDED,
    FOUND,
    GENERATED,
    THRESHOLD,
    measure,
    search,
)

NEXT, COUNT, AT, MOST, LEFT, PATIENCE, SPENT, MADE, GIVEN_UP, SOLVED = range(10)
"""The fields of `batch`: the end to search from, how many there are, and the threshold, -1 if none is begun.

A solution has at most MOST moves. LEFT nodes may be expanded for this end; it is given up after PATIENCE of them. The
last fields say what was done: nodes expanded and generated, ends given up, and whether there is a solution.
"""
FIELDS = 10


@lean_kernel
def follow(solutions, count, start, sources, before, ends):
    """Write the states to which the moves of some solutions lead."""
    for number in range(count):
        end = ends[number]
        for point in range(len(start)):
            end[point] = start[point]
        for step in range(solutions[number, solutions.shape[1] - 1]):
            move = solutions[number, step]
            for point in range(len(start)):
                before[point] = end[point]
            for point in range(len(start)):
                end[point] = before[sources[move, point]]


@inlined
def _begin(end, values, plan, nodes, distances, links, form):
    """Make an end the node to begin with; its largest distance, or -1 if a table does not have it."""
    for number in range(len(plan)):
        if values[number, 0] < 0 or values[number, 1] < 0:
            return -1
    half = int64(form[2])
    for point in range(half):
        home = end[point] if point < len(end) else point
        if form[0] == uint64(1):
            nodes[0][0, 0, point], nodes[0][0, 0, half + home] = home, point
        else:
            nodes[1][0, 0, point], nodes[1][0, 0, half + home] = home, point
    links[0, 0, FRONT] = links[0, 0, BACK] = 0
    measure(plan, nodes, 0, 0, distances, form)
    largest = 0
    for number in range(len(plan)):
        largest = max(largest, int64(distances[0, 0, number]))
    return largest


@inlined
def _is(state, goal):
    differs = 0
    for point in range(len(goal)):
        differs |= state[point] ^ goal[point]
    return differs == 0


@lean_kernel
def finish(
    batch, ends, values, home,
    control, plan, lookups, machines, by, goal, form, levels, nodes, distances, links, scratch, solutions,
):  # fmt: skip
    """Go on until there is a solution, the last end is done, or the budget is spent; then NEXT is the end after it.

    `home` is the goal as ends are given, the homes of the pieces.
    """
    spent, budget = 0, control[BUDGET]
    while batch[NEXT] < batch[COUNT] and spent < budget:
        number, over = batch[NEXT], False
        if control[DEPTH] < control[BASE]:
            least = _begin(ends[number], values[number], plan, nodes, distances, links, form)
            if batch[AT] < 0:
                batch[AT], batch[LEFT] = least, batch[PATIENCE]
                over = least < 0
            else:
                batch[AT] += 1
            levels[0, 0], levels[0, 1], levels[0, 2] = 1, 0, 0
            control[DEPTH], control[BASE], control[FOUND], control[THRESHOLD] = 0, 0, 0, batch[AT]
        if not over and batch[AT] == 0 and _is(ends[number], home):
            solutions[0, solutions.shape[1] - 1] = 0
            control[FOUND] = 1
        elif not over and batch[AT] <= batch[MOST]:
            control[BUDGET] = min(budget - spent, batch[LEFT])
            search(
                control, plan, lookups, machines, by, goal, form, levels, nodes, distances, links, scratch, solutions
            )
            spent += control[EXPANDED]
            batch[LEFT] -= control[EXPANDED]
            batch[SPENT] += control[EXPANDED]
            batch[MADE] += control[GENERATED]
            if control[FOUND] == 0 and batch[LEFT] <= 0:
                batch[GIVEN_UP] += 1
                over = True
        else:
            over = True
        if over or control[FOUND] > 0:
            batch[NEXT] += 1
            batch[AT], control[DEPTH] = -1, -1
        if control[FOUND] > 0 and not over:
            batch[SOLVED] = 1
            break
    control[BUDGET] = budget
