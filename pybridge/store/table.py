"""Tables, what they are of, and how they are built."""

from dataclasses import dataclass, field
from typing import Protocol, Self

from pybridge.arrays import Arrays
from pybridge.forms import Form, Record
from pybridge.limits import OnProgress

BY_RULES = "agrees with the rules"
BY_FORM = "unchanged; its contents cannot be verified"
"""What `TableForm.verify` has compared: the entries with the rules, or only the form with the one that it must have."""


@dataclass(frozen=True, slots=True)
class Table:
    """Read-only arrays computed from facts.

    `about` is JSON with statistics: the number of entries per value, and the build time.
    """

    kind: str
    title: str
    arrays: Arrays
    about: Record = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """The size of the arrays."""
        return sum(array.nbytes for array in self.arrays.values())


class TableForm(Protocol):
    """What a table is of. `identity` is JSON with everything that the table depends on.

    `title` describes the table in one line; `verified` says what is known once `verify` has found no fault.
    """

    @property
    def kind(self) -> str: ...

    @property
    def verified(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def identity(self) -> Form: ...

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table, so that it cannot be used; None if nothing is.

        This is a quick check at each load: a hash proves that a table is unchanged, but not who wrote it. `verify`
        checks the entries.
        """

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check a table by the rules of the puzzle, not by rebuilding it in the same way.

        Raises BrokenTableError.
        """

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """What has this identity."""


class Recipe(TableForm, Protocol):
    """How to build a table; `bytes_needed` is its largest possible size on disk."""

    @property
    def bytes_needed(self) -> int: ...

    def build(self, report: OnProgress) -> Table:
        """Build the table."""
