"""A state of rules as shapes: the cells of its board with a polygon for each piece, or its text."""

import re
from collections.abc import Iterator, Sequence

from pybridge.puzzles import Move
from pybridge.render.rule_board import RuleBoard
from pybridge.render.scene import Point, Scene, Shape, fitted, rectangle, text_scene
from pybridge.rules.compiled import Values
from pybridge.rules.domain import draw
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import board_of

Place = tuple[int, int]
MARGIN, SEAM, LINE = 0.1, 0.06, 0.015
"""Space around the cells, between a piece and the edges of its cells, and half of that between two cells."""
INSIDE = 0.8
"""Width of the text on a cell at most."""
REST = 0.4
"""Height of the text of what is on no cell."""
_PITCH, _ROW, _SIGN = 0.5, 0.85, 0.6
"""Width of a column, height of a line, and of a character where each has a column of its own."""
_STROKES = re.compile("[\u2500-\u257f]")
"""Lines that show a piece, which needs none where it is a shape."""
_WORD = re.compile(r"[^\W_]{2}")


def rules_scene(facts: RulesFacts, state: Values, move: Move | None) -> Scene:
    """The board after a move, with what the move changed marked; a state without a board is its text."""
    if not board_of(facts):
        return text_lines(list(draw(facts, state)))
    board = RuleBoard(facts, state, move)
    shapes = list(cell_shapes(facts))
    for piece in board.pieces:
        shapes += _piece(board, piece)
    width, height = frame(facts)
    if others := board.others:
        text, height = " ".join(others), height + REST
        shapes.append(Shape("text", "label", ((width / 2, height - REST / 2),), text, fitted(text, width, REST)))
    return Scene(width, height, tuple(shapes))


def frame(facts: RulesFacts) -> Point:
    """The width and height of a board."""
    (top, left), (bottom, right) = _ends(facts)
    return right - left + 1 + 2 * MARGIN, bottom - top + 1 + 2 * MARGIN


def _ends(facts: RulesFacts) -> tuple[Place, Place]:
    """The first and the last row and column."""
    rows, columns = zip(*facts.cells.values(), strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


def corner(facts: RulesFacts, cell: int) -> Point:
    """Where the upper left corner of a cell is."""
    (top, left), (row, column) = _ends(facts)[0], facts.cells[cell]
    return MARGIN + column - left, MARGIN + row - top


def cell_shapes(facts: RulesFacts) -> Iterator[Shape]:
    """The cells of a board without anything on them."""
    for x, y in (corner(facts, cell) for cell in facts.cells):
        yield Shape("polygon", "cell", rectangle(x + LINE, y + LINE, x + 1 - LINE, y + 1 - LINE))


def _piece(board: RuleBoard, piece: tuple[int, ...]) -> Iterator[Shape]:
    glyphs = [board.glyph(cell) for cell in piece]
    if len(piece) > 1:
        glyphs = [_STROKES.sub("", glyph) for glyph in dict.fromkeys(glyphs)]
    text = "".join(glyphs).strip()
    role = "moved" if piece[0] in board.moved else "tile"
    name = " ".join(board.shown[cell] for cell in piece)
    color = next(filter(None, map(board.color, piece)), None)
    if not board.is_flat(piece[0]):
        x, y = corner(board.facts, piece[0])
        row, column = board.facts.cells[piece[0]]
        corners = tuple((x + a - column, y + b - row) for a, b in outline([board.facts.cells[each] for each in piece]))
        yield Shape("polygon", role, corners, paint=color, piece=name)
    if text and text != ".":
        middle, room = _text_place(board.facts, piece)
        yield Shape("text", role, (middle,), text, fitted(text, room), color, name)


def _text_place(facts: RulesFacts, piece: Sequence[int]) -> tuple[Point, float]:
    """The middle of the text of a piece, and how wide it can be: in the middle, if the piece is a rectangle."""
    xs, ys = zip(*(corner(facts, cell) for cell in piece), strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    if len(piece) < (wide + 1) * (high + 1):
        return (xs[0] + 0.5, ys[0] + 0.5), INSIDE
    return (min(xs) + wide / 2 + 0.5, min(ys) + high / 2 + 0.5), wide + INSIDE


def outline(places: Sequence[Place]) -> list[Point]:
    """The corners around cells that lie side by side, (row, column), as (x, y); SEAM inside their outer edge."""
    sides: dict[Place, list[Place]] = {}
    for row, column in places:
        for down, right, begin, end in _AROUND:
            if (row + down, column + right) not in places:
                sides.setdefault((column + begin[0], row + begin[1]), []).append((end[0] - begin[0], end[1] - begin[1]))
    row, column = min(places)
    first = x, y = column, row
    way, corners = (0, -1), list[Point]()
    while not corners or (x, y) != first:
        after = min(sides[x, y], key=lambda each: _turn(way, each))
        if after != way:
            inward = -way[1] - after[1], way[0] + after[0]
            corners.append((x + SEAM * inward[0], y + SEAM * inward[1]))
        x, y, way = x + after[0], y + after[1], after
    return corners


_AROUND = (
    (-1, 0, (0, 0), (1, 0)),
    (0, 1, (1, 0), (1, 1)),
    (1, 0, (1, 1), (0, 1)),
    (0, -1, (0, 1), (0, 0)),
)
"""The step to the cell beyond each side, down and right, and where the side begins and ends, clockwise."""


def _turn(way: Place, after: Place) -> int:
    """0 for a turn to the right, 1 for straight on, 2 for a turn to the left."""
    return 1 - (way[0] * after[1] - way[1] * after[0])


def text_lines(drawn: Sequence[str]) -> Scene:
    """A drawing in plain text: words as words, but signs that make a picture each at its place."""
    if len(drawn) < 2 or any(map(_WORD.search, drawn)):
        return text_scene(drawn)
    shapes = [
        Shape("text", "text", ((_PITCH * (column + 0.5), _ROW * (row + 0.5)),), sign, _SIGN)
        for row, line in enumerate(drawn)
        for column, sign in enumerate(line)
        if not sign.isspace()
    ]
    return Scene(_PITCH * max(map(len, drawn)), _ROW * len(drawn), tuple(shapes))
