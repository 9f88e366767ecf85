"""A sliding board as shapes: cells and tiles as squares or hexagons, with lines where no tile can pass."""

from collections.abc import Iterator
from math import sqrt

from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import HEXAGON
from pybridge.puzzles import Move
from pybridge.render.board_shape import BoardLayout, Pair, layout
from pybridge.render.scene import Point, Scene, Shape, lettered, rectangle

_MARGIN, _WIDE_MARGIN = 0.1, 0.4
"""Space around the cells, for the line at the edge, and for arrows there."""
_SEAM = 0.06
"""Space between a tile and the edge of its cell."""
_INSIDE = 0.8
"""Width of the text on a tile at most."""
_TIP, _WAY = 0.16, 0.14
"""Size of an arrow, and its distance from the edge."""
_RING = 0.34
"""Distance from the middle of a cell at which a link ends."""
_ROOT = sqrt(3)

_Side = tuple[Pair, Point, Point]
"""The step to the next place, and the corners at the ends of this side, seen from the middle of the cell."""
_SQUARE: tuple[_Side, ...] = (
    ((-1, 0), (-0.5, -0.5), (0.5, -0.5)),
    ((0, -1), (-0.5, 0.5), (-0.5, -0.5)),
    ((0, 1), (0.5, -0.5), (0.5, 0.5)),
    ((1, 0), (0.5, 0.5), (-0.5, 0.5)),
)
_CORNERS = tuple((x / 2, y / (2 * _ROOT)) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)))
_HEXAGON: tuple[_Side, ...] = tuple(
    (step, _CORNERS[end], _CORNERS[(end + 1) % 6]) for step, end in zip(HEXAGON, (5, 0, 4, 1, 3, 2), strict=True)
)


def board_scene(facts: TilesFacts, state: tuple[int, ...], move: Move | None) -> Scene:
    """The board after a move, with the moved tile marked; the blank is an empty cell."""
    drawn = layout(facts)
    middles = {cell: _middle(drawn, place) for place, cell in drawn.cell_at.items()}
    corners = _CORNERS if drawn.hexagonal else rectangle(-0.5, -0.5, 0.5, 0.5)
    shapes = [Shape("polygon", "cell", _around(middle, corners)) for middle in middles.values()]
    moved = None if move is None else move.target
    for cell, tile in enumerate(state):
        if tile or 0 in facts.glyphs:
            shapes += _tile(facts.shown(tile), tile, middles[cell], corners, "moved" if cell == moved else "tile")
    shapes += _links(drawn, middles)
    shapes += _sides(drawn)
    width, height = (max(numbers) + _margin(drawn) for numbers in zip(*_reach(middles, corners), strict=True))
    return Scene(width, height, tuple(shapes))


def _middle(drawn: BoardLayout, place: Pair) -> Point:
    (row, column), margin = place, _margin(drawn)
    if drawn.hexagonal:
        return margin + (column + 1) / 2, margin + row * _ROOT / 2 + 1 / _ROOT
    return margin + column + 0.5, margin + row + 0.5


def _margin(drawn: BoardLayout) -> float:
    return _WIDE_MARGIN if drawn.round_rows or drawn.round_columns else _MARGIN


def _reach(middles: dict[int, Point], corners: tuple[Point, ...]) -> Iterator[Point]:
    for middle in middles.values():
        yield from _around(middle, corners)


def _around(middle: Point, corners: tuple[Point, ...], scale: float = 1.0) -> tuple[Point, ...]:
    return tuple((middle[0] + scale * x, middle[1] + scale * y) for x, y in corners)


def _tile(text: str, tile: int, middle: Point, corners: tuple[Point, ...], role: str) -> list[Shape]:
    shape = Shape("polygon", role, _around(middle, corners, 1 - 2 * _SEAM), piece=str(tile))
    return lettered(shape, text, middle, _INSIDE)


def _sides(drawn: BoardLayout) -> Iterator[Shape]:
    """The edge of the board, walls, and arrows where a tile passes the edge."""
    for place, cell in drawn.cell_at.items():
        middle = _middle(drawn, place)
        for step, begin, end in _HEXAGON if drawn.hexagonal else _SQUARE:
            other = place[0] + step[0], place[1] + step[1]
            beyond = drawn.cell_at.get(other)
            if beyond is None and _is_way(drawn, place, step):
                yield _arrow(middle, step)
            elif drawn.wall(place, other) and (beyond is None or cell < beyond):
                yield Shape("line", "edge" if beyond is None else "wall", _around(middle, (begin, end)))


def _is_way(drawn: BoardLayout, place: Pair, step: Pair) -> bool:
    """Whether a tile leaves the board by this step and enters it at the other side."""
    (row, column), (down, right) = place, step
    if right:
        return row in drawn.round_rows and column == (0 if right < 0 else drawn.columns - 1)
    return column in drawn.round_columns and row == (0 if down < 0 else drawn.rows - 1)


def _arrow(middle: Point, step: Pair) -> Shape:
    """A triangle beyond the side of a square that points away from it."""
    (x, y), (down, right) = middle, step
    near, far = 0.5 + _WAY - _TIP / 2, 0.5 + _WAY + _TIP / 2
    spread = ((near, -_TIP), (far, 0.0), (near, _TIP))
    return Shape("polygon", "way", tuple((x + right * a + down * b, y + down * a + right * b) for a, b in spread))


def _links(drawn: BoardLayout, middles: dict[int, Point]) -> Iterator[Shape]:
    """A line between any two neighbors that lie apart, from ring to ring around their middles."""
    for one, other in drawn.others:
        (x, y), (to_x, to_y) = middles[one], middles[other]
        length = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
        across, down = _RING * (to_x - x) / length, _RING * (to_y - y) / length
        yield Shape("line", "link", ((x + across, y + down), (to_x - across, to_y - down)))
