"""Checks parsed facts: vocabulary first, fact by fact, then the rules of the domain, then the drawing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from pybridge.errors import Fault, FaultKind
from pybridge.facts.domain import Domain
from pybridge.facts.domains import DOMAINS
from pybridge.facts.drawn import drawing_faults
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.nearest import did_you_mean, nearest
from pybridge.facts.nodes import Fact, Node, Parsed
from pybridge.facts.parser import MOST_FAULTS
from pybridge.facts.rules import COMMON_RULES, FactBase, apply_rules
from pybridge.facts.terms import shorten, visible
from pybridge.facts.vocabulary import PUZZLE, Signature, Vocabulary


def check(parsed: Parsed, path: str) -> tuple[list[Fault], PuzzleFacts | None]:
    """All faults in the file's order, and what the file says where there are none. Never raises."""
    faults = [Fault(path, fault.line, fault.column, fault.kind, fault.message) for fault in parsed.faults]
    unsound = {fault.name for fault in parsed.faults}
    head = _head(parsed)
    faults += _head_faults(parsed, head, path)
    facts = None
    domain = _domain(head)
    if head is not None and domain is not None:
        base, vocabulary_faults, names = _well_formed(parsed, domain.vocabulary, path)
        faults += vocabulary_faults
        if len(faults) <= MOST_FAULTS:
            faults += islice(apply_rules(COMMON_RULES + domain.rules, base, unsound | names), MOST_FAULTS + 1)
        if not faults:
            facts = _build(domain, base)
            faults += islice(drawing_faults(domain, facts, parsed.drawing), MOST_FAULTS + 1)
    return _in_order(faults), None if faults else facts


def _in_order(faults: list[Fault]) -> list[Fault]:
    """The faults as they stand in the file; instead of too many to be of use, as many as are found first."""
    faults = sorted(faults, key=lambda fault: (fault.line, fault.column))
    if len(faults) > MOST_FAULTS:
        faults = faults[:MOST_FAULTS]
        message = f"there are more than {MOST_FAULTS} faults; the others are not shown"
        faults.append(replace(faults[-1], message=message))
    return faults


def _head(parsed: Parsed) -> Fact | None:
    return next((fact for fact in parsed.facts if fact.name == "puzzle"), None)


def _domain(head: Fact | None) -> Domain[Any] | None:
    """The domain that a well-formed puzzle/3 fact names; without one no other fact can be judged."""
    if head is None or _offender(head, PUZZLE) is not None:
        return None
    return DOMAINS.get(head.arguments[1].atom)


def _head_faults(parsed: Parsed, head: Fact | None, path: str) -> Iterator[Fault]:
    """The faults of the puzzle/3 fact, save where a syntax fault may have swallowed it."""
    first = parsed.facts[0] if parsed.facts else Fact("", (), 1, 1)
    if head is None:
        if not parsed.faults:
            message = f"no puzzle/3: a fact file begins with {PUZZLE.usage}"
            yield Fault(path, first.line, first.column, FaultKind.MISSING_FACT, message)
        return
    found = _offender(head, PUZZLE)
    if found is not None:
        yield _fault(path, *found)
        return
    name = head.arguments[1]
    if name.atom not in DOMAINS:
        hint = did_you_mean(name.atom, DOMAINS)
        message = f"unknown domain {shorten(name.term)}{hint}; known are {', '.join(DOMAINS)}"
        yield _fault(path, name, FaultKind.WRONG_ARGUMENT, message)
    elif head is not first:
        message = f"a fact file begins with {PUZZLE.usage}; here that is on line {head.line}"
        yield _fault(path, first, FaultKind.MISSING_FACT, message)


def _well_formed(parsed: Parsed, vocabulary: Vocabulary, path: str) -> tuple[FactBase, list[Fault], set[str]]:
    """The facts that obey the vocabulary, the faults of the others, and the names which those may have meant."""
    sound: dict[str, list[Fact]] = {}
    faults: list[Fault] = []
    unsound: set[str] = set()
    for fact in parsed.facts:
        signature = vocabulary.get(fact.name)
        found = _unknown(fact, vocabulary) if signature is None else _offender(fact, signature)
        if found is None:
            sound.setdefault(fact.name, []).append(fact)
        elif len(faults) > MOST_FAULTS:
            break
        else:
            faults.append(_fault(path, *found))
            unsound.add(nearest(fact.name, vocabulary) or fact.name)
    return FactBase(path, parsed.facts[0], {name: tuple(facts) for name, facts in sound.items()}), faults, unsound


def _unknown(fact: Fact, vocabulary: Vocabulary) -> tuple[Fact, FaultKind, str]:
    hint = did_you_mean(fact.name, vocabulary) or f"; known are {', '.join(vocabulary)}"
    return fact, FaultKind.UNKNOWN_FACT, f"unknown fact {visible(fact.name)}/{len(fact.arguments)}{hint}"


def _offender(fact: Fact, signature: Signature) -> tuple[Fact | Node, FaultKind, str] | None:
    """What in the fact breaks its signature, if anything does."""
    if len(fact.arguments) != len(signature.types):
        message = f"{fact.name}/{len(fact.arguments)} has the wrong number of arguments; expected {signature.usage}"
        return fact, FaultKind.WRONG_ARITY, message
    for argument, expected in zip(fact.arguments, signature.types, strict=True):
        found = expected.offender(argument)
        if found is not None:
            node, words = found
            message = f"{shorten(node.term)} is not {words}, as {signature.usage} needs here"
            return node, FaultKind.WRONG_ARGUMENT, message
    return None


def _fault(path: str, place: Fact | Node, kind: FaultKind, message: str) -> Fault:
    return Fault(path, place.line, place.column, kind, message)


def _build(domain: Domain[Any], base: FactBase) -> PuzzleFacts:
    head = base.named("puzzle")[0].arguments
    common = {
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
    return facts
