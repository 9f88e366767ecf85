"""Prolog terms as Python values, from the JSON of `prolog/engine/exchange.pl`; values as text; errors as exceptions."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any, TypeAlias

from pybridge.errors import ProgramError, PrologError, PybridgeError, UnfitHeuristicError
from pybridge.facts.terms import Atom
from pybridge.facts.wording import as_given
from pybridge.forms import Form, nesting

Value: TypeAlias = Any
"""A Prolog term in Python, as `read_value` returns it."""
Values: TypeAlias = dict[str, Value]
"""An answer, or what is given to a goal: variables by name."""


@dataclass(frozen=True, slots=True)
class Compound:
    """A compound term. Arguments are values as returned by `read_value`."""

    functor: str
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A term without a Python counterpart: a variable, a stream, a blob, a dict; `text` is how Prolog writes it."""

    text: str


def read_value(text: str) -> Value:
    """A term from its JSON text: int, float, Fraction, str (a Prolog string), list, Atom, Compound or Other."""
    if text.count("[") + text.count("{") > _DEEPEST and nesting(text) > _DEEPEST:
        return _read_stepwise(text)
    try:
        return json.loads(text, object_hook=_term)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer that is too long for Python's parser
        return _read_stepwise(text)


# Python's JSON parser recurses; with a raised recursion limit it would crash the process.
_DEEPEST = 400
_TOKEN = re.compile(r'[\[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\[\]{}",:\s]+')


def _read_stepwise(text: str) -> Value:
    """Like `read_value`, for any nesting depth and integers of any length."""
    open_lists: list[list[Value]] = [[]]
    for token in _TOKEN.findall(text):
        if token in ("[", "{"):
            open_lists.append([])
            continue
        if token == "]":
            value: Value = open_lists.pop()
        elif token == "}":
            items = open_lists.pop()
            value = _term(dict(zip(items[::2], items[1::2], strict=True)))
        else:
            value = _integer(token) if _DIGITS.match(token) else json.loads(token)
        open_lists[-1].append(value)
    return open_lists[0][0]


_DIGITS = re.compile(r"-?[0-9]+\Z")


def _integer(text: str) -> int:
    value = 0
    digits = text.lstrip("-")
    for at in range(0, len(digits), _MOST_DIGITS):
        part = digits[at : at + _MOST_DIGITS]
        value = value * 10 ** len(part) + int(part)
    return value if text == digits else -value


def _term(fields: Form) -> Value:
    if "functor" in fields:
        return Compound(fields["functor"], tuple(fields["args"]))
    if "atom" in fields:
        return Atom(fields["atom"])
    if "rational" in fields:
        return Fraction(*fields["rational"])
    return Other(fields["other"])


def write_value(value: Value) -> str:
    """A value as Prolog text that reads back as the same term. Accepts the values of `read_value`, and tuples as lists.

    True, False and None become the atoms true, false and null. Raises TypeError for other values, and ValueError for
    a list that contains itself and for text with surrogates, which Prolog cannot read.
    """
    # Not recursive, as the nesting depth of a value may exceed Python's stack.
    parts: list[str] = []
    todo: list[Value] = [value]
    inside: set[int] = set()
    while todo:
        item = todo.pop()
        if isinstance(item, _Text):
            parts.append(item)
        elif isinstance(item, _End):
            parts.append("]")
            inside.remove(item.of)
        elif isinstance(item, Compound):
            parts.append(f"{_quoted(item.functor, chr(39))}(")
            todo += [_CLOSE, *_between_commas(item.args)]
        elif isinstance(item, list | tuple):
            if id(item) in inside:
                raise ValueError("a list that contains itself has no counterpart in Prolog")
            inside.add(id(item))
            parts.append("[")
            todo += [_End(id(item)), *_between_commas(item)]
        else:
            parts.append(_atomic(item))
    return "".join(parts)


class _Text(str):
    """Text that is already Prolog."""


_CLOSE, _COMMA = _Text(")"), _Text(",")


@dataclass(frozen=True, slots=True)
class _End:
    """Marks the end of a list."""

    of: int


def _between_commas(items: Sequence[Value]) -> list[Value]:
    """The items separated by commas, in reverse order."""
    found: list[Value] = []
    for item in reversed(items):
        found += [item, _COMMA]
    return found[:-1]


def _atomic(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int):
        return int.__repr__(value) if abs(value) < _MOST_DECIMAL else hex(value)
    if isinstance(value, str):
        return _quoted(value, '"')
    if isinstance(value, Atom):
        return _quoted(value.name, "'")
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, Fraction):
        numerator, denominator = value.as_integer_ratio()
        return f"{_decimal(numerator)}r{_decimal(denominator)}" if denominator != 1 else _atomic(numerator)
    if isinstance(value, Integral):  # of numpy
        return _atomic(int(value))
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    raise TypeError(f"{name} has no counterpart in Prolog: {str(value)[:60]}")


_MOST_DIGITS = 4000  # Python does not convert longer integers to or from decimal
_MOST_DECIMAL = 10**_MOST_DIGITS


def _decimal(value: int) -> str:
    parts = []
    rest = abs(value)
    while rest >= _MOST_DECIMAL:
        rest, part = divmod(rest, _MOST_DECIMAL)
        parts.append(f"{part:0{_MOST_DIGITS}d}")
    return "-" * (value < 0) + str(rest) + "".join(reversed(parts))


def _float(value: float) -> str:
    if math.isnan(value):
        return "1.5NaN"
    if math.isinf(value):
        return "1.0Inf" if value > 0 else "-1.0Inf"
    text = float.__repr__(value)
    return text if "." in text else text.replace("e", ".0e")


def _quoted(text: str, quote: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"the name of an atom is text, not {as_given(text)}")
    if text.isprintable():  # as most texts are, which may be long
        escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    else:
        escaped = "".join(_escaped(char, quote) for char in text)
    return quote + escaped + quote


def _escaped(character: str, quote: str) -> str:
    if character in ("\\", quote):
        return f"\\{character}"
    if "\ud800" <= character <= "\udfff":
        raise ValueError(f"the surrogate U+{ord(character):04X} has no counterpart in Prolog")
    return character if character.isprintable() else f"\\U{ord(character):08x}"


_KINDS = {"program_file": ProgramError, "unsafe_goal": ProgramError}


def error_of(message: str, text: str, value: object) -> PybridgeError:
    """The exception for an error of a goal, given its message, its Prolog text, and its value."""
    formal = value.args[0] if isinstance(value, Compound) and value.functor == "error" and value.args else None
    name = formal.functor if isinstance(formal, Compound) else ""
    if name == "unfit_heuristic":
        return UnfitHeuristicError(message)
    return _KINDS.get(name, PrologError)(message, text, value)
