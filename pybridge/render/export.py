"""Pictures of what a console would show."""

import re
from io import StringIO

from rich.console import Console, RenderableType

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
    # rich has the picture fetch its font from elsewhere; any monospaced one does.
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title=title, theme=PAPER), flags=re.DOTALL)
