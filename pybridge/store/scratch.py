"""Folders beside the tables, for files that several machines work on, and that nobody needs afterwards."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from pybridge.store.store import require_room

_ENDING, _LOCK = ".scratch", "lock"


@contextmanager
def scratch(title: str, size: int, folder: Path) -> Iterator[Path]:
    """A new folder in that of the tables with room for `size` bytes, removed at the end, as are those of the dead.

    Raises TableSpaceError.
    """
    from filelock import FileLock

    require_room(title, size, folder)
    for other in folder.glob(f"*{_ENDING}"):
        _remove_if_left(other)
    mine = folder / f"{uuid4().hex}{_ENDING}"
    mine.mkdir()
    try:
        with FileLock(mine / _LOCK):
            yield mine
    finally:
        shutil.rmtree(mine, ignore_errors=True)


def _remove_if_left(folder: Path) -> None:
    """Remove a folder whose process was killed: nobody holds its lock any more."""
    from filelock import FileLock, Timeout

    with suppress(Timeout, OSError), FileLock(folder / _LOCK, timeout=0):
        shutil.rmtree(folder, ignore_errors=True)
