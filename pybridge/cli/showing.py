"""Print the result of a search: trace, JSON, picture, and why the bound keeps or cuts one state."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import chosen_start, natural
from pybridge.cli.pictures import NO_DRAWING, Drawing
from pybridge.errors import PybridgeError
from pybridge.facts.wording import listed, visible

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.heuristics.manhattan import Explanation
    from pybridge.render.page import Live, Page
    from pybridge.render.picture import Frame
    from pybridge.report import Report
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


@dataclass(frozen=True, slots=True)
class View:
    """How to show the result of a search: as JSON, in pictures, too, `quiet`, and with moves written in one `way`."""

    json: bool = False
    drawing: Drawing = NO_DRAWING
    quiet: bool = False
    way: str | None = None

    def require(self, facts: "PuzzleFacts") -> None:
        """Raise BadParameter or OutputError for what is not possible, before anything is searched."""
        self.drawing.require()
        if self.way is not None:
            from pybridge.render.domains import ways

            known = ways(facts)
            if not known:
                raise typer.BadParameter(f"moves of {facts.name} are written in one way only; leave out --moves-as")
            if self.way not in known:
                raise typer.BadParameter(f"'{visible(self.way)}' is not a way to write moves; choose {listed(known)}")


def live_program(task: "Task", engine: str) -> "Live | None":
    """What the page of a task runs; None, with a line that says why, if there is no SWI-Prolog for browsers.

    Raises UnavailableProgramError if the engine has no program text.
    """
    from pybridge.engines.program_texts import program_texts
    from pybridge.render import stderr_console
    from pybridge.render.page import Live
    from pybridge.render.stored_tables import stage
    from pybridge.store.store import Store
    from pybridge.swipl.browser import BrowserRecipe

    texts, recipe = program_texts(task, engine), BrowserRecipe()
    try:
        with stage(stderr_console(), recipe.title) as report:
            return Live(texts, Store().obtain(recipe, report))
    except PybridgeError as error:
        typer.echo(f"pybridge: the page cannot run its program: {error}", err=True)
        return None


def show(report: "Report", view: View, task: "Task", live: "Live | None" = None) -> None:
    """Print the report of a task's search, and draw it as pictures and a page, too, if there are paths for them.

    Raises OutputError if one of them cannot be written.
    """
    from pybridge.render import Result, SearchReport, Why, stdout_console

    console = stdout_console()
    if view.json:
        from pybridge.cli import json_forms

        json_forms.print_json(report.to_dict())
    else:
        trace = SearchReport(report, view.way, on_screen=console.is_terminal)
        console.print(Result(report, view.way) if view.quiet else trace)
        if report.why:
            console.print(Why(report.facts, report.why))
    title = f"pybridge {report.solution.program} {report.facts.name}"
    view.drawing.write_svg(SearchReport(report, view.way), title)
    view.drawing.write_boards(partial(_boards, report, view.way), report.facts.title)
    view.drawing.write_page(partial(_page, report, task, live))


def _page(report: "Report", task: "Task", live: "Live | None") -> "Page":
    """The search as a page, which runs what is `live`."""
    from pybridge.render.page import search_page

    return search_page(report, task, live)


def _boards(report: "Report", way: str | None) -> "list[Frame]":
    """The states that the first solution leads through."""
    from pybridge.render.picture import board_frames

    moves = (report.solution.moves or ())[: len(report.states) - 1]
    return board_frames(report.facts, report.states, moves, way)


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
        typer.echo(f"pybridge: the search could not be kept: {journal.fault}", err=True)
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


Quiet = Annotated[bool, typer.Option("--quiet", help="Print only the solution and the checks.")]
MovesAs = Annotated[
    str | None,
    typer.Option("--moves-as", metavar="tiles|arrows|cells", help="How to write moves of a board (default: tiles)."),
]


def print_cell_numbers(facts: "PuzzleFacts") -> None:
    """Draw the numbers of the cells if the reason of an unsolvable start names any."""
    from pybridge.puzzles import why_unsolvable
    from pybridge.render.console import stdout_console
    from pybridge.render.domains import cell_numbers

    for numbers in cell_numbers(facts, (why_unsolvable(facts, state) for _, state in facts.starts)):
        stdout_console().print("", numbers, sep="\n")


WhyOption = Annotated[
    str | None,
    typer.Option(
        "--why",
        metavar="N|STATE",
        help="Explain the bound of the state after N moves of the solution, or of any state.",
    ),
]
WhyMoves = Annotated[
    int | None, typer.Option("--moves", metavar="G", parser=natural, help="With --why STATE: moves made so far.")
]
WhyThreshold = Annotated[
    int | None,
    typer.Option(
        "--threshold", metavar="T", parser=natural, help="With --why: the threshold (default: the shortest length)."
    ),
]


def steps_of(why: str | None, moves: int | None, threshold: int | None) -> int | None:
    """The number of moves that --why gives; None if it is a state or missing."""
    if why is None and (moves, threshold) != (None, None):
        raise typer.BadParameter("--moves and --threshold require --why")
    return natural(why) if why and re.fullmatch("[0-9]+", why) else None


def after_steps(task: "Task", solution: "Solution", steps: int, threshold: int | None) -> "Explanation":
    """The bound of the state after this many moves. Raises UnknownStartError if the solution is shorter."""
    from pybridge.errors import UnknownStartError
    from pybridge.heuristics.choice import explained
    from pybridge.puzzles import replay

    if solution.moves is None or solution.length is None:
        raise UnknownStartError(f"--why {steps}: no solution was found; give a state")
    if steps > solution.length:
        raise UnknownStartError(f"--why {steps}: the solution has {solution.length} moves")
    states = replay(task.facts, task.start, solution.moves)
    return explained(task.facts, states[steps], steps, *_threshold(task, threshold, solution))


def explain_state(
    task: "Task", text: str, moves: int | None, threshold: int | None, search: "Callable[[], Solution]", *, json: bool
) -> int:
    """Explain any state, against the same threshold as a state of the solution; `search` finds that if need be."""
    from pybridge.cli import json_forms
    from pybridge.heuristics.choice import explained
    from pybridge.render import Why, stdout_console

    _, state = chosen_start(task.facts, text)
    explained(task.facts, state, moves or 0, 0, "")  # a puzzle without such bounds is refused before it is searched
    solution = None if _threshold(task, threshold, None)[1] else search()
    why = explained(task.facts, state, moves or 0, *_threshold(task, threshold, solution))
    if json:
        json_forms.print_json(why.to_dict())
    else:
        stdout_console().print(Why(task.facts, why))
    return 0 if solution is None else solution.outcome.exit_code


def _threshold(task: "Task", given: int | None, solution: "Solution | None") -> tuple[int, str]:
    """The threshold to explain a bound with, and which one it is: by default the length of a shortest solution.

    The text is empty if a search has to find that first.
    """
    from pybridge.agreement import known_length
    from pybridge.search.rows import search_row

    if given is not None:
        return given, "set by --threshold"
    known = known_length(task.facts, task.start_name, task.start)
    if known is not None:
        return known, "length of a shortest solution, stated by the facts"
    if solution is None:
        return 0, ""
    if solution.length is not None:
        return solution.length, "length of a shortest solution, found by the search"
    if solution.iterations:
        return solution.iterations[-1].threshold, "last one that the search tried"
    return search_row(task.facts).bound(task), "lower bound of the start"
