"""Pictures of boards in pixels: PNG, and GIF with sliding pieces. Pillow and matplotlib are imported on use."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil, dist, sqrt
from typing import TYPE_CHECKING

from pybridge.errors import OutputError
from pybridge.facts.wording import several
from pybridge.render.picture import BASELINE, LIGHT, Colors, Frame, Look, framed, look, sheet
from pybridge.render.scene import Point, Shape

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_UNIT, _GIF_UNIT, _LEAST_UNIT = 64.0, 48.0, 16.0
"""Pixels that a piece is wide in a PNG, which has fewer if it is large, and in a GIF."""
_FINE = 2
"""Times as fine as the picture it is drawn, for smooth edges."""
_MOST_PIXELS, _MOST_MOVING = 100_000_000, 500_000_000
"""The most pixels that are drawn of a PNG, and of all pictures of a GIF."""
_SLIDES, _SLIDE, _REST, _FIRST, _LAST = 6, 40, 460, 1000, 2500
"""Pictures of a sliding piece; milliseconds of each, of the rest after it, and of the first and the last board."""
_HUES, _SAMPLES = 128, 8
"""Colors of a GIF, and boards that they are chosen from."""
_MANY = "choose fewer boards with --steps, or write *.svg"

Shapes = tuple[Shape, ...]


def png_picture(frames: Sequence[Frame], title: str, colors: Colors = LIGHT) -> bytes:
    """The frames side by side in rows as a PNG. Raises OutputError if they are too many."""
    from PIL.PngImagePlugin import PngInfo

    drawn, about, file = sheet(frames), PngInfo(), BytesIO()
    unit = min(_UNIT, sqrt(_MOST_PIXELS / (drawn.width * drawn.height)) / _FINE)
    if unit < _LEAST_UNIT:
        raise OutputError(f"{several(len(frames), 'board')} are too many for a PNG; {_MANY}")
    about.add_itxt("Title", title.replace("\0", ""))
    image = _image(drawn.width, drawn.height, drawn.shapes, unit, colors)
    image.save(file, "png", pnginfo=about, optimize=True)
    return file.getvalue()


def gif_picture(frames: Sequence[Frame], title: str, colors: Colors = LIGHT) -> bytes:
    """The frames one after the other as a GIF that repeats. Raises OutputError if they are too many.

    If one piece moves, pieces slide to their new places.
    """
    from PIL import Image

    width = max(frame.width for frame in frames) + 0.4
    height = max(frame.scene.height for frame in frames) + 0.9
    boards = [tuple(framed(frame, width / 2, height - 0.7)) for frame in frames]
    steps = list(_steps(boards))
    if len(steps) * width * height * _GIF_UNIT**2 > _MOST_MOVING:
        raise OutputError(f"{several(len(frames), 'board')} are too many for a GIF; {_MANY}")
    samples = [_image(width, height, each, _GIF_UNIT, colors) for each in boards[:: ceil(len(boards) / _SAMPLES)]]
    every = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for number, sample in enumerate(samples):
        every.paste(sample, (0, number * sample.height))
    palette = every.quantize(_HUES)
    images = (
        _image(width, height, shapes, _GIF_UNIT, colors).quantize(palette=palette, dither=Image.Dither.NONE)
        for shapes, _ in steps
    )
    file = BytesIO()
    times = [milliseconds for _, milliseconds in steps]
    next(images).save(
        file, "gif", save_all=True, append_images=images, duration=times, loop=0, comment=title.encode()[:255]
    )
    return file.getvalue()


def _steps(boards: Sequence[Shapes]) -> Iterator[tuple[Shapes, int]]:
    """The pictures of a GIF, and how long each is shown."""
    yield boards[0], _FIRST
    for number, (before, after) in enumerate(pairwise(boards), 2):
        yield from ((shapes, _SLIDE) for shapes in _slides(before, after))
        yield after, _LAST if number == len(boards) else _REST


def _slides(before: Shapes, after: Shapes) -> Iterator[Shapes]:
    """The shapes on the way from one board to the next; none if several pieces moved at once."""
    if len({each.piece for each in after if each.role == "moved"}) != 1:
        return
    gone, come = _places(before), _places(after)
    left, arrived = gone - come, come - gone
    if {piece: 1 for piece, _ in left} != Counter(piece for piece, _ in arrived):
        return
    sources = dict(left.elements())
    far = {(piece, to): (sources[piece][0] - to[0], sources[piece][1] - to[1]) for piece, to in arrived}
    still = tuple(each for each in after if (each.piece, _middle(each)) not in far)
    moving = [(each, *far[each.piece, _middle(each)]) for each in after if (each.piece, _middle(each)) in far]
    for number in range(1, _SLIDES):
        rest = (1 - number / _SLIDES) ** 2
        yield still + tuple(each.shifted(rest * right, rest * down) for each, right, down in moving)


def _places(shapes: Shapes) -> Counter[tuple[str | None, Point]]:
    """The middle of each piece."""
    return Counter((each.piece, _middle(each)) for each in shapes if each.piece and each.kind == "polygon")


def _middle(shape: Shape) -> Point:
    xs, ys = zip(*shape.points, strict=True)
    return round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3)


def _image(width: float, height: float, shapes: Shapes, unit: float, colors: Colors) -> "Image":
    from PIL import Image, ImageDraw

    size = ceil(width * unit), ceil(height * unit)
    image = Image.new("RGB", (_FINE * size[0], _FINE * size[1]), colors.paper)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        _draw(draw, shape, look(shape, colors), _FINE * unit)
    return image.reduce(_FINE)


def _draw(draw: "ImageDraw", shape: Shape, how: Look, unit: float) -> None:
    points = [(unit * x, unit * y) for x, y in shape.points]
    if shape.kind == "text":
        ((x, y),) = points
        size = unit * shape.size
        draw.text((x, y + BASELINE * size), shape.text, how.fill, _font(shape.text, round(size)), anchor="ms")
        return
    if how.fill:
        draw.polygon(points, how.fill)
    if how.stroke:
        outline = [*points, points[0]] if shape.kind == "polygon" else points
        for begin, end in pairwise(outline):
            for one, other in _dashed(begin, end, how.dashes, unit):
                _stroke(draw, one, other, how.stroke, how.width * unit)


def _dashed(begin: Point, end: Point, dashes: tuple[float, float] | None, unit: float) -> Iterator[tuple[Point, Point]]:
    """The parts of a line that are drawn."""
    length = dist(begin, end)
    drawn, period = (unit * dashes[0], unit * sum(dashes)) if dashes else (length, length or 1.0)
    for number in range(ceil(length / period)):
        ends = number * period / length, min(1.0, (number * period + drawn) / length)
        one, other = ((begin[0] + t * (end[0] - begin[0]), begin[1] + t * (end[1] - begin[1])) for t in ends)
        yield one, other


def _stroke(draw: "ImageDraw", one: Point, other: Point, color: str, width: float) -> None:
    """A line with round ends."""
    draw.line([one, other], color, max(1, round(width)))
    half = (max(1, round(width)) - 1) / 2
    for x, y in (one, other):
        draw.ellipse((x - half, y - half, x + half, y + half), color)


@lru_cache(maxsize=256)
def _font(text: str, size: int) -> "FreeTypeFont":
    """A font that has the characters of a text, or at least the usual ones."""
    from PIL import ImageFont

    return ImageFont.truetype(_font_file("".join(sorted(set(text)))), max(1, size))


@lru_cache(maxsize=256)
def _font_file(characters: str) -> str:
    """The file of matplotlib's font, or of the first font of the system that has more of these characters."""
    from matplotlib.font_manager import FontProperties, findfont, fontManager
    from matplotlib.ft2font import FT2Font
    from PIL import ImageFont

    def lacking(file: str) -> int:
        try:
            ImageFont.truetype(file, 20)
            font = FT2Font(file)
        except (OSError, RuntimeError):  # a broken file, or a font of one size alone
            return len(characters) + 1
        return sum(not font.get_char_index(ord(each)) for each in characters)

    usual = findfont(FontProperties(family="DejaVu Sans"))
    others = [str(each.fname) for each in fontManager.ttflist if not each.name.startswith("Last Resort")]  # all boxes
    files = [usual, *dict.fromkeys(others)] if lacking(usual) else [usual]
    return min(files, key=lacking)
