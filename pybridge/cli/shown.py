"""How a command shows its result: printed, as JSON, and in the files that are drawn, pictures and pages."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.files import Force, require_writable, write_new
from pybridge.cli.options import Json, option
from pybridge.errors import ArgumentError, OutputError
from pybridge.facts.wording import listed, visible

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.render.page import Page
    from pybridge.render.picture import Frame


@dataclass(frozen=True)
class ShownOptions:
    """How to show a result, and the files that it is drawn to."""

    json: Json = False
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the solution and the checks.")] = False
    moves_as: Annotated[
        str | None, option("--moves-as", "tiles|arrows|cells", "How to write moves of a board (default: tiles).")
    ] = None
    svg: Annotated[Path | None, option("--svg", "FILE", "Also write the report as an SVG picture.")] = None
    html: Annotated[
        Path | None, option("--html", "FILE", "Also write a page to step through, to play and to explore.")
    ] = None
    live: Annotated[
        bool,
        typer.Option(
            "--live", help="With --html: the page has SWI-Prolog inside, to change and run facts and program."
        ),
    ] = False
    picture: Annotated[
        Path | None, option("--picture", "FILE", "Also draw the boards: *.svg, *.png or *.gif (animated).")
    ] = None
    steps: Annotated[
        str | None, option("--steps", "N,...", "With --picture: draw the boards after N moves (default: all).")
    ] = None
    dark: Annotated[bool, typer.Option("--dark", help="Draw pictures on a dark background.")] = False
    force: Force = False

    def require(self, facts: "PuzzleFacts | None" = None, *, plot: Path | None = None) -> None:
        """Raise BadParameter or OutputError for what is not possible, before anything is searched.

        `facts` are those whose moves are written; a `plot`, another picture, can be dark, too.
        """
        if self.dark and not (self.svg or self.picture or plot):
            raise ArgumentError("--dark requires a picture to write")
        if self.live and self.html is None:
            raise ArgumentError("--live requires --html")
        if self.steps is not None and self.picture is None:
            raise ArgumentError("--steps requires --picture")
        if self.steps is not None and not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})*", self.steps):
            raise ArgumentError("--steps takes numbers with commas between them, e.g. 0,12,36")
        self._require_files()
        if facts is not None and self.moves_as is not None:
            from pybridge.render.domains import ways

            known = ways(facts)
            if not known:
                raise ArgumentError(f"moves of {facts.name} are written in one way only; leave out --moves-as")
            if self.moves_as not in known:
                given = visible(self.moves_as)
                raise ArgumentError(f"'{given}' is not a way to write moves; choose {listed(known)}")

    def _require_files(self) -> None:
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

    def write_svg(self, printed: Callable[[], Any], title: str) -> None:
        """Write what is printed as a picture. Raises OutputError."""
        if self.svg:
            from pybridge.render import svg

            write_new(self.svg, svg(printed(), title, dark=self.dark), force=self.force)

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


def print_result(json: bool, form: Callable[[], Any], printed: Callable[[], Any]) -> None:
    """Print a result as JSON, or otherwise what is printed for people."""
    if json:
        print_json(form())
    else:
        from pybridge.render import stdout_console

        stdout_console().print(printed())


def print_json(form: Any) -> None:
    """Print a form as JSON, indented, in UTF-8."""
    import json

    text = json.dumps(form, indent=2, ensure_ascii=False)
    typer.echo(text.encode(errors="replace").decode())  # a file name may not be valid text
