"""`--log`: how far a search is, as JSON lines in a file."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import STANDARD
from pybridge.cli.hints import command_line
from pybridge.cli.options import option
from pybridge.errors import OutputError
from pybridge.forms import Form
from pybridge.provenance import Provenance

if TYPE_CHECKING:
    from pybridge.search.task import Advancing

EVERY = 1.0
"""Seconds between two lines of an iteration under way."""
LogFile = Annotated[
    Path | None, option("--log", "FILE", "Append JSON lines to a file: each completed threshold, and the progress.")
]


@contextmanager
def logged(path: Path | None, run: "Advancing", seed: int | None) -> Iterator[None]:
    """Log the progress of a run meanwhile, if there is a path; `seed` is that of a start drawn at random.

    Raises OutputError if nothing can be written there.
    """
    if path is None:
        yield
        return
    log, over = _Log(path, run, seed), threading.Event()
    follower = threading.Thread(target=log.follow, args=(over,), daemon=True)
    follower.start()
    try:
        yield
    finally:
        over.set()
        follower.join()
        if log.fault:
            typer.echo(f"pybridge: {path} does not have all of the log: {log.fault}", err=True)


class _Log:
    def __init__(self, path: Path, run: "Advancing", seed: int | None) -> None:
        if path == STANDARD:
            raise OutputError("- is no file; give a path")
        try:
            self._file = path.open("a", encoding="utf-8", errors="replace")
        except OSError as error:
            raise OutputError(f"{path} cannot be written: {error.strerror}") from error
        self._run, self._begun, self._told = run, time.monotonic(), 0
        self._source = Provenance(command_line(), seed)
        self.fault: str | None = None

    def follow(self, over: threading.Event) -> None:
        """Write lines until the run is over, and those that are left then."""
        try:
            with self._file:
                self._line(self._source.to_dict())
                while not over.wait(EVERY):
                    self._write()
                self._write()
        except OSError as error:
            self.fault = error.strerror

    def _write(self) -> None:
        progress = self._run.progress()
        for iteration in progress.iterations[self._told :]:
            self._line(iteration.to_dict())
        self._told = len(progress.iterations)
        more = {"preparing": progress.preparing, "elsewhere": progress.remote}
        now = {name: phrase for name, phrase in more.items() if phrase}
        if progress.current or now:
            self._line((progress.current.to_dict() if progress.current else {}) | now)
        self._file.flush()

    def _line(self, form: Form) -> None:
        when = datetime.now(UTC).isoformat(timespec="milliseconds")
        form = {"time": when, "elapsed": round(time.monotonic() - self._begun, 3), **form}
        self._file.write(json.dumps(form, ensure_ascii=False) + "\n")
