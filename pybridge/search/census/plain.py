"""A census in plain Python: breadth-first search from all goals at once, for any domain. The readable twin.

Where moves cannot be undone, states at a distance from a goal need not be that far from reaching it. Then the search
begins at a start, and counts what can be reached from there.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import is_reversible, puzzle_from
from pybridge.search.census.census import Check, Level, go_on
from pybridge.search.rows import search_row
from pybridge.search.tally import CHECK_EVERY

_FILE = "levels.json"


class PlainCounter:
    """Keeps the last level, and the states before: one level if moves can be undone, since none leads farther back.

    From a start, the first of the `starts`, levels have their goals counted in place of a lower bound.
    """

    method = "plain"

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
        for state in _checked(self._last, check):
            found.update(successor for _, successor in self._puzzle.successors(state, None))
        found.difference_update(self._last, self._before)
        return found

    def _level(self, states: set[State], check: Check) -> Level:
        distance = len(self._levels)
        bound, exact, goals = self._bound, None, None
        if bound is not None:
            exact = sum(bound(state) == distance for state in _checked(states, check))
        here = tuple(number for number, start in enumerate(self._starts) if start in states)
        if not self._reversible:
            goals = sum(map(self._puzzle.is_goal, _checked(states, check)))
        return Level(distance, len(states), exact, here, goals)

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level."""
        return sorted(self._last)[:most]

    def save(self, folder: Path, check: Check = go_on) -> None:
        """Write the levels' counts, the last level, and the states before."""
        with (folder / _FILE).open("w", encoding="utf-8") as file:
            file.write(f'{{"levels": {json.dumps([astuple(level) for level in self._levels])}')
            for name, states in (("before", self._before), ("last", self._last)):
                file.write(f', "{name}": [')
                for number, state in enumerate(_checked(sorted(states), check)):
                    file.write(f"{', ' if number else ''}{json.dumps(state)}")
                file.write("]")
            file.write("}")

    def resume(self, folder: Path) -> list[Level]:
        """Resume from what `save` wrote; return the complete levels."""
        form = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        try:
            levels = [Level(*map(_tuples, level)) for level in form["levels"]]
            before, last = (set(map(_tuples, form[name])) for name in ("before", "last"))
        except (KeyError, TypeError) as error:
            raise ValueError(f"{folder} holds no census in plain Python") from error
        *earlier, latest = [0, *(level.states for level in levels)]
        if (len(before), len(last)) != ((earlier or [0])[-1] if self._reversible else sum(earlier), latest):
            raise ValueError(f"{folder} holds a census whose levels are not whole")
        self._levels, self._before, self._last = levels, before, last
        return levels


def _checked(states: Iterable[State], check: Check) -> Iterator[State]:
    """The states, with a check of the limits now and then."""
    for number, state in enumerate(states, 1):
        if number % CHECK_EVERY == 0:
            check()
        yield state


def _tuples(form: Any) -> Any:
    """A form read from JSON with tuples where it has lists."""
    return tuple(map(_tuples, form)) if isinstance(form, list) else form
