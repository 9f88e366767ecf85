"""What pybridge writes on: the consoles of a command, their styles, the signs that may stand there, and SVG pictures.

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

PIPED_WIDTH = 100
"""Columns of what is no terminal, unless the environment sets COLUMNS."""
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
"""Every style name that pybridge draws with. Only attributes and the eight basic colours, so any background will do."""

THEME = Theme(STYLES)

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
    """The console of results. Piped, it writes plain text: no colour and no control characters."""
    return console_on(sys.stdout)


def stderr_console() -> Console:
    """The console of progress and messages."""
    return console_on(sys.stderr)


def console_on(file: TextIO) -> Console:
    """A console with pybridge's theme on a text file; what the file's encoding lacks is written as `?`."""
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="replace")
    width = None if file.isatty() else _columns()
    return _Console(
        file=file, theme=THEME, width=width, highlight=False, markup=False, emoji=False, safe_box=True, soft_wrap=False
    )


class _Console(Console):
    """A console that tells of a reader who went away, where rich would end the process by itself."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else PIPED_WIDTH


class Signs(NamedTuple):
    """The signs that pybridge draws with."""

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


# `joints` has a sign for each set of edges that meet in a point: 1 up, 2 down, 4 left, 8 right. `across` and `upward`
# have a sign for each eighth of a bar, from none to all. `ways` lead off a board to the left, right, up and down, and
# `slopes` are the sides of a hexagon that rise and that fall.
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
        """Whether a moved piece is marked by brackets, as there is no colour to do it."""

    def text(self, text: str) -> str:
        """The text with `?` for whatever the console cannot write, as wide as before."""
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
    """The renderable as the text of an SVG picture, as it looks on a console of so many columns."""
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
    # rich has the picture fetch its font from elsewhere; any monospaced one does.
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title=title, theme=PAPER), flags=re.DOTALL)
