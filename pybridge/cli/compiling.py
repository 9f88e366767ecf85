"""`compile`: a puzzle's facts as a program in Prolog."""

from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.goes_by import Pruning, heuristic_name, prune
from pybridge.cli.parameters import puzzle, require_writable, write_new

_EXAMPLES = """Examples:

  pybridge compile seven

  pybridge compile seven --out seven_compiled.pl

  pybridge compile fifteen --heuristic takahashi --out it.pl
"""

Programs = Annotated[
    str,
    typer.Option("--program", metavar="P,...", help="The programs: ids, ids_low, ida_star."),
]
Heuristic = Annotated[
    str | None,
    typer.Option("--heuristic", metavar="H", help="The heuristic of ida_star; manhattan unless given."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The file to write, else print.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compile", epilog=_EXAMPLES)(compile_puzzle)


def compile_puzzle(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")],
    program: Programs = "ids,ids_low",
    heuristic: Heuristic = None,
    pruning: Pruning = None,
    out: Out = None,
    force: Force = False,
) -> int:
    """Write a program in Prolog that is made for one board."""
    from pybridge.search.task import Task
    from pybridge.swipl.compiling import compiled_text

    facts = puzzle(name)
    if out:
        require_writable(out, force=force)
    programs = list(dict.fromkeys(program.split(",")))
    if heuristic or pruning:
        programs = list(dict.fromkeys([*programs, "ida_star"]))
    goes_by = heuristic_name(heuristic), prune(pruning)
    task = Task(facts, "", facts.starts[0][1], "ida_star", heuristic=goes_by[0], pruning=goes_by[1])
    text = compiled_text(facts, programs, task)
    if out is None:
        print(text, end="")
        return 0
    write_new(out, text, force=force)
    print(f"{out} written; try: swipl -g {programs[-1]} -t halt {out}")
    return 0
