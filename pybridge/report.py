"""What a display needs to know of one search: terminal, JSON, pictures and notebooks all take this value."""

from dataclasses import dataclass

from pybridge.compare import Check, Comparison
from pybridge.facts import PuzzleFacts, State
from pybridge.heuristics.manhattan import Explanation
from pybridge.published import Published, published
from pybridge.puzzles import replay
from pybridge.search.solution import Solution
from pybridge.search.task import Task


@dataclass(frozen=True, slots=True)
class Report:
    """A solution and what belongs to it.

    `states` are those that the first solution leads through, or the start alone; `published` are figures of others for
    the same search; `why` explains the lower bound of one state, if that was asked for.
    """

    facts: PuzzleFacts
    solution: Solution
    states: tuple[State, ...]
    published: tuple[Published, ...] = ()
    checks: tuple[Check, ...] = ()
    why: Explanation | None = None


def report(task: Task, solution: Solution, comparison: Comparison, why: Explanation | None = None) -> Report:
    """The report of a task's search. Raises DisagreementError if the solution is not one."""
    moves, ours = solution.moves, task.text is None and solution.inferences is not None
    states = [task.start] if moves is None else replay(task.facts, task.start, moves)
    figures = published(task.facts, task.start, task.program) if ours and moves is not None else ()
    return Report(task.facts, solution, tuple(states), figures, comparison.checks, why)
