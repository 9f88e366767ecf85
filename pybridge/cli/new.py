"""`new`: turn a drawing into a puzzle that is checked, solved and shown."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli import dialogue, new_rules, new_turns
from pybridge.cli.board_options import BoardOptions, Rules, Size, board_of, made_of, with_chosen_start
from pybridge.cli.check import inspect, print_reports
from pybridge.cli.files import STANDARD, Force, require_writable, write_new
from pybridge.cli.hints import argument, called, examples, has_few_states, is_quick
from pybridge.cli.options import LimitOptions, Without, option
from pybridge.cli.shown import ShownOptions, show
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.outcome import Outcome

if TYPE_CHECKING:
    from pybridge.search.solution import Solution

Out = Annotated[Path | None, option("--out", "FILE", "Fact file to write.")]
_PATIENCE = 30.0
"""Default seconds to solve the start."""
EXAMPLES = examples("""
pybridge new 2x3 --out five.pl
pybridge new --drawing board.txt --out ring.pl --title "A ring" --seed 3
pybridge new 3x3 --wrap both --out torus.pl
pybridge new 3x3 --start-drawing start.txt --out mine.pl
pybridge new --turns rings.txt --out rings.pl
pybridge new --rules --out pegs.pl
""")


def new(
    size: Size = None,
    *,
    board: BoardOptions,
    rules: Rules = False,
    out: Out = None,
    force: Force = False,
    within: Annotated[LimitOptions, Without("inference_limit", "memory_limit")],
) -> int:
    """Create a puzzle: write its fact file, check it, solve its start.

    Without options, it asks for the board, its start, its title and the file. With a size, --drawing, --turns or
    --rules, and --out, it asks nothing. The search stops after 30 seconds; --time-limit changes this.
    """
    if out == STANDARD:
        raise ArgumentError("new needs a file to check and solve: give --out FILE, or use pybridge facts to print")
    if rules and size:
        raise ArgumentError(new_rules.NO_BOARD)
    if rules and out:
        new_rules.write(board, out, force=force)
    elif out and (size or board.drawing or board.turns):
        _write(size, board, out, force=force)
    else:
        out = _asked(size, board, out, rules=rules, force=force)
        typer.echo()
    return _first_run(out, within.time_limit or _PATIENCE)


def _write(size: list[str] | None, board: BoardOptions, out: Path, *, force: bool) -> None:
    """Write the file that the options describe."""
    from pybridge.facts import write

    require_writable(out, force=force)
    made = made_of(size, board, out=out)
    write_new(out, write(with_chosen_start(made, board.start)), force=force)


def _asked(size: list[str] | None, board: BoardOptions, out: Path | None, *, rules: bool, force: bool) -> Path:
    """Write the file, asking on the terminal for what the options leave open."""
    given = {"--drawing": board.drawing, "--turns": board.turns, "--start-drawing": board.start_drawing}
    option = next((option for option, path in given.items() if path == STANDARD), None)
    if option:
        raise ArgumentError(f"with {option} -, new cannot ask questions; also give a board and --out FILE")
    if board.wrap and board.hex:
        raise ArgumentError("hexagonal boards do not wrap around; give one of --wrap and --hex")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ArgumentError(
            "there is no terminal for questions; "
            "give a size such as 3x5, --drawing FILE or --turns FILE, and --out FILE"
        )
    asked = (lambda: None) if rules else partial(_puzzle, size, board)
    return dialogue.make(asked, board, out, new_rules.text, force=force)


def _puzzle(size: list[str] | None, options: BoardOptions) -> PuzzleFacts | None:
    """The puzzle from the options or from the user, and its start; None for a puzzle of rules."""
    if options.turns:
        return new_turns.puzzle(size, options)
    if size or options.drawing:
        board = board_of(size, replace(options, start_drawing=None), out=None)
        dialogue.show(board)
        return dialogue.asked_start(board, options)
    asked = dialogue.asked_board(options)
    if isinstance(asked, str):
        return new_turns.puzzle(size, options) if asked == dialogue.TURNS else None
    return dialogue.asked_start(asked, options)


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
        dialogue.say("The file is written anyway; only its start cannot reach a goal.")
        typer.echo(f"Next: change the start in line {faults[0].line} of {path}")
        typer.echo(f"      {called()} solve {argument(path)}")
    else:
        _tell_what_next(facts, path, solution, time_limit)
    return solution.outcome.exit_code


def _solve(facts: PuzzleFacts, time_limit: float) -> "Solution":
    """Solve the first start as `solve` does, and show the trace."""
    from pybridge.api.solving import task_of
    from pybridge.cli.solve import search

    task = task_of(facts, *facts.starts[0], time_limit=time_limit)
    solution, comparison = search(task)
    show(task, solution, comparison, ShownOptions())
    return solution


def _tell_what_next(facts: PuzzleFacts, path: Path, solution: "Solution", time_limit: float) -> None:
    """Suggest a few commands; if there is no solution, first say that the file is good."""
    from pybridge.boards.board_drawing import START
    from pybridge.engines.starts import soon_counted

    file, program = argument(path), called()
    start, another = facts.starts[0][0], "try another --start"
    if start == START:
        another = "draw one nearer to the goal"
    elif start.startswith("random"):
        another = "try another --seed"
    if solution.outcome is Outcome.SOLVED:
        search = f"ids_low {file}" if is_quick(facts, solution.length or 0) else f"solve {file} --all"
    else:
        search = f"solve {file} --time-limit 600"
        if solution.outcome is Outcome.TIME_LIMIT:
            dialogue.say(f"Not solved within {time_limit:g} s: this start is hard; {another}.")
        dialogue.say(f"{path} itself is valid.")
    typer.echo(f"Next: {program} {search}")
    typer.echo(f"      {program} {'census' if soon_counted(facts) else 'puzzles'} {file}")
    if has_few_states(facts):
        typer.echo(f"      {program} solve {file} --start hardest")
    typer.echo(f"      change a fact in {path}, then {program} check {file}")
