"""Tables of exact distances in a projection of a permutation puzzle (Culberson and Schaeffer, 1996; Korf, 1997).

A projection keeps two colorings of the points, or one: the rows of the table are the values of the first, the columns
those of the second. Rows that symmetries of the puzzle turn into each other share their entries, so a table is as small
as its classes of rows. Columns may also be the ways in which the pieces lie that the rows place; then what a move does
to a column depends on the row.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from pybridge.arrays import Arrays
from pybridge.errors import BrokenTableError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.memory import require_memory
from pybridge.store.half import HalfBuilt
from pybridge.store.table import BY_RULES, Table
from pybridge.tables.projection import kernels
from pybridge.tables.projection.colors import ColoredRecipe, colored, sizes_fault, sizes_of
from pybridge.tables.projection.frame import ProjectionFrame, require_arrays
from pybridge.tables.projection.search import LastPhrase, Levels, TableSearch, row_bytes, spans
from pybridge.tables.ranks.coordinates import MOST_VALUES

THREADS = os.cpu_count() or 1
_RATE = 10e6
"""Entries that a thread finds in a second, about."""


@dataclass(frozen=True)
class ProjectionRecipe(ColoredRecipe):
    """The table of a projection. `rows` and `columns` give each point of the goal a color; all 0 means no information.

    With `tracked` there are no columns of their own: the columns are the ways in which the pieces lie that have a
    color other than 0 in `rows`.
    """

    tracked: bool = False

    kind: ClassVar[str] = "projection"
    verified: ClassVar[str] = BY_RULES

    @cached_property
    def frame(self) -> ProjectionFrame:
        """The rows and columns, numbered. Raises UnfitHeuristicError if there are too many."""
        return ProjectionFrame(self, tracked=self.tracked)

    @property
    def title(self) -> str:
        """What the table holds, in one line."""
        kept = sum(1 for each in zip(self.rows, self.columns or self.rows, strict=True) if any(each))
        return f"projection of {len(self.moves)} moves to the colors of {kept} points"

    @property
    def identity(self) -> Form:
        """Everything that the table depends on."""
        return {"format": 1, **self._colored, "tracked": self.tracked}

    @property
    def bytes_needed(self) -> int:
        """The largest size on disk."""
        rows, columns = self.frame.shape
        others: int = sum(array.nbytes for array in self.frame.arrays().values())
        return rows * columns + others

    def build_on(self, report: OnProgress, kept: HalfBuilt | None) -> Table:
        """Build, from what was kept before. Levels are kept now and then, and when the build is interrupted."""
        rows, columns = self.frame.shape
        with ThreadPoolExecutor(THREADS) as pool:
            needed = rows * row_bytes(columns, 4)
            report(f"{needed / 1e6:,.0f} MB of distances, about {rows * columns / _RATE / THREADS:,.0f} s to build")
            require_memory(needed, self.title)
            progress = LastPhrase(report)
            search = TableSearch(self.frame, pool, progress.again)
            build = Levels(search, kept)
            build.run(progress)
            packed, bits = search.packed(len(build.counts))
        arrays = {"packed": packed, "bits": np.array([bits], np.int64), **self.frame.arrays()}
        del vars(self)["frame"]  # it takes several times the memory of the table
        return Table(self.kind, self.title, arrays, {"counts": build.counts, "seconds": round(build.seconds, 3)})

    def _fault(self, arrays: Arrays) -> str | None:
        points, rows, turned = len(self.rows), len(arrays["row_class"]), arrays["turned"]
        symmetries, columns = turned.shape
        classes = int(arrays["row_class"].max()) + 1
        sizes = [
            (arrays["row_class"], np.int32, (rows,), classes),
            (arrays["row_symmetry"], np.uint8, (rows,), symmetries),
            (turned, np.int32, (symmetries, columns), columns),
            *sizes_of(arrays, "row", rows, points),
        ]
        sizes += [] if self.tracked else sizes_of(arrays, "column", columns, points)
        if fault := sizes_fault(sizes, "rows or columns"):
            return fault
        if not classes <= rows <= MOST_VALUES:
            return "there are too many rows, or classes of rows"
        return _packed_fault(arrays, classes * columns)

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the moves of rows and columns against the recipe's, and each entry against those that moves lead to.

        Raises BrokenTableError.
        """
        require_arrays(self.title, self.form_fault(table), table.arrays, self.frame.arrays())
        rows, columns = self.frame.shape
        parts = spans(rows)
        with ThreadPoolExecutor(THREADS) as pool:
            for part, wrong in enumerate(pool.map(self._wrong(table), parts)):
                report(f"part {part + 1} of {len(parts)}")
                if wrong >= 0:
                    place = f"row {wrong // columns:,}, column {wrong % columns:,}"
                    raise BrokenTableError(f"{self.title}: the distance in {place} does not follow from its neighbors")

    def _wrong(self, table: Table) -> Callable[[tuple[int, int]], int]:
        """What finds the first wrong entry of some rows."""
        packed, bits, columns = table.arrays["packed"], int(table.arrays["bits"][0]), self.frame.shape[1]
        return lambda span: int(kernels.wrong_entry(packed, bits, columns, span, self.frame.rows, self.frame.columns))

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        tracked = identity["tracked"]
        if type(tracked) is not bool:
            raise ValueError("not a projection")
        return cls(*colored(identity, columns=not tracked), tracked)


def _packed_fault(arrays: Arrays, entries: int) -> str | None:
    """What is wrong with the form of the distances; None if nothing is."""
    packed, bits = arrays["packed"], arrays["bits"]
    right = bits.dtype == np.int64 and bits.shape == (1,) and packed.dtype == np.uint8 and bits[0] in (4, 8)
    fits = right and packed.shape == (-(-entries * int(bits[0]) // 8),)
    return None if fits else "the distances have another size"
