"""The title of a picture, folded to the width of the picture: a puzzle's own title may be long."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = 10
_POINTS = 72
"""Of an inch."""
_MARGIN = 0.2
"""Inches at either side."""


def add_title(figure: "Figure", puzzle: str, account: str) -> None:
    """Write a puzzle's title and what is drawn of it above, in as many lines as it takes; both are text, no formula."""
    room = _POINTS * (float(figure.get_figwidth()) - 2 * _MARGIN)
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # a title may have characters that the font lacks
        width, whole = _measure(), f"{puzzle}: {account}"
        parts = [whole] if width(whole) <= room else [f"{puzzle}:", account]
        lines = [line for part in parts for line in folded(part, room, width)]
    figure.suptitle("\n".join(lines), fontsize=_SIZE, parse_math=False)


def folded(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """The text in lines of at most that width, between words where that can be."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer) <= room:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        for sign in word:
            lines += [""] if lines[-1] and width(lines[-1] + sign) > room else []
            lines[-1] += sign
    return lines


def _measure() -> Callable[[str], float]:
    """How wide a title is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    measured = partial(TextToPath().get_text_width_height_descent, prop=FontProperties(size=_SIZE), ismath=False)
    return lambda text: float(measured(text)[0])
