"""Tasks of rules up to symmetry: of all states that symmetries turn into each other, the least one stands for all.

An image of a state is made piece by piece: some fields of a word choose a row of `images`, which has what they become,
and all rows of a state are joined. So a symmetry costs one lookup for each piece of a state.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.packed import rules as packed_rules


class SymmetricTables(NamedTuple):
    """The tables of a task, and its symmetries except for the identity; all uint64.

    `pieces` has a row for each piece of a state; `images` has, for each symmetry and piece, a row for each content.
    `extent` has how many symmetries there are, and the rows of one. `scratch` is an image, and the least one.
    """

    rules: packed_rules.RuleTables
    pieces: Array
    images: Array
    extent: Array
    scratch: Array


WORD, SHIFT, LOW, OFFSET = range(4)
"""Of a piece: where it is, its mask, and where its rows begin among those of a symmetry."""

_ZERO, _ONE = uint64(0), uint64(1)

bound = packed_rules.bound


@inlined
def _image(states, row, symmetry, word, tables):
    """A word of the image of a state."""
    pieces, images = tables.pieces, tables.images
    base, found = symmetry * tables.extent[1], _ZERO
    for piece in range(uint64(len(pieces))):
        value = (states[row, pieces[piece, WORD]] >> pieces[piece, SHIFT]) & pieces[piece, LOW]
        found |= images[base + pieces[piece, OFFSET] + value, word]
    return found


@inlined
def _to_least(states, row, tables, width):
    """Replace a state by the least of its images."""
    scratch, words = tables.scratch, uint64(len(width))
    for word in range(words):
        scratch[_ONE, word] = states[row, word]
    for symmetry in range(tables.extent[0]):
        less, word = False, _ZERO
        while word < words:
            found = _image(states, row, symmetry, word, tables)
            if not less:
                if found > scratch[_ONE, word]:
                    break
                less = found < scratch[_ONE, word]
            scratch[_ZERO, word] = found
            word += _ONE
        if less:
            for each in range(words):
                scratch[_ONE, each] = scratch[_ZERO, each]
    for word in range(words):
        states[row, word] = scratch[_ONE, word]


@inlined
def expand(queue, row, children, count, tables, width):
    """Put the least images of a state's successors behind the first `count` of `children`; the new count."""
    end = packed_rules.expand(queue, row, children, count, tables.rules, width)
    for child in range(count, end):
        _to_least(children, child, tables, width)
    return end


@lean_kernel
def to_least(states, tables, width):
    """Replace each state by the least of its images."""
    for row in range(uint64(len(states))):
        _to_least(states, row, tables, width)


@lean_kernel
def count_images(states, found, tables, width):
    """Note for each state how many different images it has, itself among them."""
    words = uint64(len(width))
    for row in range(uint64(len(states))):
        same = _ONE
        for symmetry in range(tables.extent[0]):
            differs = _ZERO
            for word in range(words):
                differs |= _image(states, row, symmetry, word, tables) ^ states[row, word]
            same += uint64(differs == _ZERO)
        found[row] = (tables.extent[0] + _ONE) // same


@lean_kernel
def images_of(states, symmetry, found, tables, width):
    """The image of each state under a symmetry."""
    for row in range(uint64(len(states))):
        for word in range(uint64(len(width))):
            found[row, word] = _image(states, row, symmetry, word, tables)
