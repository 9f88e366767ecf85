"""Puzzles of rules in plain Python: what programs need and lack."""

from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.heuristics.rules import Blind, Counted, OwnBound
from pybridge.limits import OnProgress
from pybridge.puzzles import Pruning
from pybridge.rules.counting import count_of
from pybridge.rules.facts import RulesFacts
from pybridge.rules.puzzle import RulesPuzzle
from pybridge.search.from_both_ends import bidirectional, depth_first
from pybridge.search.limited import iterative_deepening
from pybridge.search.rows import Ready
from pybridge.search.task import Task


def pruning_of(task: Task[RulesFacts]) -> Pruning:
    """No state twice on a path. Raises UnavailableProgramError if another pruning is asked for."""
    if task.pruning not in (None, Pruning.PATH):
        raise UnavailableProgramError(f"puzzles of rules have no pruning but path, not {task.pruning.value}")
    return Pruning.PATH


def bound(task: Task[RulesFacts]) -> int:
    """What the rules' own bound says about the start; 0 for programs that do not go by it."""
    facts = task.facts
    return OwnBound(facts).estimate(task.start) if task.program == "ids_low" and facts.bounded else 0


def lacks(facts: RulesFacts, program: str) -> str | None:
    """What a puzzle lacks for a program; None if nothing."""
    if program == "ids_low" and not facts.bounded:
        return f"ids_low needs bound/2, and {facts.name} has none; use ids or breadth_first"
    if program == "bidirectional" and facts.form.one_way:
        return "bidirectional needs moves that are surely undone, and whole states as goals; use breadth_first"
    if program == "depth_first" and (facts.task is None or count_of(facts.task) is None):
        return f"depth_first needs a sum that grows by one with each move, and {facts.name} has none; use breadth_first"
    return None


def require(task: Task[RulesFacts]) -> None:
    """Raise UnavailableProgramError for what only other programs do."""
    if task.jobs > 1 and task.program != "ida_star":
        raise UnavailableProgramError(f"{task.program} searches in one thread; several jobs need ida_star")
    if task.wanted.every and task.program in ("a_star", "bidirectional", "depth_first"):
        raise UnavailableProgramError(f"{task.program} finds one solution; use breadth_first for all")


def ready(task: Task[RulesFacts], report: OnProgress) -> Ready:
    """`ids_low` by the rules' own bound, or `ida_star` by any heuristic or none, in plain Python."""
    facts = task.facts
    require(task)
    puzzle = RulesPuzzle(facts, task.start)
    if task.program == "bidirectional":
        return Ready(lambda tally: bidirectional(puzzle, facts.goals, tally))
    if task.program == "depth_first":
        counted = Counted(facts)
        length = counted.estimate(task.start)
        return Ready(lambda tally: depth_first(puzzle, length, tally), length, counted)
    if task.program == "ids_low":
        bound: Heuristic = OwnBound(facts)
        pruning = None
    else:
        bound = Blind() if task.heuristic is None else heuristic_of(task, report)
        pruning = pruning_of(task).value
    early = task.program == "ida_star" and not bound.consistent
    search = partial(iterative_deepening, puzzle, bound=bound, every=task.wanted.every, early=early)
    return Ready(search, bound.estimate(task.start), bound, pruning)


def heuristic_of(task: Task[RulesFacts], report: OnProgress) -> Heuristic:
    """The heuristic that a task names, with its tables, or brings."""
    found = task.heuristic
    assert found is not None
    return obtain(task.facts, found, report) if isinstance(found, Spec) else found
