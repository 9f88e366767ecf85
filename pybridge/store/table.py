"""Tables and recipes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pybridge.limits import OnProgress

BY_RULES = "agrees with the rules"
BY_FORM = "unchanged; its contents cannot be verified"
"""What `Recipe.verify` has compared: the entries with the rules, or only the form with that of the recipe."""


@dataclass(frozen=True, slots=True)
class Table:
    """Read-only arrays computed from facts.

    `about` is JSON with statistics: the number of entries per value, and the build time.
    """

    kind: str
    title: str
    arrays: Mapping[str, NDArray[np.generic]]
    about: Mapping[str, Any] = field(default_factory=dict)


class Kept(Protocol):
    """Where a long build keeps what it has found, so that another one can go on from there."""

    def load(self) -> Table | None:
        """What was kept; None if nothing intact was."""

    def save(self, table: Table) -> None:
        """Keep this in place of what was kept before. If there is no room, nothing is kept."""

    def refuse(self, fault: str) -> None:
        """Drop what `load` returned, and report why."""


class Recipe(Protocol):
    """How to build a table. `identity` is JSON with everything that the table depends on.

    `title` describes the table in one line; `bytes_needed` is its largest possible size on disk; `verified` says what
    is known once `verify` has found no fault.
    """

    @property
    def kind(self) -> str: ...

    @property
    def verified(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def identity(self) -> dict[str, Any]: ...

    @property
    def bytes_needed(self) -> int: ...

    def build(self, report: OnProgress) -> Table:
        """Build the table."""

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table, so that a search cannot use it; None if nothing is.

        This is a quick check at each load: a hash proves that a table is unchanged, but not who wrote it. `verify`
        checks the entries.
        """

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check a table by the rules of the puzzle, not by rebuilding it in the same way.

        Raises BrokenTableError.
        """

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe with this identity."""


@runtime_checkable
class Resumable(Protocol):
    """A recipe whose build can go on after an interruption."""

    def build_on(self, report: OnProgress, kept: Kept | None) -> Table:
        """Build the table, from what was kept before."""
