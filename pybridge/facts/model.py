"""The facts of a file as immutable values; files with the same facts compare equal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeAlias, TypeVar

State: TypeAlias = tuple[Any, ...]
Cycles: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class PuzzleFacts:
    """The facts that every domain has.

    `starts` are (name, state) pairs in file order; `optimal` maps the name of a start to its known shortest length.
    `arranges`: the numbers of a goal are a state in any order.
    """

    domain: ClassVar[str]
    arranges: ClassVar[bool] = False

    name: str
    title: str
    sources: tuple[str, ...] = ()
    starts: tuple[tuple[str, State], ...]
    optimal: Mapping[str, int] = field(default_factory=dict, hash=False)
    goals: tuple[State, ...]
    path: str = field(default="<text>", compare=False)

    def __repr__(self) -> str:
        """Without the facts, which may be as long as their file."""
        return f"<{self.name}, {self.domain}: {self.title}>"

    @property
    def any_state(self) -> State:
        """A state of the puzzle: a goal if any is known as a state, otherwise a start."""
        return self.goals[0] if self.goals else self.starts[0][1]

    def has_numbers(self, entries: Sequence[object]) -> bool:
        """Whether these are the numbers of a state, as results have it, without a look at the file."""
        numbers = [entry for entry in entries if isinstance(entry, int)]
        return self.arranges and len(numbers) == len(entries) and sorted(numbers) == sorted(self.goals[0])

    def start(self, name: str) -> State:
        """The start state with this name. Raises KeyError if there is none."""
        return dict(self.starts)[name]


Facts = TypeVar("Facts", bound=PuzzleFacts)

_ABOUT = {"name", "title", "sources", "starts", "optimal"}
"""The fields that change neither goals nor moves."""


def is_same_puzzle(one: PuzzleFacts, other: PuzzleFacts) -> bool:
    """Whether two puzzles have the same goals and moves, whatever their names and starts."""
    asked = [each.name for each in fields(one) if each.compare and each.name not in _ABOUT]
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in asked)


@dataclass(frozen=True, kw_only=True, repr=False)
class TilesFacts(PuzzleFacts):
    """A sliding-tile puzzle. A state has one entry per cell: the tile on it, or 0 for the blank.

    `cells[cell]` is (row, column); `neighbors[cell]` lists the adjacent cells in move order; `distances[tile][cell]` is
    a lower bound on the moves from the cell to the tile's nearest goal cell, zero for tile 0; `glyphs` maps a tile to
    the text that draws it, if that is not its number.
    """

    domain: ClassVar[str] = "sliding_tiles"
    arranges: ClassVar[bool] = True

    starts: tuple[tuple[str, tuple[int, ...]], ...]
    goals: tuple[tuple[int, ...], ...]
    cells: tuple[tuple[int, int], ...]
    neighbors: tuple[tuple[int, ...], ...]
    distances: tuple[tuple[int, ...], ...]
    glyphs: Mapping[int, str] = field(default_factory=dict, hash=False)

    def shown(self, tile: int) -> str:
        """The text that draws a tile: its glyph, otherwise its number."""
        return self.glyphs.get(tile, str(tile))


@dataclass(frozen=True, kw_only=True, repr=False)
class BlocksFacts(PuzzleFacts):
    """A blocks world. A state has one (block, under) pair per block, in the order of `blocks`.

    `under` is a block, a place with room for one tower, or the `table` with room for any number. `table` is None if
    there is no table; then there is at least one place.
    """

    domain: ClassVar[str] = "blocks_world"

    starts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    goals: tuple[tuple[tuple[str, str], ...], ...]
    blocks: tuple[str, ...]
    places: tuple[str, ...]
    table: str | None = None

    @property
    def grounds(self) -> tuple[str, ...]:
        """Everything that a tower can stand on: the places, then the table."""
        return self.places if self.table is None else (*self.places, self.table)


@dataclass(frozen=True, kw_only=True, repr=False)
class TurnsFacts(PuzzleFacts):
    """A permutation puzzle. A state has one entry per point, from point 1 on: the number of the piece that lies there.

    Equal numbers are pieces that look alike. `generators` are (name, cycles): the piece on each point of a cycle goes
    to the next point, from the last one to the first. `metric` is `half` if every power of a generator counts as one
    move, `quarter` if only the generator and its inverse do, or the powers that do. `distances[piece]` is a lower bound
    on the moves from each point to the piece's nearest goal point, if the file has one. `facets[point]` is (face, row,
    column) of the drawing, `corners[point]` are its corners in space, `colours[piece]` is a color, `widths[piece]` is
    how wide a piece is drawn, in the height of a row; 1 for the others. `rotations` are
    (name, cycles) that turn the whole puzzle, `shorthands` (name, moves) are other names for sequences of moves and
    rotations. `facelets` lists points, and faces for those that never move, in the order in which people type colors.
    """

    domain: ClassVar[str] = "permutation"
    arranges: ClassVar[bool] = True

    starts: tuple[tuple[str, tuple[int, ...]], ...]
    goals: tuple[tuple[int, ...], ...]
    generators: tuple[tuple[str, Cycles], ...]
    metric: str | tuple[int, ...]
    distances: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    facets: Mapping[int, tuple[str, int, int]] = field(default_factory=dict, hash=False)
    corners: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict, hash=False)
    colours: Mapping[int, str] = field(default_factory=dict, hash=False)
    widths: Mapping[int, int] = field(default_factory=dict, hash=False)
    rotations: tuple[tuple[str, Cycles], ...] = ()
    shorthands: tuple[tuple[str, str], ...] = ()
    facelets: tuple[int | str, ...] = ()

    @property
    def points(self) -> int:
        """How many points there are; they have the numbers from 1 on."""
        return len(self.goals[0])
