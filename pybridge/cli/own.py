"""Programs of the user's, which `--program` names by their file: what they run on, and what Prolog warns of first."""

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pybridge.cli.options import names_in, puzzle, puzzle_names
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.translation import said, translated

if TYPE_CHECKING:
    from pybridge.search.task import Task

ENGINE = "prolog"
"""The engine that runs them."""


def program_file(name: str | None) -> Path | None:
    """The file that a value of --program is; None for the name of a program, whatever lies beside it."""
    if name is None:
        return None
    is_file = name.endswith(".pl") or os.sep in name or (os.path.isfile(name) and not _is_shipped(name))
    return Path(name) if is_file else None


def _is_shipped(name: str) -> bool:
    from pybridge.domains import SHIPPED
    from pybridge.engines.registry import ENGINES

    return any(name in engine.programs(domain.name) for engine in ENGINES.values() for domain in SHIPPED)


def programs_and_files(text: str | None) -> tuple[list[str] | None, list[Path]]:
    """The programs that a value of --program names, None for the usual ones, and the files of the user's."""
    names = names_in(text) or []
    files = [path for path in map(program_file, names) if path]
    return [name for name in names if not program_file(name)] or None, files


def puzzle_argument(usual: str) -> Any:
    """The argument for the puzzle of a command that runs them: without one it searches the usual puzzle."""
    help = f"Puzzle (default: {usual}, or the one in a program of your own)."
    return typer.Argument(metavar="PUZZLE", show_default=False, help=help, autocompletion=puzzle_names)


def puzzle_for(name: str | None, usual: str, own: Path | None) -> PuzzleFacts:
    """The puzzle of this name; without one, the usual puzzle, or the one that a program of the user's has.

    Raises UnknownPuzzleError, FactFileError, and ArgumentError for a program that needs a puzzle.
    """
    if name is not None or own is None:
        return puzzle(usual if name is None else name)
    from pybridge.facts.reader import puzzle_within
    from pybridge.swipl.goals import program_text

    found = puzzle_within(program_text(own), str(own))
    if found is None:
        raise ArgumentError(
            said(
                "{program} has no puzzle: name the one that it solves, e.g. `pybridge ids {usual} --program {program}`,"
                ' or begin the file with one, e.g. puzzle(Name, rules, "Title"), start/2, goal/1 and move/3',
                program=own, usual=usual,
            )
        )  # fmt: skip
    which = said("the puzzle is {puzzle}, from {program}", puzzle=found.name, program=own)
    typer.echo(f"pybridge: {translated(which)}", err=True)
    return found


def with_own(task: "Task", own: Path) -> "Task":
    """The task with a program of the user's: of ids_low and ids the first that its file defines and the puzzle has."""
    from pybridge.engines.registry import engine, programs
    from pybridge.swipl.goals import program_text

    known = [each for each in ("ids_low", "ids") if each in programs(ENGINE, task.facts.domain)]
    able = [each for each in known if not engine(ENGINE).lacks(task.facts, each)]
    defined = [each for each in known if re.search(rf"^{each}\s*(:-|\.)", program_text(own), re.MULTILINE)]
    program = ([each for each in defined if each in able] or defined or able or known or ["ids"])[0]
    return replace(task, program=program, text=own, isolate=True)


def tell_warnings(task: "Task") -> None:
    """Print what Prolog warns of when it loads the task's own program, if it has one."""
    if task.text is None:
        return
    from pybridge.engines.own_text import examined

    for each in examined(task).warnings:
        typer.echo(f"{task.text}:{each.line}:{each.column}: warning: {each.message}", err=True)
