"""Find the task of rules, and compare it with them: what narrowing finds has to make the moves that Prolog makes."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from pybridge.errors import PrologError
from pybridge.rules.compiled import Compiled, Operator, Pairs, RuleMove, UnknownValueError, Values
from pybridge.rules.session import Session

FORMAT = 5
"""Of what is found in rules: with another one, nothing is used that was kept of their tasks and searches."""
_ATTEMPTS = (("narrowed", 3.0), ("listed", 3.0), ("narrowed", 10.0))
"""Where operators are not found soon, few states are listed sooner. Beyond all, Prolog says what follows each state."""
_LATE = "its operators were not found within 10 seconds; limit counters, and {helps}"
_SOON = 0.3
"""Seconds within which a task is found sooner than it is read from disk."""
_FEW, _MANY, _LONG = 30, 2000, 2.0
"""States whose moves are compared, of a task that was found soon and of one that is kept, and for how many seconds."""
_BATCH = 100
_MOST_PARTS = 100
"""Operators that one is cut into at most, and those of a group that are compared with each other."""

Moved: TypeAlias = tuple[bool, list[tuple[str, list[str]]]]
"""Whether a state is a goal, and the name and the leaves of each move from it."""


def task_found_soon(asked: Session) -> Compiled | None:
    """The task of the rules if narrowing finds it at once, and it makes the same moves."""
    task = _task(asked, "narrowed", _SOON)
    return task if isinstance(task, Compiled) and _fault(asked, task, _FEW) is None else None


def found_task(asked: Session) -> Compiled | str:
    """The task of the rules, or why there is none, in words that say what would help."""
    why = unlisted = None
    for how, seconds in _ATTEMPTS:
        task = _task(asked, how, seconds)
        fault = _fault(asked, task, _MANY) if isinstance(task, Compiled) else task
        if isinstance(task, Compiled) and fault is None:
            return task
        if how == "narrowed":
            why = fault or why
        elif isinstance(task, str):
            unlisted = task
    return why or unlisted or _LATE.format(helps=asked.help)


def _task(asked: Session, how: str, seconds: float) -> Compiled | str | None:
    """As `Session.task`, and no move is found twice."""
    task = asked.task(how, seconds)
    return without_repeats(task) if isinstance(task, Compiled) else task


def without_repeats(task: Compiled) -> Compiled:
    """The same task, whose operators make no move twice in one state, unless that takes very many operators.

    Rules make none twice either, as far as they were tried. Where they do after all, it is one move.
    """
    befores = [dict(operator.before) for operator in task.operators]
    alike: dict[tuple[str, Pairs], list[int]] = {}
    for number, (name, before, after) in enumerate(task.operators):
        changes = set(after).difference(before)
        alike.setdefault((name, tuple(sorted(changes))), []).append(number)
    parts: dict[int, list[dict[int, int]]] = {}
    for numbers in alike.values():
        for some in _together(numbers, befores):
            some.sort(key=lambda number: len(befores[number]))
            for at, number in enumerate(some[:_MOST_PARTS]):
                parts[number] = _except(befores[number], [befores[other] for other in some[:at]], task.sizes)
    found: list[Operator] = []
    for number, operator in enumerate(task.operators):
        cut = parts.get(number, [befores[number]])
        if cut == [befores[number]]:
            found.append(operator)
        else:
            found += (operator._replace(before=tuple(sorted(part.items()))) for part in cut)
    return replace(task, operators=tuple(found))


def _together(numbers: list[int], befores: Sequence[dict[int, int]]) -> Iterator[list[int]]:
    """Groups of these operators, of which those of different groups are not possible in one state."""
    for variable in set(befores[numbers[0]]).intersection(*(befores[number] for number in numbers)):
        by_value: dict[int, list[int]] = {}
        for number in numbers:
            by_value.setdefault(befores[number][variable], []).append(number)
        if len(by_value) > 1:
            for some in by_value.values():
                yield from _together(some, befores)
            return
    if len(numbers) > 1:
        yield numbers


def _except(before: dict[int, int], others: list[dict[int, int]], sizes: Sequence[int]) -> list[dict[int, int]]:
    """Conditions of which just one holds where `before` does and none of the others; `before`, if they are too many."""
    parts = [before]
    for other in others:
        parts = [each for part in parts for each in _except_one(part, other, sizes)]
        if len(parts) > _MOST_PARTS:
            return [before]
    return parts


def _except_one(before: dict[int, int], other: dict[int, int], sizes: Sequence[int]) -> Iterator[dict[int, int]]:
    """The same for one other."""
    if any(before.get(variable, value) != value for variable, value in other.items()):
        yield before
        return
    for variable, value in other.items():
        if variable not in before:
            yield from ({**before, variable: each} for each in range(sizes[variable]) if each != value)
            before = {**before, variable: value}


def _fault(asked: Session, task: Compiled, most: int) -> str | None:
    """How the first of the states for which they differ is not the same by the task as by the rules."""
    end = time.monotonic() + _LONG
    with suppress(PrologError):  # the rules may not end
        for fault in differences(asked, task, most):
            if fault:
                return f"narrowing fails: {fault}"
            if time.monotonic() > end:
                break
    return None


def differences(asked: Session, task: Compiled, most: int) -> Iterator[str | None]:
    """For each of the first states, breadth first, how rules and operators differ there; None if they do not."""
    starts = [task.state(asked.leaves(task.template, state)) for _, state in asked.report.starts]
    seen = dict.fromkeys(starts)
    waiting = list(seen)
    compared = 0
    while some := waiting[compared : min(compared + _BATCH, most)]:
        compared += len(some)
        for state, row in zip(some, _rows(asked, task, some), strict=True):
            mine = task.successors(state)
            yield _difference(task, state, mine, *row) if row else None
            for _, after in mine:
                if after not in seen:
                    seen[after] = None
                    waiting.append(after)


def _rows(asked: Session, task: Compiled, states: Sequence[Values]) -> "Iterator[Moved | None]":
    """Whether each state is a goal, and its moves, by the rules; None where they raise an error.

    Raises PrologError where they may not end.
    """
    begun = time.monotonic()
    try:
        for is_goal, _, moves in asked.rows(task.template, list(map(task.text, states))):
            yield is_goal, moves
    except PrologError:
        if time.monotonic() > begun + _LONG:
            raise
        if len(states) == 1:
            yield None
        else:
            yield from chain.from_iterable(_rows(asked, task, [state]) for state in states)


def _difference(
    task: Compiled,
    state: Values,
    mine: list[tuple[RuleMove, Values]],
    is_goal: bool,
    moves: list[tuple[str, list[str]]],
) -> str | None:
    where = f"in the state {task.text(state)}"
    try:
        theirs = [(RuleMove(name), task.state(leaves)) for name, leaves in moves]
    except UnknownValueError as error:
        return f"{where} the rules make a state that no operator makes: {error}"
    if mine != theirs:
        names = [", ".join(move.name for move, _ in each) or "none" for each in (mine, theirs)]
        return f"{where} the operators make the moves {names[0]}, and the rules {names[1]}"
    if task.is_goal(state) != is_goal:
        return f"{where} the rules say that it is {'a' if is_goal else 'no'} goal, and the task does not"
    return None
