"""IDA* by a network's estimates at native speed, on boards and permutation puzzles."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pybridge.arrays import Array
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.facts.model import Facts
from pybridge.heuristics.learned import Learned
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, Pruning
from pybridge.puzzles.features import after
from pybridge.search.deepening import Root
from pybridge.search.kernels.networks import search as fields
from pybridge.search.kernels.networks.search import Frames
from pybridge.search.native.networks.arrays import NetworkArrays, aligned, scratch
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.task import Task
from pybridge.search.threads import Searchers

_DEEPEST = 4000
_BUDGET = 1 << 15
"""Nodes between two looks at the limits: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a puzzle is searched: what differs between its domain and others.

    `ways[state, number]` is the step of the machine's move, -1 where there is none, after all others, and `following`
    the machine's state after it; `start` is the state to begin with. Thresholds begin at `first` of an estimate and
    grow by `grow`. `moves` names the steps of a path.
    """

    heuristic: Learned
    pruning: Pruning
    ways: Array
    following: Array
    start: int
    first: Callable[[int], int]
    grow: int
    moves: Callable[[Sequence[int]], tuple[Move, ...]]


Begin = Callable[[State], Walk]
"""The walk from a start, to be searched before the next one begins."""
Prepare = Callable[[Task[Facts], OnProgress], Begin]


class NetworkSearch:
    """A network, and what its searches share."""

    def __init__(self, task: Task[Facts], report: OnProgress, prepare: Prepare[Facts]) -> None:
        """Prepare for a task, and for others that differ in start and limits.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
        """
        if task.wanted.every:
            raise UnavailableProgramError(
                "a learned heuristic does not prove which solutions are shortest; use another one with --all or --count"
            )
        self._walks = prepare(task, report)
        walk = self._walks(task.start)
        self.heuristic, self.pruning = walk.heuristic, walk.pruning
        self._arrays = NetworkArrays(walk.heuristic)
        self.network = self._arrays.name
        NetworkSearcher(self._arrays, walk, task.start, 1).warm_up()

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        walk = self._walks(task.start)
        first = walk.first(self.heuristic.estimate(task.start))
        return Root(searchers=self._searchers(walk, task.start), first=first, moves=walk.moves, step=walk.grow)

    def _searchers(self, walk: Walk, start: State) -> Searchers:
        """What makes searchers. Raises UnavailableProgramError for a threshold that they cannot hold."""

        def searcher(threshold: int) -> Callable[[], NetworkSearcher]:
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST:,} moves; use --engine python")
            return partial(NetworkSearcher, self._arrays, walk, start, threshold)

        return searcher


class NetworkSearcher:
    """The arrays of one thread, which searches to one threshold below some nodes, one after the other.

    A path holds the numbers of its steps.
    """

    def __init__(self, arrays: NetworkArrays, walk: Walk, start: State, threshold: int) -> None:
        self._arrays, self._walk, self._threshold = arrays, walk, threshold
        self._start = np.array(walk.heuristic.features.contents(start), np.int16)
        self._scratch, self._control = scratch(arrays.weights, arrays.steps), arrays.control.copy()
        self.budget, self._control[fields.THRESHOLD] = _BUDGET, threshold
        self._frames = Frames(
            aligned(np.zeros((threshold + 2, len(self._start)), np.int16)),
            aligned(np.zeros((threshold + 2, len(arrays.weights.first_bias)), np.int16)),
            *(np.zeros(threshold + 2, np.int64) for _ in range(5)),
        )
        self._waiting: deque[Below] = deque()
        self._number: int | None = None
        self._ends: list[Counts] = []
        self._found: Below | None = None

    def warm_up(self) -> None:
        """Have the kernels compiled, or loaded, before any time is taken."""
        self._begin(())
        self._control[fields.BUDGET] = 0
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        return not self._waiting and self._number is None

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath for a path that is too long."""
        for path in paths:
            if len(path) > self._threshold + 1:  # a node counts when its turn comes, also one that is too deep
                raise StrayPath(f"the path {list(path)} is too long")
        self._found, self._number, self._waiting = None, None, deque(enumerate(paths))
        self._ends = [NOTHING] * len(paths)
        if list(paths) == [()] and np.array_equal(self._start, self._arrays.goal):
            self._found = self._waiting.popleft()

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done. Raises StrayPath."""
        control, counts = self._control, NOTHING
        while not self.over and counts.generated < self.budget:
            done = NOTHING
            if self._number is None:
                self._number, path = self._waiting.popleft()
                done = self._begin(path)
            number = self._number
            control[fields.BUDGET] = self.budget - counts.generated
            self._go_on()
            done = done.plus(Counts(*control[[fields.EXPANDED, fields.GENERATED, fields.EVALUATED]].tolist()))
            if control[fields.FOUND]:
                self._found = number, tuple(self._frames.steps[1 : control[fields.DEPTH] + 1].tolist())
                self._waiting.clear()
            if control[fields.FOUND] or control[fields.DEPTH] < control[fields.BASE]:
                self._number = None
            self._ends[number], counts = self._ends[number].plus(done), counts.plus(done)
        return counts

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        left = [Left(*each) for each in self._waiting]
        if self._number is not None and (below := list(self._left(self._number))):
            done, self._ends[self._number] = self._ends[self._number], NOTHING
            left = [below[0].after(done), *below[1:], *left]
        self._number = None
        self._waiting.clear()
        return Done(self._ends, left, self._found)

    def _left(self, number: int) -> Iterator[Left]:
        """The nodes below the one under way that are still to be searched."""
        frames, ways = self._frames, self._walk.ways
        base, last = (int(self._control[field]) for field in (fields.BASE, fields.LAST))
        for here in range(int(self._control[fields.DEPTH]), base - 1, -1):
            path, row = frames.steps[1 : here + 1].tolist(), ways[frames.states[here]].tolist()
            end = last + 1 if here == base else len(row)
            for step in row[frames.at[here] : end]:
                if step >= 0:
                    yield Left(number, (*path, step))

    def _begin(self, path: Path) -> Counts:
        """Make the frame of a node's parent, from which only the node's own way is taken; or that of the start."""
        frames, control, arrays, walk = self._frames, self._control, self._arrays, self._walk
        base, state, contents = max(0, len(path) - 1), walk.start, tuple(self._start.tolist())
        for step in path[:-1]:
            state = int(walk.following[state, self._way(state, step, path)])
            contents = after(contents, walk.heuristic.features.steps[step])
        way = self._way(state, path[-1], path) if path else 0
        frames.steps[1 : base + 1], frames.contents[base] = path[:-1], contents
        frames.states[base], frames.at[base] = state, way
        control[[fields.DEPTH, fields.BASE, fields.FOUND]] = base, base, 0
        control[fields.LAST] = way if path else walk.ways.shape[1] - 1
        _, frames.base[base], frames.odd[base] = fields.begin(
            frames.contents[base], frames.accumulators[base], arrays.steps, arrays.weights, control, self._scratch
        )
        return NOTHING if path else Counts(1, 0, 1)

    def _way(self, state: int, step: int, path: Path) -> int:
        """Which of a state's ways takes a step. Raises StrayPath."""
        row = self._walk.ways[state].tolist()
        if step not in row or step < 0:
            raise StrayPath(f"the path {list(path)} cannot be followed")
        return int(row.index(step))

    def _go_on(self) -> None:
        arrays, walk = self._arrays, self._walk
        fields.search(
            self._control, arrays.goal, walk.ways, walk.following, arrays.steps, arrays.weights, self._frames,
            self._scratch,
        )  # fmt: skip
