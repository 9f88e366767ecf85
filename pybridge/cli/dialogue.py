"""The questions of `new`: a board, typed or pasted, its title, and the file it goes to."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pybridge.cli import asking
from pybridge.cli.boards import board, drawn, name_of, rectangle, require_one_line, size_of
from pybridge.cli.parameters import require_writable
from pybridge.errors import FactFileError, OutputError

if TYPE_CHECKING:
    from pybridge.facts import SlidingFacts

_WELCOME = """\
Draw the board as it is when it is solved: a line for each row, then an empty
line. Or type a size, such as 3x4.

  numbers     glyphs, some alike     cells only     walls between cells
    1 2 3       B A N                  o o o          +---+---+---+
    4 # .       A N .                  o   o          | 1   2 | 3 |
                                                      +   +   +   +
  .  the blank                                        | 4   5   . |
  #  no cell                                          +---+---+---+
"""
_MOST_FAULTS = 10
"""Of a drawing, that are told at once."""


def ask(
    size: str | None, drawing: Path | None, out: Path | None, *, force: bool, **options: Any
) -> "tuple[SlidingFacts, Path, bool]":
    """A puzzle, its file, and whether that may replace another: what the options do not tell is asked for.

    Raises FactFileError and OutputError for what they tell wrongly.
    """
    if out:
        require_writable(out, force=True)
        out, force = _settled(out, force=force)
    if size is None and drawing is None:
        facts = _drawn_board(**options)
    else:
        facts = board(size, drawing, out=None, **options)
        _show(facts)
    title = options["title"] or _title(facts.title)
    if out is None:
        told = options["title"] or title != facts.title
        out, force = _file(_proposed(options["name"] or (title if told else facts.name)), force=force)
    return replace(facts, name=options["name"] or name_of(out) or facts.name, title=title), out, force


def _drawn_board(**options: Any) -> "SlidingFacts":
    """The board that is typed, once it has no faults and is what was meant."""
    typer.echo(_WELCOME)
    while True:
        text = _typed()
        try:
            facts = rectangle(text, **options) if size_of(text) else drawn(text, "drawing", **options)
        except FactFileError as error:
            _tell(error, text.split("\n"))
            typer.echo("Draw it again, or end with Ctrl-C.\n")
            continue
        _show(facts)
        if asking.agreed("Is this the board?", default=True):
            return facts
        typer.echo("Then draw it again, or end with Ctrl-C.\n")


def _typed() -> str:
    """Lines up to an empty one, or one line with a size."""
    rows: list[str] = []
    while True:
        for row in asking.line(f"{len(rows) + 1:>3}  ").split("\n"):
            if row.strip():
                rows.append(row)
            elif rows:
                return "\n".join(rows)
        if len(rows) == 1 and size_of(rows[0].strip()):
            return rows[0].strip()


def _tell(error: FactFileError, rows: list[str]) -> None:
    """Each fault of a drawing under the place where it is."""
    from pybridge.facts.glyphs import display_width
    from pybridge.facts.terms import visible

    sized = size_of(rows[0])
    for fault in error.faults[:_MOST_FAULTS]:
        if sized:
            typer.echo(fault.message)
            continue
        row = rows[min(fault.line, len(rows)) - 1]
        before = visible(row[: fault.column - 1], len(row))
        typer.echo(f"     {visible(row, len(row))}\n     {' ' * display_width(before)}^")
        typer.echo(f"line {fault.line}, column {fault.column}: {fault.message}")
    if len(error.faults) > _MOST_FAULTS:
        typer.echo(f"and {len(error.faults) - _MOST_FAULTS} more")


def _show(facts: "SlidingFacts") -> None:
    """Draw the board as it is understood, and count what is on it."""
    from pybridge.render import StatePicture, stdout_console

    goal = facts.goals[0]
    alike = [tile for tile in sorted(set(goal)) if goal.count(tile) > 1]
    told = f"{len(goal)} cells, {len(goal) - 1} tile{'s' * (len(goal) != 2)}"
    if alike:
        told += ", alike: " + ", ".join(f"{goal.count(tile)} x {facts.glyphs.get(tile, tile)}" for tile in alike)
    console = stdout_console()
    console.print()
    console.print(StatePicture(facts, goal))
    console.print(told)


def _title(default: str) -> str:
    while True:
        title = asking.text("Title", default)
        try:
            require_one_line("title", title)
        except typer.BadParameter as error:
            typer.echo(f"{error.message}.")
        else:
            return title


def _proposed(text: str) -> Path:
    """A file that is not there yet, called after a text."""
    stem = name_of(Path(f"{text.replace('/', ' ')}.pl")) or "puzzle"
    path, number = Path(f"{stem}.pl"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}_{number}.pl")
    return path


def _file(proposed: Path, *, force: bool) -> tuple[Path, bool]:
    """The file to write, with `.pl` unless it has an ending, and whether it may replace what is there."""
    while True:
        answer = asking.text("File", str(proposed))
        path = Path(answer)
        if answer.endswith("/") or not path.name.strip("."):
            typer.echo(f"{answer} names no file; write a name such as {proposed}.")
            continue
        try:
            require_one_line("file name", str(path))
            path = path.expanduser()
            path = path if path.suffix else path.with_suffix(".pl")
            require_writable(path, force=True)
        except (OutputError, OSError, RuntimeError, ValueError, typer.BadParameter) as error:
            typer.echo(f"{getattr(error, 'message', error)}.")
            continue
        if force or not path.exists() or asking.agreed(f"{path} exists. Replace it?", default=False):
            return path, force or path.exists()


def _settled(path: Path, *, force: bool) -> tuple[Path, bool]:
    """The file that the options name, or another if it is there and is to stay."""
    if force or not path.exists() or asking.agreed(f"{path} exists. Replace it?", default=False):
        return path, force or path.exists()
    return _file(_proposed(path.stem), force=False)
