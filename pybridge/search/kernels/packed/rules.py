"""Tasks of rules packed into words: a field for each variable, with the number of its value.

Operators are tried 64 at a time. For each variable that one of them has a condition on, and each of its values, there
is a mask of those that it allows; what all masks have in common can be done, the lowest bit first. So successors come
in the order of the rules, and a batch is left at once where nothing remains.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, trailing_zeros


class RuleTables(NamedTuple):
    """What all states have, and what a task is made of; all uint64.

    `firsts` has where the checks of each batch of operators begin in `checks`, a row a variable; `masks` what a value
    allows; `sets` a row an operator: the bits that it changes in each word, and what it sets them to. `follows` has a
    bit for each operator that continues another, a row an operator; `alike` the first operator with the same row.
    `steps` is scratch: each chain's last operator.
    """

    shape: Array
    firsts: Array
    checks: Array
    masks: Array
    sets: Array
    goals: Array
    follows: Array
    alike: Array
    steps: Array


OPERATORS, BATCHES, GOALS, CHAINS, WORDS = range(5)
"""What all states have: how many operators, batches of 64 of them, conditions of goals; whether moves are chains, or
`OVERFLOW` if there were more of them than there is room for."""
OVERFLOW = 2

WORD, SHIFT, LOW, OFFSET = range(4)
"""Of a check: where the variable is, its mask, and where its first mask is."""

_ZERO, _ONE = uint64(0), uint64(1)
_AGAIN = _ONE << uint64(63)
"""Set in the last operator of a chain that ends where another one does."""
_NEW, _MET, _KNOWN = uint64(0), uint64(1), uint64(2)
"""A chain's end: a state of its own; that of a chain from which others continue; or one that leads nowhere else."""


@inlined
def allowed(states, row, batch, tables):
    """The operators of a batch whose conditions hold, a bit each."""
    shape, firsts, checks, masks = tables.shape, tables.firsts, tables.checks, tables.masks
    found = ~_ZERO
    if batch + _ONE == shape[BATCHES] and shape[OPERATORS] & uint64(63):
        found = (_ONE << (shape[OPERATORS] & uint64(63))) - _ONE
    for check in range(firsts[batch], firsts[batch + _ONE]):
        value = (states[row, checks[check, WORD]] >> checks[check, SHIFT]) & checks[check, LOW]
        found &= masks[checks[check, OFFSET] + value]
        if found == _ZERO:
            break
    return found


@inlined
def apply(states, row, operator, children, child, tables, width):
    """Make the state after an operator."""
    sets, words = tables.sets, uint64(len(width))
    for word in range(words):
        children[child, word] = (states[row, word] & ~sets[operator, word]) | sets[operator, words + word]


@inlined
def _end(queue, row, children, first, child, operator, tables, width):
    """What the end of a chain is beside those from `first` on; back where chains begin it is known."""
    alike, steps, found = tables.alike, tables.steps, _NEW
    differs = _ZERO
    for word in range(uint64(len(width))):
        differs |= queue[row, word] ^ children[child, word]
    if differs == _ZERO:
        return _KNOWN
    for other in range(first, child):
        differs = _ZERO
        for word in range(uint64(len(width))):
            differs |= children[other, word] ^ children[child, word]
        if differs == _ZERO:
            if alike[steps[other - first] & ~_AGAIN] == alike[operator]:
                return _KNOWN
            found = _MET
    return found


@inlined
def _add_end(queue, row, children, first, count, operator, tables, width):
    """Keep the chain that ends at `count` if others may continue from it; the new count."""
    end = _end(queue, row, children, first, count, operator, tables, width)
    if end == _KNOWN:
        return count
    if count - first + _ONE >= uint64(len(tables.steps)):
        tables.shape[CHAINS] = OVERFLOW
        return count
    tables.steps[count - first] = operator | _AGAIN if end == _MET else operator
    return count + _ONE


@inlined
def _chains(queue, row, children, count, tables, width):
    """The ends of chains, breadth first: the steps from the state, then those that continue from a step before.

    Where chains meet, each is followed from which others continue; then one of them is left.
    """
    shape, follows, steps = tables.shape, tables.follows, tables.steps
    first = count
    for batch in range(shape[BATCHES]):
        found = allowed(queue, row, batch, tables)
        while found != _ZERO:
            operator = (batch << uint64(6)) | trailing_zeros(found)
            found &= found - _ONE
            apply(queue, row, operator, children, count, tables, width)
            count = _add_end(queue, row, children, first, count, operator, tables, width)
    here = first
    while here < count:
        last = steps[here - first] & ~_AGAIN
        for batch in range(shape[BATCHES]):
            found = allowed(children, here, batch, tables) & follows[last, batch]
            while found != _ZERO:
                operator = (batch << uint64(6)) | trailing_zeros(found)
                found &= found - _ONE
                apply(children, here, operator, children, count, tables, width)
                count = _add_end(queue, row, children, first, count, operator, tables, width)
        here += _ONE
    left = first
    for here in range(first, count):
        if steps[here - first] < _AGAIN:
            if left != here:
                for word in range(uint64(len(width))):
                    children[left, word] = children[here, word]
            left += _ONE
    return left


@inlined
def expand(queue, row, children, count, tables, width):
    """Put the successors of a queued state behind the first `count` of `children`, in move order; the new count."""
    shape = tables.shape
    if shape[CHAINS]:
        return _chains(queue, row, children, count, tables, width)
    for batch in range(shape[BATCHES]):
        found = allowed(queue, row, batch, tables)
        while found != _ZERO:
            operator = (batch << uint64(6)) | trailing_zeros(found)
            found &= found - _ONE
            apply(queue, row, operator, children, count, tables, width)
            count += _ONE
    return count


@inlined
def is_goal(states, row, tables, width):
    """Whether a state is a goal."""
    goals, words = tables.goals, uint64(len(width))
    for goal in range(tables.shape[GOALS]):
        differs = _ZERO
        for word in range(words):
            differs |= (states[row, word] & goals[goal, word]) ^ goals[goal, words + word]
        if differs == _ZERO:
            return True
    return False


@inlined
def bound(states, row, tables, width):
    """No distance: there is no lower bound to compare with."""
    return ~_ZERO
