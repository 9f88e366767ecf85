"""Depth-first search of a permutation puzzle to one threshold, by lookups in tables of projections.

Where moves have inverses, a state and its inverse are as far from the goal: a move before all others on the one is a
last move on the other. So a node is searched on from the side that leaves fewer moves. If a table says that a state is
just as far as it may be, moves on the inverse that leave that projection unchanged are left out; and the other way
round.

Some nodes of a depth are expanded together, and their children looked up in one table after the other: all entries are
asked for, then children that are too far are left out. What cuts most often is looked up first, which changes how many
lookups there are and nothing else. A lookup that cannot cut is left out, too.

`levels` are the depths: how many nodes a depth has, and which of them are expanded now. Each node has its state (see
`entries`), the distances of its lookups, and `links`. Of a distance with the bit BOUND only an upper bound is
known, which is less than the moves that are left.
"""

from numba import int64, uint64

from pybridge.compiled import half_at, inlined, lean_kernel, ones_in, trailing_zeros
from pybridge.search.kernels.turns.entries import bit_of, distance, link_of
from pybridge.search.kernels.turns.lookups import (
    AFTER,
    BACK,
    CLASSES,
    FRONT,
    LINKS,
    MADE,
    MOVE,
    NOT_EXPANDED,
    PARENT,
    SLOT,
    arrange,
    ask,
    fill,
    keep_near,
    state,
)
from pybridge.tables.ranks.ranked import point_at
from pybridge.vectors import permute

THRESHOLD, BUDGET, DEPTH, BASE, EXPANDED, GENERATED, EVERY, FOUND, PHASE, SIDES, TOGETHER = range(11)
"""The fields of `control`. DEPTH is under BASE when the search is over; FOUND counts the `solutions`.
TOGETHER nodes are expanded at a time.

With SIDES 2, moves may be made on the inverse: their numbers come after those of all moves. In a first PHASE, 1
instead of 0, a solution has as many moves as the threshold says, and ends where the projection of the only lookup is
the goal's, which it was not before the last move.
"""
FIELDS = 11
COUNT, BEGIN, END = range(3)
"""A level: its nodes, and those that are expanded now."""
_ONE, _TWO, _CHILD = uint64(1), uint64(2), uint64((1 << SLOT) - 1)


@inlined
def _move(depth, node, child, move, side, by, nodes, form):
    """Write the state after a move on a side: that side's row is read through the move, the other row goes through it.

    `by` has for each move which point each point's piece comes from, and where it goes.
    """
    points = form[2]
    if form[0] == _ONE:
        way = uint64(by.ctypes.data) + _TWO * points * uint64(move)
        before, after = state(nodes[0], depth, node), state(nodes[0], depth + 1, child)
        mine, other = points * uint64(side), points * (_ONE - uint64(side))
        permute(after + mine, before + mine, way)
        permute(after + other, way + points, before + other)
    else:
        wide, mine, other = nodes[1], side * int64(points), (1 - side) * int64(points)
        way = uint64(by.ctypes.data) + _TWO * _TWO * points * uint64(move)
        for point in range(int64(points)):
            source = half_at(way + _TWO * uint64(point))
            wide[depth + 1, child, mine + point] = wide[depth, node, mine + int64(source)]
            target = half_at(way + _TWO * (points + uint64(wide[depth, node, other + point])))
            wide[depth + 1, child, other + point] = target


@inlined
def _is_goal(state, goal, form):
    """Whether each point has a piece like the goal's."""
    point, same = 0, True
    while same and point < len(goal):
        same = goal[point_at(state, uint64(point), form)] == goal[point]
        point += 1
    return same


@inlined
def _side(links, values, left, sides, alive, still, sides_of, allowed):
    """The side on which a node is searched on, with its moves in `allowed`; SIDES of them if a side has none."""
    words = alive.shape[1]
    for word in range(words):
        allowed[0, word], allowed[1, word] = alive[links[FRONT], word], alive[links[BACK], word]
    for number in range(len(values)):
        if int64(values[number]) == left:
            for word in range(words):
                allowed[1 - sides_of[number], word] &= ~still[number, word]
    if sides == 1:
        return 0
    one, other = uint64(0), uint64(0)
    for word in range(words):
        one, other = one + ones_in(allowed[0, word]), other + ones_in(allowed[1, word])
    if one == uint64(0) or other == uint64(0):
        return sides
    return int64(other < one)


@inlined
def _count(control, links, side, alive):
    """Count a node that is expanded on a side, or is not for lack of moves."""
    if side == control[SIDES] and control[SIDES] > 1:
        links[MADE] = NOT_EXPANDED
        return
    made = uint64(0)
    for word in range(alive.shape[1]):
        made += ones_in(alive[links[FRONT + side], word])
    links[MADE] = int64(made)
    control[EXPANDED] += 1
    control[GENERATED] += int64(made)


@inlined
def _expand(control, machine, alive, lookups, by, level, nodes, values, links, near, order, due, allowed, rates, form):
    """Make the children of the nodes that are expanded now; how many there are."""
    sides_of, still, jumps = lookups
    depth, made = control[DEPTH], 0
    left = control[THRESHOLD] - depth
    for node in range(level[BEGIN], level[END]):
        mine = links[depth, node]
        side = _side(mine, values[depth, node], left, control[SIDES], alive, still, sides_of, allowed)
        _count(control, mine, side, alive)
        if mine[MADE] == NOT_EXPANDED or left <= 0:
            continue
        slot = node - level[BEGIN]
        due[slot] = arrange(values[depth, node], left - 1, side, sides_of, jumps, rates, order[slot])
        for word in range(alive.shape[1]):
            rest = allowed[side, word]
            while rest:
                move = int64(trailing_zeros(rest)) + 64 * word
                rest &= rest - _ONE
                _move(depth, node, made, move, side, by, nodes, form)
                child = links[depth + 1, made]
                child[PARENT], child[MOVE] = node, move + side * machine.shape[1]
                child[FRONT], child[BACK] = mine[FRONT], mine[BACK]
                child[FRONT + side] = machine[mine[FRONT + side], move]
                near[made] = uint64(made) | uint64(slot << SLOT) | uint64(move << AFTER)
                made += 1
    return made


@inlined
def _keep(depth, node, place, nodes, values, links):
    """Have a node take the place of an earlier one of its depth."""
    if node != place:
        words = nodes[2]
        for word in range(words.shape[2]):
            words[depth, place, word] = words[depth, node, word]
        for number in range(values.shape[2]):
            values[depth, place, number] = values[depth, node, number]
        for field in range(LINKS):
            links[depth, place, field] = links[depth, node, field]


@inlined
def _note(solution, depth, node, base, links):
    """Keep the moves to a node from the one that the search began with, and in the last column how many they are."""
    at = node
    for step in range(depth, base, -1):
        solution[step - base - 1] = links[step, at, MOVE]
        at = links[step, at, PARENT]
    solution[len(solution) - 1] = depth - base


@inlined
def _take_back(control, depth, node, levels, links):
    """Do not count nodes that were expanded and come after the node in move order, nor any that come later."""
    at = node
    for step in range(depth, control[BASE], -1):
        at = links[step, at, PARENT]
        for after in range(at + 1, levels[step - 1, END]):
            if links[step - 1, after, MADE] != NOT_EXPANDED:
                control[EXPANDED] -= 1
                control[GENERATED] -= links[step - 1, after, MADE]


@inlined
def _descend(
    control, near, count, goal, alive, lookups, levels, nodes, values, links, order, due, allowed, solutions, form
):
    """Note the solutions among the children that are left, and continue with the others."""
    depth, kept, base = control[DEPTH] + 1, 0, control[BASE]
    left, begin, (sides_of, still, _) = control[THRESHOLD] - depth, levels[control[DEPTH], BEGIN], lookups
    for each in range(count):
        child = int64(near[each] & _CHILD)
        parent = links[depth, child, PARENT]
        fill(values[depth, child], values[depth - 1, parent], due[parent - begin], order[parent - begin])
        if control[PHASE] != 0:
            ends = left == 0 and values[depth - 1, parent, 0] != 0
        else:
            ends = _is_goal(state(nodes[0], depth, child), goal, form)
        if ends:
            _note(solutions[control[FOUND]], depth, child, base, links)
            control[FOUND] += 1
            if control[EVERY] == 0:
                for node in range(kept):  # as many moves as the solution, and before it: leads nowhere
                    mine = links[depth, node]
                    side = _side(mine, values[depth, node], left, control[SIDES], alive, still, sides_of, allowed)
                    _count(control, mine, side, alive)
                _take_back(control, depth, child, levels, links)
                control[DEPTH] = base - 1
                return
        elif control[PHASE] == 0 or left > 0:
            _keep(depth, child, kept, nodes, values, links)
            kept += 1
    if kept > 0:
        control[DEPTH] = depth
        levels[depth, COUNT], levels[depth, BEGIN], levels[depth, END] = kept, 0, 0


@inlined
def _next(control, levels):
    """Choose the nodes to expand now, as many as there is room for; False if there are none left."""
    depth = control[DEPTH]
    while depth >= control[BASE] and levels[depth, END] == levels[depth, COUNT]:
        depth -= 1
    control[DEPTH] = depth
    if depth < control[BASE]:
        return False
    levels[depth, BEGIN] = levels[depth, END]
    levels[depth, END] = min(levels[depth, END] + control[TOGETHER], levels[depth, COUNT])
    return True


@lean_kernel
def search(control, plan, lookups, machines, by, goal, form, levels, nodes, values, links, scratch, solutions):
    """Go on until all is searched, the budget is spent, or the solutions may fill their array."""
    machine, alive = machines
    near, bits, order, due, allowed, tallies, rates = scratch
    control[EXPANDED] = control[GENERATED] = 0
    while control[EXPANDED] < control[BUDGET] and control[FOUND] + nodes[0].shape[1] <= len(solutions):
        if not _next(control, levels):
            break
        depth = control[DEPTH]
        left, begin = control[THRESHOLD] - depth - 1, levels[depth, BEGIN]
        for kind in range(2 * CLASSES):
            rates[kind] = (tallies[kind, 1] + 1) / (tallies[kind, 0] + 2)
        count = _expand(
            control, machine, alive, lookups, by, levels[depth], nodes, values, links, near, order, due, allowed, rates,
            form,
        )  # fmt: skip
        children, parents = (state(nodes[0], depth + 1, 0), uint64(nodes[0].shape[2])), values[depth, begin:]
        for stage in range(len(plan)):
            if count == 0:
                break
            ask(plan, lookups, stage, left, near, count, children, values[depth + 1], parents, order, due, bits, form)
            count = keep_near(plan, stage, left, near, count, values[depth + 1], order, bits, tallies)
        _descend(
            control, near, count, goal, alive, lookups, levels, nodes, values, links, order, due, allowed, solutions,
            form,
        )  # fmt: skip


@lean_kernel
def measure(plan, nodes, depth, node, values, form):
    """Look all distances of a node up."""
    for number in range(len(plan)):
        lookup = plan[number]
        at = state(nodes[0], depth, node)
        values[depth, node, number] = distance(lookup, bit_of(lookup, link_of(lookup, at, form), at, form))
