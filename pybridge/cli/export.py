"""`export` and `import`: a puzzle for other planners, as PDDL or an answer set program; STRIPS PDDL as rules."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pybridge.cli.facts import Out as FactFile
from pybridge.cli.facts import deliver, destination
from pybridge.cli.files import Force, print_file, text_and_path, write_folder
from pybridge.cli.hints import examples
from pybridge.cli.options import PuzzleName, StartOptions, flat, option, puzzle

To = Annotated[Literal["pddl", "asp"], typer.Option("--to", help="Language.", show_default=False)]
Out = Annotated[Path | None, option("--out", "FOLDER", "Output folder; created if missing (default: print the files).")]
_EXAMPLES = examples("""
pybridge export seven --to pddl
pybridge export eight --start farthest_1 --to pddl --out . --force
pybridge export blocks3 --to asp --out . --force
""")
_IMPORTS = examples("""
pybridge import eight-domain.pddl eight-problem.pddl
pybridge import eight-domain.pddl eight-problem.pddl --out again.pl --force
""")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export", epilog=_EXAMPLES)(flat(export))
    app.command("import", epilog=_IMPORTS)(import_puzzle)


def export(
    name: PuzzleName,
    to: To,
    start: StartOptions,
    out: Out = None,
    force: Force = False,
) -> int:
    """Write a puzzle in the language of other planners.

    In PDDL it is a domain and a problem, in ASP rules and an instance. `plan` replays what they find.
    """
    from pybridge.witnesses.exported import exported

    facts = puzzle(name)
    files = exported(facts, *start.of(facts), to)
    if out is None:
        print_file("\n".join(files.values()))
        return 0
    write_folder(out, files, force=force)
    for file in files:
        typer.echo(f"{out / file} written", err=True)
    return 0


def import_puzzle(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="A domain and a problem, in two files or in one; - reads standard input."
        ),
    ],
    out: FactFile = None,
    force: Force = False,
) -> int:
    """Turn a PDDL domain and problem into a puzzle of rules.

    It reads STRIPS with types, equality and negative preconditions.
    """
    from pybridge.witnesses.imported import imported

    out = destination(out, force=force)
    deliver(imported([text_and_path(file) for file in files]), out, lambda file: f"solve {file}", force=force)
    return 0
