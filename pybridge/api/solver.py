"""Many starts of one puzzle: tables and kernels are made ready once."""

from collections.abc import Callable
from dataclasses import replace

from pybridge.api.arguments import Guide, Puzzle, Start, facts_of, start_of
from pybridge.api.preparing import prepared
from pybridge.api.solving import completed, engine_for, optimal_program, task_of, wishing
from pybridge.engines import unsolvable, wait, watched
from pybridge.engines.registry import EngineRow, require
from pybridge.engines.registry import engine as engine_named
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.limits import OnProgress, silent
from pybridge.puzzles import Pruning, replay, why_unsolvable
from pybridge.search.rows import EachTime, PreparedSearch, pruning_of, sound
from pybridge.search.run import BackgroundRun, Search, new_tally
from pybridge.search.solution import Solution
from pybridge.search.task import GUIDED, Advancing, Run, Task


class Solver:
    """A search that is ready for any start of a puzzle, in one thread at a time.

    `facts`, `engine`, `program`, `heuristic` (the object) and `pruning` say how it searches; the last two are None for
    a program that has none, or an engine that keeps them to itself.
    """

    def __init__(
        self, puzzle: Puzzle, heuristic: Guide = None, *,
        program: str | None = None, engine: str | None = None, pruning: str | Pruning | None = None,
        weight: float = 1.0, batch: int = 1, jobs: int = 1, watch: Callable[[Advancing], None] = wait,
    ) -> None:  # fmt: skip
        """Load or build tables, and compile kernels. `watch` waits meanwhile, and may show how far that is.

        By default it takes the best heuristic whose tables exist, otherwise one that is ready in seconds;
        `build_tables` makes the best. Raises PybridgeError as `solve` does, and KeyboardInterrupt.
        """
        self.facts = facts = facts_of(puzzle)
        task = task_of(
            facts, "", facts.any_state, heuristic=heuristic, program=program, pruning=pruning, weight=weight,
            batch=batch, jobs=jobs, engine=engine,
        )  # fmt: skip
        self.engine, self.program = engine_for(task) if engine is None else engine, task.program
        require(task, self.engine)
        self._made: dict[bool, PreparedSearch] = {}
        self._open = program is None
        task = completed(task, self.engine)
        prepared(lambda report: self._prepare(task, report), watch, compiles=self.engine == "native")

    def _prepare(self, task: Task, report: OnProgress) -> None:
        self._task = self._guided(task, report)
        ready = self._ready(self._task, engine_named(self.engine), report)
        self.heuristic: Heuristic | None = ready.heuristic
        self.pruning: Pruning | None = ready.pruning

    def __repr__(self) -> str:
        by = f", {self.heuristic.name}" if self.heuristic else ""
        return f"<Solver of {self.facts.name}: {self.engine} {self.program}{by}>"

    def _guided(self, task: Task, report: OnProgress) -> Task:
        """The task with its heuristic made, for plain Python, which would load the tables for each start."""
        if self.engine != "python" or self.program not in GUIDED or not isinstance(task.heuristic, Spec):
            return task
        return replace(task, heuristic=obtain(self.facts, task.heuristic, report))

    def _ready(self, task: Task, row: EngineRow, report: OnProgress) -> PreparedSearch:
        """What searches for the first solution, or for all of them, which needs moves that the other leaves out."""
        every = task.wanted.every
        if every not in self._made:
            self._made[every] = row.prepare(task, report) if row.prepare else self._each_time(task, row.search)
        return self._made[every]

    def _each_time(self, task: Task, search: Search) -> EachTime:
        """An engine that has nothing to prepare but the heuristic of plain Python."""
        plain = self.engine == "python" and self.program in GUIDED
        heuristic = None if not plain or isinstance(task.heuristic, Spec) else task.heuristic
        return EachTime(search, heuristic, pruning_of(task) if plain and self.program == "ida_star" else None)

    def estimate(self, start: Start = None) -> int | None:
        """The heuristic's h of a start; None if there is none. Raises UnknownStartError."""
        return self.heuristic.estimate(start_of(self.facts, start)[1]) if self.heuristic else None

    def solve(
        self, start: Start = None, *,
        all: bool = False, most: int | None = None, count: bool = False, any: int | None = None,
        last: int | None = None, time_limit: float | None = None, inference_limit: int | None = None,
        memory_limit: int | None = None, watch: Callable[[Run], None] | None = None,
    ) -> Solution:  # fmt: skip
        """What `solve` returns, for one more start. With `watch`, which waits for it, an interrupt is an outcome.

        Without, it is searched in this thread, and an interrupt is raised as KeyboardInterrupt. Raises
        UnknownStartError, ArgumentError, and DisagreementError if the judge refuses the solution.
        """
        name, state = start_of(self.facts, start)
        task = wishing(
            replace(self._task, start_name=name, start=state), all=all, most=most, count=count, any=any, last=last,
            time_limit=time_limit, inference_limit=inference_limit, memory_limit=memory_limit,
        )  # fmt: skip
        if self._open and task.wanted.every:  # what is best for one solution may not find them all
            program = optimal_program(self.facts, task.heuristic, every=True, engine=self.engine)
            task = replace(task, program=program)
        row = require(task, self.engine)
        task = row.as_searched(task)
        if reason := why_unsolvable(self.facts, state):
            return sound(task, new_tally(task), unsolvable(task, self.engine, reason))
        solution = self._searched(task, row, watch)
        for moves in solution.solutions:
            replay(self.facts, state, moves)
        return solution

    def _searched(self, task: Task, row: EngineRow, watch: Callable[[Run], None] | None) -> Solution:
        tally = new_tally(task)
        ready = self._ready(task, row, silent) if task.wanted.good is None else EachTime(row.search)
        if watch is None:
            return sound(task, tally, ready.solve(task, tally))
        run = BackgroundRun(lambda: sound(task, tally, ready.solve(task, tally)), tally)
        watched(run, watch)
        return run.result()
