"""Kernels of the judge of pattern databases: finding all states by moving one piece of one state at a time.

States are numbered by the region that the blank is in, of all regions of all sets of cells, and by the order of the
pieces. Bits tell which have been seen.
"""

from typing import Any

import numpy as np
from numba import uint64

from pybridge.compiled import kernel, ones_in, trailing_zeros

_TOGETHER = 64  # sets whose entries are read together, as they lie next to each other in the table


@kernel
def find_regions(masks: Any, touching: Any, regions: Any, first: Any) -> None:
    """Number the regions of all sets: `regions[set, cell]`, and `first[set]` the first of a set."""
    cells, found = len(touching), 0
    for number in range(len(masks)):
        first[number] = found
        free = ((1 << cells) - 1) & ~masks[number]
        while free:
            region, grown = 0, free & -free
            while region != grown:
                region = grown
                for cell in range(cells):
                    if region >> cell & 1:
                        grown |= touching[cell] & free
            for cell in range(cells):
                if region >> cell & 1:
                    regions[number, cell] = found
            free &= ~region
            found += 1
    first[len(masks)] = found


@kernel
def _least(mask: int, word: Any, nearest: Any) -> int:
    """The sum of the nearest distances of the pieces on a set of cells, in some order."""
    least, position = 0, 0
    for cell in range(nearest.shape[1]):
        if mask >> cell & 1:
            least += nearest[word[position], cell]
            position += 1
    return least


@kernel
def read(packed: Any, form: Any, claims: Any) -> None:
    """Fill `claims`, (sets, orders), with one more than the distance that a table has for each placement."""
    masks, words, nearest, bits, step = form
    for start in range(0, len(masks), _TOGETHER):
        for order in range(len(words)):
            for number in range(start, min(start + _TOGETHER, len(masks))):
                if bits == 8:
                    entry = np.int64(packed[order, number])
                else:
                    entry = np.int64(packed[order, number >> 1]) >> 4 * (number & 1) & 15
                claims[number, order] = _least(masks[number], words[order], nearest) + step * entry + 1


@kernel
def unmet(form: Any, claims: Any) -> tuple[int, int]:
    """The first placement that was not met and is not marked so, as set and order, or -1."""
    masks, words, nearest, bits, step = form
    for number in range(len(masks)):
        for order in range(len(words)):
            if claims[number, order]:
                marked = _least(masks[number], words[order], nearest) + step * ((1 << bits) - 1) + 1
                if claims[number, order] != marked:
                    return number, order
    return -1, -1


@kernel
def advance(level: int, rules: Any, states: Any, claims: Any) -> tuple[int, int, int]:
    """Move each piece of each state of the frontier that the blank lets move; what is new goes to `fresh`.

    How many placements are met first, and the first of which the table claims another distance, as set and order, or
    -1. The claims of those that are met become 0. The frontier is emptied.
    """
    masks, regions, first, touching, chosen, maps = rules
    seen, frontier, fresh = states
    total = 0
    for number in range(len(masks)):
        for region in range(first[number], first[number + 1]):
            if not frontier[region].any():
                continue
            for source in range(len(touching)):
                for target in range(len(touching)):
                    if not (touching[source] >> target & 1 and masks[number] >> source & 1):
                        continue
                    if regions[number, target] != region:
                        continue
                    after = masks[number] ^ (1 << source) ^ (1 << target)
                    other, entered = _set_number(after, chosen), _below(after, target)
                    order_map = maps[_below(masks[number], source), entered]
                    opened = regions[other, source]
                    place = seen[opened], fresh[opened], claims[other]
                    new, order = _push(level, frontier[region], order_map, place)
                    if order >= 0:
                        return total, other, order
                    total += new
            frontier[region] = 0
    return total, -1, -1


@kernel
def _below(mask: int, cell: int) -> int:
    """How many cells of a set come before a cell."""
    ones: int = np.int64(ones_in(uint64(mask & ((1 << cell) - 1))))  # type: ignore[assignment]
    return ones


@kernel
def _set_number(mask: int, chosen: Any) -> int:
    """How many sets of as many cells have a smaller mask."""
    number, many = 0, 0
    for cell in range(len(chosen)):
        if mask >> cell & 1:
            many += 1
            number += chosen[cell, many]
    return number


@kernel
def _push(level: int, frontier: Any, order_map: Any, place: Any) -> tuple[int, int]:
    """One piece's move from each state of a region: how many placements are met first, and the first false claim."""
    seen, fresh, claims = place
    new = 0
    for word in range(len(frontier)):
        bits = frontier[word]
        while bits:
            order = order_map[uint64(word) * uint64(64) + trailing_zeros(bits)]
            bits &= bits - uint64(1)
            at, bit = order >> 6, uint64(1) << uint64(order & 63)
            if seen[at] & bit:
                continue
            seen[at] |= bit
            fresh[at] |= bit
            if claims[order] == level + 1:
                claims[order] = 0
                new += 1
            elif claims[order]:
                false: int = np.int64(order)  # type: ignore[assignment]
                return new, false
    return new, -1
