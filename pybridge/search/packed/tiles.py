"""Sliding tiles as packed words, on any board."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import SlidingFacts
from pybridge.search.kernels import packed_tiles as fields
from pybridge.search.packed.layout import Layout, Words

_PIECE = 12
"""Bits by which sums of distances are looked up: some thousand numbers stay in a near cache."""


class PackedTiles:
    """The states of a board as rows of words: cell by cell, so that rows are in the order of states."""

    def __init__(self, facts: SlidingFacts) -> None:
        cells = len(facts.cells)
        self.layout = Layout(cells, (len(facts.distances) - 1).bit_length() or 1)
        self.fan = max(map(len, facts.neighbors))
        self.tables = (self._board(), self._cells(facts.neighbors), self._sums(facts.distances))

    def pack(self, states: Sequence[Sequence[int]]) -> Words:
        """States as rows."""
        return self.layout.pack(np.array(states, np.uint64).reshape(len(states), self.layout.fields))

    def unpack(self, rows: Words) -> list[tuple[int, ...]]:
        """Rows as states."""
        return [tuple(row) for row in self.layout.unpack(rows).tolist()]

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states."""
        return rows

    def _board(self) -> Words:
        layout = self.layout
        in_piece = max(1, _PIECE // layout.bits)
        board = [
            layout.bits, (1 << layout.bits) - 1, layout.in_word, -(-4096 // layout.bits), in_piece * layout.bits,
            -(-layout.in_word // in_piece),
        ]  # fmt: skip
        lows = [0] * layout.words
        for word, shift in layout.places:
            lows[word] |= 1 << shift
        return np.array(board + lows, np.uint64)

    def _cells(self, neighbors: Sequence[Sequence[int]]) -> Words:
        rows = np.zeros((len(neighbors), fields.NEAR + self.fan), np.uint64)
        for cell, near in enumerate(neighbors):
            rows[cell, : fields.NEAR + len(near)] = [*self.layout.places[cell], len(near), *near]
        return rows

    def _sums(self, distances: Sequence[Sequence[int]]) -> NDArray[np.uint16]:
        """For each piece of each word the sum of what its cells count, by what lies there."""
        layout = self.layout
        in_piece = max(1, _PIECE // layout.bits)
        pieces = -(-layout.in_word // in_piece)
        contents = np.arange(1 << in_piece * layout.bits)
        sums = np.zeros((layout.words * pieces, len(contents)), np.uint16)
        of_tile = np.zeros((1 << layout.bits, len(layout.places)), np.uint16)
        of_tile[: len(distances)] = distances
        for cell, (word, shift) in enumerate(layout.places):
            piece, field = divmod(shift // layout.bits, in_piece)
            tiles = contents >> field * layout.bits & (1 << layout.bits) - 1
            sums[word * pieces + piece] += of_tile[tiles, cell]
        return sums
