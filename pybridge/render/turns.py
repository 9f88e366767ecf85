"""Draw a state of a permutation puzzle as its facets: blocks of color with a letter, or the numbers of the pieces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import moves
from pybridge.facts.turns import letters
from pybridge.facts.wording import several
from pybridge.puzzles import Move
from pybridge.render.console import PAINTS, Pen
from pybridge.render.layout import Picture
from pybridge.render.scene import Scene, Shape, lettered, rectangle

Place = tuple[int, int]
_MARGIN, _GAP, _SEAM = 0.15, 0.2, 0.03
"""Space around a scene, between faces, and around each facet."""


@dataclass(frozen=True, slots=True)
class Facet:
    """What is drawn at one place: a text, its color, whether the last move turned it, and the piece that can move."""

    face: str
    text: str
    paint: str | None
    turned: bool = False
    piece: int | None = None

    @property
    def style(self) -> str:
        """The style of its block."""
        return f"paint.{self.paint}" if self.paint else "tile"


def facets_picture(facts: TurnsFacts, state: tuple[int, ...], move: Move | None, pen: Pen) -> Picture:
    """The facets at their places, or the pieces in a row if there are none; those that the last move turned are marked.

    Faces that lie side by side have a gap between them.
    """
    drawn = _facets(facts, state, move, pen.text)
    columns = _span(column for _, column in drawn)
    width = max(cell_len(facet.text) for facet in drawn.values())
    gaps = {column for row, column in drawn if _apart(drawn.get((row, column - 1)), drawn[row, column])}
    lines, cuts = [], []
    for row in _span(row for row, _ in drawn):
        line, ends, left = Text(), {}, None
        for column in columns:
            ends[column] = line.cell_len
            if column in gaps:
                _mark(line, left, None, pen)
                ends[column], left = line.cell_len, None
            _facet(line, left, drawn.get((row, column)), width, pen)
            left = drawn.get((row, column))
        _mark(line, left, None, pen)
        lines.append(line)
        cuts = [ends[column] for column in columns[1:] if column in gaps or not gaps]
    return Picture(tuple(lines), tuple(cuts))


def facets_scene(facts: TurnsFacts, state: tuple[int, ...], move: Move | None) -> Scene:
    """The facets at their places, or the pieces in a row; those that the last move turned are marked."""
    drawn = _facets(facts, state, move)
    turned = {(column, row): facet for (row, column), facet in drawn.items()}
    left, top = _starts(turned), _starts(drawn)
    shapes: list[Shape] = []
    for (row, column), facet in drawn.items():
        x, y = left[column], top[row]
        corners = rectangle(x + _SEAM, y + _SEAM, x + 1 - _SEAM, y + 1 - _SEAM)
        piece = None if facet.piece is None else str(facet.piece)
        shape = Shape("polygon", "moved" if facet.turned else "tile", corners, paint=facet.paint, piece=piece)
        shapes += lettered(shape, facet.text, (x + 0.5, y + 0.5), 0.8)
    return Scene(max(left.values()) + 1 + _MARGIN, max(top.values()) + 1 + _MARGIN, tuple(shapes))


def _starts(drawn: Mapping[Place, Facet]) -> dict[int, float]:
    """Where each row begins in a scene, with a gap where two faces touch."""
    gaps = {row for row, column in drawn if _apart(drawn.get((row - 1, column)), drawn[row, column])}
    starts, begin = {}, _MARGIN
    for row in _span(row for row, _ in drawn):
        begin += _GAP * (row in gaps)
        starts[row] = begin
        begin += 1
    return starts


def points_size(facts: TurnsFacts, pen: Pen) -> str:
    """The number of points."""
    return several(facts.points, "point")


def _span(numbers: Iterable[int]) -> range:
    """From the least to the largest number."""
    found = set(numbers)
    return range(min(found), max(found) + 1)


def _apart(left: Facet | None, right: Facet) -> bool:
    return left is not None and left.face != right.face


def _facets(
    facts: TurnsFacts, state: tuple[int, ...], move: Move | None, write: Callable[[str], str] = str
) -> dict[Place, Facet]:
    texts = {piece: write(text) for piece, text in letters(facts).items()}
    turned = _turned(facts, str(move)) if move else frozenset()
    places = facts.facets or {point: ("", 0, point) for point in range(1, facts.points + 1)}
    found = {}
    for point, (face, row, column) in places.items():
        piece = state[point - 1]
        found[row, column] = Facet(face, texts[piece], _paint(facts.colours.get(piece)), point in turned, piece)
    return found | _centers(facts, found)


@lru_cache(maxsize=64)
def _turned(facts: TurnsFacts, name: str) -> frozenset[int]:
    """The points that a move moves pieces to."""
    by = next((turn.sources for turn in moves(facts) if turn.name == name), ())
    return frozenset(place + 1 for place, source in enumerate(by) if place != source)


def _centers(facts: TurnsFacts, found: Mapping[Place, Facet]) -> dict[Place, Facet]:
    """The faces of `facelets` that have no point: drawn in the empty places with their facets on all four sides."""
    texts, goal = letters(facts), facts.goals[0]
    pieces = {face: goal[point - 1] for point, (face, _, _) in sorted(facts.facets.items(), reverse=True)}
    centers = {}
    for row, column in {(row + 1, column) for row, column in found} - set(found):
        around = [found.get((row + down, column + across)) for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        faces = {facet.face if facet else "" for facet in around}
        face = faces.pop()
        if not faces and face in facts.facelets:
            centers[row, column] = Facet(face, texts[pieces[face]], _paint(facts.colours.get(pieces[face])))
    return centers


def _paint(colour: str | None) -> str | None:
    return colour if f"paint.{colour}" in PAINTS else None


def _facet(line: Text, left: Facet | None, facet: Facet | None, width: int, pen: Pen) -> None:
    """One place: a block of color, or with brackets around it and its turned neighbors if the console has no color."""
    shown = facet.text if facet else ""
    text = " " * (width - cell_len(shown)) + shown
    if pen.brackets:
        _mark(line, left, facet, pen)
        line.append(text)
        return
    style = facet.style if facet else ""
    line.append(" ", style)
    line.append(text, style)
    if facet and facet.turned:
        line.stylize("moved" if style == "tile" else "turned", len(line) - len(shown))


def _mark(line: Text, left: Facet | None, right: Facet | None, pen: Pen) -> None:
    """The column between two places: a bracket where turned facets begin or end."""
    before, after = (facet is not None and facet.turned for facet in (left, right))
    line.append(("[" if after else "]") if pen.brackets and before != after else " ")
