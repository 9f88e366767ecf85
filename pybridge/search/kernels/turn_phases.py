"""The second phase of a search in two phases: from each end of a first phase, one threshold after the other."""

from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.turns import (
    BASE,
    BUDGET,
    DEPTH,
    EXPANDED,
    FOUND,
    GENERATED,
    STAGE,
    TAKE,
    THRESHOLD,
    distance_at,
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
def _estimate(plan, values):
    """The largest distance of an end in the lookups; -1 if a table does not have it."""
    largest = 0
    for number in range(len(plan)):
        if values[number, 0] < 0 or values[number, 1] < 0:
            return -1
        largest = max(largest, distance_at(plan[number], values[number, 0], values[number, 1]))
    return largest


@inlined
def _is(state, goal):
    differs = 0
    for point in range(len(goal)):
        differs |= state[point] ^ goal[point]
    return differs == 0


@lean_kernel
def finish(batch, ends, values, controls, plan, renamed, inverse, machine, puzzle, stack, scratch, solutions):
    """Go on until there is a solution, the last end is done, or the budget is spent; then NEXT is the end after it."""
    start, _, goal = puzzle
    control = controls[0]
    children, states, counts, at = stack[0][0], stack[3][0], stack[6][0], stack[7][0]
    spent, budget = 0, control[BUDGET]
    while batch[NEXT] < batch[COUNT] and spent < budget:
        number, over = batch[NEXT], False
        if control[DEPTH] < control[BASE]:
            if batch[AT] < 0:
                batch[AT], batch[LEFT] = _estimate(plan, values[number]), batch[PATIENCE]
                over = batch[AT] < 0
            else:
                batch[AT] += 1
            for point in range(len(start)):
                start[point] = ends[number, point]
            for lookup in range(len(plan)):
                children[0, 0, lookup, 0], children[0, 0, lookup, 1] = (
                    values[number, lookup, 0],
                    values[number, lookup, 1],
                )
            states[0, 0], counts[0], at[0] = 0, 1, 0
            control[DEPTH], control[BASE], control[FOUND], control[THRESHOLD] = 0, 0, 0, batch[AT]
            control[STAGE] = TAKE
        if not over and batch[AT] == 0 and _is(start, goal):
            solutions[0, 0, solutions.shape[2] - 1] = 0
            control[FOUND] = 1
        elif not over and batch[AT] <= batch[MOST]:
            control[BUDGET] = min(budget - spent, batch[LEFT])
            search(controls, plan, renamed, inverse, machine, puzzle, stack, scratch, solutions)
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
