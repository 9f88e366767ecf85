"""The classic programs, run in SWI-Prolog: one run for inferences and seconds, a second, counted one for nodes."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pybridge.engines.goal import facts_text, goal_text
from pybridge.engines.marks import Figures, figures, iterations, solutions
from pybridge.errors import ProgramError, UnavailableProgramError
from pybridge.facts import BlocksFacts, SlidingFacts
from pybridge.heuristics import Manhattan
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.initial_bound import initial_bound
from pybridge.search.solution import Solution
from pybridge.search.statistics import Iteration
from pybridge.search.task import Progress, Task
from pybridge.search.thresholds import thresholds
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound
from pybridge.swipl.job import Answer, Job

PROGRAMS: dict[str, dict[str, tuple[str, ...]]] = {
    "prolog": {SlidingFacts.domain: ("ids", "ids_low", "breadth_first"), BlocksFacts.domain: ("ids", "breadth_first")},
    "prolog-terms": {SlidingFacts.domain: ("ids", "ids_low")},
    "prolog-compiled": {SlidingFacts.domain: ("ids", "ids_low", "ida_star")},
}
"""The programs of each engine's text for a domain."""


class _WatchedRun:
    """One run in an engine of its own, and the marks it has left so far."""

    def __init__(self, task: Task, engine: str, facts: str, *, counted: bool, isolate: bool) -> None:
        self.ended_by_itself = False
        self._inferences = 0
        self._started = time.monotonic()
        goal = goal_text(task, engine, facts, counted=counted)
        self._engine = Engine(background=counted, isolate=isolate, fenced=isolate and task.text is not None)
        inferences = task.limits.inferences if task.text else None  # a program of our own catches no limit
        self.job: Job = self._engine.start(goal, own=Limits(task.limits.seconds, inferences))

    @property
    def marks(self) -> list[Compound]:
        """The marks as far as they were fetched."""
        return self.job.marks

    def look(self) -> None:
        """Fetch the marks that are new."""
        self._inferences = self.job.progress()

    def now(self) -> Figures | None:
        """The counters between marks, as far as they can be told from outside; None before the first mark."""
        if not self.marks or not self._inferences:
            return None
        last = figures(self.marks[-1])
        return Figures(max(self._inferences, last.inferences), time.monotonic() - self._started, last.nodes)

    def over(self) -> bool:
        return self.job.done()

    def wait(self, timeout: float) -> bool:
        try:
            self.ended_by_itself = self.job.result(timeout).outcome is Outcome.SOLVED
        except TimeoutError:
            return False
        except Exception:  # `finish` raises it in the right place
            return True
        return True

    def finish(self) -> Answer:
        try:
            answer = self.job.result()
            self.ended_by_itself = answer.outcome is Outcome.SOLVED
            return answer
        finally:
            self.look()
            self._engine.close()


class ClassicRun:
    """A run of a program in Prolog under way. Raises PrologMissingError, PrologTooOldError, UnavailableProgramError."""

    def __init__(self, task: Task, engine: str = "prolog", *, counted: bool = True, isolate: bool = False) -> None:
        """Start it; with `counted` a second run beside it counts the nodes, unless the text is the user's.

        With `isolate` each run has a process of its own.
        """
        if task.program not in PROGRAMS[engine].get(task.facts.domain, ()):
            raise UnavailableProgramError(f"engine {engine} has no program {task.program} for {task.facts.domain}")
        self._task, self._engine = task, engine
        self._solution: Solution | None = None
        self._counted: _WatchedRun | None = None
        facts = facts_text(task.facts)
        self._timed = _WatchedRun(task, engine, facts, counted=False, isolate=isolate)
        if counted and not task.text:
            self._counted = _WatchedRun(task, engine, facts, counted=True, isolate=isolate)

    def progress(self) -> Progress:
        """How far the timed run is, with nodes as far as the counted run has come."""
        self._timed.look()
        if self._counted:
            self._counted.look()
        now = self._timed.now()
        found = self._with_nodes(iterations(self._timed.marks, now))
        begun = [mark for mark in self._timed.marks if mark.functor == "begun"]
        used = now.inferences - figures(begun[0]).inferences if begun and now else None
        under_way = found and not self._timed.over() and not found[-1].completed
        return Progress(tuple(found[:-1]) if under_way else tuple(found), found[-1] if under_way else None, used)

    def cancel(self) -> None:
        """End both runs soon."""
        for watched in self._runs():
            watched.job.cancel()

    def hurry(self) -> None:
        """End the counted run; iterations that it has not completed are left without nodes."""
        if self._counted:
            self._counted.job.cancel()

    def searching(self) -> bool:
        """Whether the timed run goes on."""
        return not self._timed.over()

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds for both runs; True if they are over. What stops the timed run stops both."""
        deadline = time.monotonic() + timeout
        if not self._timed.wait(timeout):
            return False
        if not self._timed.ended_by_itself:
            self.hurry()
        return self._counted is None or self._counted.wait(max(0.0, deadline - time.monotonic()))

    def result(self) -> Solution:
        """The solution, once both runs are over. Raises PrologError if one raised an error."""
        if self._solution is None:
            self._solution = self._finish()
        return self._solution

    def _finish(self) -> Solution:
        answer = self._timed.finish()
        if self._counted:
            if not self._timed.ended_by_itself:
                self.hurry()
            self._counted.finish()
        marks, task = self._timed.marks, self._task
        found = self._solutions(marks)
        ends = [figures(mark) for mark in marks if mark.functor in ("begun", "ended")]
        inferences, seconds = _between(ends)
        outcome = answer.outcome
        if outcome is Outcome.SOLVED and not found:
            outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
        rounds = tuple(self._with_nodes(iterations(marks)))
        return Solution(
            task.facts.name,
            task.start_name,
            task.text.name if task.text else task.program,
            self._engine,
            outcome,
            found,
            rounds,
            seconds,
            inferences,
            every=task.every,
            proves=task.text is None,
            **_goes_by(task, rounds),
        )

    def _solutions(self, marks: Sequence[Compound]) -> tuple[tuple[Move, ...], ...]:
        try:
            found = solutions(self._task.facts, self._task.start, marks)
            if any(not isinstance(part, int | str) for moves in found for move in moves for part in move):
                raise TypeError("a move of what can be none")
            return found
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if self._task.text is None:
                raise
            message = f"{self._task.text}: what it prints as a solution is none; prolog/seven.pl and blocks.pl show one"
            raise ProgramError(message) from error

    def _runs(self) -> "Sequence[_WatchedRun]":
        return [self._timed, self._counted] if self._counted else [self._timed]

    def _with_nodes(self, timed: Sequence[Iteration]) -> list[Iteration]:
        """The timed run's iterations with the nodes of the counted run.

        An iteration that was not completed has them only if both runs came to their end by themselves.
        """
        counted = iterations(self._counted.marks) if self._counted else []
        both_ended = all(watched.ended_by_itself for watched in self._runs())
        nodes = {each.threshold: each for each in counted if each.completed or both_ended}
        merged = []
        for each in timed:
            twin = nodes.get(each.threshold)
            comparable = twin is not None and (each.completed or both_ended)
            pair = (twin.expanded, twin.generated) if twin and comparable else (None, None)
            merged.append(replace(each, expanded=pair[0], generated=pair[1]))
        return merged


def _goes_by(task: Task, rounds: Sequence[Iteration]) -> dict[str, Any]:
    """What the search goes by, and what its bound proves of the start: the first threshold of IDA*."""
    if task.program != "ida_star":
        return {"initial_bound": initial_bound(task)}
    from pybridge.search.prepared import pruning_of

    assert isinstance(task.facts, SlidingFacts)
    return {
        "initial_bound": rounds[0].threshold if rounds else Manhattan(task.facts).estimate(task.start),
        "heuristic": task.heuristic or "manhattan",
        "pruning": pruning_of(task).value,
        "step": thresholds(task.facts, task.start, 0).step,
    }


def _between(ends: Sequence[Figures]) -> tuple[int | None, float]:
    """Inferences and seconds from the first mark to the last."""
    if len(ends) < 2:
        return None, 0.0
    return ends[-1].inferences - ends[0].inferences, ends[-1].seconds - ends[0].seconds
