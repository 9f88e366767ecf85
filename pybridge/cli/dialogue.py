"""The questions of `new`: a board and its start, typed or pasted, its title, and the file it goes to."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pybridge.cli import asking
from pybridge.cli.asked_board import asked_board, asked_start, show
from pybridge.cli.boards import STANDARD, board, name_of, require_one_line, require_one_start
from pybridge.cli.parameters import require_writable, write_new
from pybridge.errors import OutputError

if TYPE_CHECKING:
    from pybridge.facts import SlidingFacts


def make(
    size: Sequence[str] | None,
    drawing: Path | None,
    start: Path | None,
    out: Path | None,
    *,
    force: bool,
    **options: Any,
) -> Path:
    """Write a puzzle's file and return its path: what the options do not tell is asked for.

    Raises FactFileError and OutputError for what they tell wrongly.
    """
    require_one_start(start, options["seed"])
    replacing = force
    if out:
        require_writable(out, force=True)
        out, replacing = _settled(out, force=force)
    facts = _facts(size, drawing, start, **options)
    title = options["title"] or _title(facts.title)
    told = options["title"] or title != facts.title
    proposed = _proposed(options["name"] or (title if told else facts.name))
    if out is None:
        out, replacing = _file(proposed, force=force)
    while wrong := _failure(replace(facts, title=title), options["name"], out, force=replacing):
        asking.say(f"{wrong}; name a file in a folder that you may write to.")
        out, replacing = _file(proposed, force=force)
    return out


def _facts(size: Sequence[str] | None, drawing: Path | None, start: Path | None, **options: Any) -> "SlidingFacts":
    """The board of the options, or else that is drawn, and its start."""
    if size or drawing:
        facts = board(size, drawing, None, out=None, **options)
        show(facts)
    else:
        facts = asked_board(**options)
    return asked_start(facts, start, **options)


def _failure(facts: "SlidingFacts", name: str | None, out: Path, *, force: bool) -> OutputError | None:
    """Write the file of the facts, called after it unless they have a name; what keeps it from being written."""
    from pybridge.facts import write

    try:
        write_new(out, write(replace(facts, name=name or name_of(out) or facts.name)), force=force)
    except OutputError as error:
        return error
    return None


def _title(default: str) -> str:
    while True:
        title = asking.text("Title", default)
        try:
            require_one_line("title", title)
        except typer.BadParameter as error:
            asking.say(f"{error.message}.")
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
        if answer.endswith("/") or not path.name.strip(".") or answer == STANDARD:
            asking.say(f"{answer} names no file; write a name such as {proposed}.")
            continue
        try:
            require_one_line("file name", str(path))
            path = path.expanduser()
            path = path if path.suffix else path.with_suffix(".pl")
            require_writable(path, force=True)
        except (OutputError, OSError, RuntimeError, ValueError, typer.BadParameter) as error:
            asking.say(f"{getattr(error, 'message', error)}.")
            continue
        if force or not path.exists() or asking.agreed(f"{path} exists. Replace it?", default=False):
            return path, force or path.exists()


def _settled(path: Path, *, force: bool) -> tuple[Path, bool]:
    """The file that the options name, or another if it is there and is to stay."""
    if force or not path.exists() or asking.agreed(f"{path} exists. Replace it?", default=False):
        return path, force or path.exists()
    return _file(_proposed(path.stem), force=False)
