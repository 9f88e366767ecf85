"""Pictures of boards: one, or many in rows, each with its caption, as SVG; `raster.py` draws the same as PNG and GIF.

Every text stands in the middle of its piece, so that no viewer's font moves a column.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from rich.cells import cell_len

from pybridge.errors import OutputError, installing
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import Move
from pybridge.render.console import paint, unicode_pen
from pybridge.render.domains import captions, scene
from pybridge.render.scene import Scene, Shape
from pybridge.search.tree import End, Tree

FORMATS = ("svg", "png", "gif")
_UNIT = 40
"""Points of an SVG picture that a piece is wide."""
_WIDEST = 28
"""Pieces side by side in a picture; more boards begin a new row."""
_MARGIN, _GAP = 0.3, 0.5
"""Space around the picture and between boards."""
_CAPTION, _LINE, _COLUMN = 0.4, 0.6, 0.6
"""Height of a caption, of its line, and width of its characters relative to their height."""
BASELINE = 0.36
"""How far below its middle a text stands, relative to its height."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One board of a picture, with its caption below it."""

    scene: Scene
    caption: str = ""

    @property
    def width(self) -> float:
        """Width of the board and its caption."""
        return max(self.scene.width, _COLUMN * _CAPTION * cell_len(self.caption))


@dataclass(frozen=True, slots=True)
class Colors:
    """The colors of a picture; facts may paint pieces in others."""

    paper: str
    ink: str
    quiet: str
    cell: str
    tile: str
    seam: str
    moved: str
    on_moved: str
    link: str


LIGHT = Colors("#fafaf8", "#282c34", "#5b606b", "#e6e4dc", "#ffffff", "#b9b5a8", "#2d5aaa", "#ffffff", "#963200")
DARK = Colors("#16181d", "#e6e8ec", "#a3a9b5", "#252931", "#3a404c", "#5a6270", "#8ab4f8", "#16181d", "#f2a65e")


@dataclass(frozen=True, slots=True)
class Look:
    """How a shape is drawn: the color of its inside, or of a text; and of its outline, with the width of that."""

    fill: str | None
    stroke: str | None = None
    width: float = 0.0
    dashes: tuple[float, float] | None = None


def look(shape: Shape, colors: Colors) -> Look:
    """How a shape is drawn in these colors."""
    ink, _, below = (paint(shape.paint) or "").partition(" on ")
    moved = shape.role == "moved"
    if shape.kind == "line":
        if shape.role == "link":
            return Look(None, colors.link, 0.04, (0.12, 0.08))
        return Look(None, colors.ink, 0.1 if shape.role == "wall" else 0.06)
    if shape.kind == "text":
        plain = {"moved": colors.on_moved, "label": colors.quiet}.get(shape.role, colors.ink)
        return Look(ink or plain)
    if below:
        return Look(below, colors.ink if moved else colors.seam, 0.1 if moved else 0.02)
    if shape.role == "tile":
        return Look(colors.tile, colors.seam, 0.02)
    return Look({"moved": colors.moved, "cell": colors.cell, "paper": colors.paper}.get(shape.role, colors.ink))


def board_frames(
    facts: PuzzleFacts, states: Sequence[State], moves: Sequence[Move], way: str | None = None
) -> list[Frame]:
    """The start, and the state after each move with the move's number and name. `states` is one longer than `moves`."""
    pen = unicode_pen()
    drawn = [scene(facts, state, move) for state, move in zip(states, (None, *moves), strict=True)]
    named = map("".join, captions(facts, moves, pen, way))
    return [Frame(*each) for each in zip(drawn, named, strict=True)]


def state_frames(facts: PuzzleFacts, named: Iterable[tuple[str, State]]) -> list[Frame]:
    """States by themselves, each with its name."""
    return [Frame(scene(facts, state), name) for name, state in named]


def node_frames(facts: PuzzleFacts, tree: Tree) -> list[Frame]:
    """The nodes of a search tree in visiting order, each with its g + h = f, or g, and why the search ended there."""
    ends = {End.THRESHOLD: ", cut", End.GOAL: ", goal"}
    frames = []
    for node in sorted(tree.nodes, key=lambda node: node.number):
        sums = f"g {node.g}" if node.f is None else f"{node.g} + {node.h} = {node.f}"
        frames.append(Frame(scene(facts, node.state, node.move), sums + ends.get(node.end, "") if node.end else sums))
    return frames


def sheet(frames: Sequence[Frame]) -> Scene:
    """The frames side by side, bottom-aligned, in columns of equal width and as many rows as needed."""
    column = max((frame.width for frame in frames), default=1.0)
    high = max((frame.scene.height for frame in frames), default=0.0)
    low = _LINE if any(frame.caption for frame in frames) else 0.0
    across = max(1, min(len(frames), int((_WIDEST + _GAP) / (column + _GAP))))
    shapes: list[Shape] = []
    for number, frame in enumerate(frames):
        left = _MARGIN + (number % across) * (column + _GAP)
        top = _MARGIN + (number // across) * (high + low + _GAP)
        shapes += framed(frame, left + column / 2, top + high)
    rows = -(-len(frames) // across)
    width = 2 * _MARGIN + across * column + (across - 1) * _GAP
    return Scene(width, 2 * _MARGIN + rows * (high + low) + max(0, rows - 1) * _GAP, tuple(shapes))


def framed(frame: Frame, middle: float, bottom: float) -> Iterator[Shape]:
    """The shapes of a frame whose board stands on a point; the caption is below it."""
    drawn = frame.scene
    yield from (each.shifted(middle - drawn.width / 2, bottom - drawn.height) for each in drawn.shapes)
    if frame.caption:
        yield Shape("text", "label", ((middle, bottom + _LINE / 2),), frame.caption, _CAPTION)


def svg_picture(frames: Sequence[Frame], title: str, colors: Colors = LIGHT) -> str:
    """The frames as the text of an SVG picture with a title."""
    drawn = sheet(frames)
    width, height = _number(drawn.width), _number(drawn.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label={quoteattr(_legal(title))} font-family="sans-serif" text-anchor="middle"'
        ' stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(_legal(title))}</title>",
        f'<rect width="{width}" height="{height}" fill="{colors.paper}"/>',
        *(_element(shape, look(shape, colors)) for shape in drawn.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape, how: Look) -> str:
    fill = f'fill="{how.fill or "none"}"'
    if shape.kind == "text":
        ((x, y),) = shape.points
        place = f'x="{_number(x)}" y="{_number(y + BASELINE * shape.size)}" font-size="{_number(shape.size)}"'
        return f"<text {place} {fill}>{escape(_legal(shape.text))}</text>"
    stroke = f' stroke="{how.stroke}" stroke-width="{_number(how.width)}"' if how.stroke else ""
    dashes = f' stroke-dasharray="{" ".join(map(_number, how.dashes))}"' if how.dashes else ""
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
    return f'<{"polygon" if shape.kind == "polygon" else "polyline"} points="{points}" {fill}{stroke}{dashes}/>'


def _number(length: float) -> str:
    """A length in points."""
    return f"{_UNIT * length:.1f}".removesuffix(".0")


_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _legal(text: str) -> str:
    """The text without the characters that XML cannot have."""
    return _ILLEGAL.sub("\ufffd", text)


def require_format(path: Path, formats: Sequence[str] = FORMATS, plain: Sequence[str] = ("svg",)) -> None:
    """Raise OutputError if a picture's file has another ending, or what draws it is missing."""
    if lacking := lacks(path, formats, plain):
        raise OutputError(lacking)


def lacks(path: Path, formats: Sequence[str], plain: Sequence[str] = ()) -> str | None:
    """What a picture needs that is missing, and how to install it; `plain` formats need nothing.

    Raises OutputError for another format.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in formats:
        *others, last = [f"*.{each}" for each in formats]
        raise OutputError(f"{path} is not {', '.join(others)} or {last}; choose one of these formats")
    if kind in plain or find_spec("matplotlib") is not None:
        return None
    return f"{path} needs matplotlib; {installing('matplotlib')}"
