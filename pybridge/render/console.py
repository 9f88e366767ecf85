"""The two consoles of a command: results go to stdout, progress to stderr."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console

from pybridge.render.theme import THEME

PIPED_WIDTH = 100
"""Columns of what is no terminal, unless the environment sets COLUMNS."""


def stdout_console() -> Console:
    """The console of results. Piped, it writes plain text: no colour and no control characters."""
    return console_on(sys.stdout)


def stderr_console() -> Console:
    """The console of progress and messages."""
    return console_on(sys.stderr)


def console_on(file: TextIO) -> Console:
    """A console with pybridge's theme on a text file; what the file's encoding lacks is written as `?`."""
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="replace")
    width = None if file.isatty() else _columns()
    return _Console(
        file=file, theme=THEME, width=width, highlight=False, markup=False, emoji=False, safe_box=True, soft_wrap=False
    )


class _Console(Console):
    """A console that tells of a reader who went away, where rich would end the process by itself."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else PIPED_WIDTH
