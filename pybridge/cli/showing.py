"""Print the result of a search: trace, JSON, picture, and why the bound keeps or cuts one state."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import natural, write_new

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.heuristics.manhattan import Explanation
    from pybridge.report import Report
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


def show(report: "Report", *, json: bool, svg: Path | None, force: bool) -> None:
    """Print the report of a search, and draw it as a picture, too, if there is a path for it.

    Raises OutputError if the picture cannot be written.
    """
    from pybridge.render import Trace, Why, stdout_console

    if json:
        from pybridge.cli import json_forms

        json_forms.print_json(json_forms.search(report))
    else:
        stdout_console().print(Trace(report))
        if report.why:
            stdout_console().print(Why(report.facts, report.why))
    if svg:
        from pybridge.render import svg as picture

        title = f"pybridge {report.solution.program} {report.facts.name}"
        write_new(svg, picture(Trace(report), title), force=force)


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
        "--threshold", metavar="T", parser=natural, help="With --why: the threshold (default: the solution's length)."
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
    return explained(task.facts, states[steps], steps, solution.length if threshold is None else threshold)


def explain_state(task: "Task", text: str, moves: int | None, threshold: int | None, *, json: bool) -> int:
    """Explain any state. The default threshold is the lower bound of the start."""
    from pybridge.cli import json_forms
    from pybridge.engines import start_state
    from pybridge.heuristics.choice import explained

    _, state = start_state(task.facts, text)
    if threshold is None:
        threshold = explained(task.facts, task.start, 0, 0).h
    why = explained(task.facts, state, moves or 0, threshold)
    if json:
        json_forms.print_json(json_forms.explanation(why))
    else:
        from pybridge.render import Why, stdout_console

        stdout_console().print(Why(task.facts, why))
    return 0
