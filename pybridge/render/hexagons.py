"""A board of hexagons: rows beside each other by half a cell, lines where no tile can pass."""

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.render.console import Pen
from pybridge.render.layout import Picture
from pybridge.render.words import piece


def hexagons_picture(facts: SlidingFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> Picture:
    """The board after a move, whose tile is marked; the blank is an empty cell."""
    return _Hexagons(facts, state, move, pen).picture()


class _Hexagons:
    """A cell covers two halves of the grid; its upright lines stand at their outer ends, its point is between them."""

    def __init__(self, facts: SlidingFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> None:
        top, left = (min(numbers) for numbers in zip(*facts.cells, strict=True))
        self.cell_at = {(row - top, column - left): cell for cell, (row, column) in enumerate(facts.cells)}
        self.rows, self.halves = (max(numbers) + 1 for numbers in zip(*self.cell_at, strict=True))
        self.odd = sum(next(iter(self.cell_at))) % 2
        self.neighbors = facts.neighbors
        self.moved = None if move is None else move.target
        self.brackets = pen.brackets
        self.signs = pen.signs
        self.shown = [piece(facts, tile, pen) if tile or 0 in facts.glyphs else "" for tile in state]
        self.width = max(1, *map(cell_len, self.shown))
        self.half = (self.width + 4) // 2

    def picture(self) -> Picture:
        lines = [self._slopes(0)]
        for row in range(self.rows):
            lines += [self._tiles(row), self._slopes(row + 1)]
        cuts = (half * self.half + self.half // 2 + 1 for half in range(1, self.halves + 1))
        return Picture(tuple(lines), tuple(cuts))

    def _wall(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether there is an edge of the board, or a wall on it, between two places."""
        here, there = self.cell_at.get(one), self.cell_at.get(other)
        if here is None or there is None:
            return here is not there
        return there not in self.neighbors[here]

    def _slopes(self, row: int) -> Text:
        """The line above a row: in each half, one cell of the row above meets one of this row."""
        line = ""
        for half in range(self.halves + 1):
            falls = (row - 1 + half) % 2 == self.odd
            above, below = (half, half - 1) if falls else (half - 1, half)
            drawn = self._wall((row - 1, above), (row, below))
            sign = self.signs.slopes[falls] if drawn else " "
            line += " " * (self.half // 2) + sign + " " * (self.half - self.half // 2 - 1)
        return Text(f"{line} ", "edge")

    def _tiles(self, row: int) -> Text:
        line = Text()
        line.append(" " * (self.half * ((row + self.odd) % 2)))
        for column in range((row + self.odd) % 2, self.halves + 2, 2):
            wall = self._wall((row, column - 2), (row, column))
            line.append(self.signs.joints[3] if wall else " ", "edge")
            if column < self.halves:
                self._tile(line, self.cell_at.get((row, column)))
        line.append(" " * max(0, self.half * (self.halves + 1) + 1 - line.cell_len))
        return line

    def _tile(self, line: Text, cell: int | None) -> None:
        """The room between two upright lines, with the tile in its middle."""
        shown = "" if cell is None else self.shown[cell]
        behind = (2 * self.half - 1 - self.width) // 2
        before = 2 * self.half - 1 - self.width - behind
        moved = cell is not None and cell == self.moved
        left, right = ("[", "]") if moved and self.brackets else (" ", " ")
        style = "moved" if moved else "tile"
        line.append(" " * (before - 1))
        line.append(left + " " * (self.width - cell_len(shown)) + shown + right, style)
        line.append(" " * (behind - 1))
