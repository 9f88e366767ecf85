"""Every engine behind one call: alone, checked by a twin, or compared with others."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pybridge.agreement import Comparison, compare
from pybridge.engines.checked import CheckedRun
from pybridge.engines.registry import ENGINES, require
from pybridge.engines.registry import engine as engine_named
from pybridge.engines.rows import as_run
from pybridge.engines.starts import start_state as start_state
from pybridge.errors import UnavailableProgramError
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason, why_unsolvable
from pybridge.search.rows import comparable, sound
from pybridge.search.run import BackgroundRun, new_tally
from pybridge.search.solution import Solution
from pybridge.search.task import GUIDED, Advancing, Run, Task
from pybridge.search.task import wait as wait
from pybridge.search.task import watched as watched
from pybridge.search.tree import Extent, Tree


def begin(task: Task, engine: str, *, background: bool = False) -> BackgroundRun[Solution]:
    """Start a search and return at once.

    A start that cannot reach a goal is recognised here, and nothing is searched. In the `background` the search gives
    way to other threads. An engine that finds only shortest solutions searches for one that is good enough, if that is
    wanted. Raises UnavailableProgramError.
    """
    row = require(task, engine)
    search, task = row.search, row.as_searched(task)
    reason = why_unsolvable(task.facts, task.start)
    ended = unsolvable(task, engine, reason) if reason else None
    tally = new_tally(task)

    def found() -> Solution:
        return sound(task, tally, ended or search(task, tally, tally.report))

    return BackgroundRun(found, tally, background=background)


def unsolvable(task: Task, engine: str, reason: Reason) -> Solution:
    """The end of a search that was not begun, since the start cannot reach a goal."""
    names, none = (task.facts.name, task.start_name, task.program, engine), task.counted(Outcome.UNSOLVABLE, None)
    return Solution(*names, Outcome.UNSOLVABLE, (), (), 0.0, None, reason, task.wanted.every, count=none)


def solve_checked(
    task: Task, engine: str, *, twin: bool = True, watch: Callable[[Run], None] = wait
) -> "tuple[Solution, Comparison]":
    """Search, have the twin of the engine search the same at the same time, and compare.

    An engine without a twin, or any without `twin`, is checked alone: its solution is replayed, and its length compared
    with the fact file. `watch` waits for the run, and may show its progress; an interrupt there cancels the search, and
    is an outcome. Raises what `begin` does, and what the search does.
    """
    other = engine_named(engine).twin if twin else None
    if other is None:
        comparison = solve_in_turn([(task, engine)], watch=watch)
        if task.text:
            from pybridge.engines.own_program import explained

            comparison = explained(task, comparison)
        return comparison.solutions[0], comparison
    kind = CheckedRun
    if task.text:
        from pybridge.engines.own_program import OwnProgramRun

        kind = OwnProgramRun
    same = as_run(task)  # before anything is begun, since it may be refused
    run = kind(task, begin(task, engine), begin(alike(same, other, task.program), other, background=True))
    solution, _ = _solution_of(run, watch)
    return solution, run.comparison()


def solve_in_turn(searches: Sequence[tuple[Task, str]], *, watch: Callable[[Run], None] = wait) -> Comparison:
    """Do tasks of one start, each with its engine, one after the other, and compare what they find.

    So they do not slow each other down, as they would in threads of one process. An interrupt cancels the search that
    runs, and leaves out the rest. Raises what `begin` does, and what the searches do.
    """
    solutions: list[Solution] = []
    for task, engine in searches:
        found, goes_on = _solution_of(begin(task, engine), watch)
        solutions.append(found)
        if not goes_on or found.outcome is Outcome.INTERRUPTED:
            break
    first, _ = searches[0]
    return compare(first.facts, first.start_name, first.start, solutions)


def draw_tree(task: Task, engine: str, extent: Extent, *, watch: Callable[[Advancing], None] = wait) -> Tree:
    """The tree of one iteration, that of the task's last threshold or the first one.

    If it is interrupted, the tree is as far as it has come. Raises UnavailableProgramError, also if the engine does not
    report its nodes, and what drawing raises.
    """
    row, tally = require(task, engine), new_tally(task)
    draw = row.tree
    if draw is None:
        able = " and ".join(each.name for each in ENGINES.values() if each.tree)
        raise UnavailableProgramError(f"{engine} cannot show its nodes one by one; {able} can, with the same counters")
    run = BackgroundRun(lambda: draw(task, tally, tally.report, extent), tally)
    watched(run, watch)
    return replace(run.result(), facts=task.facts, state=task.start)


def alike(task: Task, engine: str, program: str) -> Task:
    """A task as it is put to one of several engines and programs: without what only others can do."""
    row = engine_named(engine)
    task = replace(task, program=program)
    if program == "ida_star":
        same = comparable(task)
        task = replace(same, heuristic=same.heuristic if row.guided(task.facts.domain) else task.heuristic)
    elif program not in GUIDED:
        task = replace(task, heuristic=None, pruning=None)
    if not row.inferences:
        task = replace(task, limits=replace(task.limits, inferences=None))
    if not row.texts:
        task = replace(task, text=None, isolate=False)
    return task


def _solution_of(run: BackgroundRun[Solution] | CheckedRun, watch: Callable[[Run], None]) -> "tuple[Solution, bool]":
    """The solution, and whether there was no interrupt. One at the end leaves what may be suboptimal unproved."""
    goes_on = watched(run, watch)
    found = run.result()
    open_end = found.moves is not None and not found.shortest
    return (found if goes_on or not open_end else replace(found, outcome=Outcome.INTERRUPTED)), goes_on
