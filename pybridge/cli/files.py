"""`check` and `puzzles`: fact files that are there."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import Json, puzzle
from pybridge.cli.showing import print_cell_numbers

if TYPE_CHECKING:
    from pybridge.errors import Fault
    from pybridge.facts import BlocksFacts, PuzzleFacts

_CHECK_EXAMPLES = """Examples:

  pybridge check seven

  pybridge check my_board.pl other.pl --json
"""

_PUZZLES_EXAMPLES = """Examples:

  pybridge puzzles

  pybridge puzzles box_eight
"""


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("check", epilog=_CHECK_EXAMPLES)(check)
    app.command("puzzles", epilog=_PUZZLES_EXAMPLES)(puzzles)


def check(
    names: Annotated[list[str], typer.Argument(metavar="FILE...", help="Fact files, or shipped puzzles by name.")],
    json: Json = False,
) -> int:
    """Report every fault of a fact file at once."""
    from pybridge.facts import find

    reports = [inspect(find(name)) for name in names]
    if json:
        _print_faults_as_json(reports)
    else:
        print_reports(reports)
    return next((int(fault.kind) for _, _, faults in reports for fault in faults), 0)


Report = tuple[Path, "PuzzleFacts | None", "list[Fault]"]


def inspect(path: Path) -> Report:
    """The facts of a file, and its faults."""
    from pybridge.errors import FactFileError
    from pybridge.puzzles.solvability import unsolvable_starts

    try:
        return (path, *unsolvable_starts(path))
    except FactFileError as error:
        return path, None, list(error.faults)


def print_reports(reports: list[Report]) -> None:
    """Print each file's faults, or what it is."""
    for path, sound, faults in reports:
        if sound is not None and not faults:
            typer.echo(f"{path}: sound, {_summary(sound)}; {_reachable(sound)}")
            continue
        typer.echo("\n".join(map(str, faults)))
        if sound is not None:
            print_cell_numbers(sound)


def _print_faults_as_json(reports: list[Report]) -> None:
    from pybridge.cli import json_forms

    json_forms.print_json([json_forms.report(*each) for each in reports])


def _summary(sound: "PuzzleFacts") -> str:
    from pybridge.facts import BlocksFacts, SlidingFacts

    if isinstance(sound, SlidingFacts):
        size = f"{len(sound.cells)} cells"
    else:
        assert isinstance(sound, BlocksFacts)
        size = _blocks_on(sound)
    count = len(sound.starts)
    return f"{sound.domain}, {size}, {count} start{'s' * (count != 1)}"


def _reachable(sound: "PuzzleFacts") -> str:
    from pybridge.puzzles.solvability import count_arrangements, count_states, states_text

    states, arrangements = count_states(sound), count_arrangements(sound)
    if states < arrangements:
        return f"{states_text(states)} of {states_text(arrangements)} arrangements can reach a goal"
    if states == 1:
        return "its only arrangement is a goal"
    return f"all {states_text(states)} arrangements can reach a goal"


def _blocks_on(sound: "BlocksFacts") -> str:
    grounds = [f"{len(sound.places)} place{'s' * (len(sound.places) != 1)}"] if sound.places else []
    grounds += ["a table"] if sound.table is not None else []
    return f"{len(sound.blocks)} block{'s' * (len(sound.blocks) != 1)} on {' and '.join(grounds)}"


def puzzles(
    name: Annotated[str | None, typer.Argument(metavar="PUZZLE", help="One puzzle, in full.")] = None,
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
