"""The texts that Prolog is given: goals with their values and limits, and programs of the user's."""

import heapq
import inspect
import os
import re
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from pybridge.errors import FactFileError, ProgramError, PrologError
from pybridge.facts.terms import Atom
from pybridge.facts.wording import as_given
from pybridge.limits import Limits
from pybridge.summary import is_number
from pybridge.swipl.exchange import Values, write_value

_MOST = 2**62  # the largest number that Prolog can count to
_DEEPEST = 250_000
"""The limit for nested brackets, two thirds of what fits on the stack, as Prolog's parser recurses in C."""
_BRACKETS = re.compile(r"[(\[{]+|[)\]}]+")


def request_text(kind: str, limits: Limits, values: Values | None, goal: str) -> str:
    """The request to run a goal with its variables bound to `values`.

    Raises ValueError or TypeError for invalid values, and PrologError for text that Prolog cannot read.
    """
    if not isinstance(goal, str):
        raise TypeError(f"a goal is text, not {as_given(goal)}")
    if kind not in ("once", "all") and not str(kind).startswith("iterate("):
        raise ValueError(f"kind is 'once' or 'all', not {as_given(kind)}")
    given = "[]"
    if values:
        for name in values:
            if not isinstance(name, str):
                raise TypeError(f"the name of a variable is text, not {as_given(name)}")
            if not name.isidentifier() or not (name[0] == "_" or name[0].isupper()):
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
    """The limits as a Prolog list. Raises ValueError for a limit that is not positive, TypeError for what is none."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are Limits(...), not {as_given(limits)}")
    parts: list[str] = []
    for name, limit in (("memory", limits.memory), ("time", limits.seconds), ("inferences", limits.inferences)):
        if limit is not None:
            if not is_number(limit):
                raise TypeError(f"a limit of {name} is a number, not {as_given(limit)}")
            if not limit > 0:
                raise ValueError(f"a limit of {name} must be more than 0, not {limit}")
            number = min(limit, _MOST)
            parts.append(f"{name}({(float if name == 'time' else int)(number)!r})")
    return f"[{','.join(parts)}]"


def result_arity(function: Callable[..., object]) -> int:
    """The arity of the predicate for a function: its parameters and a result. Raises ValueError."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # of a builtin function such as max
        raise ValueError(f"give the arity: {function!r} does not say how many arguments it has") from None
    if any(
        each.kind is not each.POSITIONAL_OR_KEYWORD and each.kind is not each.POSITIONAL_ONLY for each in parameters
    ):
        raise ValueError(f"give the arity: {function!r} has variable or keyword-only arguments")
    return len(parameters) + 1


_MOST_DIGITS = 4000
"""The limit for digits of a number in any base or grouping, as reading takes quadratic time."""
# Also matches in comments and quotes, where lines are shorter. Digits may be letters, as in `36'zz`, and groups of
# digits may be separated by a space, or by an underscore with line ends and comments.
_NUMBER = re.compile(r"\d(?:[^\W_]|'| (?=[^\W_])|_(?:\s|%[^\n]*|/\*(?s:.*?)(?:\*/|\Z))*)*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NESTING = 1000  # nested brackets; a recursive parser needs a limit


def file_atom(path: str | Path) -> Atom:
    """The path of a file as Prolog names it in messages, with `?` for each byte that is not UTF-8."""
    return Atom(str(path).encode(errors="replace").decode())


def program_text(path: str | Path) -> str:
    """Read a program and check that Prolog can parse it safely. Raises ProgramError."""
    found = _program_text(str(path)) if os.path.isfile(path) else _read_once(str(path))
    if isinstance(found, ProgramError):
        raise found
    return found


def _program_text(path: str) -> str | ProgramError:
    """The program, or what is wrong with it."""
    from pybridge.facts.reader import load_text

    try:
        text = load_text(path)
    except FactFileError as error:
        return ProgramError(str(error))
    if wrong := unsafe_place(text):
        row, column, message = wrong
        return ProgramError(f"{path}:{row}:{column}: {message}")
    return text


_read_once = lru_cache(maxsize=8)(_program_text)
"""The same, for a pipe, which can be read only once."""


def unsafe_place(text: str) -> tuple[int, int, str] | None:
    """The line and column of what Prolog cannot parse safely, and what it is; None if there is nothing of the kind."""
    # Files are decoded before they come here: this is of a state in the arguments of a command.
    if alone := _SURROGATE.search(text):
        return *_place(text, alone.start()), "a character is not UTF-8"
    long = next((each for each in _NUMBER.finditer(text) if len(each[0]) >= _MOST_DIGITS), None)
    if long:
        return *_place(text, long.start()), f"this number is too long; use fewer than {_MOST_DIGITS:,} digits"
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        for column, character in enumerate(line, start=1):
            depth = max(0, depth + (character in "([{") - (character in ")]}"))
            if depth > _NESTING:
                return number, column, f"more than {_NESTING} nested brackets"
    return None


def _place(text: str, at: int) -> tuple[int, int]:
    """The line and column of a character."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class Names:
    """Reusable names of modules, so that Prolog never has many of them."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._free: list[int] = []
        self._next = 1

    def take(self) -> str:
        with self._changing:
            if self._free:
                return f"pybridge_{heapq.heappop(self._free)}"
            self._next += 1
            return f"pybridge_{self._next - 1}"

    def give_back(self, name: str) -> None:
        with self._changing:
            heapq.heappush(self._free, int(name.removeprefix("pybridge_")))


NAMES = Names()
