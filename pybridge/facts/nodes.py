"""What a parsed fact file is made of: terms and facts that know where they stand."""

from dataclasses import dataclass

from pybridge.errors import FaultKind
from pybridge.facts.terms import Atom, Term

UNKNOWN_NAME = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A term where it stands; lines and columns count from 1. A list holds nodes."""

    value: "int | Atom | str | tuple[Node, ...]"
    line: int
    column: int

    @property
    def term(self) -> Term:
        """The bare term, without places."""
        return tuple(item.term for item in self.value) if isinstance(self.value, tuple) else self.value

    @property
    def integer(self) -> int:
        """The integer that this is; TypeError for another term."""
        if isinstance(self.value, int):
            return self.value
        raise TypeError(f"{self.value!r} is not an integer")

    @property
    def atom(self) -> str:
        """The name of the atom that this is; TypeError for another term."""
        if isinstance(self.value, Atom):
            return self.value.name
        raise TypeError(f"{self.value!r} is not an atom")

    @property
    def text(self) -> str:
        """The string that this is; TypeError for another term."""
        if isinstance(self.value, str):
            return self.value
        raise TypeError(f"{self.value!r} is not a string")

    @property
    def items(self) -> "tuple[Node, ...]":
        """The elements of the list that this is; TypeError for another term."""
        if isinstance(self.value, tuple):
            return self.value
        raise TypeError(f"{self.value!r} is not a list")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact where it stands."""

    name: str
    arguments: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """A place that cannot be read; `name` is the fact it belongs to, UNKNOWN_NAME where that cannot be told."""

    line: int
    column: int
    kind: FaultKind
    message: str
    name: str


@dataclass(frozen=True, slots=True)
class Comment:
    """One `%|` line of the drawing, without trailing space."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text holds, in its order."""

    facts: tuple[Fact, ...]
    faults: tuple[SyntaxFault, ...]
    drawing: tuple[Comment, ...]
