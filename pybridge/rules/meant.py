"""What may be meant by names in rules that stand for nothing, or not for what is needed."""

from collections.abc import Sequence
from typing import Any

from pybridge.facts.terms import Atom
from pybridge.facts.wording import certain, did_you_mean, listed
from pybridge.swipl.exchange import Compound

_MEANT = {
    ":=/2": "is", "|/2": "; between alternatives", "!/1": "\\+ before the goal",
    "=>/2": ">= or =<, or -> behind a condition", ":-/2": "-> behind a condition", "for/3": "between(Low, High, X)",
}  # fmt: skip
"""What is right for what other languages have."""


def meant(said: Any) -> tuple[str, str, str]:
    """What is said about a fault, and what replaces a misspelled name if that is certain."""
    match said:
        case Compound("meant", (text, Atom(other), Atom(name))):
            return f"{text}, or is {other} meant to be {name}?", other, name
        case Compound("undefined", (predicate, near)):
            return _undefined(predicate, near)
    return str(said), "", ""


def _undefined(predicate: Compound, near: Sequence[Any]) -> tuple[str, str, str]:
    """An undefined predicate, and what may be meant."""
    (name, arity), (same, *others) = predicate.args, near
    called = f"{name.name}/{arity}"
    if called in _MEANT:
        return f"{called} is not defined: write {_MEANT[called]}", "", ""
    if same.args[0]:
        known = listed(f"{name.name}/{each}" for each in same.args[0])
        return f"{called} is not defined, but {known} is: give it {_arguments(same.args[0])}", "", ""
    known_as = certain(name.name, map(str, others))
    return f"{called} is not defined{did_you_mean(name.name, map(str, others))}", name.name, known_as


def _arguments(numbers: list[int]) -> str:
    return f"{' or '.join(map(str, numbers))} argument{'s' * (numbers != [1])}"
