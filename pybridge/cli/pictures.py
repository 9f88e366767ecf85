"""The options for files that are drawn: pictures of boards, their colors, and pages."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.parameters import require_writable, write_new
from pybridge.errors import OutputError

if TYPE_CHECKING:
    from pybridge.render.page import Page
    from pybridge.render.picture import Frame

Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also write the report as an SVG picture.")]
PictureFile = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Also draw the boards: *.svg, *.png or *.gif (animated)."),
]
Steps = Annotated[
    str | None,
    typer.Option("--steps", metavar="N,...", help="With --picture: draw the boards after N moves (default: all)."),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Also write a page to step through, to play and to explore."),
]
LiveOption = Annotated[
    bool,
    typer.Option("--live", help="With --html: the page has SWI-Prolog inside, to change and run facts and program."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Dark = Annotated[bool, typer.Option("--dark", help="Draw pictures on a dark background.")]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The files that the user asks for: `svg` of what is printed, `picture` of boards, their colors, an `html` page.

    `steps` are the numbers of the boards with commas, and None for all. The page is `live` if it runs a program.
    """

    svg: Path | None = None
    picture: Path | None = None
    steps: str | None = None
    dark: bool = False
    force: bool = False
    html: Path | None = None
    live: bool = False

    def require(self, *, others: bool = False) -> None:
        """Raise BadParameter or OutputError for what is not possible, before anything is searched.

        `others` says whether there is another picture, which can be dark.
        """
        if self.dark and not (self.svg or self.picture or others):
            raise typer.BadParameter("--dark requires a picture to write")
        if self.live and self.html is None:
            raise typer.BadParameter("--live requires --html")
        if self.steps is not None and self.picture is None:
            raise typer.BadParameter("--steps requires --picture")
        if self.steps is not None and not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})*", self.steps):
            raise typer.BadParameter("--steps takes numbers with commas between them, e.g. 0,12,36")
        if self.svg and self.svg.suffix.lower() not in ("", ".svg"):
            raise OutputError(f"{self.svg}: --svg writes SVG; name a file that ends in .svg")
        if self.picture:
            from pybridge.render.picture import require_format

            require_format(self.picture)
        if self.html and self.html.suffix.lower() not in (".html", ".htm"):
            raise OutputError(f"{self.html}: --html writes HTML; name a file that ends in .html")
        for path in (self.svg, self.picture, self.html):
            if path:
                require_writable(path, force=self.force)
        if self.svg and self.picture and self.svg.resolve() == self.picture.resolve():
            raise OutputError(f"--svg and --picture are the same file, {self.svg}; name two files")

    def write_svg(self, printed: Any, title: str) -> None:
        """Write what is printed as a picture. Raises OutputError."""
        from pybridge.render import svg

        if self.svg:
            write_new(self.svg, svg(printed, title, dark=self.dark), force=self.force)

    def write_boards(self, frames: "Callable[[], Sequence[Frame]]", title: str) -> None:
        """Draw those of the boards that the user asks for. Raises OutputError."""
        if self.picture is None:
            return
        from pybridge.render.picture import DARK, LIGHT, svg_picture

        boards, colors = frames(), DARK if self.dark else LIGHT
        chosen = [boards[step] for step in self._chosen(len(boards))]
        kind = self.picture.suffix.lower()
        content: str | bytes
        if kind == ".svg":
            content = svg_picture(chosen, title, colors)
        else:
            from pybridge.render.raster import gif_picture, png_picture

            content = (gif_picture if kind == ".gif" else png_picture)(chosen, title, colors)
        write_new(self.picture, content, force=self.force)

    def write_page(self, page: "Callable[[], Page]") -> None:
        """Write the page, if the user asks for it. Raises OutputError."""
        if self.html:
            from pybridge.render.page import document

            write_new(self.html, document(page().data()), force=self.force)

    def _chosen(self, number: int) -> Sequence[int]:
        """The numbers of the boards. Raises OutputError for one that does not exist."""
        if self.steps is None:
            return range(number)
        steps = [int(step) for step in self.steps.split(",")]
        if max(steps) >= number:
            raise OutputError(f"--steps {max(steps)}: {self.picture} is not written; the boards are 0 to {number - 1}")
        return steps


NO_DRAWING = Drawing()
