"""The puzzle that a program brings along: as facts or rules among its clauses, or by the shipped file it includes."""

import re
from pathlib import Path

from pybridge.errors import FactFileError
from pybridge.facts.catalogue import shipped
from pybridge.facts.domain import DOMAINS
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.parser import Parsed, parse
from pybridge.facts.reader import RULES, check, domain_stated, read, read_text

_INCLUDED = re.compile(r"^\s*:-\s*include\('?(?:[^'\n]*/)?puzzles/\w+/(\w+)(?:\.pl)?'?\)", re.MULTILINE)


def puzzle_within(text: str, path: str) -> PuzzleFacts | None:
    """The puzzle that the text of a program states or includes; None if neither.

    It states one by puzzle/3 and what belongs to it, or by rules without that. Raises FactFileError for a puzzle that
    has faults.
    """
    row = DOMAINS.get(domain_stated(text))
    if row is None:
        included = _INCLUDED.search(text)
        return read(shipped()[included[1]]) if included and included[1] in shipped() else _unnamed(text, path)
    if row.read:
        return read_text(text, path)
    parsed = parse(text)
    known = {(name, len(signature.types)) for name, signature in row.vocabulary.items()}
    stated = tuple(fact for fact in parsed.facts if (fact.name, len(fact.arguments)) in known)
    faults, found = check(Parsed(text, stated, (), parsed.drawing), path)
    if found is None:
        raise FactFileError(faults)
    return found


def _unnamed(text: str, path: str) -> PuzzleFacts | None:
    """The puzzle of a text with rules and no puzzle/3, which is called as the file; None if it has no such rules.

    Raises FactFileError for rules that have faults.
    """
    if not all(re.search(rf"^(?:{name})\(", text, re.MULTILINE) for name in ("start", "goal", "move|action")):
        return None
    stem = Path(path).stem
    name = stem if re.fullmatch("[a-z][A-Za-z0-9_]*", stem) else "own"
    return read_text(f'{text}\npuzzle({name}, {RULES}, "{name}").\n', path)
