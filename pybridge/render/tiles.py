"""Draw a sliding board in its own shape, squares or hexagons with lines where no tile can pass, and write its moves.

Arrows in the frame mark where a tile may leave the board and enter it at the other side. Neighbors that a drawing
cannot show are listed below it.
"""

from collections.abc import Iterable
from dataclasses import replace

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import HEXAGON, SQUARE
from pybridge.facts.wording import several
from pybridge.puzzles import Move
from pybridge.render.board_shape import Pair, layout
from pybridge.render.console import Pen
from pybridge.render.layout import Picture

_LISTED = 8
"""The most undrawn neighbors that are listed."""
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8


def board_picture(facts: TilesFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> Picture:
    """The board after a move, with the moved tile marked; the blank is an empty cell."""
    kind = _Hexagons if layout(facts).hexagonal else _Squares
    return kind(facts, state, move, pen).picture()


def piece(facts: TilesFacts, tile: int, pen: Pen) -> str:
    """A tile as it is drawn: its glyph, or its number if the console cannot write all glyphs."""
    return pen.text(facts.shown(tile)) if legible(facts, pen) else str(tile)


def legible(facts: TilesFacts, pen: Pen) -> bool:
    """Whether the console can write all glyphs."""
    return all(pen.text(glyph) == glyph for glyph in facts.glyphs.values())


def row_and_column(facts: TilesFacts, cell: int) -> str:
    """Where a cell is drawn."""
    return "{}, {}".format(*facts.cells[cell])


def board_size(facts: TilesFacts, pen: Pen) -> str:
    """Rows and columns of a full rectangle, the number of cells of another board."""
    rows, columns = (max(numbers) - min(numbers) + 1 for numbers in zip(*facts.cells, strict=True))
    full = rows * columns == len(facts.cells)
    return f"{rows} {pen.signs.times} {columns}" if full else several(len(facts.cells), "cell")


def numbered_board(facts: TilesFacts) -> tuple[TilesFacts, tuple[int, ...]]:
    """The board with the number of each cell in its place, as a state that is drawn like any other."""
    return replace(facts, glyphs={0: "0"}), tuple(range(len(facts.cells)))


def other_neighbors(facts: TilesFacts, pen: Pen) -> str:
    """The neighbors that a drawing of the board cannot show; empty if there are none."""
    others = layout(facts).others
    if not others:
        return ""
    pairs = [f"{cell}-{other}" for cell, other in others[:_LISTED]]
    more = len(others) - len(pairs)
    listed = ", ".join([*pairs, *([f"and {several(more, 'pair')} more"] if more else [])])
    return f"also neighbors: cells {listed}"


class _Board:
    """A place for each cell, walls on the edges between places, and the text of each cell's tile."""

    def __init__(self, facts: TilesFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        self.layout = drawn = layout(facts)
        self.cell_at, self._wall = drawn.cell_at, drawn.wall
        self.rows, self.columns = drawn.rows, drawn.columns
        self.moved = None if move is None else move.target
        self.pen = pen
        self.shown = [piece(facts, tile, pen) if tile or 0 in facts.glyphs else "" for tile in state]
        self.width = max(1, *map(cell_len, self.shown))

    def _is_moved(self, place: Pair) -> bool:
        return self.moved is not None and self.cell_at.get(place) == self.moved

    def _mark(self, bracket: str) -> str:
        return bracket if self.pen.brackets else " "


class _Squares(_Board):
    """A board on a grid of squares."""

    def __init__(self, facts: TilesFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        super().__init__(facts, state, move, pen)
        self.walled = [any(self._left(row, j) for row in range(self.rows)) for j in range(self.columns + 1)]

    def picture(self) -> Picture:
        lines = []
        for row in range(self.rows + 1):
            if any(self._above(row, column) for column in range(self.columns)):
                lines.append(self._edge(row))
            if row < self.rows:
                lines.append(self._tiles(row))
        return Picture(tuple(lines), tuple(self._cuts()))

    def _cuts(self) -> Iterable[int]:
        """Where each column of tiles ends."""
        end = 0
        for column in range(self.columns):
            end += sum(map(len, self._gaps(column))) + self.walled[column] + self.width
            yield end

    def _above(self, row: int, column: int) -> bool:
        return self._wall((row - 1, column), (row, column))

    def _left(self, row: int, column: int) -> bool:
        return self._wall((row, column - 1), (row, column))

    def _gaps(self, column: int) -> tuple[str, str]:
        """The spaces before and after the wall to the left of a column; one space if no row has a wall there."""
        if not self.walled[column]:
            return "", " "
        return " " * (column > 0), " " * (column < self.columns)

    def _edge(self, row: int) -> Text:
        line = ""
        for column in range(self.columns + 1):
            left, right = self._above(row, column - 1), self._above(row, column)
            up, down = self._left(row - 1, column), self._left(row, column)
            joint = self._joint(_UP * up + _DOWN * down + _LEFT * left + _RIGHT * right)
            before, behind = self._gaps(column)
            if not self.walled[column]:
                behind = ""
            line += self._stroke(left, len(before)) + joint + self._stroke(right, len(behind))
            if column < self.columns:
                way = self._way_above(row, column)
                line += self._stroke(right, self.width - len(way)) + way
        return Text(line, "edge")

    def _way_above(self, row: int, column: int) -> str:
        """The arrow at the upper or lower edge of a column that wraps around."""
        if row not in (0, self.rows) or column not in self.layout.round_columns:
            return ""
        return self.pen.signs.ways[2 if row == 0 else 3]

    def _upright(self, row: int, column: int) -> str:
        """The wall to the left of a place, or the arrow of a row that wraps around."""
        if row in self.layout.round_rows and column in (0, self.columns):
            return self.pen.signs.ways[0 if column == 0 else 1]
        return self._joint((_UP | _DOWN) * self._left(row, column))

    def _joint(self, edges: int) -> str:
        return self.pen.signs.joints[edges]

    def _stroke(self, drawn: bool, length: int) -> str:
        return self._joint((_LEFT | _RIGHT) * drawn) * length

    def _tiles(self, row: int) -> Text:
        line = Text()
        for column in range(self.columns + 1):
            before, behind = self._gaps(column)
            wall = self._upright(row, column) if self.walled[column] else ""
            left, right = self._is_moved((row, column - 1)), self._is_moved((row, column))
            if not self.walled[column]:
                behind = self._mark("]" if left else "[") if left or right else " "
                line.append(behind, "moved" if left or right else "")
            else:
                line.append(self._mark("]") if left else before, "moved" if left else "")
                line.append(wall, "edge")
                line.append(self._mark("[") if right else behind, "moved" if right else "")
            if column < self.columns:
                self._tile(line, row, column)
        return line

    def _tile(self, line: Text, row: int, column: int) -> None:
        cell = self.cell_at.get((row, column))
        shown = "" if cell is None else self.shown[cell]
        line.append(" " * (self.width - cell_len(shown)) + shown, "moved" if self._is_moved((row, column)) else "tile")


class _Hexagons(_Board):
    """A cell covers two halves of the grid: its vertical lines are at their outer ends, its tip is between them."""

    def __init__(self, facts: TilesFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        super().__init__(facts, state, move, pen)
        self.odd = sum(next(iter(self.cell_at))) % 2
        self.half = (self.width + 4) // 2

    def picture(self) -> Picture:
        lines = [self._slopes(0)]
        for row in range(self.rows):
            lines += [self._tiles(row), self._slopes(row + 1)]
        cuts = (half * self.half + self.half // 2 + 1 for half in range(1, self.columns + 1))
        return Picture(tuple(lines), tuple(cuts))

    def _slopes(self, row: int) -> Text:
        """The line above a row; in each half, one cell of the row above meets one of this row."""
        line = ""
        for half in range(self.columns + 1):
            falls = (row - 1 + half) % 2 == self.odd
            above, below = (half, half - 1) if falls else (half - 1, half)
            drawn = self._wall((row - 1, above), (row, below))
            sign = self.pen.signs.slopes[falls] if drawn else " "
            line += " " * (self.half // 2) + sign + " " * (self.half - self.half // 2 - 1)
        return Text(f"{line} ", "edge")

    def _tiles(self, row: int) -> Text:
        line = Text()
        line.append(" " * (self.half * ((row + self.odd) % 2)))
        for column in range((row + self.odd) % 2, self.columns + 2, 2):
            wall = self._wall((row, column - 2), (row, column))
            line.append(self.pen.signs.joints[3] if wall else " ", "edge")
            if column < self.columns:
                self._tile(line, (row, column))
        line.append(" " * max(0, self.half * (self.columns + 1) + 1 - line.cell_len))
        return line

    def _tile(self, line: Text, place: Pair) -> None:
        """The space between two vertical lines, with the tile in the middle."""
        cell = self.cell_at.get(place)
        shown = "" if cell is None else self.shown[cell]
        behind = (2 * self.half - 1 - self.width) // 2
        before = 2 * self.half - 1 - self.width - behind
        moved = self._is_moved(place)
        left, right = (self._mark(bracket) if moved else " " for bracket in "[]")
        style = "moved" if moved else "tile"
        line.append(" " * (before - 1))
        line.append(left + " " * (self.width - cell_len(shown)) + shown + right, style)
        line.append(" " * (behind - 1))


def tile_moved(facts: TilesFacts, move: Move, pen: Pen) -> str:
    """A move as the tile that moves: that identifies it, except among equal tiles."""
    return piece(facts, int(move.piece), pen)


def cells_moved(facts: TilesFacts, move: Move, pen: Pen) -> str:
    """A move as the cells between which the tile moves."""
    return f"{move.source}{pen.signs.arrow}{move.target}"


def arrow_moved(facts: TilesFacts, move: Move, pen: Pen) -> str:
    """A move as an arrow in which direction the tile moves, also around an edge; the cells if they lie apart."""
    source, target = int(move.source), int(move.target)
    (row, column), (to_row, to_column) = facts.cells[source], facts.cells[target]
    down, right = to_row - row, to_column - column
    drawn, signs = layout(facts), pen.signs
    if (down, right) in (HEXAGON if drawn.hexagonal else SQUARE):
        if down and right:
            return signs.diagonals[2 * (down > 0) + (right > 0)]
    elif (min(source, target), max(source, target)) in drawn.others:
        return cells_moved(facts, move, pen)
    else:
        down, right = -down, -right
    return signs.ways[(right > 0) if right else 2 + (down > 0)]


MOVES = {"tiles": tile_moved, "arrows": arrow_moved, "cells": cells_moved}
"""The ways to write a move of a board."""
