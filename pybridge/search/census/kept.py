"""Where an interrupted census is kept, beside the tables, so that it can be gone on with."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pybridge.facts import PuzzleFacts, State, fingerprint
from pybridge.search.census.choice import Plan
from pybridge.search.census.levels import Check, Counter, Level, go_on
from pybridge.tables.store import Store

_FORMAT = 1
_HOME, _SEAL = "census", "seal.json"
_UNFINISHED = re.compile(r"([\w-]+)\.(\d+)(\.old)?")
"""Of a census that a process is keeping, and of the one that it is to replace."""
_under_way: set[Path] = set()
"""What this process is keeping now."""
_LONGEST_NAME = 40
"""Characters of a puzzle's name that its folder has; the hash behind them tells puzzles apart."""


class Kept:
    """The place of one census: of a puzzle, by a method, looking for the same starts."""

    def __init__(self, facts: PuzzleFacts, chosen: Plan, starts: Sequence[State]) -> None:
        identity = json.dumps([_FORMAT, fingerprint(facts), chosen.method, list(starts)])
        name = f"{_plain(facts.name)}-{chosen.method}-{sha256(identity.encode()).hexdigest()[:16]}"
        self.folder = Store().folder / _HOME / name

    def resume(self, counter: Counter) -> list[Level]:
        """Have the counter go on from what was kept; the levels that are complete, none if nothing sound was kept."""
        self._recover()
        try:
            return counter.resume(self.folder) if _sealed(self.folder) else []
        except Exception:  # readers of damaged files raise many kinds, and nothing more is lost than time
            return []

    def save(self, counter: Counter, check: Check = go_on) -> None:
        """Keep it in place of what was kept before: one of the two is there even if this is killed.

        Raises OSError, and what `check` raises.
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
            (fresh / _SEAL).write_text(json.dumps(_digests(fresh, check)), encoding="utf-8")
            self._replace(fresh, former)
        finally:
            _under_way.discard(fresh)
            for folder in (fresh, former):
                with suppress(OSError):
                    _clear(folder)

    def _replace(self, fresh: Path, former: Path) -> None:
        """Put the fresh one in place of the one that is there, which is put aside."""
        with suppress(FileNotFoundError):
            self.folder.rename(former)
        try:
            fresh.rename(self.folder)
        except OSError:
            with suppress(OSError):
                former.rename(self.folder)
            raise

    def remove(self) -> None:
        """Keep nothing of it any more. Raises OSError."""
        self._recover()
        _clear(self.folder)

    def _recover(self) -> None:
        """Have what a process that was killed left of this census, if there is no other; remove what others left."""
        left = list(_left_behind(self.folder.parent))
        for folder, owner in left:  # a fresh one comes before the former one that it was to replace
            if owner == self.folder.name and not self.folder.exists():
                with suppress(OSError, ValueError):
                    if _sealed(folder):
                        folder.rename(self.folder)
        for folder, _ in left:
            with suppress(OSError):
                _clear(folder)


def _left_behind(home: Path) -> Iterator[tuple[Path, str]]:
    """What processes that are gone left in the folder of all that is kept, each with the name of its census."""
    for folder in sorted(home.iterdir()) if home.exists() else ():
        match = _UNFINISHED.fullmatch(folder.name)
        if match and not _lives(int(match[2]), folder.with_suffix("") if match[3] else folder):
            yield folder, match[1]


def _lives(process: int, fresh: Path) -> bool:
    """Whether the process that is keeping a census is there; this one may have the number of one that is gone."""
    if process == os.getpid():
        return fresh in _under_way
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True


def _plain(name: str) -> str:
    """A puzzle's name, which may be any text, as a part of a file's name that is safe everywhere."""
    return re.sub("[^A-Za-z0-9_]+", "_", name)[:_LONGEST_NAME].strip("_") or "puzzle"


def _clear(folder: Path) -> None:
    """Remove a folder that holds a census, if it is there; never another one. Raises OSError."""
    if folder.parent != Store().folder / _HOME:
        raise ValueError(f"{folder} holds no census")
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def _sealed(folder: Path) -> bool:
    """Whether the files of a folder are those that were written. Raises OSError or ValueError where it has no seal."""
    told = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
    return bool(told == _digests(folder))


def _digests(folder: Path, check: Check = go_on) -> dict[str, str]:
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
