"""What the text of a program of the user's tells before it runs: what Prolog warns of, and likely mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pybridge.engines.goal import examine_text
from pybridge.errors import ProgramError, PybridgeError
from pybridge.facts.terms import Atom
from pybridge.limits import Limits
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine
from pybridge.translation import Said, joined, said, said_by

_PATIENCE = 10.0
"""Seconds for what only explains."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a place in a program; both count from 1."""

    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Examined:
    """What Prolog warns of when it loads a program, and the mistakes in it, the likeliest first."""

    warnings: tuple[Remark, ...] = ()
    mistakes: tuple[Remark, ...] = ()


def examined(task: Task) -> Examined:
    """The remarks about the task's own program; none about one that cannot be read, which running it explains."""
    try:
        return _examined(examine_text(task))
    except PybridgeError:
        return Examined()


@lru_cache(maxsize=4)
def _examined(goal: str) -> Examined:
    """Asked for before the search, and again where the program is wrong."""
    with Engine(fenced=True) as prolog:
        answer = prolog.once(goal, Limits(_PATIENCE))
    if answer is None:
        return Examined()
    warnings = [Remark(line, column, message) for line, column, message in answer["Warnings"]]
    mistakes = [Remark(line, column, _filled(*rest)) for line, column, *rest in answer["Mistakes"]]
    return Examined(tuple(warnings), tuple(mistakes))


def _filled(template: str, values: Sequence[tuple[Atom, str]]) -> Said:
    return said(template, **{name.name: text for name, text in values})


def hint(task: Task) -> str | None:
    """The likeliest mistake of a program that is wrong, with its place; None if none is found."""
    mistakes = examined(task).mistakes if task.text else ()
    if not mistakes:
        return None
    first = mistakes[0]
    return joined([f"{task.text}:{first.line}:{first.column}", first.message], ": ")


def hinted(task: Task, error: ProgramError) -> ProgramError:
    """The error of a program, with its likeliest mistake in a line of its own, if one is found."""
    message, told = said_by(error), hint(task)
    if told is not None:
        message = said("{message}\nhint: {hint}", message=message, hint=told)
    return ProgramError(message, error.term, error.value)
