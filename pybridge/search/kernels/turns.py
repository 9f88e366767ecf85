"""Depth-first search of a permutation puzzle to one threshold, by lookups in tables of projections.

A node is a row and a column value for each lookup. Its children are made together, and looked up in one table after
the other: first their entries are asked for, then those that are too far are left out. The table with the node's own
largest distance comes first. `children[depth]` are the nodes that are kept, `at[depth]` the one that is followed. The
lookups are rows of `plan`, whose fields are addresses of arrays, how many columns there are, and the bits of an entry.
"""

from numba import int64, uint64

from pybridge.compiled import byte_at, inlined, number_at, prefetch, searching, word_at

THRESHOLD, BUDGET, DEPTH, BASE, EXPANDED, GENERATED, EVERY, FOUND, PHASE = range(9)
"""The fields of `control`. DEPTH is under BASE when the search is over; FOUND counts the solutions in `solutions`.

In a first PHASE, 1 instead of 0, a solution has as many moves as the threshold says, and ends where the projection of
the only lookup is the goal's, which it was not before the last move.
"""
FIELDS = 9

ROW_LINKS, ROW_ENTRY, TURNED, COLUMN_NEXT, LIST_OF, PACKED, COLUMNS, BITS = range(8)
"""The fields of a lookup. ROW_LINKS has a word for each row and move: the next row, its class, and its symmetry.

ROW_ENTRY has such a word for each row itself.
"""
CLASS_SHIFT, ROW_SHIFT = 8, 36
"""Where in such a word the class and the next row begin; the symmetry is in the lowest bits."""

DEAD = 0xFFFFFFFF

_ZERO, _ONE, _FOUR, _EIGHT = uint64(0), uint64(1), uint64(4), uint64(8)
_SYMMETRY, _CLASS = uint64((1 << CLASS_SHIFT) - 1), uint64((1 << ROW_SHIFT - CLASS_SHIFT) - 1)


@inlined
def _follow(lookup, node, made, move, by, moves, bits):
    """Make the row and column values after a move, as the view renames it, and ask for the entry."""
    row, column = uint64(node[0]), uint64(node[1])
    link = word_at(lookup[ROW_LINKS] + _EIGHT * (row * moves + by))
    if lookup[LIST_OF] == _ZERO:
        place = column * moves + by
    else:
        place = uint64(number_at(lookup[LIST_OF] + _FOUR * (row * moves + by))) * lookup[COLUMNS] + column
    column = uint64(number_at(lookup[COLUMN_NEXT] + _FOUR * place))
    turned = number_at(lookup[TURNED] + _FOUR * ((link & _SYMMETRY) * lookup[COLUMNS] + column))
    entry = ((link >> uint64(CLASS_SHIFT)) & _CLASS) * lookup[COLUMNS] + uint64(turned)
    made[move, 0], made[move, 1] = int64(link >> uint64(ROW_SHIFT)), int64(column)
    bits[move] = entry * lookup[BITS]
    prefetch(lookup[PACKED] + (bits[move] >> uint64(3)))


@inlined
def _distance(lookup, bit):
    mask = (_ONE << lookup[BITS]) - _ONE
    return int64((byte_at(lookup[PACKED] + (bit >> uint64(3))) >> (bit & uint64(7))) & mask)


@inlined
def distance_at(lookup, row, column):
    """The distance of a row and a column value in a lookup."""
    link = word_at(lookup[ROW_ENTRY] + _EIGHT * uint64(row))
    turned = number_at(lookup[TURNED] + _FOUR * ((link & _SYMMETRY) * lookup[COLUMNS] + uint64(column)))
    entry = ((link >> uint64(CLASS_SHIFT)) & _CLASS) * lookup[COLUMNS] + uint64(turned)
    return _distance(lookup, entry * lookup[BITS])


@inlined
def _near(plan, renamed, nodes, lead, left, near, made, largest, bits):
    """Keep the moves in `near` that no lookup finds farther than `left` after them; how many there are."""
    count, moves = near[len(near) - 1], uint64(len(near) - 1)
    for turn in range(len(plan)):
        number = (turn + lead) % len(plan)
        lookup = plan[number]
        for each in range(count):
            _follow(lookup, nodes[number], made[number], near[each], uint64(renamed[number, near[each]]), moves, bits)
        kept = 0
        for each in range(count):
            move = near[each]
            distance = _distance(lookup, bits[move])
            if distance <= left:
                near[kept] = move
                kept += 1
                if turn == 0 or distance > largest[move, 0]:
                    largest[move, 0], largest[move, 1] = distance, number
        count = kept
    return count


@inlined
def _is_goal(moves, at, depth, last, puzzle, before, after):
    """Whether the moves to a node, the last one given apart, lead from the start to the goal."""
    start, sources, goal = puzzle
    for point in range(len(start)):
        before[point] = start[point]
    for step in range(1, depth + 2):
        move = last if step == depth + 1 else moves[step, at[step]]
        for point in range(len(start)):
            after[point] = before[sources[move, point]]
        for point in range(len(start)):
            before[point] = after[point]
    differs = 0
    for point in range(len(start)):
        differs |= before[point] ^ goal[point]
    return differs == 0


@inlined
def _note(solution, moves, at, depth, last):
    """Keep the moves to a node, the last one given apart, and in the last column how many they are."""
    for step in range(1, depth + 1):
        solution[step - 1] = moves[step, at[step]]
    solution[depth] = last
    solution[len(solution) - 1] = depth + 1


@searching
def search(control, plan, renamed, machine, children, moves, states, leads, counts, at, puzzle, scratch, solutions):
    """Go on until all is searched, the budget is spent, or solutions fill their array."""
    before, after, bits, near, made, largest = scratch
    threshold, depth, every = control[THRESHOLD], control[DEPTH], control[EVERY]
    expanded, generated, fan = 0, 0, len(puzzle[1])
    while depth >= control[BASE] and expanded < control[BUDGET] and control[FOUND] + fan <= len(solutions):
        if at[depth] == counts[depth]:
            depth -= 1
            at[depth] += 1
            continue
        here, state, count = at[depth], states[depth, at[depth]], 0
        for move in range(fan):
            near[count] = move
            count += machine[state, move] != DEAD
        near[fan] = count
        expanded += 1
        generated += count
        left = threshold - depth - 1
        count = _near(plan, renamed, children[depth, here], leads[depth, here], left, near, made, largest, bits)
        kept = 0
        for each in range(count):
            move = near[each]
            if control[PHASE] != 0:
                ends = left == 0 and (children[depth, here, 0, 0] | children[depth, here, 0, 1]) != 0
            else:
                ends = largest[move, 0] == 0 and _is_goal(moves, at, depth, move, puzzle, before, after)
            if ends:
                _note(solutions[control[FOUND]], moves, at, depth, move)
                control[FOUND] += 1
                if every == 0:
                    break
            if ends or (control[PHASE] != 0 and left == 0):
                continue
            for number in range(len(plan)):
                children[depth + 1, kept, number, 0] = made[number, move, 0]
                children[depth + 1, kept, number, 1] = made[number, move, 1]
            moves[depth + 1, kept], states[depth + 1, kept] = move, machine[state, move]
            leads[depth + 1, kept] = largest[move, 1]
            kept += 1
        if control[FOUND] > 0 and every == 0:
            depth = control[BASE] - 1
            break
        depth += 1
        at[depth], counts[depth] = 0, kept
    control[DEPTH] = depth
    control[EXPANDED], control[GENERATED] = expanded, generated
