"""Every style name that pybridge draws with. Only attributes and the eight basic colours, so any background will do."""

from rich.terminal_theme import TerminalTheme
from rich.theme import Theme

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
"""What each name looks like in a terminal."""

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
