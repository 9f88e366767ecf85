"""Parts of pattern databases as the kernel `general` takes them: a word for a placement, a row for a table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.pattern_database import Part
from pybridge.search.kernels import general as fields
from pybridge.search.native.plan import NO_WAY, Tables, Words
from pybridge.search.native.ways import Ways
from pybridge.tables.layout import Layout
from pybridge.tables.pattern_build import set_ranks


def check_size(part: Part, cells: int) -> None:
    """Raise UnavailableProgramError if a part does not fit in a word."""
    labels = part.database.pattern.labels
    if cells + _bits(labels) * len(labels) > fields.ENTRY_SHIFT:
        most = (fields.ENTRY_SHIFT - cells) // _bits(labels)
        raise UnavailableProgramError(f"the engine native takes {most} such tiles a pattern on {cells} cells at most")


def word(part: Part, state: Sequence[int], cells: int) -> tuple[int, int]:
    """The word of a part, and its entry."""
    placement = sorted(part.placement(state))
    width = _bits(part.database.pattern.labels)
    found = sum(1 << cell for cell, _ in placement)
    found |= sum(label << cells + width * number for number, (_, label) in enumerate(placement))
    return found, part.database.entry(placement)


def _bits(labels: Sequence[int]) -> int:
    """Bits that hold any of the labels."""
    return max(1, labels[-1].bit_length())


def costs(distances: Sequence[Sequence[int]], ways: Ways) -> NDArray[np.int64]:
    """For each edge and tile 1 + the change of its distance, and BIAS."""
    found = np.full((ways.dead + 1, len(distances)), NO_WAY, np.int64)
    for (blank, cell), edge in ways.edges.items():
        found[edge] = [1 + row[blank] - row[cell] + fields.BIAS for row in distances]
    return found


def fill(row: Words, part: Part, tables: Tables) -> None:
    """A part's row, but for its column."""
    database = part.database
    layout, bits = database.pattern.layout, _bits(database.pattern.labels)
    low_bits, low, high = set_ranks(layout)
    first, second = order_ranks(layout, bits)
    values = {
        fields.ADDRESS: database.packed.ctypes.data,
        fields.ROW: layout.row,
        fields.FOUR: database.bits == 4,
        fields.STEP: database.step,
        fields.BITS: bits,
        fields.LOW_BITS: low_bits,
        fields.LOW: tables.add(low),
        fields.HIGH: tables.add(high),
        fields.HIGH_WIDTH: high.shape[1],
        fields.HALF: bits * (layout.size // 2),
        fields.FIRST: tables.add(first),
        fields.SECOND: tables.add(second),
        fields.MAP: tables.add(part.view.cells),
    }
    for field, value in values.items():
        row[field] = value


def order_ranks(layout: Layout, bits: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Two arrays whose values for the first and second half of an order, as words of labels, add up to its number.

    The number of an order is that of the first order with its first half, and how many orders of the rest come before
    its own; the rest is what the second half consists of.
    """
    half = layout.size // 2
    weights = np.uint64(1) << np.arange(layout.size, dtype=np.uint64) * np.uint64(bits)
    words = layout.words.astype(np.uint64)
    first_words = words[:, :half] @ weights[:half]
    second_words = words[:, half:] @ weights[: layout.size - half]
    numbers = np.arange(layout.orders, dtype=np.uint32)
    first = np.zeros(1 << bits * half, np.uint32)
    second = np.zeros(1 << bits * (layout.size - half), np.uint32)
    begins = np.concatenate([[True], first_words[1:] != first_words[:-1]])
    first[first_words[begins]] = numbers[begins]
    second[second_words] = numbers - first[first_words]
    return first, second
