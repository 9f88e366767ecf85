"""Numbers of a few bits each as rows of words: a field for each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Layout:
    """Fields of some `widths` in bits, the first in the highest bits of the first word; none crosses a word.

    `places` are the word and the shift of each field.
    """

    widths: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    words: int

    @classmethod
    def of(cls, sizes: Sequence[int]) -> "Layout":
        """Fields for numbers of this many values."""
        widths = tuple(max(1, (size - 1).bit_length()) for size in sizes)
        places, word, left = [], 0, 64
        for width in widths:
            if width > left:
                word, left = word + 1, 64
            left -= width
            places.append((word, left))
        return cls(widths, tuple(places), word + 1)

    @classmethod
    def even(cls, fields: int, bits: int) -> "Layout":
        """Fields of as many bits each; the last one of a full word in its lowest bits."""
        each = min(64 // bits, fields)
        places = tuple((field // each, (each - 1 - field % each) * bits) for field in range(fields))
        return cls((bits,) * fields, places, -(-fields // each))

    def rows(self, states: Sequence[Sequence[int]]) -> Words:
        """States, each a number for each field, as rows of words."""
        return self.pack(np.array(states, np.uint64).reshape(len(states), len(self.places)))

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

    def masked(self, pairs: Iterable[tuple[int, int]]) -> list[int]:
        """For each word the bits of some fields, then for each word those of their values."""
        masks, values = [0] * self.words, [0] * self.words
        for field, value in pairs:
            word, shift = self.places[field]
            masks[word] |= (1 << self.widths[field]) - 1 << shift
            values[word] |= value << shift
        return masks + values
