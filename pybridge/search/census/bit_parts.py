"""A census by bits whose levels are counted part by part."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.facts import State, TilesFacts
from pybridge.limits import Check
from pybridge.search.census.bit_space import make_space
from pybridge.search.census.bit_tables import lay_out
from pybridge.search.census.bits import LevelCounter
from pybridge.search.census.census import Level
from pybridge.search.census.level_files import LevelFiles
from pybridge.search.census.parts import LevelParts, PartWorkers
from pybridge.store.store import writing

_FEW, _SOME = 3_000_000, 30_000_000
"""States of the last level up to which the next one is counted sooner than it is sent to others, and than they are
ready."""


class BitParts:
    """Parts of levels by bits, for boards of distinct tiles."""

    def __init__(self, facts: TilesFacts, folder: Path) -> None:
        self._space = make_space(facts)
        self._tables = lay_out(self._space, facts)
        self._files = LevelFiles(self._space, folder)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded."""
        self._files.warm_up(self._tables)

    def count(self, distance: int, targets: Sequence[int], part: int, exact: bool, check: Check) -> NDArray[np.int64]:
        """Count and write a part of a level; its states, and those of an exact bound. Raises OSError."""
        where = np.array(targets, np.int64)
        return self._files.count(self._tables, distance, where, part, check, exact=exact)


class BitPartsCounter(LevelCounter[LevelFiles]):
    """A census by bits whose larger levels others count. BitCounter resumes what it keeps, and the other way round."""

    def __init__(self, facts: TilesFacts, starts: Sequence[State], workers: PartWorkers) -> None:
        """Begin with the goals. Raises UnavailableProgramError for a board that bits cannot hold."""
        super().__init__(facts, starts, lambda space: LevelFiles(space, workers.folder))
        self._workers = workers

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        self._sets.warm_up(self._tables)
        if self._exact:
            self._exact.warm_up()

    def _find(self, targets: Array, check: Check) -> None:
        exact = self._exact is None
        with writing(self._workers.folder):
            distance = self._sets.make_next()
        parts = range(self._sets.blocks)
        if self._levels[-1].states > (_FEW if self._workers.number else _SOME):
            self._tally += self._workers.count(LevelParts(distance, tuple(map(int, targets)), parts, exact), check)
        else:
            with writing(self._workers.folder):
                counted = [
                    self._sets.count(self._tables, distance, targets, each, check, exact=exact) for each in parts
                ]
            self._tally += np.sum(counted, axis=0)  # of the whole level, or nothing

    def resume(self, levels: Sequence[Level], arrays: Arrays) -> None:
        """Resume from what `saved` of this counter, or of BitCounter, returned. Raises ValueError, or another error."""
        super().resume(levels, arrays)
        self._done = np.zeros(0, np.bool_)  # what BitCounter had done of the next level is done again
        self._tally[:] = 0

    def _restored(self, levels: Sequence[Level], arrays: Arrays, done: NDArray[np.bool_]) -> LevelFiles:
        sets = LevelFiles(self._space, self._workers.folder)
        with writing(self._workers.folder):
            sets.restore(arrays, len(levels) - 1, self._targets(len(levels)), done)
        return sets
