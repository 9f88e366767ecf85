"""What a table is, and what it takes to make one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

Report = Callable[[str], None]
"""Told in short phrases how far a build is, as in `level 17, 12,345,678 entries`."""


@dataclass(frozen=True, slots=True)
class Table:
    """Arrays that were computed from facts, read-only, and what is told about them.

    `about` is JSON: how many entries have which value, how long the build took.
    """

    kind: str
    title: str
    arrays: Mapping[str, NDArray[np.generic]]
    about: Mapping[str, Any] = field(default_factory=dict)


class Recipe(Protocol):
    """How one table is made. `identity` is JSON and holds everything that the table depends on.

    `title` is a line for people, `bytes_needed` what the table takes on disk at most.
    """

    @property
    def kind(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def identity(self) -> dict[str, Any]: ...

    @property
    def bytes_needed(self) -> int: ...

    def build(self, report: Report) -> Table:
        """Make the table."""

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table, so that a search cannot look things up in it; None if nothing is.

        This is quick, and asked at each load: a hash says that a table is as it was written, not by whom. What the
        entries say is judged by `verify`.
        """

    def verify(self, table: Table, report: Report) -> None:
        """Judge a table by the rules of the puzzle, not by building it again in the same way.

        Raises BrokenTableError.
        """

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe whose identity this is."""
