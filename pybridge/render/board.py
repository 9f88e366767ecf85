"""Draw a sliding board in its own shape: squares or hexagons, with lines where no tile can pass.

Arrows in the frame mark where a tile may leave the board and enter it at the other side. Neighbors that a drawing
cannot show are listed below it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import SlidingFacts
from pybridge.facts.board_graph import HEXAGON, SQUARE, unreachable
from pybridge.facts.wording import several
from pybridge.puzzles import Move
from pybridge.render.console import Pen
from pybridge.render.layout import Picture

_LISTED = 8
"""The most undrawn neighbors that are listed."""
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8

Pair = tuple[int, int]


def board_picture(facts: SlidingFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> Picture:
    """The board after a move, with the moved tile marked; the blank is an empty cell."""
    kind = board_shape(facts)
    if kind.hexagonal:
        return _Hexagons(facts, state, move, pen).picture()
    return _Squares(facts, kind, state, move, pen).picture()


def piece(facts: SlidingFacts, tile: int, pen: Pen) -> str:
    """A tile as it is drawn: its glyph, or its number if the console cannot write all glyphs."""
    legible = all(pen.text(glyph) == glyph for glyph in facts.glyphs.values())
    return pen.text(facts.glyphs.get(tile, str(tile))) if legible else str(tile)


def tile_moved(facts: SlidingFacts, move: Move, pen: Pen) -> str:
    """A move as the tile that moves: that identifies it."""
    return piece(facts, int(move.piece), pen)


def board_size(facts: SlidingFacts, pen: Pen) -> str:
    """Rows and columns of a full rectangle, the number of cells of another board."""
    rows, columns = (max(numbers) - min(numbers) + 1 for numbers in zip(*facts.cells, strict=True))
    full = rows * columns == len(facts.cells)
    return f"{rows} {pen.signs.times} {columns}" if full else several(len(facts.cells), "cell")


def numbered_board(facts: SlidingFacts) -> tuple[SlidingFacts, tuple[int, ...]]:
    """The board with the number of each cell in its place, as a state that is drawn like any other."""
    return replace(facts, glyphs={0: "0"}), tuple(range(len(facts.cells)))


def other_neighbors(facts: SlidingFacts, pen: Pen) -> str:
    """The neighbors that a drawing of the board cannot show; empty if there are none."""
    others = board_shape(facts).others
    if not others:
        return ""
    pairs = [f"{cell}-{other}" for cell, other in others[:_LISTED]]
    more = len(others) - len(pairs)
    listed = ", ".join([*pairs, *([f"and {several(more, 'pair')} more"] if more else [])])
    return f"also neighbors: cells {listed}"


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How a board is drawn. `rows` and `columns` are those whose first and last cells touch around the edge.

    `others` are the remaining neighbors that do not lie side by side, the smaller cell first.
    """

    hexagonal: bool
    rows: frozenset[int]
    columns: frozenset[int]
    others: tuple[Pair, ...]


def board_shape(facts: SlidingFacts) -> BoardShape:
    """The shape of a board. It is hexagonal if it is connected by steps between hexagons."""
    hexagonal = not unreachable(tuple(tuple(around) for around in _beside(facts, HEXAGON)))
    beside = _beside(facts, HEXAGON if hexagonal else SQUARE)
    apart = [(cell, other) for cell, around in enumerate(facts.neighbors) for other in around if cell < other]
    apart = [(cell, other) for cell, other in apart if other not in beside[cell]]
    if hexagonal:
        return BoardShape(True, frozenset(), frozenset(), tuple(apart))
    top, left = (min(numbers) for numbers in zip(*facts.cells, strict=True))
    bottom, right = (max(numbers) for numbers in zip(*facts.cells, strict=True))
    rows, columns, others = set(), set(), []
    for cell, other in apart:
        (row, column), (other_row, other_column) = sorted((facts.cells[cell], facts.cells[other]))
        if (row, column, other_column) == (other_row, left, right):
            rows.add(row)
        elif (column, row, other_row) == (other_column, top, bottom):
            columns.add(column)
        else:
            others.append((cell, other))
    return BoardShape(False, frozenset(rows), frozenset(columns), tuple(others))


def _beside(facts: SlidingFacts, steps: tuple[Pair, ...]) -> list[set[int]]:
    """For each cell, the neighbors that are one of the steps away."""
    places = facts.cells
    return [
        {other for other in around if (places[other][0] - places[cell][0], places[other][1] - places[cell][1]) in steps}
        for cell, around in enumerate(facts.neighbors)
    ]


class _Board:
    """A place for each cell, walls on the edges between places, and the text of each cell's tile."""

    def __init__(
        self, facts: SlidingFacts, places: Mapping[Pair, int], state: tuple[int, ...], move: Move | None, pen: Pen
    ) -> None:
        self.cell_at = places
        self.rows, self.columns = (max(numbers) + 1 for numbers in zip(*places, strict=True))
        self.neighbors = facts.neighbors
        self.moved = None if move is None else move.target
        self.pen = pen
        self.shown = [piece(facts, tile, pen) if tile or 0 in facts.glyphs else "" for tile in state]
        self.width = max(1, *map(cell_len, self.shown))

    def _wall(self, one: Pair, other: Pair) -> bool:
        """Whether an edge of the board, or a wall, is between two places."""
        here, there = self.cell_at.get(one), self.cell_at.get(other)
        if here is None or there is None:
            return here is not there
        return there not in self.neighbors[here]

    def _is_moved(self, place: Pair) -> bool:
        return self.moved is not None and self.cell_at.get(place) == self.moved

    def _mark(self, bracket: str) -> str:
        return bracket if self.pen.brackets else " "


class _Squares(_Board):
    """A board on a grid of squares."""

    def __init__(
        self, facts: SlidingFacts, kind: BoardShape, state: tuple[int, ...], move: Move | None, pen: Pen
    ) -> None:
        rows, columns = (_close(numbers) for numbers in zip(*facts.cells, strict=True))
        places = {(rows[row], columns[column]): cell for cell, (row, column) in enumerate(facts.cells)}
        super().__init__(facts, places, state, move, pen)
        self.round_rows = {rows[row] for row in kind.rows}
        self.round_columns = {columns[column] for column in kind.columns}
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
        """The arrow at the upper or lower edge of a column that wraps around."""
        if row not in (0, self.rows) or column not in self.round_columns:
            return ""
        return self.pen.signs.ways[2 if row == 0 else 3]

    def _upright(self, row: int, column: int) -> str:
        """The wall to the left of a place, or the arrow of a row that wraps around."""
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

    def __init__(self, facts: SlidingFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        top, left = (min(numbers) for numbers in zip(*facts.cells, strict=True))
        places = {(row - top, column - left): cell for cell, (row, column) in enumerate(facts.cells)}
        super().__init__(facts, places, state, move, pen)
        self.odd = sum(next(iter(places))) % 2
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


def _close(numbers: Iterable[int]) -> dict[int, int]:
    """Renumber, so that at most one unused number is left between any two."""
    used = sorted(set(numbers))
    places = [0]
    for before, after in pairwise(used):
        places.append(places[-1] + min(2, after - before))
    return dict(zip(used, places, strict=True))
