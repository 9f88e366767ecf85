"""States drawn: one alone, or a solution as a strip of states."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts, State, drawing
from pybridge.puzzles.protocol import Move
from pybridge.render.board import board_picture
from pybridge.render.board_shape import undrawn
from pybridge.render.console import Pen
from pybridge.render.layout import Folded, Picture, banded, beside, shelves
from pybridge.render.towers import towers_picture
from pybridge.render.words import move_name

_PICTURES: dict[str, Any] = {"sliding_tiles": board_picture, "blocks_world": towers_picture}


def picture(facts: PuzzleFacts, state: State, move: Move | None, pen: Pen) -> Picture:
    """A state as its domain is drawn, with the move that led to it marked."""
    draw = _PICTURES.get(facts.domain)
    if draw is None:
        return Picture(tuple(Text(pen.text(line)) for line in drawing(facts, state)))
    drawn: Picture = draw(facts, state, move, pen)
    return drawn


def captioned(drawn: Picture, *lines: Text) -> Picture:
    """A picture with lines of text below it."""
    return Picture((*drawn.lines, *lines), drawn.cuts)


class StatePicture:
    """One state; `move` is the move that led to it, and is marked."""

    def __init__(self, facts: PuzzleFacts, state: State, move: Move | None = None) -> None:
        self.facts, self.state, self.move = facts, state, move

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = picture(self.facts, self.state, self.move, Pen(console))
        for number, band in enumerate(banded(drawn, options.max_width)):
            if number:
                yield Text("")
            yield from beside([band], band.width)
        yield Folded(*undrawn(self.facts))


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
        yield Folded(*undrawn(self.facts))

    def _caption(self, number: int, move: Move, pen: Pen) -> Text:
        return Text.assemble((f"{number}: ", "label"), move_name(self.facts, move, pen))
