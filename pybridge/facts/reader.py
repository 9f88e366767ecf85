"""Read fact files, and the text of other files. A fact file is data: reading it runs nothing.

The facts are checked against the vocabulary, then against the rules of the domain; then the drawing of the goal is.
"""

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from os import fspath
from pathlib import Path
from typing import Any, BinaryIO

from pybridge.errors import ArgumentError, FactFileError, Fault, FaultKind
from pybridge.facts.catalogue import shipped
from pybridge.facts.domain import COMMON_RULES, DOMAINS, Common, Domain, FactBase, apply_rules, comment_line
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.parser import MOST_FAULTS, Comment, Parsed, parse
from pybridge.facts.vocabulary import domain_of, head_fault, well_formed
from pybridge.facts.wording import several

MOST_BYTES = 1 << 20
WIDEST_LINE = 1000


def read(path: str | Path) -> PuzzleFacts:
    """Read a fact file. Raises FactFileError with all its faults, in file order."""
    return read_text(_load(path), str(path))


def read_text(text: str, path: str = "<text>") -> PuzzleFacts:
    """Read the text of a fact file; faults give `path` as its name. Raises FactFileError with all its faults."""
    row = DOMAINS.get(domain_named(_readable(text, path)))
    if row and row.read:
        facts: PuzzleFacts = row.read(text, path)
        return facts
    return _checked(parse(text, path))


_HEAD = re.compile(r"""^\s*puzzle\s*\(\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|\w+)\s*,\s*(\w+)\s*[,)]""", re.MULTILINE)
_MOVE = re.compile(r"^(?:move|action)\s*\(", re.MULTILINE)
RULES = "rules"
"""The domain of texts that say with clauses how a puzzle moves."""


def domain_stated(text: str) -> str:
    """The domain in the first puzzle/3 of a text; empty if it has none."""
    head = _HEAD.search(text)
    return head[1] if head else ""


def domain_named(text: str) -> str:
    """The domain that a text names in its first puzzle/3; empty if it has none.

    A text that names no known domain and has clauses of moves is meant for the domain of rules.
    """
    named = domain_stated(text)
    return RULES if named not in DOMAINS and _MOVE.search(text) else named


def domain_at(path: str | Path) -> str:
    """The domain that a file names; empty if it names none, or cannot be read, or only once, as a pipe."""
    try:
        return domain_named(load_text(path)) if os.path.isfile(path) else ""
    except FactFileError:
        return ""


def overview(path: str | Path) -> PuzzleFacts:
    """What a list of puzzles shows of a file: its facts, or as many as can be read without running what it has.

    Raises FactFileError.
    """
    text = load_text(path)
    row = DOMAINS.get(domain_named(text))
    if row and row.overview:
        facts: PuzzleFacts = row.overview(text, str(path))
        return facts
    return read_text(text, str(path))


def load_text(path: str | Path) -> str:
    """The text of a file: UTF-8, at most MOST_BYTES, and without characters on which Prolog readers disagree.

    Raises FactFileError, also for a program.
    """
    return _readable(_load(path), path)


def load_drawing(path: str | Path, stream: BinaryIO | None = None) -> str:
    """The text of a drawing, from `stream` if given. Accepts a byte order mark and any line endings.

    Raises FactFileError as `load_text` does.
    """
    return _readable(_load(path, stream).removeprefix("\ufeff"), path).replace("\r\n", "\n")


def _load(path: str | Path, stream: BinaryIO | None = None) -> str:
    try:
        with contextlib.nullcontext(stream) if stream else open(fspath(path), "rb") as file:
            data = file.read(MOST_BYTES + 1)  # the file may be endless
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot read the file: {reason or error}"
        raise FactFileError([Fault(str(path), 1, 1, FaultKind.UNREADABLE, message)]) from error
    if len(data) > MOST_BYTES:
        raise _too_large(path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        message = f"byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8"
        raise _ill_formed(path, before, message) from error


def _readable(text: str, path: str | Path) -> str:
    """The text. Raises FactFileError if it is too large, or has a character on which Prolog readers disagree."""
    if text.startswith("\ufeff"):
        raise _ill_formed(path, "", "the file begins with a byte order mark; save it as UTF-8 without BOM")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise _ill_formed(path, text[: error.start], "a lone surrogate is not a character; remove it") from error
    if size > MOST_BYTES:
        raise _too_large(path)
    nul = text.find("\0")
    if nul >= 0:
        raise _ill_formed(path, text[:nul], "a NUL character; this is not a text file")
    lone = text.replace("\r\n", "\n\n").find("\r")
    if lone >= 0:
        raise _ill_formed(path, text[:lone], "a carriage return without a newline; end lines with a newline")
    return text


def _too_large(path: str | Path) -> FactFileError:
    message = f"the file is larger than {MOST_BYTES:,} bytes (1 MiB), the limit"
    return FactFileError([Fault(str(path), 1, 1, FaultKind.ILL_FORMED, message)])


def _ill_formed(path: str | Path, before: str, message: str) -> FactFileError:
    """The error of a fault at the character after the text `before`."""
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return FactFileError([Fault(str(path), line, column, FaultKind.ILL_FORMED, message)])


def _checked(parsed: Parsed) -> PuzzleFacts:
    """The facts of a text. Raises FactFileError with all its faults, in file order."""
    faults = [*parsed.faults, *filter(None, [head_fault(parsed)])]
    domain = domain_of(parsed)
    if domain is not None:
        base, vocabulary_faults, names = well_formed(parsed, domain.vocabulary)
        faults += vocabulary_faults
        if len(faults) <= MOST_FAULTS:
            faults += islice(apply_rules(COMMON_RULES + domain.rules, base, parsed.unsound | names), MOST_FAULTS + 1)
        if not faults:
            facts = _build(domain, base)
            faults += islice(_drawing_faults(domain, facts, parsed.drawing), MOST_FAULTS + 1)
            if not faults:
                return facts
    raise FactFileError(_in_order(faults))


def _in_order(faults: list[Fault]) -> list[Fault]:
    """Sort the faults in file order; of more than MOST_FAULTS, keep those found first."""
    faults = sorted(faults, key=lambda fault: (fault.line, fault.column))
    if len(faults) > MOST_FAULTS:
        faults = faults[:MOST_FAULTS]
        message = f"more than {MOST_FAULTS} faults; the rest are not shown"
        faults.append(replace(faults[-1], message=message))
    return faults


def _build(domain: Domain[Any], base: FactBase) -> PuzzleFacts:
    head = base.named("puzzle")[0].arguments
    common: Common = {
        "name": head[0].atom,
        "title": head[2].text,
        "sources": tuple(fact.arguments[0].text for fact in base.named("source")),
        "starts": tuple(
            (fact.arguments[0].atom, domain.state_of(fact.arguments[1].term)) for fact in base.named("start")
        ),
        "optimal": {fact.arguments[0].atom: fact.arguments[1].integer for fact in base.named("optimal")},
        "goals": tuple(domain.state_of(fact.arguments[0].term) for fact in base.named("goal")),
        "path": base.path,
    }
    facts: PuzzleFacts = domain.build(base, common)
    if facts.domain != domain.name:
        raise ArgumentError(f"{type(facts).__name__}.domain is {facts.domain}, but its domain is named {domain.name}")
    return facts


def _drawing_faults(domain: Domain[Any], facts: PuzzleFacts, comments: Sequence[Comment]) -> Iterator[Fault]:
    """A fault for each `%|` line that differs from the drawing of the first goal; none if the file has no drawing."""
    if not comments:
        return
    lines = len(comments)
    expected = map(comment_line, domain.draw(facts, facts.goals[0]))
    for count, (comment, right) in enumerate(zip_longest(comments, expected)):
        if comment is None:
            message = f"the drawing of the goal ends too early; the next line is: {_cut(right)}"
            yield Fault(facts.path, comments[-1].line, 1, FaultKind.WRONG_DRAWING, message)
            return
        if right is None:
            lines = min(lines, count)
            message = f"the drawing of the goal has {several(lines, 'line')}; remove this one"
            yield Fault(facts.path, comment.line, 1, FaultKind.WRONG_DRAWING, message)
        elif comment.text != right:
            message = f"the drawing differs from the goal in the facts; this line is: {_cut(right)}"
            yield Fault(facts.path, comment.line, 1, FaultKind.WRONG_DRAWING, message)


def _cut(line: str) -> str:
    return line if len(line) <= WIDEST_LINE else f"{line[:WIDEST_LINE]} ..."


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
    parsed = parse(text, path)
    known = {(name, len(signature.types)) for name, signature in row.vocabulary.items()}
    stated = tuple(fact for fact in parsed.facts if (fact.name, len(fact.arguments)) in known)
    return _checked(replace(parsed, facts=stated, faults=(), unsound=frozenset()))


def _unnamed(text: str, path: str) -> PuzzleFacts | None:
    """The puzzle of a text with rules and no puzzle/3, which is called as the file; None if it has no such rules.

    Raises FactFileError for rules that have faults.
    """
    if not all(re.search(rf"^(?:{name})\(", text, re.MULTILINE) for name in ("start", "goal", "move|action")):
        return None
    stem = Path(path).stem
    name = stem if re.fullmatch("[a-z][A-Za-z0-9_]*", stem) else "own"
    return read_text(f'{text}\npuzzle({name}, {RULES}, "{name}").\n', path)
