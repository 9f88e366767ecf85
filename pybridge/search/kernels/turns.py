"""Depth-first search of a permutation puzzle to one threshold, by lookups in tables of projections.

A node is a row and a column value for each lookup. Its children are made together: first their entries in the first
table are asked for, then those that are near enough are looked up in the others, one by one, until one is too far.
`children[depth]` are the nodes that are kept, `at[depth]` the one that is followed. The lookups are rows of `plan`,
whose fields are addresses of arrays, how many columns there are, and the bits of an entry.
"""

from numba import int64, uint64

from pybridge.compiled import byte_at, inlined, number_at, prefetch, searching, word_at

THRESHOLD, BUDGET, DEPTH, BASE, EXPANDED, GENERATED, EVERY, FOUND, PHASE = range(9)
"""The fields of `control`. DEPTH is under BASE when the search is over; FOUND counts the solutions in `solutions`.

In a first PHASE, 1 instead of 0, a solution has as many moves as the threshold says, and ends where the projection of
the only lookup is the goal's, which it was not before the last move.
"""
FIELDS = 9

ROW_NEXT, ROW_ENTRY, TURNED, COLUMN_NEXT, LIST_OF, PACKED, COLUMNS, BITS = range(8)
"""The fields of a lookup. ROW_ENTRY has, for each row, 64 bits: the first entry of its class, and the symmetry."""
LOOKUP_FIELDS = 8
SYMMETRY_BITS = 8

DEAD = 0xFFFFFFFF

_ZERO, _ONE, _FOUR, _EIGHT = uint64(0), uint64(1), uint64(4), uint64(8)
_SYMMETRY = uint64((1 << SYMMETRY_BITS) - 1)


@inlined
def _moved_row(lookup, moves, row, move):
    return number_at(lookup[ROW_NEXT] + _FOUR * (uint64(row) * moves + move))


@inlined
def _moved_column(lookup, moves, row, column, move):
    if lookup[LIST_OF] != _ZERO:
        of = number_at(lookup[LIST_OF] + _FOUR * (uint64(row) * moves + move))
        return number_at(lookup[COLUMN_NEXT] + _FOUR * (uint64(of) * lookup[COLUMNS] + uint64(column)))
    return number_at(lookup[COLUMN_NEXT] + _FOUR * (uint64(column) * moves + move))


@inlined
def _bit(lookup, row, column):
    """The first bit of an entry."""
    entry = word_at(lookup[ROW_ENTRY] + _EIGHT * uint64(row))
    turned = lookup[TURNED] + _FOUR * ((entry & _SYMMETRY) * lookup[COLUMNS] + uint64(column))
    return ((entry >> uint64(SYMMETRY_BITS)) + uint64(number_at(turned))) * lookup[BITS]


@inlined
def _distance(lookup, bit):
    mask = (_ONE << lookup[BITS]) - _ONE
    return int64((byte_at(lookup[PACKED] + (bit >> uint64(3))) >> (bit & uint64(7))) & mask)


@inlined
def distance_at(lookup, row, column):
    """The distance of a row and a column value in a lookup."""
    return _distance(lookup, _bit(lookup, row, column))


@inlined
def _is_goal(moves, at, depth, last, start, sources, goal, before, after):
    """Whether the moves to a node, the last one given apart, lead from the start to the goal."""
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
def search(control, plan, renamed, machine, children, moves, states, counts, at, puzzle, scratch, solutions):
    """Go on until all is searched, the budget is spent, or solutions fill their array."""
    start, sources, goal = puzzle
    before, after, bits = scratch
    threshold, depth, every = control[THRESHOLD], control[DEPTH], control[EVERY]
    expanded, generated, fan = 0, 0, uint64(len(sources))
    lookups, first = len(plan), plan[0]
    while depth >= control[BASE] and expanded < control[BUDGET] and control[FOUND] + len(sources) <= len(solutions):
        if at[depth] == counts[depth]:
            depth -= 1
            at[depth] += 1
            continue
        here, state = at[depth], states[depth, at[depth]]
        expanded += 1
        for move in range(len(sources)):
            if machine[state, move] != DEAD:
                generated += 1
                row, column = children[depth, here, 0, 0], children[depth, here, 0, 1]
                by = uint64(renamed[0, move])
                bits[move] = _bit(first, _moved_row(first, fan, row, by), _moved_column(first, fan, row, column, by))
                prefetch(first[PACKED] + (bits[move] >> uint64(3)))
        kept, left = 0, threshold - depth - 1
        for move in range(len(sources)):
            if machine[state, move] == DEAD or _distance(first, bits[move]) > left:
                continue
            largest, near = _distance(first, bits[move]), True
            for number in range(lookups):
                lookup, by = plan[number], uint64(renamed[number, move])
                row, column = children[depth, here, number, 0], children[depth, here, number, 1]
                moved_row = _moved_row(lookup, fan, row, by)
                moved_column = _moved_column(lookup, fan, row, column, by)
                if number > 0:
                    distance = _distance(lookup, _bit(lookup, moved_row, moved_column))
                    largest = max(largest, distance)
                    if distance > left:
                        near = False
                        break
                children[depth + 1, kept, number, 0] = moved_row
                children[depth + 1, kept, number, 1] = moved_column
            if not near:
                continue
            if control[PHASE] != 0:
                here_too = children[depth, here, 0, 0] | children[depth, here, 0, 1]
                ends = left == 0 and here_too != 0
                near = left > 0
            else:
                ends = largest == 0 and _is_goal(moves, at, depth, move, start, sources, goal, before, after)
            if ends:
                _note(solutions[control[FOUND]], moves, at, depth, move)
                control[FOUND] += 1
                if every == 0:
                    break
            if ends or not near:
                continue
            moves[depth + 1, kept], states[depth + 1, kept] = move, machine[state, move]
            kept += 1
        if control[FOUND] > 0 and every == 0:
            depth = control[BASE] - 1
            break
        depth += 1
        at[depth], counts[depth] = 0, kept
    control[DEPTH] = depth
    control[EXPANDED], control[GENERATED] = expanded, generated
