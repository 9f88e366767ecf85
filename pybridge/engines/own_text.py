"""What the text of a program of the user's tells before it runs: what Prolog warns of, and likely mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pybridge.engines.goal import examine_text
from pybridge.errors import ProgramError, PybridgeError
from pybridge.facts import write
from pybridge.limits import Limits
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine

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
        return _examined(examine_text(task, write(task.facts)))
    except PybridgeError:
        return Examined()


@lru_cache(maxsize=4)
def _examined(goal: str) -> Examined:
    """Asked for before the search, and again where the program is wrong."""
    with Engine(fenced=True) as prolog:
        answer = prolog.once(goal, Limits(_PATIENCE)) or {}
    return Examined(_remarks(answer["Warnings"]), _remarks(answer["Mistakes"])) if answer else Examined()


def _remarks(rows: Sequence[Sequence[object]]) -> tuple[Remark, ...]:
    return tuple(Remark(int(str(line)), int(str(column)), str(message)) for line, column, message in rows)


def hint(task: Task) -> str | None:
    """The likeliest mistake of a program that is wrong, with its place; None if none is found."""
    mistakes = examined(task).mistakes if task.text else ()
    return f"{task.text}:{mistakes[0].line}:{mistakes[0].column}: {mistakes[0].message}" if mistakes else None


def hinted(task: Task, error: ProgramError) -> ProgramError:
    """The error of a program, with its likeliest mistake in a line of its own, if one is found."""
    return ProgramError(with_hint(task, str(error)), error.term, error.value)


def with_hint(task: Task, message: str) -> str:
    """A message, with the likeliest mistake of the program in a line of its own, if one is found."""
    told = hint(task)
    return message if told is None else f"{message}\nhint: {told}"
