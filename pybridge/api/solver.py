"""Many starts of one puzzle: tables and kernels are made ready once."""

from dataclasses import replace
from typing import Unpack

from pybridge.api.arguments import Guide, Puzzle, Start, facts_of, start_of
from pybridge.api.solving import Wishes, completed, engine_for, require_options, task_of, wishing
from pybridge.engines import unsolvable
from pybridge.engines.registry import require
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.limits import OnProgress
from pybridge.puzzles import replay, why_unsolvable
from pybridge.search.rows import EachTime, PreparedSearch, pruning_of
from pybridge.search.run import Search, new_tally, of_task
from pybridge.search.solution import Solution
from pybridge.search.task import GUIDED, Prune, Task
from pybridge.store.store import Store


def _silent(phrase: str) -> None:
    """Nobody listens."""


class Solver:
    """A search that is ready for any start of a puzzle, in one thread at a time.

    `facts`, `engine`, `program`, `heuristic` (the object) and `pruning` say how it searches; the last two are None for
    a program that has none, or an engine that keeps them to itself.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        heuristic: Guide = None,
        *,
        program: str | None = None,
        engine: str | None = None,
        pruning: str | Prune | None = None,
        weight: float = 1.0,
        batch: int = 1,
        jobs: int = 1,
        report: OnProgress = _silent,
    ) -> None:
        """Load or build tables, and compile kernels; `report` is called with phrases that say what is being done.

        By default it takes the best heuristic whose tables exist, otherwise one that is ready in seconds;
        `build_tables` makes the best. Raises PybridgeError as `solve` does, and what `report` raises.
        """
        self.facts = facts = facts_of(puzzle)
        task = task_of(
            facts, "", facts.any_state, heuristic=heuristic, program=program, pruning=pruning, weight=weight,
            batch=batch, jobs=jobs,
        )  # fmt: skip
        self._prepare(task, engine or engine_for(task), report)

    def _prepare(self, task: Task, engine: str, report: OnProgress) -> None:
        self.engine, self.program, self._report = engine, task.program, report
        require(task, engine)
        self._task = self._guided(completed(task, engine))
        self._made: dict[bool, PreparedSearch] = {}
        ready = self._ready(self._task)
        self.heuristic: Heuristic | None = ready.heuristic
        self.pruning: Prune | None = ready.pruning

    def __repr__(self) -> str:
        by = f", {self.heuristic.name}" if self.heuristic else ""
        return f"<Solver of {self.facts.name}: {self.engine} {self.program}{by}>"

    def _guided(self, task: Task) -> Task:
        """The task with its heuristic made, for plain Python, which would load the tables for each start."""
        if self.engine != "python" or self.program not in GUIDED or not isinstance(task.heuristic, Spec):
            return task
        return replace(task, heuristic=obtain(self.facts, task.heuristic, Store(), self._report))

    def _ready(self, task: Task) -> PreparedSearch:
        """What searches for the first solution, or for all of them, which needs moves that the other leaves out."""
        every = task.wanted.every
        if every not in self._made:
            row = require(task, self.engine)
            self._made[every] = row.prepare(task, self._report) if row.prepare else self._each_time(task, row.search)
        return self._made[every]

    def _each_time(self, task: Task, search: Search) -> EachTime:
        """An engine that has nothing to prepare but the heuristic of plain Python."""
        plain = self.engine == "python" and self.program in GUIDED
        heuristic = None if not plain or isinstance(task.heuristic, Spec) else task.heuristic
        return EachTime(search, heuristic, pruning_of(task) if plain and self.program == "ida_star" else None)

    def estimate(self, start: Start = None) -> int | None:
        """The heuristic's h of a start; None if there is none. Raises UnknownStartError."""
        return self.heuristic.estimate(start_of(self.facts, start)[1]) if self.heuristic else None

    def solve(self, start: Start = None, **wishes: Unpack[Wishes]) -> Solution:
        """What `solve` returns, for one more start. An interrupt is raised as KeyboardInterrupt.

        Raises UnknownStartError, ArgumentError, and DisagreementError if the judge refuses the solution.
        """
        require_options("Solver.solve", wishes, Wishes)
        name, state = start_of(self.facts, start)
        task = wishing(replace(self._task, start_name=name, start=state), wishes)
        if reason := why_unsolvable(self.facts, state):
            return of_task(task, unsolvable(task, self.engine, reason))
        solution = of_task(task, self._ready(task).solve(task, new_tally(task)))
        for moves in solution.solutions:
            replay(self.facts, state, moves)
        return solution
