"""Draw one state, a solution as a strip of states, a board with the numbers of its cells, or moves by name."""

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import Move, Reason
from pybridge.render.console import Pen
from pybridge.render.domains import appearance
from pybridge.render.layout import Folded, Picture, banded, beside, shelves


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
