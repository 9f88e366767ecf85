"""`check`: report every fault of fact files."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from pybridge.cli.files import require_writable, write_new
from pybridge.cli.hints import examples
from pybridge.cli.options import Json, puzzle_names
from pybridge.cli.shown import print_cell_numbers, print_json
from pybridge.errors import ArgumentError, FactFileError, Fault, OutputError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several, states_text
from pybridge.forms import Form

EXAMPLES = examples("""
pybridge check seven
pybridge check my_board.pl other.pl --json
pybridge check my_board.pl --fix
pybridge check my_board.pl --watch
""")
_SOON = 0.2
"""Seconds between two looks at files that are watched."""
_MOST_BITS = 14_000
"""The most bits of a number in JSON: Python writes at most 4,300 digits."""


Fix = Annotated[bool, typer.Option("--fix", help="Fix what is certain, and show the changes.")]
Watch = Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")]


def check(
    names: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", autocompletion=puzzle_names, help="Fact files, or names of shipped puzzles."),
    ],
    fix: Fix = False,
    watch: Watch = False,
    json: Json = False,
) -> int:
    """Report every error in fact files at once.

    --fix corrects names with one similar candidate, facts out of order, missing distances and full stops. It leaves all
    else as it is, comments too, and reports it.
    """
    from pybridge.facts import find

    if watch and (fix or json):
        raise ArgumentError(f"--watch and {'--fix' if fix else '--json'} cannot be used together; give one of them")
    paths = [find(name) for name in names]
    if watch:
        _watch(paths)
    fixes = [_fixed(path, quiet=json) for path in paths] if fix else [()] * len(paths)
    reports = [inspect(path) for path in paths]
    if fix and not json and any(faults for _, _, faults in reports):
        typer.echo("not changed, because it is not certain what is right:")
    if json:
        print_json([{**_form(*each), "fixed": _forms(made)} for each, made in zip(reports, fixes, strict=True)])
    else:
        print_reports(reports)
    return max((fault.kind.exit_code for _, _, faults in reports for fault in faults), default=0)


def _fixed(path: Path, *, quiet: bool) -> Sequence[Fault]:
    """Fix what is certain in a file, and print the changes. Returns the faults that were fixed. Raises OutputError."""
    from pybridge.facts.fixes import fixed
    from pybridge.facts.reader import load_text

    try:
        before = load_text(path) if path.is_file() else ""  # what can be read only once is for the report
    except FactFileError:  # the report says so
        return ()
    after, made = fixed(before, str(path))
    if made:
        require_writable(path, force=True)
        if load_text(path) != before:
            raise OutputError(f"{path} has changed meanwhile; run the command again")
        write_new(path, after, force=True)
    if made and not quiet:
        typer.echo("".join(_changes(path, before, after)), nl=False)
        typer.echo(f"{path}: {several(len(made), 'error')} fixed\n")
    return made


def _changes(path: Path, before: str, after: str) -> Iterator[str]:
    """A unified diff, in which no character commands the terminal."""
    from difflib import unified_diff

    from pybridge.cli.excerpt import shown_line

    old, new = ([shown_line(line) for line in text.split("\n")] for text in (before, after))
    for line in unified_diff(old, new, str(path), f"{path} (fixed)", lineterm="", n=1):
        yield f"{line}\n"


def _watch(paths: list[Path]) -> NoReturn:
    """Print the reports, and again whenever a file has changed."""
    while True:
        seen = [_stamp(path) for path in paths]
        print_reports([inspect(path) for path in paths])
        typer.echo(f"watching {', '.join(map(str, paths))}; Ctrl-C ends this", err=True)
        _wait_for_change(paths, seen)
        typer.echo(time.strftime("\n%H:%M:%S"))


def _wait_for_change(paths: list[Path], seen: list[tuple[int, int, int]]) -> None:
    """Wait until a file has changed and is then the same at two looks, so that it is not half written."""
    before, now = seen, seen
    while now == seen or now != before:
        time.sleep(_SOON)
        before, now = now, [_stamp(path) for path in paths]


def _stamp(path: Path) -> tuple[int, int, int]:
    """What changes when a file is written or replaced."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, found.st_ino


Inspected = tuple[Path, PuzzleFacts | None, list[Fault]]


def inspect(path: Path) -> Inspected:
    """Read a file: its path, its facts and its faults."""
    from pybridge.puzzles.faults import checked_facts

    try:
        return (path, *checked_facts(path))
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


def _form(path: Path, facts: PuzzleFacts | None, faults: list[Fault]) -> Form:
    """The report on a file; a number is null if the facts are not sound, if it is not known, or if Python cannot
    write it.
    """
    from pybridge.puzzles import count_arrangements, count_states

    return {
        "path": str(path),
        "sound": not faults,
        "faults": _forms(faults),
        "states": None if facts is None else _writable(count_states(facts)),
        "arrangements": None if facts is None else _writable(count_arrangements(facts)),
    }


def _forms(faults: Sequence[Fault]) -> list[Form]:
    return [
        {"line": each.line, "column": each.column, "kind": each.kind.name.lower(), "message": each.message}
        for each in faults
    ]


def _writable(number: int | None) -> int | None:
    return number if number is not None and number.bit_length() <= _MOST_BITS else None


def _summary(sound: PuzzleFacts) -> str:
    from pybridge.facts.domain import DOMAINS

    return ", ".join(
        filter(None, [sound.domain, DOMAINS[sound.domain].size(sound), several(len(sound.starts), "start")])
    )


def _reachable(sound: PuzzleFacts) -> str:
    from pybridge.puzzles import count_arrangements, count_states, is_reversible

    states, arrangements = count_states(sound), count_arrangements(sound)
    if states is None or arrangements is None:
        if is_reversible(sound):
            return "`pybridge census` counts the states that can reach a goal"
        return "nothing says that its moves can be undone; `pybridge census` counts the states that can be reached"
    if states < arrangements:
        return f"{states_text(states)} of {states_text(arrangements)} arrangements can reach a goal"
    if states == 1:
        return "its only arrangement is a goal"
    return f"all {states_text(states)} arrangements can reach a goal"
