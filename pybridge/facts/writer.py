"""Write fact files as canonical text, compute fingerprints, and draw states as plain text.

The facts in the canonical text are the same, and its `%|` comments draw the goal.
"""

import hashlib
from collections.abc import Iterator

from pybridge.domains import code_of
from pybridge.facts.domain import DOMAINS, Section, comment_line
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.terms import Atom, write_fact

FINGERPRINT_FORMAT = "pybridge-facts-1"


def write(facts: PuzzleFacts) -> str:
    """The canonical text of a fact file; `read_text(write(facts)) == facts`.

    Raises ValueError if a name or text has a character that a fact file cannot contain.
    """
    text = DOMAINS[facts.domain].text
    if text:
        return text(facts)
    head = [f"% {facts.title}".rstrip(), "%", "% The goal:"]
    head += [comment_line(line) for line in drawing(facts, facts.goals[0])]
    sections = map(_lines, DOMAINS[facts.domain].sections(facts))
    blocks = [head, _puzzle(facts), list(_states(facts)), *filter(None, sections)]
    return "\n\n".join(map("\n".join, blocks)) + "\n"


def fingerprint(facts: PuzzleFacts) -> str:
    """The SHA-256 digest, in hexadecimal, of the facts that can change a search: the domain, its facts and the goals.

    It ignores names, title, sources, start states, optimal lengths, glyphs and comments, so that a table stays valid
    when a start state is added. The code of a domain of another project can change a search, too.
    """
    domain = DOMAINS[facts.domain]
    lines = [FINGERPRINT_FORMAT, domain.name + code_of(domain.name)]
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
    # SWI-Prolog expects the clauses of each predicate together.
    for name, state in facts.starts:
        yield write_fact("start", Atom(name), domain.term_of(state))
    for name, _ in facts.starts:
        if name in facts.optimal:
            yield write_fact("optimal", Atom(name), facts.optimal[name])
    for goal in facts.goals:
        yield write_fact("goal", domain.term_of(goal))


def drawing(facts: PuzzleFacts, state: State) -> list[str]:
    """Draw a state as lines of text without trailing spaces."""
    return list(DOMAINS[facts.domain].draw(facts, state))
