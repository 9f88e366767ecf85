"""A census in plain Python: breadth-first search from all goals at once, for any domain. The readable twin.

Where moves cannot be undone, states at a distance from a goal need not be that far from reaching it. Then the search
begins at a start, and counts what can be reached from there.
"""

import json
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Arrays
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.board_graph import reached
from pybridge.limits import Check
from pybridge.puzzles import is_reversible, puzzle_from
from pybridge.search.census.census import Counter, Level, go_on
from pybridge.search.rows import search_row
from pybridge.search.tally import checked


class PlainCounter(Counter):
    """Keeps the last level, and the states before: one level if moves can be undone, since none leads farther back.

    From a start, the first of the `starts`, levels have their goals counted in place of a lower bound.
    """

    def __init__(self, facts: PuzzleFacts, starts: Sequence[State]) -> None:
        self._reversible = is_reversible(facts)
        self._first = set(facts.goals) if self._reversible else {starts[0]}
        self._puzzle = puzzle_from(facts, next(iter(self._first)))
        bound = search_row(facts).counting.bound if self._reversible else None
        self._bound = bound(facts) if bound else None
        self._starts = tuple(starts)
        self._levels: list[Level] = []
        self._before: set[State] = set()
        self._last: set[State] = set()

    def warm_up(self) -> None:
        """There are no kernels."""

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; one that `check` interrupts is counted again."""
        while states := self._following(check):
            level = self._level(states, check)
            if self._reversible:
                self._before = self._last
            else:
                self._before |= self._last
            self._last = states
            self._levels.append(level)
            yield level

    def _following(self, check: Check) -> set[State]:
        """The states one move farther than the last level."""
        if not self._levels:
            return self._first
        check()  # levels may be small and many
        found: set[State] = set()
        for state in checked(self._last, check):
            found.update(successor for _, successor in self._puzzle.successors(state, None))
        found.difference_update(self._last, self._before)
        return found

    def _level(self, states: set[State], check: Check) -> Level:
        distance = len(self._levels)
        bound, exact, goals = self._bound, None, None
        if bound is not None:
            exact = sum(bound(state) == distance for state in checked(states, check))
        here = tuple(number for number, start in enumerate(self._starts) if start in states)
        if not self._reversible:
            goals = sum(map(self._puzzle.is_goal, checked(states, check)))
        return Level(distance, len(states), exact, here, goals)

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level."""
        return sorted(self._last)[:most]

    def dead_ends(self, check: Check) -> int | None:
        """The states from which no way leads back from a goal, each way followed in reverse."""
        if self._reversible:
            return None
        before: dict[State, list[State]] = {}
        goals: list[State] = []
        states = self._before | self._last
        for state in checked(states, check):
            if self._puzzle.is_goal(state):
                goals.append(state)
            for _, successor in self._puzzle.successors(state, None):
                before.setdefault(successor, []).append(state)
        return len(states) - sum(1 for _ in reached(goals, lambda state: before.get(state, ())))

    def saved(self, check: Check = go_on) -> Arrays:
        """The last level, and the states before."""
        return {"before": _text(self._before, check), "last": _text(self._last, check)}

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` returned. Raises ValueError, or another error."""
        before, last = (_states(arrays[name]) for name in ("before", "last"))
        *earlier, latest = [0, *(level.states for level in levels)]
        if (len(before), len(last)) != ((earlier or [0])[-1] if self._reversible else sum(earlier), latest):
            raise ValueError("the states are not those of the levels")
        self._levels, self._before, self._last = list(levels), before, last


def _text(states: set[State], check: Check) -> NDArray[np.uint8]:
    """States in ascending order, each in a line of JSON."""
    text = bytearray()
    for state in checked(sorted(states), check):
        text += f"{json.dumps(state)}\n".encode("ascii")
    return np.frombuffer(text, np.uint8)


def _states(text: NDArray[np.uint8]) -> set[State]:
    """The states of a text."""
    return {_tuples(json.loads(line)) for line in text.tobytes().splitlines()}


def _tuples(form: State) -> State:
    """A form read from JSON with tuples where it has lists."""
    return tuple(map(_tuples, form)) if isinstance(form, list) else form
