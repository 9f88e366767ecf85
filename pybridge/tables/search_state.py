"""How far a long search is, kept beside the tables so that it can be resumed.

All of it is in the manifest, which is replaced at once: whenever the process ends, the last one or the one before is
there, whole. It has the completed iterations, the sums of the one under way, and the paths of what that has left, with
what was done between them.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.limits import OnProgress
from pybridge.store.table import BY_FORM, Table

FORMAT = 3
MOST_MOVE = 1 << 16
_COUNTERS = 5
"""Of an iteration: its threshold, its seconds, nodes expanded and generated, and states evaluated by a network."""


_MEMBERS = {"iterations", "under_way", "left", "done", "best", "before"}


@dataclass(frozen=True)
class SearchState:
    """A search: the fingerprint of its facts, its start, and what it goes by; `tables` names tables and networks."""

    facts: str
    puzzle: str
    start: str
    heuristic: str
    pruning: str
    tables: tuple[str, ...]

    kind: ClassVar[str] = "search"
    verified: ClassVar[str] = BY_FORM

    @property
    def title(self) -> str:
        """The search in one line."""
        return f"unfinished search of {self.puzzle} by {self.heuristic}"[:200]

    @property
    def identity(self) -> dict[str, Any]:
        """All that the counters depend on."""
        return {
            "format": FORMAT, "facts": self.facts, "puzzle": self.puzzle, "start": self.start,
            "heuristic": self.heuristic, "pruning": self.pruning, "tables": list(self.tables),
        }  # fmt: skip

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The search with this identity."""
        words = {name: str(identity[name]) for name in ("facts", "puzzle", "start", "heuristic", "pruning")}
        return cls(**words, tables=tuple(map(str, identity["tables"])))

    @property
    def bytes_needed(self) -> int:
        """Some paths for each thread."""
        return 1 << 20

    def build(self, report: OnProgress) -> Table:
        """A search is not built. Raises UnfitHeuristicError."""
        raise UnfitHeuristicError("an unfinished search is not built; run `pybridge solve` for some seconds")

    def form_fault(self, table: Table) -> str | None:
        """Why the search cannot go on from here; None if it can."""
        about = table.about
        if set(about) != _MEMBERS or not isinstance(about["before"], str):
            return "its members are not those of a search"
        iterations, left, best = about["iterations"], about["left"], about["best"]
        if not isinstance(iterations, list) or not all(map(_counts, [*iterations, about["under_way"]])):
            return "an iteration has other counters"
        thresholds = [each[0] for each in [*iterations, about["under_way"]]]
        if sorted(set(thresholds)) != thresholds:
            return "its thresholds do not grow"
        if not isinstance(left, list) or not all(map(_moves, left if best is None else [*left, best])):
            return "a path is not a list of moves"
        try:
            unfolded(left)
        except ValueError:
            return "its paths do not fit together"
        return None if _places(about["done"], len(left)) else "what was done has no place"

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the form only; no more can be checked without searching again. Raises BrokenTableError."""
        if fault := self.form_fault(table):
            raise BrokenTableError(f"{self.title}: {fault}")


def folded(paths: list[tuple[int, ...]]) -> list[list[int]]:
    """Each path as how many moves it shares with the one before, and its other moves."""
    found: list[list[int]] = []
    before: tuple[int, ...] = ()
    for path in paths:
        shared = 0
        while shared < min(len(path), len(before)) and path[shared] == before[shared]:
            shared += 1
        found.append([shared, *path[shared:]])
        before = path
    return found


def unfolded(rows: list[list[int]]) -> list[tuple[int, ...]]:
    """The paths that were folded. Raises ValueError if one shares more moves than the one before has."""
    found: list[tuple[int, ...]] = []
    for shared, *rest in rows:
        before = found[-1] if found else ()
        if shared > len(before):
            raise ValueError("a path shares more than there is")
        found.append((*before[:shared], *rest))
    return found


def _counts(row: Any) -> bool:
    """Whether this is a threshold, seconds, and three counters."""
    if not isinstance(row, list) or len(row) != _COUNTERS or type(row[1]) not in (int, float):
        return False
    return all(type(each) is int for each in (row[0], *row[2:])) and min(row) >= 0


def _places(rows: Any, last: int) -> bool:
    """Whether these are different places up to the last one, each with three counters."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == _COUNTERS - 1 for row in rows):
        return False
    if not all(type(each) is int and each >= 0 for row in rows for each in row):
        return False
    places = [row[0] for row in rows]
    return len(set(places)) == len(places) and max(places, default=0) <= last


def _moves(row: Any) -> bool:
    """Whether this is a path, with or without what comes before the moves."""
    return isinstance(row, list) and all(type(each) is int and 0 <= each < MOST_MOVE for each in row)
