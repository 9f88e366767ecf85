"""The recipe of a pattern database: how its table is built, kept and verified."""

import time
from dataclasses import dataclass
from typing import Self

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.table import BY_RULES, Table
from pybridge.tables.pattern.layout import Pattern

LAYOUT = 1
"""Version of the numbering and packing of entries."""

MOST_CELLS = 40
"""The limit for cells of a board, as sets of cells are numbered by looking up both halves of a bit mask."""


@dataclass(frozen=True)
class PatternRecipe:
    """The additive pattern database of a pattern (Korf and Felner, 2002).

    The array `packed`, of shape (orders, bytes per row), has an entry of `bits` bits for each placement: the moves that
    its pieces need, whatever the other pieces do, minus the sum of their nearest distances, in units of `step`. The
    largest code also marks placements that no move leads to. Raises UnfitHeuristicError if the board has more than
    MOST_CELLS cells.
    """

    pattern: Pattern

    kind = "pattern"
    verified = BY_RULES

    def __post_init__(self) -> None:
        cells = len(self.pattern.neighbors)
        if cells > MOST_CELLS:
            raise UnfitHeuristicError(
                f"pattern databases do not work for {cells} cells, only for up to {MOST_CELLS}; use manhattan"
            )

    @property
    def title(self) -> str:
        """The table in one line."""
        labels, cells = self.pattern.labels, len(self.pattern.neighbors)
        alike = "" if len(set(labels)) == len(labels) else f" of {len(set(labels))} kinds"
        return f"{len(labels)} pieces{alike} on {cells} cells, {self.pattern.layout.entries:,} entries"

    @property
    def identity(self) -> Form:
        """The pattern and the version of the layout."""
        return {"layout": LAYOUT, **self.pattern.to_json()}

    @property
    def bytes_needed(self) -> int:
        """One byte per entry. Half is usually enough, but that is known only after building."""
        return self.pattern.layout.entries

    def build(self, report: OnProgress) -> Table:
        """Build the table. Raises UnfitHeuristicError if a distance exceeds a byte."""
        from pybridge.tables.pattern.build import build

        begun = time.monotonic()
        packed, about = build(self.pattern, report)
        seconds = round(time.monotonic() - begun, 2)
        return Table(self.kind, self.title, {"packed": packed}, {**about, "seconds": seconds})

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table, or None."""
        pattern, layout = self.pattern, self.pattern.layout
        bits, step = table.about.get("bits"), table.about.get("step")
        if type(bits) is not int or bits not in (4, 8) or type(step) is not int or step != pattern.step:
            return "it does not say how its entries are packed"
        if set(table.arrays) != {"packed"}:
            return "its content is not that of a pattern database"
        packed = table.arrays["packed"]
        if packed.dtype != np.uint8 or packed.shape != (layout.orders, layout.row * bits // 8):
            return "it has no array packed of the right shape and type"
        return None

    def verify(self, table: Table, report: OnProgress) -> None:
        """Search forward from the goals, one state at a time, and compare every entry. Raises BrokenTableError."""
        from pybridge.tables.pattern.verify import verify

        verify(self.pattern, table, self.form_fault(table), report)

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        _require_pattern(**identity)
        return cls(Pattern.from_json(identity))


def _require_pattern(
    layout: int, labels: list[int], goals: list[tuple[list[int], int]], neighbors: list[list[int]]
) -> None:
    """Raise ValueError or a similar error if the identity is not that of a pattern."""
    cells = range(len(neighbors))
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near}
    board = all(other in cells and (other, cell) in ways and cell != other for cell, other in ways)
    placed = all(blank in cells and set(at) <= set(cells) and len(set(at)) == len(at) for at, blank in goals)
    pieces = 0 < len(labels) < len(cells) and labels == sorted(labels) and {*labels} == {*range(labels[-1] + 1)}
    if not (board and placed and pieces and goals and all(len(at) == len(labels) for at, _ in goals)):
        raise ValueError("not a pattern")
