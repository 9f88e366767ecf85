"""Depth-first search of a permutation puzzle to one threshold, by lookups in tables of projections.

A node is a row and a column value for each lookup. Its children are made together, and looked up in one table after
the other: first their entries are asked for, then those that are too far are left out. The table with the node's own
largest distance comes first. `children[depth]` are the nodes that are kept, `at[depth]` the one that is followed. The
lookups are rows of `plan`, whose fields are addresses of arrays, how many columns there are, and the bits of an entry.

The inverses of the children that pass are looked up, too; their values are found from where each piece lies. A move
leaves some lookups of the inverse unchanged. If the node is as far as it may be in one of them, such a move is too far.

Some lanes, each with a stack of its own, are worked on in turn: while one waits for memory, the others go on. All
arrays of a stack have the lanes as their first axis.
"""

from numba import int64, uint64

from pybridge.compiled import byte_at, inlined, lean_kernel, number_at, prefetch, word_at
from pybridge.search.kernels import turn_inverses as inverses

THRESHOLD, BUDGET, DEPTH, BASE, EXPANDED, GENERATED, EVERY, FOUND, PHASE, STAGE, TURN, COUNT = range(12)
"""The fields of the `control` of a lane. DEPTH is under BASE when its search is over; FOUND counts its `solutions`.

A lane waits for what its STAGE says, for the lookup TURN, with COUNT children left. BUDGET is that of the first lane.
In a first PHASE, 1 instead of 0, a solution has as many moves as the threshold says, and ends where the projection of
the only lookup is the goal's, which it was not before the last move.
"""
FIELDS = 12
REST = -1
TAKE, FOLLOWED, LOOKED_UP, RANKED, INVERTED = range(5)
"""The stages: to take a node; moves are followed, then looked up; their inverses are ranked, then looked up."""

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
    """Make the row and column values after a move, as the view renames it, and ask for what its symmetry does."""
    row, column = uint64(node[0]), uint64(node[1])
    link = word_at(lookup[ROW_LINKS] + _EIGHT * (row * moves + by))
    if lookup[LIST_OF] == _ZERO:
        place = column * moves + by
    else:
        place = uint64(number_at(lookup[LIST_OF] + _FOUR * (row * moves + by))) * lookup[COLUMNS] + column
    column = uint64(number_at(lookup[COLUMN_NEXT] + _FOUR * place))
    made[move, 0], made[move, 1] = int64(link >> uint64(ROW_SHIFT)), int64(column)
    bits[move] = link
    prefetch(_turned(lookup, link, column))


@inlined
def _turned(lookup, link, column):
    """Where it says what the symmetry of a row turns a column into."""
    return lookup[TURNED] + _FOUR * ((link & _SYMMETRY) * lookup[COLUMNS] + column)


@inlined
def _bit(lookup, link, column):
    """The place of an entry."""
    return (((link >> uint64(CLASS_SHIFT)) & _CLASS) * lookup[COLUMNS] + column) * lookup[BITS]


@inlined
def _distance(lookup, bit):
    mask = (_ONE << lookup[BITS]) - _ONE
    return int64((byte_at(lookup[PACKED] + (bit >> uint64(3))) >> (bit & uint64(7))) & mask)


@inlined
def distance_at(lookup, row, column):
    """The distance of a row and a column value in a lookup."""
    link = word_at(lookup[ROW_ENTRY] + _EIGHT * uint64(row))
    return _distance(lookup, _bit(lookup, link, uint64(number_at(_turned(lookup, link, uint64(column))))))


@inlined
def _prefetch_moves(lookup, node, moves):
    """Ask for what moves do to a node's row and column, which can be three lines."""
    row, column = uint64(node[0]), uint64(node[1])
    for line in range(3):
        prefetch(lookup[ROW_LINKS] + _EIGHT * row * moves + uint64(64 * line))
    if lookup[LIST_OF] == _ZERO:
        prefetch(lookup[COLUMN_NEXT] + _FOUR * column * moves)
        prefetch(lookup[COLUMN_NEXT] + _FOUR * column * moves + uint64(64))


@inlined
def _take(control, machine, still, states, tights, counts, at, near):
    """Take the next node, and put its moves in `near`, without those known to be too far; how many are left."""
    depth = control[DEPTH]
    while depth >= control[BASE] and at[depth] == counts[depth]:
        depth -= 1
        at[depth] += 1
    control[DEPTH], count = depth, 0
    if depth >= control[BASE]:
        state, tight, made = states[depth, at[depth]], tights[depth, at[depth]], 0
        for move in range(machine.shape[1]):
            lives = machine[state, move] != DEAD
            near[count] = move
            made += lives
            count += lives and still[move] & tight == 0
        control[EXPANDED] += 1
        control[GENERATED] += made
    return count


@inlined
def _ask(plan, renamed, nodes, turn, lead, near, count, made, bits):
    """Follow some moves in the lookup that is next, and ask for what the one after it needs."""
    moves = uint64(renamed.shape[1])
    if turn + 1 < len(plan):
        after = (turn + 1 + lead) % len(plan)
        _prefetch_moves(plan[after], nodes[after], moves)
    number = (turn + lead) % len(plan)
    for each in range(count):
        move = near[each]
        _follow(plan[number], nodes[number], made[number], move, uint64(renamed[number, move]), moves, bits)


@inlined
def _ask_entries(lookup, made, near, count, bits):
    """Ask for the entries of moves that are followed."""
    for each in range(count):
        move = near[each]
        turned = number_at(_turned(lookup, bits[move], uint64(made[move, 1])))
        bits[move] = _bit(lookup, bits[move], uint64(turned))
        prefetch(lookup[PACKED] + (bits[move] >> uint64(3)))


@inlined
def _near(lookup, number, turn, left, near, count, largest, bits):
    """Keep the moves in `near` that a lookup finds no farther than `left` after them; how many there are."""
    kept = 0
    for each in range(count):
        move = near[each]
        distance = _distance(lookup, bits[move])
        if distance <= left:
            near[kept] = move
            kept += 1
            if turn == 0 or distance > largest[move, 0]:
                largest[move, 0], largest[move, 1] = distance, number
    return kept


@inlined
def _ask_inverses(lookup, ranked, ranks, near, count, bits):
    """Ask for the entries of inverses that are ranked."""
    for each in range(count):
        move = near[each]
        link, column = inverses.link_and_column(ranked, ranks[move])
        bits[move] = _bit(lookup, link, column)
        prefetch(lookup[PACKED] + (bits[move] >> uint64(3)))


@inlined
def _near_inverse(lookup, number, left, near, count, tight, bits):
    """Keep the moves in `near` after which a lookup of the inverse is no farther than `left`; how many there are."""
    kept = 0
    for each in range(count):
        move = near[each]
        distance = _distance(lookup, bits[move])
        if distance <= left:
            near[kept] = move
            kept += 1
            if distance == left and number < inverses.MOST_TIGHT:
                tight[move] |= 1 << number
    return kept


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


@inlined
def _descend(control, plan, machine, puzzle, lane, stack, scratch, solutions):
    """Note the solutions among the children that are left, and go on to the first of the others."""
    children, wheres, moves, states, leads, tights, counts, at = stack
    before, after, _, near, made, largest, tight, placed, _, _ = scratch
    depth, kept, ended = control[DEPTH], 0, False
    here = at[lane, depth]
    state, left = states[lane, depth, here], control[THRESHOLD] - depth - 1
    for each in range(control[COUNT]):
        move = near[lane, each]
        if control[PHASE] != 0:
            ends = left == 0 and (children[lane, depth, here, 0, 0] | children[lane, depth, here, 0, 1]) != 0
        else:
            ends = largest[lane, move, 0] == 0 and _is_goal(
                moves[lane], at[lane], depth, move, puzzle, before[lane], after[lane]
            )
        if ends and not ended:
            _note(solutions[lane, control[FOUND]], moves[lane], at[lane], depth, move)
            control[FOUND] += 1
            ended = control[EVERY] == 0
            for node in range(kept if ended else 0):  # as many moves as the solution, and before it: leads nowhere
                control[EXPANDED] += 1
                for other in range(machine.shape[1]):
                    control[GENERATED] += machine[states[lane, depth + 1, node], other] != DEAD
        if not (ends or (control[PHASE] != 0 and left == 0)):
            for number in range(len(plan)):
                children[lane, depth + 1, kept, number, 0] = made[lane, number, move, 0]
                children[lane, depth + 1, kept, number, 1] = made[lane, number, move, 1]
            moves[lane, depth + 1, kept], states[lane, depth + 1, kept] = move, machine[state, move]
            leads[lane, depth + 1, kept], tights[lane, depth + 1, kept] = largest[lane, move, 1], tight[lane, move]
            for piece in range(wheres.shape[3]):
                wheres[lane, depth + 1, kept, piece] = placed[lane, move, piece]
            kept += 1
    if ended:
        control[DEPTH] = control[BASE] - 1
    elif kept == 0:
        at[lane, depth] += 1
    else:
        control[DEPTH], at[lane, depth + 1], counts[lane, depth + 1] = depth + 1, 0, kept
        lead = leads[lane, depth + 1, 0]
        _prefetch_moves(plan[lead], children[lane, depth + 1, 0, lead], uint64(machine.shape[1]))


@inlined
def _step(control, plan, renamed, inverse, machine, puzzle, lane, stack, scratch, solutions):
    """What a lane does when it is its turn: use what it has waited for, and ask for what it needs next."""
    children, wheres, _, states, leads, tights, counts, at = stack
    _, _, bits, near, made, largest, tight, placed, ranks, words = scratch
    lookups, shares, targets, still = inverse
    if control[STAGE] == TAKE:
        control[COUNT] = _take(control, machine, still, states[lane], tights[lane], counts[lane], at[lane], near[lane])
        if control[DEPTH] < control[BASE]:
            return
        control[STAGE], control[TURN] = LOOKED_UP, 0
    depth = control[DEPTH]
    here, count = at[lane, depth], control[COUNT]
    lead, left = leads[lane, depth, here], control[THRESHOLD] - depth - 1
    turn = control[TURN]
    if control[STAGE] == LOOKED_UP:
        if turn > 0:
            number = (turn - 1 + lead) % len(plan)
            count = _near(plan[number], number, turn - 1, left, near[lane], count, largest[lane], bits[lane])
        if turn < len(plan) and count > 0:
            _ask(plan, renamed, children[lane, depth, here], turn, lead, near[lane], count, made[lane], bits[lane])
            control[STAGE] = FOLLOWED
        else:
            control[STAGE], turn = INVERTED, -1
            for each in range(count if len(lookups) > 0 else 0):
                move = near[lane, each]
                inverses.place(wheres[lane, depth, here], targets[move], placed[lane, move])
                tight[lane, move] = 0
    elif control[STAGE] == FOLLOWED:
        number = (turn - 1 + lead) % len(plan)
        _ask_entries(plan[number], made[lane, number], near[lane], count, bits[lane])
        control[STAGE] = LOOKED_UP
        return
    elif control[STAGE] == RANKED:
        lookup = plan[lookups[turn, inverses.OF]]
        _ask_inverses(lookup, lookups[turn], ranks[lane], near[lane], count, bits[lane])
        control[STAGE] = INVERTED
        return
    else:
        lookup = plan[lookups[turn, inverses.OF]]
        count = _near_inverse(lookup, turn, left, near[lane], count, tight[lane], bits[lane])
    control[COUNT], control[TURN] = count, turn + 1
    if control[STAGE] == INVERTED:
        if turn + 1 < len(lookups) and count > 0:
            control[STAGE] = RANKED
            inverses.rank(lookups[turn + 1], shares[turn + 1], placed[lane], near[lane], count, ranks[lane], words)
        else:
            control[STAGE] = TAKE
            _descend(control, plan, machine, puzzle, lane, stack, scratch, solutions)


@lean_kernel
def search(controls, plan, renamed, inverse, machine, puzzle, stack, scratch, solutions):
    """Go on until a lane has searched all, the budget is spent, or a lane's solutions fill their array.

    With the budget REST each lane that has taken a node only ends with it, so that all others are in the stack.
    """
    fan, spent, going, over, resting = machine.shape[1], 0, 1, False, controls[0, BUDGET] == REST
    for lane in range(len(controls)):
        controls[lane, EXPANDED] = controls[lane, GENERATED] = 0
    while going > 0 and (resting or (not over and spent < controls[0, BUDGET])):
        spent, going = 0, 0
        for lane in range(len(controls)):
            control = controls[lane]
            if control[DEPTH] >= control[BASE] and not (resting and control[STAGE] == TAKE):
                _step(control, plan, renamed, inverse, machine, puzzle, lane, stack, scratch, solutions)
                going += 1
                over |= control[DEPTH] < control[BASE] or control[FOUND] + fan > solutions.shape[1]
            spent += control[EXPANDED]
