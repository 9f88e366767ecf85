"""Draw a state of a permutation puzzle as its facets: blocks of color with a letter, or the numbers of the pieces.

Points that moves send around in rings are balls on circles, and pieces that have a width are bars.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import moves
from pybridge.facts.turns import fields, letters
from pybridge.puzzles import Move
from pybridge.render.console import PAINTS, Pen
from pybridge.render.layout import Picture
from pybridge.render.point_lines import circled, line_of, rings_of, turned_over
from pybridge.render.scene import Point, Scene, Shape, lettered, rectangle

Place = tuple[int, int]
_MARGIN, _GAP, _SEAM = 0.15, 0.2, 0.03
"""Space around a scene, between faces, and around each facet."""
_CORNERS = 24
"""Corners of a disc."""


@dataclass(frozen=True, slots=True)
class Facet:
    """What is drawn at one place: a text, its color, whether the last move turned it, its point and its piece."""

    face: str
    text: str
    paint: str | None
    turned: bool = False
    point: int | None = None
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
    if facts.widths:
        return _bars(facts, drawn, pen)
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


def _bars(facts: TurnsFacts, drawn: Mapping[Place, Facet], pen: Pen) -> Picture:
    """Pieces as wide as their facts say, each in the middle of its column."""
    texts = {piece: pen.text(text) for piece, text in fields(facts, pen.signs.rule).items()}
    width = 2 + cell_len(texts[facts.goals[0][0]])
    columns = _span(column for _, column in drawn)
    lines = []
    for row in _span(row for row, _ in drawn):
        line = Text()
        for column in columns:
            facet = drawn.get((row, column))
            line.append(_bar(facet, texts[facet.piece], pen) if facet and facet.piece is not None else " " * width)
        lines.append(line)
    return Picture(tuple(lines), tuple(width * number for number in range(1, len(columns))))


def _bar(facet: Facet, text: str, pen: Pen) -> Text:
    """A bar in the middle of its column, with a sign on either side: a bracket if there is no color to mark it."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    left, right = "[]" if facet.turned and pen.brackets else "  "
    style = "moved" if facet.turned and not pen.brackets else facet.style
    bar = Text(f"{left}{text[begin:end]}{right}", style)
    return Text.assemble(text[:begin], bar, text[end:])


def facets_scene(facts: TurnsFacts, state: tuple[int, ...], move: Move | None) -> Scene:
    """The facets at their places, or the pieces in a row; those that the last move turned are marked."""
    drawn = _facets(facts, state, move)
    rings, middles = _rings(facts), _middles(facts, drawn)
    at = {facet.point: middles[place] for place, facet in drawn.items() if facet.point}
    shapes = [Shape("line", "edge", line_of(ring, at)) for ring in rings]
    for place, facet in drawn.items():
        piece, middle = None if facet.piece is None else str(facet.piece), middles[place]
        wide = facts.widths.get(facet.piece or 0, 1)
        outline = _disc(middle, wide) if rings or facts.widths else _square(middle)
        shape = Shape("polygon", "moved" if facet.turned else "tile", outline, paint=facet.paint, piece=piece)
        shapes += lettered(shape, facet.text, middle, 0.8)
    right, bottom = (max(place[side] for place in middles.values()) for side in (0, 1))
    return Scene(right + _widest(facts) / 2 + _MARGIN, bottom + 0.5 + _MARGIN, tuple(shapes))


def _middles(facts: TurnsFacts, drawn: Mapping[Place, Facet]) -> dict[Place, Point]:
    """The middle of what is drawn at each place: on circles if the puzzle is of rings, otherwise in a grid."""
    turned = {(column, row): facet for (row, column), facet in drawn.items()}
    wide = _widest(facts)
    left, top = _starts(turned, wide), _starts(drawn)
    middles = {(row, column): (left[column] + wide / 2, top[row] + 0.5) for row, column in drawn}
    found = _on_rings(facts, tuple((facet.point, middles[place]) for place, facet in drawn.items() if facet.point))
    return middles | {place: found[facet.point] for place, facet in drawn.items() if facet.point in found}


def _rings(facts: TurnsFacts) -> list[Sequence[int]]:
    """The rings of a puzzle whose points are all drawn."""
    if 0 < len(facts.facets) < facts.points:
        return []
    return rings_of([cycles for _, cycles in facts.generators], facts.points)


@lru_cache(maxsize=64)
def _on_rings(facts: TurnsFacts, middles: tuple[tuple[int, Point], ...]) -> dict[int, Point]:
    """The middles of points, moved onto circles; none for a puzzle that is not of rings."""
    if not (rings := _rings(facts)):
        return {}
    found = circled(dict(middles), rings)
    left, top = (min(place[side] for place in found.values()) - _MARGIN - 0.5 for side in (0, 1))
    return {point: (x - left, y - top) for point, (x, y) in found.items()}


def _widest(facts: TurnsFacts) -> int:
    """How wide a column is."""
    return max(facts.widths.values(), default=1)


def _square(middle: Point) -> tuple[Point, ...]:
    (x, y), half = middle, 0.5 - _SEAM
    return rectangle(x - half, y - half, x + half, y + half)


def _disc(middle: Point, wide: int) -> tuple[Point, ...]:
    """A disc, or a bar with round ends."""
    x, y = middle
    half, angles = 0.5 - _SEAM, [2 * pi * (number + 0.5) / _CORNERS for number in range(_CORNERS)]
    return tuple(
        (x + half * cos(angle) + (wide - 1) / 2 * (1 if cos(angle) > 0 else -1), y + half * sin(angle))
        for angle in angles
    )


def _starts(drawn: Mapping[Place, Facet], size: float = 1) -> dict[int, float]:
    """Where each row of this size begins in a scene, with a gap where two faces touch."""
    gaps = {row for row, column in drawn if _apart(drawn.get((row - 1, column)), drawn[row, column])}
    starts, begin = {}, _MARGIN
    for row in _span(row for row, _ in drawn):
        begin += _GAP * (row in gaps)
        starts[row] = begin
        begin += size
    return starts


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
    found = {}
    for point, (face, row, column) in _facets_of(facts).items():
        piece = state[point - 1]
        found[row, column] = Facet(face, texts[piece], _paint(facts.colours.get(piece)), point in turned, point, piece)
    return found | _centers(facts, found)


def _facets_of(facts: TurnsFacts) -> Mapping[int, tuple[str, int, int]]:
    """The facet of each point; without facets in the facts, a row."""
    return facts.facets or {point: ("", 0, point) for point in range(1, facts.points + 1)}


@lru_cache(maxsize=64)
def _turned(facts: TurnsFacts, name: str) -> frozenset[int]:
    """The points that a move moves pieces to, and those in the middle of what it turns over."""
    by = next((turn.sources for turn in moves(facts) if turn.name == name), ())
    places = {point: (float(column), float(row)) for point, (_, row, column) in _facets_of(facts).items()}
    return frozenset(place + 1 for place, source in enumerate(by) if place != source) | set(turned_over(places, by))


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
    line.append(f" {text}", style)
    if facet and facet.turned:
        line.stylize("moved" if style == "tile" else "turned", len(line) - len(shown))


def _mark(line: Text, left: Facet | None, right: Facet | None, pen: Pen) -> None:
    """The column between two places: a bracket where turned facets begin or end."""
    before, after = (facet is not None and facet.turned for facet in (left, right))
    line.append(("[" if after else "]") if pen.brackets and before != after else " ")
