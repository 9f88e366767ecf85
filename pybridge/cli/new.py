"""`new`: turn a drawing into a puzzle that is checked, solved and shown."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli import dialogue
from pybridge.cli.check import inspect, print_reports
from pybridge.cli.facts import (
    STANDARD,
    Blank,
    Drawing,
    Farthest,
    Hexagonal,
    Name,
    Seed,
    Size,
    StartDrawing,
    Title,
    Wrap,
    board,
    require_one_start,
    with_chosen_start,
)
from pybridge.cli.hints import argument, called, has_few_states, is_quick
from pybridge.cli.parameters import TimeLimit, limits, require_writable, write_new
from pybridge.cli.pictures import Force

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.search.solution import Solution

Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Fact file to write.", show_default=False)]
_PATIENCE = 30.0
"""Default seconds to solve the start."""
_EXAMPLES = """Examples:

  pybridge new 2x3 --out five.pl

  pybridge new --drawing board.txt --out ring.pl --title "A ring" --seed 3

  pybridge new 3x3 --wrap both --out torus.pl

  pybridge new 3x3 --start-drawing start.txt --out mine.pl
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("new", epilog=_EXAMPLES)(new)


def new(
    size: Size = None,
    drawing: Drawing = None,
    start_drawing: StartDrawing = None,
    start: Farthest = None,
    wrap: Wrap = None,
    hexagonal: Hexagonal = False,
    blank: Blank = "last",
    name: Name = None,
    title: Title = None,
    seed: Seed = 0,
    out: Out = None,
    force: Force = False,
    time_limit: TimeLimit = None,
) -> int:
    """Create a puzzle: write and check its fact file, solve its start, and show the solution.

    Without options, it asks for the board, its start, its title and the file. With a size or --drawing,
    and --out, it asks nothing. The search stops after 30 seconds; --time-limit changes this.
    """
    require_one_start(start_drawing, seed, start)
    options = {"wrap": wrap, "hexagonal": hexagonal, "blank": blank, "name": name, "title": title, "seed": seed}
    if str(out) == STANDARD:
        raise typer.BadParameter("new needs a file to check and solve: give --out FILE, or use pybridge facts to print")
    if out and (size or drawing):
        _write(size, drawing, start_drawing, start, out, force, **options)
    else:
        out = _asked(size, drawing, start_drawing, start, out, force, **options)
        typer.echo()
    return _first_run(out, time_limit or _PATIENCE)


def _write(
    size: list[str] | None,
    drawing: Path | None,
    start: Path | None,
    farthest: str | None,
    out: Path,
    force: bool,
    **options: Any,
) -> None:
    """Write the file that the options describe."""
    from pybridge.facts import write

    require_writable(out, force=force)
    made = board(size, drawing, start, out=out, **options)
    write_new(out, write(with_chosen_start(made, farthest)), force=force)


def _asked(
    size: list[str] | None,
    drawing: Path | None,
    start: Path | None,
    farthest: str | None,
    out: Path | None,
    force: bool,
    **options: Any,
) -> Path:
    """Write the file, asking on the terminal for what the options leave open."""
    if STANDARD in (str(drawing), str(start)):
        option = "--drawing" if str(drawing) == STANDARD else "--start-drawing"
        raise typer.BadParameter(f"with {option} -, new cannot ask questions; also give a board and --out FILE")
    if options["wrap"] and options["hexagonal"]:
        raise typer.BadParameter("hexagonal boards do not wrap around; give one of --wrap and --hex")
    if not dialogue.can_ask():
        raise typer.BadParameter(
            "there is no terminal for questions; give a size such as 3x5 or --drawing FILE, and --out FILE"
        )
    return dialogue.make(size, drawing, start, farthest, out, force=force, **options)


def _first_run(path: Path, time_limit: float) -> int:
    """Check the file, solve its start, show the trace, and suggest what to do next."""
    typer.echo(f"{path} written")
    report = inspect(path)
    _, facts, faults = report
    if facts is None or not faults:  # the search reports an unsolvable start
        print_reports([report])
    if facts is None:
        return faults[0].kind.exit_code
    typer.echo()
    solution = _solve(facts, time_limit)
    typer.echo()
    if faults:
        dialogue.say("The file is written nevertheless; only its start cannot reach a goal.")
        typer.echo(f"Next: change the start in line {faults[0].line} of {path}")
        typer.echo(f"      {called()} solve {argument(path)}")
    else:
        _tell_what_next(facts, path, solution, time_limit)
    return solution.outcome.exit_code


def _solve(facts: "PuzzleFacts", time_limit: float) -> "Solution":
    """Solve the first start as `solve` does, and show the trace."""
    from pybridge.cli.showing import View, show
    from pybridge.cli.solve import search
    from pybridge.report import report
    from pybridge.search.task import Task

    name, state = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=state, program="ida_star", limits=limits(time_limit, None, None))
    solution, comparison = search(task)
    show(report(task, solution, comparison), View(), task)
    comparison.require_agreement()
    return solution


def _tell_what_next(facts: "PuzzleFacts", path: Path, solution: "Solution", time_limit: float) -> None:
    """Suggest a few commands; if there is no solution, first say that the file is good."""
    from pybridge.boards.board_drawing import START
    from pybridge.engines.starts import soon_counted
    from pybridge.outcome import Outcome

    file, program = argument(path), called()
    another = "try another --seed" if facts.starts[0][0] != START else "draw one nearer to the goal"
    if solution.outcome is Outcome.SOLVED:
        search = f"ids_low {file}" if is_quick(facts, solution.length or 0) else f"solve {file} --all"
    else:
        search = f"solve {file} --time-limit 600"
        if solution.outcome is Outcome.TIME_LIMIT:
            dialogue.say(f"Not solved within {time_limit:g} s: this start is hard; {another}.")
        dialogue.say(f"{path} is good nevertheless.")
    typer.echo(f"Next: {program} {search}")
    typer.echo(f"      {program} {'census' if soon_counted(facts) else 'puzzles'} {file}")
    if has_few_states(facts):
        typer.echo(f"      {program} solve {file} --start hardest")
    typer.echo(f"      change a fact in {path}, then {program} check {file}")
