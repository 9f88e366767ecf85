"""A folder of tables: each is built once, by one process at a time, and read by all that want it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.tables.entry import Entry, Files, listed, look, named, read_manifest, read_table, said, write_table
from pybridge.tables.manifest import key
from pybridge.tables.table import Recipe, Report, Table

FOLDER_VARIABLE = "PYBRIDGE_TABLES"
_SLACK = 1 << 20  # bytes; the manifest, and what a file system takes for itself
_POLL = 0.1  # seconds between two looks at a lock that another process holds


class Store:
    """Tables in a folder: $PYBRIDGE_TABLES or one in the user's cache if none is given.

    Nothing is created on disk before a build.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = _default_folder() if folder is None else Path(folder)

    def load(self, recipe: Recipe) -> Table | None:
        """The table of a recipe, None if it is not there.

        Raises BrokenTableError for one that is foreign, stale, cut short or changed.
        """
        identity = recipe.identity
        files = self._files(recipe.kind, identity)
        try:
            return _found(recipe, files)
        except (OSError, ValueError) as error:
            raise _broken(files, error) from None

    def read(self, entry: Entry) -> Table:
        """The table of an entry. Raises BrokenTableError as `load` does, and for one that is not there."""
        try:
            return read_table(entry.files, read_manifest(entry.files))
        except (OSError, ValueError) as error:
            raise _broken(entry.files, error) from None

    def obtain(self, recipe: Recipe, report: Report) -> Table:
        """The table of a recipe, built and kept if it is not there; a broken one is told and built again.

        While another process builds it, this waits. Raises TableSpaceError where there is no room or no way to write.
        """
        identity = recipe.identity
        files = self._files(recipe.kind, identity)
        with suppress(OSError, ValueError):  # told below, unless another process is about to mend it
            if (table := _found(recipe, files)) is not None:
                return table
        with _writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _alone(files, report):
            try:
                table = _found(recipe, files)
            except (OSError, ValueError) as error:
                report(f"{files.payload}: {said(error)}; it is built again")
                table = None
            return table or _build(recipe, files, identity, report)

    def entries(self) -> list[Entry]:
        """What lies in the folder, broken tables included, by kind and key; payloads are not read."""
        with _writing(self.folder):
            return [look(files) for files in listed(self.folder)]

    def find(self, text: str) -> list[Entry]:
        """The entries of a kind, or whose keys begin so. Raises UnknownTableError if there are none."""
        return named(self.entries(), text)

    def remove(self, entry: Entry) -> None:
        """Remove all files of an entry; who has its table mapped keeps it.

        Raises TableSpaceError while it is being built, or where the folder cannot be written.
        """
        with _alone(entry.files), _writing(self.folder):
            entry.files.clear()
            entry.files.lock.unlink(missing_ok=True)

    def _files(self, kind: str, identity: dict[str, Any]) -> Files:
        return Files(self.folder, kind, key(kind, identity))


def _default_folder() -> Path:
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("pybridge") / "tables"


def _found(recipe: Recipe, files: Files) -> Table | None:
    """The table, None if it is not there. Raises ValueError or OSError for a broken one."""
    try:
        table = read_table(files, read_manifest(files, recipe.identity))
    except (OSError, ValueError):
        if os.path.lexists(files.manifest):
            raise
        return None  # also if it was removed a moment ago
    if fault := recipe.form_fault(table):
        raise ValueError(fault)
    return table


def _build(recipe: Recipe, files: Files, identity: dict[str, Any], report: Report) -> Table:
    """Build and keep a table, and map what was kept, so that its memory is shared with other processes."""
    with _writing(files.folder):
        files.clear()
        needed, free = recipe.bytes_needed + _SLACK, shutil.disk_usage(files.folder).free
    if needed > free:
        raise TableSpaceError(
            f"{recipe.title} needs {-(-needed // 10**6):,} MB in {files.folder}, which has {free // 10**6:,} MB; "
            f"free some or set {FOLDER_VARIABLE} to a folder that has them"
        )
    table = recipe.build(report)
    with _writing(files.folder):
        report("writing to disk")
        write_table(files, table, identity)
    try:
        return read_table(files, read_manifest(files, identity))
    except (OSError, ValueError) as error:
        raise _broken(files, error) from None


@contextmanager
def _alone(files: Files, report: Report | None = None) -> Iterator[None]:
    """Hold the lock of a table; without a `report` nobody waits for it."""
    from filelock import FileLock, Timeout

    lock = FileLock(files.lock)
    with _writing(files.folder):
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if report is None:
                raise TableSpaceError(f"{files.payload} is being built by another process; end that first") from None
            report("waiting for another build")
            lock.acquire(poll_interval=_POLL)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell what the file system refuses."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise TableSpaceError(
            f"{folder} cannot keep tables: {why}; free some room or set {FOLDER_VARIABLE} to another folder"
        ) from None


def _broken(files: Files, error: OSError | ValueError) -> BrokenTableError:
    return BrokenTableError(f"{files.payload}: {said(error)}; `pybridge tables remove {files.key}` removes it")
