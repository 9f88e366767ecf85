"""A census by bit arrays: two bits a state, for boards of distinct tiles."""

import heapq
import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import PuzzleFacts, SlidingFacts, State
from pybridge.heuristics import Manhattan
from pybridge.search.census.bit_space import WORD, make_space
from pybridge.search.census.bit_tables import lay_out
from pybridge.search.census.levels import Check, Level
from pybridge.search.kernels.census_level import EXACT, STATES, advance

_BATCH = 256
"""Chunks between two looks at whether to go on: some milliseconds."""
_LOOK = 0.02
"""Seconds between two looks at the limits while threads count."""
_ORDERED = 5_000_000
"""States of a level that are still put in order."""
_TOLD = "levels.json"

Array = NDArray[Any]


class BitCounter:
    """A census in `threads`. Where colours alternate the last level and the new one share an array."""

    method = "bits"

    def __init__(self, facts: PuzzleFacts, starts: Sequence[State], threads: int = 1) -> None:
        assert isinstance(facts, SlidingFacts)
        self._space = space = make_space(facts)
        self._tables = lay_out(space, facts)
        self._threads = threads
        self._starts = [space.locate(state) for state in starts]
        self._goals = [space.locate(goal) for goal in facts.goals]
        bound = Manhattan(facts)
        self._exact_goals = sum(bound.estimate(goal) == 0 for goal in facts.goals)
        self._levels: list[Level] = []
        shape = (len(space.line), space.prefixes * space.words)
        self._visited, self._before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        self._busy_before = np.zeros((len(space.line), space.prefixes), np.bool_)
        self._after = self._before if space.alternating else np.zeros(shape, np.uint64)
        self._busy = self._busy_before if space.alternating else np.zeros_like(self._busy_before)
        self._done = np.zeros(0, np.bool_)
        self._tally = np.zeros(2, np.int64)

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; one that `check` breaks off is gone on with, chunk by chunk."""
        if not self._levels:
            yield self._begin()
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
                if states == 0:
                    return
                self._before, self._after = self._after, self._before
                self._busy_before, self._busy = self._busy, self._busy_before
                yield self._add(states, exact)

    def _begin(self) -> Level:
        """The goals."""
        for blank, bit in self._goals:
            self._visited[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            self._before[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            self._busy_before[blank, bit // WORD // self._space.words] = True
        return self._add(len(self._goals), self._exact_goals)

    def _add(self, states: int, exact: int) -> Level:
        """Tell a level that is complete."""
        distance = len(self._levels)
        here = tuple(number for number, place in enumerate(self._starts) if self._has(distance, *place))
        self._levels.append(Level(distance, states, exact, here))
        return self._levels[-1]

    def _has(self, distance: int, blank: int, bit: int) -> bool:
        """Whether a state is in the last level, which has that distance."""
        word = int(self._before[blank, bit // WORD])
        return blank in self._targets(distance) and bool(word >> bit % WORD & 1)

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
        tables = self._tables
        sets = self._visited, self._before, self._after, self._busy_before, self._busy
        level = len(self._levels)
        advance(units, targets, level, tables.layout, tables.ways, tables.tables, sets, tables.bound, self._done, tally)

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level; none of a level that is too large to be put in order."""
        if self._levels[-1].states > _ORDERED:
            return []
        return heapq.nsmallest(most, self._last())

    def _last(self) -> Iterator[State]:
        """The states of the last level."""
        words = self._space.words
        for blank in map(int, self._targets(len(self._levels) - 1)):
            for prefix in map(int, np.flatnonzero(self._busy_before[blank])):
                chunk = self._before[blank, prefix * words : (prefix + 1) * words]
                bits = np.flatnonzero(np.unpackbits(chunk.astype("<u8").view(np.uint8), bitorder="little"))
                yield from (self._space.state(blank, prefix * words * WORD + int(bit)) for bit in bits)

    def save(self, folder: Path) -> None:
        """Write what it takes to go on into an empty folder."""
        for name, array in self._arrays().items():
            np.save(folder / f"{name}.npy", array)
        (folder / _TOLD).write_text(json.dumps(self._told()), encoding="utf-8")

    def resume(self, folder: Path) -> list[Level]:
        """Go on from what `save` wrote for the same puzzle and starts; return the levels that are complete.

        Raises ValueError or OSError if that is not what lies there.
        """
        try:
            told = json.loads((folder / _TOLD).read_text(encoding="utf-8"))
            levels = [Level(d, states, exact, tuple(here)) for d, states, exact, here in told.pop("levels")]
            done, tally = np.load(folder / "done.npy"), np.array(told.pop("tally"), np.int64)
            saved = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in self._arrays() if name != "done"}
        except (KeyError, TypeError, EOFError) as error:
            raise ValueError(f"{folder} has no census by bits: {error}") from error
        arrays = self._arrays()
        fits = all((each.shape, each.dtype) == (arrays[name].shape, arrays[name].dtype) for name, each in saved.items())
        chunks = len(self._targets(len(levels))) * self._space.prefixes
        same = {name: self._told()[name] for name in told} == told
        marked = done.dtype == np.bool_ and len(done) in (0, chunks)
        if not (fits and same and marked and levels and tally.shape == (2,)):
            raise ValueError(f"{folder} has a census of something else")
        for name, each in saved.items():
            np.copyto(arrays[name], each)
        self._done, self._tally, self._levels = done, tally, levels
        return list(levels)

    def _arrays(self) -> dict[str, Array]:
        """What changes, by name."""
        arrays = {"visited": self._visited, "before": self._before, "busy_before": self._busy_before}
        if not self._space.alternating:
            arrays |= {"after": self._after, "busy": self._busy}
        return arrays | {"done": self._done}

    def _told(self) -> dict[str, Any]:
        """What else there is to tell, as JSON has it."""
        levels = [[each.distance, each.states, each.exact, list(each.here)] for each in self._levels]
        places = [list(map(list, each)) for each in (self._goals, self._starts)]
        return {"levels": levels, "tally": self._tally.tolist(), "line": list(self._space.line), "places": places}
