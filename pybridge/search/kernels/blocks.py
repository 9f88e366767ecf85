"""Depth-first search of a blocks world to one threshold, by the bound `towers`.

Blocks, places and the table have numbers in this order, at most 64. A mask has a bit for each number. `shape` says how
many blocks there are, the number of the table (64 if there is none), and how a state is packed: see
`search/blocks.py`. Rows of `stands` are blocks, with the columns below; rows of `goals` are goals, a column a
block, in layers UNDER, BELOW and GROUND. Rows of `frames` are the nodes on the path, and `estimates` each goal's h
there. `settled` has a mask for each goal, and as its last entry the mask of what can carry a block. The roots are those
of `kernels.roots`.
"""

from numba import uint64

from pybridge.compiled import inlined, lean_kernel, trailing_zeros
from pybridge.search.kernels import roots as common
from pybridge.search.kernels.packed.blocks import MOVE_BITS
from pybridge.search.kernels.roots import BASE, BUDGET, DEPTH, NEXT, ROOTS, SOLVED, STRAY, THRESHOLD, account

REMEMBERS, FIELDS = common.FIELDS, common.FIELDS + 1
"""A field of `control` after those of the roots: 1 with transposition pruning."""

BLOCKS, TABLE, FIELD_BITS, IN_WORD, SLOT_SHIFT, FACTOR = range(6)
"""The fields of `shape`."""

UNDER, BELOW, GROUND, BOTTOM = range(4)
"""The columns of `stands`: what a block stands on, the mask of the blocks below it, its tower's ground and bottom."""

BLOCK, SOURCE, TARGET, MOVABLE, MOVING, TARGETS = range(6)
"""The columns of `frames`: the block that moved last, where from and where to, the blocks that are still to be moved,
the one that is being moved, and where it is still to go."""

MOST_THINGS = 64
NOTHING = 64
"""In place of a block or the table, where there is none."""

_ZERO, _ONE, _TWO = uint64(0), uint64(1), uint64(2)


@inlined
def needs(stands, settled, goals, goal, block, table):
    """How often a block moves at least on the way to a goal."""
    if (settled[goal] >> block) & _ONE:
        return _ZERO
    if stands[block, BELOW] & ~settled[goal] & goals[BELOW, goal, block]:
        return _TWO
    ground = stands[block, GROUND]
    if ground == table or ground != goals[GROUND, goal, block]:
        return _ONE
    return _TWO - ((settled[goal] >> stands[block, BOTTOM]) & _ONE)


@inlined
def put(stands, settled, words, goals, shape, block, target):
    """Move a block."""
    source, many = stands[block, UNDER], uint64(goals.shape[1])
    stands[block, UNDER] = target
    on_block = target < shape[BLOCKS]
    stands[block, BELOW] = (stands[target, BELOW] | (_ONE << target)) if on_block else _ZERO
    stands[block, GROUND] = stands[target, GROUND] if on_block else target
    stands[block, BOTTOM] = stands[target, BOTTOM] if on_block else block
    for goal in range(many):
        firm = uint64(goals[UNDER, goal, block] == target)
        if on_block:
            firm &= settled[goal] >> target
        settled[goal] = (settled[goal] & ~(_ONE << block)) | (firm << block)
    settled[many] |= _ONE << source
    if target != shape[TABLE]:
        settled[many] &= ~(_ONE << target)
    words[block // shape[IN_WORD]] ^= (source ^ target) << (block % shape[IN_WORD] * shape[FIELD_BITS])


@inlined
def slot_of(words, shape):
    """Where the memory keeps the state."""
    mixed = _ZERO
    for word in range(len(words)):
        mixed = (mixed ^ words[word]) * shape[FACTOR]
    return mixed >> shape[SLOT_SHIFT]


@inlined
def in_vain(memory, words, shape, control, g):
    """Whether the state was searched at this threshold after no more than g moves."""
    slot, differs = slot_of(words, shape), _ZERO
    for word in range(len(words)):
        differs |= memory[slot, word] ^ words[word]
    kept = memory[slot, len(words)]
    return differs == _ZERO and kept >> uint64(32) == uint64(control[THRESHOLD]) and kept & uint64(0xFFFFFFFF) <= g


@inlined
def keep(memory, words, shape, control, g):
    """The state was searched after g moves, and there is no goal below it."""
    slot = slot_of(words, shape)
    for word in range(len(words)):
        memory[slot, word] = words[word]
    memory[slot, len(words)] = (uint64(control[THRESHOLD]) << uint64(32)) | g


@inlined
def follow(stands, settled, goals, estimates, depth, block, target, words, shape):
    """Move a block, and follow each goal's h; return the least."""
    many, least = goals.shape[1], uint64(0xFFFFFFFF)
    for goal in range(many):
        estimates[depth + 1, goal] = estimates[depth, goal] - needs(stands, settled, goals, goal, block, shape[TABLE])
    put(stands, settled, words, goals, shape, block, target)
    for goal in range(many):
        estimates[depth + 1, goal] += needs(stands, settled, goals, goal, block, shape[TABLE])
        least = min(least, estimates[depth + 1, goal])
    return least


@inlined
def _movable(block, target, last, stands, settled, goals, shape):
    """Whether the rules allow a move, after another one."""
    clear, many = settled[goals.shape[1]], shape[BLOCKS]
    if block >= many or block == last or target == block or target == stands[block, UNDER]:
        return False
    return (clear >> block) & (clear >> target) & _ONE == _ONE


@lean_kernel
def _descend(control, stands, settled, words, goals, shape, frames, estimates, roots, lengths):
    """Go to the next root, which is generated unless it is the start; return how many nodes were expanded, 1 or 0."""
    depth, root, last = control[DEPTH], control[NEXT], uint64(NOTHING)
    while depth > 0:
        put(stands, settled, words, goals, shape, frames[depth, BLOCK], frames[depth, SOURCE])
        depth -= 1
    control[NEXT], control[DEPTH], least = root + 1, 0, uint64(0xFFFFFFFF)
    for goal in range(goals.shape[1]):
        least = min(least, estimates[0, goal])
    for step in range(lengths[root]):
        block, target = roots[root, step] >> uint64(MOVE_BITS), roots[root, step] & uint64((1 << MOVE_BITS) - 1)
        if not _movable(block, target, last, stands, settled, goals, shape):
            control[STRAY] = 1
            return 0
        source, last, g = stands[block, UNDER], block, uint64(step + 1)
        least = follow(stands, settled, goals, estimates, step, block, target, words, shape)
        frames[g, BLOCK], frames[g, SOURCE], frames[g, TARGET] = block, source, target
        control[DEPTH] = step + 1
    g = uint64(lengths[root])
    control[BASE], kept = lengths[root], g + least <= uint64(control[THRESHOLD])
    control[SOLVED] = least == _ZERO and g == uint64(control[THRESHOLD])
    blocks = settled[goals.shape[1]] & ((_ONE << shape[BLOCKS]) - _ONE)
    if last != uint64(NOTHING):
        blocks &= ~(_ONE << last)
    frames[g, MOVABLE], frames[g, TARGETS] = blocks if kept else _ZERO, _ZERO
    return 1 if kept and not control[SOLVED] else 0


@lean_kernel
def search(control, stands, settled, words, goals, shape, frames, estimates, memory, roots, lengths, done):
    """Go on until there is a solution, all is searched or the budget is spent; the node at DEPTH is counted already."""
    threshold, depth, expanded, generated = uint64(control[THRESHOLD]), control[DEPTH], 0, 0
    clear, blocks, base, budget = goals.shape[1], (_ONE << shape[BLOCKS]) - _ONE, control[BASE], control[BUDGET]
    while expanded < budget:
        if depth < base:
            account(control, done, expanded, generated)
            budget, expanded, generated = budget - expanded, 0, 0
            if control[NEXT] == control[ROOTS]:
                break
            control[DEPTH], generated = depth, int(lengths[control[NEXT]] > 0)
            expanded = _descend(control, stands, settled, words, goals, shape, frames, estimates, roots, lengths)
            depth, base = control[DEPTH], control[BASE]
            if control[SOLVED] or control[STRAY]:
                break
            continue
        if frames[depth, TARGETS] == _ZERO:
            if frames[depth, MOVABLE]:
                block = trailing_zeros(frames[depth, MOVABLE])
                frames[depth, MOVABLE] &= frames[depth, MOVABLE] - _ONE
                frames[depth, MOVING] = block
                frames[depth, TARGETS] = settled[clear] & ~((_ONE << block) | (_ONE << stands[block, UNDER]))
                continue
            if control[REMEMBERS]:
                keep(memory, words, shape, control, uint64(depth))
            if depth:
                put(stands, settled, words, goals, shape, frames[depth, BLOCK], frames[depth, SOURCE])
            depth -= 1
            continue
        block, target = frames[depth, MOVING], trailing_zeros(frames[depth, TARGETS])
        frames[depth, TARGETS] &= frames[depth, TARGETS] - _ONE
        generated += 1
        source, g = stands[block, UNDER], uint64(depth + 1)
        least = follow(stands, settled, goals, estimates, depth, block, target, words, shape)
        frames[g, BLOCK], frames[g, SOURCE], frames[g, TARGET] = block, source, target
        if least == _ZERO and g == threshold:
            control[SOLVED] = 1
            break
        elif g + least <= threshold and not (control[REMEMBERS] and in_vain(memory, words, shape, control, g)):
            expanded, depth = expanded + 1, depth + 1
            frames[depth, MOVABLE], frames[depth, TARGETS] = settled[clear] & blocks & ~(_ONE << block), _ZERO
        else:
            put(stands, settled, words, goals, shape, block, source)
    control[DEPTH] = depth
    account(control, done, expanded, generated)
