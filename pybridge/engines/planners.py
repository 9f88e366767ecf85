"""Other planners as engines: a puzzle is exported, searched in another process, and the plan read back.

They find one shortest plan and count in their own way, so that only lengths and replays are compared. Their seconds are
of the wall: nobody knows the CPU time of a process that was killed.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from pybridge.errors import FactFileError, PlannerError
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.solution import Iteration, Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task
from pybridge.witnesses.exported import exported
from pybridge.witnesses.plan import plan_of
from pybridge.witnesses.planners import CLINGO, FAST_DOWNWARD, Ended, Planner, run

PLANNERS = {planner.name: planner for planner in (FAST_DOWNWARD, CLINGO)}


@dataclass(frozen=True, slots=True)
class _Found:
    """A shortest plan for one goal, or for all of them, and counters if the planner has any."""

    moves: tuple[Move, ...]
    expanded: int | None
    generated: int | None


def search(name: str, task: Task, tally: Tally, report: OnProgress) -> Solution:
    """A shortest plan by the planner of that name. Raises PlannerError if it crashes or answers nonsense."""
    begun = time.monotonic()
    names = task.facts.name, task.start_name, task.program, name
    try:
        found = _plans(PLANNERS[name], task, tally)
    except Stopped as stopped:
        return Solution(*names, stopped.outcome, (), (), time.monotonic() - begun)
    if not found:
        return Solution(*names, Outcome.UNSOLVABLE, (), (), time.monotonic() - begun)
    best = min(found, key=lambda each: len(each.moves))
    expanded, generated = (
        None if None in counts else sum(filter(None, counts))
        for counts in ([each.expanded for each in found], [each.generated for each in found])
    )
    iterations = (Iteration(len(best.moves), False, time.monotonic() - begun, expanded, generated),)
    solutions = (best.moves,)
    return Solution(*names, Outcome.SOLVED, solutions, iterations if expanded else (), time.monotonic() - begun)


def _plans(planner: Planner, task: Task, tally: Tally) -> list[_Found]:
    """A plan for each goal that can be reached, or one for all goals, as the form has it."""
    files = exported(task.facts, task.start_name, task.start, planner.form)
    shared, *parts = files
    found = []
    tally.start()
    with tempfile.TemporaryDirectory(prefix="pybridge-") as folder:
        for file, text in files.items():
            Path(folder, file).write_text(text, encoding="utf-8")
        for part in parts:
            tally.check()
            memory = task.limits.memory
            ended = run(planner, (shared, part), task.program, Path(folder), tally.check, memory)
            if ended.code in planner.none and ended.plan is None:
                continue
            if ended.code and memory is not None:
                raise Stopped(Outcome.MEMORY_LIMIT)
            found.append(_read(planner, task, ended))
    return found


def _read(planner: Planner, task: Task, ended: Ended) -> _Found:
    if ended.code or ended.plan is None:
        raise ended.error(planner.name)
    try:
        moves = plan_of(task.facts, task.start, ended.plan, f"the plan of {planner.name}")
    except FactFileError as error:
        raise PlannerError(str(error)) from error
    return _Found(moves, ended.counted("Expanded"), ended.counted("Generated"))
