"""One board searched with one heuristic, and what was measured."""

import time
from dataclasses import replace

from pybridge.bench.account import Measured, wrong
from pybridge.bench.boards import Start
from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.registry import Spec
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import why_unsolvable
from pybridge.search import plain
from pybridge.search.native.solver import prepare
from pybridge.search.rows import EachTime, PreparedSearch, by_network, has_native, heuristic_of, pruning_of
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task


def solver_for(task: Task, report: OnProgress) -> PreparedSearch:
    """What searches as the task does, ready for every start. Raises what preparing raises."""
    if not (isinstance(task.heuristic, Spec) or by_network(task)):  # an object of the user's, which no kernel holds
        return EachTime(plain.search, heuristic_of(task), pruning_of(task))
    if not has_native(task):
        raise UnavailableProgramError(f"bench measures the engine native, which does not search {task.facts.name}")
    return prepare(task, report)


def measure_one(solver: PreparedSearch, task: Task, start: Start, tally: Tally) -> tuple[Measured, str | None]:
    """What was measured from a start, and what the judge says is wrong. Raises Stopped if it was cancelled."""
    task = replace(task, start_name=start[0], start=start[1])
    if why_unsolvable(task.facts, task.start):  # of which not every heuristic has an estimate
        return Measured(task.start_name, task.start, Outcome.UNSOLVABLE, 0, None, 0, 0, 0, 0.0), None
    assert solver.heuristic  # of what bench measures
    h = solver.heuristic.estimate(task.start)
    begun = time.perf_counter()
    solution = solver.solve(task, tally)
    seconds = time.perf_counter() - begun
    if solution.outcome is Outcome.INTERRUPTED:
        raise Stopped(Outcome.INTERRUPTED)
    board = Measured(
        task.start_name,
        task.start,
        solution.outcome,
        h,
        solution.length,
        solution.expanded or 0,
        solution.generated or 0,
        len(solution.iterations),
        seconds,
        solution.shortest,
        solution.evaluated,
    )
    return board, wrong(task, solution)
