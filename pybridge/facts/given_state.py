"""A state that a user gives, as text or as a Python sequence, with error messages about it and not about a file."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from operator import index
from typing import Any

from pybridge.errors import FactFileError, UnavailableProgramError, UnknownStartError
from pybridge.facts.domain import DOMAINS
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.parser import GIVEN, no_list
from pybridge.facts.reader import read_text
from pybridge.facts.terms import Atom, Term, write_term
from pybridge.facts.wording import shorten
from pybridge.facts.writer import write


def given_state(facts: PuzzleFacts, text: str) -> State:
    """Parse a state: a Prolog list, or the form that the domain defines. Raises UnknownStartError."""
    read_state = DOMAINS[facts.domain].given or _given_term
    state, wrong = read_state(facts, text)
    if wrong:
        raise UnknownStartError(f"{text!r} is not a state of {facts.name}: {wrong}")
    return state


def listed_state(facts: PuzzleFacts, entries: Iterable[object]) -> State:
    """A state given as a sequence: numbers, or [block, under] pairs; an array will do. Raises UnknownStartError.

    Where results do not have states as files have them, numbers may be either. A list is then a term of the file; a
    tuple, which results have, is refused if it can be both.
    """
    term = _term(facts, entries)
    text, numbers = write_term(term), facts.has_numbers(term)
    if numbers and DOMAINS[facts.domain].read is None:
        return term
    try:
        state = given_state(facts, text)
    except UnknownStartError:
        if numbers:
            return term
        raise
    if numbers and state != term and isinstance(entries, tuple):
        both = f"as results have it, {typed(facts, term)}, and as its file has it, {text}"
        raise UnknownStartError(f"{entries} is two states of {facts.name}: {both}; give the text of one of them")
    return state


def _term(facts: PuzzleFacts, entries: Iterable[object]) -> tuple[Term, ...]:
    try:
        if isinstance(entries, Set | Mapping):
            raise TypeError  # which have no order, or another one
        return tuple(map(_entry, entries))
    except TypeError:
        raise UnknownStartError(
            f"{shorten(repr(entries))} is not a state of {facts.name}; give e.g. {example(facts)}"
        ) from None


def _entry(entry: Any) -> Term:
    """A number, a name, or several, such as a pair of names or a row. Raises TypeError for what is none of them."""
    if isinstance(entry, str):
        return Atom(entry)
    if hasattr(entry, "__index__") and not hasattr(entry, "__len__"):  # an array of NumPy has both
        return index(entry)
    return tuple(Atom(name) if isinstance(name, str) else index(name) for name in entry)


def scrambled_state(facts: PuzzleFacts, text: str) -> State:
    """What moves, as text, make of the goal. Raises UnknownStartError, UnavailableProgramError."""
    scrambled = DOMAINS[facts.domain].scrambled
    if scrambled is None:
        message = f"--scramble needs moves with names, which {facts.name} does not have"
        raise UnavailableProgramError(f"{message}; use --start with a state such as {example(facts)}")
    state, wrong = scrambled(facts, text)
    if wrong:
        raise UnknownStartError(f"{text!r} is not a scramble of {facts.name}: {wrong}")
    return state


def example(facts: PuzzleFacts) -> str:
    """The first goal in the form in which a user types a state."""
    domain = DOMAINS[facts.domain]
    return domain.example(facts) if domain.example else shorten(domain.term_of(facts.goals[0]))


def as_json(facts: PuzzleFacts, state: State) -> Any:
    """A state as JSON has it: as its file has it if that is a list, otherwise its text; None where it was not read."""
    if facts.domain not in DOMAINS or DOMAINS[facts.domain].read is None:  # as of an answer that was pickled
        return _plain(state)
    return typed(facts, state) if state else None


def _plain(value: Any) -> Any:
    """Tuples as lists, which JSON has."""
    return [*map(_plain, value)] if isinstance(value, tuple) else value


def typed(facts: PuzzleFacts, state: State) -> str:
    """A state in the form in which a user types it."""
    domain = DOMAINS[facts.domain]
    return domain.typed(facts, state) if domain.typed else write_term(domain.term_of(state))


def shown(facts: PuzzleFacts, state: State) -> str:
    """A state in a message."""
    return typed(facts, state) if DOMAINS[facts.domain].text else str(list(state))


def _given_term(facts: PuzzleFacts, text: str) -> tuple[State, str | None]:
    """Return (state, None), or an empty state and what is wrong, by checking a fact file that contains the text."""
    if wrong := no_list(text):
        return (), f"{wrong}; type e.g. {example(facts)}"
    only = replace(facts, starts=facts.starts[:1], optimal={})
    lines = write(only).split("\n")
    number = next(index for index, line in enumerate(lines) if line.startswith("start("))
    lines[number] = GIVEN.format(text)
    try:
        read = read_text("\n".join(lines))
    except FactFileError as error:
        return (), error.faults[0].message
    if len(read.starts) != 1 or replace(read, starts=only.starts) != only:
        return (), "it contains more than one state"
    return read.start("given"), None
