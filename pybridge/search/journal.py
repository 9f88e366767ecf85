"""What a long search has found so far, kept on disk: the same search resumes from there.

Kept are the completed iterations, the sums of the one under way, and the paths of what that has left, with what was
done between them.
"""

import json
from collections.abc import Sequence

from pybridge.facts import PuzzleFacts, fingerprint
from pybridge.forms import Form
from pybridge.heuristics.choice import pruning_recipes
from pybridge.heuristics.registry import parse, recipes
from pybridge.search.packets import Rest
from pybridge.search.solution import NOTHING, Counts, Iteration, Journaled
from pybridge.search.standing import Promise, Standing
from pybridge.search.task import Task
from pybridge.store.checkpoint import LONGEST, Checkpoint
from pybridge.store.manifest import key
from pybridge.store.table import Table

PACKET = 1.0
"""Seconds after which a thread returns what it has left."""
_A_SECOND = 1_250
"""Steps of paths that are written a second, at most: about 20 MB an hour, however many threads have nodes left."""
_MEMBERS = {"iterations", "under_way", "left", "done", "best", "before"}
_MOST_MOVE = 1 << 16
_COUNTERS = 5
"""Of an iteration: its threshold, its seconds, nodes expanded and generated, and states evaluated by a network."""


class SearchCheckpoint(Checkpoint):
    """A search: the fingerprint of its facts, its start, and what it goes by."""

    kind = "search"
    version = 3

    def form_fault(self, table: Table) -> str | None:
        """Why the search cannot continue from here; None if it can."""
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


class Journal:
    """The place of one search: of a start, by a heuristic with some pruning.

    Several processes may have the same place: each writes all that it knows.
    """

    def __init__(self, task: Task, heuristic: str, pruning: str, network: str = "") -> None:
        """Look for what an earlier run has kept, unless the task starts over; a broken one is removed.

        `network` distinguishes networks of one name.
        """
        title = f"unfinished search of {task.facts.name}, start {task.start_name}, by {heuristic}"
        identity = _identity(task.facts, json.dumps(task.start), heuristic, pruning, network)
        self.checkpoint = SearchCheckpoint(identity, title)
        self._resumed: int | None = None
        self.standing = None if task.fresh else self._load()
        if task.fresh or self.checkpoint.damaged:  # otherwise there is nothing, or what another process keeps just now
            self.checkpoint.forget()

    @property
    def report(self) -> Journaled:
        """What a solution says about it."""
        kept = self.checkpoint
        return Journaled(resumed=self._resumed, kept=kept.kept, damaged=kept.damaged, fault=kept.fault)

    def _load(self) -> Standing | None:
        table = self.checkpoint.load()
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
        self.standing = self._resumed = None
        self.checkpoint.damaged = True
        self.checkpoint.forget()

    def resumed(self, threshold: int) -> None:
        """Note that the search continues from what was kept."""
        self._resumed, self.checkpoint.kept = threshold, True

    def keep(self, standing: Standing) -> None:
        """Write how far the search is, in place of what was written before. What goes wrong is in the report."""
        rest = standing.rest
        best, left = None if rest.best is None else list(rest.best), folded(list(rest.paths))
        about = {
            "iterations": [_row(each) for each in standing.iterations], "under_way": _row(standing.under_way),
            "left": left, "done": _sparse(rest.done), "best": best, "before": standing.before,
        }  # fmt: skip
        self.checkpoint.save({}, about, wait=sum(map(len, left)) / _A_SECOND)


def _identity(facts: PuzzleFacts, start: str, heuristic: str, pruning: str, network: str) -> Form:
    """Everything that the counters depend on; `tables` names tables and networks."""
    spec = parse(heuristic)
    tables = [key(recipe.kind, recipe.identity) for recipe in (*recipes(facts, spec), *pruning_recipes(facts))]
    return {
        "facts": fingerprint(facts), "puzzle": facts.name, "start": start, "heuristic": heuristic,
        "pruning": pruning, "tables": [*tables, network] if network else tables,
    }  # fmt: skip


def _row(iteration: Iteration) -> list[int | float]:
    return [iteration.threshold, round(iteration.seconds, 6), *iteration.counts]


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


def _counts(row: object) -> bool:
    """Whether this is a threshold, seconds, and three counters."""
    if not isinstance(row, list) or len(row) != _COUNTERS or type(row[1]) not in (int, float):
        return False
    return all(type(each) is int for each in (row[0], *row[2:])) and min(row) >= 0 and row[1] < LONGEST


def _places(rows: object, last: int) -> bool:
    """Whether these are different places up to the last one, each with three counters."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == _COUNTERS - 1 for row in rows):
        return False
    if not all(type(each) is int and each >= 0 for row in rows for each in row):
        return False
    places = [row[0] for row in rows]
    return len(set(places)) == len(places) and max(places, default=0) <= last


def _moves(row: object) -> bool:
    """Whether this is a path, with or without what comes before the moves."""
    return isinstance(row, list) and all(type(each) is int and 0 <= each < _MOST_MOVE for each in row)
