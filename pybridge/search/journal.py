"""What a long search has found so far, kept on disk: the same search resumes from there."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.facts import PuzzleFacts, fingerprint
from pybridge.heuristics.choice import pruning_recipes
from pybridge.heuristics.registry import parse, recipes
from pybridge.search.packets import Rest
from pybridge.search.solution import NOTHING, Counts, Iteration, Journaled
from pybridge.search.standing import Promise, Standing
from pybridge.search.task import Task
from pybridge.store.manifest import key
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.search_state import SearchState, folded, unfolded

WORTH_KEEPING = 2.0
"""Seconds; a shorter search is done again sooner than anybody looks for it."""
PACKET = 1.0
"""Seconds after which a thread gives back what it has left, and after which all is written again."""
_A_SECOND = 1_250
"""Steps of paths that are written a second, at most: about 20 MB an hour, however many threads have nodes left."""


class Journal:
    """The place of one search: of a start, by a heuristic with some pruning.

    `report` is what a solution says of it. Several processes may have the same place: each writes all that it knows.
    """

    def __init__(self, task: Task, heuristic: str, pruning: str, network: str = "") -> None:
        """Look for what an earlier run has kept, unless the task starts over; a broken one is removed.

        `network` is what tells apart networks of one name.
        """
        self._state = _state(task.facts, json.dumps(task.start), heuristic, pruning, network)
        self._title = f"unfinished search of {task.facts.name}, start {task.start_name}, by {heuristic}"[:200]
        self._store, self._begun = Store(), time.monotonic()
        self._due = self._begun + WORTH_KEEPING
        self.report = Journaled()
        self.standing: Standing | None = None
        try:
            self.standing = None if task.fresh else self._load()
        except BrokenTableError:
            self.report = replace(self.report, damaged=True)
        if self.standing is None:
            self.remove()

    def _load(self) -> Standing | None:
        table = self._store.load(self._state)
        if table is None:
            return None
        about = table.about
        best, paths = about["best"], tuple(unfolded(about["left"]))
        return Standing(
            tuple(_iteration(row, completed=True) for row in about["iterations"]),
            _iteration(about["under_way"], completed=False),
            Rest(paths, _dense(about["done"], len(paths) + 1), None if best is None else tuple(best)),
            about["before"],
        )

    def checked(self, promise: Promise) -> Standing | None:
        """What an earlier run has kept, if it can be true; what cannot is removed."""
        if self.standing and promise.fault(self.standing):
            self.distrust()
        return self.standing

    def distrust(self) -> None:
        """Remove what was kept, for it is wrong: the search starts over."""
        self.standing = None
        self.remove()
        self.report = replace(self.report, damaged=True, resumed=None)

    def resumed(self, threshold: int) -> None:
        """Note that the search goes on from what was kept."""
        self._due = 0.0
        self.report = replace(self.report, resumed=threshold, kept=True)

    @property
    def due(self) -> bool:
        """Whether it is time to write."""
        return time.monotonic() > self._due

    def hurry(self) -> None:
        """Have the next look write, if the search took long enough, in this run or an earlier one."""
        if self.report.kept or time.monotonic() > self._begun + WORTH_KEEPING:
            self._due = 0.0

    def keep(self, standing: Standing) -> None:
        """Write how far the search is, in place of what was written before. What goes wrong is in the report."""
        if self.report.fault:
            return
        rest = standing.rest
        best, left = None if rest.best is None else list(rest.best), folded(list(rest.paths))
        about = {
            "iterations": [_row(each) for each in standing.iterations], "under_way": _row(standing.under_way),
            "left": left, "done": _sparse(rest.done), "best": best, "before": standing.before,
        }  # fmt: skip
        try:
            self._store.keep(self._state, Table(self._state.kind, self._title, {}, about))
        except (TableSpaceError, BrokenTableError, ValueError) as error:
            self.report = replace(self.report, fault=str(error))
        else:
            self.report = replace(self.report, kept=True)
        self._due = time.monotonic() + max(PACKET, sum(map(len, left)) / _A_SECOND)

    def remove(self) -> None:
        """Remove what is kept, for the search is over, or starts over."""
        try:
            self._store.drop(self._state)
        except TableSpaceError as error:
            self.report = replace(self.report, fault=str(error))
        else:
            self.report = replace(self.report, kept=False)


def _state(facts: PuzzleFacts, start: str, heuristic: str, pruning: str, network: str) -> SearchState:
    spec = parse(heuristic)
    tables = [key(recipe.kind, recipe.identity) for recipe in (*recipes(facts, spec), *pruning_recipes(facts, spec))]
    tables += [network] if network else []
    return SearchState(fingerprint(facts), facts.name, start, heuristic, pruning, tuple(tables))


def _row(iteration: Iteration) -> list[int | float]:
    counters = (iteration.expanded or 0, iteration.generated or 0, iteration.evaluated or 0)
    return [iteration.threshold, round(iteration.seconds, 3), *counters]


def _sparse(done: Sequence[Counts]) -> list[list[int]]:
    """The counters that are not zero, each after its place."""
    return [[place, *counts] for place, counts in enumerate(done) if counts != NOTHING]


def _dense(rows: list[list[int]], places: int) -> tuple[Counts, ...]:
    """The counters of all places."""
    found = {place: Counts(*counts) for place, *counts in rows}
    return tuple(found.get(place, NOTHING) for place in range(places))


def _iteration(row: list[int | float], *, completed: bool) -> Iteration:
    threshold, seconds, expanded, generated, evaluated = row
    return Iteration(
        int(threshold), completed, seconds, int(expanded), int(generated), evaluated=int(evaluated) or None
    )
