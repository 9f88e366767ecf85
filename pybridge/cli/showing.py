"""Print the result of a search: trace, JSON, pictures, page, and what is kept of it."""

from functools import partial
from typing import TYPE_CHECKING

import typer

from pybridge.cli.shown import ShownOptions, print_result
from pybridge.errors import PybridgeError

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.render.page import Live, Page
    from pybridge.render.picture import Frame
    from pybridge.report import Report
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


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


def show(report: "Report", shown: ShownOptions, task: "Task", live: "Live | None" = None) -> None:
    """Print the report of a task's search, and draw it as pictures and a page, too, if there are paths for them.

    Raises OutputError if one of them cannot be written.
    """
    from pybridge.render import Result, SearchReport, Why, stdout_console

    way, console = shown.moves_as, stdout_console()
    trace = SearchReport(report, way, on_screen=console.is_terminal)
    print_result(shown.json, report.to_dict, lambda: Result(report, way) if shown.quiet else trace)
    if report.why and not shown.json:
        console.print(Why(report.facts, report.why))
    shown.write_svg(lambda: SearchReport(report, way), f"pybridge {report.solution.program} {report.facts.name}")
    shown.write_boards(partial(_boards, report, way), report.facts.title)
    shown.write_page(partial(_page, report, task, live))


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


def print_cell_numbers(facts: "PuzzleFacts") -> None:
    """Draw the numbers of the cells if the reason of an unsolvable start names any."""
    from pybridge.puzzles import why_unsolvable
    from pybridge.render.console import stdout_console
    from pybridge.render.domains import cell_numbers

    for numbers in cell_numbers(facts, (why_unsolvable(facts, state) for _, state in facts.starts)):
        stdout_console().print("", numbers, sep="\n")
