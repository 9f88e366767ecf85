"""Pattern databases as tables that can be kept."""

import time
from dataclasses import dataclass
from typing import Any, Self

from pybridge.errors import UnfitHeuristicError
from pybridge.tables.pattern import Pattern
from pybridge.tables.table import Report, Table

LAYOUT = 1
"""Grows whenever entries are numbered or packed in another way."""


MOST_CELLS = 40
"""Of a board: sets of its cells are numbered by looking up both halves of a bit mask."""


@dataclass(frozen=True)
class PatternRecipe:
    """The additive pattern database of a pattern (Korf and Felner, 2002).

    Its array `packed`, (orders, bytes a row), has for each placement how much the moves that its pieces need, whatever
    the others do, exceed the sum of their nearest distances, counted in `step`s, in `bits` bits each; the top code also
    marks what no move leads to. Raises UnfitHeuristicError if the board has more than MOST_CELLS.
    """

    pattern: Pattern

    kind = "pattern"

    def __post_init__(self) -> None:
        cells = len(self.pattern.neighbors)
        if cells > MOST_CELLS:
            raise UnfitHeuristicError(
                f"pattern databases do not fit a board of {cells} cells: {MOST_CELLS} are the most; manhattan fits"
            )

    @property
    def title(self) -> str:
        """One line for people."""
        labels, cells = self.pattern.labels, len(self.pattern.neighbors)
        alike = "" if len(set(labels)) == len(labels) else f" of {len(set(labels))} kinds"
        return f"{len(labels)} pieces{alike} on {cells} cells, {self.pattern.layout.entries:,} entries"

    @property
    def identity(self) -> dict[str, Any]:
        """The pattern and the way entries are kept."""
        return {"layout": LAYOUT, **self.pattern.to_json()}

    @property
    def bytes_needed(self) -> int:
        """One byte an entry. Half of it is mostly enough, but that is known only when it is built."""
        return self.pattern.layout.entries

    def build(self, report: Report) -> Table:
        """Make the table. Raises UnfitHeuristicError if the pieces go further than a byte holds."""
        from pybridge.tables.pattern_build import build

        begun = time.monotonic()
        built = build(self.pattern, report)
        about = {
            "bits": built.bits,
            "step": built.step,
            "distribution": list(built.counts),
            "seconds": round(time.monotonic() - begun, 2),
        }
        return Table(self.kind, self.title, {"packed": built.packed}, about)

    def verify(self, table: Table, report: Report) -> None:
        """Search forward from the goals, one state at a time, and compare every entry. Raises BrokenTableError."""
        from pybridge.tables.pattern_verify import verify

        verify(self.pattern, table, report)

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe whose identity this is."""
        return cls(Pattern.from_json(identity))
