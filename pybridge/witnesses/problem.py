"""A PDDL problem of our own shape, whose objects and atoms are checked against the rules of its domain."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pybridge.errors import FaultKind
from pybridge.facts.terms import Atom, Node
from pybridge.facts.wording import listed, several
from pybridge.witnesses.lisp import fault, shown
from pybridge.witnesses.model import DomainRules

_SECTIONS = (":domain", ":objects", ":init", ":goal")
_OURS = "give files that `pybridge export --to pddl` has written"


@dataclass(frozen=True, slots=True)
class Condition:
    """The start or a goal: its atoms, and the node that has them."""

    node: Node
    atoms: tuple[Node, ...]

    def named(self, *names: str) -> list[Node]:
        """The atoms of these predicates."""
        return [atom for atom in self.atoms if atom.items[0].value in names]


@dataclass(frozen=True, slots=True)
class Problem:
    """What a problem says. `objects` are by type, in the order of the file."""

    path: str
    name: Node
    objects: Mapping[str, tuple[Node, ...]]
    initial: Condition
    goals: tuple[Condition, ...]


def definition(form: Node, path: str) -> tuple[str, Node]:
    """Whether a form defines a `domain` or a `problem`, and the name. Raises FactFileError for any other form."""
    match form.value:
        case (
            Node(value="define"),
            Node(value=(Node(value="domain" | "problem" as kind), Node(value=str()) as name)),
            *_,
        ):
            return str(kind), name
    raise fault(path, form, f"{shown(form.term)} is not a PDDL domain or problem; {_OURS}")


def sections(form: Node, path: str) -> dict[str, Node]:
    """The sections of a problem by their names; each stands there once. Raises FactFileError."""
    found: dict[str, Node] = {}
    for node in form.items[2:]:
        match node.value:
            case (Node(value=str() as name), *_) if name in _SECTIONS:
                if found.setdefault(name, node) is not node:
                    raise fault(path, node, f"a second {name}; remove it")
            case _:
                raise fault(path, node, f"{shown(node.term)} is not a section; a problem has {', '.join(_SECTIONS)}")
    for name in _SECTIONS:
        if name not in found:
            raise fault(path, form, f"the problem has no {name}; {_OURS}")
    return found


def domain_name(section: Node, path: str, known: Iterable[str]) -> str:
    """The name of the domain. Raises FactFileError if it is not known."""
    match section.value:
        case (_, Node(value=str() as name)) if name in known:
            return name
    raise fault(path, section, f"{shown(section.term)} is not a domain of pybridge, which has {', '.join(known)}")


def problem(name: Node, found: Mapping[str, Node], path: str, rules: DomainRules) -> Problem:
    """A problem of these sections. Raises FactFileError for objects and atoms that the rules do not have."""
    objects = _objects(found[":objects"], path, rules)
    kinds = {node.text: kind for kind, nodes in objects.items() for node in nodes}
    match found[":goal"].value:
        case (_, Node(value=(Node(value="and"), *wanted))):
            pass
        case _:
            raise fault(path, found[":goal"], "this is not a goal such as (:goal (and (on t1 c0)))")
    for atom in (*found[":init"].items[1:], *wanted):
        _require_atom(atom, path, rules, kinds)
    initial = Condition(found[":init"], found[":init"].items[1:])
    return Problem(path, name, objects, initial, (Condition(found[":goal"], tuple(wanted)),))


def _objects(section: Node, path: str, rules: DomainRules) -> dict[str, tuple[Node, ...]]:
    """The objects by type, from a list such as `c0 c1 - cell t1 - tile`."""
    found: dict[str, tuple[Node, ...]] = {}
    seen: dict[str, Node] = {}
    names: list[Node] = []
    words = iter(section.items[1:])
    for node in words:
        if not isinstance(node.value, str):
            raise fault(path, node, f"{shown(node.term)} is not an object")
        if node.value != "-":
            names.append(node)
            if seen.setdefault(node.value, node) is not node:
                raise fault(path, node, f"the object {shown(node.value)} is there twice; remove one")
            continue
        kind = next(words, node)
        if kind.value not in rules.types:
            raise fault(path, kind, f"{shown(kind.term)} is not a type; {rules.name} has {', '.join(rules.types)}")
        found[kind.text] = (*found.get(kind.text, ()), *names)
        names = []
    if names:
        raise fault(path, names[-1], f"no type after {shown(names[-1].term)}; add e.g. - {next(iter(rules.types))}")
    return found


def _require_atom(atom: Node, path: str, rules: DomainRules, kinds: Mapping[str, str]) -> None:
    """Raise FactFileError if an atom is not one of the rules."""
    match atom.value:
        case (Node(value=str() as name), *given) if name in rules.predicates:
            wanted = rules.predicates[name]
        case _:
            message = f"{shown(atom.term)} is not a fact of {rules.name}, which has {', '.join(rules.predicates)}"
            raise fault(path, atom, message)
    if len(given) != len(wanted):
        raise fault(path, atom, f"{name} has {several(len(wanted), 'object')}, not {len(given)}")
    for node, (_, kind) in zip(given, wanted, strict=True):
        if not isinstance(node.value, str) or node.value not in kinds:
            raise fault(path, node, f"{shown(node.term)} is not one of the :objects; add it there or change it")
        if not _is(kinds[node.value], kind, rules):
            raise fault(path, node, f"{shown(node.term)} is a {kinds[node.value]}; {name} needs a {kind} here")


def _is(kind: str, wanted: str, rules: DomainRules) -> bool:
    """Whether a type is another one or below it."""
    while kind != wanted and kind in rules.types:
        kind = rules.types[kind]
    return kind == wanted


def placed(path: str, part: Condition, atoms: Iterable[tuple[Node, Node]], wanted: Iterable[str]) -> dict[str, Node]:
    """Atoms by the object that each is about, which all `wanted` objects have once. Raises FactFileError."""
    found: dict[str, Node] = {}
    for about, atom in atoms:
        first = found.setdefault(about.text, atom)
        if first is not atom:
            message = f"{shown(atom.term)} does not go with {shown(first.term)}; remove one"
            raise fault(path, atom, message, FaultKind.ILLEGAL_STATE)
    missing = [each for each in wanted if each not in found]
    if missing:
        message = f"{part.node.items[0].text} says nothing about {listed(missing)}; add it"
        raise fault(path, part.node, message, FaultKind.ILLEGAL_STATE)
    return found


def read(path: str, node: Node, meaning: Callable[[str], int | Atom]) -> Node:
    """What the name of an object means, where the name stands. Raises FactFileError if it means nothing."""
    try:
        return Node(meaning(node.text), node.line, node.column)
    except ValueError as error:
        raise fault(path, node, str(error)) from error
