"""A good solution of a permutation puzzle, found in two phases (H. Kociemba, 1992) and improved.

The first phase leads to a state whose projection is the goal's, and ends with a move that is not kept; the second phase
has kept moves only. Every sequence of moves that leads to the goal is such a pair. So all first phases of a length,
with each second phase that makes the solution shorter than the best one, prove that no solution has that length.

The start, its inverse and their images under symmetries are searched in turn: each has solutions of the same lengths.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from pybridge.arrays import Array
from pybridge.compiled import announcing
from pybridge.errors import UnavailableProgramError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import moves
from pybridge.heuristics.two_phases import two_phases
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.puzzles.turns import TurnMove
from pybridge.search.kernels.turns import phases
from pybridge.search.kernels.turns import search as fields
from pybridge.search.native import solver
from pybridge.search.native.turns.phases import Phases, Side, sides
from pybridge.search.native.turns.stack import BUDGET, Stack, TurnsNode, followed
from pybridge.search.packets import Path
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task
from pybridge.tables.sequences.machine import DEAD

NAME = "two phases"
LONGEST = 60
"""Moves of a phase, at most."""
PATIENCE = 1 << 12
"""Nodes that a second phase may take at first; it may take more when all others are done."""
_MORE_PATIENCE = 16
_MOST_PATIENCE = 1 << 60
"""Which a kernel can count to; no second phase is given up before."""
_AHEAD = 2
"""So many more lengths of first phases are tried before there is more patience, as long as there is no solution."""


def search(task: Task[TurnsFacts], tally: Tally, report: OnProgress) -> Solution:
    """Search until a solution has at most as many moves as is good enough. A puzzle without phases is searched plainly.

    Raises UnavailableProgramError, TableSpaceError and BrokenTableError.
    """
    facts = task.facts
    chosen = two_phases(facts)
    if chosen is None:
        plain = task.shortest()
        tally.last_threshold = plain.last_threshold
        return solver.search(plain, tally, report)
    if task.heuristic or task.pruning:
        raise UnavailableProgramError(
            f"{facts.name} is solved in two phases with tables and moves of their own; leave out the "
            f"{'heuristic' if task.heuristic else 'pruning'}"
        )
    outcome, attempt = Outcome.NO_SOLUTION_WITHIN_LIMIT, None
    try:
        with announcing(tally.report):
            attempt = _Attempt(task, Phases(facts, chosen, report), tally)
            attempt.warm_up()
            tally.report(None)
        if attempt.search():
            outcome = Outcome.SOLVED
    except Stopped as stopped:
        outcome = stopped.outcome
    return _solution(task, tally, outcome, attempt)


def _solution(task: Task[TurnsFacts], tally: Tally, outcome: Outcome, attempt: "_Attempt | None") -> Solution:
    best = attempt.best.path if attempt else None
    names = [turn.name for turn in moves(task.facts)]
    solutions = () if best is None else (tuple(TurnMove(names[move]) for move in best),)
    found = replace(
        tally.close(task, "native", outcome, solutions),
        initial_bound=attempt.bound if attempt else 0,
        claims=False,
        heuristic=NAME,
        pruning=Pruning.SEQUENCE.value,
        good=task.wanted.good,
    )
    return replace(found, claims=best is not None and len(best) <= (found.lower_bound or 0))


class _Best:
    """The best solution so far, which all threads look at."""

    def __init__(self, good: int, tally: Tally) -> None:
        self._good, self._tally, self._lock = good, tally, threading.Lock()
        self.path: Path | None = None

    def offer(self, path: Path) -> None:
        """Keep a solution if it is the shortest."""
        with self._lock:
            if self.path is None or len(path) < len(self.path):
                self.path, self._tally.best = path, len(path)

    def most(self, length: int) -> int:
        """How many moves a second phase may have after a first one; less than 0 if even none is too long."""
        return LONGEST if self.path is None else min(LONGEST, len(self.path) - 1 - length)

    @property
    def enough(self) -> bool:
        """Whether the best solution is good enough."""
        return self.path is not None and len(self.path) <= self._good


class _Attempt:
    """The search for one start: first phases of one length after the other, on all sides."""

    def __init__(self, task: Task[TurnsFacts], ready: Phases, tally: Tally) -> None:
        facts = task.facts
        self._ready, self._tally, self._jobs = ready, tally, task.jobs
        self._sides = sides(facts, ready, task.start)
        self.bound = max(task.start not in facts.goals, *(side.distance for side in self._sides))
        self._good = task.wanted.good or 0
        self.best = _Best(self._good, tally)
        self._lock = threading.Lock()
        self._threads = [_Thread(ready, self.best, self._spend) for _ in range(task.jobs)]

    def warm_up(self) -> None:
        """Have the kernels compiled, or loaded, before any time is taken."""
        self._threads[0].compile()

    def search(self) -> bool:
        """Search with more and more patience; whether a solution is good enough. Raises Stopped."""
        patience, ahead = PATIENCE, _AHEAD
        while self._round(patience, ahead):
            patience, ahead = min(patience * _MORE_PATIENCE, _MOST_PATIENCE), ahead + _AHEAD
        return self.best.enough

    def _round(self, patience: int, ahead: int) -> bool:
        """Try first phases of all lengths; whether some were given up and there is more to find."""
        length = min(side.distance for side in self._sides)
        for side in self._sides:
            side.done = side.distance - 1
        while not (self.best.enough or (self._proved > self._good and self.best.path is not None)):
            if self.best.most(length) < 0 or (self.best.path is None and length > self.bound + ahead):
                return True
            if length > LONGEST or not self._tally.begin(length):
                return False
            self._iterate(self._sides, length, patience)
            if self.best.path is not None:  # this leaves less to try where a second phase was given up
                again = [side for side in self._sides if side.done == length - 1]
                self._iterate(again, length, min(patience * _MORE_PATIENCE, _MOST_PATIENCE))
            best = self.best.path
            proved = any(side.done >= length for side in self._sides) and (best is None or len(best) > length)
            self._tally.end(completed=proved)
            length += 1
        return False

    @property
    def _proved(self) -> int:
        """No solution has fewer moves."""
        return max(side.done for side in self._sides) + 1

    def _iterate(self, sides: Sequence[Side], length: int, patience: int) -> None:
        """Try all first phases of a length on some sides."""
        work = [each for side in sides if side.distance <= length for each in self._parts(side, length)]
        given_up: set[int] = set()
        queue = iter(work)

        def run(thread: _Thread) -> None:
            while not self.best.enough:
                with self._lock:
                    part = next(queue, None)
                if part is None:
                    return
                if not thread.run(*part, length, patience):
                    given_up.add(id(part[0]))

        if self._jobs == 1:
            run(self._threads[0])
        else:
            with ThreadPoolExecutor(self._jobs) as pool:
                list(pool.map(run, self._threads))
        for side in sides:
            complete = side.done == length - 1 and id(side) not in given_up and not self.best.enough
            side.done = length if complete else side.done

    def _parts(self, side: Side, length: int) -> list[tuple[Side, Path]]:
        """What threads share: the start, or the nodes after its first move."""
        if self._jobs == 1 or length < 2:
            return [(side, ())]
        machines = self._ready.machines[0]
        return [(side, (move,)) for move in range(machines.moves) if machines.next[0, move] != DEAD]

    def _spend(self, expanded: int, generated: int) -> None:
        with self._lock:
            self._tally.expanded += expanded
            self._tally.generated += generated
        self._tally.check()


class _Thread:
    """What one thread searches with."""

    def __init__(self, ready: Phases, best: _Best, spend: Callable[[int, int], None]) -> None:
        self._ready, self._best, self._spend = ready, best, spend
        self._first, self._second = (
            Stack(entries, machines, ready.goal, LONGEST)
            for entries, machines in zip(ready.entries, ready.machines, strict=True)
        )
        self._batch = np.zeros(phases.FIELDS, np.int64)
        self._ends = np.zeros((len(self._first.solutions), len(ready.goal)), np.int64)
        self._before = ready.goal.copy()

    def compile(self) -> None:
        """Compile all kernels."""
        self._first.begin(0, self._node(self._ready.goal, ()))
        self._first.go_on()
        self._first.solutions[0, -1] = 0
        phases.follow(self._first.solutions, 1, self._ready.goal, self._ready.sources, self._before, self._ends)
        phases.finish(self._batch, self._ends, self._values(1), self._ready.goal, *self._second.arrays)

    def _node(self, start: Array, path: Path) -> TurnsNode:
        entries, machines = self._ready.entries[0], self._ready.machines[0]
        found = followed(entries, machines, TurnsNode(entries.form.state(start.tolist()), machines.begin), path)
        assert found  # one move, which the machine accepts
        return found

    def run(self, side: Side, path: Path, length: int, patience: int) -> bool:
        """Try all first phases of a length from a node; whether none of the second phases was given up."""
        control = self._first.control
        self._batch[[phases.PATIENCE, phases.GIVEN_UP]] = patience, 0
        if length == 0:
            self._first.solutions[0, -1] = 0
            self._finish(side, path, 1, length)
            return not self._batch[phases.GIVEN_UP]
        self._first.begin(len(path), self._node(side.start, path))
        control[[fields.THRESHOLD, fields.BUDGET, fields.EVERY, fields.PHASE]] = length, BUDGET, 1, 1
        while self._first.under_way and not self._best.enough:
            self._spend(*self._first.go_on()[:2])
            if count := int(control[fields.FOUND]):
                self._finish(side, path, count, length)
                control[fields.FOUND] = 0
        return not self._batch[phases.GIVEN_UP]

    def _finish(self, side: Side, path: Path, count: int, length: int) -> None:
        """Try the second phases of some first ones."""
        start = side.start
        for move in path:
            start = start[self._ready.sources[move]]
        batch, first, second = self._batch, self._first.solutions, self._second
        batch[[phases.NEXT, phases.COUNT, phases.AT, phases.SOLVED]] = 0, count, -1, 0
        phases.follow(first, count, start, self._ready.sources, self._before, self._ends)
        second.control[[fields.DEPTH, fields.BASE, fields.BUDGET]] = -1, 0, BUDGET
        values = self._values(count)
        while batch[phases.NEXT] < count and self._best.most(length) >= 0 and not self._best.enough:
            batch[phases.MOST] = self._best.most(length)
            phases.finish(batch, self._ends, values, self._ready.goal, *second.arrays)
            if batch[phases.SOLVED]:
                batch[phases.SOLVED] = 0
                begin, end = first[batch[phases.NEXT] - 1], second.solutions[0]
                kept = (self._ready.kept[move] for move in end[: end[-1]])
                self._best.offer(side.solution(self._ready.merged([*path, *begin[: begin[-1]].tolist(), *kept])))
            self._spend(int(batch[phases.SPENT]), int(batch[phases.MADE]))
            batch[[phases.SPENT, phases.MADE]] = 0

    def _values(self, count: int) -> Array:
        """The row and column values of some ends in the tables of the second phase; -1 for what one does not have."""
        return np.stack([lookup.all_values(self._ends[:count]) for lookup in self._ready.second], axis=1)
