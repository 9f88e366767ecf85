"""Draw a state, a solution as a strip of states, or moves by name, each as its domain requires.

A new domain adds one row here, and a module if its own pictures are long.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from pybridge.domains import Floor
from pybridge.facts import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts, drawing
from pybridge.facts.blocks import towers
from pybridge.facts.model import Facts
from pybridge.facts.wording import several
from pybridge.forms import Form
from pybridge.puzzles import Move, Reason
from pybridge.render.blocks import towers_picture, towers_scene
from pybridge.render.board_scene import board_scene
from pybridge.render.console import Pen
from pybridge.render.layout import Folded, Picture, banded, beside, shelves, spaced
from pybridge.render.rules import block_rules, tile_rules, turn_rules
from pybridge.render.scene import Scene, text_scene
from pybridge.render.tiles import (
    MOVES,
    board_picture,
    board_size,
    legible,
    numbered_board,
    other_neighbors,
    piece,
    row_and_column,
    tile_moved,
)
from pybridge.render.turns import facets_picture, facets_scene


def _picture(facts: PuzzleFacts, state: State, move: Move | None, pen: Pen) -> Picture:
    """A state in plain text, as a fact file draws it."""
    return Picture(tuple(Text(pen.text(line)) for line in drawing(facts, state)))


def _scene(facts: PuzzleFacts, state: State, move: Move | None) -> Scene:
    """A state in plain text, each word at its column."""
    return text_scene(drawing(facts, state))


def _carried(facts: PuzzleFacts, move: Move, pen: Pen) -> str:
    """A move as its piece and target."""
    return pen.text(str(move.piece)) + pen.signs.arrow + pen.text(str(move.target))


def _line(facts: PuzzleFacts, state: State, pen: Pen) -> str:
    """A state on one line: its rows, as a fact file draws them, with slashes between."""
    return pen.text(" / ".join(drawing(facts, state)))


def _tiles_line(facts: TilesFacts, state: State, pen: Pen) -> str:
    """The rows of a board on one line, with numbers if the console cannot write all glyphs."""
    return _line(facts if legible(facts, pen) else replace(facts, glyphs={}), state, pen)


def _towers_line(facts: BlocksFacts, state: State, pen: Pen) -> str:
    """The towers on one line: each ground with what stands on it, from the bottom up."""
    grounds = [" + ".join(" ".join(tower) for tower in standing) for _, standing in towers(facts, state)]
    return pen.text("  ".join(f"{name}[{on}]" for (name, _), on in zip(towers(facts, state), grounds, strict=True)))


def _points_line(facts: TurnsFacts, state: State, pen: Pen) -> str:
    """The pieces by point; nothing if a drawing has several rows."""
    return "" if facts.facets else _line(facts, state, pen)


@dataclass(frozen=True, slots=True)
class Appearance(Generic[Facts]):
    """How the states and moves of a domain are shown. Every field is optional: the default is plain text or empty.

    `title` heads the puzzles of the domain in a gallery.

    `picture` draws a state, with the move that led to it marked, and `scene` does so with shapes; `move` names a move
    below its state in a strip, and `ways` are all ways to name one, if there are several. `size` describes the size of
    a puzzle, and `undrawn` is one line about what its pictures cannot show. If reasons name cells by number, `numbered`
    returns facts and a state whose picture shows the number of each cell in its place. `line` is a state on one line,
    and empty for a domain that cannot draw it so. `rules` are what the scripts of a page need to draw states and make
    moves; None if they do not know the domain. If scripts make moves but cannot draw, `pictured` are states that
    readers are likely to reach, whose drawings a page then has. `piece` names a piece that has a share in a lower
    bound, and `place` is a heading and what says below it where the piece is.
    """

    picture: Callable[[Facts, State, Move | None, Pen], Picture] = _picture
    move: Callable[[Facts, Move, Pen], str] = lambda facts, move, pen: pen.text(str(move))
    size: Callable[[Facts, Pen], str] = lambda facts, pen: ""
    undrawn: Callable[[Facts, Pen], str] = lambda facts, pen: ""
    numbered: Callable[[Facts], tuple[Facts, State]] | None = None
    line: Callable[[Facts, State, Pen], str] = _line
    ways: Mapping[str, Callable[[Facts, Move, Pen], str]] = field(default_factory=dict)
    scene: Callable[[Facts, State, Move | None], Scene] = _scene
    rules: Callable[[Facts], Form | None] = lambda facts: None
    pictured: Callable[[Facts], Sequence[State]] = lambda facts: ()
    piece: Callable[[Facts, int, Pen], str] = lambda facts, piece, pen: str(piece)
    place: tuple[str, Callable[[Facts, int], str]] | None = None
    title: str = ""


TILES = Appearance(
    board_picture,
    tile_moved,
    board_size,
    other_neighbors,
    numbered_board,
    _tiles_line,
    ways=MOVES,
    scene=board_scene,
    rules=tile_rules,
    piece=piece,
    place=("row, column", row_and_column),
    title="Sliding tiles",
)
BLOCKS = Appearance(
    towers_picture,
    _carried,
    lambda facts, pen: several(len(facts.blocks), "block"),
    line=_towers_line,
    scene=towers_scene,
    rules=block_rules,
    title="Blocks world",
)
TURNS = Appearance(
    facets_picture,
    size=lambda facts, pen: several(facts.points, "point"),
    line=_points_line,
    scene=facets_scene,
    rules=turn_rules,
    title="Permutation puzzles",
)
DOMAINS: Mapping[str, Appearance[Any]] = Floor("render")
"""The rows by the name of the domain."""


def appearance(facts: PuzzleFacts) -> Appearance[Any]:
    """How the puzzle's domain is shown; in plain text if it has no row."""
    return DOMAINS.get(facts.domain, Appearance())


def drawn_text(facts: PuzzleFacts, state: State) -> str:
    """A state in plain text."""
    return "\n".join(drawing(facts, state))


def picture(facts: PuzzleFacts, state: State, move: Move | None, pen: Pen) -> Picture:
    """A state drawn as its domain requires, with the move that led to it marked."""
    return appearance(facts).picture(facts, state, move, pen)


def scene(facts: PuzzleFacts, state: State, move: Move | None = None) -> Scene:
    """A state as shapes, drawn as its domain requires, with the move that led to it marked."""
    return appearance(facts).scene(facts, state, move)


def captioned(drawn: Picture, *lines: Text) -> Picture:
    """A picture with lines of text below it."""
    return replace(drawn, captions=(*drawn.captions, *lines))


def undrawn(facts: PuzzleFacts, pen: Pen) -> Folded:
    """One line about what pictures of the puzzle cannot show; empty if they show everything."""
    line = appearance(facts).undrawn(facts, pen)
    return Folded(*([Text(line, "quiet")] if line else []))


def move_name(facts: PuzzleFacts, move: Move, pen: Pen, way: str | None = None) -> str:
    """A move, written in one of the ways of its domain, or in the usual one."""
    row = appearance(facts)
    return (row.move if way is None else row.ways[way])(facts, move, pen)


def move_line(facts: PuzzleFacts, moves: Iterable[Move], pen: Pen, way: str | None = None) -> str:
    """Moves on one line."""
    return " ".join(move_name(facts, move, pen, way) for move in moves)


def captions(
    facts: PuzzleFacts, moves: Iterable[Move], pen: Pen, way: str | None = None, *, first: int = 0
) -> Iterator[tuple[str, str]]:
    """The captions of a start and of the states after each move, as a label and the name of the move.

    There may be `first` moves before.
    """
    yield (f"after {first}" if first else "start"), ""
    for number, move in enumerate(moves, first + 1):
        yield f"{number}: ", move_name(facts, move, pen, way)


class StatePicture:
    """One state; `move`, the move that led to it, is marked."""

    def __init__(self, facts: PuzzleFacts, state: State, move: Move | None = None) -> None:
        self.facts, self.state, self.move = facts, state, move

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        drawn = picture(self.facts, self.state, self.move, pen)
        yield from spaced(Group(*beside([band], band.width)) for band in banded(drawn, options.max_width))
        yield undrawn(self.facts, pen)


class BoardStrip:
    """A solution: the start, and the state after each move with the move's number and piece, in rows.

    `states` is one longer than `moves`, as `replay` returns it. They may begin after the `first` moves of a solution.
    `way` is how moves are written.
    """

    def __init__(
        self,
        facts: PuzzleFacts,
        states: Sequence[State],
        moves: Sequence[Move],
        way: str | None = None,
        *,
        first: int = 0,
    ) -> None:
        self.facts, self.states, self.moves, self.way, self.first = facts, states, moves, way, first

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        pictures = []
        marked = zip(self.states, (None, *self.moves), strict=True)
        named = captions(self.facts, self.moves, pen, self.way, first=self.first)
        for (state, move), (label, name) in zip(marked, named, strict=True):
            caption = Text.assemble((label, "label"), name)
            pictures.append(captioned(picture(self.facts, state, move, pen), caption))
        yield from shelves(pictures, options.max_width)
        yield undrawn(self.facts, pen)


def cell_numbers(facts: PuzzleFacts, reasons: Iterable[Reason | None]) -> list[RenderableType]:
    """The board with the number of each cell in its place, if a reason names any and the domain can draw them."""
    numbered = appearance(facts).numbered
    if numbered is None or not any(reason and reason.names_cells for reason in reasons):
        return []
    return [Group(Text("the numbers of the cells", "label"), StatePicture(*numbered(facts)))]
