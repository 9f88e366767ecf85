"""All censuses that are kept: listed beside the tables, looked at, removed."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.puzzles.solvability import states_text
from pybridge.search.census.kept_folder import SEAL, About, clear, home, read_about, sealed, unfinished

KIND = "census"
_NAME = re.compile(r"(\w+)-([a-z]+)-([0-9a-f]{16})", flags=re.ASCII)


@dataclass(frozen=True, slots=True)
class KeptCensus:
    """What was counted of a puzzle, by a method, before a census was stopped; `bytes` counts all its files.

    `fault` says what is wrong as far as can be seen without reading it all, None if nothing is.
    """

    path: Path
    bytes: int
    told: About | None
    fault: str | None
    kind = KIND
    manifest = None

    @property
    def key(self) -> str:
        return self.path.name.rpartition("-")[2]

    @property
    def title(self) -> str:
        puzzle, method, _ = self.path.name.rsplit("-", 2)
        if self.told is None:
            return f"{puzzle}, {method}"
        return f"{puzzle}, {method}, to distance {self.told.distance} of {states_text(self.told.total)} states"

    @property
    def about(self) -> Mapping[str, Any] | None:
        return asdict(self.told) if self.told else None


def kept_censuses() -> list[KeptCensus]:
    """All that are kept, and what was left of some that were to be, by name. Raises TableSpaceError."""
    folder = home()
    try:
        names = {path.name for path in folder.iterdir() if path.is_dir()} if folder.is_dir() else set()
        names |= {name for _, name, _ in unfinished(folder)}
        return [_look(folder / name) for name in sorted(names) if _NAME.fullmatch(name)]
    except OSError as error:
        raise TableSpaceError(f"{folder} cannot be read: {error.strerror}") from None


def verify_kept(census: KeptCensus) -> None:
    """Raise BrokenTableError if it is not as it was written."""
    with suppress(OSError, ValueError, RecursionError):
        if sealed(census.path):
            return
    raise BrokenTableError("what was kept was changed or cut short; the next census begins again")


def remove_kept(census: KeptCensus) -> None:
    """Remove one, and what was left of it. Raises TableSpaceError, also while a process is keeping it."""
    left = [(folder, lives) for folder, name, lives in unfinished(census.path.parent) if name == census.path.name]
    if any(lives for _, lives in left):
        raise TableSpaceError(f"{census.path} is being kept by another process; end that first")
    try:
        for folder in (census.path, *(folder for folder, _ in left)):
            clear(folder)
    except OSError as error:
        raise TableSpaceError(f"{census.path} cannot be removed: {error.strerror}") from None


def _look(path: Path) -> KeptCensus:
    """What there is under a name, without reading what was counted."""
    folders = [path, *(folder for folder, name, _ in unfinished(path.parent) if name == path.name)]
    fault = None
    if not path.exists():
        fault = "it is being kept, or its keeping did not end"
    elif not (path / SEAL).is_file():
        fault = f"the {SEAL} file is missing"
    return KeptCensus(path, sum(map(_size, folders)), read_about(path), fault)


def _size(folder: Path) -> int:
    """The bytes of a folder's files."""
    total = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # it may have gone meanwhile
            total += path.lstat().st_size
    return total
