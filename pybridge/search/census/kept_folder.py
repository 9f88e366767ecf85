"""The folders in which stopped censuses are kept: what they are called, whether they are whole, what they tell."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

from pybridge.search.census.levels import Check, go_on
from pybridge.tables.store import Store

SEAL, _ABOUT = "seal.json", "about.json"
_UNFINISHED = re.compile(r"([\w-]+)\.(\d+)(\.old)?")
"""Of a census that a process is keeping, and of the one that it is to replace."""
under_way: set[Path] = set()
"""What this process is keeping now."""


def home(store: Store | None = None) -> Path:
    """The folder of all that is kept, beside the tables."""
    return (store or Store()).folder / "census"


def unfinished(folder: Path) -> Iterator[tuple[Path, str, bool]]:
    """What was not brought to its end in the folder of all that is kept: its census's name, and if that goes on."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if match := _UNFINISHED.fullmatch(path.name):
            yield path, match[1], _lives(int(match[2]), path.with_suffix("") if match[3] else path)


def _lives(process: int, fresh: Path) -> bool:
    """Whether the process that is keeping a census is there; this one may have the number of one that is gone."""
    if process == os.getpid():
        return fresh in under_way
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True


@dataclass(frozen=True, slots=True)
class About:
    """What a kept census tells without being read: the states counted, of how many, and their largest distance."""

    states: int
    total: int
    distance: int

    def write(self, folder: Path) -> None:
        """Tell it in a folder. Raises OSError."""
        (folder / _ABOUT).write_text(json.dumps(asdict(self)), encoding="utf-8")


def read_about(folder: Path) -> About | None:
    """What a folder tells of itself; None if nothing that can be true."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        about = About(**json.loads((folder / _ABOUT).read_text(encoding="utf-8")))
        if all(type(each) is int for each in astuple(about)) and 0 <= about.states <= about.total:
            return about
    return None


def clear(folder: Path) -> None:
    """Remove a folder that holds a census, if it is there; never another one. Raises OSError."""
    if folder.parent != home():
        raise ValueError(f"{folder} holds no census")
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def sealed(folder: Path) -> bool:
    """Whether the files of a folder are those that were written. Raises OSError or ValueError where it has no seal."""
    told = json.loads((folder / SEAL).read_text(encoding="utf-8"))
    return bool(told == digests(folder))


def digests(folder: Path, check: Check = go_on) -> dict[str, str]:
    """A hash of each file."""
    return {path.name: _digest(path, check) for path in sorted(folder.iterdir()) if path.name != SEAL}


def _digest(path: Path, check: Check) -> str:
    from xxhash import xxh3_128

    digest = xxh3_128()
    with path.open("rb") as file:
        while block := file.read(1 << 24):
            check()
            digest.update(block)
    return digest.hexdigest()
