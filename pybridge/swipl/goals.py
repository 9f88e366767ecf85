"""Format requests for `prolog/bridge/answers.pl`."""

import inspect
import re
from collections.abc import Callable
from typing import Any

from pybridge.errors import PrologError
from pybridge.limits import Limits
from pybridge.swipl.exchange import write_value

_MOST = 2**62  # the largest number that Prolog can count to
_VARIABLE = re.compile(r"\w+\Z")
_DEEPEST = 250_000
"""The limit for nested brackets, two thirds of what fits on the stack, as Prolog's parser recurses in C."""
_BRACKETS = re.compile(r"[(\[{]+|[)\]}]+")


def request_text(kind: str, limits: Limits, values: dict[str, Any] | None, goal: str) -> str:
    """The request to run a goal with its variables bound to `values`.

    Raises ValueError or TypeError for invalid values, and PrologError for text that Prolog cannot read.
    """
    given = "[]"
    if values:
        for name in values:
            if not _VARIABLE.match(name) or not (name[0] == "_" or name[0].isupper()):
                raise ValueError(f"{name!r} is not a Prolog variable; start it with a capital letter")
        # Nested text, so that the flags and operators of the goal's module do not affect how values are read.
        text = write_value(list(values.values())).replace("\\", "\\\\").replace("'", "\\'")
        given = f"given([{','.join(values)}],'{text}')"
    return readable(f"request({kind},{limits_text(limits)},{given},({goal}\n))")


def readable(text: str) -> str:
    """Check that Prolog can read the text of a term without crashing. Raises PrologError."""
    depth = 0
    if sum(map(text.count, "([{")) > _DEEPEST:
        for brackets in _BRACKETS.finditer(text):
            length = len(brackets[0])
            depth = depth + length if brackets[0][0] in "([{" else max(0, depth - length)
            if depth > _DEEPEST:
                raise PrologError(f"more than {_DEEPEST:,} nested brackets, which would overflow Prolog's stack")
    return text


def limits_text(limits: Limits) -> str:
    """The limits as a Prolog list. Raises ValueError for a limit that is not positive."""
    parts = []
    for name, limit in (("memory", limits.memory), ("time", limits.seconds), ("inferences", limits.inferences)):
        if limit is not None:
            if not limit > 0:
                raise ValueError(f"a limit of {name} must be more than 0, not {limit}")
            number = min(limit, _MOST)
            parts.append(f"{name}({(float if name == 'time' else int)(number)!r})")
    return f"[{','.join(parts)}]"


def result_arity(function: Callable[..., Any]) -> int:
    """The arity of the predicate for a function: its parameters and a result. Raises ValueError."""
    parameters = inspect.signature(function).parameters.values()
    if any(
        each.kind is not each.POSITIONAL_OR_KEYWORD and each.kind is not each.POSITIONAL_ONLY for each in parameters
    ):
        raise ValueError(f"give the arity: {function!r} has variable or keyword-only arguments")
    return len(parameters) + 1
