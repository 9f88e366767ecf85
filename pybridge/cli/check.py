"""`check`: report every fault of fact files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import Json
from pybridge.cli.showing import print_cell_numbers

if TYPE_CHECKING:
    from pybridge.errors import Fault
    from pybridge.facts import PuzzleFacts

_EXAMPLES = """Examples:

  pybridge check seven

  pybridge check my_board.pl other.pl --json
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check", epilog=_EXAMPLES)(check)


def check(
    names: Annotated[list[str], typer.Argument(metavar="FILE...", help="Fact files, or names of shipped puzzles.")],
    json: Json = False,
) -> int:
    """Report every error in fact files at once."""
    from pybridge.facts import find

    reports = [inspect(find(name)) for name in names]
    if json:
        _print_faults_as_json(reports)
    else:
        print_reports(reports)
    return next((fault.kind.exit_code for _, _, faults in reports for fault in faults), 0)


Inspected = tuple[Path, "PuzzleFacts | None", "list[Fault]"]


def inspect(path: Path) -> Inspected:
    """Read a file: its path, its facts and its faults."""
    from pybridge.errors import FactFileError
    from pybridge.puzzles import unsolvable_starts

    try:
        return (path, *unsolvable_starts(path))
    except FactFileError as error:
        return path, None, list(error.faults)


def print_reports(reports: list[Inspected]) -> None:
    """Print each file's faults, or a summary of a file without faults."""
    for path, sound, faults in reports:
        if sound is not None and not faults:
            typer.echo(f"{path}: sound, {_summary(sound)}; {_reachable(sound)}")
            continue
        typer.echo("\n".join(map(str, faults)))
        if sound is not None:
            print_cell_numbers(sound)


def _print_faults_as_json(reports: list[Inspected]) -> None:
    from pybridge.cli import json_forms

    json_forms.print_json([json_forms.report(*each) for each in reports])


def _summary(sound: "PuzzleFacts") -> str:
    from pybridge.facts.domain import DOMAINS
    from pybridge.facts.wording import several

    return ", ".join(
        filter(None, [sound.domain, DOMAINS[sound.domain].size(sound), several(len(sound.starts), "start")])
    )


def _reachable(sound: "PuzzleFacts") -> str:
    from pybridge.facts.wording import states_text
    from pybridge.puzzles import count_arrangements, count_states, is_reversible

    states, arrangements = count_states(sound), count_arrangements(sound)
    if states is None or arrangements is None:
        why = "" if is_reversible(sound) else "its moves cannot be undone, and "
        return f"{why}how many arrangements can reach a goal is not known"
    if states < arrangements:
        return f"{states_text(states)} of {states_text(arrangements)} arrangements can reach a goal"
    if states == 1:
        return "its only arrangement is a goal"
    return f"all {states_text(states)} arrangements can reach a goal"
