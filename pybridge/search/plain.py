"""The engine `python`: searches in plain Python, which are read easily and judge the compiled ones."""

import sys
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from
from pybridge.search.blind import breadth_first, iterative_deepening
from pybridge.search.domains import Ready, searching
from pybridge.search.ida_star import Moves
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task

_DEEPEST = 100_000  # nested calls; Python's own limit of 1,000 would end a search on a long, narrow board


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search as the task's program does.

    Raises UnavailableProgramError, and UnfitHeuristicError or BrokenTableError for a heuristic that does not work.
    """
    _require(task)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
    ready: Ready | None = None
    found: list[Moves] = []
    try:
        ready = _ready(task, report)
        found = ready.search(tally)
        outcome = Outcome.SOLVED if found else _without_solution(task)
    except Stopped as stopped:
        outcome = stopped.outcome
    tally.end(completed=False)
    return _solution(task, tally, outcome, ready, _least(ready, found, tally))


def _require(task: Task) -> None:
    """Raise UnavailableProgramError for what plain Python does not have."""
    available = searching(task.facts).programs
    if task.program not in available:
        raise UnavailableProgramError(
            f"python has no program {task.program} for {task.facts.domain}; it has {', '.join(available)}"
        )
    if task.jobs > 1:
        raise UnavailableProgramError("python searches in one thread; several jobs need the engine native")


def _ready(task: Task, report: OnProgress) -> Ready:
    """The search that the name of a program stands for."""
    if task.program == "ids":
        return Ready(partial(iterative_deepening, puzzle_from(task.facts, task.start), every=task.wanted.every))
    if task.program == "breadth_first":
        return Ready(partial(breadth_first, puzzle_from(task.facts, task.start), every=task.wanted.every))
    return searching(task.facts).ready(task, report)


def _least(ready: Ready | None, found: list[Moves], tally: Tally) -> list[Moves]:
    """The shortest of what was found. Raises BrokenTableError if a lower bound was none."""
    if not found or ready is None or ready.heuristic is None:
        return found
    from pybridge.search.domains import require_lower_bound

    length = min(map(len, found))
    require_lower_bound(ready.heuristic, length, tally.iterations[-1].threshold)
    return [moves for moves in found if len(moves) == length]


def _without_solution(task: Task) -> Outcome:
    """A search that finds nothing has reached the last threshold, or has seen everything."""
    return Outcome.UNSOLVABLE if task.last_threshold is None else Outcome.NO_SOLUTION_WITHIN_LIMIT


def _solution(task: Task, tally: Tally, outcome: Outcome, ready: Ready | None, found: list[Moves]) -> Solution:
    iterations = tuple(tally.iterations)
    heuristic = ready.heuristic if ready else None
    proves = heuristic is None or heuristic.admissible
    listed = task.wanted.listed
    return Solution(
        task.facts.name,
        task.start_name,
        task.program,
        "python",
        outcome,
        tuple(found) if listed is None else tuple(found[:listed]),
        iterations,
        sum(iteration.seconds for iteration in iterations),
        every=task.wanted.every and (listed is None or len(found) <= listed),
        initial_bound=(ready.bound if ready else searching(task.facts).bound(task)) if proves else 0,
        proves=proves,
        shortest=proves,
        heuristic=heuristic.name if heuristic else None,
        pruning=ready.pruning if ready else None,
        count=len(found) if task.wanted.every and proves else None,
        step=ready.step if ready else 1,
    )
