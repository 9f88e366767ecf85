"""IDA* of a permutation puzzle at native speed, by tables of projections."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.compiled import telling
from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.projections import Projections
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles.permutation import TurnMove
from pybridge.search.domains import require_lower_bound
from pybridge.search.kernels import turns as fields
from pybridge.search.layers.shortest import MOST_LISTED
from pybridge.search.native.turn_stack import BUDGET, Path, Plan, Stack
from pybridge.search.permutation import Prepared, prepare
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task

Array = NDArray[Any]
_PREFIX = 2
"""Nodes after so many moves are searched one by one, by several threads."""
_DEEPEST = 100


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search from the task's start, which must be solvable.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
    """
    outcome, found, bound, ready = Outcome.NO_SOLUTION_WITHIN_LIMIT, _Found(task), 0, None
    try:
        with telling(tally.report):
            ready = prepare(task, report)
            heuristic = _projections(ready)
            under_way = _UnderWay(task, ready, heuristic)
            under_way.warm_up()
            tally.report(None)
        bound = heuristic.estimate(task.start)
        if under_way.search(bound, tally, found):
            outcome = Outcome.SOLVED
            require_lower_bound(heuristic, len(found.paths[0]) if found.paths else found.length, found.threshold)
    except Stopped as stopped:
        outcome = stopped.outcome
    tally.end(completed=False)
    return _solution(task, tally, outcome, found, bound, ready)


def _projections(ready: Prepared) -> Projections:
    if not isinstance(ready.heuristic, Projections):
        name = ready.heuristic.name
        raise UnavailableProgramError(f"the engine native has no {name} for permutation puzzles; use --engine python")
    return ready.heuristic


@dataclass
class _Found:
    """The solutions of the last threshold: how many, and the first ones in move order."""

    task: Task
    count: int = 0
    length: int = 0
    threshold: int = 0
    paths: tuple[Path, ...] = ()

    @property
    def most(self) -> int:
        """How many solutions are kept."""
        if not self.task.wanted.every:
            return 1
        return MOST_LISTED if self.task.wanted.listed is None else self.task.wanted.listed


def _solution(
    task: Task, tally: Tally, outcome: Outcome, found: _Found, bound: int, ready: Prepared | None
) -> Solution:
    iterations = tuple(tally.iterations)
    every = task.wanted.every and outcome is Outcome.SOLVED
    paths = found.paths if outcome is Outcome.SOLVED else ()
    names = ready.names if ready else ()
    return Solution(
        task.facts.name,
        task.start_name,
        task.program,
        "native",
        outcome,
        tuple(tuple(TurnMove(names[move]) for move in path) for path in paths),
        iterations,
        sum(iteration.seconds for iteration in iterations),
        every=every and len(paths) == found.count,
        initial_bound=bound,
        heuristic=ready.heuristic.name if ready else task.heuristic.name if task.heuristic else None,
        pruning=ready.pruning.value if ready else None,
        count=found.count if every else None,
    )


class _UnderWay:
    """The arrays of a search, which its threads share, and the nodes with which they begin."""

    def __init__(self, task: Task, ready: Prepared, heuristic: Projections) -> None:
        self._task = task
        facts: Any = task.facts
        sources = np.array([turn.sources for turn in heuristic.moves], np.int64)
        state, goal = np.array(task.start, np.int64), np.array(facts.goals[0], np.int64)
        self._puzzle = state, sources, goal
        self._machine = np.ascontiguousarray(ready.machine.arrays["next"]).astype(np.int64)
        self._plan = Plan(heuristic.lookups)
        self._root = _Node((), 0, tuple(task.start), heuristic)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        _Worker(self, 1).run(self._root, 0, _Found(self._task))

    def search(self, threshold: int, tally: Tally, found: _Found) -> bool:
        """Search to one threshold after the other until there is a solution. Raises Stopped."""
        while tally.begin(threshold):
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST} moves; use --engine python")
            found.threshold = threshold
            self._iterate(threshold, tally, found)
            tally.end(completed=not found.count)
            if found.count:
                return True
            threshold += 1
        return False

    def _iterate(self, threshold: int, tally: Tally, found: _Found) -> None:
        nodes: list[_Node] = []
        for node in self._root.walk(threshold, self._machine, self._puzzle, tally):
            if node.state == tuple(self._puzzle[2].tolist()):
                found.count, found.length = found.count + 1, len(node.path)
                found.paths = (*found.paths, node.path)[: found.most]
                if not self._task.wanted.every:
                    return
            else:
                nodes.append(node)
        shared = _Shared(nodes, tally, found)
        if self._task.jobs == 1 or len(nodes) < 2:
            shared.work(_Worker(self, threshold))
        else:
            with ThreadPoolExecutor(self._task.jobs) as pool:
                list(pool.map(shared.work, [_Worker(self, threshold) for _ in range(self._task.jobs)]))
        shared.finish()

    def stack(self, threshold: int) -> Stack:
        """The arrays of a thread."""
        return Stack(self._plan, self._machine, self._puzzle, threshold)


class _Node:
    """A node near the start, in plain Python; its children are made once, and used at every threshold."""

    def __init__(self, path: Path, machine: int, state: tuple[int, ...], heuristic: Projections) -> None:
        self.path, self.machine, self.state, self._heuristic = path, machine, state, heuristic
        self.values = [lookup.values(state) for lookup in heuristic.lookups]
        self.h = max(lookup.entry(*at) for lookup, at in zip(heuristic.lookups, self.values, strict=True))
        self._children: list[_Node] | None = None

    def walk(self, threshold: int, machine: Array, puzzle: Any, tally: Tally) -> Iterator["_Node"]:
        """The goals near the start, and the nodes to search below, in move order."""
        if len(self.path) + self.h <= threshold:
            if len(self.path) == _PREFIX or self.state == tuple(puzzle[2].tolist()):
                yield self
                return
            tally.expanded += 1
            for child in self._made(machine, puzzle[1]):
                tally.generated += 1
                yield from child.walk(threshold, machine, puzzle, tally)

    def _made(self, machine: Array, sources: Array) -> list["_Node"]:
        if self._children is None:
            self._children = [
                _Node(
                    (*self.path, move),
                    int(machine[self.machine, move]),
                    tuple(self.state[source] for source in sources[move]),
                    self._heuristic,
                )
                for move in range(len(sources))
                if machine[self.machine, move] != fields.DEAD
            ]
        return self._children


class _Shared:
    """The nodes of an iteration, which threads take in their order, and what they found."""

    def __init__(self, nodes: Sequence[_Node], tally: Tally, found: _Found) -> None:
        self._nodes, self._tally, self._found = nodes, tally, found
        self._lock, self._next, self._least = threading.Lock(), 0, len(nodes)
        self._solutions: dict[int, tuple[int, list[Path]]] = {}
        self._error: BaseException | None = None

    def work(self, worker: "_Worker") -> None:
        """Search below nodes until none is left. Another thread's error ends it."""
        while True:
            with self._lock:
                number = self._next
                self._next += 1
            if number >= len(self._nodes) or number > self._least or self._error:
                return
            try:
                self._solutions[number] = worker.run(self._nodes[number], number, self._found, self._spend)
            except _Late:
                continue
            except BaseException as error:
                self._error = error
                return
            if self._solutions[number][0] and not self._found.task.wanted.every:
                with self._lock:
                    self._least = min(self._least, number)

    def _spend(self, number: int, expanded: int, generated: int) -> None:
        """Account for what a thread has done. Raises what ends the search."""
        with self._lock:
            self._tally.expanded += expanded
            self._tally.generated += generated
            if number > self._least:
                raise _Late
        self._tally.check()

    def finish(self) -> None:
        """Note the solutions, those of the first nodes first. Raises what a thread raised."""
        if self._error:
            raise self._error
        for number in sorted(self._solutions):
            count, paths = self._solutions[number]
            if count and (self._found.task.wanted.every or not self._found.count):
                self._found.count += count
                self._found.paths = (*self._found.paths, *paths)[: self._found.most]
                self._found.length = len(paths[0]) if paths else self._found.threshold


class _Late(Exception):
    """A node before this one has a solution, so that this one's are not the first."""


class _Worker:
    """A thread's search below one node after the other."""

    def __init__(self, under_way: _UnderWay, threshold: int) -> None:
        self._stack = under_way.stack(threshold)

    def run(self, node: _Node, number: int, found: _Found, spend: Any = None) -> tuple[int, list[Path]]:
        """How many solutions there are below a node, and the first ones. Without `spend`, only compile."""
        stack, control = self._stack, self._stack.control
        stack.begin(node.path, node.values, node.machine)
        control[fields.BUDGET] = BUDGET if spend else 0
        control[fields.EVERY] = found.task.wanted.every
        count, paths = 0, []
        while stack.under_way:
            stack.go_on()
            if spend is None:
                break
            fresh = int(control[fields.FOUND])
            for row in stack.solutions[: min(fresh, max(0, found.most - count))].tolist():
                paths.append(tuple(row[: row[-1]]))
            count, control[fields.FOUND] = count + fresh, 0
            spend(number, int(control[fields.EXPANDED]), int(control[fields.GENERATED]))
        return count, paths
