"""The successors of a state for the kernels of layers, and whether one of them may lie on a shortest solution.

`rules` are, for sliding tiles, the ways of each state of the pruning machine, its blank's cell, the state to begin with
in each cell, and the tables of IDA*, whose frames the rows are; for blocks world as many zeros as a packed state has
words, and its tables.
"""

from numba import uint64

from pybridge.compiled import chosen
from pybridge.search.kernels import packed_blocks
from pybridge.search.kernels.driver import evaluate, expand
from pybridge.search.kernels.frames import NOT_STATE, STATE_BITS, STATE_SHIFT
from pybridge.search.kernels.layer_fields import FAN, LEFT

_ZERO, _ONE = uint64(0), uint64(1)


def successors(rows, row, stack, children, moves, count, control, rules):
    """Put the successors of a state behind the first `count` of `children`, in move order; the new count."""
    raise NotImplementedError("this is for kernels only")


@chosen(successors)
def _own_successors(rows, row, stack, children, moves, count, control, rules):
    """The domain's own."""
    return _carried if len(rules) == 2 else _slid


def _slid(rows, row, stack, children, moves, count, control, rules):
    ways, blanks, fresh, tables = rules
    for column in range(uint64(rows.shape[1])):
        stack[0, column] = rows[row, column]
    top = expand(stack, _ZERO, control[FAN], ways, tables)
    while top > _ZERO:
        top -= _ONE
        for column in range(_ONE, uint64(rows.shape[1])):
            children[count, column] = stack[top, column]
        blank = uint64(blanks[(stack[top, 0] >> STATE_SHIFT) & STATE_BITS])
        children[count, 0] = (stack[top, 0] & NOT_STATE) | (fresh[blank] << STATE_SHIFT)
        moves[count] = blank
        count += _ONE
    return count


def _carried(rows, row, stack, children, moves, count, control, rules):
    width, tables = rules
    first, shape = count, tables[0]
    count = packed_blocks.expand(rows, row, children, count, tables, width)
    for child in range(first, count):
        moves[child] = packed_blocks.move_between(rows, row, children, child, shape)
    return count


def fits(children, child, control, rules):
    """Whether g + h of a successor is within the threshold."""
    raise NotImplementedError("this is for kernels only")


@chosen(fits)
def _own_fits(children, child, control, rules):
    """The domain's own."""
    return _carried_fits if len(rules) == 2 else _slid_fits


def _slid_fits(children, child, control, rules):
    return evaluate(children, child, rules[3])


def _carried_fits(children, child, control, rules):
    return packed_blocks.bound(children, child, rules[1], rules[0]) <= control[LEFT]
