"""IDA* at native speed for any number of starts of one puzzle: what they share is made ready once."""

import threading
from collections.abc import Sequence
from itertools import pairwise

from pybridge.facts import SlidingFacts
from pybridge.heuristics.maximum import Maximum
from pybridge.heuristics.pattern_database import PatternDatabases, symmetries
from pybridge.heuristics.protocol import Heuristic
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.native.make import plan
from pybridge.search.native.ways import ways
from pybridge.search.native.workers import MOST_KEPT, Iteration, wanted, warm_up
from pybridge.search.prepared import prepare
from pybridge.search.solution import Solution
from pybridge.search.symmetric_start import first_cells
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task
from pybridge.search.thresholds import Thresholds, thresholds
from pybridge.tables.table import Report

_PAGE = 4096


class Solver:
    """Tables loaded, kernels compiled, memory mapped: what is left to each search is to search.

    `heuristic` and `pruning` are those that were chosen, where the task left the choice.
    """

    def __init__(self, task: Task, report: Report) -> None:
        """Make ready for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, TableSpaceError, UnavailableProgramError, and what `report` raises.
        """
        assert isinstance(task.facts, SlidingFacts)
        prepared = prepare(task, report)
        self.heuristic, self.pruning = prepared.heuristic, prepared.pruning
        self._facts, self._jobs = task.facts, task.jobs
        self._mirrorings = symmetries(task.facts)
        self._ways = ways(task.facts.neighbors, prepared.machine)
        self._plan = plan(task.facts, prepared.heuristic, self._ways)
        _touch(prepared.heuristic)
        warm_up(self._plan, self._ways)

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a fresh tally."""
        blank = task.start.index(0)
        ways, state = self._ways.beginning(blank, self._first_cells(task))
        start = self._plan.start(task.start, state)
        plan = thresholds(self._facts, task.start, start.h)
        lock, last = threading.Lock(), None
        outcome = Outcome.SOLVED

        def spend(expanded: int, generated: int) -> None:
            """Told by workers what they have done."""
            with lock:
                tally.expanded += expanded
                tally.generated += generated
            tally.check()

        try:
            threshold = plan.first
            while last is None or not last.solutions:
                if not tally.begin(threshold):
                    outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
                    break
                frame = start.frame(threshold)
                last = Iteration(self._plan, ways, frame, threshold, wanted(task), self._jobs)
                last.search(spend, self._jobs)
                tally.end(completed=not last.solutions)
                threshold += plan.step
        except Stopped as stopped:
            outcome = stopped.outcome
        tally.end(completed=False)
        return self._solution(task, plan, tally, outcome, last)

    def _first_cells(self, task: Task) -> tuple[int, ...]:
        """Where the first move may come from: sequence pruning leaves out what mirrors another, too."""
        if self.pruning is Prune.INVERSE:
            return self._facts.neighbors[task.start.index(0)]
        return first_cells(self._facts, task.start, self._mirrorings)

    def _solution(
        self, task: Task, plan: Thresholds, tally: Tally, outcome: Outcome, last: Iteration | None
    ) -> Solution:
        """The end of a search; `last` is its last iteration, whose solutions count if it ran to its end."""
        done = last if last is not None and outcome is Outcome.SOLVED else None
        iterations = tuple(tally.iterations)
        return Solution(
            task.facts.name,
            task.start_name,
            task.program,
            "native",
            outcome,
            tuple(_moves(task.start, path) for path in done.paths()) if done else (),
            iterations,
            sum(iteration.seconds for iteration in iterations),
            every=task.every and (done is None or done.solutions <= MOST_KEPT),
            initial_bound=plan.first,
            heuristic=self.heuristic.name,
            pruning=self.pruning.value,
            count=(done.solutions if done else 0) if task.every or task.counted else None,
            step=plan.step,
        )


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
        moves.append(Move(board[cell], cell, blank))
        board[blank], board[cell] = board[cell], 0
    return tuple(moves)
