"""A folder of tables: each is built once, by one process at a time, and read by all."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.limits import OnProgress
from pybridge.store.entry import (
    Entry,
    Files,
    listed,
    look,
    named,
    note_checked,
    read_manifest,
    read_table,
    said,
    signature,
    unchanged,
    write_table,
)
from pybridge.store.manifest import key
from pybridge.store.table import Recipe, Resumable, Table

FOLDER_VARIABLE = "PYBRIDGE_TABLES"
_SLACK = 1 << 20  # bytes for the manifest and the file system
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors that more space avoids."""
_POLL = 0.1  # seconds between checks of a lock that another process holds


class Store:
    """Tables in a folder (default: $PYBRIDGE_TABLES, otherwise a folder in the user's cache).

    Creates nothing on disk before a build.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = _default_folder() if folder is None else Path(folder)

    def load(self, recipe: Recipe) -> Table | None:
        """Load the table of a recipe; None if it does not exist.

        Raises BrokenTableError if it is foreign, stale, truncated or modified.
        """
        identity = recipe.identity
        files = self._files(recipe.kind, identity)
        try:
            return _found(recipe, files)
        except (OSError, ValueError) as error:
            raise _broken(files, error) from None

    def read(self, entry: Entry) -> Table:
        """Load the table of an entry. Raises BrokenTableError as `load` does, or if it does not exist."""
        try:
            return read_table(entry.files, read_manifest(entry.files))
        except (OSError, ValueError) as error:
            raise _broken(entry.files, error) from None

    def obtain(self, recipe: Recipe, report: OnProgress) -> Table:
        """Load the table of a recipe, or build and store it. A broken table is reported and rebuilt.

        Waits while another process builds it. Raises TableSpaceError if there is no room or the folder is not writable.
        """
        identity = recipe.identity
        files = self._files(recipe.kind, identity)
        with suppress(OSError, ValueError):  # reported below, unless another process is about to fix it
            if (table := _found(recipe, files)) is not None:
                return table
        with _writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _alone(files, report):
            try:
                table = _found(recipe, files)
            except (OSError, ValueError) as error:
                report(f"{files.payload}: {said(error)}; rebuilding it")
                table = None
            return table or _build(recipe, files, identity, report)

    def keep(self, recipe: Recipe, table: Table) -> Table:
        """Store a table that was made elsewhere, in place of an older one. Raises TableSpaceError."""
        identity = recipe.identity
        files = self._files(recipe.kind, identity)
        with _writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _alone(files, _silent):
            return _build(recipe, files, identity, _silent, table)

    def entries(self) -> list[Entry]:
        """All tables in the folder, including broken ones, by kind and key; does not read payloads."""
        with _writing(self.folder):
            return [look(files) for files in listed(self.folder)]

    def find(self, text: str) -> list[Entry]:
        """The entries with this kind or key prefix. Raises UnknownTableError if there are none."""
        return named(self.entries(), text)

    def remove(self, entry: Entry) -> None:
        """Remove all files of an entry. Processes that have mapped the table can still use it.

        Raises TableSpaceError while the table is being built, or if the folder is not writable.
        """
        with _alone(entry.files), _writing(self.folder):
            entry.files.clear()
            entry.files.half.clear()
            entry.files.lock.unlink(missing_ok=True)

    def drop(self, recipe: Recipe) -> None:
        """Remove the table of a recipe, if there is one. Raises TableSpaceError as `remove` does."""
        files = self._files(recipe.kind, recipe.identity)
        if os.path.lexists(files.manifest):
            self.remove(look(files))

    def _files(self, kind: str, identity: dict[str, Any]) -> Files:
        return Files(self.folder, kind, key(kind, identity))


def _default_folder() -> Path:
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("pybridge") / "tables"


def _found(recipe: Recipe, files: Files) -> Table | None:
    """The table, or None if it does not exist. Raises ValueError or OSError if it is broken."""
    try:
        manifest = read_manifest(files, recipe.identity)
        now = signature(files, manifest)
        checked = unchanged(files, now)
        table = read_table(files, manifest, checked=checked)
    except (OSError, ValueError):
        if os.path.lexists(files.manifest):
            raise
        return None  # also if it was just removed
    if checked:
        return table
    if fault := recipe.form_fault(table):
        raise ValueError(fault)
    note_checked(files, manifest, now)
    return table


def _silent(phrase: str) -> None:
    """Nobody waits for what is stored at once."""


def _build(
    recipe: Recipe, files: Files, identity: dict[str, Any], report: OnProgress, made: Table | None = None
) -> Table:
    """Build a table unless it is made, store it, and map the stored one, so that processes share its memory."""
    with _writing(files.folder):
        files.clear() if made is None else files.clear_parts()
        needed, free = recipe.bytes_needed + _SLACK, shutil.disk_usage(files.folder).free
    if needed > free:
        raise TableSpaceError(
            f"{recipe.title} needs {-(-needed // 10**6):,} MB in {files.folder}, which has {free // 10**6:,} MB; "
            f"free some space or set {FOLDER_VARIABLE} to a folder with enough"
        )
    half = HalfBuilt(files.half, identity, report)
    table = made or _made(recipe, half, report)
    with _writing(files.folder):
        report("writing to disk")
        write_table(files, table, identity)
        half.clear()
    try:
        return read_table(files, read_manifest(files, identity))
    except (OSError, ValueError) as error:
        raise _broken(files, error) from None


class HalfBuilt:
    """What a build has found, beside the table that is not there yet. Only the process that has its lock uses it."""

    def __init__(self, files: Files, identity: dict[str, Any], report: OnProgress) -> None:
        self._files, self._identity, self._report = files, identity, report

    def load(self) -> Table | None:
        """What an interrupted build has found; None, with a report, if it is broken."""
        if not os.path.lexists(self._files.manifest):
            return None
        try:
            return read_table(self._files, read_manifest(self._files, self._identity))
        except (OSError, ValueError) as error:
            self.refuse(said(error))
            return None

    def save(self, table: Table) -> None:
        """Keep a table in place of what was kept before; if there is no room for it and a complete one, report it."""
        try:
            if shutil.disk_usage(self._files.folder).free < 2 * sum(array.nbytes for array in table.arrays.values()):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write_table(self._files, table, self._identity)
        except OSError as error:
            self._report(f"{self._files.payload}: not saved: {error.strerror or error}")

    def refuse(self, fault: str) -> None:
        """Remove what was kept, and report why."""
        self._report(f"{self._files.payload}: {fault}; starting over")
        with suppress(OSError):
            self.clear()

    def clear(self) -> None:
        """Remove what was kept. Raises OSError."""
        self._files.clear()


def _made(recipe: Recipe, half: HalfBuilt, report: OnProgress) -> Table:
    """The table of a recipe, from what is half-built if it can go on from that."""
    return recipe.build_on(report, half) if isinstance(recipe, Resumable) else recipe.build(report)


@contextmanager
def _alone(files: Files, report: OnProgress | None = None) -> Iterator[None]:
    """Hold the lock of a table; waits for it only with `report`."""
    from filelock import FileLock, Timeout

    lock = FileLock(files.lock)
    with _writing(files.folder):
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if report is None:
                raise TableSpaceError(f"{files.payload} is being built by another process; stop it first") from None
            report("waiting for another build")
            lock.acquire(poll_interval=_POLL)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Convert errors of the file system to TableSpaceError."""
    try:
        yield
    except OSError as error:
        why, space = error.strerror or error, "free some space or " * (error.errno in _FULL)
        raise TableSpaceError(
            f"{folder} cannot store tables: {why}; {space}set {FOLDER_VARIABLE} to another folder"
        ) from None


def _broken(files: Files, error: OSError | ValueError) -> BrokenTableError:
    return BrokenTableError(f"{files.payload}: {said(error)}; run `pybridge tables remove {files.key}` to remove it")
