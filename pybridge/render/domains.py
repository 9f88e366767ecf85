"""How the puzzles of each domain look. A new domain is a module of its own, or none, and one row here."""

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
    """A state in plain text, as a fact file draws it, or as a value where the domain has no fact files."""
    lines = drawing(facts, state) if facts.domain in FACT_DOMAINS else [str(state)]
    return Picture(tuple(Text(pen.text(line)) for line in lines))


def _move(facts: PuzzleFacts, move: Move, pen: Pen) -> str:
    """A move by its piece and where that goes."""
    return pen.text(str(move.piece)) + pen.signs.arrow + pen.text(str(move.target))


def _nothing(facts: PuzzleFacts, pen: Pen) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Appearance(Generic[Facts]):
    """How the states and moves of a domain are shown. A row need not have everything: the rest is plain text or empty.

    `picture` draws a state, with the move that led to it marked, and `move` names a move below its state in a strip.
    `size` says in words how large a puzzle is, `undrawn` in one line what its pictures cannot show. Where reasons call
    cells by their numbers, `numbered` is facts and a state whose picture has the number of each cell in its place.
    """

    picture: Callable[[Facts, State, Move | None, Pen], Picture] = _picture
    move: Callable[[Facts, Move, Pen], str] = _move
    size: Callable[[Facts, Pen], str] = _nothing
    undrawn: Callable[[Facts, Pen], str] = _nothing
    numbered: Callable[[Facts], tuple[Facts, State]] | None = None


DOMAINS: Mapping[str, Appearance[Any]] = {
    SlidingFacts.domain: Appearance(board_picture, tile_moved, board_size, other_neighbors, numbered_board),
    BlocksFacts.domain: Appearance(towers_picture, size=towers_size),
}


def appearance(facts: PuzzleFacts) -> Appearance[Any]:
    """How the puzzle's domain is shown: in plain text where it has no row."""
    return DOMAINS.get(facts.domain, Appearance())
