"""A census by a hash table of packed states, for equal tiles, several goals, blocks world, and everything else."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pybridge.facts import PuzzleFacts, State
from pybridge.search.census.arrays import write_array
from pybridge.search.census.levels import Check, Level, go_on
from pybridge.search.packed.choose import packed
from pybridge.search.packed.layout import Words
from pybridge.search.packed.queue import Queue, bytes_needed

_QUEUE, _STARTS, _TOLD = "queue.npy", "starts.npy", "levels.json"
_ROWS = 1 << 20
"""States of a level that are put in order at once."""


def memory(facts: PuzzleFacts, states: int) -> int:
    """The bytes that a census of so many states takes."""
    return bytes_needed(packed(facts), states)


class HashedCounter:
    """A census in a queue of packed states; `room` is for how many states there is room before it must grow."""

    method = "hashed"

    def __init__(self, facts: PuzzleFacts, starts: Sequence[State], room: int | None = None) -> None:
        """Begin with the goals. Raises UnavailableProgramError for what is too large, MemoryError."""
        if room is None:
            from pybridge.puzzles.solvability import count_states

            room = count_states(facts)
        self._packed = packed(facts)
        self._starts = self._packed.pack(starts)
        self._queue = Queue(self._packed, room)
        self._queue.add(self._packed.pack(facts.goals))
        self._goals = self._queue.rows.copy()
        self._levels: list[Level] = []
        self._end = 0

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        self._queue.warm_up()

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order; after `check` has raised, and after `resume`, another call goes on."""
        queue = self._queue
        while True:
            if self._levels:
                queue.expand(self._end, len(self._levels), check)
            if queue.states == self._end:
                return
            here = np.flatnonzero(queue.find(self._starts) > self._end)
            level = Level(len(self._levels), queue.states - self._end, queue.take_exact(), tuple(map(int, here)))
            self._levels.append(level)
            self._end = queue.states
            yield level

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded."""
        last = self._levels[-1].states
        rows, least = self._queue.rows[self._end - last : self._end], self._queue.rows[:0]
        for first in range(0, last, _ROWS):
            some = np.concatenate([least, rows[first : first + _ROWS]])
            least = some[np.lexsort(self._packed.order(some).T[::-1])[:most]]
        return self._packed.unpack(least)

    def save(self, folder: Path, check: Check = go_on) -> None:
        """Write what it takes to go on into an empty folder; what `check` raises ends it."""
        write_array(folder / _QUEUE, self._queue.rows, check)
        write_array(folder / _STARTS, self._starts, check)
        levels = [[level.states, level.exact, *level.here] for level in self._levels]
        told = {"levels": levels, "next": self._queue.next, "exact": self._queue.exact}
        (folder / _TOLD).write_text(json.dumps(told), encoding="utf-8")

    def resume(self, folder: Path) -> list[Level]:
        """Go on from what `save` wrote for the same puzzle and starts; return the levels that are complete.

        Raises ValueError or OSError if that is not what lies there.
        """
        levels, following, exact, rows = _read(folder)
        end = sum(level.states for level in levels)
        if rows.shape[1] != self._goals.shape[1] or not np.array_equal(rows[: len(self._goals)], self._goals):
            raise ValueError(f"{folder} has the census of another puzzle")
        if not np.array_equal(np.load(folder / _STARTS), self._starts):
            raise ValueError(f"{folder} has a census with other starts")
        if not 0 <= exact <= len(rows) - end or not 0 <= following <= end:
            raise ValueError(f"{folder} has levels that do not fit its states")
        self._queue.restore(rows, following, exact)
        self._levels, self._end = levels, end
        return list(levels)


def _read(folder: Path) -> tuple[list[Level], int, int, Words]:
    """What was saved: levels, how far the next one is, and states. Raises ValueError or OSError."""
    try:
        told = json.loads((folder / _TOLD).read_text(encoding="utf-8"))
        rows = np.load(folder / _QUEUE, mmap_mode="r")
        told_levels = enumerate(told["levels"])
        levels = [Level(number, int(n), int(exact), tuple(map(int, here))) for number, (n, exact, *here) in told_levels]
        if rows.ndim != 2 or rows.dtype != np.uint64:
            raise ValueError(f"{folder} has no states of a census by hashing")
        return levels, int(told["next"]), int(told["exact"]), rows
    except (KeyError, TypeError, EOFError) as error:
        raise ValueError(f"{folder} has no census by hashing: {error}") from error
