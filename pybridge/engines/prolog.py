"""The engines in SWI-Prolog: one run for inferences and seconds, and a second, counted one for nodes."""

import contextlib
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from pybridge.engines.goal import ENGINE as COMPILED
from pybridge.engines.goal import along, goal_text, signs_of, unrepresented
from pybridge.engines.marks import (
    Figures,
    figures,
    first_of,
    iterations,
    last_done,
    paths,
    with_rows,
    with_solutions,
)
from pybridge.engines.own_text import hinted
from pybridge.engines.printed_plan import Printed
from pybridge.engines.rows import Solutions, in_prolog
from pybridge.errors import DisagreementError, FactFileError, FaultKind, ProgramError, PrologError, PybridgeError
from pybridge.facts import State
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles.rows import transitions
from pybridge.search.rows import comparable, search_row
from pybridge.search.solution import Iteration, Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Progress, Task
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound
from pybridge.swipl.job import Answer, Job
from pybridge.swipl.process import FENCED_MEMORY
from pybridge.translation import said, said_by

_PATIENCE = 5.0  # seconds for a second run that only explains the first
_FIRST_LINES, _MOST_LINES = 1_000, 10_000
"""The first and the last lines that a program prints are read, and the others left out."""


def search(engine: str, task: Task, tally: Tally) -> Solution:
    """Put a task to Prolog as the engine of that name does, and read what Prolog marks on the way.

    Raises PrologMissingError, PrologTooOldError, ProgramError, PrologError.
    """
    bound = search_row(task.facts).bound(task)  # now, since it may be refused
    runs = _Runs(task, engine)
    tally.look = runs.progress
    tally.stopped_by(runs.cancel)
    tally.stopped_by(runs.leave_counting, extra=True)
    runs.wait_for_timed()
    tally.is_searching = False
    runs.wait_for_counted()
    return runs.solution(bound)


def observed_marks(task: Task, path: Sequence[State]) -> Sequence[Compound]:
    """The marks of a user's program that reports what it visits along a path, within the patience of a second run.

    Raises what a search does.
    """
    task = replace(task, limits=Limits(_PATIENCE))
    run = WatchedRun(task, "prolog", counted=False, more=along(task.facts, path))
    run.finish()
    return run.marks


def _placed(task: Task, error: PrologError) -> PybridgeError:
    """An error of a program of the user's, with its line if a second run finds it; or of rules, if `check` finds it."""
    if error.exit_code != PrologError.exit_code:
        return error
    if task.text is None:
        faults = [each for each in transitions(task.facts).faults(task.facts) if each.kind is FaultKind.WRONG_RULE]
        return FactFileError(faults) if faults else error
    if task.isolate:
        try:
            observed_marks(task, [task.start])
        except ProgramError as placed:
            return hinted(task, placed)
        except PybridgeError:
            pass
    return error


class WatchedRun:
    """One run in an engine of its own, and the marks it has left so far."""

    def __init__(self, task: Task, engine: str, *, counted: bool, more: Sequence[str] = ()) -> None:
        self.ended_by_itself = False
        self.first: list[Compound] = []
        """The first marks, if others are left out behind them."""
        self._inferences, self._looking = 0, threading.Lock()
        self._started = time.monotonic()
        goal = goal_text(task, engine, counted=counted, more=more)
        fenced = in_prolog(task.facts.domain).fenced or (task.isolate and task.text is not None)
        stacks = task.limits.memory or 0
        space = FENCED_MEMORY + 4 * stacks if fenced and stacks > 1 << 30 else None
        self._signs = signs_of(task)
        self._engine = Engine(background=counted, isolate=task.isolate, fenced=fenced, memory=space)
        inferences = task.limits.inferences if task.text else None  # a program of our own catches no limit
        self.job: Job = self._engine.start(goal, own=Limits(task.limits.seconds, inferences))

    @property
    def marks(self) -> list[Compound]:
        """The marks as far as they were fetched."""
        return self.job.marks

    def look(self) -> None:
        """Fetch the marks that are new. Of many printed lines the first and the last ones are kept."""
        self._inferences = self.job.progress()
        with self._looking:  # others may look, too, and new marks may come behind those that are read here
            fetched = len(self.marks)
            marks = with_rows(self.marks[:fetched], self._signs) if self._signs else self.marks[:fetched]
            places = [at for at, mark in enumerate(marks) if mark.functor == "printed"]
            if len(places) > 2 * _MOST_LINES:
                self.first = self.first or marks[: places[_FIRST_LINES]]
                left_out = set(places[:-_MOST_LINES])
                marks = [mark for at, mark in enumerate(marks) if at not in left_out]
            self.job.marks[:fetched] = marks

    def now(self) -> Figures | None:
        """The counters between marks, as far as they can be seen from outside; None before the first mark."""
        if not self.marks or not self._inferences:
            return None
        last = figures(self.marks[-1])
        return Figures(max(self._inferences, last.inferences), time.monotonic() - self._started, last.nodes)

    def over(self) -> bool:
        return self.job.done()

    def wait(self) -> None:
        with contextlib.suppress(Exception):  # `finish` raises it in the right place
            self.ended_by_itself = self.job.result().outcome is Outcome.SOLVED

    def finish(self) -> Answer:
        try:
            answer = self.job.result()
            self.ended_by_itself = answer.outcome is Outcome.SOLVED
            return answer
        finally:
            self.look()
            self._engine.close()


class _Runs:
    """A timed run, and beside it one that counts nodes, unless the task wants no nodes."""

    def __init__(self, task: Task, engine: str) -> None:
        self._task, self._engine = task, engine
        self._wrong: str | None = None
        self._timed = WatchedRun(task, engine, counted=False)
        self._counted = WatchedRun(task, engine, counted=True) if task.nodes else None

    def progress(self) -> Progress:
        """How far the timed run is, with nodes as far as the counted run has come."""
        over = self._timed.over()  # before the marks are fetched: if it is, none is missing
        self._timed.look()
        if self._counted:
            self._counted.look()
        now = self._timed.now()
        found = self._with_nodes(iterations(self._timed.marks, now))
        begun = [mark for mark in self._timed.marks if mark.functor == "begun"]
        used = now.inferences - figures(begun[0]).inferences if begun and now else None
        under_way = found and not over and not found[-1].completed
        return Progress(tuple(found[:-1]) if under_way else tuple(found), found[-1] if under_way else None, used)

    def cancel(self) -> None:
        """End the timed run soon."""
        self._timed.job.cancel()

    def leave_counting(self) -> None:
        """End the counted run; iterations that it has not completed are left without nodes."""
        if self._counted:
            self._counted.job.cancel()

    def wait_for_timed(self) -> None:
        """Wait until the timed run is over. What stops it stops both."""
        self._timed.wait()
        if not self._timed.ended_by_itself:
            self.leave_counting()

    def wait_for_counted(self) -> None:
        """Wait until the counted run is over, too."""
        if self._counted:
            self._counted.wait()

    def _finish(self) -> Answer:
        """The answer of the timed run, once both are over. Raises PrologError if one raised an error."""
        try:
            answer = self._timed.finish()
            if self._counted:
                self._counted.finish()
            return answer
        except ProgramError as error:
            raise hinted(self._task, error) from None
        except PrologError as error:
            if self._engine == COMPILED:
                raise unrepresented(self._task.facts, error, "; use another engine") from None
            raise _placed(self._task, error) from None

    def solution(self, bound: int) -> Solution:
        """The solution, once both runs are over; `bound` is that of the start. Raises PrologError if one raised it."""
        task, answer = self._task, self._finish()
        ended = answer.outcome is Outcome.SOLVED
        marks = self._told(ended=ended)
        found = self._solutions(marks)
        ends = [figures(mark) for mark in marks if mark.functor in ("begun", "ended")]
        inferences, seconds = _between(ends)
        outcome = answer.outcome if found else self._without_solution(answer.outcome)
        rounds = tuple(self._with_nodes(iterations(marks)))
        known = outcome is Outcome.SOLVED and task.wanted.every and task.text is None
        solution = Solution(
            task.facts.name,
            task.start_name,
            task.text.name if task.text else task.program,
            self._engine,
            outcome,
            found,
            rounds,
            seconds,
            inferences,
            every=task.wanted.every,
            proves=task.text is None,
            heuristic=in_prolog(task.facts.domain).low if task.program == "ids_low" else None,
            initial_bound=bound,
            count=task.counted(outcome, len(found) if known else None),
            last=None if found or not task.text else last_done(self._timed.marks, task.program),
            wrong=self._wrong,
        )
        return _informed(task, solution) if task.program == "ida_star" else solution

    def _without_solution(self, outcome: Outcome) -> Outcome:
        if outcome is not Outcome.SOLVED:
            return outcome
        all_searched = self._task.text is None and self._task.last_threshold is None
        return Outcome.UNSOLVABLE if all_searched else Outcome.NO_SOLUTION_WITHIN_LIMIT

    def _told(self, *, ended: bool) -> Sequence[Compound]:
        """The marks, with what was printed as solutions; without it where no moves join what was printed."""
        marks = self._timed.marks
        if marks and all(mark.functor != "ended" for mark in marks):  # it had to be killed
            marks = [*marks, Compound("ended", (marks[-1].args[-1],))]
        if self._task.text is None:
            return marks
        try:
            found = with_solutions(self._task.facts, self._task.start, marks, ended=ended)
            if self._timed.first:
                first = [*self._timed.first, Compound("ended", (marks[-1].args[-1],))]
                first = [*with_solutions(self._task.facts, self._task.start, first, ended=False)]
                found = [found[0], *(mark for mark in first if mark.functor == "solved"), *found[1:]]
            return found
        except DisagreementError as error:
            self._wrong = said_by(error)
            return [mark for mark in marks if mark.functor != "solved"]

    def _solutions(self, marks: Sequence[Compound]) -> Solutions:
        facts, marked = self._task.facts, paths(marks)
        if marked and all(isinstance(each, Printed) for each in marked):
            printed = tuple(map(tuple, marked))
            announced = any(mark.functor == "limit" for mark in marks)
            return printed if self._task.wanted.every else first_of(printed, announced=announced)
        try:
            found = in_prolog(facts.domain).solutions(facts, self._task.start, marked)
            if any(not isinstance(part, int | str) for moves in found for move in moves for part in move):
                raise TypeError("a move of neither numbers nor names")
            return found
        except (AttributeError, LookupError, TypeError, ValueError, DisagreementError) as error:
            if self._task.text is None:
                raise
            known = said_by(error) if isinstance(error, DisagreementError) else None
            self._wrong = known or said("what it prints is not a solution; prolog/seven.pl and blocks.pl show one")
            return ()

    def _with_nodes(self, timed: Sequence[Iteration]) -> list[Iteration]:
        """The timed run's iterations with the nodes of the counted run.

        An iteration that was not completed has them only if both runs came to their end by themselves.
        """
        runs = [self._timed, self._counted] if self._counted else [self._timed]
        counted = iterations(self._counted.marks) if self._counted else []
        both_ended = all(watched.ended_by_itself for watched in runs)
        if self._task.text and not any(each.expanded or each.generated for each in counted):
            counted = []  # it has no predicates that could be counted
        nodes = {each.threshold: each for each in counted if each.completed or both_ended}
        merged = []
        for each in timed:
            twin = nodes.get(each.threshold)
            is_counted = each.completed or both_ended
            pair = (twin.expanded, twin.generated) if twin and is_counted else (None, None)
            merged.append(replace(each, expanded=pair[0], generated=pair[1]))
        return merged


def _informed(task: Task, solution: Solution) -> Solution:
    """What IDA* goes by; its first threshold is what its bound proves of the start."""
    row, rounds = search_row(task.facts), solution.iterations
    heuristic = comparable(task).heuristic if in_prolog(task.facts.domain).guided else None
    return replace(
        solution,
        initial_bound=rounds[0].threshold if rounds else solution.initial_bound,
        heuristic=heuristic.name if heuristic else None,
        pruning=in_prolog(task.facts.domain).pruning(task).value,
        step=row.step(task.facts, task.start),
    )


def _between(ends: Sequence[Figures]) -> tuple[int | None, float]:
    """Inferences and seconds from the first mark to the last."""
    if len(ends) < 2:
        return None, 0.0
    return ends[-1].inferences - ends[0].inferences, ends[-1].seconds - ends[0].seconds
