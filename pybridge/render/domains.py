"""How the puzzles of each domain are drawn. A new domain adds one row here, and a module if it has its own pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rich.text import Text

from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State, drawing
from pybridge.facts.domains import DOMAINS as FACT_DOMAINS
from pybridge.puzzles import Move
from pybridge.render.board import board_picture, board_size, numbered_board, other_neighbors, tile_moved
from pybridge.render.console import Pen
from pybridge.render.layout import Picture
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
}


def appearance(facts: PuzzleFacts) -> Appearance[Any]:
    """How the puzzle's domain is shown; in plain text if it has no row."""
    return DOMAINS.get(facts.domain, Appearance())
