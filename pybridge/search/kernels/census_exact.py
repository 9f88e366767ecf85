"""Kernels that find the states whose lower bound is their distance: from each other, or among all of a level."""

import numpy as np
from numba import uint64

from pybridge.compiled import kernel, trailing_zeros

_BITS, _TILE = uint64(4), uint64(15)
_ONE, _SIX = uint64(1), uint64(6)


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


@kernel
def count_exact(found, blank, prefix, level, layout, bound):
    """How many of a chunk's new states have the level as their lower bound."""
    words, tail = uint64(layout[0]), layout[3]
    distances, tiles, orders = bound[1], bound[2], bound[3]
    first = tiles.shape[1] - tail
    near = np.empty((tail, 16), np.int64)
    sure = 0
    for place in range(first):
        sure += distances[tiles[prefix, place], place + (place >= int(blank))]
    least = most = sure
    for place in range(tail):
        at = first + place
        for rank in range(tail):
            near[place, rank] = distances[tiles[prefix, first + rank], at + (at >= int(blank))]
        least += near[place, :tail].min()
        most += near[place, :tail].max()
    if not least <= level <= most:
        return 0
    parity = uint64((layout[4][blank] ^ layout[5][prefix]) & 1)
    exact = 0
    for word in range(words):
        rest = found[word]
        while rest:
            order = uint64(orders[parity, (word << _SIX) | trailing_zeros(rest)])
            rest &= rest - _ONE
            h = sure
            for place in range(tail):
                h += near[place, order & uint64(15)]
                order >>= uint64(4)
            exact += h == level
    return exact
