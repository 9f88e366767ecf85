"""A folder of tables: each is built once, by one process at a time, and read by all."""

import errno
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pybridge.errors import BrokenTableError, TableSpaceError, UnknownTableError
from pybridge.limits import OnProgress, silent
from pybridge.store.entry import (
    Entry,
    Files,
    copy_table,
    entries,
    finish,
    is_named,
    note_checked,
    read_manifest,
    read_table,
    said,
    signature,
    unchanged,
    write_table,
)
from pybridge.store.half import HalfBuilt
from pybridge.store.manifest import Manifest, key
from pybridge.store.table import Recipe, Table, TableForm

if TYPE_CHECKING:
    from filelock import FileLock

FOLDER_VARIABLE = "PYBRIDGE_TABLES"
_SLACK = 1 << 20  # bytes for the manifest and the file system
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors that more space avoids."""
_POLL = 0.1  # seconds between checks of a lock that another process holds


@runtime_checkable
class Resumable(Protocol):
    """A recipe whose build can continue after an interruption."""

    def build_on(self, report: OnProgress, kept: HalfBuilt | None) -> Table:
        """Build the table, from what was kept before."""


class Store:
    """Tables in a folder (default: $PYBRIDGE_TABLES, otherwise a folder in the user's cache).

    Creates nothing on disk before a build.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folder = _default_folder() if folder is None else Path(folder)

    def files(self, form: TableForm | Manifest) -> Files:
        """The files of a table, which need not exist."""
        return Files(self.folder, form.kind, key(form.kind, form.identity))

    def load(self, form: TableForm) -> Table | None:
        """Load a table; None if it does not exist.

        Raises BrokenTableError if it is foreign, stale, truncated or modified.
        """
        files = self.files(form)
        try:
            return _found(form, files)
        except (OSError, ValueError) as error:
            raise _broken(files, error) from None

    def kept(self, form: TableForm) -> Table | None:
        """Load what `keep` has stored; waits if it is being replaced, and finishes that if the process was killed.

        Raises BrokenTableError as `load` does.
        """
        try:
            return self.load(form)
        except BrokenTableError:
            files = self.files(form)
            with suppress(TableSpaceError), _alone(files, silent):
                finish(files)
                return self.load(form)  # before the next one writes
            return self.load(form)

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
        files = self.files(recipe)
        with suppress(OSError, ValueError):  # reported below, unless another process is about to fix it
            if (table := _found(recipe, files)) is not None:
                return table
        with _alone(files, report):
            try:
                table = _found(recipe, files)
            except (OSError, ValueError) as error:
                report(f"{files.payload}: {said(error)}; rebuilding it")
                table = None
            return table or _build(recipe, files, report)

    def keep(self, form: TableForm, table: Table, check: Callable[[], None] = lambda: None) -> Table:
        """Store a table that was made elsewhere, in place of an older one, which is left if `check` raises.

        Raises TableSpaceError.
        """
        files = self.files(form)
        with _alone(files, silent):
            with writing(self.folder):
                files.clear_parts()
            require_room(form.title, table.bytes, self.folder)
            return _stored(files, table, form, check)

    def take_over(self, manifest: Manifest, sealed: bytes, pieces: Iterable[bytes], report: OnProgress) -> bool:
        """Store a table by the bytes of its manifest and its payload, unless it is there and sound.

        Returns whether it did.

        Raises TableSpaceError, and what `pieces` raises.
        """
        files = self.files(manifest)
        with _alone(files, report):
            if _is_sound(files):
                return False
            with writing(self.folder):
                files.clear()
            require_room(manifest.title, manifest.size, self.folder)
            with writing(self.folder):
                copy_table(files, sealed, pieces)
                files.half.clear()
        return True

    def entries(self) -> list[Entry]:
        """All tables in the folder, including broken ones, by kind and key; does not read payloads."""
        with writing(self.folder):
            return entries(self.folder)

    def find(self, text: str) -> list[Entry]:
        """The entries with this kind or key prefix, or both, as in a file's name. Raises UnknownTableError if none."""
        entries = self.entries()
        found = [each for each in entries if is_named(each.kind, each.key, text)]
        if not found:
            kinds = Counter(each.kind for each in entries)
            there = ", ".join(f"{kind} ({count})" for kind, count in kinds.items()) or "nothing"
            raise UnknownTableError(f"no stored table has kind or key prefix {text!r}; stored: {there}")
        return found

    def remove(self, entry: Entry) -> None:
        """Remove all files of an entry. Processes that have mapped the table can still use it.

        Raises TableSpaceError while the table is being built, or if the folder is not writable.
        """
        with _alone(entry.files), writing(self.folder):
            _clear(entry.files)

    def drop(self, form: TableForm) -> None:
        """Remove a table if it is there, once no other process writes it. Raises TableSpaceError."""
        files = self.files(form)
        if os.path.lexists(files.manifest):
            with _alone(files, silent), writing(self.folder):
                _clear(files)


def _clear(files: Files) -> None:
    files.clear()
    files.half.clear()
    files.lock.unlink(missing_ok=True)


def _default_folder() -> Path:
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("pybridge") / "tables"


def _found(form: TableForm, files: Files) -> Table | None:
    """The table, or None if it does not exist. Raises ValueError or OSError if it is broken."""
    try:
        manifest = read_manifest(files, form.identity)
        now = signature(files, manifest)
        checked = unchanged(files, now)
        table = read_table(files, manifest, checked=checked)
        if checked and signature(files, manifest) != now:  # it was replaced before it was mapped
            raise ValueError("the payload was modified")
    except (OSError, ValueError):
        if os.path.lexists(files.manifest):
            raise
        return None  # also if it was just removed
    if checked:
        return table
    if fault := form.form_fault(table):
        raise ValueError(fault)
    note_checked(files, manifest, now)
    return table


def _is_sound(files: Files) -> bool:
    """Whether a table is there, and its bytes have the hash of its manifest."""
    try:
        manifest = read_manifest(files)
        read_table(files, manifest, checked=unchanged(files, signature(files, manifest)))
    except (OSError, ValueError):
        return False
    return True


def _build(recipe: Recipe, files: Files, report: OnProgress) -> Table:
    """Build a table, from what is half-built if it can continue from that, and store it."""
    with writing(files.folder):
        finish(files.half)
        files.clear()
    require_room(recipe.title, recipe.bytes_needed, files.folder)
    half = HalfBuilt(files.half, recipe, report)
    table = recipe.build_on(report, half) if isinstance(recipe, Resumable) else recipe.build(report)
    report("writing to disk")
    return _stored(files, table, recipe)


def require_room(title: str, size: int, folder: Path) -> None:
    """Raise TableSpaceError if a table of this size does not fit, or the folder, made here, is not writable."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        needed, free = size + _SLACK, shutil.disk_usage(folder).free
    if needed > free:
        raise TableSpaceError(
            f"{title} needs {-(-needed // 10**6):,} MB in {folder}, which has {free // 10**6:,} MB; "
            f"free some space or set {FOLDER_VARIABLE} to a folder with enough"
        )


def _stored(files: Files, table: Table, form: TableForm, check: Callable[[], None] = lambda: None) -> Table:
    """Store a table, and map the stored one, so that processes share its memory."""
    with writing(files.folder):
        write_table(files, table, form.identity, check)
        files.half.clear()
    try:
        return read_table(files, read_manifest(files, form.identity))
    except (OSError, ValueError) as error:
        raise _broken(files, error) from None


@contextmanager
def _alone(files: Files, report: OnProgress | None = None) -> Iterator[None]:
    """Hold the lock of a table; waits for it only with `report`. Makes the folder if it is not there."""
    from filelock import FileLock, Timeout

    lock = FileLock(files.lock)
    with writing(files.folder):
        files.folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if report is None:
                raise TableSpaceError(f"{files.payload} is being built by another process; stop it first") from None
            _wait_for(lock, report)
    try:
        yield
    finally:
        lock.release()


def _wait_for(lock: "FileLock", report: OnProgress) -> None:
    """Acquire a lock that another process holds; `report`, called meanwhile, may raise an error to end the wait."""
    from filelock import Timeout

    while not lock.is_locked:
        report("waiting for another build")
        with suppress(Timeout):
            lock.acquire(timeout=_POLL)


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Convert errors of the file system to TableSpaceError."""
    try:
        yield
    except OSError as error:
        if folder.exists() and not folder.is_dir():
            raise TableSpaceError(f"{folder} is not a folder; set {FOLDER_VARIABLE} to one") from None
        if isinstance(error, IsADirectoryError):
            raise TableSpaceError(f"{error.filename} is a folder in the place of a file; remove it") from None
        why, space = error.strerror or error, "free some space or " * (error.errno in _FULL)
        raise TableSpaceError(
            f"{folder} cannot store tables: {why}; {space}set {FOLDER_VARIABLE} to another folder"
        ) from None


def _broken(files: Files, error: OSError | ValueError) -> BrokenTableError:
    return BrokenTableError(f"{files.payload}: {said(error)}; run `pybridge tables remove {files.key}` to remove it")
