"""What is kept of an unfinished run, beside the tables: the same run resumes from there."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import ClassVar, Self

from pybridge.arrays import Arrays
from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.entry import look
from pybridge.store.manifest import short_line
from pybridge.store.store import Store
from pybridge.store.table import BY_FORM, Table

LONGEST = 1e12
"""Seconds that no run takes; a number that is forged may be larger than any float."""


class Checkpoint(ABC):
    """The place of one run; a subclass says which kind of runs it is for, and what must be true of what is kept.

    It is a table, replaced as a whole: whenever the process ends, the last one or the one before is there. `identity`
    is JSON with everything that the run depends on. Several processes may have the same run: each writes all that it
    knows.
    """

    kind: ClassVar[str]
    version: ClassVar[int]
    """Of what is kept; the run of another version is another run."""
    verified: ClassVar[str] = BY_FORM
    worth: ClassVar[float] = 2.0
    """Seconds; a shorter run is done again sooner than anybody looks for it."""
    pause: ClassVar[float] = 1.0
    """Seconds after which all is written again."""

    def __init__(self, identity: Mapping[str, object], title: str = "") -> None:
        self.identity: Form = {"format": self.version, **identity}
        self.name = title
        self._store, self._next = Store(), 0.0
        self.begun = time.monotonic()
        self.kept = False
        """Whether the same run can resume from here: set when it is resumed, and by `save`."""
        self.damaged = False
        """Whether something was kept that is not sound."""
        self.fault: str | None = None
        """Why nothing more can be kept."""

    @property
    def title(self) -> str:
        """The name, which may be any text, in one short line."""
        return short_line(self.name)

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The run with this identity."""
        return cls({name: value for name, value in identity.items() if name != "format"})

    @abstractmethod
    def form_fault(self, table: Table) -> str | None:
        """Why the run cannot continue from here; None if it can."""

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the form only; no more can be checked without running again. Raises BrokenTableError."""
        try:
            fault = self.form_fault(table)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            fault = "it is not of the run that it names"
        if fault:
            raise BrokenTableError(f"{table.title}: {fault}")

    @property
    def path(self) -> Path:
        """The main file."""
        return self._store.files(self).payload

    @property
    def about(self) -> Mapping[str, object]:
        """What the manifest says about what is kept; nothing if there is none."""
        return look(self._store.files(self)).about or {}

    def load(self) -> Table | None:
        """What an earlier run has kept, if it is sound."""
        try:
            return self._store.kept(self)
        except BrokenTableError:
            self.damaged = True
            return None

    @property
    def long(self) -> bool:
        """Whether the run has taken long enough to be kept, or is kept already."""
        return self.kept or time.monotonic() > self.begun + self.worth

    @property
    def due(self) -> bool:
        """Whether it is time to write."""
        return self.long and time.monotonic() > self._next

    def hurry(self) -> None:
        """Have it be time to write, if the run was long enough."""
        self._next = 0.0

    def put_off(self, seconds: float) -> None:
        """Have it not be time to write before that many seconds from now."""
        self._next = max(self._next, time.monotonic() + seconds)

    def save(
        self,
        arrays: Arrays,
        about: Mapping[str, object],
        *,
        wait: float = 0.0,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep this in place of what was kept before; what goes wrong is the `fault`, after which nothing is kept.

        The next write is due after `wait` seconds, at least. Raises what `check` raises, which is called now and then.
        """
        if self.fault:
            return
        try:
            self._store.keep(self, Table(self.kind, self.title, arrays, about), check)
        except (TableSpaceError, BrokenTableError, ValueError) as error:
            self.fault = str(error)
        else:
            self.kept = True
        self._next = time.monotonic() + max(self.pause, wait)

    def forget(self) -> None:
        """Remove what is kept: the run is over, or starts over. What goes wrong is the `fault`."""
        try:
            self._store.drop(self)
        except TableSpaceError as error:
            self.fault = str(error)
        else:
            self.kept = False


CHECKPOINTS = {
    "search": "pybridge.search.journal:SearchCheckpoint",
    "bench": "pybridge.bench.kept:BenchCheckpoint",
    "training": "pybridge.learning.checkpoint:TrainingCheckpoint",
    "census": "pybridge.search.census.checkpoint:CensusCheckpoint",
}
"""The kinds of runs that keep something: where the class is."""


def checkpoint(kind: str) -> type[Checkpoint]:
    """The class of what is kept of unfinished runs of a kind."""
    module, _, name = CHECKPOINTS[kind].partition(":")
    found: type[Checkpoint] = getattr(import_module(module), name)
    return found
