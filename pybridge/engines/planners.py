"""Other planners as engines: a puzzle is exported, searched in another process, and the plan read back.

They find one shortest plan and count in their own way, so that only lengths and replays are compared. Their seconds are
of the wall: nobody knows the CPU time of a process that was killed.
"""

import tempfile
import time
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
    best = min((moves for moves, _ in found), key=len)
    expanded, generated = (
        None if None in counts else sum(filter(None, counts))
        for counts in ([ended.counted(what) for _, ended in found] for what in ("Expanded", "Generated"))
    )
    iterations = (Iteration(len(best), False, time.monotonic() - begun, expanded, generated),)
    return Solution(*names, Outcome.SOLVED, (best,), iterations if expanded else (), time.monotonic() - begun)


def _plans(planner: Planner, task: Task, tally: Tally) -> list[tuple[tuple[Move, ...], Ended]]:
    """A shortest plan for each goal that can be reached, or one for all goals, as the form has it."""
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
            found.append((_read(planner, task, ended), ended))
    return found


def _read(planner: Planner, task: Task, ended: Ended) -> tuple[Move, ...]:
    if ended.code or ended.plan is None:
        raise ended.error(planner.name)
    try:
        return plan_of(task.facts, task.start, ended.plan, f"the plan of {planner.name}")
    except FactFileError as error:
        raise PlannerError(str(error)) from error
