"""IDA* of a permutation puzzle from one start in one thread, by tables of projections: a searcher of packets."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import cast

import numpy as np

from pybridge.arrays import Array
from pybridge.errors import UnavailableProgramError
from pybridge.facts import TurnsFacts
from pybridge.heuristics.projections import Lookup, Projections
from pybridge.search.kernels import turns as fields
from pybridge.search.layers.shortest import MOST_LISTED
from pybridge.search.native.turns.stack import BUDGET, LookupPlan, Path, Puzzle, Stack
from pybridge.search.packets import Below, Done, Left, StrayPath, added
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.task import Task
from pybridge.store.table import Table

_LANES = 8
"""Searches below so many nodes are interleaved in a thread."""
_ALONE = 1 << 12
"""Nodes that the lanes expand before what they have left is dealt out to those that have nothing to do."""
_DEEPEST = 100


@dataclass
class Every:
    """All solutions that threads find, if they are wanted: how many, and the first ones in move order."""

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


class TurnsStart:
    """What the searchers of a start share: its arrays, and its nodes by path."""

    def __init__(self, task: Task, machine: Table, heuristic: Projections, plan: LookupPlan) -> None:
        facts = cast(TurnsFacts, task.facts)
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

    def searchers(self, solutions: Every | None) -> Callable[[int], Callable[[], "TurnsSearcher"]]:
        """What makes searchers to a threshold."""
        begun = time.monotonic()

        def searcher(threshold: int) -> Callable[[], TurnsSearcher]:
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST} moves; use --engine python")
            if not self._limited:
                self.plan.enlarge_pages(time.monotonic() - begun)
            return lambda: TurnsSearcher(self, threshold, solutions)

        return searcher

    def later(self, path: Path) -> int:
        """How many moves come after those of a path, of all that the pruning machine allows on the way."""
        count, state = 0, 0
        for move in path:
            count += int((self.machine[state, move + 1 :] != fields.DEAD).sum())
            state = int(self.machine[state, move])
        return count

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
    tables = arrays
    if "lists" in arrays:
        following = tables["lists"][tables["list_of"][row, by], column]
    else:
        following = tables["column_next"][column, by]
    return int(tables["row_next"][row, by]), int(following)


class TurnsSearcher:
    """The arrays of one thread, which searches to one threshold below some nodes, a lane each."""

    def __init__(self, start: TurnsStart, threshold: int, solutions: Every | None = None) -> None:
        self._start, self._threshold, self._every = start, threshold, solutions
        self._stack = Stack(start.plan, start.machine, start.puzzle, threshold, _LANES)
        self._stack.controls[:, fields.EVERY] = solutions is not None
        self._waiting: deque[Left] = deque()
        self._lanes: dict[int, Left] = {}
        self._ends: list[Counts] = []
        self._known: dict[Path, _Node] = {}
        self._expanded = 0
        self._found: Below | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        return not self._waiting and not self._lanes

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath for a path that cannot be followed."""
        self._found, self._lanes, self._ends = None, {}, [NOTHING] * len(paths)
        self._waiting = deque(Left(number, path) for number, path in enumerate(paths))
        self._known, self._expanded = {}, 0
        for path in paths:
            if len(path) > self._threshold:
                raise StrayPath(f"the path {list(path)} is too long")
        if list(paths) == [()] and self._start.is_goal:
            self._note(self._waiting[0], 1, [()])
            self._waiting.clear()

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        if self._expanded > _ALONE and not self._waiting and len(self._lanes) < _LANES:
            self._leave()
        for lane in range(_LANES):
            if lane not in self._lanes and self._waiting:
                self._begin(lane, self._waiting.popleft())
        alone = not self._waiting and len(self._lanes) < _LANES
        self._stack.control[fields.BUDGET] = _ALONE if alone else BUDGET
        self._stack.go_on()
        counts = self._counted()
        self._expanded += counts.expanded
        self._collect()
        return counts

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        self._leave()
        left = list(self._waiting)
        self._waiting.clear()
        return Done(self._ends, left, self._found)

    def _counted(self) -> Counts:
        """Note what each lane has just done; the sum."""
        done = [Counts(*row) for row in self._stack.controls[:, [fields.EXPANDED, fields.GENERATED]].tolist()]
        for lane, left in self._lanes.items():
            self._lanes[lane] = left.after(done[lane])
        return added(done)

    def _leave(self) -> None:
        """Have what lanes have still to search wait, in move order."""
        self._stack.rest()
        self._counted()
        self._collect()
        found: list[Left] = []
        for lane in sorted(self._lanes, key=self._lanes.__getitem__):
            number, path, done = self._lanes[lane]
            left = [Left(number, (*path, *more)) for more in self._stack.left(lane)]
            if left:
                found += [left[0].after(done), *left[1:]]
                del self._lanes[lane]
            else:
                self._end(lane)
        self._waiting.extendleft(reversed(found))
        self._known, self._expanded = {}, 0
        self._stack.controls[:, fields.DEPTH] = self._stack.controls[:, fields.BASE] - 1

    def _begin(self, lane: int, left: Left) -> None:
        node = self._start.node(left.path, self._known)
        self._stack.begin(left.path, node.values, node.machine, node.where, lane)
        self._lanes[lane] = left

    def _end(self, lane: int) -> None:
        """Have what a lane has done count right before what is left next below the same node, or at that node's end."""
        ended = self._lanes.pop(lane)
        later = [other for other, left in self._lanes.items() if left > ended]
        if later:
            following = min(later, key=self._lanes.__getitem__)
            if self._lanes[following].number == ended.number:
                self._lanes[following] = self._lanes[following].after(ended.before)
                return
        elif self._waiting and self._waiting[0].number == ended.number:
            self._waiting[0] = self._waiting[0].after(ended.before)
            return
        self._ends[ended.number] = self._ends[ended.number].plus(ended.before)

    def _collect(self) -> None:
        """Note the solutions that lanes have found, and free the lanes that have nothing to do any more."""
        controls, solutions = self._stack.controls, self._stack.solutions
        for lane, left in self._lanes.items():
            if count := int(controls[lane, fields.FOUND]):
                rows = solutions[lane, : count if self._every else 1].tolist()
                self._note(left, count, [tuple(row[: row[-1]]) for row in rows])
                controls[lane, fields.FOUND] = 0
        while self._waiting and self._useless(self._waiting[-1]):
            self._waiting.pop()
        for lane in [lane for lane, left in self._lanes.items() if self._useless(left)]:
            del self._lanes[lane]
            controls[lane, fields.DEPTH] = controls[lane, fields.BASE] - 1
        for lane in [lane for lane in self._lanes if not self._stack.under_way(lane)]:
            self._end(lane)

    def _note(self, left: Left, count: int, paths: list[Path]) -> None:
        """Note solutions below a node. What was done after the first one does not count."""
        if self._every:
            self._every.add(count, paths)
            return
        solution = left.number, paths[0]
        if self._found is None or solution < self._found:
            self._found = solution
            self._ends[left.number] = NOTHING

    def _useless(self, left: Left) -> bool:
        """Whether a node comes after the first solution, and only that is wanted."""
        return self._found is not None and (left.number, left.path) > self._found
