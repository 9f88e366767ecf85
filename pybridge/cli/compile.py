"""`compile`: translate a puzzle's facts into a Prolog program."""

from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.parameters import Pruning, heuristic_value, prune, puzzle, require_writable, write_new
from pybridge.cli.pictures import Force

_EXAMPLES = """Examples:

  pybridge compile seven

  pybridge compile seven --out seven_compiled.pl

  pybridge compile fifteen --heuristic takahashi --out it.pl
"""

Programs = Annotated[
    str | None,
    typer.Option(
        "--program",
        metavar="P,...",
        help="Programs: ids, ids_low, ida_star (default: ids,ids_low; ida_star with --heuristic or --pruning).",
    ),
]
Heuristic = Annotated[
    str | None,
    typer.Option("--heuristic", metavar="H", help="Heuristic of ida_star (default: manhattan)."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file (default: standard output).")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compile", epilog=_EXAMPLES)(compile_puzzle)


def compile_puzzle(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")],
    program: Programs = None,
    heuristic: Heuristic = None,
    pruning: Pruning = None,
    out: Out = None,
    force: Force = False,
) -> int:
    """Write a Prolog program for one board."""
    from pybridge.engines.goal import compiled_text, fastest, unsolvable_starts
    from pybridge.search.task import Task

    programs = _programs(program, informed=bool(heuristic or pruning))
    facts = puzzle(name)
    if out:
        require_writable(out, force=force)
    named, left_out, first = heuristic_value(heuristic), prune(pruning), facts.starts[0][1]
    task = Task(facts=facts, start_name="", start=first, program="ida_star", heuristic=named, pruning=left_out)
    unsolvable = unsolvable_starts(facts)
    text = compiled_text(facts, programs, task, unsolvable)
    if out is None:
        print(text, end="")
    else:
        write_new(out, text, force=force)
        print(f"{out} written; try: swipl -g {fastest(programs)} -t halt {out}")
    for start, reason in unsolvable.items():
        typer.echo(f"pybridge: the start {start} cannot reach a goal: {reason}", err=True)
    return 0


def _programs(text: str | None, *, informed: bool) -> list[str]:
    """The requested programs, each once. Only ida_star takes a heuristic or a pruning."""
    if text is None:
        return ["ida_star"] if informed else ["ids", "ids_low"]
    programs = list(dict.fromkeys(text.split(",")))
    if informed and "ida_star" not in programs:
        raise typer.BadParameter("--heuristic and --pruning require ida_star; add it to --program")
    return programs
