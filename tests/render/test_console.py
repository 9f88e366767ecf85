"""Consoles: width, colour, encoding; pictures as files; what importing costs."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style

import pybridge.render
from pybridge.boards.generate import rectangle
from pybridge.puzzles import PieceMove
from pybridge.render.console import PAINTS, PIPED_WIDTH, STYLES, console_on, stdout_console, svg
from pybridge.render.domains import StatePicture

BOARD = rectangle(2, 2)
MOVED = StatePicture(BOARD, (1, 2, 0, 3), PieceMove(3, 2, 3))


class Terminal(StringIO):
    """A file that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_piped_width_is_fixed_unless_columns_is_set(monkeypatch):
    assert console_on(StringIO()).width == PIPED_WIDTH
    monkeypatch.setenv("COLUMNS", "57")
    assert console_on(StringIO()).width == 57
    monkeypatch.setenv("COLUMNS", "wide")
    assert console_on(StringIO()).width == PIPED_WIDTH


def test_a_terminal_has_colour_and_needs_no_brackets():
    file = Terminal()
    console_on(file).print(MOVED)
    assert "\x1b[7;36m" in file.getvalue()
    assert "[" not in re.sub(r"\x1b\[[\d;]*m", "", file.getvalue())


def test_no_color_is_respected(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    file = Terminal()
    console_on(file).print(MOVED)
    assert "36m" not in file.getvalue()
    assert "[3]" in re.sub(r"\x1b\[\d*m", "", file.getvalue())


def test_a_pipe_gets_no_control_characters(capsys):
    stdout_console().print(MOVED)
    assert capsys.readouterr().out == "╭─────╮\n│ 1 2 │\n│  [3]│\n╰─────╯\n"


def test_an_ascii_stdout_does_not_crash():
    script = "from pybridge.render.console import stdout_console as c; c().print('日 [b]text[/b] :smile: 42')"
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
    assert done.stdout.split() == [b"?", b"[b]text[/b]", b":smile:", b"42"]


def test_styles_use_basic_colours_only():
    colours = [Style.parse(style).color for style in STYLES.values()]
    assert all(colour is None or colour.number < 8 for colour in colours)


def test_paints_have_their_own_text_color_and_stay_distinct_in_sixteen_colors():
    paints = {name: Style.parse(style) for name, style in PAINTS.items()}
    cube = [paints[f"paint.{name}"].bgcolor for name in ("white", "orange", "green", "red", "blue", "yellow")]
    assert len({color.downgrade(ColorSystem.STANDARD).number for color in cube}) == 6
    for style in paints.values():
        ink, paint = (_brightness(color.get_truecolor()) for color in (style.color, style.bgcolor))
        assert (max(ink, paint) + 0.05) / (min(ink, paint) + 0.05) > 4.5  # the contrast that WCAG asks for


def _brightness(color):
    parts = (part / 255 for part in color)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_picture():
    text = svg(MOVED, "a board", width=30)
    assert text.startswith("<svg")
    assert "a&#160;board" in text
    assert "url(http" not in text  # nothing is fetched to look at it


def test_the_live_view_of_rich_is_imported_where_it_is_used():
    script = "import sys; from pybridge.render import console, live, search; console.svg; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=_checkout())
    assert {"rich.live", "rich.progress", "rich.markdown"}.isdisjoint(done.stdout.split())


def _checkout():
    return Path(pybridge.render.__file__).parents[2]
