"""A program of the user's beside its twin: stopped when it can no longer succeed, and what is wrong with it."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from pybridge.agreement import Check, Comparison, compare, known_length
from pybridge.diagnosis import (
    Diagnosis,
    Observed,
    along,
    ended_early,
    endless,
    filling_memory,
    goes_on,
    impossible,
    not_a_solution,
    out_of_memory,
    taking_long,
    too_long,
)
from pybridge.engines.checked import CheckedRun
from pybridge.engines.goal import OWN_MEMORY
from pybridge.engines.own_text import hint
from pybridge.engines.prolog import observed_marks
from pybridge.engines.rows import in_prolog
from pybridge.engines.sequences import ALLOWANCE, Sequences
from pybridge.errors import PybridgeError
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, knows_solvable, replay
from pybridge.search.solution import Iteration, Solution
from pybridge.search.task import Progress, Run, Task
from pybridge.swipl.exchange import Compound, Value, write_value
from pybridge.translation import Said, joined, said

_FURTHER, _MOST_FURTHER = 3, 300_000_000
"""How often the inferences of a limit that missed a shortest solution the next one may use, and how many at most."""
_OF_PROGRAMS = ("program", "hint", "nodes")
"""The subjects of checks that are about one program of the user's."""


class OwnProgramRun(CheckedRun):
    """A program of the user's and its twin.

    Once the twin has a shortest solution, the program is stopped when it has searched a limit that has solutions to its
    end, found none, and does not find one soon, as one does that counts states; or when it has used far more inferences
    than all sequences of moves of its limit need.
    """

    def __init__(self, task: Task, main: Run, twin: Run) -> None:
        super().__init__(task, main, twin)
        self._sequences = Sequences(task)
        self._length: int | None = None
        self._excess: int | None = None

    def wait(self, timeout: float) -> bool:
        """As of a checked run; stops a program that cannot succeed."""
        over = super().wait(timeout)
        if not over and self._main.is_searching() and self._hopeless(self._main.progress()):
            self.cancel()
        return over

    def _hopeless(self, progress: Progress) -> bool:
        if self._length is None and self._twin.wait(0):
            self._length = shortest_length(self._twin.result())
        if self._length is None:
            return False
        now = progress.current
        if passed := passing_by(progress, self._length):
            further = min(_FURTHER * (passed[0].inferences or 0), _MOST_FURTHER) + ALLOWANCE
            return len(passed) > 1 or (now is not None and (now.inferences or 0) > further)
        if now is not None:
            used, allowed = now.inferences, self._sequences.inferences(now.threshold)
        elif progress.iterations:  # between thresholds
            used = allowed = None
        else:  # before the first, if it announces any
            used, allowed = progress.inferences, self._sequences.unannounced(self._length)
        if used is not None and allowed is not None and used > allowed:
            self._excess = used
        return self._excess is not None

    def result(self) -> Solution:
        """The program's solution; without one, up to the first iteration that missed a shortest solution.

        Where a program ends without a solution and its twin has proved that there is none, the puzzle is unsolvable.
        One that was stopped before any threshold may only take long.
        """
        found = super().result()
        if self._excess is not None and not found.iterations and found.moves is None:
            return replace(found, outcome=Outcome.INFERENCE_LIMIT)
        ended = found.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT and self._task.last_threshold is None
        if ended and self._twin.result().outcome is Outcome.UNSOLVABLE:
            return replace(found, outcome=Outcome.UNSOLVABLE)
        passing = self._length is not None and passing_by(found, self._length)
        if found.moves is not None or not passing:
            return found
        return replace(found, iterations=found.iterations[: found.iterations.index(passing[0]) + 1])

    def comparison(self) -> Comparison:
        """Both solutions and their agreement, and what is wrong with the program if they do not agree."""
        return explained(self._task, super().comparison(), self._excess)


def explained(task: Task, found: Comparison, excess: int | None = None) -> Comparison:
    """The comparison of a program of the user's, alone or with its twin, with what is wrong with it, if anything is.

    `excess`: it was stopped after this many inferences.
    """
    own, *others = found.solutions
    wrong = diagnose(task, own, others[0] if others else None, excess)
    if wrong is None:
        beside = _nodes(task, own, others[0] if others else None) or _stopped(task, own, excess)
        return replace(found, checks=(*found.checks, *beside))
    check = Check(said("program"), "", joined([own.program, wrong.message], ": "))
    kept = [each for each in found.checks if each.agrees and own.moves is None]
    wrong = replace(wrong, hint=hint(task))
    return replace(found, checks=(*kept, check, *_hints(wrong.hint)), diagnosis=wrong)


def _stopped(task: Task, own: Solution, excess: int | None) -> list[Check]:
    """What to say about a program that was stopped before any threshold: it may only take long."""
    if excess is not None:
        told = taking_long(excess)
    elif own.outcome is Outcome.MEMORY_LIMIT and task.limits.memory is None:
        told = filling_memory(OWN_MEMORY >> 20)
    else:
        return []
    return [Check(said("program"), joined([own.program, told], ": "), compared=False), *_hints(hint(task))]


def _hints(told: str | None) -> list[Check]:
    return [Check(said("hint"), told, compared=False)] if told else []


def compared_with(found: Comparison, task: Task, checked: Comparison) -> Comparison:
    """A comparison with a program of the user's, which was `checked`, beside the others.

    What is wrong with it counts alone, and what was wrong with one before it stays.
    """
    own, wrong = checked.solutions[0], checked.diagnosis
    solutions = (*found.solutions, own)
    checks = found.checks
    if wrong is None:
        before = [each for each in checks if each.subject in _OF_PROGRAMS]
        checks = (*compare(task.facts, task.start_name, task.start, solutions).checks, *before)
    told = [each for each in checked.checks if each.subject in _OF_PROGRAMS]
    return replace(found, solutions=solutions, checks=(*checks, *told), diagnosis=found.diagnosis or wrong)


def _nodes(task: Task, own: Solution, twin: Solution | None) -> list[Check]:
    """A line on the nodes of a program that is right: beside those of the classic program, or why there are none."""
    if not task.nodes or own.outcome is not Outcome.SOLVED:
        return []
    if own.expanded is None:
        why = said("not counted: the program makes moves by predicates of its own, not the classic program's")
        return [Check(said("nodes"), why, compared=False)]
    both = [] if twin is None else _counted_by_both(own, twin)
    mine, yours = (sum(pair[number] for _, pair in both) for number in (0, 1))
    if twin is None or not yours:
        return []
    which = _at([threshold for threshold, _ in both])
    if all(pair[0] == pair[1] for _, pair in both):
        told = said("as many as {engine} {program}, {which}", engine=twin.engine, program=twin.program, which=which)
        return [Check(said("nodes"), told)]
    differ = _at([threshold for threshold, pair in both if pair[0] != pair[1]])
    ratio = f"{mine / yours:,.2f}".rstrip("0").rstrip(".")
    told = said(
        "{ratio} times as many as the page's program ({engine} {program}); they differ {differ}, so counters are not "
        "compared",
        ratio=ratio, engine=twin.engine, program=twin.program, differ=differ,
    )  # fmt: skip
    return [Check(said("nodes"), told, compared=False)]


def _counted_by_both(own: Solution, twin: Solution) -> list[tuple[int, tuple[int, int]]]:
    """The thresholds at which both have counted the nodes that they generated, and these."""
    yours = {each.threshold: each for each in twin.iterations}
    both = [(each, yours[each.threshold]) for each in own.iterations if each.threshold in yours]
    return [
        (mine.threshold, (mine.generated, other.generated))
        for mine, other in both
        if mine.completed == other.completed and mine.generated is not None and other.generated is not None
    ]


def _at(thresholds: Sequence[int]) -> Said:
    """Thresholds in words; more than six by the first and the last."""
    first, *others = thresholds
    if not others:
        return said("at threshold {threshold}", threshold=first)
    last = others[-1]
    if len(thresholds) > 6:
        return said("at {number} thresholds from {first} to {last}", number=len(thresholds), first=first, last=last)
    return said("at thresholds {first} and {last}", first=", ".join(map(str, thresholds[:-1])), last=last)


def passing_by(found: Solution | Progress, length: int) -> list[Iteration]:
    """The iterations that were searched completely without success, though there are solutions of that length."""
    return [each for each in found.iterations if each.completed and each.threshold >= length]


def shortest_length(solution: Solution) -> int | None:
    """The length of a shortest solution, if it is known for one."""
    return solution.length if solution.shortest and solution.proves else None


def diagnose(task: Task, own: Solution, twin: Solution | None, excess: int | None) -> Diagnosis | None:
    """What is wrong with a program, by its twin or the facts alone; None if nothing is known to be.

    A program that has a solution, or misses the shortest ones, runs once more, observed along one of them.
    """
    if own.wrong:
        return Diagnosis(own.wrong)
    if wrong := not_a_solution(task.facts, task.start, own):
        return wrong
    shortest = twin.moves if twin else None
    known = known_length(task.facts, task.start_name, task.start)
    length = shortest_length(twin) if twin and shortest else known
    if length is None or (own.length is not None and own.length <= length):
        return _known_little(task, own, length) if own.moves is None else _beside_a_solution(task, own, excess)
    passing = passing_by(own, length)
    if own.moves is not None:
        told = too_long(own, length)
    elif passing:
        threshold = passing[0].threshold
        told = said("threshold {threshold} was searched completely without finding a solution", threshold=threshold)
    else:
        return _known_little(task, own, length, excess)
    if shortest is None or not passing:
        return Diagnosis(told)
    threshold = passing[0].threshold
    why, steps = along(task.facts, task.start, shortest, threshold, observe(task, shortest, threshold))
    return Diagnosis(joined([told, why], ": "), threshold, steps, shortest[: max(0, len(steps) - 1)])


def _known_little(task: Task, own: Solution, length: int | None, excess: int | None = None) -> Diagnosis | None:
    """What is wrong with a program that has no solution, and has searched no threshold that has one."""
    if own.iterations and excess is not None:
        return Diagnosis(endless(own, excess))
    if own.iterations and own.outcome is Outcome.MEMORY_LIMIT and task.limits.memory is None and length is not None:
        return Diagnosis(out_of_memory(own))
    if task.last_threshold is None:
        may_have = length is not None or knows_solvable(task.facts)
    else:
        may_have = length is not None and length <= task.last_threshold
    if own.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT and may_have:
        return Diagnosis(ended_early(own, length))
    return None


def _beside_a_solution(task: Task, own: Solution, excess: int | None) -> Diagnosis | None:
    """A program with a right solution may still make illegal moves, or not end."""
    if told := goes_on(own):
        return Diagnosis(told)
    if excess is not None:
        return Diagnosis(said("its solution is right, but {wrong}", wrong=endless(own, excess)))
    if own.outcome is Outcome.MEMORY_LIMIT and task.limits.memory is None:
        return Diagnosis(said("its solution is right, but {wrong}", wrong=out_of_memory(own)))
    threshold = own.iterations[-1].threshold if own.iterations else 0
    states = replay(task.facts, task.start, own.moves or ())
    wrong = impossible(task.facts, states, observe(task, own.moves or (), threshold))
    return None if wrong is None else Diagnosis(said("its solution is right, but {wrong}", wrong=wrong), threshold)


def observe(task: Task, shortest: Sequence[Move], threshold: int) -> Observed:
    """What the program does along a shortest solution with one limit; nothing if it cannot be observed."""
    states = replay(task.facts, task.start, shortest)
    bounds: dict[int, int | None] = {}
    counts: dict[int, int | str] = {}
    beside: list[tuple[int, Value]] = []
    with contextlib.suppress(PybridgeError):
        limit = None
        for mark in observed_marks(replace(task, last_threshold=threshold), states):
            if mark.functor == "limit":
                limit = mark.args[0]
            elif limit == threshold and mark.functor == "visited":
                index, count, bound, _ = mark.args
                counts.setdefault(index, count)
                bounds.setdefault(index, bound if isinstance(bound, int) else None)
            elif limit == threshold and mark.functor == "beside":
                other = in_prolog(task.facts.domain).seen(task.facts, mark.args[1])
                beside.append((mark.args[0], write_value(other) if isinstance(other, Compound | list) else other))
    return Observed(bounds, beside, counts)
