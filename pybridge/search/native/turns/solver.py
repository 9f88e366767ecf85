"""The engine `native` for permutation puzzles: IDA* by tables of projections, for many starts of one puzzle."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pybridge.compiled import telling
from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.projections import Projections
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles.turns import TurnMove
from pybridge.search.deepening import Deepening
from pybridge.search.domains import require_lower_bound
from pybridge.search.journal import Journal
from pybridge.search.native.turns.inverses import Inverses
from pybridge.search.native.turns.searcher import Start, every
from pybridge.search.native.turns.stack import Plan
from pybridge.search.packets import Path
from pybridge.search.solution import Solution
from pybridge.search.standing import Promise, solves
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task
from pybridge.search.turns import Prepared, machine_of, prepare


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search from the task's start, which must be solvable.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
    """
    try:
        with telling(tally.report):
            solver = Solver(task, report)
            tally.report(None)
    except Stopped as stopped:
        return _solution(task, tally, stopped.outcome, (), 0, None, 0)
    return solver.solve(task, tally)


class Solver:
    """Tables loaded, kernels compiled: what is left to each search is to search."""

    def __init__(self, task: Task, report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises what `search` raises, and what `report` raises.
        """
        self._ready = prepare(task, report)
        self.heuristic, self.pruning = _projections(self._ready), self._ready.pruning
        lookups, inverted = self.heuristic.lookups, self.heuristic.inverted
        inverses = Inverses(self.heuristic.moves, [(number, lookups[number]) for number in inverted])
        self._plan = Plan(lookups, inverses)
        self._start(task).warm_up()

    def _start(self, task: Task) -> Start:
        return Start(task, machine_of(self._ready, task), self.heuristic, self._plan)

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a fresh tally."""
        outcome, solutions = Outcome.NO_SOLUTION_WITHIN_LIMIT, every(task)
        paths: Sequence[Path] = ()
        bound = self.heuristic.estimate(task.start)
        keep = task.keep and not solutions
        journal = Journal(task, self.heuristic.name, self.pruning.value) if keep else None
        noted = solutions.first if solutions else lambda: None
        start, promise = self._start(task), Promise(bound, 1, solves(task, partial(_moves, self._ready.names)))
        searchers = start.searchers(solutions)
        deepening = Deepening(searchers, tally, task.jobs, journal, later=start.later, noted=noted, crew=task.crew)
        try:
            if (path := deepening.search(promise)) is not None:
                outcome, paths = Outcome.SOLVED, solutions.paths if solutions else (path,)
                require_lower_bound(self.heuristic, len(path), tally.iterations[-1].threshold)
        except Stopped as stopped:
            outcome = stopped.outcome
        told = deepening.close(outcome)
        tally.end(completed=False)
        count = solutions.count if solutions else 1
        return replace(_solution(task, tally, outcome, paths, bound, self._ready, count), journal=told)


def _moves(names: Sequence[str], path: Path) -> tuple[TurnMove, ...]:
    return tuple(TurnMove(names[move]) for move in path)


def _projections(ready: Prepared) -> Projections:
    if not isinstance(ready.heuristic, Projections):
        name = ready.heuristic.name
        raise UnavailableProgramError(f"the engine native has no {name} for permutation puzzles; use --engine python")
    return ready.heuristic


def _solution(
    task: Task, tally: Tally, outcome: Outcome, paths: Sequence[Path], bound: int, ready: Prepared | None, count: int
) -> Solution:
    iterations = tuple(tally.iterations)
    counted = task.wanted.every and outcome is Outcome.SOLVED
    names = ready.names if ready else ()
    return Solution(
        task.facts.name,
        task.start_name,
        task.program,
        "native",
        outcome,
        tuple(_moves(names, path) for path in paths),
        iterations,
        sum(iteration.seconds for iteration in iterations),
        every=counted and len(paths) == count,
        initial_bound=bound,
        heuristic=ready.heuristic.name if ready else task.heuristic.name if task.heuristic else None,
        pruning=ready.pruning.value if ready else None,
        count=count if counted else None,
    )
