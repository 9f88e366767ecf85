"""A kernel that finds the states whose lower bound is their distance, level by level."""

import numpy as np
from numba import uint64

from pybridge.compiled import kernel

_BITS, _TILE = uint64(4), uint64(15)


@kernel
def raised(states, neighbors, degree, distances):
    """The states that one move leads to from some, and that it brings one farther from home: ascending, each once.

    A state is a word with four bits a cell, `neighbors` is (cells, most neighbors), `distances` (tiles, cells).
    """
    cells = len(degree)
    found = np.empty(len(states) * neighbors.shape[1], np.uint64)
    count = 0
    for state in states:
        blank = 0
        while blank < cells and (state >> (_BITS * uint64(blank))) & _TILE:
            blank += 1
        for slot in range(degree[blank]):
            cell = neighbors[blank, slot]
            tile = (state >> (_BITS * uint64(cell))) & _TILE
            if distances[tile, blank] == distances[tile, cell] + 1:
                found[count] = state ^ (tile << (_BITS * uint64(cell))) ^ (tile << (_BITS * uint64(blank)))
                count += 1
    found = np.sort(found[:count])
    once = 0
    for place in range(count):
        if place == 0 or found[place] != found[place - 1]:
            found[once] = found[place]
            once += 1
    return found[:once].copy()
