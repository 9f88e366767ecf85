"""The tree of one iteration of a classic program in SWI-Prolog, from the marks that its nodes leave."""

from collections.abc import Sequence
from dataclasses import replace

from pybridge.engines.marks import figures, iterations
from pybridge.engines.prolog import WatchedRun
from pybridge.engines.rows import in_prolog
from pybridge.errors import ProgramError, UnavailableProgramError
from pybridge.facts import State
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from
from pybridge.search.growing import Growing, Visit, every_move
from pybridge.search.rows import search_row
from pybridge.search.solution import Iteration
from pybridge.search.tally import Tally
from pybridge.search.task import Progress, Task
from pybridge.search.tree import DEEPENING, Extent, Tree, require_tree, threshold_of
from pybridge.swipl.exchange import Compound
from pybridge.translation import said

_DEEPEST = 10**6
"""Moves; no limit of a program is larger."""


def tree(task: Task, tally: Tally, extent: Extent) -> Tree:
    """The tree of the iteration with the task's last threshold, by default of the first one, as far as it came.

    The program runs its earlier iterations, too. Raises PrologError, and UnavailableProgramError for a threshold that
    it does not try.
    """
    has = in_prolog(task.facts.domain).programs["prolog"]
    require_tree(task, "prolog", [each for each in DEEPENING if each in has])
    task = replace(task, last_threshold=threshold_of(task, search_row(task.facts).bound(task), 1))
    depth = _DEEPEST if extent.depth is None else extent.depth
    run = WatchedRun(task, "prolog", counted=True, more=[f"nodes({depth},{extent.most})"])
    tally.stopped_by(run.job.cancel)
    tally.look = lambda: _progress(run)
    outcome = run.finish().outcome
    marks = run.marks
    iteration = _iteration(task, marks)
    if any(mark.functor == "solved" for mark in marks):
        outcome = Outcome.SOLVED
    elif outcome is Outcome.SOLVED:
        outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
    growing = Growing(extent)
    visited = _grown(growing, task, marks)
    nodes = growing.nodes(visited, iteration, outcome, every_move(puzzle_from(task.facts, task.start), None))
    program = task.text.name if task.text else task.program
    names = task.facts.name, task.start_name, program, "prolog"
    return Tree(*names, outcome, iteration, visited, nodes, levels=growing.levels(visited))


def _grown(growing: Growing, task: Task, marks: Sequence[Compound]) -> int:
    """The same as `_grow`; raises ProgramError where the nodes of a program of the user's cannot be shown."""
    try:
        visited = _grow(growing, task, marks)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if task.text is None:
            raise
        told = said(
            "{program} visits what is not a state of the puzzle; the command {search} explains it",
            program=task.text, search=task.program,
        )  # fmt: skip
        raise ProgramError(told) from error
    if task.text and not visited:
        told = said(
            "{program} does not visit nodes by the classic program's predicate, so they cannot be shown; "
            "docs/own-programs.md says which one that is",
            program=task.text,
        )
        raise UnavailableProgramError(told)
    return visited


def _progress(run: WatchedRun) -> Progress:
    over = run.over()  # before the marks are fetched
    run.look()
    found = iterations(run.marks, run.now())
    under_way = found and not over and not found[-1].completed
    if not under_way:
        return Progress(tuple(found), None)
    return Progress(tuple(found[:-1]), replace(found[-1], expanded=None, generated=None))  # counted between marks only


def _iteration(task: Task, marks: Sequence[Compound]) -> Iteration:
    """The iteration to be drawn. Raises UnavailableProgramError if a solution was found before."""
    found = iterations(marks)
    if found and found[-1].threshold == task.last_threshold:
        return found[-1]
    if any(mark.functor == "solved" for mark in marks):
        if not found:
            raise UnavailableProgramError(
                said(
                    "{program} announces no threshold, so no iteration of it can be shown",
                    program=task.text or task.program,
                )
            )
        raise UnavailableProgramError(
            f"{task.program} does not try the threshold {task.last_threshold} for this start; it is solved at "
            f"{found[-1].threshold}"
        )
    return Iteration(task.last_threshold or 0, False, 0.0, 0, 0)


def _grow(growing: Growing, task: Task, marks: Sequence[Compound]) -> int:
    """Add the nodes that left marks, and return the number of all that were visited."""
    read, before, visited = in_prolog(task.facts.domain).visited, 0, 0
    states: list[State] = []
    for mark in marks:
        if mark.functor == "limit":
            before = figures(mark).nodes[0]
        if mark.functor == "nodes":
            visited = mark.args[0]
        if mark.functor == "node":
            number, expanded, g, h, term, last, _ = mark.args
            move, state = read(task.facts, states[g - 1] if g else None, term, last)
            state = state if g else task.start
            states[g:] = [state]
            growing.visit(Visit(number, g, move, state, h if isinstance(h, int) else None, expanded - before))
            visited = max(visited, number)
    return visited
