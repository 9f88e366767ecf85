"""A census by bit arrays: two bits a state, for boards of distinct tiles."""

import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import PuzzleFacts, SlidingFacts, State
from pybridge.search.census.bit_exact import exact_states
from pybridge.search.census.bit_keys import keys, state
from pybridge.search.census.bit_sets import BitSets
from pybridge.search.census.bit_space import make_space
from pybridge.search.census.bit_tables import lay_out
from pybridge.search.census.levels import Check, Level, go_on
from pybridge.search.kernels.census_level import EXACT, STATES, advance

_BATCH = 256
"""Chunks between two looks at whether to go on: some milliseconds."""
_LOOK = 0.02
"""Seconds between two looks at the limits while threads count."""
_ORDERED = 50_000_000, 100_000
"""States of the last level that are still put in order, and of one after which the census was stopped."""
_TOLD, _IDENTITY = "levels.json", ("line", "places")

Array = NDArray[Any]


class BitCounter:
    """A census in `threads`."""

    method = "bits"

    def __init__(self, facts: PuzzleFacts, starts: Sequence[State], threads: int = 1) -> None:
        """Begin with the goals. Raises UnavailableProgramError for what bits are not for, MemoryError."""
        self._space = space = make_space(facts)
        assert isinstance(facts, SlidingFacts)
        self._tables = lay_out(space, facts)
        self._threads = threads
        self._starts = [space.locate(state) for state in starts]
        self._goals = [space.locate(goal) for goal in dict.fromkeys(facts.goals)]
        self._exact = exact_states(facts)
        self._levels: list[Level] = []
        self._sets = BitSets(space)
        self._done = np.zeros(0, np.bool_)
        self._tally = np.zeros(2, np.int64)
        self._complete = False

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        self._count((0, 0), self._targets(0), self._tally)
        if self._exact:
            self._exact.warm_up()

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; one that `check` breaks off is gone on with, chunk by chunk."""
        if not self._levels:
            self._sets.begin(self._goals)
            yield self._add(len(self._goals), len(self._goals))
        with ThreadPoolExecutor(self._threads) as pool:
            while True:
                targets = self._targets(len(self._levels))
                chunks = len(targets) * self._space.prefixes
                if len(self._done) == 0:
                    self._done = np.zeros(chunks, np.bool_)
                self._advance(targets, chunks, pool, check)
                states, exact = (int(self._tally[each]) for each in (STATES, EXACT))
                self._done = np.zeros(0, np.bool_)
                self._tally[:] = 0
                self._complete = states == 0
                if self._complete:
                    return
                self._sets.swap()
                yield self._add(states, self._exact_of(states) if self._exact else exact)

    def _exact_of(self, states: int) -> int:
        """How many of a new level's states have their distance as their bound; from now on the kernel counts many."""
        assert self._exact
        exact = self._exact.go_on()
        if not self._exact.few_of(states):
            self._exact = None
        return exact

    def _add(self, states: int, exact: int) -> Level:
        """Tell a level that is complete."""
        distance = len(self._levels)
        targets = self._targets(distance)
        here = tuple(
            number for number, place in enumerate(self._starts) if place[0] in targets and self._sets.has(*place)
        )
        self._levels.append(Level(distance, states, exact, here))
        return self._levels[-1]

    def _targets(self, distance: int) -> Array:
        """The places that the blank can have at a distance from the goals."""
        space = self._space
        colour = (space.colour[self._goals[0][0]] + distance) % 2
        places = [p for p, c in enumerate(space.colour) if c == colour] if space.alternating else range(len(space.line))
        return np.array(places, np.int64)

    def _advance(self, targets: Array, chunks: int, pool: ThreadPoolExecutor, check: Check) -> None:
        """Find the states of the next level in all chunks that are not done."""
        every = ((first, min(first + _BATCH, chunks)) for first in range(0, chunks, _BATCH))
        batches = iter([(first, last) for first, last in every if not self._done[first:last].all()])
        if self._threads == 1 or chunks <= _BATCH:
            for units in batches:
                self._count(units, targets, self._tally)
                check()
            return
        stopping = threading.Event()

        def work() -> Array:
            tally = np.zeros(2, np.int64)
            for units in batches:
                self._count(units, targets, tally)
                if stopping.is_set():
                    break
            return tally

        workers = [pool.submit(work) for _ in range(self._threads)]
        try:
            while wait(workers, _LOOK).not_done:
                check()
        finally:
            stopping.set()
            self._tally += sum(worker.result() for worker in workers)

    def _count(self, units: tuple[int, int], targets: Array, tally: Array) -> None:
        rules, sets = self._tables, self._sets.arrays
        bound = (-1, *rules.bound[1:]) if self._exact else rules.bound
        level = len(self._levels)
        advance(units, targets, level, rules.layout, rules.ways, rules.tables, sets, bound, self._done, tally)

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level; none if there are too many to put them in order soon."""
        last, least = self._levels[-1], np.zeros(0, np.uint64)
        if last.states > _ORDERED[not self._complete]:
            return []
        for blank in map(int, self._targets(last.distance)):
            for prefixes, tails in self._sets.last(blank):
                found = keys(self._space, self._tables, blank, prefixes, tails)
                least = np.sort(np.concatenate([least, found]))[:most]
        return [state(self._space, int(key)) for key in least]

    def save(self, folder: Path, check: Check = go_on) -> None:
        """Write what it takes to go on into an empty folder; what `check` raises ends it."""
        self._sets.save(folder, check)
        np.save(folder / "done.npy", self._done)
        if self._exact:
            np.save(folder / "exact.npy", self._exact.states)
        (folder / _TOLD).write_text(json.dumps(self._told()), encoding="utf-8")

    def resume(self, folder: Path) -> list[Level]:
        """Go on from what `save` wrote for the same puzzle and starts; return the levels that are complete.

        Raises ValueError or OSError if that is not what lies there.
        """
        told = json.loads((folder / _TOLD).read_text(encoding="utf-8"))
        levels = [Level(d, states, exact, tuple(here)) for d, states, exact, here in told.pop("levels", [])]
        tally = np.array(told.pop("tally", []), np.int64)
        if {name: each for name, each in self._told().items() if name in _IDENTITY} != told or not levels:
            raise ValueError(f"{folder} has no census of this puzzle by bits")
        done, exact = np.load(folder / "done.npy"), folder / "exact.npy"
        states = np.load(exact) if exact.exists() else None
        sets = BitSets(self._space)
        sets.restore(folder)
        if self._exact and states is not None:
            self._exact.states = states
        else:
            self._exact = None
        self._sets, self._done, self._tally, self._levels = sets, done, tally, levels
        return list(levels)

    def _told(self) -> dict[str, Any]:
        """What else there is to tell, as JSON has it."""
        levels = [[each.distance, each.states, each.exact, list(each.here)] for each in self._levels]
        places = [list(map(list, each)) for each in (self._goals, self._starts)]
        return {"levels": levels, "tally": self._tally.tolist(), "line": list(self._space.line), "places": places}
