"""`puzzles`: list the shipped fact files."""

from typing import Annotated

import typer

from pybridge.cli.parameters import Json, puzzle

_EXAMPLES = """Examples:

  pybridge puzzles

  pybridge puzzles box_eight
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("puzzles", epilog=_EXAMPLES)(puzzles)


def puzzles(
    name: Annotated[
        str | None, typer.Argument(metavar="PUZZLE", help="Puzzle to show in full (default: list all).")
    ] = None,
    json: Json = False,
) -> int:
    """List the shipped puzzles, or show one in full."""
    from pybridge.facts import read, shipped

    shown = [read(path) for path in shipped().values()] if name is None else [puzzle(name)]
    if json:
        from pybridge.cli import json_forms

        forms = [json_forms.puzzle(each) for each in shown]
        json_forms.print_json(forms if name is None else forms[0])
        return 0
    from pybridge.render import PuzzleDetail, PuzzleTable, stdout_console

    stdout_console().print(PuzzleTable(shown) if name is None else PuzzleDetail(shown[0]))
    return 0
