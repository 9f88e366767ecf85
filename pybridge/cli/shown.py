"""How a command shows its result: printed, as JSON, drawn to files, as a page; and what is kept of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.files import Force, print_file, require_outputs, write_new
from pybridge.cli.hints import command_line
from pybridge.cli.options import Json, option
from pybridge.errors import ArgumentError, OutputError, PybridgeError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import listed, visible
from pybridge.forms import Record

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.heuristics.explanation import Explanation
    from pybridge.render.page import Live, Page
    from pybridge.render.picture import Frame
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


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
        typer.Option("--live", help="With --html: the page contains SWI-Prolog, to change and run facts and program."),
    ] = False
    picture: Annotated[
        Path | None, option("--picture", "FILE", "Also draw the boards: *.svg, *.png or *.gif (animated).")
    ] = None
    steps: Annotated[
        str | None, option("--steps", "N,...", "With --picture: draw the boards after N moves (default: all).")
    ] = None
    dark: Annotated[bool, typer.Option("--dark", help="Draw pictures on a dark background.")] = False
    force: Force = False

    def require(
        self,
        facts: PuzzleFacts | None = None,
        *,
        beside: Mapping[str, Path | None] = MappingProxyType({}),
        draws: bool = False,
    ) -> None:
        """Raise ArgumentError or OutputError for what is not possible, before anything is searched.

        `facts` are those whose moves are written; `beside` are other files, by the options that name them, and whether
        the command `draws` another picture, which can be dark, too.
        """
        if self.dark and not (self.svg or self.picture or draws):
            raise ArgumentError("--dark requires a picture to write")
        if self.live and self.html is None:
            raise ArgumentError("--live requires --html")
        if self.steps is not None and self.picture is None:
            raise ArgumentError("--steps requires --picture")
        if self.steps is not None and not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})*", self.steps):
            raise ArgumentError("--steps takes numbers with commas between them, e.g. 0,12,36")
        self._require_files(beside)
        if facts is not None and self.moves_as is not None:
            from pybridge.render.domains import appearance

            known = appearance(facts).ways
            if not known:
                raise ArgumentError(f"moves of {facts.name} are written in one way only; leave out --moves-as")
            if self.moves_as not in known:
                given = visible(self.moves_as)
                raise ArgumentError(f"'{given}' is not a way to write moves; choose {listed(known)}")

    def _require_files(self, beside: Mapping[str, Path | None]) -> None:
        if self.svg and self.svg.suffix.lower() not in ("", ".svg"):
            raise OutputError(f"{self.svg}: --svg writes SVG; name a file that ends in .svg")
        if self.picture:
            from pybridge.render.picture import require_format

            require_format(self.picture)
        if self.html and self.html.suffix.lower() not in (".html", ".htm"):
            raise OutputError(f"{self.html}: --html writes HTML; name a file that ends in .html")
        require_outputs({**self.files, **beside}, force=self.force)

    @property
    def files(self) -> dict[str, Path | None]:
        """The files to be written, by the options that name them."""
        return {"--svg": self.svg, "--picture": self.picture, "--html": self.html}

    def write_svg(self, printed: Callable[[], Any], title: str) -> None:
        """Write what is printed as a picture. Raises OutputError."""
        if self.svg:
            from pybridge.render.console import svg

            write_new(self.svg, svg(printed(), title, dark=self.dark), force=self.force)

    def write_boards(self, boards: "Sequence[Frame]", title: str) -> None:
        """Draw those of the boards that the user asks for with --picture. Raises OutputError."""
        from pybridge.render.picture import DARK, LIGHT, svg_picture

        assert self.picture
        colors = DARK if self.dark else LIGHT
        chosen = [boards[step] for step in self._chosen(len(boards))]
        kind = self.picture.suffix.lower()
        content: str | bytes
        if kind == ".svg":
            content = svg_picture(chosen, title, colors)
        else:
            from pybridge.render.raster import gif_picture, png_picture

            content = (gif_picture if kind == ".gif" else png_picture)(chosen, title, colors)
        write_new(self.picture, content, force=self.force)

    def write_page(self, page: "Page") -> None:
        """Write the page that the user asks for with --html. Raises OutputError."""
        from pybridge.render.page import document

        assert self.html
        write_new(self.html, document(page.data()), force=self.force)

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
        from pybridge.render.console import stdout_console

        stdout_console().print(printed())


def print_json(form: Any, seed: int | None = None) -> None:
    """Print a form as JSON, indented, in UTF-8: each object of a list, or the one, says where it comes from.

    `seed` is that of what was drawn at random, beside the start.
    """
    import json

    from pybridge.provenance import Provenance, this_machine

    machine, given = this_machine(), form if isinstance(form, list) else [form]
    sources = [Provenance(command_line(), _seed_of(each) if seed is None else seed, machine) for each in given]
    found = [source.to_dict() | each for source, each in zip(sources, given, strict=True)]
    text = json.dumps(found if isinstance(form, list) else found[0], indent=2, ensure_ascii=False)
    print_file(f"{text}\n")


def _seed_of(form: Record) -> int | None:
    """The seed of a search's start, if that was drawn at random."""
    if not isinstance(form.get("start"), str):
        return None
    from pybridge.engines.starts import seed_of

    return seed_of(form["start"])


def live_program(task: "Task", engine: str) -> "Live | None":
    """What the page of a task runs; None, with a line that says why, if there is no SWI-Prolog for browsers.

    Raises UnavailableProgramError if the engine has no program text.
    """
    from pybridge.engines.program_texts import program_texts
    from pybridge.render.live import stage
    from pybridge.render.page import Live
    from pybridge.store.store import Store
    from pybridge.swipl.browser import BrowserRecipe

    texts, recipe = program_texts(task, engine), BrowserRecipe()
    try:
        with stage(recipe.title) as report:
            return Live(texts, Store().obtain(recipe, report))
    except PybridgeError as error:
        typer.echo(f"pybridge: the page cannot run its program: {error}", err=True)
        return None


def show(
    task: "Task", solution: "Solution", comparison: "Comparison", shown: ShownOptions,
    live: "Live | None" = None, why: "Explanation | None" = None,
) -> int:  # fmt: skip
    """Print the report of a task's search, and draw it as pictures and a page, too, if there are paths for them.

    Returns the exit code. Raises DisagreementError if a check fails, and OutputError if a file cannot be written.
    """
    from pybridge.render.console import is_screen, stdout_console
    from pybridge.render.search import Result, SearchReport
    from pybridge.render.why import Why
    from pybridge.report import report as report_of

    report, way, console = report_of(task, solution, comparison, why), shown.moves_as, stdout_console()
    trace = SearchReport(report, way, on_screen=is_screen(console))
    print_result(shown.json, report.to_dict, lambda: Result(report, way) if shown.quiet else trace)
    if report.why and not shown.json:
        console.print(Why(report.facts, report.why))
    shown.write_svg(lambda: SearchReport(report, way), f"pybridge {report.solution.program} {report.facts.name}")
    if shown.html:
        from pybridge.render.page import search_page

        shown.write_page(search_page(report, task, live))
    if shown.picture:  # last, since --steps may be too large
        from pybridge.render.picture import board_frames

        moves = (report.solution.moves or ())[: len(report.states) - 1]
        shown.write_boards(board_frames(report.facts, report.states, moves, way), report.facts.title)
    comparison.require_agreement()
    return solution.outcome.exit_code


def tell_kept(solution: "Solution") -> None:
    """Say what a long search has kept on disk, or has resumed from."""
    journal = solution.journal
    if journal is None:
        return
    if journal.damaged:
        typer.echo("pybridge: what an earlier run had kept was damaged; the search started over", err=True)
    if journal.resumed is not None:
        typer.echo(f"pybridge: resumed at threshold {journal.resumed}; --fresh starts over", err=True)
    if solution.outcome.exit_code == 0:
        return
    if journal.fault:
        typer.echo(f"pybridge: what was searched last could not be kept: {journal.fault}", err=True)
    elif journal.kept:
        last = solution.iterations[-1]
        whole = sum(each.completed for each in solution.iterations)
        nodes = (
            "" if last.completed or journal.whole else f" and {last.generated:,} nodes of threshold {last.threshold}"
        )
        typer.echo(
            f"pybridge: kept: {whole} completed thresholds{nodes}; the same command resumes, --fresh starts over",
            err=True,
        )


def print_cell_numbers(facts: PuzzleFacts) -> None:
    """Draw the numbers of the cells if the reason of an unsolvable start names any."""
    from pybridge.puzzles import why_unsolvable
    from pybridge.render.console import stdout_console
    from pybridge.render.domains import cell_numbers

    for numbers in cell_numbers(facts, (why_unsolvable(facts, state) for _, state in facts.starts)):
        stdout_console().print("", numbers, sep="\n")
