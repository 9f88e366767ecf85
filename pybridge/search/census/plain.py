"""A census in plain Python: breadth-first search from all goals at once, for any domain. The readable twin."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import puzzle_from
from pybridge.search.census.census import Check, Level, go_on
from pybridge.search.domains import searching
from pybridge.search.tally import CHECK_EVERY

_FILE = "levels.json"


class PlainCounter:
    """Keeps the last two levels: moves can be undone, so none leads farther back than one level."""

    method = "plain"

    def __init__(self, facts: PuzzleFacts, starts: Sequence[State]) -> None:
        self._puzzle = puzzle_from(facts, facts.goals[0])
        self._goals = set(facts.goals)
        bound = searching(facts).counting.bound
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
            self._before, self._last = self._last, states
            self._levels.append(level)
            yield level

    def _following(self, check: Check) -> set[State]:
        """The states one move farther than the last level."""
        if not self._levels:
            return self._goals
        found: set[State] = set()
        for state in _checked(self._last, check):
            found.update(successor for _, successor in self._puzzle.successors(state, None))
        found.difference_update(self._last, self._before)
        return found

    def _level(self, states: set[State], check: Check) -> Level:
        distance = len(self._levels)
        bound, exact = self._bound, None
        if bound is not None:
            exact = sum(bound(state) == distance for state in _checked(states, check))
        here = tuple(number for number, start in enumerate(self._starts) if start in states)
        return Level(distance, len(states), exact, here)

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level."""
        return sorted(self._last)[:most]

    def save(self, folder: Path, check: Check = go_on) -> None:
        """Write the levels' counts and the last two levels' states."""
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
        if [len(before), len(last)] != [0, 0, *(level.states for level in levels)][-2:]:
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
