"""What a domain gives to other planners: what its row on this floor holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pybridge.domains import Floor
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.model import Facts
from pybridge.puzzles import Move
from pybridge.witnesses.model import DomainRules, Model

Reader = Callable[[State, str], Sequence[Move]]
"""The moves of a word; none if it only says from where the next ones are seen."""
WORDS = r"[^\s,\[\]]+"
"""Words between spaces, commas and brackets."""


@dataclass(frozen=True, slots=True)
class Witnessed(Generic[Facts]):
    """The rules, the model of a start, and moves from plans.

    `rules` are None where each puzzle has its own; then they are those of its model. `move` reads an action and its
    objects, and the `reader` of a plan one after the other of the words that a person would write, each in a given
    state; both raise ValueError. `words` is a pattern for such words in a line. `lacks` says why a puzzle has no model,
    if it has none. `search` is what Fast Downward can do for the model: its heuristic lmcut takes no conditional
    effects.
    """

    rules: DomainRules | None
    model: Callable[[Facts, State], Model]
    move: Callable[[Facts, str, Sequence[str]], Move]
    reader: Callable[[Facts], Reader]
    search: str = "lmcut"
    words: Callable[[Facts], str] = lambda facts: WORDS
    lacks: Callable[[Facts], str | None] = lambda facts: None


def word_by_word(typed: Callable[[Facts, State, str], Move]) -> Callable[[Facts], Reader]:
    """The reader where each word is a move, whatever was before."""
    return lambda facts: lambda state, word: [typed(facts, state, word)]


DOMAINS: Mapping[str, Witnessed[Any]] = Floor("witnesses")
"""The rows by the name of the domain."""


def witnessed(facts: PuzzleFacts) -> Witnessed[Any]:
    """The row for the domain of the facts. Raises UnavailableProgramError if there is none."""
    if facts.domain not in DOMAINS:
        raise UnavailableProgramError(f"{facts.domain}, the domain of {facts.name}, has no model for planners")
    return DOMAINS[facts.domain]
