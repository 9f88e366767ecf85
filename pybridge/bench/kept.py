"""The boards that a long measurement has measured so far, kept on disk: the same measurement resumes from there."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Self

import xxhash

from pybridge.bench.account import Measured, name_of
from pybridge.bench.boards import Boards, Start
from pybridge.compiled import sources
from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.facts import fingerprint
from pybridge.heuristics.learned import Learned
from pybridge.heuristics.registry import Spec, recipes
from pybridge.outcome import Outcome
from pybridge.search import journal
from pybridge.search.task import Task
from pybridge.tables.bench_state import MOST_BOARDS, BenchState
from pybridge.tables.manifest import canonical, key
from pybridge.tables.network import digest
from pybridge.tables.store import Store
from pybridge.tables.table import Table

_PASSING = ("load", "random_reads_per_second")
"""What of a machine is another at each look."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a measurement on disk: with how many boards it `resumed`, and with how many the next run can.

    They are `wanted` boards in all; each counts for each heuristic. `complete`: all are measured, so that none is kept.
    `damaged`: something was kept that could not be used. `fault` is why the boards could not be kept.
    """

    wanted: int
    resumed: int = 0
    boards: int = 0
    complete: bool = False
    damaged: bool = False
    fault: str | None = None


@dataclass(slots=True)
class _Place:
    """A file of boards: those measured, by their number from its first one, and how many of them are `kept` in it."""

    state: BenchState
    starts: Sequence[Start]
    measured: dict[int, Measured] = field(default_factory=dict)
    pruning: str = ""
    kept: int = 0


class Keeper:
    """Keeps the boards of a measurement while it runs, as a context; once all are measured, it removes them.

    Several processes may keep the same boards: each writes all that it knows.
    """

    def __init__(
        self, boards: Boards, tasks: Sequence[Task], machine: Mapping[str, Any], hands: str, *, fresh: bool = False
    ) -> None:
        """Nothing is read yet. `hands` says how many boards are measured at a time, and where."""
        self._boards, self._tasks, self._hands, self._fresh = boards, tasks, hands, fresh
        self._machine = {name: value for name, value in machine.items() if name not in _PASSING}
        self._places: list[list[_Place]] = []
        self._store, self._begun, self._written = Store(), float("inf"), 0.0
        self.report = Kept(len(boards.starts) * len(tasks))

    def __enter__(self) -> Self:
        self._places = [self._made(task) for task in self._tasks]
        if self._fresh:
            self._remove()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._remove()
            self.report = replace(self.report, complete=True)
        elif self._worth:
            self._write_all(again=True)  # another process may have removed them

    def load(self, task: Task, pruning: str) -> dict[int, Measured]:
        """The boards by number that an earlier run has measured by a task, which turned out to go by that pruning."""
        self._begun = min(self._begun, time.monotonic())
        found: dict[int, Measured] = {}
        for place in self._of(task):
            place.pruning = pruning
            try:
                place.measured = self._loaded(place)
            except BrokenTableError:
                self.report = replace(self.report, damaged=True)
            place.kept = len(place.measured)
            found |= {place.state.first + number: board for number, board in place.measured.items()}
        self.report = replace(self.report, resumed=self.report.resumed + len(found))
        self._count()
        return found

    def put(self, task: Task, number: int, board: Measured) -> None:
        """Note a board; about once a second, what was noted is written."""
        if places := self._of(task):
            place = places[number // MOST_BOARDS]
            place.measured[number - place.state.first] = board
        if self._worth and time.monotonic() > self._written + journal.PACKET:
            self._write_all()

    def _made(self, task: Task) -> list[_Place]:
        """The places of a task; none for a heuristic that is the user's own object."""
        tables = _tables(task)
        if tables is None:
            return []
        facts, most, found = self._boards.facts, MOST_BOARDS, []
        how = canonical(_how(task) | {"tables": tables, "machine": self._machine, "hands": self._hands})
        for first in range(0, len(self._boards.starts), most):
            starts = self._boards.starts[first : first + most]
            states = xxhash.xxh3_128_hexdigest(canonical([state for _, state in starts]).encode("ascii"))
            own = fingerprint(facts), facts.name, name_of(task), first, len(starts), states, how
            found.append(_Place(BenchState(*own), starts))
        return found

    def _of(self, task: Task) -> list[_Place]:
        return next((places for each, places in zip(self._tasks, self._places, strict=True) if each is task), [])

    @property
    def _worth(self) -> bool:
        """Whether the measurement takes long enough, in this run or an earlier one, and can be kept."""
        long = self.report.boards > 0 or time.monotonic() > self._begun + journal.WORTH_KEEPING
        return long and not self.report.fault

    def _loaded(self, place: _Place) -> dict[int, Measured]:
        table = self._store.load(place.state)
        if table is None or table.about["pruning"] != place.pruning:
            return {}
        return {row[0]: _board(place.starts[row[0]], row) for row in table.about["measured"]}

    def _write_all(self, *, again: bool = False) -> None:
        """Write the files that lack boards, or all `again`. What goes wrong is in the report."""
        try:
            for place in (each for places in self._places for each in places):
                if len(place.measured) > place.kept * (not again):
                    self._write(place)
        except (TableSpaceError, BrokenTableError, ValueError) as error:
            self.report = replace(self.report, fault=str(error))
        self._count()
        self._written = time.monotonic()

    def _write(self, place: _Place) -> None:
        rows = [_row(number, board) for number, board in sorted(place.measured.items())]
        about = {"pruning": place.pruning, "measured": rows}
        self._store.keep(place.state, Table(place.state.kind, place.state.title, {}, about))
        place.kept = len(rows)

    def _count(self) -> None:
        self.report = replace(self.report, boards=sum(each.kept for places in self._places for each in places))

    def _remove(self) -> None:
        try:
            for place in (each for places in self._places for each in places):
                self._store.drop(place.state)
                place.kept = 0
        except TableSpaceError as error:
            self.report = replace(self.report, fault=str(error))
        self._count()


def _tables(task: Task) -> list[str] | None:
    """The keys of the tables of a heuristic, or the hash of a network; None for an object of the user's."""
    heuristic = task.heuristic
    if isinstance(heuristic, Spec):
        return [key(recipe.kind, recipe.identity) for recipe in recipes(task.facts, heuristic)]
    return [digest(heuristic.table.arrays).hex()] if isinstance(heuristic, Learned) else None


def _how(task: Task) -> dict[str, Any]:
    """What else figures depend on, beside the puzzle, its starts and the machine."""
    return {
        "sources": sources(), "program": task.program, "pruning": task.pruning and task.pruning.value,
        "best_first": astuple(task.best_first), "limits": astuple(task.limits), "threads": task.jobs,
    }  # fmt: skip


def _row(number: int, board: Measured) -> list[Any]:
    return [
        number, board.outcome.value, board.h, board.length, board.expanded, board.generated, board.iterations,
        round(board.seconds, 6), board.shortest, board.evaluated,
    ]  # fmt: skip


def _board(start: Start, row: list[Any]) -> Measured:
    _, outcome, *figures = row
    return Measured(*start, Outcome(outcome), *figures)
