"""Ground Prolog terms as Python values, and their canonical text.

An integer is an `int`, an atom an `Atom`, a string a `str`, a list a `tuple`. Nothing else occurs in a fact file.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, Union

Term: TypeAlias = Union[int, "Atom", str, "tuple[Term, ...]"]

_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
MOST_SHOWN = 12
IDEOGRAPHIC_SPACE = "\u3000"


@dataclass(frozen=True, slots=True)
class Atom:
    """A Prolog atom; `name` is its text without quotes."""

    name: str


def printable(character: str) -> bool:
    """Whether the character may stand between quotes as itself."""
    return character.isprintable() or character == IDEOGRAPHIC_SPACE


def write_term(term: Term) -> str:
    """Canonical Prolog text: atoms quoted only where needed, one space after each comma of a list.

    Raises ValueError for text with a control character other than newline and tab: no fact file can hold it.
    """
    if isinstance(term, Atom):
        return term.name if _PLAIN_ATOM.match(term.name) else _quoted(term.name, "'")
    if isinstance(term, str):
        return _quoted(term, '"')
    if isinstance(term, tuple):
        return "[" + ", ".join(map(write_term, term)) + "]"
    return str(term)


def write_fact(name: str, *arguments: Term) -> str:
    """One fact as a line of text with its full stop, without the newline."""
    return f"{name}({', '.join(map(write_term, arguments))})."


def shorten(term: Term, limit: int = 60) -> str:
    """The term's text for a message, cut short with `...` when it is long; no longer text is made."""
    text = write_term(_beginning(term, limit))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def visible(text: str, limit: int = 40) -> str:
    """Text of a file for a message, cut off when it is long; what does not print is U+ and its number."""
    return "".join(character if printable(character) else f"U+{ord(character):04X}" for character in text[:limit])


def listed(items: Iterable[object], most: int = MOST_SHOWN) -> str:
    """`a, b, c` for a message, with ` ...` after as many items as a person reads."""
    first = [str(item) for item in islice(items, most + 1)]
    return ", ".join(first[:most]) + (" ..." if len(first) > most else "")


def _beginning(term: Term, limit: int) -> Term:
    """A term whose text begins as the term's does, for `limit` characters, and is not much longer."""
    if isinstance(term, tuple):
        return tuple(_beginning(item, limit) for item in term[: limit + 1])
    if isinstance(term, str):
        return term[: limit + 1]
    return Atom(term.name[: limit + 1]) if isinstance(term, Atom) else term


def _quoted(text: str, quote: str) -> str:
    for character in text:
        if character not in _ESCAPES and not printable(character):
            raise ValueError(f"no fact file can hold the character U+{ord(character):04X}")
    escapes = {**_ESCAPES, quote: "\\" + quote}
    return quote + "".join(escapes.get(character, character) for character in text) + quote
