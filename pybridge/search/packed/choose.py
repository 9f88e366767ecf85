"""The packed form of a puzzle's states."""

from typing import TYPE_CHECKING, Any, Protocol

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.search.packed.layout import Layout, Words

if TYPE_CHECKING:
    from pybridge.search.packed.blocks import PackedBlocks

MOST_CELLS = 64
"""Of a board."""
MOST_NAMES = 64
"""Of blocks and what else they can stand on, together."""


class Packed(Protocol):
    """States as rows of words. `fan` is the most successors of a state, `tables` what kernels take."""

    layout: Layout
    fan: int
    tables: tuple[Any, ...]

    def pack(self, states: Any) -> Words:
        """States as rows."""

    def unpack(self, rows: Words) -> list[State]:
        """Rows as states."""

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states, as tuples."""


def packed(facts: PuzzleFacts) -> Packed:
    """The packed form of a puzzle's states. Raises UnavailableProgramError for what is too large."""
    if isinstance(facts, SlidingFacts):
        from pybridge.search.packed.tiles import PackedTiles

        _require(len(facts.cells), MOST_CELLS, "cells")
        return PackedTiles(facts)
    assert isinstance(facts, BlocksFacts)
    return packed_blocks(facts)


def packed_blocks(facts: BlocksFacts) -> "PackedBlocks":
    """The packed form of the states of a blocks world. Raises UnavailableProgramError for what is too large."""
    from pybridge.search.packed.blocks import PackedBlocks

    _require(len(facts.blocks) + len(facts.grounds), MOST_NAMES, "blocks, places and table")
    return PackedBlocks(facts)


def _require(number: int, most: int, what: str) -> None:
    if number > most:
        raise UnavailableProgramError(f"compiled breadth-first search holds {most} {what} at most; there are {number}")
