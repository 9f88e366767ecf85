"""The state that a user typed, judged in words about what was typed and not about a file."""

from dataclasses import replace

from pybridge.errors import FactFileError, UnknownStartError
from pybridge.facts.domains import DOMAINS
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.parser import GIVEN, no_list
from pybridge.facts.reader import read_text
from pybridge.facts.wording import shorten
from pybridge.facts.writer import write


def given_state(facts: PuzzleFacts, text: str) -> State:
    """The state that the text means: a Prolog list, or what its domain reads instead. Raises UnknownStartError."""
    read_state = DOMAINS[facts.domain].given or _given_term
    state, wrong = read_state(facts, text)
    if wrong:
        raise UnknownStartError(f"{text!r} is no state of {facts.name}: {wrong}")
    return state


def example(facts: PuzzleFacts) -> str:
    """The first goal as a state is typed."""
    domain = DOMAINS[facts.domain]
    return domain.example(facts) if domain.example else shorten(domain.term_of(facts.goals[0]))


def _given_term(facts: PuzzleFacts, text: str) -> tuple[State, str | None]:
    """The state and None, or nothing and what is wrong: the reader of fact files judges it as if the file had it."""
    if wrong := no_list(text):
        return (), f"{wrong}; write it as {example(facts)}"
    only = replace(facts, starts=facts.starts[:1], optimal={})
    lines = write(only).split("\n")
    number = next(index for index, line in enumerate(lines) if line.startswith("start("))
    lines[number] = GIVEN.format(text)
    try:
        read = read_text("\n".join(lines))
    except FactFileError as error:
        return (), error.faults[0].message
    if len(read.starts) != 1 or replace(read, starts=only.starts) != only:
        return (), "it says more than that"
    return read.start("given"), None
