"""IDA* of a permutation puzzle from one start on one hand, by tables of projections: a searcher of packets."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.projections import Lookup, Projections
from pybridge.search.kernels import turns as fields
from pybridge.search.layers.shortest import MOST_LISTED
from pybridge.search.native.turn_stack import BUDGET, Path, Plan, Puzzle, Stack
from pybridge.search.packets import Below, StrayPath
from pybridge.search.solution import Counts
from pybridge.search.task import Task
from pybridge.tables.table import Table

Array = NDArray[Any]
_LANES = 8
"""Searches below so many nodes are interleaved in a thread."""
_ALONE = 1 << 12
"""Nodes that the lanes expand before what they have left is dealt out to those that have nothing to do."""
_DEEPEST = 100


@dataclass
class Every:
    """All solutions that hands find, if they are wanted: how many, and the first ones in move order."""

    most: int
    count: int = 0
    _paths: list[Path] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def add(self, count: int, paths: Sequence[Path]) -> None:
        """Note that so many were found, and the first of them."""
        with self._lock:
            self.count += count
            self._paths = sorted([*self._paths, *paths])[: max(1, self.most)]

    @property
    def paths(self) -> tuple[Path, ...]:
        """The first ones, as many as are wanted."""
        return tuple(self._paths[: self.most])

    def first(self) -> Path | None:
        """The first of all; None if there is none."""
        return self._paths[0] if self._paths else None


def every(task: Task) -> Every | None:
    """Where all solutions are noted; None if only the first is wanted."""
    if not task.wanted.every:
        return None
    return Every(MOST_LISTED if task.wanted.listed is None else task.wanted.listed)


@dataclass(frozen=True, slots=True)
class _Node:
    """A node: the state of the pruning machine, its values in each lookup, and where its pieces lie."""

    machine: int
    values: tuple[tuple[int, int], ...]
    where: Array


class Start:
    """What the searchers of a start share: its arrays, and its nodes by path."""

    def __init__(self, task: Task, machine: Table, heuristic: Projections, plan: Plan) -> None:
        facts: Any = task.facts
        sources = np.array([turn.sources for turn in heuristic.moves], np.int64)
        goal = facts.goals[0]
        self.puzzle: Puzzle = np.array(task.start, np.int64), sources, np.array(goal, np.int64)
        self.machine = np.ascontiguousarray(machine.arrays["next"]).astype(np.int64)
        self.plan, self.is_goal = plan, tuple(task.start) == tuple(goal)
        self._limited = task.limits.memory is not None
        self._lookups = heuristic.lookups
        values = tuple(lookup.values(task.start) for lookup in self._lookups)
        self._root = _Node(0, values, plan.inverses.where(task.start, goal))

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        Stack(self.plan, self.machine, self.puzzle, 0, _LANES).go_on()

    def searchers(self, solutions: Every | None) -> Callable[[int], Callable[[], "Worker"]]:
        """What makes searchers to a threshold."""
        begun = time.monotonic()

        def searcher(threshold: int) -> Callable[[], Worker]:
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST} moves; use --engine python")
            if not self._limited:
                self.plan.enlarge_pages(time.monotonic() - begun)
            return lambda: Worker(self, threshold, solutions)

        return searcher

    def node(self, path: Path, known: dict[Path, _Node]) -> _Node:
        """The node that a path leads to; all on the way are added to those that are known. Raises StrayPath."""
        if not path:
            return self._root
        if path not in known:
            before, move = self.node(path[:-1], known), path[-1]
            machine = int(self.machine[before.machine, move]) if move < self.machine.shape[1] else fields.DEAD
            if machine == fields.DEAD:
                raise StrayPath(f"the path {list(path)} cannot be followed")
            pairs = zip(self._lookups, before.values, strict=True)
            where = self.plan.inverses.targets[move][before.where]
            known[path] = _Node(machine, tuple(_after(lookup, *value, move) for lookup, value in pairs), where)
        return known[path]


def _after(lookup: Lookup, row: int, column: int, move: int) -> tuple[int, int]:
    """The row and the column value after a move."""
    arrays, by = lookup.table.arrays, lookup.view.moves[move]
    tables: Any = arrays
    if "lists" in arrays:
        following = tables["lists"][tables["list_of"][row, by], column]
    else:
        following = tables["column_next"][column, by]
    return int(tables["row_next"][row, by]), int(following)


class Worker:
    """The arrays of one thread, which searches to one threshold below some nodes, a lane each."""

    def __init__(self, start: Start, threshold: int, solutions: Every | None = None) -> None:
        self._start, self._threshold, self._every = start, threshold, solutions
        self._stack = Stack(start.plan, start.machine, start.puzzle, threshold, _LANES)
        self._stack.controls[:, fields.EVERY] = solutions is not None
        self._waiting: deque[Below] = deque()
        self._lanes: dict[int, Below] = {}
        self._known: dict[Path, _Node] = {}
        self._expanded = 0
        self.found: Below | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        return not self._waiting and not self._lanes

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath for a path that cannot be followed."""
        self.found, self._waiting, self._lanes = None, deque(enumerate(paths)), {}
        self._known, self._expanded = {}, 0
        for path in paths:
            if len(path) > self._threshold:
                raise StrayPath(f"the path {list(path)} is too long")
        if list(paths) == [()] and self._start.is_goal:
            self._note((0, ()), 1, [()])
            self._waiting.clear()

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        if self._expanded > _ALONE and not self._waiting and len(self._lanes) < _LANES:
            self._waiting = deque(self.surrender())
        for lane in range(_LANES):
            if lane not in self._lanes and self._waiting:
                self._begin(lane, self._waiting.popleft())
        alone = not self._waiting and len(self._lanes) < _LANES
        self._stack.control[fields.BUDGET] = _ALONE if alone else BUDGET
        self._stack.go_on()
        expanded, generated = self._stack.controls[:, [fields.EXPANDED, fields.GENERATED]].sum(axis=0).tolist()
        self._expanded += expanded
        self._collect()
        return Counts(expanded, generated)

    def surrender(self) -> list[Below]:
        """Leave what is not searched yet, and return it in move order."""
        self._stack.rest()
        self._collect()
        left = [*self._waiting]
        for lane, (number, path) in self._lanes.items():
            left += [(number, (*path, *more)) for more in self._stack.left(lane)]
        self._waiting.clear()
        self._lanes.clear()
        self._known, self._expanded = {}, 0
        self._stack.controls[:, fields.DEPTH] = self._stack.controls[:, fields.BASE] - 1
        return sorted(left)

    def _begin(self, lane: int, below: Below) -> None:
        node = self._start.node(below[1], self._known)
        self._stack.begin(below[1], node.values, node.machine, node.where, lane)
        self._lanes[lane] = below

    def _collect(self) -> None:
        """Note the solutions that lanes have found, and free the lanes that have nothing to do any more."""
        controls, solutions = self._stack.controls, self._stack.solutions
        for lane, below in self._lanes.items():
            if count := int(controls[lane, fields.FOUND]):
                rows = solutions[lane, : count if self._every else 1].tolist()
                self._note(below, count, [tuple(row[: row[-1]]) for row in rows])
                controls[lane, fields.FOUND] = 0
        for lane, below in list(self._lanes.items()):
            if self._useless(below) or not self._stack.under_way(lane):
                del self._lanes[lane]
                controls[lane, fields.DEPTH] = controls[lane, fields.BASE] - 1
        while self._waiting and self._useless(self._waiting[-1]):
            self._waiting.pop()

    def _note(self, below: Below, count: int, paths: list[Path]) -> None:
        """Note solutions below a node."""
        if self._every:
            self._every.add(count, paths)
        else:
            solution = below[0], paths[0]
            self.found = min(self.found or solution, solution)

    def _useless(self, below: Below) -> bool:
        """Whether a node comes after the first solution, and only that is wanted."""
        return self.found is not None and below > self.found
