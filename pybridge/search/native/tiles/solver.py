"""The engine `native`: IDA* by compiled kernels, for any number of starts of one puzzle.

What the starts share is prepared once. Where no heuristic is asked for, one that is at hand begins.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from pybridge.compiled import telling
from pybridge.errors import TableSpaceError, UnavailableProgramError
from pybridge.heuristics.pattern_database import PatternDatabases, symmetries
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.registry import sliding
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, PieceMove
from pybridge.search.deepening import Deepening, OutOfPatience
from pybridge.search.domains import pruning_of, require_lower_bound, searching
from pybridge.search.hands import Searchers
from pybridge.search.journal import Journal
from pybridge.search.kernels.words import MOST_SLACK
from pybridge.search.layers.shortest import NONE, Shortest, wanted
from pybridge.search.native.tiles.heuristics import plan
from pybridge.search.native.tiles.plan import Start, Ways, sliding_rules, ways
from pybridge.search.native.tiles.searcher import Worker, warm_up
from pybridge.search.packets import Path
from pybridge.search.solution import Solution
from pybridge.search.standing import Promise, solves
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task
from pybridge.search.tiles import MANHATTAN, first_cells, first_threshold, prepare, step

PATIENCE = 2.0
"""Seconds to search with a heuristic that was at hand, before a better one's tables are built."""

_PAGE = 4096


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search by kernels, with the heuristic of the task or, where that is open, with the best one.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError.
    """
    attempt = _Attempt(task, tally, report)
    try:
        with telling(tally.report):  # of kernels that are compiled meanwhile
            return attempt.solution()
    except Stopped as stopped:
        return _unprepared(task, tally, stopped.outcome, attempt.at_hand)


class _Attempt:
    """A search that may begin with a heuristic that is `at_hand` before the tables of a better one are built."""

    def __init__(self, task: Task, tally: Tally, report: OnProgress) -> None:
        self._task, self._tally, self._report = task, tally, report
        self.at_hand: str | None = None

    def solution(self) -> Solution:
        """Prepare, and search."""
        from pybridge.heuristics.choice import best, bounds

        task = self._task
        if task.heuristic:
            return self._ready(task).solve(task, self._tally)
        better, plain = best(task.facts), bounds(task.facts)
        try:
            solver = self._ready(task)
        except TableSpaceError:  # there is nowhere to keep tables
            return self._ready(replace(task, heuristic=MANHATTAN)).solve(task, self._tally)
        except UnavailableProgramError:  # the best heuristic is more than the kernels hold
            better, solver = plain, self._ready(replace(task, heuristic=plain))
        if solver.heuristic.name == better.name:
            return solver.solve(task, self._tally)
        try:
            return solver.solve(task, self._tally, patience=PATIENCE)
        except OutOfPatience as impatience:
            return self._go_on(solver, replace(task, heuristic=better), impatience.threshold)

    def _go_on(self, solver: "Solver", better: Task, first: int) -> Solution:
        """Go on from a threshold with the better heuristic, or with the one at hand if the better cannot be had."""
        self.at_hand = solver.heuristic.name
        try:
            stronger = self._ready(better)
        except (UnavailableProgramError, TableSpaceError):
            self._tally.report(None)
            return solver.solve(self._task, self._tally, first=first)
        return stronger.solve(self._task, self._tally, first=first, before=solver.heuristic.name)

    def _ready(self, task: Task) -> "Solver":
        """A solver with its tables."""
        solver = Solver(task, self._report)
        self._tally.report(None)
        return solver


def _unprepared(task: Task, tally: Tally, outcome: Outcome, at_hand: str | None) -> Solution:
    """What there is of a search that was stopped before it began, or while tables were built to go on with."""
    iterations, row = tuple(tally.iterations), searching(task.facts)
    named = task.heuristic.name if task.heuristic else None
    return Solution(
        task.facts.name, task.start_name, task.program, "native", outcome, (), iterations,
        sum(iteration.seconds for iteration in iterations),
        every=task.wanted.every,
        initial_bound=iterations[0].threshold if iterations else row.bound(task),
        heuristic=at_hand or named,
        pruning=pruning_of(task).value,
        step=row.step(task.facts, task.start),
    )  # fmt: skip


class Solver:
    """Tables loaded, kernels compiled, memory mapped: what is left to each search is to search.

    `heuristic` and `pruning` are those that were chosen, where the task left the choice.
    """

    def __init__(self, task: Task, report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, TableSpaceError, UnavailableProgramError, and what `report` raises.
        """
        prepared = prepare(task, report)
        self.heuristic, self.pruning = prepared.heuristic, prepared.pruning
        self._facts, self._jobs = sliding(task.facts, MANHATTAN), task.jobs
        self._mirrorings = symmetries(self._facts)
        self._ways = ways(self._facts.neighbors, prepared.machine)
        self._plan = plan(self._facts, prepared.heuristic, self._ways)
        self._searched = 0.0
        _touch(prepared.heuristic)
        warm_up(self._plan, self._ways)

    def solve(
        self, task: Task, tally: Tally, *, first: int = 0, before: str = "", patience: float | None = None
    ) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a fresh tally.

        Or in one whose thresholds below `first` are done, by the heuristic `before`. Raises OutOfPatience, the
        iteration under way abandoned, if the search takes more than `patience` seconds.
        """
        ways, state = self._ways.beginning(task.start.index(0), self._first_cells(task))
        start = self._plan.start(task.start, state)
        promise, outcome, shortest = self._promise(task, start.h), Outcome.NO_SOLUTION_WITHIN_LIMIT, NONE
        journal = Journal(task, self.heuristic.name, self.pruning.value) if task.keep and patience is None else None
        searchers, later = self._searchers(ways, start, task), partial(ways.later, state)
        deepening = Deepening(searchers, tally, self._jobs, journal, before, later, crew=task.crew)
        try:
            if (path := deepening.search(promise, first, patience)) is not None:
                require_lower_bound(self.heuristic, len(path), tally.iterations[-1].threshold)
                shortest = Shortest(None, (_moves(task.start, path),))
                rules = partial(sliding_rules, self._plan, self._ways, task.start)
                shortest, outcome = wanted(shortest, rules, task, tally), Outcome.SOLVED
        except Stopped as stopped:
            outcome = stopped.outcome
        except OutOfPatience:
            tally.abandon()
            raise
        told = deepening.close(outcome)
        tally.end(completed=False)
        found = self._solution(task, tally, outcome, shortest, promise)
        return replace(found, heuristic=self._name(deepening.before), journal=told)

    def _promise(self, task: Task, h: int) -> Promise:
        """What must be true of what was kept of a search from a start with this estimate."""
        first, grow = first_threshold(self._facts, task.start, h), step(self._facts, task.start)
        return Promise(first, grow, solves(task, partial(_moves, task.start)), partial(_first, task))

    def _searchers(self, ways: Ways, start: Start, task: Task) -> Searchers:
        """What makes searchers. Raises UnavailableProgramError for a threshold that they cannot hold."""
        since = time.monotonic() - self._searched

        def searcher(threshold: int) -> Callable[[], Worker]:
            if threshold > start.h + MOST_SLACK:
                raise UnavailableProgramError(
                    f"the engine native searches to {MOST_SLACK} moves over the first bound, {start.h}, which is "
                    "not enough here; use --engine python"
                )
            if task.limits.memory is None:
                self._plan.enlarge_pages(time.monotonic() - since)
            return partial(Worker, self._plan, ways, start.frame(threshold), threshold)

        return searcher

    def _name(self, before: str) -> str:
        """What the search went by, where another heuristic searched `before`."""
        return ", then ".join(filter(None, (before, self.heuristic.name)))

    def _first_cells(self, task: Task) -> tuple[int, ...]:
        """Where the first move may come from: sequence pruning leaves out what mirrors another, too."""
        if self.pruning is Prune.INVERSE:
            return self._facts.neighbors[task.start.index(0)]
        return first_cells(self._facts, task.start, self._mirrorings)

    def _solution(self, task: Task, tally: Tally, outcome: Outcome, found: Shortest, promise: Promise) -> Solution:
        """The end of a search."""
        iterations = tuple(tally.iterations)
        seconds = sum(iteration.seconds for iteration in iterations)
        self._searched += seconds
        return Solution(
            task.facts.name,
            task.start_name,
            task.program,
            "native",
            outcome,
            found.solutions,
            iterations,
            seconds,
            every=task.wanted.every and len(found.solutions) == found.count,
            initial_bound=promise.first,
            pruning=self.pruning.value,
            count=found.count,
            step=promise.step,
            layers=tally.layers,
        )


def _first(task: Task, name: str) -> int | None:
    """The first threshold by a heuristic that may begin a search; None for any other."""
    from pybridge.heuristics.choice import bounds

    spec = next((spec for spec in (bounds(task.facts), MANHATTAN) if spec.name == name), None)
    if spec is None:
        return None
    heuristic = prepare(replace(task, heuristic=spec), lambda phrase: None).heuristic
    return first_threshold(sliding(task.facts, spec), task.start, heuristic.estimate(task.start))


def _touch(heuristic: Heuristic) -> None:
    """Have all pages of pattern databases mapped in their order; in a search's it takes a hundred times as long."""
    for leaf in heuristic.heuristics if isinstance(heuristic, Maximum) else (heuristic,):
        if isinstance(leaf, PatternDatabases):
            for part in (part for group in leaf.groups for part in group):
                part.database.packed.reshape(-1)[::_PAGE].max()


def _moves(start: Sequence[int], path: Path) -> tuple[Move, ...]:
    """The moves of a solution, from the cells of the blank."""
    board, moves = list(start), []
    for blank, cell in pairwise((board.index(0), *path)):
        moves.append(PieceMove(board[cell], cell, blank))
        board[blank], board[cell] = board[cell], 0
    return tuple(moves)
