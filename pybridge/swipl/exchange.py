"""Prolog terms as exact Python values, read from the text that `prolog/exchange.pl` writes."""

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pybridge.facts.terms import Atom


@dataclass(frozen=True, slots=True)
class Compound:
    """A compound term. Arguments are values as `read_value` gives them."""

    functor: str
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A term without a Python counterpart: a variable, a stream, a blob; `text` is how Prolog writes it."""

    text: str


def read_value(text: str) -> Any:
    """A term from its JSON text: int, float, Fraction, str (a Prolog string), list, Atom, Compound or Other."""
    return json.loads(text, object_hook=_term)


def _term(fields: dict[str, Any]) -> Any:
    if "functor" in fields:
        return Compound(fields["functor"], tuple(fields["args"]))
    if "atom" in fields:
        return Atom(fields["atom"])
    if "rational" in fields:
        return Fraction(*fields["rational"])
    return Other(fields["other"])
