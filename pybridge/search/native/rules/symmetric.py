"""States of a task of rules up to its symmetries, as rows of words."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.layout import Layout, Words
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.rules.symmetries import Exchange, task_symmetries
from pybridge.search.kernels.packed import symmetric as fields
from pybridge.search.native.rules.packed import PackedRules

_PIECE = 8
"""Bits by which images are looked up; a field that is wider is a piece of its own."""
_MOST_ROWS = 1 << 22
"""Words of all images of pieces: 32 MB."""


def _symmetries(facts: RulesFacts, start: Values | None) -> tuple[Exchange, ...]:
    """The symmetries of a puzzle that do not change a start; without a start, all."""
    return () if facts.task is None else task_symmetries(facts.task, start)


class SymmetricRules:
    """The states of a task as rows of words, one for all that symmetries turn into each other: the least of them."""

    bounded = False

    def __init__(self, facts: RulesFacts, packed: PackedRules, start: Values | None) -> None:
        """Up to the symmetries that do not change a start; without a start, all. Raises UnavailableProgramError."""
        self._packed = packed
        self.layout, self.fan, self.width = packed.layout, packed.fan, packed.width
        self.unpack, self.order = packed.unpack, packed.order
        self.goals_among, self.require_room = packed.goals_among, packed.require_room
        found = facts.once(_symmetries, start)
        self.symmetries = len(found)
        """How many there are, the identity among them."""
        pieces = _pieces(packed.layout)
        rows = sum(mask + 1 for _, _, mask, _ in pieces)
        if rows * packed.layout.words * len(found) > _MOST_ROWS:
            raise UnavailableProgramError(f"the symmetries of {facts.name} need too large tables; use --method hashed")
        others = found[1:]
        images = [_images(each, packed.layout, pieces, rows) for each in others]
        self.tables = fields.SymmetricTables(
            packed.tables,
            np.array(pieces, np.uint64).reshape(-1, 4),
            np.concatenate([np.zeros((0, packed.layout.words), np.uint64), *images]),
            np.array([len(others), rows], np.uint64),
            np.zeros((2, packed.layout.words), np.uint64),
        )

    def pack(self, states: Sequence[Values]) -> Words:
        """For each state the least of its images, as a row."""
        found = self._packed.pack(states)
        fields.to_least(found, self.tables, self.width)
        return found

    def sizes(self, rows: Words) -> NDArray[np.uint8]:
        """How many different images each row has."""
        found = np.zeros(len(rows), np.uint8)
        fields.count_images(rows, found, self.tables, self.width)
        return found

    def images(self, rows: Words) -> Words:
        """All images of the rows, some of them perhaps several times."""
        found = [rows]
        for symmetry in range(self.symmetries - 1):
            image = np.empty_like(rows)
            fields.images_of(rows, np.uint64(symmetry), image, self.tables, self.width)
            found.append(image)
        return np.concatenate(found)


def _pieces(layout: Layout) -> list[tuple[int, int, int, int]]:
    """Fields that lie side by side, as many as a piece may have: word, shift, mask, and where its rows begin."""
    pieces: list[tuple[int, int, int, int]] = []
    first = 0
    ends = dict[tuple[int, int], int]()
    for (word, shift), width in zip(layout.places, layout.widths, strict=True):
        ends[word, shift] = shift + width
    places = sorted(ends, key=lambda place: (place[0], -place[1]))
    while places:
        word, shift = places.pop(0)
        end = ends[word, shift]
        while places and places[0][0] == word and end - places[0][1] <= _PIECE:
            _, shift = places.pop(0)
        mask = (1 << end - shift) - 1
        pieces.append((word, shift, mask, first))
        first += mask + 1
    return pieces


def _images(symmetry: Exchange, layout: Layout, pieces: Sequence[tuple[int, int, int, int]], rows: int) -> Words:
    """What each content of each piece becomes, as words of a whole state."""
    found = np.zeros((rows, layout.words), np.uint64)
    for word, low, mask, first in pieces:
        contents = np.arange(mask + 1, dtype=np.uint64)
        for variable, (in_word, shift) in enumerate(layout.places):
            if in_word == word and low <= shift and shift < low + mask.bit_length():
                width = layout.widths[variable]
                becomes = np.zeros(1 << width, np.uint64)
                becomes[: len(symmetry.values[variable])] = symmetry.values[variable]
                value = contents >> np.uint64(shift - low) & np.uint64((1 << width) - 1)
                to_word, to_shift = layout.places[symmetry.variables[variable]]
                found[first : first + mask + 1, to_word] |= becomes[value] << np.uint64(to_shift)
    return found
