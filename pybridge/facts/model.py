"""What a fact file says, as immutable values. Two that say the same are equal, wherever they were read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

State: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class PuzzleFacts:
    """The facts that every domain has.

    `starts` are names and states in the file's order; `optimal` maps a start's name to its known shortest length.
    """

    domain: ClassVar[str]

    name: str
    title: str
    sources: tuple[str, ...] = ()
    starts: tuple[tuple[str, State], ...]
    optimal: Mapping[str, int] = field(default_factory=dict, hash=False)
    goals: tuple[State, ...]
    path: str = field(default="<text>", compare=False)

    def start(self, name: str) -> State:
        """The start state of that name; KeyError if there is none."""
        return dict(self.starts)[name]


@dataclass(frozen=True, kw_only=True)
class SlidingFacts(PuzzleFacts):
    """A sliding-tile puzzle. A state has one entry a cell: the tile that lies there, 0 = the blank.

    `cells[cell]` is (row, column); `neighbors[cell]` the adjacent cells in move order; `distances[tile][cell]` a lower
    bound of the moves from the cell to the tile's nearest goal cell, with zeros for tile 0; `glyphs` maps a tile
    to the text that draws it, where that is not its number.
    """

    domain: ClassVar[str] = "sliding_tiles"

    starts: tuple[tuple[str, tuple[int, ...]], ...]
    goals: tuple[tuple[int, ...], ...]
    cells: tuple[tuple[int, int], ...]
    neighbors: tuple[tuple[int, ...], ...]
    distances: tuple[tuple[int, ...], ...]
    glyphs: Mapping[int, str] = field(default_factory=dict, hash=False)

    def shown(self, tile: int) -> str:
        """What a tile is called where the board is drawn: its glyph, or its number."""
        return self.glyphs.get(tile, str(tile))


@dataclass(frozen=True, kw_only=True)
class BlocksFacts(PuzzleFacts):
    """A blocks world. A state has one (block, under) a block, in the order of `blocks`.

    `under` is a block, a place, which carries one tower, or the `table`, which carries any number; None if there is no
    table. There is a table, or at least one place.
    """

    domain: ClassVar[str] = "blocks_world"

    starts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    goals: tuple[tuple[tuple[str, str], ...], ...]
    blocks: tuple[str, ...]
    places: tuple[str, ...]
    table: str | None = None

    @property
    def grounds(self) -> tuple[str, ...]:
        """What a tower can stand on: the places, then the table."""
        return self.places if self.table is None else (*self.places, self.table)
