"""States of a task of rules as rows of words: a field for each variable, with the number of its value."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.rules.compiled import Pairs

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class MixedLayout:
    """Fields of various widths, the first in the highest bits of the first word; none crosses a word."""

    widths: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    words: int

    @classmethod
    def of(cls, sizes: Sequence[int]) -> "MixedLayout":
        """Fields for variables of this many values."""
        widths = tuple(max(1, (size - 1).bit_length()) for size in sizes)
        places, word, left = [], 0, 64
        for width in widths:
            if width > left:
                word, left = word + 1, 64
            left -= width
            places.append((word, left))
        return cls(widths, tuple(places), word + 1)

    def pack(self, numbers: Words) -> Words:
        """Rows of numbers as rows of words."""
        packed = np.zeros((len(numbers), self.words), np.uint64)
        for field, (word, shift) in enumerate(self.places):
            packed[:, word] |= numbers[:, field] << np.uint64(shift)
        return packed

    def unpack(self, rows: Words) -> Words:
        """Rows of words as rows of numbers."""
        numbers = np.empty((len(rows), len(self.places)), np.uint64)
        for field, ((word, shift), width) in enumerate(zip(self.places, self.widths, strict=True)):
            numbers[:, field] = rows[:, word] >> np.uint64(shift) & np.uint64((1 << width) - 1)
        return numbers

    def masked(self, pairs: Pairs) -> list[int]:
        """For each word the bits of some variables, then for each word those of their values."""
        masks, values = [0] * self.words, [0] * self.words
        for variable, value in pairs:
            word, shift = self.places[variable]
            masks[word] |= (1 << self.widths[variable]) - 1 << shift
            values[word] |= value << shift
        return masks + values
