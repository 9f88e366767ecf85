"""IDA* by a network's estimates at native speed, on boards and permutation puzzles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.compiled import SUMS, telling
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.heuristics.learned import Learned
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.puzzles.features import Features
from pybridge.search.kernels import network as fields
from pybridge.search.kernels.network import Frames, Scratch, Steps, Weights
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task

Array = NDArray[Any]
_DEEPEST = 4000
_BUDGET = 1 << 15
"""Nodes between two looks at the limits: some hundredths of a second."""
_COLUMNS = 8
"""Values that `add_products` takes at once."""
_CACHE_LINE = 64


@dataclass(frozen=True, slots=True)
class Walk:
    """How a puzzle is searched: what differs between its domain and others.

    `ways[state, number]` is the step of the machine's move, -1 where there is none, after all others, and `following`
    the machine's state after it; `start` is the state to begin with. Thresholds begin at `first` of an estimate and
    grow by `grow`. `moves` names the steps of a path.
    """

    heuristic: Learned
    pruning: Prune
    ways: Array
    following: Array
    start: int
    first: Callable[[int], int]
    grow: int
    moves: Callable[[Sequence[int]], tuple[Move, ...]]


Begin = Callable[[State], Walk]
"""The walk from a start, to be searched before the next one begins."""
Prepare = Callable[[Task, OnProgress], Begin]


def search(task: Task, tally: Tally, report: OnProgress, prepare: Prepare) -> Solution:
    """Search from the task's start, which must be solvable.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
    """
    try:
        with telling(tally.report):
            solver = Solver(task, report, prepare)
            tally.report(None)
    except Stopped as stopped:
        return _solution(task, tally, stopped.outcome, None, None)
    return solver.solve(task, tally)


class Solver:
    """Searches of many starts, one after the other, which share what a task needs."""

    def __init__(self, task: Task, report: OnProgress, prepare: Prepare) -> None:
        """Prepare for a task, and for others that differ in start and limits.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
        """
        _require(task)
        self._begin = prepare(task, report)
        walk = self._begin(task.start)
        self.heuristic, self.pruning = walk.heuristic, walk.pruning
        self._kernel = Kernel(walk, task.start)
        self._kernel.warm_up()

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, which must be solvable."""
        walk, path, outcome = self._begin(task.start), None, Outcome.NO_SOLUTION_WITHIN_LIMIT
        self._kernel.start_over(walk, task.start)
        try:
            path = self._kernel.search(tally)
            outcome = Outcome.SOLVED if path is not None else outcome
        except Stopped as stopped:
            outcome = stopped.outcome
        tally.end(completed=False)
        return _solution(task, tally, outcome, walk, path)


def _require(task: Task) -> None:
    """Raise UnavailableProgramError for what the kernel does not do."""
    if task.wanted.every:
        raise UnavailableProgramError(
            "a learned heuristic does not prove which solutions are shortest; use another one with --all or --count"
        )
    if task.jobs > 1:
        raise UnavailableProgramError("a learned heuristic searches in one thread; use another one for several jobs")


def _solution(task: Task, tally: Tally, outcome: Outcome, walk: Walk | None, path: Sequence[int] | None) -> Solution:
    iterations = tuple(tally.iterations)
    return Solution(
        task.facts.name,
        task.start_name,
        task.program,
        "native",
        outcome,
        (walk.moves(path),) if walk and path is not None else (),
        iterations,
        sum(iteration.seconds for iteration in iterations),
        proves=False,
        shortest=False,
        heuristic=walk.heuristic.name if walk else task.heuristic.name if task.heuristic else None,
        pruning=walk.pruning.value if walk else None,
        step=walk.grow if walk else 1,
    )


class Kernel:
    """The arrays of one search. Thresholds grow until there is a solution."""

    def __init__(self, walk: Walk, start: State) -> None:
        features = walk.heuristic.features
        self._goal = np.array(features.goal, np.int16)
        self._weights, self._steps = weights(walk.heuristic.table.arrays), steps(features)
        self._scratch = scratch(self._weights, self._steps)
        self._control = control(walk.heuristic)
        self.start_over(walk, start)

    def start_over(self, walk: Walk, start: State) -> None:
        """Be ready to search from a start."""
        self._walk, self._start = walk, np.array(walk.heuristic.features.contents(start), np.int16)

    def warm_up(self) -> None:
        """Have the kernels compiled, or loaded, before any time is taken."""
        self._begin(0)
        self._control[fields.BUDGET] = 0
        self._go_on()

    def search(self, tally: Tally) -> list[int] | None:
        """The steps of a solution, or None if no threshold that is allowed has one. Raises Stopped."""
        tally.evaluated = 0
        threshold = self._walk.first(self._begin(0))
        if np.array_equal(self._start, self._goal):
            threshold = self._walk.first(0)
        while tally.begin(threshold):
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST:,} moves; use --engine python")
            path = self._iterate(threshold, tally)
            tally.end(completed=path is None)
            if path is not None:
                return path
            threshold += self._walk.grow
        return None

    def _iterate(self, threshold: int, tally: Tally) -> list[int] | None:
        if np.array_equal(self._start, self._goal):
            return []
        self._begin(threshold)
        tally.expanded += 1
        tally.evaluated = (tally.evaluated or 0) + 1
        control = self._control
        control[fields.BUDGET] = _BUDGET
        while control[fields.DEPTH] >= 0 and not control[fields.FOUND]:
            self._go_on()
            tally.expanded += int(control[fields.EXPANDED])
            tally.generated += int(control[fields.GENERATED])
            tally.evaluated += int(control[fields.EVALUATED])
            tally.check()
        steps: list[int] = self._frames.steps[1 : control[fields.DEPTH] + 1].tolist()
        return steps if control[fields.FOUND] else None

    def _begin(self, threshold: int) -> int:
        """Make the frame of the start; return its estimate."""
        width, places = len(self._weights.first_bias), len(self._start)
        self._frames = Frames(
            aligned(np.zeros((threshold + 2, places), np.int16)),
            aligned(np.zeros((threshold + 2, width), np.int16)),
            *(np.zeros(threshold + 2, np.int64) for _ in range(5)),
        )
        frames, control = self._frames, self._control
        frames.contents[0], frames.states[0] = self._start, self._walk.start
        control[[fields.THRESHOLD, fields.DEPTH, fields.FOUND]] = threshold, 0, 0
        h, frames.base[0], frames.odd[0] = fields.begin(
            frames.contents[0], frames.accumulators[0], self._steps, self._weights, control, self._scratch
        )
        return int(h)

    def _go_on(self) -> None:
        walk = self._walk
        fields.search(
            self._control,
            self._goal,
            walk.ways,
            walk.following,
            self._steps,
            self._weights,
            self._frames,
            self._scratch,
        )


def control(heuristic: Learned) -> Array:
    """What a kernel shares with its caller."""
    arrays, found = heuristic.table.arrays, np.zeros(fields.FIELDS, np.int64)
    found[[fields.MARGIN, fields.UNIT, fields.BIAS]] = heuristic.margin, arrays["unit"][0], arrays["last_bias"][0]
    found[fields.PARITY] = heuristic.features.odd is not None
    return found


def weights(arrays: Any) -> Weights:
    """The network as kernels read it, padded with weights of zero."""
    one, two, three = (_up(len(arrays[f"{name}_bias"]), to) for name, to in _PADDED)
    return Weights(
        _padded(arrays["first"], len(arrays["first"]), one),
        _padded(arrays["first_bias"], one).astype(np.int16),
        _packed(_padded(arrays["second"], two, one)),
        _padded(arrays["second_bias"], two),
        _packed(_padded(arrays["third"], three, two)),
        _padded(arrays["third_bias"], three),
        _padded(arrays["last"], three),
    )


_PADDED = (("first", _COLUMNS), ("second", SUMS), ("third", SUMS))


def _up(number: int, to: int) -> int:
    return -(-number // to) * to


def _padded(array: Array, *shape: int) -> Array:
    """The array with zeros after it, in each direction."""
    found = np.zeros(shape, array.dtype)
    found[tuple(map(slice, array.shape))] = array
    return aligned(found)


def _packed(matrix: Array) -> Array:
    """A matrix of weights as `add_products` takes it: by blocks of outputs, pairs of values, and outputs."""
    outputs, values = matrix.shape
    pairs = matrix.reshape(outputs // SUMS, SUMS, values // 2, 2).transpose(0, 2, 1, 3)
    return aligned(pairs.reshape(outputs // SUMS, -1))


def aligned(array: Array) -> Array:
    """The array in memory that begins with a cache line, which vectors are loaded from without crossing two."""
    room = np.zeros(array.nbytes + _CACHE_LINE, np.uint8)
    first = -room.ctypes.data % _CACHE_LINE
    found: Array = room[first : first + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found


def steps(features: Features) -> Steps:
    """What the moves of a puzzle do, as kernels read it."""
    tables: dict[tuple[int, ...], int] = {}
    size, changes = 0, []
    for step in features.steps:
        for place, source, becomes in step.changes:
            if becomes not in tables:
                tables[becomes], size = size, size + len(becomes)
            changes.append((place, source, tables[becomes]))
    counts = [len(step.changes) for step in features.steps]
    nothing = (0,) * features.inputs
    return Steps(
        np.cumsum([0, *counts]),
        np.array(changes, np.int64).reshape(-1, 3),
        np.array([content for table in tables for content in table], np.int16),
        np.array(features.offsets, np.int64),
        np.array(features.base or nothing, np.int64),
        np.array(features.odd or nothing, np.int64),
    )


def scratch(weights: Weights, steps: Steps) -> Scratch:
    """Room for the values between layers."""
    most = int(np.diff(steps.begin).max(initial=0)) + 2
    return Scratch(
        aligned(np.zeros(len(weights.first_bias), np.int16)),
        aligned(np.zeros(len(weights.second_bias), np.int16)),
        aligned(np.zeros(len(weights.third_bias), np.int16)),
        aligned(np.zeros(SUMS, np.int32)),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
    )
