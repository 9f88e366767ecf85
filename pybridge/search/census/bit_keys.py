"""Many states of a bit-array census at once, as words whose order is that of the states."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import State
from pybridge.search.census.bit_space import Space
from pybridge.search.census.bit_tables import BitTables

Array = NDArray[Any]
_BITS, _TILE = 4, 15


def keys(space: Space, tables: BitTables, blank: int, prefixes: Array, tails: Array) -> NDArray[np.uint64]:
    """The states with the blank at a place, of some prefixes and tails: four bits a cell, the first highest."""
    _, _, listed, orders = tables.bound
    odd = (space.odd[blank] + tables.layout[5][prefixes]) % 2
    packed = orders[odd, tails]
    tile_of = np.argsort(space.label[1:]) + 1
    found = np.zeros(len(prefixes), np.uint64)
    for place in range(space.tiles):
        column: Array = np.full(len(prefixes), place)
        if place >= space.prefix:
            column = space.prefix + (packed >> np.uint32(_BITS * (place - space.prefix)) & _TILE).astype(np.int64)
        tiles = tile_of[listed[prefixes, column]].astype(np.uint64)
        cell = space.line[place + (place >= blank)]
        found |= tiles << np.uint64(_BITS * (len(space.line) - 1 - cell))
    return found


def state(space: Space, key: int) -> State:
    """The state of a key."""
    cells = len(space.line)
    return tuple(key >> _BITS * (cells - 1 - cell) & _TILE for cell in range(cells))
