"""A census with bit arrays: two bits a state, for boards of distinct tiles."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.facts import State, TilesFacts
from pybridge.heuristics import Manhattan
from pybridge.limits import Check
from pybridge.search.census.bit_sets import BitSets, formed
from pybridge.search.census.bit_space import Space, make_space
from pybridge.search.census.bit_tables import keys, lay_out, state_of
from pybridge.search.census.census import Counter, Level, go_on
from pybridge.search.census.level_files import LevelFiles
from pybridge.search.kernels.census.level import EXACT, STATES, raised

_BATCH = 256
"""Chunks between two checks of the limits: some milliseconds."""
_LOOK = 0.02
"""Seconds between two checks of the limits while threads count."""
_ORDERED = 50_000_000
"""Most states of the last level that are sorted."""
_SHARE, _FEW = 16, 100_000
"""When states of an exact bound are found from each other: at most one of `_SHARE` states, or `_FEW`."""


Held = TypeVar("Held", BitSets, LevelFiles)
"""The states of the last levels."""


class LevelCounter(Counter, ABC, Generic[Held]):
    """A census level by level, by bits; a subclass says where the bits are, and who finds those of a level."""

    def __init__(self, facts: TilesFacts, starts: Sequence[State], make: Callable[[Space], Held]) -> None:
        """Begin with the goals. Raises UnavailableProgramError for a board that bits cannot hold, MemoryError."""
        self._space = space = make_space(facts)
        self._tables = lay_out(space, facts)
        self._starts = [space.locate(state) for state in starts]
        self._goals = [space.locate(goal) for goal in dict.fromkeys(facts.goals)]
        self._exact = _ExactStates(facts) if Manhattan(facts).consistent else None
        self._levels: list[Level] = []
        self._sets: Held = make(space)
        self._tally = np.zeros(2, np.int64)
        self._done: NDArray[np.bool_] = np.zeros(0, np.bool_)

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order."""
        if not self._levels:
            self._sets.begin(self._goals)
            yield self._add(len(self._goals), len(self._goals))
        while True:
            self._find(self._targets(len(self._levels)), check)
            states, exact = (int(self._tally[each]) for each in (STATES, EXACT))
            self._tally[:] = 0
            if not states:
                return
            self._sets.swap()
            yield self._add(states, self._exact_of(states) if self._exact else exact)

    @abstractmethod
    def _find(self, targets: Array, check: Check) -> None:
        """Find all states of the next level, with the blank at `targets`, and add them up in `_tally`."""

    def _exact_of(self, states: int) -> int:
        """How many of a new level's states have an exact bound; once they are many, the kernel counts them."""
        assert self._exact
        exact = self._exact.advance()
        if not self._exact.few_of(states):
            self._exact = None
        return exact

    def _add(self, states: int, exact: int) -> Level:
        """Add a complete level."""
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

    def farthest(self, most: int) -> list[State]:
        """The first `most` states of the last level; none if there are too many to sort."""
        last, least = self._levels[-1], np.zeros(0, np.uint64)
        if last.states > _ORDERED:
            return []
        for blank in map(int, self._targets(last.distance)):
            for prefixes, tails in self._sets.last(blank):
                found = keys(self._space, self._tables, blank, prefixes, tails)
                least = np.sort(np.concatenate([least, found]))[:most]
        return [state_of(self._space, int(key)) for key in least]

    def saved(self, check: Check = go_on) -> Arrays:
        """The sets, what is done of the next level, and the states whose bound is exact while they are few."""
        found = {**self._sets.saved(), "done": self._done.view(np.uint8), "tally": self._tally}
        return found | {"exact": self._exact.states} if self._exact else found

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` returned. Raises ValueError, or another error."""
        tally = formed(arrays["tally"], self._tally).copy()
        done = np.zeros(len(arrays["done"]) and len(self._targets(len(levels))) * self._space.prefixes, np.bool_)
        done[:] = formed(arrays["done"], done.view(np.uint8))
        exact = formed(arrays["exact"], np.zeros(levels[-1].exact or 0, np.uint64)) if "exact" in arrays else None
        sets = self._restored(levels, arrays, done)
        if self._exact and exact is not None:
            self._exact.states = exact.copy()
        else:
            self._exact = None
        self._sets, self._done, self._tally, self._levels = sets, done, tally, list(levels)

    @abstractmethod
    def _restored(self, levels: Sequence[Level], arrays: Arrays, done: NDArray[np.bool_]) -> Held:
        """The states of the last levels as they were saved, when this was `done` of the next level."""


class BitCounter(LevelCounter[BitSets]):
    """A census in memory, in `threads`; a level that is interrupted is resumed, chunk by chunk."""

    def __init__(self, facts: TilesFacts, starts: Sequence[State], threads: int = 1) -> None:
        """Begin with the goals. Raises UnavailableProgramError for a board that bits cannot hold, MemoryError."""
        super().__init__(facts, starts, BitSets)
        self._threads = threads

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        self._count((0, 0), self._targets(0), self._tally)
        if self._exact:
            self._exact.warm_up()

    def _find(self, targets: Array, check: Check) -> None:
        chunks = len(targets) * self._space.prefixes
        if len(self._done) == 0:
            self._done = np.zeros(chunks, np.bool_)
        every = ((first, min(first + _BATCH, chunks)) for first in range(0, chunks, _BATCH))
        batches = iter([(first, last) for first, last in every if not self._done[first:last].all()])
        if self._threads == 1 or chunks <= _BATCH:
            for units in batches:
                self._count(units, targets, self._tally)
                check()
        else:
            self._find_in_threads(targets, batches, check)
        self._done = np.zeros(0, np.bool_)

    def _find_in_threads(self, targets: Array, batches: Iterator[tuple[int, int]], check: Check) -> None:
        stopping = threading.Event()

        def work() -> Array:
            tally = np.zeros(2, np.int64)
            for units in batches:
                self._count(units, targets, tally)
                if stopping.is_set():
                    break
            return tally

        with ThreadPoolExecutor(self._threads) as pool:
            workers = [pool.submit(work) for _ in range(self._threads)]
            try:
                while wait(workers, _LOOK).not_done:
                    check()
            finally:
                stopping.set()
                self._tally += sum(worker.result() for worker in workers)

    def _count(self, units: tuple[int, int], targets: Array, tally: Array) -> None:
        every, blocks = (0, self._space.prefixes), (self._space.prefixes, len(self._space.line))
        level, exact = len(self._levels), self._exact is None
        sets, done = self._sets.arrays, self._done
        self._tables.advance(units, targets, every, blocks, level, sets, done, tally, exact=exact)

    def _restored(self, levels: Sequence[Level], arrays: Arrays, done: NDArray[np.bool_]) -> BitSets:
        sets = BitSets(self._space)
        sets.restore(arrays)
        return sets


class _ExactStates:
    """The states whose lower bound is their distance, of one level, the goals' at first; found from each other.

    On a shortest way from such a state every move takes 1 off the bound, if no move can take off more. So each of them
    but the goals is a move away from one that is a level nearer; and a state that a move reaches from there, with a
    bound that is 1 higher, is one of them. Where the bound is of use they are few, and need not be looked for among all
    states.
    """

    def __init__(self, facts: TilesFacts) -> None:
        most = max(map(len, facts.neighbors))
        rows = [[*cells, *([0] * (most - len(cells)))] for cells in facts.neighbors]
        self._neighbors = np.array(rows, np.int64)
        self._degree = np.array([len(cells) for cells in facts.neighbors], np.int64)
        self._distances = np.array(facts.distances, np.int64)
        self.states: NDArray[np.uint64] = np.array(sorted(map(_word, facts.goals)), np.uint64)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded."""
        self._raised(self.states[:0])

    def advance(self) -> int:
        """Find those of the next level; return how many there are."""
        self.states = self._raised(self.states)
        return len(self.states)

    def _raised(self, states: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Those that a move leads to, ascending, each once. Where there are many, np.unique is far slower."""
        found: NDArray[np.uint64] = np.sort(raised(states, self._neighbors, self._degree, self._distances))
        once = np.ones(len(found), bool)
        once[1:] = found[1:] != found[:-1]
        return found[once]

    def few_of(self, states: int) -> bool:
        """Whether they are so few of the level's states that this is the quicker way."""
        return len(self.states) <= max(_FEW, states // _SHARE)


def _word(state: State) -> int:
    """Four bits a cell, the first lowest."""
    return sum(int(tile) << 4 * cell for cell, tile in enumerate(state))
