"""Tasks of rules: which states are goals, what leads to a state, and depth-first search to one threshold."""

from numba import uint64

from pybridge.compiled import inlined, lean_kernel, trailing_zeros
from pybridge.search.kernels import roots as common
from pybridge.search.kernels.packed import rules as packed_rules
from pybridge.search.kernels.roots import BASE, BUDGET, DEPTH, NEXT, ROOTS, SOLVED, STRAY, THRESHOLD, account
from pybridge.tables.abstraction.kernels import FAR, estimate

_ZERO, _ONE = uint64(0), uint64(1)


@lean_kernel
def goals_among(rows, found, tables, width):
    """Note for each row whether it is a goal."""
    for row in range(uint64(len(rows))):
        found[row] = packed_rules.is_goal(rows, row, tables, width)


@lean_kernel
def first_before(rows, first, last, state, children, tables, width):
    """The first row from `first` on that a move leads from to a state; `last` if there is none."""
    for row in range(first, last):
        count = packed_rules.expand(rows, row, children, _ZERO, tables, width)
        for child in range(count):
            differs = _ZERO
            for word in range(uint64(len(width))):
                differs |= children[child, word] ^ state[word]
            if differs == _ZERO:
                return row
    return last


REACHED, FIELDS = common.FIELDS, common.FIELDS + 1
"""A field of `control` after those of the roots: 1 once a path was as long as the threshold, or is with its bound."""


@inlined
def _on_path(states, depth, width):
    """Whether the state at a depth is one before it."""
    for before in range(depth):
        differs = _ZERO
        for word in range(uint64(len(width))):
            differs |= states[before, word] ^ states[depth, word]
        if differs == _ZERO:
            return True
    return False


@inlined
def _is_beyond(control, states, depth, bounds):
    """Whether a state's bound exceeds the moves that are left; a higher threshold might have room for it."""
    h = estimate(states, depth, bounds)
    if depth + h <= uint64(control[THRESHOLD]):
        return False
    if h != uint64(FAR):
        control[REACHED] = 1
    return True


@inlined
def _open(control, states, left, depth, tables, width):
    """Whether a node is to be expanded: then the operators that are possible are noted. At the threshold it is not."""
    if depth == uint64(control[THRESHOLD]):
        control[REACHED] = 1
        control[SOLVED] = int(packed_rules.is_goal(states, depth, tables, width))
        return False
    for batch in range(tables.shape[packed_rules.BATCHES]):
        left[depth, batch] = packed_rules.allowed(states, depth, batch, tables)
    return True


@inlined
def _descend(control, states, left, labels, roots, lengths, tables, width, bounds):
    """Go to the next root; return how many nodes were expanded, 1 or 0."""
    root = control[NEXT]
    control[NEXT], control[BASE], control[DEPTH] = root + 1, lengths[root], lengths[root]
    for step in range(uint64(lengths[root])):
        operator = roots[root, step]
        if operator >= tables.shape[packed_rules.OPERATORS]:
            control[STRAY] = 1
            return 0
        possible = packed_rules.allowed(states, step, operator >> uint64(6), tables)
        packed_rules.apply(states, step, operator, states, step + _ONE, tables, width)
        labels[step + _ONE] = operator
        is_last = step + _ONE == uint64(lengths[root])
        if not (possible >> (operator & uint64(63))) & _ONE or (not is_last and _on_path(states, step + _ONE, width)):
            control[STRAY] = 1
            return 0
    # The last step is one that was still to be tried: as there, it may lead nowhere.
    last = uint64(lengths[root])
    if last > _ZERO and (_on_path(states, last, width) or _is_beyond(control, states, last, bounds)):
        control[DEPTH] -= 1
        return 0
    if _open(control, states, left, last, tables, width):
        return 1
    if not control[SOLVED]:
        control[DEPTH] -= 1
    return 0


@lean_kernel
def search(control, states, left, labels, roots, lengths, done, tables, width, bounds):
    """Go on until there is a solution, all is searched or the budget is spent; no state comes twice on a path.

    A state whose bound exceeds the moves that are left is not searched.

    Rows of `states`, `left` and `labels` are the nodes on the path: the state, the operators that are still to be
    tried, the one that led there. The roots are those of `kernels.roots`, with operators as labels.
    """
    depth, base, expanded, generated, budget = control[DEPTH], control[BASE], 0, 0, control[BUDGET]
    batches = tables.shape[packed_rules.BATCHES]
    while expanded + generated < budget:
        if depth < base:
            account(control, done, expanded, generated)
            budget, expanded, generated = budget - expanded - generated, 0, 0
            if control[NEXT] == control[ROOTS]:
                break
            generated = int(lengths[control[NEXT]] > 0)
            expanded = _descend(control, states, left, labels, roots, lengths, tables, width, bounds)
            depth, base = control[DEPTH], control[BASE]
            if control[SOLVED] or control[STRAY]:
                break
            continue
        here, batch = uint64(depth), _ZERO
        while batch < batches and left[here, batch] == _ZERO:
            batch += _ONE
        if batch == batches:
            depth -= 1
            continue
        operator = (batch << uint64(6)) | trailing_zeros(left[here, batch])
        left[here, batch] &= left[here, batch] - _ONE
        generated += 1
        packed_rules.apply(states, here, operator, states, here + _ONE, tables, width)
        if _on_path(states, here + _ONE, width) or _is_beyond(control, states, here + _ONE, bounds):
            continue
        labels[here + _ONE] = operator
        if _open(control, states, left, here + _ONE, tables, width):
            expanded, depth = expanded + 1, depth + 1
        elif control[SOLVED]:
            depth += 1
            break
    control[DEPTH] = depth
    account(control, done, expanded, generated)
