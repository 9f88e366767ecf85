"""Writes fact files: canonical text that reads back as the same facts, and the fingerprint of what changes a search.

States are drawn as plain text here, as a file shows its goal in `%|` comments.
"""

import hashlib
from collections.abc import Iterator

from pybridge.facts.domain import Section
from pybridge.facts.domains import DOMAINS
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.terms import Atom, write_fact

FINGERPRINT_FORMAT = "pybridge-facts-1"


def write(facts: PuzzleFacts) -> str:
    """The canonical text of a fact file; `read_text(write(facts)) == facts`.

    Raises ValueError if a name or text holds a character that no fact file can hold.
    """
    head = [f"% {facts.title}".rstrip(), "%", "% The goal:"]
    head += [comment_line(line) for line in drawing(facts, facts.goals[0])]
    sections = map(_lines, DOMAINS[facts.domain].sections(facts))
    blocks = [head, _puzzle(facts), list(_states(facts)), *filter(None, sections)]
    return "\n\n".join(map("\n".join, blocks)) + "\n"


def fingerprint(facts: PuzzleFacts) -> str:
    """The SHA-256, in hexadecimal, of the facts that change a search: the domain, its own facts and the goals.

    Names, title, sources, start states, optimal lengths, glyphs and comments do not enter: a table that was
    built for a puzzle stays good when a start state is added.
    """
    domain = DOMAINS[facts.domain]
    lines = [FINGERPRINT_FORMAT, domain.name]
    for section in domain.sections(facts):
        if section.searched:
            lines += [write_fact(name, *arguments) for name, arguments in section.facts]
    lines += [write_fact("goal", domain.term_of(goal)) for goal in facts.goals]
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def _puzzle(facts: PuzzleFacts) -> list[str]:
    head = write_fact("puzzle", Atom(facts.name), Atom(facts.domain), facts.title)
    return [head, *(write_fact("source", source) for source in facts.sources)]


def _lines(section: Section) -> list[str]:
    if not section.facts:
        return []
    return [f"% {section.comment}", *(write_fact(name, *arguments) for name, arguments in section.facts)]


def _states(facts: PuzzleFacts) -> Iterator[str]:
    domain = DOMAINS[facts.domain]
    yield f"% {domain.state_comment}"
    # Each predicate's facts together, as SWI-Prolog wants them of a file that it consults.
    for name, state in facts.starts:
        yield write_fact("start", Atom(name), domain.term_of(state))
    for name, _ in facts.starts:
        if name in facts.optimal:
            yield write_fact("optimal", Atom(name), facts.optimal[name])
    for goal in facts.goals:
        yield write_fact("goal", domain.term_of(goal))


def drawing(facts: PuzzleFacts, state: State) -> list[str]:
    """The state as lines of text without trailing spaces, as a fact file draws its goal."""
    return list(DOMAINS[facts.domain].draw(facts, state))


def comment_line(line: str) -> str:
    """A line of the drawing as a fact file holds it."""
    return f"%| {line}".rstrip()
