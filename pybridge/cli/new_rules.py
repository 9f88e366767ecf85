"""A puzzle of rules to begin with, for `new`."""

from dataclasses import replace
from pathlib import Path

import typer

from pybridge.cli import dialogue
from pybridge.cli.board_options import BoardOptions, name_of, require_one_line
from pybridge.cli.files import require_writable, write_new
from pybridge.cli.hints import argument
from pybridge.errors import ArgumentError, OutputError

_TITLE = "A puzzle of rules"
NO_BOARD = (
    "--rules makes a puzzle without a board, whose start is an example: leave out size, drawing, --start and --seed"
)


def write(options: BoardOptions, out: Path | None, *, force: bool) -> None:
    """Print it, or write it to a file, which it is named after unless the options name it.

    Raises ArgumentError for options of a board, and OutputError.
    """
    from pybridge.rules.skeleton import skeleton

    if options != BoardOptions(name=options.name, title=options.title):
        raise ArgumentError(NO_BOARD)
    if out:
        require_one_line("path", str(out))
    name = options.name or (name_of(out) if out else None) or dialogue.RULES
    text = skeleton(name, options.title or _TITLE, argument(out or Path(f"{name}.pl")))
    if out is None:
        typer.echo(text, nl=False)
        return
    require_writable(out, force=force)
    write_new(out, text, force=force)


def asked(options: BoardOptions, out: Path | None, *, force: bool) -> Path:
    """Write it and return its path; ask for what the options leave open."""
    title, replacing = options.title or dialogue.asked_title(_TITLE), force
    name = options.name or (title if title != _TITLE else dialogue.RULES)
    if out is None:
        out, replacing = dialogue.file_named(dialogue.proposed_file(name), force=force)
    while True:
        try:
            write(replace(options, title=title), out, force=replacing)
            return out
        except OutputError as error:
            dialogue.say(f"{error}; choose a file in a writable folder.")
            out, replacing = dialogue.file_named(dialogue.proposed_file(name), force=force)
