"""A census of a permutation puzzle in one table of all its states, a byte each: row and column determine a state."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TurnsFacts
from pybridge.heuristics.projection_choice import complete
from pybridge.limits import Check
from pybridge.puzzles.pieces import homes
from pybridge.search.census.census import Counter, Level, go_on
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.projection.search import TableSearch, row_bytes

_AT_ONCE = 1 << 20
_NO_LEVEL = 200


def recipe(facts: TurnsFacts) -> ProjectionRecipe:
    """The table of all states. Raises UnavailableProgramError if two coordinates do not hold them."""
    found = complete(facts)
    if found is None:
        raise UnavailableProgramError(
            f"the states of {facts.name} are not a product of two coordinates; use another method"
        )
    return found


def bytes_needed(facts: TurnsFacts) -> int:
    """How much memory a census takes: a byte an entry, and the coordinates. Raises UnavailableProgramError."""
    frame = recipe(facts).frame
    rows, columns = frame.shape
    return rows * row_bytes(columns, 8) + sum(array.nbytes for array in frame.arrays().values())


class ProjectionCounter(Counter):
    """A census in a table of rows and columns."""

    def __init__(self, facts: TurnsFacts, starts: Sequence[State], threads: int) -> None:
        """Begin with the goal. Raises UnavailableProgramError and MemoryError."""
        self._facts, self._recipe = facts, recipe(facts)
        self._frame = self._recipe.frame
        self._check: Check = go_on
        self._search = TableSearch(self._frame, ThreadPoolExecutor(threads), lambda: self._check(), bits=8)
        self._starts = [self._entry(start) for start in starts]
        self._levels: list[Level] = []
        self._counted = 0  # entries of these levels

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        for reached in (0, 1):  # of a level that no entry has: by entries of the level, and by those not reached
            self._search.level(_NO_LEVEL, reached, 1)
        self._search.count(_NO_LEVEL)

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; after `check` has raised, and after `resume`, another call continues."""
        self._check = check
        while self._counted < self._search.entries:
            level = len(self._levels)
            if level:
                _, reached, unseen = self._search.count(level - 1)
                self._search.level(level - 1, reached, unseen)
                check()
            states, reached, _ = self._search.count(level)
            if not states:
                return
            self._counted += reached
            here = tuple(number for number, at in enumerate(self._starts) if at and self._search.found[at] == level)
            self._levels.append(Level(level, states, None, here))
            yield self._levels[-1]

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded."""
        frame, last, rows = self._frame, self._levels[-1].distance, []
        kept = np.zeros((0, self._facts.points), np.int64)
        for row in range(len(frame.row_class)):
            entries = self._search.found[frame.row_class[row]][frame.turned[frame.row_symmetry[row]]]
            columns = np.flatnonzero(entries == last)
            if len(columns):
                rows.append(self._states(row, columns))
                if sum(map(len, rows)) > _AT_ONCE:
                    kept, rows = _first(np.concatenate([kept, *rows]), most), []
        return [tuple(state) for state in _first(np.concatenate([kept, *rows]), most).tolist()]

    def _entry(self, state: State) -> tuple[int, int] | None:
        """Where the table has a state; None if the goal lacks a piece of it, or a coordinate does not have it."""
        frame = self._frame
        try:
            lies = homes(self._facts).of(state)
        except KeyError:
            return None
        assert frame.column_values
        row = frame.row_values.colorings.value([self._recipe.rows[home] for home in lies])
        column = frame.column_values.colorings.value([self._recipe.columns[home] for home in lies])
        if row < 0 or column < 0:
            return None
        return int(frame.row_class[row]), int(frame.turned[frame.row_symmetry[row], column])

    def _states(self, row: int, columns: Array) -> NDArray[np.int64]:
        """The states with a row value and some column values. The two colors of a point identify the piece on it."""
        goal, frame = np.array(self._facts.goals[0], np.int64), self._frame
        assert frame.column_values
        width = max(self._recipe.columns) + 1
        piece_of = np.zeros((max(self._recipe.rows) + 1) * width, np.int64)
        piece_of[np.array(self._recipe.rows) * width + np.array(self._recipe.columns)] = goal
        colors = np.zeros((2, len(columns), len(goal)), np.int64)
        colors[0] += np.array(self._recipe.rows)
        colors[1] += np.array(self._recipe.columns)
        rows, places = frame.row_values.colorings, frame.column_values.colorings
        colors[0][:, rows.points] = rows.states[row]
        colors[1][:, places.points] = places.states[columns]
        found: NDArray[np.int64] = piece_of[colors[0] * width + colors[1]]
        still = np.setdiff1d(np.arange(len(goal)), np.union1d(rows.points, places.points))
        found[:, still] = goal[still]
        return found

    def saved(self, check: Check = go_on) -> Arrays:
        """The table."""
        return {"found": self._search.found}

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` returned. Raises ValueError, or another error."""
        search, counts = self._search, []
        if search.restore(arrays["found"], 8):
            counts = [search.count(level) for level in range(len(levels) + 1)]
        entries = sum(here for _, here, _ in counts) + sum(unseen for *_, unseen in counts[-1:])
        if [level.states for level in levels] != [states for states, *_ in counts[:-1]] or entries != search.entries:
            search.begin(8)
            raise ValueError("the states are not those of the levels")
        self._levels = list(levels)


def _first(states: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """The first states in ascending order."""
    found: NDArray[np.int64] = states[np.lexsort(states.T[::-1])[:most]]
    return found
