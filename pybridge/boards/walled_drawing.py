"""Reads a drawing with walls between the cells: neighbors are the places between which there is none.

Places that hang together and have no tile are no part of the board; an empty place among tiles is the blank. Where the
frame has `<` and `>`, or `^` and `v`, a tile may leave the board and come in again at the other side.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pybridge.boards.drawing_tokens import BLANK, HOLE, DrawnToken, refuse
from pybridge.boards.walled_text import (
    DOWNWARD,
    LEFTWARD,
    LEVEL,
    RIGHTWARD,
    UPWARD,
    Line,
    WalledColumn,
    columns_and_tokens,
    lines_of,
    order_faults,
    outside_faults,
    size_faults,
    uprights,
)
from pybridge.errors import Fault
from pybridge.facts.board_graph import Place


def walled_tokens(text: str, path: str) -> tuple[list[DrawnToken], tuple[tuple[int, ...], ...]]:
    """The token of each cell in reading order, and each cell's neighbors, ascending.

    Raises FactFileError with the faults of the drawing, each at its line and column.
    """
    lines = lines_of(text)
    refuse(size_faults(lines, path))
    refuse(order_faults(lines, path))
    standing = uprights(lines)
    refuse(outside_faults(lines, standing, path))
    tiles = tuple(line for line in lines if not line.is_wall)
    columns, tokens = columns_and_tokens(tiles, standing, path)
    grid = _Grid(tiles, tuple(_walls(lines)), columns)
    refuse(grid.broken_walls(path))
    holes = {(token.row, token.place) for token in tokens if token.text == HOLE}
    shown = {(token.row, token.place): token for token in tokens if token.text != HOLE}
    ways = list(grid.ways())
    places = sorted(_board(grid, shown, holes, ways))
    refuse([*grid.gaps(places, path), *_way_faults(ways, places, path)])
    return [shown.get(place) or grid.blank(place) for place in places], _neighbors(grid, places, ways)


def _walls(lines: Sequence[Line]) -> Iterator[Line | None]:
    """The line of walls above each line of tiles, and the last one; None where there is none."""
    for number, line in enumerate(lines):
        if line.is_wall:
            yield line
        elif not lines[number - 1].is_wall:
            yield None


@dataclass(frozen=True, slots=True)
class _Way:
    """A way off the board from a place, in at the opposite one, and where it is drawn."""

    place: Place
    opposite: Place
    line: Line
    column: int


@dataclass(frozen=True, slots=True)
class _Grid:
    """Places in rows and columns: what lies between two of them, and at the edge."""

    tiles: tuple[Line, ...]
    walls: tuple[Line | None, ...]
    columns: tuple[WalledColumn, ...]

    def blank(self, place: Place) -> DrawnToken:
        """The token of a place that is empty."""
        line, column = self.tiles[place[0]], self.columns[place[1]].last
        return DrawnToken(*place, line.number, line.place(column), BLANK)

    def above(self, row: int, place: int) -> str:
        """The signs between a place and the one above it."""
        line, column = self.walls[row], self.columns[place]
        return "" if line is None else "".join(line.at(c) for c in range(column.first, column.last + 1)).strip()

    def left(self, row: int, place: int) -> str:
        """The signs between a place and the one to its left; that of the right edge if it is behind the last."""
        side = self.columns[place].left if place < len(self.columns) else self.columns[-1].right
        return "" if side is None else self.tiles[row].at(side).strip()

    def steps(self, place: Place) -> Iterator[Place]:
        """The places around one that no wall keeps apart from it, off the board too."""
        row, column = place
        if not self.above(row, column):
            yield row - 1, column
        if not self.left(row, column):
            yield row, column - 1
        if not self.left(row, column + 1):
            yield row, column + 1
        if not self.above(row + 1, column):
            yield row + 1, column

    def has(self, place: Place) -> bool:
        """Whether a place is in the rows and columns."""
        return 0 <= place[0] < len(self.tiles) and 0 <= place[1] < len(self.columns)

    def broken_walls(self, path: str) -> Iterator[Fault]:
        """Level walls that do not go all along a place, and ways off the board that are not at its edge."""
        last = len(self.walls) - 1
        for row, line in enumerate(self.walls):
            ways = UPWARD * (row == 0) + DOWNWARD * (row == last)
            for column in self.columns if line else ():
                assert line is not None
                room = range(column.first, column.last + 1)
                wall = [c for c in room if line.at(c) != " "]
                astray = [c for c in wall if line.at(c) not in LEVEL + ways]
                if astray:
                    message = f"{line.at(astray[0])} in a wall; ^ stands in the upper edge of the board, v in the lower"
                    yield line.fault(path, astray[0], message)
                elif wall and len(wall) < len(room):
                    yield line.fault(path, wall[0], "a wall that begins or ends nowhere: it is as long as a place")

    def gaps(self, places: Iterable[Place], path: str) -> Iterator[Fault]:
        """Where cells lie open to the outside."""
        message = "the frame is open here; close it, or draw < and > or ^ and v where tiles go round to the other side"
        for place in places:
            for row, column in self.steps(place):
                if column in (-1, len(self.columns)):
                    side = self.columns[0].left if column < 0 else self.columns[-1].right
                    yield self.tiles[row].fault(path, side or 0, message)
                elif row in (-1, len(self.tiles)):
                    line = self.walls[0 if row < 0 else -1]
                    assert line is not None
                    yield line.fault(path, self.columns[column].first, message)

    def ways(self) -> Iterator[_Way]:
        """The ways off the board and in again at the other side."""
        low, right = len(self.tiles) - 1, len(self.columns) - 1
        for row, line in enumerate(self.tiles):
            if self.left(row, 0) in tuple(LEFTWARD):
                yield _Way((row, 0), (row, right), line, self.columns[0].left or 0)
            if self.left(row, right + 1) in tuple(RIGHTWARD):
                yield _Way((row, right), (row, 0), line, self.columns[right].right or 0)
        for column, room in enumerate(self.columns):
            for row, signs, wall in ((0, UPWARD, self.walls[0]), (low, DOWNWARD, self.walls[-1])):
                assert wall is not None
                for sign in range(room.first, room.last + 1):
                    if wall.at(sign) in tuple(signs):
                        yield _Way((row, column), (low - row, column), wall, sign)


def _way_faults(ways: Sequence[_Way], places: Sequence[Place], path: str) -> Iterator[Fault]:
    cells, pairs = set(places), {(way.place, way.opposite) for way in ways}
    for way in ways:
        if way.place not in cells:
            yield way.line.fault(path, way.column, "a way off the board, and no cell beside it")
        elif way.opposite == way.place:
            yield way.line.fault(path, way.column, "a way off the board that leads back to the same place")
        elif (way.opposite, way.place) not in pairs:
            yield way.line.fault(path, way.column, "a way off the board here, and none in at the other side; draw both")


def _board(grid: _Grid, tiles: Iterable[Place], holes: Collection[Place], ways: Sequence[_Way]) -> set[Place]:
    """The places with tiles, and the empty ones that no wall keeps apart from them."""
    opposites: dict[Place, set[Place]] = {}
    for way in ways:
        opposites.setdefault(way.place, set()).add(way.opposite)
    found = set(tiles)
    queue = list(found)
    for place in queue:
        steps = {step for step in grid.steps(place) if grid.has(step)}
        steps |= opposites.get(place, set())
        queue += steps - found - set(holes)
        found |= steps - set(holes)
    return found


def _neighbors(grid: _Grid, places: Sequence[Place], ways: Iterable[_Way]) -> tuple[tuple[int, ...], ...]:
    cell_at = {place: cell for cell, place in enumerate(places)}
    joined = [{cell_at[step] for step in grid.steps(place) if step in cell_at} for place in places]
    for way in ways:
        joined[cell_at[way.place]] |= {cell_at[way.opposite]} - {cell_at[way.place]}
    return tuple(tuple(sorted(around)) for around in joined)
