"""Where an interrupted census is kept, beside the tables, so that it can be gone on with."""

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pybridge.facts import PuzzleFacts, State, fingerprint
from pybridge.search.census import kept_folder
from pybridge.search.census.choice import Plan
from pybridge.search.census.kept_folder import SEAL, About, clear, digests, home, read_about, sealed, unfinished
from pybridge.search.census.levels import Check, Counter, Level, go_on

_FORMAT = 1
_LONGEST_NAME = 40
"""Characters of a puzzle's name that its folder has; the hash behind them tells puzzles apart."""


class Kept:
    """The place of one census: of a puzzle, by a method, looking for the same starts."""

    def __init__(self, facts: PuzzleFacts, chosen: Plan, starts: Sequence[State]) -> None:
        identity = json.dumps([_FORMAT, fingerprint(facts), chosen.method, list(starts)])
        name = f"{_plain(facts.name)}-{chosen.method}-{sha256(identity.encode()).hexdigest()[:16]}"
        self.folder = home() / name
        self.damaged = False
        """Whether something was kept, and could not be gone on with."""
        self._total = chosen.states

    @property
    def states(self) -> int:
        """How many states were counted by then, as what is kept tells; 0 if nothing is."""
        about = read_about(self.folder)
        return about.states if about and about.total == self._total else 0

    def resume(self, counter: Counter) -> list[Level]:
        """Have the counter go on from what was kept; the levels that are complete, none if nothing sound was kept."""
        self._recover()
        if not self.folder.exists():
            return []
        with suppress(Exception):  # readers of damaged files raise many kinds, and nothing more is lost than time
            if sealed(self.folder):
                return counter.resume(self.folder)
        self.damaged = True
        return []

    def save(self, counter: Counter, levels: Sequence[Level], check: Check = go_on) -> None:
        """Keep it, with the levels that are complete, in place of what was kept before.

        One of the two is there even if this is killed. Raises OSError, and what `check` raises.
        """
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.folder.with_name(f"{self.folder.name}.{os.getpid()}")
        former = fresh.with_name(f"{fresh.name}.old")
        kept_folder.under_way.add(fresh)
        try:
            clear(fresh)
            clear(former)
            fresh.mkdir()
            counter.save(fresh, check)
            About(sum(level.states for level in levels), self._total, len(levels) - 1).write(fresh)
            (fresh / SEAL).write_text(json.dumps(digests(fresh, check)), encoding="utf-8")
            self._replace(fresh, former)
        finally:
            kept_folder.under_way.discard(fresh)
            for folder in (fresh, former):
                with suppress(OSError):
                    clear(folder)

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
        clear(self.folder)

    def _recover(self) -> None:
        """Have what a process that was killed left of this census, if there is no other; remove what others left."""
        left = [(folder, owner) for folder, owner, lives in unfinished(self.folder.parent) if not lives]
        for folder, owner in left:  # a fresh one comes before the former one that it was to replace
            if owner == self.folder.name and not self.folder.exists():
                with suppress(OSError, ValueError):
                    if sealed(folder):
                        folder.rename(self.folder)
        for folder, _ in left:
            with suppress(OSError):
                clear(folder)


def _plain(name: str) -> str:
    """A puzzle's name, which may be any text, as a part of a file's name that is safe everywhere."""
    return re.sub("[^A-Za-z0-9_]+", "_", name)[:_LONGEST_NAME].strip("_") or "puzzle"
