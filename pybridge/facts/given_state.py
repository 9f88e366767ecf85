"""Parse a state that a user typed, with error messages about the text and not about a file."""

from dataclasses import replace

from pybridge.errors import FactFileError, UnavailableProgramError, UnknownStartError
from pybridge.facts.domains import DOMAINS
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.parser import GIVEN, no_list
from pybridge.facts.reader import read_text
from pybridge.facts.wording import shorten
from pybridge.facts.writer import write


def given_state(facts: PuzzleFacts, text: str) -> State:
    """Parse a state: a Prolog list, or the form that the domain defines. Raises UnknownStartError."""
    read_state = DOMAINS[facts.domain].given or _given_term
    state, wrong = read_state(facts, text)
    if wrong:
        raise UnknownStartError(f"{text!r} is not a state of {facts.name}: {wrong}")
    return state


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
