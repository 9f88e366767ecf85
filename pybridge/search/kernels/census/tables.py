"""Kernels that lay out how moves change the numbers of a bit-array census.

A prefix lists the tiles that lie first, by labels 0, 1, 2 ...; its number has Lehmer's digits, the first one highest.
The orders of a tail are prefixes of all its tiles, by rank.
"""

import numpy as np

from pybridge.compiled import kernel


@kernel
def prefix_tiles(tiles, prefix, count):
    """For each prefix the labels it lists and behind them, ascending, all others: (count, tiles) of uint8."""
    table = np.empty((count, tiles), np.uint8)
    left = np.empty(tiles, np.uint8)
    for number in range(count):
        rest = number
        for place in range(prefix - 1, -1, -1):
            table[number, place] = rest % (tiles - place)
            rest //= tiles - place
        for label in range(tiles):
            left[label] = label
        for place in range(prefix):
            digit = table[number, place]
            table[number, place] = left[digit]
            for after in range(digit, tiles - place - 1):
                left[after] = left[after + 1]
        for place in range(prefix, tiles):
            table[number, place] = left[place - prefix]
    return table


@kernel
def _prefix_number(order, prefix, tiles):
    """The number of the prefix that an order of tiles begins with."""
    number = 0
    for place in range(prefix):
        digit = int(order[place])
        for before in range(place):
            digit -= order[before] < order[place]
        number = number * (tiles - place) + digit
    return number


@kernel
def moved_prefixes(table, prefix, first, last, backward):
    """For each prefix the one in which the tile at a place lies at another, and those between have moved up."""
    count, tiles = table.shape
    moved = np.empty(count, np.uint32)
    order = np.empty(tiles, np.int64)
    for number in range(count):
        for place in range(prefix):
            order[place] = table[number, place]
        _carry(order, last if backward else first, first if backward else last)
        moved[number] = _prefix_number(order, prefix, tiles)
    return moved


@kernel
def _carry(order, source, target):
    """Take the entry at a place to another; those between move up."""
    held = order[source]
    step = 1 if target > source else -1
    for place in range(source, target, step):
        order[place] = order[place + step]
    order[target] = held


@kernel
def exchanged_prefixes(table, prefix, place, out):
    """Where a tile goes from a place of the prefix into the tail, `out`, or the other way: (count, tail) of uint32.

    Out: the k-th smallest of the tail's tiles becomes the last of the prefix. In: the k-th smallest moves to the place,
    and the last of the prefix goes into the tail. An entry is the new prefix's number times the tiles of the tail,
    and of the tile that has gone there, how many of the tail are smaller.
    """
    count, tiles = table.shape
    tail = tiles - prefix
    exchanged = np.empty((count, tail), np.uint32)
    order = np.empty(tiles, np.int64)
    for number in range(count):
        for k in range(tail):
            for each in range(prefix):
                order[each] = table[number, each]
            comes = table[number, prefix + k]
            if out:
                _carry(order, place, prefix - 1)
                goes = order[prefix - 1]
                order[prefix - 1] = comes
            else:
                goes = order[prefix - 1]
                order[prefix - 1] = comes
                _carry(order, prefix - 1, place)
            smaller = 0
            for each in range(tail):
                smaller += table[number, prefix + each] < goes and each != k
            exchanged[number, k] = _prefix_number(order, prefix, tiles) * tail + smaller
    return exchanged
