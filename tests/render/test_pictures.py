"""Pictures of boards: what stands in an SVG, PNG and GIF, read back by parsers that did not write them."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from pybridge.errors import OutputError
from pybridge.facts import find, read
from pybridge.puzzles import puzzle_from
from pybridge.puzzles.turns import TurnMove, turn
from pybridge.render.picture import DARK, LIGHT, Frame, board_frames, lacks, state_frames, svg_picture
from pybridge.render.raster import gif_picture, png_picture
from pybridge.render.scene import Scene, Shape

SVG = "{http://www.w3.org/2000/svg}"
CUBE = read(find("cube"))


def walked(name, number):
    """The frames of a walk that always takes the first move which does not undo the last one."""
    facts = read(find(name))
    puzzle = puzzle_from(facts, facts.starts[0][1])
    states, moves = [puzzle.start], []
    while len(moves) < number:
        move, state = next(iter(puzzle.successors(states[-1], moves[-1] if moves else None)))
        states.append(state)
        moves.append(move)
    return board_frames(facts, states, moves)


@pytest.fixture(scope="module")
def seven():
    """The start of the 7-puzzle and nine moves."""
    return walked("seven", 9)


def texts(picture):
    """The texts of an SVG, each with its place."""
    return [(each.text, float(each.get("x")), float(each.get("y"))) for each in picture.iter(f"{SVG}text")]


def test_an_svg_has_every_board_and_its_caption(seven):
    picture = ElementTree.fromstring(svg_picture(seven, "<script> & co"))
    assert picture.find(f"{SVG}title").text == picture.get("aria-label") == "<script> & co"
    words = [text for text, _, _ in texts(picture)]
    assert [words[k] for k in range(7, len(words), 8)] == [frame.caption for frame in seven]
    assert seven[0].caption == "start"
    assert words[:7] == list("7214365")
    width, height = float(picture.get("width")), float(picture.get("height"))
    for each in picture.iter():
        for point in each.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
    assert "http" not in svg_picture(seven, "").replace("http://www.w3.org/2000/svg", "")


def test_boards_stand_in_rows_and_columns(seven):
    picture = ElementTree.fromstring(svg_picture(seven, ""))
    captions = [(x, y) for text, x, y in texts(picture) if text in {frame.caption for frame in seven}]
    lines = sorted({y for _, y in captions})
    assert len(captions) == 10
    assert len(lines) == 2
    assert {x for x, y in captions if y == lines[1]} <= {x for x, y in captions if y == lines[0]}


def test_light_and_dark(seven):
    light, dark = (svg_picture(seven[:2], "", colors) for colors in (LIGHT, DARK))
    assert [light.count(LIGHT.moved), dark.count(LIGHT.moved)] == [1, 0]
    assert [light.count(DARK.moved), dark.count(DARK.moved)] == [0, 1]
    for picture, colors in ((png_picture(seven[:1], ""), LIGHT), (png_picture(seven[:1], "", DARK), DARK)):
        assert Image.open(BytesIO(picture)).convert("RGB").getpixel((0, 0)) == rgb(colors.paper)


def rgb(color):
    return tuple(bytes.fromhex(color[1:]))


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_have_contrast(colors):
    """By the formula of WCAG 2; AA asks for 4.5."""
    pairs = [(colors.ink, colors.tile), (colors.on_moved, colors.moved), (colors.quiet, colors.paper)]
    for ink, ground in [*pairs, (colors.ink, colors.paper), (colors.ink, colors.cell)]:
        low, high = sorted((luminance(ink), luminance(ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def luminance(color):
    parts = [part / 255 for part in rgb(color)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_glyphs_of_any_script_and_characters_that_xml_lacks():
    facts = replace(read(find("eight")), glyphs={1: "電", 2: "𓀀", 3: "<b>", 4: "\x01", 5: "ส"})
    frames = state_frames(facts, [("\x00 & ]]>", facts.goals[0])])
    words = [text for text, _, _ in texts(ElementTree.fromstring(svg_picture(frames, "\x08")))]
    assert words == ["電", "𓀀", "<b>", "\ufffd", "ส", "6", "7", "8", "\ufffd & ]]>"]
    assert png_picture(frames, "t\x00").startswith(b"\x89PNG")


def test_a_broken_font_is_passed_over(monkeypatch, tmp_path):
    from matplotlib.font_manager import FontEntry, fontManager

    broken = [tmp_path / "broken.ttf", tmp_path / "gone.ttf"]
    broken[0].write_bytes(b"no font")
    fonts = [FontEntry(fname=str(path), name="broken") for path in broken] + fontManager.ttflist
    monkeypatch.setattr(fontManager, "ttflist", fonts)
    facts = replace(read(find("eight")), glyphs={1: "𓃠"})
    assert png_picture(state_frames(facts, [("goal", facts.goals[0])]), "").startswith(b"\x89PNG")


def test_a_png_has_its_title_and_the_colors_of_the_stickers():
    moves = [TurnMove("R")]
    frames = board_frames(CUBE, [CUBE.goals[0], turn(CUBE, CUBE.goals[0], moves[0])], moves)
    image = Image.open(BytesIO(png_picture(frames, "電卓")))
    assert image.text["Title"] == "電卓"
    colors = {color: number for number, color in image.convert("RGB").getcolors(maxcolors=1 << 20)}
    for paint in ("#dddddd", "#ffd500", "#ff8c1a", "#b3121d", "#007a3d", "#0046ad"):
        assert colors[rgb(paint)] > 9 * 1000


def test_a_gif_shows_each_board_and_lets_one_piece_slide(seven):
    image = Image.open(BytesIO(gif_picture(seven[:4], "title")))
    assert image.info["loop"] == 0
    shown = []
    for number in range(image.n_frames):
        image.seek(number)
        shown.append((image.info["duration"], image.convert("RGB").copy()))
    assert [time for time, _ in shown] == [1000, *[*[40] * 5, 460] * 2, *[40] * 5, 2500]
    assert all(ImageChops.difference(one, other).getbbox() for (_, one), (_, other) in pairwise(shown))
    left = [at for _, picture in shown[1:7] if (at := leftmost(picture, LIGHT.moved))]
    assert left == sorted(left, reverse=True)
    assert len(set(left)) == 6


def leftmost(picture, color):
    """The first column that has a color."""
    wanted = Image.new("RGB", picture.size, color)
    mask = ImageChops.difference(picture, wanted).convert("L").point(lambda value: 255 * (value < 12))
    return mask.getbbox()[0]


def test_pieces_that_turn_together_do_not_slide():
    moves = [TurnMove("R"), TurnMove("U2")]
    states = [CUBE.goals[0], turn(CUBE, CUBE.goals[0], moves[0])]
    states.append(turn(CUBE, states[1], moves[1]))
    assert Image.open(BytesIO(gif_picture(board_frames(CUBE, states, moves), ""))).n_frames == 3


def test_only_one_of_equal_tiles_slides():
    image = Image.open(BytesIO(gif_picture(walked("box_eight", 1), "")))
    assert image.n_frames == 7


def test_one_board_is_a_gif_too():
    assert Image.open(BytesIO(gif_picture(walked("blocks3", 0), ""))).n_frames == 1


@pytest.mark.parametrize(("draw", "kind"), [(png_picture, "PNG"), (gif_picture, "GIF")])
def test_too_many_boards_are_refused_before_they_are_drawn(draw, kind):
    frames = [Frame(Scene(9, 9, (Shape("text", "text", ((1, 1),), "x", 1),)))] * 4000
    message = f"4,000 boards are too many for a {kind}; choose fewer boards with --steps, or write \\*.svg"
    with pytest.raises(OutputError, match=message):
        draw(frames, "")
    assert svg_picture(frames, "").count("<text") == 4000


def test_what_a_picture_needs(monkeypatch, tmp_path):
    monkeypatch.setattr("pybridge.render.picture.find_spec", lambda name: None)
    monkeypatch.setattr("sys.executable", "/my programs/python")
    with pytest.raises(OutputError, match=r"x\.jpg is not \*\.svg, \*\.png or \*\.gif; choose one of these formats"):
        lacks(tmp_path / "x.jpg", ("svg", "png", "gif"))
    install = "x.gif needs matplotlib; install it with: '/my programs/python' -m pip install matplotlib"
    assert lacks(tmp_path / "x.gif", ("svg", "gif"), ("svg",)) == f"{tmp_path}/{install}"
    assert lacks(tmp_path / "x.svg", ("svg", "gif"), ("svg",)) is None
