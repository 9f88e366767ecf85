"""Folders beside the tables, for files that several machines work on, and that nobody needs afterwards."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from pybridge.store.store import require_room, writing


@contextmanager
def scratch(title: str, size: int, folder: Path) -> Iterator[Path]:
    """A new folder in that of the tables with room for `size` bytes, removed at the end, as are those of the dead.

    Errors of the file system within become TableSpaceError. Raises TableSpaceError.
    """
    from filelock import FileLock

    require_room(title, size, folder)
    for other in folder.glob("*.scratch"):
        _remove_if_left(other)
    mine = folder / f"{uuid4().hex}.scratch"
    lock = FileLock(mine.with_suffix(".held"))
    try:
        with writing(folder), lock:
            mine.mkdir()
            yield mine
    finally:
        shutil.rmtree(mine, ignore_errors=True)
        Path(lock.lock_file).unlink(missing_ok=True)


def _remove_if_left(folder: Path) -> None:
    """Remove a folder whose process was killed: nobody holds its lock any more."""
    from filelock import FileLock, Timeout

    held = folder.with_suffix(".held")
    with suppress(Timeout, OSError), FileLock(held, timeout=0):
        shutil.rmtree(folder, ignore_errors=True)
        held.unlink(missing_ok=True)
