"""The consoles that a command writes to, their styles and characters, and SVG pictures.

Results go to stdout, progress to stderr.
"""

import os
import re
import sys
from html import unescape
from io import StringIO, TextIOWrapper
from typing import NamedTuple, TextIO

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme
from rich.theme import Theme

from pybridge.outcome import Outcome
from pybridge.puzzles import Reason

PIPED_WIDTH = 100
"""Width of output that does not go to a terminal, unless the environment sets COLUMNS."""
PICTURE_WIDTH = 100
"""Columns of an exported picture."""

STYLES = {
    "headline": "bold",
    "label": "dim",
    "quiet": "dim",
    "rule": "dim",
    "edge": "dim",
    "tile": "none",
    "moved": "reverse cyan",
    "turned": "bold underline",
    "block": "none",
    "ground": "dim",
    "bar": "cyan",
    "here": "bold",
    "number": "none",
    "now": "cyan",
    "good": "green",
    "bad": "bold red",
    "stopped": "yellow",
}
"""All styles that pybridge uses: only attributes and the eight basic colours, so that any background works."""

_DARK, _LIGHT = "#202020", "#ffffff"
PAINTS = {
    f"paint.{name}": f"{ink} on {paint}"
    for name, ink, paint in (
        ("white", _DARK, "#dddddd"),
        ("yellow", _DARK, "#ffd500"),
        ("orange", _DARK, "#ff8c1a"),
        ("red", _LIGHT, "#b3121d"),
        ("green", _LIGHT, "#007a3d"),
        ("blue", _LIGHT, "#0046ad"),
        ("purple", _LIGHT, "#7b2d8b"),
        ("pink", _DARK, "#ff9ecf"),
        ("cyan", _DARK, "#4fd1e0"),
        ("brown", _LIGHT, "#7a4a21"),
        ("grey", _DARK, "#b0b0b0"),
        ("gray", _DARK, "#b0b0b0"),
        ("black", _LIGHT, "#202020"),
    )
}
"""The colors that a fact file may give to pieces, with a text color for each; any background works here, too."""
_RGB = re.compile("#[0-9a-fA-F]{6}")


def paint(color: str | None) -> str | None:
    """The text color and the color of a piece, as `ink on color`, for a name or #rrggbb; None for any other text."""
    if color is None or not _RGB.fullmatch(color):
        return PAINTS.get(f"paint.{color}")
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return f"{_DARK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else _LIGHT} on {color}"


THEME = Theme({**STYLES, **PAINTS})

PAPER = TerminalTheme(
    (250, 250, 248),
    (40, 44, 52),
    [
        (40, 44, 52),
        (190, 50, 45),
        (45, 125, 60),
        (150, 100, 0),
        (45, 90, 170),
        (140, 65, 140),
        (20, 120, 140),
        (225, 225, 220),
    ],
)
"""The colours of an exported picture: dark ink on light paper."""
DARK_PAPER = TerminalTheme(
    (22, 24, 29),
    (230, 232, 236),
    [
        (22, 24, 29),
        (244, 120, 110),
        (120, 200, 130),
        (226, 178, 80),
        (138, 180, 248),
        (214, 150, 214),
        (100, 200, 215),
        (230, 232, 236),
    ],
)
"""The same, light ink on dark paper."""


def outcome_style(outcome: Outcome) -> str:
    """The style of an outcome: an answer is good, a limit is a stop."""
    return "good" if outcome in (Outcome.SOLVED, Outcome.UNSOLVABLE) else "stopped"


def stdout_console() -> Console:
    """The console of results. In a pipe it writes plain text, without colour and control characters."""
    return console_on(sys.stdout)


def stderr_console() -> Console:
    """The console of progress and messages."""
    return console_on(sys.stderr)


def console_on(file: TextIO) -> Console:
    """A console with pybridge's theme on a text file; characters that its encoding lacks become `?`."""
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="replace")
    width = None if file.isatty() else _columns()
    return _Console(
        file=file, theme=THEME, width=width, highlight=False, markup=False, emoji=False, safe_box=True, soft_wrap=False
    )


def is_screen(console: Console) -> bool:
    """Whether it is a terminal. With FORCE_COLOR rich takes a file for one, too, so that it gets colors."""
    return console.is_terminal and console.file.isatty()


class _Console(Console):
    """A console that raises BrokenPipeError when the reader has exited; rich would exit the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else PIPED_WIDTH


class Signs(NamedTuple):
    """The characters that pybridge draws with."""

    tick: str
    cross: str
    dot: str
    times: str
    arrow: str
    at_most: str
    rule: str
    joints: str
    across: str
    upward: str
    here: str
    ways: str
    slopes: str
    diagonals: tuple[str, ...]


# `joints` has a character for each set of edges that meet in a point: 1 up, 2 down, 4 left, 8 right. `across` and
# `upward` have one for each eighth of a bar, from none to all. `ways` are the arrows off a board to the left, right, up
# and down, `slopes` the rising and the falling side of a hexagon, and `diagonals` the arrows between two hexagons of
# neighboring rows: to the upper left and right, and to the lower left and right.
UNICODE = Signs(
    "✓", "✗", "·", "×", "→", "≤", "─", " ╵╷│╴╯╮┤╶╰╭├─┴┬┼", " ▏▎▍▌▋▊▉█", " ▁▂▃▄▅▆▇█", "▲", "←→↑↓", "╱╲",
    ("↖", "↗", "↙", "↘"),
)  # fmt: skip
ASCII = Signs(
    "ok", "!!", "-", "x", "->", "<=", "-", " |||-+++-+++-+++", " ....####", " ...::::#", "^", "<>^v", "/\\",
    ("^<", "^>", "v<", "v>"),
)  # fmt: skip


class Pen:
    """How to write on one console."""

    def __init__(self, console: Console) -> None:
        self.encoding = console.encoding
        self.signs = UNICODE if self.encoding.lower().startswith("utf") else ASCII
        self.brackets = console.no_color or console.color_system is None
        """Whether brackets mark a moved piece because there is no colour."""

    def text(self, text: str) -> str:
        """The text with `?` for characters that the console cannot write, at the same width."""
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return "".join(map(self._character, text))
        return text

    def _character(self, character: str) -> str:
        try:
            character.encode(self.encoding)
        except UnicodeEncodeError:
            return "?" * cell_len(character)
        return character


def unicode_pen() -> Pen:
    """A pen that can write every character, for texts that no console prints."""
    return Pen(Console(file=StringIO(), color_system=None, force_jupyter=False))


def plain_text(renderable: RenderableType, width: int = PICTURE_WIDTH) -> str:
    """The renderable as lines of text, as it looks on a console of this width without colors."""
    console = Console(
        file=StringIO(), theme=THEME, width=width, color_system=None, highlight=False, markup=False, force_jupyter=False
    )
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


def svg(renderable: RenderableType, title: str, width: int = PICTURE_WIDTH, *, dark: bool = False) -> str:
    """The renderable as the text of an SVG picture, as it looks on a console of this width."""
    console = Console(
        file=StringIO(),
        theme=THEME,
        width=width,
        record=True,
        force_terminal=True,
        force_jupyter=False,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(renderable)
    theme = DARK_PAPER if dark else PAPER
    drawn = console.export_svg(title=title, theme=theme, font_aspect_ratio=_COLUMN / _SIZE)
    # rich makes the picture download its font; any monospaced font works.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return _TEXT.sub(_words, drawn)


_SIZE, _COLUMN = 20, 12.04
"""Height of a line and width of a character in a picture, as most monospaced fonts have it."""
_TEXT = re.compile(r'<text ([^>]*)x="([0-9.]+)" (y="[0-9.]+") textLength="[0-9.]+" [^>]*>([^<]*)</text>')


def _words(match: re.Match[str]) -> str:
    """A text as its words, each at its column: in a viewer without a monospaced font columns stay where they are."""
    style, left, y, text = match.groups()
    column, words = 0, []
    for part in re.split("(&#160;|\\s)", text):
        word = unescape(part)
        if word.strip():
            place = f'x="{float(left) + _COLUMN * column:g}" {y} textLength="{_COLUMN * cell_len(word):g}"'
            words.append(f"<text {style}{place}>{part}</text>")
        column += cell_len(word)
    return "".join(words)


def sentence(reason: Reason, pen: Pen) -> str:
    """A reason that names tiles as they are drawn, or by number if the console cannot write all of it."""
    return reason if pen.text(reason) == reason else pen.text(reason.numbered)
