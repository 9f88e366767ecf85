"""The boards that a long measurement has measured, kept beside the tables so that it can be resumed.

All of them are in the manifest, which is replaced at once: whenever the process ends, the last one or the one before is
there, whole.
"""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.store.manifest import canonical
from pybridge.store.table import BY_FORM, Table

FORMAT = 1
MOST_BOARDS = 10_000
"""The most boards of one file: each takes at most some 100 bytes, and all are written again each time."""
_ENDS = {each.value for each in Outcome} - {Outcome.INTERRUPTED.value}
_COLUMNS = 10


@dataclass(frozen=True)
class BenchState:
    """Some boards of a measurement, by one heuristic: the fingerprint of their facts, and how many they are.

    `first` is the number of the first one among all, `starts` the hash of their states. `how` is JSON as text, with all
    else that what is measured depends on.
    """

    facts: str
    puzzle: str
    heuristic: str
    first: int
    boards: int
    starts: str
    how: str

    kind: ClassVar[str] = "bench"
    verified: ClassVar[str] = BY_FORM

    @property
    def title(self) -> str:
        """The boards in one line."""
        boards = f"boards {self.first + 1:,} to {self.first + self.boards:,}"
        return f"unfinished bench of {self.puzzle}, {boards}, by {self.heuristic}"[:200]

    @property
    def identity(self) -> dict[str, Any]:
        """All that counters and times depend on."""
        return {
            "format": FORMAT, "facts": self.facts, "puzzle": self.puzzle, "heuristic": self.heuristic,
            "first": self.first, "boards": self.boards, "starts": self.starts, "how": json.loads(self.how),
        }  # fmt: skip

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The boards with this identity."""
        facts, puzzle, heuristic, starts = (str(identity[name]) for name in ("facts", "puzzle", "heuristic", "starts"))
        first, boards = (int(identity[name]) for name in ("first", "boards"))
        return cls(facts, puzzle, heuristic, first, boards, starts, canonical(identity["how"]))

    @property
    def bytes_needed(self) -> int:
        """More than the size on disk."""
        return 1 << 20

    def build(self, report: OnProgress) -> Table:
        """A measurement is not built. Raises UnfitHeuristicError."""
        raise UnfitHeuristicError("an unfinished measurement is not built; run `pybridge bench` for some seconds")

    def form_fault(self, table: Table) -> str | None:
        """Why the measurement cannot go on from here; None if it can."""
        about = table.about
        if set(about) != {"pruning", "measured"} or not isinstance(about["pruning"], str):
            return "its members are not those of a measurement"
        rows = about["measured"]
        if not isinstance(rows, list) or not all(map(_whole, rows)):
            return "a board has other figures"
        numbers = [row[0] for row in rows]
        if sorted(set(numbers)) != numbers or (numbers and numbers[-1] >= self.boards):
            return "its boards are not some of those that are measured"
        return None

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the form only; no more can be checked without measuring again. Raises BrokenTableError."""
        if fault := self.form_fault(table):
            raise BrokenTableError(f"{self.title}: {fault}")


def _whole(row: Any) -> bool:
    """Whether this is a number of a board, and its figures."""
    if not isinstance(row, list) or len(row) != _COLUMNS:
        return False
    number, outcome, h, length, expanded, generated, iterations, seconds, shortest, evaluated = row
    if outcome not in _ENDS or type(shortest) is not bool or type(seconds) not in (int, float) or seconds < 0:
        return False
    optional = [each for each in (length, evaluated) if each is not None]
    counts = [number, h, expanded, generated, iterations, *optional]
    solved = outcome == Outcome.SOLVED.value
    return all(type(each) is int and each >= 0 for each in counts) and solved == (length is not None)
