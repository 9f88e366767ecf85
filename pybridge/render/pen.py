"""What may be written on a console: its encoding, and whether colour can mark something."""

from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console


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
