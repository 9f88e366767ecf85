"""What tasks of rules are asked beside their successors: which states are goals, and what leads to a state."""

from numba import uint64

from pybridge.compiled import lean_kernel
from pybridge.search.kernels import packed_rules

_ZERO, _ONE = uint64(0), uint64(1)


@lean_kernel
def goals_among(rows, first, last, found, tables, width):
    """Note for each row from `first` on whether it is a goal, 1 or 0; return how many are."""
    number = _ZERO
    for row in range(first, last):
        found[row - first] = packed_rules.is_goal(rows, row, tables, width)
        number += uint64(found[row - first])
    return number


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
