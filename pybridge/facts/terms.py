"""Ground Prolog terms as Python values, their canonical text, and their position in a file.

An integer is an `int`, an atom an `Atom`, a string a `str`, and a list a `tuple`. Fact files contain no other terms.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

Term: TypeAlias = Union[int, "Atom", str, "tuple[Term, ...]"]

_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
IDEOGRAPHIC_SPACE = "\u3000"
EMOJI, JOINER = "\ufe0f", "\u200d"
"""A sign before the one is drawn as an emoji; the other makes one emoji of the two beside it."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A Prolog atom; `name` is its text without quotes."""

    name: str


def unprintable(text: str) -> Sequence[int]:
    """Where the characters are that need an escape between quotes, from 0. What joins two emojis needs none."""
    if text.isprintable():
        return ()
    return [
        at for at, each in enumerate(text) if not (each.isprintable() or each == IDEOGRAPHIC_SPACE or _joins(text, at))
    ]


def printable(text: str) -> bool:
    """Whether no character of a text needs an escape between quotes."""
    return not unprintable(text)


def replaced(text: str, by: Callable[[str], str]) -> str:
    """The text with something else for each character that is not printable."""
    odd = set(unprintable(text))
    return "".join(by(each) if at in odd else each for at, each in enumerate(text)) if odd else text


def _joins(text: str, at: int) -> bool:
    """Whether the character is the joiner between two signs, as it is within an emoji of several."""
    if text[at] != JOINER:
        return False
    beside = text[max(at - 2, 0) : at].rstrip(EMOJI)[-1:] + text[at + 1 : at + 2]
    return [unicodedata.category(each)[0] for each in beside] == ["S", "S"]


def write_term(term: Term) -> str:
    """Canonical Prolog text: atoms are quoted only if needed, and list elements are separated by a comma and a space.

    Raises ValueError for text with a control character other than newline and tab, which a fact file cannot contain.
    """
    if isinstance(term, Atom):
        return term.name if _PLAIN_ATOM.match(term.name) else _quoted(term.name, "'")
    if isinstance(term, str):
        return _quoted(term, '"')
    if isinstance(term, tuple):
        return "[" + ", ".join(map(write_term, term)) + "]"
    return str(term)


def write_fact(name: str, *arguments: Term) -> str:
    """A fact as a line of text with its full stop and without a newline."""
    return f"{name}({', '.join(map(write_term, arguments))})."


def _quoted(text: str, quote: str) -> str:
    for at in unprintable(text):
        if text[at] not in _ESCAPES:
            raise ValueError(f"a fact file cannot contain the character U+{ord(text[at]):04X}")
    escapes = {**_ESCAPES, quote: "\\" + quote}
    return quote + "".join(escapes.get(character, character) for character in text) + quote


@dataclass(frozen=True, slots=True)
class Node:
    """A term and its position; lines and columns count from 1. A list contains nodes."""

    value: "int | Atom | str | tuple[Node, ...]"
    line: int
    column: int

    @property
    def term(self) -> Term:
        """The term without positions."""
        return tuple(item.term for item in self.value) if isinstance(self.value, tuple) else self.value

    @property
    def integer(self) -> int:
        """The value as an integer. Raises TypeError if it is not one."""
        if isinstance(self.value, int):
            return self.value
        raise TypeError(f"{self.value!r} is not an integer")

    @property
    def atom(self) -> str:
        """The name of the atom. Raises TypeError if the value is not one."""
        if isinstance(self.value, Atom):
            return self.value.name
        raise TypeError(f"{self.value!r} is not an atom")

    @property
    def text(self) -> str:
        """The value as a string. Raises TypeError if it is not one."""
        if isinstance(self.value, str):
            return self.value
        raise TypeError(f"{self.value!r} is not a string")

    @property
    def items(self) -> "tuple[Node, ...]":
        """The elements of the list. Raises TypeError if the value is not one."""
        if isinstance(self.value, tuple):
            return self.value
        raise TypeError(f"{self.value!r} is not a list")

    @property
    def integers(self) -> tuple[int, ...]:
        """The elements of a list of integers."""
        return tuple(item.integer for item in self.items)

    @property
    def integer_lists(self) -> tuple[tuple[int, ...], ...]:
        """The elements of a list of such lists."""
        return tuple(item.integers for item in self.items)


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact where it stands."""

    name: str
    arguments: tuple[Node, ...]
    line: int
    column: int
