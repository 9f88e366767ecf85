"""A sliding board in its own shape: lines where no tile can pass, nothing where there is no cell.

Arrows stand in the frame where a tile may leave the board and come in again at the other side.
"""

from collections.abc import Iterable
from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.render.board_shape import Shape, shape
from pybridge.render.console import Pen
from pybridge.render.hexagons import hexagons_picture
from pybridge.render.layout import Picture
from pybridge.render.words import piece

Place = tuple[int, int]
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8


def board_picture(facts: SlidingFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> Picture:
    """The board after a move, whose tile is marked; the blank is an empty cell."""
    kind = shape(facts)
    if kind.hexagonal:
        return hexagons_picture(facts, state, move, pen)
    return _Drawing(facts, kind, state, move, pen).picture()


class _Drawing:
    """A board on a grid: one place for each cell, and walls on the edges between places."""

    def __init__(self, facts: SlidingFacts, kind: Shape, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        rows, columns = (_close(numbers) for numbers in zip(*facts.cells, strict=True))
        self.cell_at = {(rows[row], columns[column]): cell for cell, (row, column) in enumerate(facts.cells)}
        self.rows, self.columns = max(rows.values()) + 1, max(columns.values()) + 1
        self.neighbors = facts.neighbors
        self.round_rows = {rows[row] for row in kind.rows}
        self.round_columns = {columns[column] for column in kind.columns}
        self.moved = None if move is None else move.target
        self.pen = pen
        self.shown = [piece(facts, tile, pen) if tile or 0 in facts.glyphs else "" for tile in state]
        self.width = max(1, *map(cell_len, self.shown))
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

    def _wall(self, one: Place, other: Place) -> bool:
        """Whether there is an edge of the board, or a wall on it, between two places."""
        here, there = self.cell_at.get(one), self.cell_at.get(other)
        if here is None or there is None:
            return here is not there
        return there not in self.neighbors[here]

    def _above(self, row: int, column: int) -> bool:
        return self._wall((row - 1, column), (row, column))

    def _left(self, row: int, column: int) -> bool:
        return self._wall((row, column - 1), (row, column))

    def _gaps(self, column: int) -> tuple[str, str]:
        """The spaces before and behind the wall that is left of a column, or one space if no row has a wall there."""
        if not self.walled[column]:
            return "", " "
        return " " * (column > 0), " " * (column < self.columns)

    def _edge(self, row: int) -> Text:
        line = ""
        for column in range(self.columns + 1):
            left, right = column > 0 and self._above(row, column - 1), self._above(row, column)
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
        """The sign of a way off the board and in at its other side, at the upper and the lower edge."""
        if row not in (0, self.rows) or column not in self.round_columns:
            return ""
        return self.pen.signs.ways[2 if row == 0 else 3]

    def _upright(self, row: int, column: int) -> str:
        """The wall to the left of a place, or the way off the board there."""
        if row in self.round_rows and column in (0, self.columns):
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
            left, right = self._is_moved(row, column - 1), self._is_moved(row, column)
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
        line.append(" " * (self.width - cell_len(shown)) + shown, "moved" if self._is_moved(row, column) else "tile")

    def _is_moved(self, row: int, column: int) -> bool:
        return self.moved is not None and self.cell_at.get((row, column)) == self.moved

    def _mark(self, bracket: str) -> str:
        return bracket if self.pen.brackets else " "


def _close(numbers: Iterable[int]) -> dict[int, int]:
    """Numbers moved together, so that at most one unused number is between any two."""
    used = sorted(set(numbers))
    places = [0]
    for before, after in pairwise(used):
        places.append(places[-1] + min(2, after - before))
    return dict(zip(used, places, strict=True))
