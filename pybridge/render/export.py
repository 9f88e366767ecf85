"""Pictures of what a console would show."""

from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from pybridge.errors import OutputError
from pybridge.render.theme import PAPER, THEME

WIDTH = 100


def svg(renderable: RenderableType, title: str, width: int = WIDTH) -> str:
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
    return console.export_svg(title=title, theme=PAPER)


def save_svg(renderable: RenderableType, path: str | Path, title: str, width: int = WIDTH) -> str:
    """Write the picture to a file and return its text. Raises OutputError if it cannot be written."""
    picture = svg(renderable, title, width)
    try:
        Path(path).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error
    return picture
