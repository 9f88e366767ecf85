"""Draw a state, a solution as a strip of states, or moves by name, each as its domain requires.

A new domain adds one row here, and a module if it has its own pictures.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import BlocksFacts, PermutationFacts, PuzzleFacts, SlidingFacts, State, drawing
from pybridge.facts.domains import DOMAINS as FACT_DOMAINS
from pybridge.puzzles import Move, Reason
from pybridge.render.board import board_picture, board_size, numbered_board, other_neighbors, tile_moved
from pybridge.render.console import Pen
from pybridge.render.facets import facets_picture, points_size
from pybridge.render.layout import Folded, Picture, banded, beside, shelves
from pybridge.render.towers import towers_picture, towers_size

Facts = TypeVar("Facts", bound=PuzzleFacts)


def _picture(facts: PuzzleFacts, state: State, move: Move | None, pen: Pen) -> Picture:
    """A state in plain text, as a fact file draws it, or its value if the domain has no fact files."""
    lines = drawing(facts, state) if facts.domain in FACT_DOMAINS else [str(state)]
    return Picture(tuple(Text(pen.text(line)) for line in lines))


def _move(facts: PuzzleFacts, move: Move, pen: Pen) -> str:
    """A move by its name."""
    return pen.text(str(move))


def _carried(facts: PuzzleFacts, move: Move, pen: Pen) -> str:
    """A move as its piece and target."""
    return pen.text(str(move.piece)) + pen.signs.arrow + pen.text(str(move.target))


def _nothing(facts: PuzzleFacts, pen: Pen) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Appearance(Generic[Facts]):
    """How the states and moves of a domain are shown. Every field is optional: the default is plain text or empty.

    `picture` draws a state, with the move that led to it marked; `move` names a move below its state in a strip. `size`
    describes the size of a puzzle, and `undrawn` is one line about what its pictures cannot show. If reasons name cells
    by number, `numbered` returns facts and a state whose picture shows the number of each cell in its place.
    """

    picture: Callable[[Facts, State, Move | None, Pen], Picture] = _picture
    move: Callable[[Facts, Move, Pen], str] = _move
    size: Callable[[Facts, Pen], str] = _nothing
    undrawn: Callable[[Facts, Pen], str] = _nothing
    numbered: Callable[[Facts], tuple[Facts, State]] | None = None


DOMAINS: Mapping[str, Appearance[Any]] = {
    SlidingFacts.domain: Appearance(board_picture, tile_moved, board_size, other_neighbors, numbered_board),
    BlocksFacts.domain: Appearance(towers_picture, _carried, towers_size),
    PermutationFacts.domain: Appearance(facets_picture, size=points_size),
}


def appearance(facts: PuzzleFacts) -> Appearance[Any]:
    """How the puzzle's domain is shown; in plain text if it has no row."""
    return DOMAINS.get(facts.domain, Appearance())


def picture(facts: PuzzleFacts, state: State, move: Move | None, pen: Pen) -> Picture:
    """A state drawn as its domain requires, with the move that led to it marked."""
    return appearance(facts).picture(facts, state, move, pen)


def captioned(drawn: Picture, *lines: Text) -> Picture:
    """A picture with lines of text below it."""
    return Picture((*drawn.lines, *lines), drawn.cuts)


def undrawn(facts: PuzzleFacts, pen: Pen) -> Folded:
    """One line about what pictures of the puzzle cannot show; empty if they show everything."""
    line = appearance(facts).undrawn(facts, pen)
    return Folded(*([Text(line, "quiet")] if line else []))


def move_line(facts: PuzzleFacts, moves: Iterable[Move], pen: Pen) -> str:
    """Moves on one line."""
    return " ".join(appearance(facts).move(facts, move, pen) for move in moves)


class StatePicture:
    """One state; `move`, the move that led to it, is marked."""

    def __init__(self, facts: PuzzleFacts, state: State, move: Move | None = None) -> None:
        self.facts, self.state, self.move = facts, state, move

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        drawn = picture(self.facts, self.state, self.move, pen)
        for number, band in enumerate(banded(drawn, options.max_width)):
            if number:
                yield Text("")
            yield from beside([band], band.width)
        yield undrawn(self.facts, pen)


class BoardStrip:
    """A solution: the start, and the state after each move with the move's number and piece, in rows.

    `states` is one longer than `moves`, as `replay` returns it.
    """

    def __init__(self, facts: PuzzleFacts, states: Sequence[State], moves: Sequence[Move]) -> None:
        self.facts, self.states, self.moves = facts, states, moves

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        pictures = []
        for number, (state, move) in enumerate(zip(self.states, (None, *self.moves), strict=True)):
            caption = Text("start", "label") if move is None else self._caption(number, move, pen)
            pictures.append(captioned(picture(self.facts, state, move, pen), caption))
        yield from shelves(pictures, options.max_width)
        yield undrawn(self.facts, pen)

    def _caption(self, number: int, move: Move, pen: Pen) -> Text:
        return Text.assemble((f"{number}: ", "label"), appearance(self.facts).move(self.facts, move, pen))


class CellNumbers:
    """The board with the number of each cell in its place, to explain reasons that name cells."""

    def __init__(self, numbered: StatePicture) -> None:
        self.numbered = numbered

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("the numbers of the cells", "label")
        yield self.numbered


def cell_numbers(facts: PuzzleFacts, reasons: Iterable[Reason | None]) -> list[CellNumbers]:
    """The numbers of the cells, if a reason names any and the domain can draw them."""
    numbered = appearance(facts).numbered
    if numbered is None or not any(reason and reason.names_cells for reason in reasons):
        return []
    return [CellNumbers(StatePicture(*numbered(facts)))]
