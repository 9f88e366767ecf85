"""Rows of a matrix that are added up, and the way back: the first layer of a network while it is trained."""

from pybridge.compiled import lean_kernel


@lean_kernel
def add_rows(rows, bias, chosen, found):
    """Set each row of `found` to `bias` and the rows whose numbers are in the same row of `chosen`."""
    for at in range(len(chosen)):
        for column in range(len(bias)):
            found[at, column] = bias[column]
        for place in range(chosen.shape[1]):
            each = chosen[at, place]
            for column in range(len(bias)):
                found[at, column] += rows[each, column]


@lean_kernel
def spread_rows(values, chosen, found):
    """Add each row of `values` to the rows of `found` whose numbers are in the same row of `chosen`."""
    for at in range(len(chosen)):
        for place in range(chosen.shape[1]):
            each = chosen[at, place]
            for column in range(values.shape[1]):
                found[each, column] += values[at, column]
