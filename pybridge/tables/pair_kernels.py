"""Distances in two bits an entry: 62 entries and the least distance of theirs that is small, in 16 bytes.

Two bits mean the distances base + 1 and base + 2; the largest number is all that is farther, and 0 all that is nearer,
for which the least of the group stands (T. Rokicki's nxopt packs its tables like this). Such an entry is a lower bound.
"""

from collections.abc import Sequence

import numpy as np
from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, kernel
from pybridge.tables.turn_kernels import entry

GROUP, GROUP_BYTES = 62, 16
"""Entries of a group, and the bytes that they have together."""
FARTHEST = 3
NO_LEAST = 15
"""The least distance of a group without small ones."""

_TWO, _THREE = uint64(2), uint64(3)
_LEAST_SHIFT = uint64(60)


def groups(columns: int) -> int:
    """The groups of a row."""
    return -(-columns // GROUP)


def base_of(counts: Sequence[int]) -> int:
    """The base with which entries lose least, for this many states at each distance."""

    def lost(base: int) -> int:
        return sum(count * (max(0, distance - base - FARTHEST) if distance > base else 1)
                   for distance, count in enumerate(counts))  # fmt: skip

    return min(range(NO_LEAST), key=lost)


@kernel
def pack_pairs(flat, stride, bits, span, base, order, packed):
    """Pack the rows of a span, whose entries have `bits`, with `stride` entries a row, in the order of columns."""
    words = packed.view(np.uint64)
    groups = -(-len(order) // GROUP)
    for row in range(span[0], span[1]):
        for group in range(groups):
            least = NO_LEAST
            low = high = uint64(0)
            first = group * GROUP
            for place in range(min(GROUP, len(order) - first)):
                distance = int(entry(flat, row * stride + order[first + place], bits))
                if distance <= base:
                    least = min(least, distance)
                    continue
                pair = uint64(min(distance - base, FARTHEST))
                if place < 32:
                    low |= pair << uint64(2 * place)
                else:
                    high |= pair << uint64(2 * place - 64)
            at = 2 * (row * groups + group)
            words[at], words[at + 1] = low, high | uint64(least) << _LEAST_SHIFT


def spots(places: Array) -> Array:
    """Where in a row the entries at some places are: the number of the word, and half its bit in the lowest 5 bits."""
    group, number = np.divmod(places, GROUP)
    found: Array = ((2 * group + (number >> 5)) << 5 | number & 31).astype(np.int32)
    return found


@inlined
def _pair(row, spot):
    """The two bits of an entry."""
    return int((row[spot >> 5] >> (_TWO * uint64(spot & 31))) & _THREE)


@kernel
def wrong_pair(packed, base, own, found, bits, span, rows, columns):
    """The number of the first entry in a span of rows that is wrong; -1 if none is.

    `found` has the distances up to the base, in padded rows of `bits`; `own` are the spots of columns, and the second
    of `columns` those of what each symmetry makes of them. What is nearer must be what was found there, the least of a
    group theirs, and all else follow from its successors.
    """
    count, words = len(own), packed.view(np.uint64).reshape(-1, 2 * (-(-len(own) // GROUP)))
    to, seen, list_of = rows
    lists, turned = columns
    flat, stride = found.reshape(-1), found.shape[1] * 8 // int(bits)
    leasts = np.empty(words.shape[1] // 2, np.int64)
    nearest = np.empty(count, np.int8)
    for row in range(span[0], span[1]):
        leasts[:], nearest[:] = NO_LEAST, FARTHEST
        for move in range(to.shape[1]):
            other, by, turn = words[to[row, move]], lists[list_of[row, move]], turned[seen[row, move]]
            for column in range(count):
                nearest[column] = min(nearest[column], _pair(other, turn[by[column]]))
        for column in range(count):
            distance, mine = int(entry(flat, row * stride + column, bits)), _pair(words[row], own[column])
            if mine == 0:
                group = own[column] >> 6
                leasts[group] = min(leasts[group], distance)
            if (mine == 0) != (distance <= base) or (mine > 0 and mine != min(nearest[column] + 1, FARTHEST)):
                return row * count + column
        for group in range(len(leasts)):
            if int(words[row, 2 * group + 1] >> _LEAST_SHIFT) != leasts[group]:
                return row * count
    return -1
