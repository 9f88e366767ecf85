"""Read a drawing with walls between the cells: adjacent places without a wall between them are neighbors.

A region of connected places without any tile is not part of the board; an empty place in a region with tiles is the
blank. Where the frame has `<` and `>`, or `^` and `v`, the board wraps around.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pybridge.boards.drawing_tokens import HOLE, DrawnToken, refuse
from pybridge.boards.walled_text import (
    DOWNWARD,
    LEFTWARD,
    LEVEL,
    RIGHTWARD,
    UPWARD,
    Line,
    WalledColumn,
    columns_and_tokens,
    extent_faults,
    lines_of,
    order_faults,
    outside_faults,
    uprights,
)
from pybridge.errors import Fault
from pybridge.facts.board_graph import Place, reached
from pybridge.facts.tiles import BLANK


def walled_tokens(text: str, path: str) -> tuple[list[DrawnToken], tuple[tuple[int, ...], ...]]:
    """The token of each cell in reading order, and the neighbors of each cell in ascending order.

    Raises FactFileError with the faults of the drawing, each at its line and column.
    """
    lines = lines_of(text)
    refuse(extent_faults(lines, path))
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


def _walls(lines: Sequence[Line]) -> Iterator[Line]:
    """The line of walls above each line of tiles, without a sign if it is not drawn, and the last line of walls."""
    for number, line in enumerate(lines):
        if line.is_wall:
            yield line
        elif not lines[number - 1].is_wall:
            yield Line(line.number, (), ())


@dataclass(frozen=True, slots=True)
class _Way:
    """A place where the board wraps around, the opposite place, and where the sign is drawn."""

    place: Place
    opposite: Place
    line: Line
    column: int


@dataclass(frozen=True, slots=True)
class _Grid:
    """Places in rows and columns, and the walls and signs between them and at the edges."""

    tiles: tuple[Line, ...]
    walls: tuple[Line, ...]
    columns: tuple[WalledColumn, ...]

    def blank(self, place: Place) -> DrawnToken:
        """The token of an empty place."""
        line, column = self.tiles[place[0]], self.columns[place[1]].last
        return DrawnToken(*place, line.number, line.place(column), BLANK)

    def above(self, row: int, place: int) -> str:
        """The wall between a place and the one above it."""
        line, column = self.walls[row], self.columns[place]
        return "".join(line.at(c) for c in range(column.first, column.last + 1)).strip()

    def left(self, row: int, place: int) -> str:
        """The wall between a place and the one to its left; the right edge for the place after the last."""
        side = self.columns[place].left if place < len(self.columns) else self.columns[-1].right
        return "" if side is None else self.tiles[row].at(side).strip()

    def steps(self, place: Place) -> Iterator[Place]:
        """The adjacent places without a wall in between, including places off the board."""
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
        """Whether a place is within the rows and columns."""
        return 0 <= place[0] < len(self.tiles) and 0 <= place[1] < len(self.columns)

    def broken_walls(self, path: str) -> Iterator[Fault]:
        """Horizontal walls that are shorter than a place, and wrap-around signs that are not at the edge."""
        last = len(self.walls) - 1
        for row, line in enumerate(self.walls):
            ways = UPWARD * (row == 0) + DOWNWARD * (row == last)
            for column in self.columns:
                room = range(column.first, column.last + 1)
                wall = [c for c in room if line.at(c) != " "]
                astray = [c for c in wall if line.at(c) not in LEVEL + ways]
                if astray:
                    message = f"{line.at(astray[0])} in a wall; put ^ in the upper edge of the board, v in the lower"
                    yield line.fault(path, astray[0], message)
                elif wall and len(wall) < len(room):
                    yield line.fault(path, wall[0], "an incomplete wall; make it as long as a place")

    def gaps(self, places: Iterable[Place], path: str) -> Iterator[Fault]:
        """Gaps in the frame."""
        message = "the frame is open here; close it, or draw < and > or ^ and v where the board wraps around"
        for place in places:
            for row, column in self.steps(place):
                if column in (-1, len(self.columns)):
                    side = self.columns[0].left if column < 0 else self.columns[-1].right
                    yield self.tiles[row].fault(path, side or 0, message)
                elif row in (-1, len(self.tiles)):
                    yield self.walls[0 if row < 0 else -1].fault(path, self.columns[column].first, message)

    def ways(self) -> Iterator[_Way]:
        """The wrap-around signs of the frame."""
        low, right = len(self.tiles) - 1, len(self.columns) - 1
        for row, line in enumerate(self.tiles):
            if self.left(row, 0) in tuple(LEFTWARD):
                yield _Way((row, 0), (row, right), line, self.columns[0].left or 0)
            if self.left(row, right + 1) in tuple(RIGHTWARD):
                yield _Way((row, right), (row, 0), line, self.columns[right].right or 0)
        for column, room in enumerate(self.columns):
            for row, signs, wall in ((0, UPWARD, self.walls[0]), (low, DOWNWARD, self.walls[-1])):
                for sign in range(room.first, room.last + 1):
                    if wall.at(sign) in tuple(signs):
                        yield _Way((row, column), (low - row, column), wall, sign)


def _way_faults(ways: Sequence[_Way], places: Sequence[Place], path: str) -> Iterator[Fault]:
    cells, pairs = set(places), {(way.place, way.opposite) for way in ways}
    for way in ways:
        if way.place not in cells:
            yield way.line.fault(path, way.column, "a wrap-around sign without a cell next to it; remove it")
        elif way.opposite == way.place:
            yield way.line.fault(path, way.column, "a wrap-around sign that leads back to the same place; remove it")
        elif (way.opposite, way.place) not in pairs:
            yield way.line.fault(path, way.column, "a wrap-around sign without one at the opposite side; draw both")


def _board(grid: _Grid, tiles: Iterable[Place], holes: Collection[Place], ways: Sequence[_Way]) -> set[Place]:
    """The places with tiles, and the empty places that are connected to them."""
    opposites: dict[Place, set[Place]] = {}
    for way in ways:
        opposites.setdefault(way.place, set()).add(way.opposite)

    def near(place: Place) -> set[Place]:
        steps = {step for step in grid.steps(place) if grid.has(step)}
        return (steps | opposites.get(place, set())) - set(holes)

    return set(reached(tiles, near))


def _neighbors(grid: _Grid, places: Sequence[Place], ways: Iterable[_Way]) -> tuple[tuple[int, ...], ...]:
    cell_at = {place: cell for cell, place in enumerate(places)}
    joined = [{cell_at[step] for step in grid.steps(place) if step in cell_at} for place in places]
    for way in ways:
        joined[cell_at[way.place]].add(cell_at[way.opposite])
    return tuple(tuple(sorted(around)) for around in joined)
