"""Close the gap after a solution that may not be shortest: what is shorter is found, or proved not to exist."""

from collections.abc import Callable
from dataclasses import replace

from pybridge.heuristics.choice import DEFAULTS
from pybridge.outcome import Outcome
from pybridge.search.rows import search_row
from pybridge.search.solution import Solution
from pybridge.search.task import Task, Wanted


def shorter(task: Task, found: Solution) -> Task | None:
    """The search for something shorter than was found, by the best lower bound; None if there is nothing to prove.

    Where nothing was found within a limit, and nothing is proved, it is for whatever is within that. Where a domain has
    no heuristics, it is breadth-first.
    """
    missed = found.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT and found.lower_bound is None
    if found.claims or found.outcome is Outcome.INTERRUPTED or not (found.length or missed):
        return None
    last = task.last_threshold
    if found.length is not None:
        last = found.length - search_row(task.facts).step(task.facts, task.start)
    limits = task.limits
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(limits.seconds - found.seconds, 0.001))
    program = "ida_star" if task.facts.domain in DEFAULTS else "breadth_first"
    return replace(
        task, program=program, heuristic=None, pruning=None, wanted=Wanted(), limits=limits, last_threshold=last
    )


def proved(task: Task, found: Solution, search: Callable[[Task], Solution]) -> Solution:
    """What was found, with what `search`, of the task that `shorter` returns, proves or finds in its place.

    The iterations are those of the proof. If it is stopped, its outcome is that of both, and the solution is kept.
    """
    rest = shorter(task, found)
    if rest is None:
        return found
    other = search(rest)
    both = replace(
        other, program=found.program, heuristic=f"{found.heuristic}, then {other.heuristic or other.program}"
    )
    both = replace(both, seconds=found.seconds + other.seconds)
    if other.outcome is Outcome.SOLVED or not found.solutions:
        return both
    none = other.outcome in (Outcome.NO_SOLUTION_WITHIN_LIMIT, Outcome.UNSOLVABLE)
    return replace(both, solutions=found.solutions, claims=none, outcome=Outcome.SOLVED if none else other.outcome)
