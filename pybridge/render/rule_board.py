"""Draw a state of rules: a board of its cells, in their colors, or what picture/2 or the state itself says.

Cells of one piece are joined by the space between them: it has the color of the piece, or continues with its lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts.wording import several
from pybridge.puzzles import Move
from pybridge.render.console import Pen, paint
from pybridge.render.layout import Picture
from pybridge.rules.changes import changed, told
from pybridge.rules.compiled import Values
from pybridge.rules.domain import DOMAIN, draw
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import board_of, glyph_of, is_blank, pieces, values_on

HOLES = frozenset("○◯")
"""Glyphs that are drawn on a cell itself, as if nothing lay there."""
_OPEN_RIGHT, _OPEN_LEFT = frozenset("─┌└├┬┴┼╶╭╰"), frozenset("─┐┘┤┬┴┼╴╮╯")
"""Lines that continue in the next cell on the right, and on the left."""


@dataclass(frozen=True)
class RuleBoard:
    """The cells of a state, and those that the last move changed."""

    facts: RulesFacts
    state: Values
    move: Move | None

    @cached_property
    def shown(self) -> dict[int, str]:
        """The value on each cell."""
        return values_on(self.facts, self.state)

    def glyph(self, cell: int) -> str:
        """What is drawn on a cell: the glyph of its value, or the value."""
        return glyph_of(self.facts, self.shown[cell])

    def color(self, cell: int) -> str | None:
        """The color of a cell that facts give to its value, if it is one that can be drawn."""
        color = self.facts.colours.get(self.shown[cell])
        return color if paint(color) else None

    def is_empty(self, cell: int) -> bool:
        """Whether nothing lies on a cell."""
        return self.color(cell) is None and is_blank(self.facts, self.shown[cell])

    def is_flat(self, cell: int) -> bool:
        """Whether a cell is drawn without a piece on it: it is empty, or a hole that the last move did not make."""
        hole = self.color(cell) is None and self.glyph(cell) in HOLES and cell not in self.moved
        return hole or self.is_empty(cell)

    @cached_property
    def pieces(self) -> list[tuple[int, ...]]:
        """The cells of each piece."""
        return pieces(self.facts, self.shown)

    @cached_property
    def piece_of(self) -> Mapping[int, tuple[int, ...]]:
        """The piece of each cell."""
        return {cell: piece for piece in self.pieces for cell in piece}

    @cached_property
    def moved(self) -> frozenset[int]:
        """The cells of the pieces that the last move changed."""
        if self.move is None:
            return frozenset()
        variables = changed(self.facts, self.state, self.move)
        cells = {cell for cell, each in board_of(self.facts).items() if each in variables and not self.is_empty(cell)}
        return frozenset(other for cell in cells for other in self.piece_of[cell])

    @property
    def others(self) -> list[str]:
        """The parts of the state that are on no cell."""
        task, drawn = self.facts.task, set(board_of(self.facts).values())
        assert task
        return [task.domains[each][value] for each, value in enumerate(self.state) if each not in drawn]


def rules_picture(facts: RulesFacts, state: Values, move: Move | None, pen: Pen) -> Picture:
    """The board after a move, with what the move changed marked; a state without a board is drawn as its file says."""
    if not board_of(facts):
        return Picture(tuple(Text(pen.text(line)) for line in draw(facts, state)))
    return _Lines(RuleBoard(facts, state, move), pen).picture()


def rules_size(facts: RulesFacts, pen: Pen) -> str:
    """The number of cells of a board, or of the variables of a state."""
    if facts.task is None:
        return DOMAIN.size(facts)
    board = board_of(facts)
    return several(len(board), "cell") if board else several(len(facts.task.domains), "variable")


def rules_moved(facts: RulesFacts, move: Move, pen: Pen) -> str:
    """A move by its name, with steps that repeat once."""
    return pen.text(told(facts, move, pen.signs.times))


class _Lines:
    """A board as lines of text: each cell has a space before it, which is where brackets stand without color."""

    def __init__(self, board: RuleBoard, pen: Pen) -> None:
        self._board, self._pen = board, pen
        task, facts = board.facts.task, board.facts
        assert task
        values = {value for variable in board_of(facts).values() for value in task.domains[variable]}
        self._width = max(cell_len(pen.text(glyph_of(facts, value))) for value in values)
        self._at = {place: cell for cell, place in facts.cells.items()}

    def picture(self) -> Picture:
        rows, columns = zip(*self._at, strict=True)
        last = max(columns)
        drawn = [self._row(row, range(min(columns), last + 2)) for row in range(min(rows), max(rows) + 1)]
        if others := self._board.others:
            drawn.append(Text(" " + self._pen.text(" ".join(others)), "label"))
        cuts = tuple((self._width + 1) * number for number in range(1, last - min(columns) + 1))
        return Picture(tuple(drawn), cuts)

    def _row(self, row: int, columns: range) -> Text:
        line = Text()
        left: int | None = None
        for column in columns[:-1]:
            cell = self._at.get((row, column))
            line.append(*self._gap(left, cell))
            self._cell(line, cell)
            left = cell
        if self._pen.brackets:
            line.append(*self._gap(left, None))
        return line

    def _cell(self, line: Text, cell: int | None) -> None:
        shown = "" if cell is None else self._pen.text(self._board.glyph(cell))
        style = self._style(cell)
        line.append(" " * (self._width - cell_len(shown)), style)
        line.append(shown, "moved" if style == "tile" and self._is_marked(cell) else style)
        if style != "tile" and self._is_marked(cell):
            line.stylize("turned", line.cell_len - cell_len(shown))

    def _gap(self, left: int | None, cell: int | None) -> tuple[str, str]:
        """The space between two cells, and its style."""
        before, after = self._is_moved(left), self._is_moved(cell)
        if left is not None and cell is not None and self._board.piece_of[left] == self._board.piece_of[cell]:
            goes_on = self._board.glyph(left)[-1:] in _OPEN_RIGHT and self._board.glyph(cell)[:1] in _OPEN_LEFT
            style = self._style(cell)
            return (self._pen.text("─") if goes_on else " "), (
                "moved" if self._is_marked(cell) and style == "tile" else style
            )
        if self._pen.brackets and before != after:
            return "[" if after else "]", ""
        return " ", self._style(cell)

    def _style(self, cell: int | None) -> str:
        """The style of a cell's value."""
        return (paint(self._board.color(cell)) if cell is not None else None) or "tile"

    def _is_moved(self, cell: int | None) -> bool:
        return cell in self._board.moved

    def _is_marked(self, cell: int | None) -> bool:
        """Whether a style marks the cell."""
        return self._is_moved(cell) and not self._pen.brackets
