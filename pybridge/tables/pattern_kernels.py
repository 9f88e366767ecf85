"""Kernels of pattern-database builds: breadth-first search over blocks, one for each set of cells, and packing.

The blank may go anywhere in its region, the connected cells that no piece of the pattern lies on, at no cost. So a state
is a placement and a region, and a byte of a block holds one bit a region. A move takes a piece from cell `s` to cell `t`:
it leads from the block of the set with `s` to that with `t`; the order changes by a fixed permutation, or not at all if no
piece lies between. Every block is computed from those that lead to it, so that threads never write to the same one.
"""

import numpy as np
from numba import uint64

from pybridge.compiled import kernel, ones_in, trailing_zeros

_EVERY_BYTE = uint64(0x0101010101010101)


@kernel
def set_number(mask, size, low_bits, low, high):
    """The number of a set of cells, from its bit mask."""
    below = mask & ((uint64(1) << low_bits) - uint64(1))
    return uint64(low[below]) + uint64(high[ones_in(below), mask >> low_bits])


@kernel
def regions_of(masks, neighbors, degree, regions, counts):
    """Number the regions of each set: `regions[set, cell]`, 255 for the set's own cells; `counts[set]` how many."""
    cells = neighbors.shape[0]
    queue = np.empty(cells, np.int64)
    for number in range(len(masks)):
        mask = masks[number]
        for cell in range(cells):
            regions[number, cell] = 255
        found = 0
        for first in range(cells):
            if (mask >> uint64(first)) & uint64(1) or regions[number, first] != 255:
                continue
            queue[0] = first
            regions[number, first] = found
            taken, waiting = 0, 1
            while taken < waiting:
                cell = queue[taken]
                taken += 1
                for slot in range(degree[cell]):
                    other = neighbors[cell, slot]
                    if not (mask >> uint64(other)) & uint64(1) and regions[number, other] == 255:
                        regions[number, other] = found
                        queue[waiting] = other
                        waiting += 1
            found += 1
        counts[number] = found


@kernel
def _merge_block(source, bit_from, bit_to, gathered):
    """Add to `gathered` the states of a block that have one region's bit, their orders unchanged."""
    for word in range(len(gathered)):
        gathered[word] |= ((source[word] >> bit_from) & _EVERY_BYTE) << bit_to


@kernel
def _carry_block(source, bit_from, bit_to, order_map, gathered):
    """Add to `gathered` the states of a block that have one region's bit, their orders changed by the map."""
    wanted, bit = _EVERY_BYTE << bit_from, np.uint8(uint64(1) << bit_to)
    for word in range(len(source)):
        bits = source[word] & wanted
        while bits:
            byte = trailing_zeros(bits) >> uint64(3)
            order = order_map[uint64(word) * uint64(8) + byte]
            gathered[order] |= bit
            bits &= bits - uint64(1)


@kernel
def _settle(gathered, visited, frontier, distances, level):
    """Keep what is new in a block; return the bits of all regions newly reached, and how many placements are new."""
    every = uint64(0)
    for word in range(len(gathered)):
        new = gathered[word] & ~visited[word]
        visited[word] |= new
        frontier[word] = new
        every |= new
    placements = 0
    if every:
        new_bytes, found = frontier.view(np.uint8), distances
        for order in range(len(found)):
            first = (new_bytes[order] != 0) & (found[order] == 255)
            found[order] = level if first else found[order]
            placements += first
    every |= every >> uint64(32)
    every |= every >> uint64(16)
    every |= every >> uint64(8)
    return every & uint64(255), placements


@kernel
def search_level(
    targets,
    level,
    masks,
    ranks,
    regions,
    neighbors,
    degree,
    maps,
    before,
    before_any,
    after,
    after_any,
    visited,
    distances,
):
    """Compute the blocks `targets` of a level from those of the level before; return how many placements are new.

    Shapes: `before`, `after`, `visited` (sets, words of 8 orders), `distances` (sets, orders), `maps` (size, size,
    orders).
    """
    low_bits, low, high = ranks
    size, cells = maps.shape[0], neighbors.shape[0]
    gathered = np.zeros(visited.shape[1], np.uint64)
    gathered_bytes = gathered.view(np.uint8)
    total = 0
    for number in targets:
        mask = masks[number]
        touched = False
        for target in range(cells):
            if not (mask >> uint64(target)) & uint64(1):
                continue
            others = mask & ~(uint64(1) << uint64(target))
            after_position = ones_in(others & ((uint64(1) << uint64(target)) - uint64(1)))
            for slot in range(degree[target]):
                source = neighbors[target, slot]
                if (mask >> uint64(source)) & uint64(1):
                    continue
                origin = set_number(others | (uint64(1) << uint64(source)), size, low_bits, low, high)
                bit_from = uint64(regions[origin, target])
                if not (before_any[origin] >> bit_from) & uint64(1):
                    continue
                if not touched:
                    gathered[:] = uint64(0)
                    touched = True
                bit_to = uint64(regions[number, source])
                position = ones_in(others & ((uint64(1) << uint64(source)) - uint64(1)))
                if position == after_position:
                    _merge_block(before[origin], bit_from, bit_to, gathered)
                else:
                    _carry_block(before[origin], bit_from, bit_to, maps[position, after_position], gathered_bytes)
        if touched:
            every, new = _settle(gathered, visited[number], after[number], distances[number], level)
            after_any[number] = every
            total += new
        else:
            after_any[number] = uint64(0)
    return total


@kernel
def pack(first, last, masks, distances, pairs, nearest, step, bits, packed, counts):
    """Write what the entries of some sets exceed their nearest distances by; return the largest excess in steps.

    `packed` is (orders, bytes a row); `pairs` (pairs of positions, orders) the labels of two positions as one number;
    `counts[value]` grows by the entries of each distance. An entry that no move leads to has 255 in `distances`.
    """
    orders, labels, many = distances.shape[1], nearest.shape[0], pairs.shape[0]
    chunk = np.zeros((32, orders), np.uint8)
    sums = np.zeros((many, labels * labels), np.int64)
    most, top = 0, (1 << bits) - 1
    for start in range(first, last, 32):
        end = min(start + 32, last)
        for number in range(start, end):
            _pair_sums(masks[number], nearest, sums)
            row = chunk[number - start]
            for order in range(orders):
                value = distances[number, order]
                counts[value] += 1
                if value == 255:
                    row[order] = top
                    continue
                least = 0
                for pair in range(many):
                    least += sums[pair, pairs[pair, order]]
                excess = (value - least) // step
                most = max(most, excess)
                row[order] = min(excess, top)
        if bits == 8:
            for order in range(orders):
                for number in range(start, end):
                    packed[order, number] = chunk[number - start, order]
        else:
            for order in range(orders):
                for number in range(start, end, 2):
                    second = chunk[number + 1 - start, order] if number + 1 < end else 0
                    packed[order, number >> 1] = chunk[number - start, order] | (second << 4)
    return most


@kernel
def _pair_sums(mask, nearest, sums):
    """For each two positions, and labels there, the sum of their nearest distances; a last one may be alone."""
    labels, position = nearest.shape[0], 0
    sums[:] = 0
    for cell in range(nearest.shape[1]):
        if not (mask >> uint64(cell)) & uint64(1):
            continue
        pair = position >> 1
        for one in range(labels):
            for other in range(labels):
                both = other * labels + one if position & 1 else one * labels + other
                sums[pair, both] += nearest[one, cell]
        position += 1
