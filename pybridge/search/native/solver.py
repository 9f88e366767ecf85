"""IDA* at native speed for any number of starts of one puzzle: what they share is prepared once."""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.pattern_database import PatternDatabases, symmetries
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.registry import Spec, sliding
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, PieceMove
from pybridge.search.domains import require_lower_bound
from pybridge.search.kernels.frames import MOST_SLACK
from pybridge.search.layers.shortest import NONE, Shortest, wanted
from pybridge.search.native.heuristics import plan
from pybridge.search.native.plan import Plan, Start, Ways, sliding_rules, ways
from pybridge.search.native.workers import Iteration, warm_up
from pybridge.search.sliding_tiles import first_cells, first_threshold, prepare, step
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task

_PAGE = 4096


class OutOfPatience(Exception):
    """A search took longer than it was given; `threshold` is the one that it could not finish."""

    def __init__(self, threshold: int) -> None:
        super().__init__(f"threshold {threshold} takes too long")
        self.threshold = threshold


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
        self._facts, self._jobs = sliding(task.facts, Spec("manhattan")), task.jobs
        self._mirrorings = symmetries(self._facts)
        self._ways = ways(self._facts.neighbors, prepared.machine)
        self._plan = plan(self._facts, prepared.heuristic, self._ways)
        _touch(prepared.heuristic)
        warm_up(self._plan, self._ways)

    def solve(
        self, task: Task, tally: Tally, *, first: int = 0, before: str = "", patience: float | None = None
    ) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a fresh tally.

        Or in one whose thresholds below `first` are done, by the heuristic `before`. Raises OutOfPatience, the
        iteration under way abandoned, if the search takes more than `patience` seconds.
        """
        blank = task.start.index(0)
        ways, state = self._ways.beginning(blank, self._first_cells(task))
        start = self._plan.start(task.start, state)
        bound, grow = first_threshold(self._facts, task.start, start.h), step(self._facts, task.start)
        under_way = _UnderWay(self._plan, ways, start, tally)
        outcome, shortest = Outcome.NO_SOLUTION_WITHIN_LIMIT, NONE
        try:
            if under_way.search(max(bound, first), grow, self._jobs, patience):
                moves = _moves(task.start, under_way.path())
                require_lower_bound(self.heuristic, len(moves), tally.iterations[-1].threshold)
                shortest = Shortest(None, (moves,))
                rules = partial(sliding_rules, self._plan, self._ways, task.start)
                shortest, outcome = wanted(shortest, rules, task, tally), Outcome.SOLVED
        except Stopped as stopped:
            outcome = stopped.outcome
        except OutOfPatience:
            tally.abandon()
            raise
        tally.end(completed=False)
        name = ", then ".join(filter(None, (before, self.heuristic.name)))
        found = self._solution(task, tally, outcome, shortest)
        return replace(found, heuristic=name, initial_bound=bound, step=grow)

    def _first_cells(self, task: Task) -> tuple[int, ...]:
        """Where the first move may come from: sequence pruning leaves out what mirrors another, too."""
        if self.pruning is Prune.INVERSE:
            return self._facts.neighbors[task.start.index(0)]
        return first_cells(self._facts, task.start, self._mirrorings)

    def _solution(self, task: Task, tally: Tally, outcome: Outcome, found: Shortest) -> Solution:
        """The end of a search."""
        iterations = tuple(tally.iterations)
        return Solution(
            task.facts.name,
            task.start_name,
            task.program,
            "native",
            outcome,
            found.solutions,
            iterations,
            sum(iteration.seconds for iteration in iterations),
            every=task.wanted.every and len(found.solutions) == found.count,
            pruning=self.pruning.value,
            count=found.count,
            layers=tally.layers,
        )


class _UnderWay:
    """A search that is running: iteration after iteration."""

    def __init__(self, plan: Plan, ways: Ways, start: Start, tally: Tally) -> None:
        self._plan, self._ways, self._start = plan, ways, start
        self._tally = tally
        self._lock, self._deadline = threading.Lock(), float("inf")
        self._last: Iteration | None = None

    def search(self, threshold: int, step: int, jobs: int, patience: float | None) -> bool:
        """Search until there is a solution; False if the last threshold that is allowed has none."""
        if patience is not None:
            self._deadline = time.monotonic() + patience
        while self._tally.begin(threshold):
            if threshold > self._start.h + MOST_SLACK:
                raise UnavailableProgramError(
                    f"the engine native searches to {MOST_SLACK} moves over the first bound, {self._start.h}, which is "
                    "not enough here; use --engine python"
                )
            frame = self._start.frame(threshold)
            self._last = Iteration(self._plan, self._ways, frame, threshold, jobs)
            self._last.search(self._spend, jobs)
            found = self._last.path() is not None
            self._tally.end(completed=not found)
            if found:
                return True
            threshold += step
        return False

    def path(self) -> Sequence[int]:
        """The cells of the blank in the solution that was found."""
        path = self._last.path() if self._last else None
        assert path is not None
        return path

    def _spend(self, expanded: int, generated: int) -> None:
        """Account for what workers have done; raises what ends the search."""
        with self._lock:
            self._tally.expanded += expanded
            self._tally.generated += generated
        self._tally.check()
        if time.monotonic() > self._deadline and self._tally.threshold is not None:
            raise OutOfPatience(self._tally.threshold)


def _touch(heuristic: Heuristic) -> None:
    """Have all pages of pattern databases mapped in their order; in a search's it takes a hundred times as long."""
    for leaf in heuristic.heuristics if isinstance(heuristic, Maximum) else (heuristic,):
        if isinstance(leaf, PatternDatabases):
            for part in (part for group in leaf.groups for part in group):
                part.database.packed.reshape(-1)[::_PAGE].max()


def _moves(start: Sequence[int], path: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a solution, from the cells of the blank."""
    board, moves = list(start), []
    for blank, cell in pairwise(path):
        moves.append(PieceMove(board[cell], cell, blank))
        board[blank], board[cell] = board[cell], 0
    return tuple(moves)
