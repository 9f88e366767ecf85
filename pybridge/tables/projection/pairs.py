"""Distances in two bits an entry: 62 entries and the least distance of theirs that is small, in 16 bytes.

Two bits mean the distances base + 1 and base + 2; the largest number is all that is farther, and 0 all that is nearer,
for which the least of the group stands (T. Rokicki's nxopt packs its tables like this). Such an entry is a lower bound.
"""

from collections.abc import Sequence

GROUP, GROUP_BYTES = 62, 16
"""Entries of a group, and the bytes that they have together."""
FARTHEST = 3
NO_LEAST = 15
"""The least distance of a group without small ones."""


def groups(columns: int) -> int:
    """The groups of a row."""
    return -(-columns // GROUP)


def base_of(counts: Sequence[int]) -> int:
    """The base with which entries lose least, for this many states at each distance."""

    def lost(base: int) -> int:
        return sum(count * (max(0, distance - base - FARTHEST) if distance > base else 1)
                   for distance, count in enumerate(counts))  # fmt: skip

    return min(range(NO_LEAST), key=lost)
