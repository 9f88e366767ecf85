"""The puzzle that a program brings along: as facts or rules among its clauses, or by the shipped file it includes."""

import re

from pybridge.errors import FactFileError
from pybridge.facts.catalogue import shipped
from pybridge.facts.domain import DOMAINS
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.parser import Parsed, parse
from pybridge.facts.reader import check, domain_stated, read, read_text

_INCLUDED = re.compile(r"^\s*:-\s*include\('?(?:[^'\n]*/)?puzzles/\w+/(\w+)(?:\.pl)?'?\)", re.MULTILINE)


def puzzle_within(text: str, path: str) -> PuzzleFacts | None:
    """The puzzle that the text of a program states by puzzle/3 and what belongs to it, or includes; None if neither.

    Raises FactFileError for a puzzle that has faults.
    """
    row = DOMAINS.get(domain_stated(text))
    if row is None:
        included = _INCLUDED.search(text)
        return read(shipped()[included[1]]) if included and included[1] in shipped() else None
    if row.read:
        return read_text(text, path)
    parsed = parse(text)
    known = {(name, len(signature.types)) for name, signature in row.vocabulary.items()}
    stated = tuple(fact for fact in parsed.facts if (fact.name, len(fact.arguments)) in known)
    faults, found = check(Parsed(stated, (), parsed.drawing), path)
    if found is None:
        raise FactFileError(faults)
    return found
