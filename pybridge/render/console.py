"""The consoles that a command writes to, their styles and characters, and SVG pictures.

Results go to stdout, progress to stderr.
"""

import os
import re
import sys
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
    dash: str
    joints: str
    across: str
    upward: str
    here: str
    ways: str
    slopes: str


# `joints` has a character for each set of edges that meet in a point: 1 up, 2 down, 4 left, 8 right. `across` and
# `upward` have one for each eighth of a bar, from none to all. `ways` are the arrows off a board to the left, right, up
# and down, and `slopes` the rising and the falling side of a hexagon.
UNICODE = Signs("✓", "✗", "·", "×", "→", "≤", "─", "–", " ╵╷│╴╯╮┤╶╰╭├─┴┬┼", " ▏▎▍▌▋▊▉█", " ▁▂▃▄▅▆▇█", "▲", "←→↑↓", "╱╲")
ASCII = Signs(
    "ok", "!!", "-", "x", "->", "<=", "-", "-", " |||-+++-+++-+++", " ....####", " ...::::#", "^", "<>^v", "/\\"
)


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


def svg(renderable: RenderableType, title: str, width: int = PICTURE_WIDTH) -> str:
    """The renderable as the text of an SVG picture, as it looks on a console of this width."""
    console = Console(
        file=StringIO(),
        theme=THEME,
        width=width,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(renderable)
    # rich makes the picture download its font; any monospaced font works.
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title=title, theme=PAPER), flags=re.DOTALL)


def sentence(reason: Reason, pen: Pen) -> str:
    """A reason that names tiles as they are drawn, or by number if the console cannot write all of it."""
    return reason if pen.text(reason) == reason else pen.text(reason.numbered)
