"""Kernels for building pattern databases: breadth-first search over lists of new states, and packing.

The blank moves freely in its region, the connected cells without pieces of the pattern. So a state is a region of a set
of cells, and an order of the pieces on them. A move takes a piece to an adjacent cell: from a region of one set to a
region of another set, and from each order to another order, by a fixed map. A level has a list for each region, the
newly reached orders. It is computed from the lists that lead to it, so that no two threads write to the same list.
"""

import numpy as np
from numba import uint64

from pybridge.compiled import kernel, ones_in

NO_REGION = (1 << 32) - 1
_SETS = 64  # packed at a time, so that writes fill cache lines


@kernel
def set_number(mask, ranks):
    """The number of a set of cells, from its bit mask."""
    low_bits, low, high = ranks
    below = mask & ((uint64(1) << low_bits) - uint64(1))
    return uint64(low[below]) + uint64(high[ones_in(below), mask >> low_bits])


@kernel
def regions_of(masks, neighbors, degree, regions, first):
    """Number the regions of all sets: fill `regions[set, cell]`, initially NO_REGION, and the first of each set."""
    cells = neighbors.shape[0]
    queue = np.empty(cells, np.int64)
    found = 0
    for number in range(len(masks)):
        mask, first[number] = masks[number], found
        for start in range(cells):
            if (mask >> uint64(start)) & uint64(1) or regions[number, start] != NO_REGION:
                continue
            queue[0] = start
            regions[number, start] = found
            taken, waiting = 0, 1
            while taken < waiting:
                cell = queue[taken]
                taken += 1
                for slot in range(degree[cell]):
                    other = neighbors[cell, slot]
                    if not (mask >> uint64(other)) & uint64(1) and regions[number, other] == NO_REGION:
                        regions[number, other] = found
                        queue[waiting] = other
                        waiting += 1
            found += 1
    first[len(masks)] = found


@kernel
def search_level(sets, level, rules, before, after, known):
    """Find the states of a range of sets at a level; return the number of new placements.

    `before` has the lists of the previous level, and the start and end of each region's list; `after` has those of this
    level, to be filled in from the start of the first set. `known` has `visited` of shape (regions, bytes), a bit for
    each order; `left`, the number of states of each region not found yet; and `found` of shape (sets, orders), the
    distance of each placement plus 1, or 0.
    """
    first = rules[3]
    visited, left, found = known
    lists, starts, ends = after
    placements, end = 0, uint64(starts[first[sets[0]]])
    for number in range(sets[0], sets[1]):
        distances = found[number]
        for region in range(first[number], first[number + 1]):
            start = end
            if left[region]:
                end = _reach(number, region, rules, before, visited[region], lists, end)
                left[region] -= end - start
                for order in lists[start:end]:
                    placements += distances[order] == 0
                    distances[order] = distances[order] if distances[order] else level + 1
            starts[region], ends[region] = start, end
    return placements


@kernel
def _reach(number, region, rules, before, visited, lists, end):
    """Append to `lists` the orders that moves newly reach in a region of a set; return the new end."""
    masks, ranks, regions, _, neighbors, degree, maps = rules
    listed, starts, ends = before
    mask = masks[number]
    for source in range(len(degree)):
        if regions[number, source] != region:
            continue
        below_source = (uint64(1) << uint64(source)) - uint64(1)
        for slot in range(degree[source]):
            target = uint64(neighbors[source, slot])
            if not (mask >> target) & uint64(1):
                continue
            others = mask ^ (uint64(1) << target)
            origin = regions[set_number(others | (uint64(1) << uint64(source)), ranks), target]
            if starts[origin] == ends[origin]:
                continue
            position = ones_in(others & below_source)
            after_position = ones_in(others & ((uint64(1) << target) - uint64(1)))
            reached = listed[starts[origin] : ends[origin]]
            end = _carry(reached, maps[position, after_position], visited, lists, end)
    return end


@kernel
def _carry(reached, order_map, visited, lists, end):
    """Append the new orders that a move of a piece makes from a list of orders, without unpredictable branches.

    It writes one entry after the new end.
    """
    for before in reached:
        order = order_map[before]
        bit = np.uint8(1 << (order & 7))
        seen = visited[order >> 3]
        visited[order >> 3] = seen | bit
        lists[end] = order
        end += uint64((seen & bit) == 0)
    return end


@kernel
def pack(first, last, rules, found, bits, packed):
    """Write the excess of a range of sets over their nearest distances; return the largest excess in steps.

    `packed` has shape (orders, bytes per row); an entry that no move leads to has the largest code. `rules` has the
    masks of the sets; `codes[group, order]`, the labels of `widths[group]` successive positions as one number; the
    widths; the nearest distance of each label and cell; and the step.
    """
    masks, codes, widths, nearest, step = rules
    orders = found.shape[1]
    chunk = np.zeros((_SETS, orders), np.uint8)
    sums = np.zeros((len(widths), nearest.shape[0] ** widths.max()), np.int16)
    most, top = 0, np.uint8((1 << bits) - 1)
    for start in range(first, last, _SETS):
        end = min(start + _SETS, last)
        for number in range(start, end):
            _sum_up(masks[number], nearest, widths, sums)
            most = max(most, _excess(found[number], codes, sums, step, top, chunk[number - start]))
        chunk[end - start :] = 0
        for order in range(orders):
            if bits == 8:
                for number in range(start, end):
                    packed[order, number] = chunk[number - start, order]
            else:
                for pair in range((end - start + 1) // 2):
                    packed[order, start // 2 + pair] = chunk[2 * pair, order] | (chunk[2 * pair + 1, order] << 4)
    return most


@kernel
def _excess(found, codes, sums, step, top, excess):
    """Compute the excess of the orders of one set; return the largest, which may be too large for `excess`."""
    most = 0
    for order in range(len(found)):
        least = 0
        for group in range(len(codes)):
            least += sums[group, codes[group, order]]
        reached = found[order] != 0
        value = (found[order] - 1 - least) // step
        most = max(most, value if reached else 0)
        excess[order] = value if reached else top
    return most


@kernel
def _sum_up(mask, nearest, widths, sums):
    """For each group of positions and labels on them, compute the sum of their nearest distances."""
    labels, cell = nearest.shape[0], uint64(0)
    for group in range(len(widths)):
        sums[group, 0] = 0
        many = 1
        for _ in range(widths[group]):
            while not (mask >> cell) & uint64(1):
                cell += uint64(1)
            for code in range(many - 1, -1, -1):
                before = sums[group, code]
                for label in range(labels):
                    sums[group, code * labels + label] = before + nearest[label, cell]
            many *= labels
            cell += uint64(1)
