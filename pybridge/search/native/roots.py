"""One iteration in one thread, below one node after the other: what searchers of blocks and rules have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from pybridge.search.kernels import roots as fields
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import NOTHING, Counts

_BUDGET = 1 << 17
"""Nodes between two looks at the limits: some hundredths of a second."""


class RootsSearcher(ABC):
    """A searcher of packets to one threshold. Subclasses have the arrays of their kernel, and run it in `_search`."""

    def __init__(self, threshold: int, fields_of_control: int, most_label: int) -> None:
        """`most_label` is the largest label of a move."""
        self._control = np.zeros(fields_of_control, np.int64)
        self.budget, self._control[fields.THRESHOLD] = _BUDGET, threshold
        self._most_label = most_label
        self._paths: Sequence[Path] = ()
        self._found: Below | None = None

    @abstractmethod
    def _search(self) -> None:
        """Run the kernel until its budget is spent."""

    @abstractmethod
    def _followed(self, depth: int) -> Path:
        """The labels of the moves to the node at a depth."""

    @abstractmethod
    def _open(self) -> Iterator[Path]:
        """The nodes below the root under way that are still to be searched, in move order."""

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        self.begin([])
        self.run()

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        control = self._control
        waiting = control[fields.NEXT] < control[fields.ROOTS]
        return bool(control[fields.SOLVED] or (control[fields.DEPTH] < control[fields.BASE] and not waiting))

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath; so does `run`, for a path that breaks a rule."""
        control = self._control
        threshold = int(control[fields.THRESHOLD])
        self._paths, self._lengths = paths, np.array([len(path) for path in paths], np.int64)
        self._roots = np.zeros((len(paths), threshold + 2), np.uint64)
        for row, path in zip(self._roots, paths, strict=True):
            if len(path) > threshold or not 0 <= min(path, default=0) <= max(path, default=0) <= self._most_label:
                raise StrayPath(f"the path {list(path)} cannot be followed")
            row[: len(path)] = path
        control[[fields.DEPTH, fields.BASE, fields.NEXT, fields.SOLVED, fields.STRAY]] = -1, 0, 0, 0, 0
        control[fields.ROOTS], self._found = len(paths), None
        self._done = np.zeros((len(paths), 2), np.int64)

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        control = self._control
        control[[fields.EXPANDED, fields.GENERATED, fields.BUDGET]] = 0, 0, self.budget
        self._search()
        root = int(control[fields.NEXT]) - 1
        if control[fields.STRAY]:
            raise StrayPath(f"the path {list(self._paths[root])} cannot be followed")
        if control[fields.SOLVED]:
            self._found = root, self._followed(int(control[fields.THRESHOLD]))
        return Counts(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        ends = [Counts(*row) for row in self._done.tolist()]
        if self.over:
            return Done(ends, [], self._found)
        waiting = int(self._control[fields.NEXT])
        left = [Left(waiting - 1, path) for path in self._open()]
        if left:
            left[0], ends[waiting - 1] = left[0].after(ends[waiting - 1]), NOTHING
        left += [Left(waiting + number, path) for number, path in enumerate(self._paths[waiting:])]
        self.begin([])
        return Done(ends, left)


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of a mask's bits, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
