"""`check`: report every fault of fact files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.options import Json
from pybridge.cli.shown import print_cell_numbers, print_json
from pybridge.forms import Form

if TYPE_CHECKING:
    from pybridge.errors import Fault
    from pybridge.facts import PuzzleFacts

_EXAMPLES = """Examples:

  pybridge check seven

  pybridge check my_board.pl other.pl --json
"""
_MOST_BITS = 14_000
"""The most bits of a number in JSON: Python writes at most 4,300 digits."""


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
        print_json([_form(*each) for each in reports])
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
    """Print each file's faults and their lines, or a summary of a file without faults."""
    from pybridge.cli.excerpt import with_excerpts
    from pybridge.facts.domain import DOMAINS

    for path, sound, faults in reports:
        if sound is not None and not faults:
            typer.echo(f"{path}: sound, {_summary(sound)}; {_reachable(sound)}")
            if slow := DOMAINS[sound.domain].slow(sound):
                typer.echo(slow)
            continue
        typer.echo("\n".join(with_excerpts(faults)))
        if sound is not None:
            print_cell_numbers(sound)


def _form(path: Path, facts: "PuzzleFacts | None", faults: "list[Fault]") -> Form:
    """The report on a file; a number is null if the facts are not sound, if it is not known, or if Python cannot
    write it.
    """
    from pybridge.puzzles import count_arrangements, count_states

    return {
        "path": str(path),
        "sound": not faults,
        "faults": [
            {"line": each.line, "column": each.column, "kind": each.kind.name.lower(), "message": each.message}
            for each in faults
        ],
        "states": None if facts is None else _writable(count_states(facts)),
        "arrangements": None if facts is None else _writable(count_arrangements(facts)),
    }


def _writable(number: int | None) -> int | None:
    return number if number is not None and number.bit_length() <= _MOST_BITS else None


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
        why = "" if is_reversible(sound) else "nothing says that its moves can be undone, and "
        return f"{why}how many states can be reached is for `pybridge census` to count"
    if states < arrangements:
        return f"{states_text(states)} of {states_text(arrangements)} arrangements can reach a goal"
    if states == 1:
        return "its only arrangement is a goal"
    return f"all {states_text(states)} arrangements can reach a goal"
