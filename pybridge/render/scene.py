"""A picture of a state as shapes in a plane: what pictures and pages draw. The rows of the domains make them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from rich.cells import cell_len

Point = tuple[float, float]

_COLUMN, _LETTER, _WIDE = 0.62, 0.8, 1.05
"""Width of a digit, any letter, and a character of two columns, relative to its height; enough in most fonts."""
_BROAD = "MWmw@%"
"""Letters as wide as a character of two columns."""
_HEIGHT = 0.5
"""Height of the text on a piece."""
_LINE = 0.6
"""Height of the text of a drawing in plain text; its lines are 1 apart."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon, a line, or a text.

    `points` are corners, the ends, or the middle of the text, as (x, y); a piece is about 1 wide and 1 high, and y
    grows downward. `size` is the height of a text. `role` says what the shape is: `cell` (a place for a tile), `tile`,
    `moved` (a piece that the last move moved), `edge` (of the board), `wall`, `way` (an arrow where a tile leaves the
    board and enters it at the other side), `link` (joins two neighbors that lie apart), `ground`, `label`, or `text`.
    `paint` is the color that facts give to a piece. `piece` names the piece that the shape belongs to: it stays the
    same while the piece moves, and pieces that look alike share it.
    """

    kind: Literal["polygon", "line", "text"]
    role: str
    points: tuple[Point, ...]
    text: str = ""
    size: float = 0.0
    paint: str | None = None
    piece: str | None = None

    def shifted(self, right: float, down: float) -> "Shape":
        """The shape at another place."""
        return replace(self, points=tuple((x + right, y + down) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class Scene:
    """The shapes of a picture, in drawing order, between (0, 0) and (width, height)."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def fitted(text: str, room: float, height: float = _HEIGHT) -> float:
    """The height at which a text is at most `room` wide, at most `height`."""
    width = sum(map(_width, text))
    return min(height, room / max(_COLUMN, width))


def _width(sign: str) -> float:
    """The width of a character relative to its height."""
    if sign.isdigit():
        return _COLUMN
    return (0, _WIDE if sign in _BROAD else _LETTER, _WIDE)[cell_len(sign)]


def lettered(shape: Shape, text: str, middle: Point, room: float) -> list[Shape]:
    """A piece with its text, which is as wide as `room` at most."""
    if not text.strip():
        return [shape]
    size = fitted(text, room)
    return [shape, Shape("text", shape.role, (middle,), text.strip(), size, shape.paint, shape.piece)]


def text_scene(lines: Sequence[str]) -> Scene:
    """A drawing in plain text: each word at its column, so that columns are right in any font."""
    shapes = []
    for row, line in enumerate(lines):
        for column, word in _words(line):
            middle = _COLUMN * _LINE * (column + cell_len(word) / 2), row + 0.5
            shapes.append(Shape("text", "text", (middle,), word, _LINE))
    return Scene(_COLUMN * _LINE * max(map(cell_len, lines), default=0), len(lines), tuple(shapes))


def _words(line: str) -> Iterable[tuple[int, str]]:
    """The words of a line, each with its first column."""
    column = 0
    for is_space, signs in groupby(line, str.isspace):
        word = "".join(signs)
        if not is_space:
            yield column, word
        column += cell_len(word)
