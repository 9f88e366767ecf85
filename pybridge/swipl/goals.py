"""How a goal is put to `prolog/bridge/answers.pl`."""

import inspect
import re
from collections.abc import Callable
from typing import Any

from pybridge.errors import PrologError
from pybridge.limits import Limits
from pybridge.swipl.exchange import write_value

_MOST = 2**62  # Prolog counts no further
_VARIABLE = re.compile(r"\w+\Z")
_DEEPEST = 250_000
"""Brackets within brackets: the stack has room for half as many again, as Prolog reads them by recursion in C."""
_BRACKETS = re.compile(r"[(\[{]+|[)\]}]+")


def request_text(kind: str, limits: Limits, values: dict[str, Any] | None, goal: str) -> str:
    """The request for a goal whose variables have `values`.

    Raises ValueError or TypeError for what cannot be one, and PrologError for one that Prolog cannot read.
    """
    given = "[]"
    if values:
        for name in values:
            if not _VARIABLE.match(name) or not (name[0] == "_" or name[0].isupper()):
                raise ValueError(f"{name!r} is no variable of Prolog; one begins with a capital letter")
        # A text in a text: it is read as it was written, whatever flags and operators the goal's module has.
        text = write_value(list(values.values())).replace("\\", "\\\\").replace("'", "\\'")
        given = f"given([{','.join(values)}],'{text}')"
    return readable(f"request({kind},{limits_text(limits)},{given},({goal}\n))")


def readable(text: str) -> str:
    """The text of a term, if Prolog survives reading it. Raises PrologError."""
    depth = 0
    if sum(map(text.count, "([{")) > _DEEPEST:
        for brackets in _BRACKETS.finditer(text):
            length = len(brackets[0])
            depth = depth + length if brackets[0][0] in "([{" else max(0, depth - length)
            if depth > _DEEPEST:
                raise PrologError(f"more than {_DEEPEST:,} brackets within brackets, which Prolog has no stack to read")
    return text


def limits_text(limits: Limits) -> str:
    """The limits as a Prolog list. Raises ValueError for one that is not more than 0."""
    parts = []
    for name, limit in (("memory", limits.memory), ("time", limits.seconds), ("inferences", limits.inferences)):
        if limit is not None:
            if not limit > 0:
                raise ValueError(f"a limit of {name} is more than 0, not {limit}")
            number = min(limit, _MOST)
            parts.append(f"{name}({(float if name == 'time' else int)(number)!r})")
    return f"[{','.join(parts)}]"


def result_arity(function: Callable[..., Any]) -> int:
    """The arity of the predicate that calls a function: its parameters and a result. Raises ValueError."""
    parameters = inspect.signature(function).parameters.values()
    if any(
        each.kind is not each.POSITIONAL_OR_KEYWORD and each.kind is not each.POSITIONAL_ONLY for each in parameters
    ):
        raise ValueError(f"say the arity of the predicate: {function!r} takes any number of arguments, or named ones")
    return len(parameters) + 1
