"""One iteration of iterative deepening of a task of rules in one thread: the compiled search below some nodes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from pybridge.outcome import Outcome
from pybridge.rules.compiled import Values
from pybridge.search.kernels.packed.rules import BATCHES
from pybridge.search.kernels.rules import search as fields
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.tally import Stopped
from pybridge.tables.abstraction.kernels import FAR, AbstractTables

_BUDGET = 1 << 17
"""Nodes between two looks at the limits: some hundredths of a second."""


@dataclass
class RulesStart:
    """What the searchers of a start share.

    `reached` has the thresholds that a path was as long as. Where one has none, no path is longer, and no goal can be
    reached. With workers `elsewhere` nobody here knows. `bounds` are those of an abstraction, or none.
    """

    packed: PackedRules
    state: Values
    bounds: AbstractTables
    elsewhere: bool = False
    reached: set[int] = field(default_factory=set)
    searched: set[int] = field(default_factory=set)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        worker = RulesSearcher(self, 0)
        worker.begin([])
        worker.run()

    def searchers(self, threshold: int) -> Callable[[], "RulesSearcher"]:
        """What makes searchers to a threshold. Raises Stopped if no path is so long."""
        before = threshold - 1
        if threshold >= FAR:
            raise Stopped(Outcome.UNSOLVABLE)
        if before in self.searched and before not in self.reached and not self.elsewhere:
            raise Stopped(Outcome.UNSOLVABLE)
        self.searched.add(threshold)
        return lambda: RulesSearcher(self, threshold)


class RulesSearcher:
    """The arrays of one thread, which searches to one threshold; a searcher of packets. Labels are operators."""

    def __init__(self, start: RulesStart, threshold: int) -> None:
        self._start, self._control = start, np.zeros(fields.FIELDS, np.int64)
        self.budget, self._control[fields.THRESHOLD] = _BUDGET, threshold
        packed = start.packed
        batches = int(packed.tables.shape[BATCHES])
        self._states = np.zeros((threshold + 2, packed.layout.words), np.uint64)
        self._bounds = start.bounds._replace(scratch=np.zeros_like(start.bounds.scratch))  # a thread's own
        self._states[0] = packed.pack([start.state])[0]
        self._left = np.zeros((threshold + 2, batches), np.uint64)
        self._labels = np.zeros(threshold + 2, np.uint64)
        self._paths: Sequence[Path] = ()
        self._found: Below | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        control = self._control
        waiting = control[fields.NEXT] < control[fields.ROOTS]
        return bool(control[fields.SOLVED] or (control[fields.DEPTH] < control[fields.BASE] and not waiting))

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath; so does `run`, for a path that breaks a rule."""
        control = self._control
        self._paths, self._lengths = paths, np.array([len(path) for path in paths], np.int64)
        self._roots = np.zeros((len(paths), len(self._states)), np.uint64)
        for row, path in zip(self._roots, paths, strict=True):
            if len(path) > control[fields.THRESHOLD] or min(path, default=0) < 0:
                raise StrayPath(f"the path {list(path)} cannot be followed")
            row[: len(path)] = path
        control[[fields.DEPTH, fields.BASE, fields.NEXT, fields.SOLVED, fields.STRAY]] = -1, 0, 0, 0, 0
        control[fields.ROOTS], self._found = len(paths), None
        self._done = np.zeros((len(paths), 2), np.int64)

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        control, packed = self._control, self._start.packed
        control[[fields.EXPANDED, fields.GENERATED, fields.BUDGET]] = 0, 0, self.budget
        fields.search(
            control, self._states, self._left, self._labels, self._roots, self._lengths, self._done, packed.tables,
            packed.width, self._bounds,
        )  # fmt: skip
        root = int(control[fields.NEXT]) - 1
        if control[fields.STRAY]:
            raise StrayPath(f"the path {list(self._paths[root])} cannot be followed")
        if control[fields.REACHED]:
            self._start.reached.add(int(control[fields.THRESHOLD]))
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

    def _followed(self, depth: int) -> Path:
        """The operators of the node at a depth."""
        return tuple(self._labels[1 : depth + 1].tolist())

    def _open(self) -> Iterator[Path]:
        """The nodes below the root under way that are still to be searched, in move order."""
        depth, base = int(self._control[fields.DEPTH]), int(self._control[fields.BASE])
        followed = self._followed(depth)
        for here in range(depth, base - 1, -1):
            for batch, mask in enumerate(self._left[here].tolist()):
                while mask:
                    operator = batch << 6 | (mask & -mask).bit_length() - 1
                    mask &= mask - 1
                    yield (*followed[:here], operator)
