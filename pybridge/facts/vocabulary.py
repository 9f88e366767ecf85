"""Compare the facts of a file with the vocabulary of their domain: the first fact, and names, numbers and types."""

from itertools import takewhile
from typing import Any

from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.domain import DOMAINS, PUZZLE, ArgumentType, Domain, FactBase, Signature, Vocabulary, renamed
from pybridge.facts.lexer import Kind, scan
from pybridge.facts.parser import MOST_FAULTS, Parsed
from pybridge.facts.terms import Atom, Fact, Node
from pybridge.facts.wording import certain, did_you_mean, nearest, shorten, visible


def _head_of(parsed: Parsed) -> Fact | None:
    """The first puzzle/3."""
    return next((fact for fact in parsed.facts if fact.name == "puzzle"), None)


def domain_of(parsed: Parsed) -> Domain[Any] | None:
    """The domain that puzzle/3 names; without it, the other facts cannot be checked."""
    head = _head_of(parsed)
    if head is None or _offender(parsed, head, PUZZLE) is not None:
        return None
    return DOMAINS.get(head.arguments[1].atom)


def head_fault(parsed: Parsed) -> Fault | None:
    """The fault of the puzzle/3 fact, unless a syntax error may have hidden it."""
    head, first = _head_of(parsed), parsed.facts[0] if parsed.facts else Fact("", (), 1, 1)
    if head is None:
        return _no_head(parsed, first)
    return _offender(parsed, head, PUZZLE) or _misplaced(parsed, head, first)


def _no_head(parsed: Parsed, first: Fact) -> Fault | None:
    if parsed.faults:
        return None
    for fact in parsed.facts:
        if certain(fact.name, ["puzzle"]) and _offender(parsed, fact, PUZZLE) is None:
            return _unknown(parsed, fact, {"puzzle": PUZZLE})
    return _fault(parsed, first, FaultKind.MISSING_FACT, f"no puzzle/3: begin the file with {PUZZLE.usage}")


def _fault(parsed: Parsed, place: Fact | Node, kind: FaultKind, message: str, fix: tuple[Edit, ...] = ()) -> Fault:
    return Fault(parsed.path, place.line, place.column, kind, message, fix)


def _misplaced(parsed: Parsed, head: Fact, first: Fact) -> Fault | None:
    """The fault of a puzzle/3 without a known domain, or after other facts."""
    name = head.arguments[1]
    if name.atom not in DOMAINS:
        hint = did_you_mean(name.atom, DOMAINS)
        message = f"unknown domain {shorten(name.term)}{hint}; expected one of {', '.join(DOMAINS)}"
        fix = renamed(name, name.atom, certain(name.atom, DOMAINS))
        return _fault(parsed, name, FaultKind.WRONG_ARGUMENT, message, fix)
    if head is first:
        return None
    message = f"move {PUZZLE.usage} to the beginning of the file; it is on line {head.line}"
    text = _source(parsed.text, head)
    moved = Edit(first.line, first.column, "", f"{text}\n"), Edit(head.line, head.column, text, "")
    return _fault(parsed, first, FaultKind.MISSING_FACT, message, moved)


def _source(text: str, fact: Fact) -> str:
    """The text of a fact, with its full stop."""
    rest = "".join(text.split("\n", fact.line - 1)[-1:])[fact.column - 1 :]
    *_, last = takewhile(lambda token: token.kind is not Kind.END, scan(rest, []))
    end = next(token for token in scan(rest[last.stop :], []) if token.kind in (Kind.END, Kind.EOF))
    return rest[: last.stop + end.stop]


def well_formed(parsed: Parsed, vocabulary: Vocabulary) -> tuple[FactBase, list[Fault], set[str]]:
    """The facts that match the vocabulary, the faults of the others, and the names that those were meant to have."""
    sound: dict[str, list[Fact]] = {}
    faults: list[Fault] = []
    unsound: set[str] = set()
    for fact in parsed.facts:
        signature = vocabulary.get(fact.name)
        found = _offender(parsed, fact, signature) if signature else _unknown(parsed, fact, vocabulary)
        if found is None:
            sound.setdefault(fact.name, []).append(fact)
        elif len(faults) > MOST_FAULTS:
            break
        else:
            faults.append(found)
            unsound.add(nearest(fact.name, vocabulary) or fact.name)
    by_name = {name: tuple(facts) for name, facts in sound.items()}
    return FactBase(parsed.path, parsed.facts[0], by_name), faults, unsound


def _unknown(parsed: Parsed, fact: Fact, vocabulary: Vocabulary) -> Fault:
    hint = did_you_mean(fact.name, vocabulary) or f"; expected one of {', '.join(vocabulary)}"
    meant = certain(fact.name, [name for name, each in vocabulary.items() if len(each.types) == len(fact.arguments)])
    message = f"unknown fact {visible(fact.name)}/{len(fact.arguments)}{hint}"
    fits = meant and _offender(parsed, fact, vocabulary[meant]) is None
    return _fault(parsed, fact, FaultKind.UNKNOWN_FACT, message, renamed(fact, fact.name, meant if fits else ""))


def _offender(parsed: Parsed, fact: Fact, signature: Signature) -> Fault | None:
    """Where and how a fact breaks its signature; None if it does not."""
    if len(fact.arguments) != len(signature.types):
        message = f"{fact.name}/{len(fact.arguments)} has the wrong number of arguments; expected {signature.usage}"
        return _fault(parsed, fact, FaultKind.WRONG_ARITY, message)
    for argument, expected in zip(fact.arguments, signature.types, strict=True):
        found = expected.offender(argument)
        if found is not None:
            node, words = found
            message = f"{shorten(node.term)} is not {words}, which {signature.usage} needs here"
            if isinstance(node.value, tuple) and node is not argument:
                message += "; write one list, without a list in it"
            return _fault(parsed, node, FaultKind.WRONG_ARGUMENT, message, _spelled(node, expected))
    return None


def _spelled(node: Node, expected: ArgumentType) -> tuple[Edit, ...]:
    """The change of a misspelled atom into one of the choices."""
    if not isinstance(node.value, Atom):
        return ()
    return renamed(node, node.value.name, certain(node.value.name, expected.choices))
