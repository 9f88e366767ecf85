"""What a domain brings along: its vocabulary, its rules, and how its facts become a value, a drawing and text again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.rules import FactBase, Rule
from pybridge.facts.terms import Term
from pybridge.facts.vocabulary import Vocabulary

Facts = TypeVar("Facts", bound=PuzzleFacts)


@dataclass(frozen=True, slots=True)
class Section:
    """Facts that are written together: a comment for people, and each fact's name and arguments.

    `searched` tells whether they change a search, and so belong to the fingerprint.
    """

    comment: str
    facts: tuple[tuple[str, tuple[Term, ...]], ...]
    searched: bool = True


@dataclass(frozen=True, slots=True)
class Domain(Generic[Facts]):
    """A family of puzzles. `build` gets facts that the rules have found sound; `term` is a state as a Prolog term."""

    name: str
    vocabulary: Vocabulary
    rules: tuple[Rule, ...]
    build: Callable[[FactBase, dict[str, Any]], Facts]
    draw: Callable[[Facts, State], Iterator[str]]
    sections: Callable[[Facts], tuple[Section, ...]]
    state_of: Callable[[Term], State]
    term_of: Callable[[State], Term]
    state_comment: str
