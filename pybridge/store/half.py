"""What an interrupted build of a table has found, kept beside the table that is not there yet."""

import errno
import os
import shutil
import time
from abc import ABC, abstractmethod
from contextlib import suppress

from pybridge.arrays import Arrays
from pybridge.forms import Record
from pybridge.limits import OnProgress
from pybridge.store.entry import Entry, Files, read_manifest, read_table, said, write_table
from pybridge.store.table import Table, TableForm

WORTH_KEEPING = 5.0
"""Seconds of a build before an interruption keeps what was found."""
KEEP_EVERY = 60.0
"""Seconds, at least, before a build keeps what it has found again."""
KEEP_PAUSE = 30.0
"""How many times as long as keeping took must pass, at least, before a build keeps again."""


class HalfBuilt:
    """What a build has found, beside the table that is not there yet. Only the process that has its lock uses it."""

    def __init__(self, files: Files, form: TableForm, report: OnProgress) -> None:
        self._files, self._form, self._report = files, form, report

    def load(self) -> Table | None:
        """What an interrupted build has found; None, with a report, if it is broken."""
        if not os.path.lexists(self._files.manifest):
            return None
        try:
            return read_table(self._files, read_manifest(self._files, self._form.identity))
        except (OSError, ValueError) as error:
            self.refuse(said(error))
            return None

    def save(self, arrays: Arrays, about: Record) -> None:
        """Keep this in place of what was kept before; if there is no room for it and a complete table, report it."""
        table = Table(self._form.kind, self._form.title, arrays, about)
        try:
            if shutil.disk_usage(self._files.folder).free < 2 * table.bytes:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write_table(self._files, table, self._form.identity)
        except OSError as error:
            self._report(f"{self._files.payload}: not saved: {error.strerror or error}")

    def refuse(self, fault: str) -> None:
        """Remove what was kept, and report why."""
        self._report(f"{self._files.payload}: {fault}; starting over")
        with suppress(OSError):
            self._files.clear()


def half_fault(entry: Entry) -> str | None:
    """Why building an unfinished table again cannot continue from what is kept, as far as its bytes show."""
    half = entry.files.half
    try:
        if os.path.lexists(half.manifest):  # a build may have replaced it since it was listed
            read_table(half, read_manifest(half))
    except (OSError, ValueError) as error:
        return f"half-built, and {said(error)}: building it again starts over"
    return None


class LongBuild(ABC):
    """A build that keeps what it has found, now and then and when it is interrupted, and continues from there."""

    def __init__(self, kept: HalfBuilt | None) -> None:
        self._kept = kept
        self._seconds_before, self._begun = 0.0, time.monotonic()
        self._next = self._begun + KEEP_EVERY

    @abstractmethod
    def _build(self, report: OnProgress) -> None:
        """Find what is not found yet, and call `_keep_when_due` where it can be resumed."""

    @abstractmethod
    def _found(self) -> tuple[Arrays, Record]:
        """What is found so far, and what must be known about it to continue."""

    @abstractmethod
    def _resume(self, table: Table) -> str | None:
        """Continue from what was kept; what is wrong with it if that is not possible."""

    @property
    def seconds(self) -> float:
        """How long it took to find what is there."""
        return self._seconds_before + time.monotonic() - self._begun

    def run(self, report: OnProgress) -> None:
        """Build, from what was kept if there is any."""
        if self._kept and (table := self._kept.load()):
            report("reading what was found before")
            fault: str | None = "its form is wrong"
            with suppress(ArithmeticError, LookupError, TypeError, ValueError):
                seconds, fault = float(table.about["seconds"]), self._resume(table)
            if fault:
                self._kept.refuse(fault)
            else:
                self._seconds_before = seconds
        try:
            self._build(report)
        except BaseException:
            if self._kept and self.seconds >= WORTH_KEEPING:
                with suppress(Exception):
                    report("saving what was found; press Ctrl-C to discard it")
                self._keep(self._kept)
            raise

    def _keep_when_due(self, report: OnProgress) -> None:
        if self._kept and time.monotonic() >= self._next:
            report("saving what was found")
            self._keep(self._kept)

    def _keep(self, kept: HalfBuilt) -> None:
        begun, (arrays, about) = time.monotonic(), self._found()
        kept.save(arrays, {**about, "seconds": round(self.seconds, 3)})
        self._next = time.monotonic() + max(KEEP_EVERY, KEEP_PAUSE * (time.monotonic() - begun))
