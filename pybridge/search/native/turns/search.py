"""IDA* of permutation puzzles at native speed by tables of projections: what starts share, and a thread's search."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TurnsFacts
from pybridge.heuristics.projections import Projections
from pybridge.limits import OnProgress
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.turns import TurnMove
from pybridge.search.deepening import Noted, Root
from pybridge.search.either_side import Sides
from pybridge.search.kernels.turns import search as fields
from pybridge.search.native.turns.entries import Entries
from pybridge.search.native.turns.stack import BUDGET, Machines, Stack, TurnsNode, followed, warm_up
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.task import Task
from pybridge.search.turns import TurnsPrepared, prepare, sides_of
from pybridge.tables.sequences.machine import DEAD

_DEEPEST = 100


class TurnsSearch:
    """Tables loaded, kernels compiled."""

    network = ""

    def __init__(self, task: Task[TurnsFacts], report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError, and what `report`
        raises.
        """
        self._facts, self._ready = task.facts, prepare(task, report)
        self.heuristic, self.pruning = _projections(self._ready), self._ready.pruning
        lookups = [(lookup, bool(side)) for side, some in enumerate(self.heuristic.by_side) for lookup in some]
        self._entries = Entries(self.heuristic.moves, lookups)
        warm_up(self._entries)

    def start(self, task: Task, sides: Sides) -> "TurnsStart":
        """What the searchers of a task's start share."""
        machines = Machines(*sides.machines)
        return TurnsStart(self._facts, task.start, machines, self._entries, limited=task.limits.memory is not None)

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        first, sides = self.heuristic.estimate(task.start), sides_of(self._ready, self._facts, task.start)
        start, solutions = self.start(task, sides), Noted(task.wanted.most) if task.wanted.every else None
        return Root(
            searchers=start.searchers(solutions),
            first=first,
            moves=partial(_moves, self._ready.names, sides),
            later=start.later,
            noted=solutions,
        )


def _moves(names: Sequence[str], sides: Sides, path: Path) -> tuple[TurnMove, ...]:
    return tuple(TurnMove(names[move]) for move in sides.solution(path))


def _projections(ready: TurnsPrepared) -> Projections:
    if not isinstance(ready.heuristic, Projections):
        name = ready.heuristic.name
        raise UnavailableProgramError(
            f"the engine native has no {name} for permutation puzzles; use --engine python --jobs 1"
        )
    return ready.heuristic


class TurnsStart:
    """What the searchers of a start share: its arrays, and its nodes by path.

    A path has the moves in the order of the search: a move on the inverse has a number after those of all moves.
    """

    def __init__(self, facts: TurnsFacts, start: State, machines: Machines, entries: Entries, *, limited: bool) -> None:
        """If memory is `limited`, tables are not copied into large pages."""
        goal = facts.goals[0]
        self.goal, self.machines, self.entries = np.array(goal, np.int64), machines, entries
        self.is_goal, self._limited = tuple(start) == tuple(goal), limited
        self._root = TurnsNode(entries.form.state(homes(facts).of(start)), machines.begin)

    def searchers(self, solutions: Noted | None) -> Callable[[int], Callable[[], "TurnsSearcher"]]:
        """What makes searchers to a threshold."""
        begun = time.monotonic()

        def searcher(threshold: int) -> Callable[[], TurnsSearcher]:
            if threshold > _DEEPEST:
                raise UnavailableProgramError(f"the engine native searches to {_DEEPEST} moves; use --engine python")
            if not self._limited:
                self.entries.enlarge_pages(time.monotonic() - begun)
            return lambda: TurnsSearcher(self, threshold, solutions)

        return searcher

    def later(self, path: Path) -> int:
        """How many moves come after those of a path, of all that the pruning machine allows on the way."""
        count, states = 0, list(self.machines.begin)
        for each in path:
            side, move = self.machines.split(each)
            following = self.machines.next[states[side]]
            count += int((following[move + 1 :] != DEAD).sum())
            states[side] = int(following[move])
        return count

    def node(self, path: Path) -> TurnsNode:
        """The node that a path leads to. Raises StrayPath."""
        found = followed(self.entries, self.machines, self._root, path)
        if found is None:
            raise StrayPath(f"the path {list(path)} cannot be followed")
        return found


class TurnsSearcher:
    """The arrays of one thread, which searches to one threshold below one node after the other."""

    def __init__(self, start: TurnsStart, threshold: int, solutions: Noted | None) -> None:
        self._start, self._threshold, self._every = start, threshold, solutions
        self.budget = BUDGET
        self._stack = Stack(start.entries, start.machines, start.goal, threshold)
        self._stack.control[fields.EVERY] = solutions is not None
        self._waiting: deque[Left] = deque()
        self._at: Left | None = None
        self._ends: list[Counts] = []
        self._found: Below | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        return not self._waiting and self._at is None

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath for a path that cannot be followed."""
        self._found, self._at, self._ends = None, None, [NOTHING] * len(paths)
        self._waiting = deque(Left(number, path) for number, path in enumerate(paths))
        for path in paths:
            if len(path) > self._threshold:
                raise StrayPath(f"the path {list(path)} is too long")
        if list(paths) == [()] and self._start.is_goal:
            self._note(self._waiting[0], [()])
            self._waiting.clear()

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        self._stack.control[fields.BUDGET] = left = self.budget
        done = NOTHING
        while left > 0 and not self.over:
            if self._at is None:
                self._at = self._waiting.popleft()
                self._stack.begin(len(self._at.path), self._start.node(self._at.path))
            counts = self._stack.go_on()
            self._at, done, left = self._at.after(counts), done.plus(counts), left - max(1, counts.expanded)
            if paths := self._stack.paths():
                self._note(self._at, paths)
            if not self._stack.under_way:
                self._end(self._at.number, self._at.before)
                self._at = None
                if self._found:
                    self._waiting.clear()
        return done

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        found: list[Left] = []
        if self._at is not None:
            for path, before in self._stack.left(self._at.before):
                if path is None:
                    self._end(self._at.number, before)
                else:
                    found.append(Left(self._at.number, (*self._at.path, *path), before))
            self._at = None
            self._stack.end()
        left = [*found, *self._waiting]
        self._waiting.clear()
        return Done(self._ends, left, self._found)

    def _end(self, number: int, done: Counts) -> None:
        """Have what was done below a node count at its end."""
        self._ends[number] = self._ends[number].plus(done)

    def _note(self, left: Left, paths: list[Path]) -> None:
        """Note solutions below a node."""
        if self._every:
            self._every.add(len(paths), [(*left.path, *path) for path in paths])
        else:
            self._found = left.number, (*left.path, *paths[0])
