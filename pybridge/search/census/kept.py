"""Interrupted censuses that are kept on disk, beside the tables: saved, resumed, listed, verified and removed."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.facts import PuzzleFacts, State, fingerprint
from pybridge.facts.wording import states_text
from pybridge.search.census.census import Check, Counter, Level, go_on
from pybridge.search.census.choice import Plan
from pybridge.store.store import Store

KIND = "census"
_FORMAT = 1
_SEAL, _ABOUT = "seal.json", "about.json"
_LONGEST_NAME = 40
"""Characters of a puzzle's name in the name of its folder; the hash behind them tells puzzles apart."""
_NAME = re.compile(r"(\w+)-([a-z]+)-([0-9a-f]{16})", flags=re.ASCII)
_UNFINISHED = re.compile(r"([\w-]+)\.(\d+)(\.old)?")
"""Of a census that a process is saving, and of the one that it replaces."""
_under_way: set[Path] = set()
"""What this process is saving now."""


def _home(store: Store | None = None) -> Path:
    """The folder of all that is kept, beside the tables."""
    return (store or Store()).folder / "census"


def _unfinished(folder: Path) -> Iterator[tuple[Path, str, bool]]:
    """Unfinished saves in the folder of all that is kept: path, the census's name, and whether it is still saving."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if match := _UNFINISHED.fullmatch(path.name):
            yield path, match[1], _lives(int(match[2]), path.with_suffix("") if match[3] else path)


def _lives(process: int, fresh: Path) -> bool:
    """Whether the process that saves a census is running; this one may have the number of one that has ended."""
    if process == os.getpid():
        return fresh in _under_way
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True


@dataclass(frozen=True, slots=True)
class _About:
    """A summary of a kept census: the states counted, of how many if that is known, and their largest distance."""

    states: int
    total: int | None
    distance: int

    def write(self, folder: Path) -> None:
        """Write it into a folder. Raises OSError."""
        (folder / _ABOUT).write_text(json.dumps(asdict(self)), encoding="utf-8")


def _read_about(folder: Path) -> _About | None:
    """The summary in a folder; None if there is none that can be true."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        about = _About(**json.loads((folder / _ABOUT).read_text(encoding="utf-8")))
        total = about.states if about.total is None else about.total
        if all(type(each) is int for each in (about.states, total, about.distance)) and 0 <= about.states <= total:
            return about
    return None


def _clear(folder: Path) -> None:
    """Remove a folder that holds a census, if it exists; never another folder. Raises OSError."""
    if folder.parent != _home():
        raise ValueError(f"{folder} holds no census")
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def _sealed(folder: Path) -> bool:
    """Whether the files of a folder are as they were written. Raises OSError or ValueError if it has no seal."""
    told = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
    return bool(told == digests(folder))


def digests(folder: Path, check: Check = go_on) -> dict[str, str]:
    """A hash of each file."""
    return {path.name: _digest(path, check) for path in sorted(folder.iterdir()) if path.name != _SEAL}


def _digest(path: Path, check: Check) -> str:
    from xxhash import xxh3_128

    digest = xxh3_128()
    with path.open("rb") as file:
        while block := file.read(1 << 24):
            check()
            digest.update(block)
    return digest.hexdigest()


class Kept:
    """The place of one census: of a puzzle, with a method, looking for the same starts."""

    def __init__(self, facts: PuzzleFacts, chosen: Plan, starts: Sequence[State]) -> None:
        identity = json.dumps([_FORMAT, fingerprint(facts), chosen.method, list(starts)])
        name = f"{_plain(facts.name)}-{chosen.method}-{sha256(identity.encode()).hexdigest()[:16]}"
        self.folder = _home() / name
        self.damaged = False
        """Whether something was kept that could not be resumed."""
        self._total = chosen.states

    @property
    def states(self) -> int:
        """How many states were counted, according to what is kept; 0 if nothing is."""
        about = _read_about(self.folder)
        return about.states if about and about.total == self._total else 0

    def resume(self, counter: Counter) -> list[Level]:
        """Have the counter resume from what was kept; return the complete levels, none if nothing intact was kept."""
        self._recover()
        if not self.folder.exists():
            return []
        with suppress(Exception):  # readers of damaged files raise many kinds, and nothing more is lost than time
            if _sealed(self.folder):
                return counter.resume(self.folder)
        self.damaged = True
        return []

    def save(self, counter: Counter, levels: Sequence[Level], check: Check = go_on) -> None:
        """Save it, with its complete levels, in place of what was kept before.

        One of the two is there even if this process is killed. Raises OSError, and what `check` raises.
        """
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.folder.with_name(f"{self.folder.name}.{os.getpid()}")
        former = fresh.with_name(f"{fresh.name}.old")
        _under_way.add(fresh)
        try:
            _clear(fresh)
            _clear(former)
            fresh.mkdir()
            counter.save(fresh, check)
            _About(sum(level.states for level in levels), self._total, len(levels) - 1).write(fresh)
            (fresh / _SEAL).write_text(json.dumps(digests(fresh, check)), encoding="utf-8")
            self._replace(fresh, former)
        finally:
            _under_way.discard(fresh)
            for folder in (fresh, former):
                with suppress(OSError):
                    _clear(folder)

    def _replace(self, fresh: Path, former: Path) -> None:
        """Put the fresh one in place of the former one, which is put aside."""
        with suppress(FileNotFoundError):
            self.folder.rename(former)
        try:
            fresh.rename(self.folder)
        except OSError:
            with suppress(OSError):
                former.rename(self.folder)
            raise

    def remove(self) -> None:
        """Remove what is kept of it. Raises OSError."""
        self._recover()
        _clear(self.folder)

    def _recover(self) -> None:
        """Restore what a killed process left of this census, if there is no other; remove what others left."""
        left = [(folder, owner) for folder, owner, lives in _unfinished(self.folder.parent) if not lives]
        for folder, owner in left:  # a fresh one comes before the former one that it was to replace
            if owner == self.folder.name and not self.folder.exists():
                with suppress(OSError, ValueError):
                    if _sealed(folder):
                        folder.rename(self.folder)
        for folder, _ in left:
            with suppress(OSError):
                _clear(folder)


def _plain(name: str) -> str:
    """A puzzle's name, which may be any text, as part of a file name that is safe everywhere."""
    return re.sub("[^A-Za-z0-9_]+", "_", name)[:_LONGEST_NAME].strip("_") or "puzzle"


@dataclass(frozen=True, slots=True)
class KeptCensus:
    """What was counted of a puzzle, with a method, before a census was stopped; `bytes` counts all its files.

    `fault` says what is wrong, as far as can be seen without reading everything; None if nothing is.
    """

    path: Path
    bytes: int
    summary: _About | None
    fault: str | None
    kind = KIND
    manifest = None

    @property
    def key(self) -> str:
        return self.path.name.rpartition("-")[2]

    @property
    def title(self) -> str:
        puzzle, method, _ = self.path.name.rsplit("-", 2)
        if self.summary is None:
            return f"{puzzle}, {method}"
        of = "" if self.summary.total is None else f" of {states_text(self.summary.total)} states"
        return f"{puzzle}, {method}, to distance {self.summary.distance}{of}"

    @property
    def about(self) -> Mapping[str, Any] | None:
        return asdict(self.summary) if self.summary else None


def kept_censuses() -> list[KeptCensus]:
    """All that are kept, and what is left of unfinished saves, by name. Raises TableSpaceError."""
    folder = _home()
    try:
        names = {path.name for path in folder.iterdir() if path.is_dir()} if folder.is_dir() else set()
        names |= {name for _, name, _ in _unfinished(folder)}
        return [_look(folder / name) for name in sorted(names) if _NAME.fullmatch(name)]
    except OSError as error:
        raise TableSpaceError(f"{folder} cannot be read: {error.strerror}") from None


def verify_kept(census: KeptCensus) -> None:
    """Raise BrokenTableError if it was changed since it was written."""
    with suppress(OSError, ValueError, RecursionError):
        if _sealed(census.path):
            return
    raise BrokenTableError("the saved census was changed or cut short; the next census starts over")


def remove_kept(census: KeptCensus) -> None:
    """Remove one, and what unfinished saves left of it. Raises TableSpaceError, also while a process is saving it."""
    left = [(folder, lives) for folder, name, lives in _unfinished(census.path.parent) if name == census.path.name]
    if any(lives for _, lives in left):
        raise TableSpaceError(f"{census.path} is being kept by another process; end that first")
    try:
        for folder in (census.path, *(folder for folder, _ in left)):
            _clear(folder)
    except OSError as error:
        raise TableSpaceError(f"{census.path} cannot be removed: {error.strerror}") from None


def _look(path: Path) -> KeptCensus:
    """What lies under a name, without reading what was counted."""
    folders = [path, *(folder for folder, name, _ in _unfinished(path.parent) if name == path.name)]
    fault = None
    if not path.exists():
        fault = "it is being kept, or its keeping did not end"
    elif not (path / _SEAL).is_file():
        fault = f"the {_SEAL} file is missing"
    return KeptCensus(path, sum(map(_size, folders)), _read_about(path), fault)


def _size(folder: Path) -> int:
    """The bytes of a folder's files."""
    total = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # it may have gone meanwhile
            total += path.lstat().st_size
    return total
