"""A census with bit arrays: two bits a state, for boards of distinct tiles."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from math import prod
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.facts import State, TilesFacts
from pybridge.heuristics import Manhattan
from pybridge.search.census.bit_space import WORD, Space, make_space
from pybridge.search.census.bit_tables import keys, lay_out, state_of
from pybridge.search.census.census import Check, Level, go_on
from pybridge.search.kernels.census_level import EXACT, STATES, advance, raised

_BATCH = 256
"""Chunks between two checks of the limits: some milliseconds."""
_LOOK = 0.02
"""Seconds between two checks of the limits while threads count."""
_ORDERED = 50_000_000, 100_000
"""Most states of the last level that are sorted: of a complete census, and of one that was stopped."""
_PART = 256
"""Chunks whose states are read together."""
_SHARE, _FEW = 16, 100_000
"""When states of an exact bound are found from each other: at most one of `_SHARE` states, or `_FEW`."""


class BitCounter:
    """A census in `threads`."""

    method = "bits"
    symmetries: int | None = None

    def __init__(self, facts: TilesFacts, starts: Sequence[State], threads: int = 1) -> None:
        """Begin with the goals. Raises UnavailableProgramError for a board that bits cannot hold, MemoryError."""
        self._space = space = make_space(facts)
        self._tables = lay_out(space, facts)
        self._threads = threads
        self._starts = [space.locate(state) for state in starts]
        self._goals = [space.locate(goal) for goal in dict.fromkeys(facts.goals)]
        self._exact = _exact_states(facts)
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
        """The levels in order; one that `check` interrupts is resumed, chunk by chunk."""
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
        """The first `most` states of the last level; none if there are too many to sort."""
        last, least = self._levels[-1], np.zeros(0, np.uint64)
        if last.states > _ORDERED[not self._complete]:
            return []
        for blank in map(int, self._targets(last.distance)):
            for prefixes, tails in self._sets.last(blank):
                found = keys(self._space, self._tables, blank, prefixes, tails)
                least = np.sort(np.concatenate([least, found]))[:most]
        return [state_of(self._space, int(key)) for key in least]

    def dead_ends(self, check: Check) -> None:
        """It counts from the goals."""

    def saved(self, check: Check = go_on) -> Arrays:
        """The sets, what is done of the next level, and the states whose bound is exact while they are few."""
        found = self._sets.saved() | {"done": self._done.view(np.uint8), "tally": self._tally}
        return found | {"exact": self._exact.states} if self._exact else found

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` returned. Raises ValueError, or another error."""
        sets, tally = BitSets(self._space), _formed(arrays["tally"], self._tally).copy()
        done = np.zeros(len(arrays["done"]) and len(self._targets(len(levels))) * self._space.prefixes, np.bool_)
        done[:] = _formed(arrays["done"], done.view(np.uint8))
        exact = _formed(arrays["exact"], np.zeros(levels[-1].exact or 0, np.uint64)) if "exact" in arrays else None
        sets.restore(arrays)
        if self._exact and exact is not None:
            self._exact.states = exact.copy()
        else:
            self._exact = None
        self._sets, self._done, self._tally, self._levels = sets, done, tally, list(levels)


class BitSets:
    """Words of states for each place of the blank, and for each chunk whether it has any state.

    Where colours alternate the last level and the new one share an array, each its own places of the blank.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        shape = (len(space.line), space.prefixes * space.words)
        self._visited, self._before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        self._busy_before = np.zeros((len(space.line), space.prefixes), np.bool_)
        self._after = self._before if space.alternating else np.zeros(shape, np.uint64)
        self._busy = self._busy_before if space.alternating else np.zeros_like(self._busy_before)
        self._touched = np.zeros_like(self._busy_before)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """As the kernel takes them."""
        return self._visited, self._before, self._after, self._busy_before, self._busy

    def begin(self, goals: list[tuple[int, int]]) -> None:
        """Have the goals, each a place of the blank and a bit, as the last level."""
        for blank, bit in goals:
            for words in (self._visited, self._before):
                words[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            self._busy_before[blank, bit // WORD // self._space.words] = True
        self._touched |= self._busy_before

    def swap(self) -> None:
        """Have what was found as the last level."""
        self._touched |= self._busy
        self._before, self._after = self._after, self._before
        self._busy_before, self._busy = self._busy, self._busy_before

    def has(self, blank: int, bit: int) -> bool:
        """Whether a state is in the last level, if its blank can be there."""
        return bool(int(self._before[blank, bit // WORD]) >> bit % WORD & 1)

    def last(self, blank: int) -> Iterator[tuple[Array, Array]]:
        """The prefixes and tails of the last level's states with the blank at a place, in parts."""
        chunks, busy = self._chunks(self._before, blank), np.flatnonzero(self._busy_before[blank])
        for first in range(0, len(busy), _PART):
            some = busy[first : first + _PART]
            octets = np.ascontiguousarray(chunks[some], "<u8").view(np.uint8)
            rows, tails = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
            yield some[rows], tails

    def saved(self) -> dict[str, Array]:
        """Their arrays, without chunks that have no state."""
        self._touched |= self._busy
        found: dict[str, Array] = {}
        for name, words, busy in self._named():
            found[name] = busy.view(np.uint8)
            for blank, some in enumerate(busy):
                found[f"{name}_{blank}"] = cast(Array, Chosen(self._chunks(words, blank), some))
        return found

    def restore(self, arrays: Arrays) -> None:
        """Have what `saved` returned in new sets. Raises KeyError, or ValueError if it does not fit."""
        for name, words, busy in self._named():
            busy[:] = _formed(arrays[name], busy.view(np.uint8))
            for blank, some in enumerate(busy):
                chunks = self._chunks(words, blank)
                chunks[some] = _formed(arrays[f"{name}_{blank}"], Chosen(chunks, some))

    def _named(self) -> list[tuple[str, Array, Array]]:
        """Words by name, and which of their chunks have any state."""
        named = [("visited", self._visited, self._touched), ("before", self._before, self._busy_before)]
        return named if self._space.alternating else [*named, ("after", self._after, self._busy)]

    def _chunks(self, words: Array, blank: int) -> Array:
        """The words with the blank at a place, a row a chunk."""
        chunks: Array = words[blank].reshape(self._space.prefixes, self._space.words)
        return chunks


class Chosen:
    """Some rows of an array, of which a copy is made only when they are written: they may be most of the memory."""

    def __init__(self, rows: Array, some: NDArray[np.bool_]) -> None:
        self._rows, self._some = rows, some
        self.dtype, self.shape = rows.dtype, (int(some.sum()), *rows.shape[1:])
        self.nbytes = prod(self.shape) * rows.itemsize

    def __array__(self, dtype: object = None, copy: object = None) -> Array:
        return self._rows[self._some]


def _formed(array: Array, like: Array | Chosen) -> Array:
    """An array. Raises ValueError if it has another form than one."""
    if (array.dtype, array.shape) != (like.dtype, like.shape):
        raise ValueError("an array has another form")
    return array


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
        found: NDArray[np.uint64] = raised(states, self._neighbors, self._degree, self._distances)
        return found

    def few_of(self, states: int) -> bool:
        """Whether they are so few of the level's states that this is the quicker way."""
        return len(self.states) <= max(_FEW, states // _SHARE)


def _exact_states(facts: TilesFacts) -> _ExactStates | None:
    """Those of the goals' level; None if a move can change the bound by more than 1."""
    return _ExactStates(facts) if Manhattan(facts).consistent else None


def _word(state: State) -> int:
    """Four bits a cell, the first lowest."""
    return sum(int(tile) << 4 * cell for cell, tile in enumerate(state))
