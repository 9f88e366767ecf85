"""Where the numbers that make up a state lie in its words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Layout:
    """So many fields of so many bits, the first in the highest bits of the first word."""

    fields: int
    bits: int

    @property
    def in_word(self) -> int:
        """The fields that a word holds."""
        return min(64 // self.bits, self.fields)

    @property
    def words(self) -> int:
        """The words of a state."""
        return -(-self.fields // self.in_word)

    @property
    def places(self) -> list[tuple[int, int]]:
        """The word and the shift of each field."""
        last = self.in_word - 1
        return [(field // self.in_word, (last - field % self.in_word) * self.bits) for field in range(self.fields)]

    def pack(self, numbers: Words) -> Words:
        """Rows of numbers as rows of words."""
        packed = np.zeros((len(numbers), self.words), np.uint64)
        for field, (word, shift) in enumerate(self.places):
            packed[:, word] |= numbers[:, field] << np.uint64(shift)
        return packed

    def unpack(self, rows: Words) -> Words:
        """Rows of words as rows of numbers."""
        mask = np.uint64((1 << self.bits) - 1)
        numbers = np.empty((len(rows), self.fields), np.uint64)
        for field, (word, shift) in enumerate(self.places):
            numbers[:, field] = rows[:, word] >> np.uint64(shift) & mask
        return numbers
