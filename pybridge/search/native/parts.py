"""Parts of pattern databases as the kernel `general` takes them: a word for a placement, a row for a table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.pattern_database import Part
from pybridge.search.kernels import general as fields
from pybridge.search.native.plan import NO_WAY, Tables, Words
from pybridge.search.native.ways import Ways
from pybridge.tables.layout import Layout, set_ranks


class Placed:
    """A part with what tells where a placement's entry is, as the kernel reckons it."""

    def __init__(self, part: Part, cells: int) -> None:
        """Raises UnavailableProgramError if the part does not fit in a word."""
        self.part, self.layout = part, part.database.pattern.layout
        labels = part.database.pattern.labels
        self.bits = max(1, labels[-1].bit_length())
        if cells + self.bits * len(labels) > fields.ENTRY_SHIFT:
            most = (fields.ENTRY_SHIFT - cells) // self.bits
            raise UnavailableProgramError(
                f"the engine native takes {most} such tiles a pattern on {cells} cells at most"
            )
        self._cells = cells
        self._where = part.view.cells
        self._label = {tile: label for label, tile in enumerate(part.view.tiles)}
        low_bits, self.low, self.high = set_ranks(self.layout)
        self.low_bits = int(low_bits)
        self.first, self.second = order_ranks(self.layout, self.bits)
        self.half = self.bits * (self.layout.size // 2)

    def word(self, state: Sequence[int]) -> tuple[int, int]:
        """The word of a state's placement, without its entry, and the entry."""
        placed = sorted(
            (self._where[cell], self._label[tile]) for cell, tile in enumerate(state) if tile in self._label
        )
        mask, order = sum(1 << cell for cell, _ in placed), 0
        for number, (_, label) in enumerate(placed):
            order |= label << self.bits * number
        return mask | order << self._cells, self._entry(mask, order)

    def _entry(self, mask: int, order: int) -> int:
        database, low = self.part.database, mask & (1 << self.low_bits) - 1
        number = int(self.low[low]) + int(self.high[low.bit_count(), mask >> self.low_bits])
        rank = int(self.first[order & (1 << self.half) - 1]) + int(self.second[order >> self.half])
        if database.bits == 8:
            return int(database.packed[rank, number])
        return int(database.packed[rank, number >> 1]) >> 4 * (number & 1) & 15

    def fill(self, row: Words, tables: Tables) -> None:
        """Write the part's row, but for its column."""
        database = self.part.database
        values = {
            fields.ADDRESS: database.packed.ctypes.data,
            fields.ROW: self.layout.row,
            fields.FOUR: database.bits == 4,
            fields.STEP: database.step,
            fields.BITS: self.bits,
            fields.LOW_BITS: self.low_bits,
            fields.LOW: tables.add(self.low),
            fields.HIGH: tables.add(self.high),
            fields.HIGH_WIDTH: self.high.shape[1],
            fields.HALF: self.half,
            fields.FIRST: tables.add(self.first),
            fields.SECOND: tables.add(self.second),
            fields.MAP: tables.add(self._where),
        }
        for field, value in values.items():
            row[field] = value


def costs(distances: Sequence[Sequence[int]], ways: Ways) -> NDArray[np.int64]:
    """For each edge and tile 1 + the change of its distance, and MORE."""
    found = np.full((ways.dead + 1, len(distances)), NO_WAY, np.int64)
    for (blank, cell), edge in ways.edges.items():
        found[edge] = [1 + row[blank] - row[cell] + fields.MORE for row in distances]
    return found


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
