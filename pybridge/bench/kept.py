"""The boards that a long measurement has measured so far, kept on disk: the same measurement resumes from there."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, Self

import xxhash

from pybridge.bench.account import Measured, name_of
from pybridge.bench.boards import Boards, Start
from pybridge.compiled import sources
from pybridge.facts import fingerprint
from pybridge.forms import Form
from pybridge.heuristics.learned import Learned
from pybridge.heuristics.registry import Spec, recipes
from pybridge.outcome import Outcome
from pybridge.search.task import Task
from pybridge.store.checkpoint import LONGEST, Checkpoint
from pybridge.store.manifest import canonical, key
from pybridge.store.table import Table
from pybridge.tables.network import digest

MOST_BOARDS = 10_000
"""The most boards of one file: each takes at most some 100 bytes, and all are written again each time."""
_PASSING = ("load", "random_reads_per_second")
"""What of a machine is another at each look."""
_ENDS = {each.value for each in Outcome} - {Outcome.INTERRUPTED.value}
_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class KeptBoards:
    """What is kept of a measurement on disk: with how many boards it `resumed`, and with how many the next run can.

    They are `wanted` boards in all; each counts for each heuristic. `complete`: all are measured, so nothing is kept.
    `damaged`: something was kept that could not be used. `fault` is why the boards could not be kept.
    """

    wanted: int
    resumed: int = 0
    boards: int = 0
    complete: bool = False
    damaged: bool = False
    fault: str | None = None


class BenchCheckpoint(Checkpoint):
    """Some boards of a measurement, by one heuristic: how many, from the `first` of all, and how they are measured."""

    kind = "bench"
    version = 1

    def form_fault(self, table: Table) -> str | None:
        """Why the measurement cannot continue from here; None if it can."""
        about = table.about
        if set(about) != {"pruning", "measured"} or not isinstance(about["pruning"], str):
            return "its members are not those of a measurement"
        rows = about["measured"]
        if not isinstance(rows, list) or not all(map(_whole, rows)):
            return "a board has other figures"
        numbers = [row[0] for row in rows]
        if sorted(set(numbers)) != numbers or (numbers and numbers[-1] >= self.identity["boards"]):
            return "its boards are not some of those that are measured"
        return None


@dataclass(slots=True)
class _Part:
    """Boards in one file, from the `first` of all: those measured by number, and how many of them are `kept` there."""

    checkpoint: BenchCheckpoint
    first: int
    starts: Sequence[Start]
    measured: dict[int, Measured] = field(default_factory=dict)
    pruning: str = ""
    kept: int = 0

    def load(self) -> None:
        """Read what an earlier run has kept, if it went by the same pruning."""
        table = self.checkpoint.load()
        rows = table.about["measured"] if table and table.about["pruning"] == self.pruning else []
        self.measured = {self.first + row[0]: _board(self.starts[row[0]], row) for row in rows}
        self.kept, self.checkpoint.kept = len(rows), bool(rows)

    def write(self) -> None:
        """Keep all that are measured."""
        rows = [_row(number - self.first, board) for number, board in sorted(self.measured.items())]
        self.checkpoint.save({}, {"pruning": self.pruning, "measured": rows})
        if self.checkpoint.fault is None:
            self.kept = len(rows)

    def remove(self) -> None:
        """Keep none."""
        self.checkpoint.forget()
        self.kept *= self.checkpoint.kept


class Keeper:
    """Keeps the boards of a measurement while it runs, as a context; once all are measured, it removes them.

    Several processes may keep the same boards: each writes all that it knows.
    """

    def __init__(
        self, boards: Boards, tasks: Sequence[Task], machine: Mapping[str, object], workers: str, *, fresh: bool = False
    ) -> None:
        """Nothing is read yet. `workers` says how many boards are measured at a time, and where."""
        self._boards, self._tasks, self._workers, self._fresh = boards, tasks, workers, fresh
        self._machine = {name: value for name, value in machine.items() if name not in _PASSING}
        self._parts: list[list[_Part]] = []
        self._begun, self._resumed, self._complete = float("inf"), 0, False

    @property
    def report(self) -> KeptBoards:
        """What is kept."""
        parts = list(self._all())
        return KeptBoards(
            len(self._boards.starts) * len(self._tasks),
            self._resumed,
            sum(part.kept for part in parts),
            self._complete,
            any(part.checkpoint.damaged for part in parts),
            next((part.checkpoint.fault for part in parts if part.checkpoint.fault), None),
        )

    def __enter__(self) -> Self:
        self._parts = [self._made(task) for task in self._tasks]
        for part in self._all():
            part.checkpoint.begun = self._begun
        if self._fresh:
            self._remove()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._remove()
            self._complete = True
        elif any(part.checkpoint.long for part in self._all()):
            self._write(part for part in self._all() if part.measured)  # another process may have removed them

    def load(self, task: Task, pruning: str) -> dict[int, Measured]:
        """The boards by number that an earlier run has measured by a task, which turned out to go by that pruning."""
        self._begun = min(self._begun, time.monotonic())
        found: dict[int, Measured] = {}
        for part in self._of(task):
            part.checkpoint.begun, part.pruning = self._begun, pruning
            part.load()
            found |= part.measured
        self._resumed += len(found)
        return found

    def put(self, task: Task, number: int, board: Measured) -> None:
        """Note a board; about once a second, what was noted is written."""
        if parts := self._of(task):
            parts[number // MOST_BOARDS].measured[number] = board
        self._write(part for part in self._all() if len(part.measured) > part.kept and part.checkpoint.due)

    def _made(self, task: Task) -> list[_Part]:
        """The parts of a task; none for a heuristic that is the user's own object."""
        tables = _tables(task)
        if tables is None:
            return []
        facts, name, found = self._boards.facts, name_of(task), []
        how = _how(task) | {"tables": tables, "machine": self._machine, "workers": self._workers}
        for first in range(0, len(self._boards.starts), MOST_BOARDS):
            starts = self._boards.starts[first : first + MOST_BOARDS]
            states = xxhash.xxh3_128_hexdigest(canonical([state for _, state in starts]).encode("ascii"))
            identity = {
                "facts": fingerprint(facts), "puzzle": facts.name, "heuristic": name, "first": first,
                "boards": len(starts), "starts": states, "how": how,
            }  # fmt: skip
            boards = f"boards {first + 1:,} to {first + len(starts):,}"
            title = f"unfinished bench of {facts.name}, {boards}, by {name}"
            found.append(_Part(BenchCheckpoint(identity, title), first, starts))
        return found

    def _of(self, task: Task) -> list[_Part]:
        return next((parts for each, parts in zip(self._tasks, self._parts, strict=True) if each is task), [])

    def _all(self) -> Iterator[_Part]:
        return (part for parts in self._parts for part in parts)

    def _write(self, parts: Iterator[_Part]) -> None:
        """Write some files, up to the first that fails."""
        for part in parts:
            if self.report.fault:
                return
            part.write()

    def _remove(self) -> None:
        for part in self._all():
            part.remove()


def _tables(task: Task) -> list[str] | None:
    """The keys of the tables of a heuristic, or the hash of a network; None for an object of the user's."""
    heuristic = task.heuristic
    if isinstance(heuristic, Spec):
        return [key(recipe.kind, recipe.identity) for recipe in recipes(task.facts, heuristic)]
    return [digest(heuristic.table.arrays).hex()] if isinstance(heuristic, Learned) else None


def _how(task: Task) -> Form:
    """What else figures depend on, beside the puzzle, its starts and the machine."""
    return {
        "sources": sources(), "program": task.program, "pruning": task.pruning and task.pruning.value,
        "best_first": astuple(task.best_first), "limits": astuple(task.limits), "threads": task.jobs,
    }  # fmt: skip


def _row(number: int, board: Measured) -> list[Any]:
    return [
        number, board.outcome.value, board.h, board.length, board.expanded, board.generated, board.iterations,
        round(board.seconds, 6), board.shortest, board.evaluated, board.completed_expanded, board.completed_generated,
    ]  # fmt: skip


def _board(start: Start, row: list[Any]) -> Measured:
    _, outcome, *figures = row
    return Measured(*start, Outcome(outcome), *figures)


def _whole(row: Any) -> bool:
    """Whether this is a number of a board, and its figures."""
    if not isinstance(row, list) or len(row) != _COLUMNS:
        return False
    number, outcome, h, length, expanded, generated, iterations, seconds, shortest, *more = row
    if (
        not isinstance(outcome, str)
        or outcome not in _ENDS
        or type(shortest) is not bool
        or type(seconds) not in (int, float)
        or not 0 <= seconds < LONGEST
    ):
        return False
    optional = [each for each in (h, length, *more) if each is not None]
    counts = [number, expanded, generated, iterations, *optional]
    solved = outcome == Outcome.SOLVED.value
    return all(type(each) is int and each >= 0 for each in counts) and solved == (length is not None)
