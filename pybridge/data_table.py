"""Results as a table: the rows of a CSV file, or of a data frame. Every row says where its figures come from."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from typing import Any

from pybridge.errors import ArgumentError, OutputError, installing
from pybridge.provenance import Provenance

FRAMES = ("pandas", "polars")
"""The libraries that make data frames, the preferred one first."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows with a value for each of the `columns`; a value that is not known is None."""

    columns: Sequence[str]
    rows: Sequence[Mapping[str, object]]
    provenance: Provenance

    def to_csv(self) -> str:
        """A header and a line for each row; unknown values are empty."""
        text = StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(self._table())
        lines.writerows(zip(*self._table().values(), strict=True))
        return text.getvalue()

    def to_frame(self, library: str | None = None) -> Any:
        """The same as a data frame of pandas or polars: of `library`, by default of pandas if it is installed.

        Raises OutputError if the library is not installed, and ArgumentError for another one.
        """
        if library not in (None, *FRAMES):
            raise ArgumentError(f"library is {' or '.join(FRAMES)}, not {library!r}")
        wanted = FRAMES if library is None else (library,)
        found = next((name for name in wanted if find_spec(name)), None)
        if found is None:
            raise OutputError(f"a data frame needs {' or '.join(wanted)}; {installing(wanted[0])}")
        return import_module(found).DataFrame(self._table())

    def _table(self) -> dict[str, list[object]]:
        """The values of each column."""
        table = {name: [row[name] for row in self.rows] for name in self.columns}
        return table | {name: [value] * len(self.rows) for name, value in self.provenance.columns().items()}
