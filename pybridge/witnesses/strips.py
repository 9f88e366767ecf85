"""A PDDL domain and its problems, checked: STRIPS with types, constants, equality and negative preconditions.

Whatever else PDDL has is refused where it stands. Actions cost 1.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from pybridge.facts.terms import Node
from pybridge.facts.wording import several
from pybridge.witnesses.lisp import fault, shown

Literal = tuple[bool, Node]
"""An atom, and whether it is to hold. With `=`, whether two objects are to be the same."""
Kinds = Mapping[str, str]
"""The types of objects, or of variables."""

_REQUIREMENTS = (":strips", ":typing", ":equality", ":negative-preconditions", ":action-costs")
_DOMAIN = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
_ACTION = (":parameters", ":precondition", ":effect")
_NOT_STRIPS = ("or", "imply", "exists", "forall", "when", "preference", "assign", "decrease", "scale-up", "scale-down")
_NAME = re.compile(r"[\w-]+\Z")
_COST, _ONE = ("increase", ("total-cost",)), re.compile(r"1(\.0*)?\Z")


@dataclass(frozen=True, slots=True)
class StripsAction:
    """What can be done: its variables with their types, what must hold or not, and what it adds and deletes."""

    name: str
    variables: Kinds
    needs: tuple[Literal, ...]
    effects: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class StripsDomain:
    """What problems share. `types` maps each type to the one above it; `object` is above all."""

    name: str
    types: Mapping[str, str]
    constants: Kinds
    predicates: Mapping[str, tuple[str, ...]]
    actions: tuple[StripsAction, ...]
    costs: Mapping[str, Node]

    def below(self, kind: str, wanted: str) -> bool:
        """Whether a type is another one, or below it."""
        while kind != wanted and kind in self.types:
            kind = self.types[kind]
        return kind == wanted

    def static(self, predicate: str) -> bool:
        """Whether no action changes a predicate."""
        return all(atom.items[0].text != predicate for action in self.actions for _, atom in action.effects)


@dataclass(frozen=True, slots=True)
class StripsProblem:
    """A start and a goal. `objects` has the constants of the domain, too."""

    name: Node
    objects: Kinds
    initial: tuple[Node, ...]
    goal: tuple[Literal, ...]


class StripsReader:
    """What is read of one file. Each method raises FactFileError at the first fault."""

    def __init__(self, path: str) -> None:
        self._path = path

    def defined(self, form: Node) -> tuple[str, Node]:
        """Whether a form defines a `domain` or a `problem`, and its name."""
        match form.value:
            case (
                Node(value="define"),
                Node(value=(Node(value="domain" | "problem" as kind), Node(value=str()) as name)),
                *_,
            ):
                return str(kind), self._name(name)
        self._wrong(form, f"{shown(form.term)} is not PDDL; write (define (domain NAME) ...) or (define (problem ...")

    def domain(self, form: Node) -> StripsDomain:
        """The domain that a form defines."""
        _, name = self.defined(form)
        parts = self._sections(form.items[2:], _DOMAIN, "a domain")
        self._requirements(parts)
        types = self._types(self._typed(part for each in parts[":types"] for part in each.items[1:]))
        found = StripsDomain(name.text, types, {}, {}, (), {})
        for section in parts[":functions"]:
            for node in section.items[1:]:
                if node.term != ("total-cost",) and node.value not in ("-", "number"):
                    self._wrong(node, f"the function {shown(node.term)} is not supported; only (total-cost) is")
        constants = self._kinds(found, [part for each in parts[":constants"] for part in each.items[1:]])
        predicates = self._predicates(found, [part for each in parts[":predicates"] for part in each.items[1:]])
        found = StripsDomain(name.text, types, constants, predicates, (), {})
        actions: dict[str, StripsAction] = {}
        costs: dict[str, Node] = {}
        for each in parts[":action"]:
            action = self._action(found, each, costs)
            if action.name in actions:
                self._wrong(each.items[1], f"the action {action.name} appears twice; rename one")
            actions[action.name] = action
        return StripsDomain(name.text, types, constants, predicates, tuple(actions.values()), costs)

    def problem(self, form: Node, domain: StripsDomain) -> StripsProblem:
        """The problem that a form defines."""
        _, name = self.defined(form)
        parts = self._sections(form.items[2:], _PROBLEM, "a problem")
        self._requirements(parts)
        for section in (":domain", ":init", ":goal"):
            if not parts[section]:
                self._wrong(form, f"the problem has no {section}; add it")
        of = parts[":domain"][0]
        if [node.value for node in of.items[1:]] != [domain.name]:
            self._wrong(of, f"the domain that is given is named {domain.name}; write (:domain {domain.name})")
        for metric in parts[":metric"]:
            self._metric(metric, domain)
        declared = [part for each in parts[":objects"] for part in each.items[1:]]
        objects = {**domain.constants, **self._kinds(domain, declared, domain.constants)}
        initial = self._initial(parts[":init"][0].items[1:], domain, objects)
        goals = parts[":goal"][0].items[1:]
        if len(goals) != 1:
            self._wrong(parts[":goal"][0], "write one condition, such as (:goal (and (on a b) (on b c)))")
        goal = tuple(self._literals(goals[0]))
        for _, atom in goal:
            self._require_atom(atom, domain, objects)
        return StripsProblem(name, objects, initial, goal)

    def _wrong(self, node: Node, message: str) -> NoReturn:
        raise fault(self._path, node, message)

    def _sections(self, nodes: Sequence[Node], known: Sequence[str], what: str) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {name: [] for name in known}
        for node in nodes:
            match node.value:
                case (Node(value=str() as name), *_) if name in known:
                    if found[name] and name != ":action":
                        self._wrong(node, f"a second {name}; remove it")
                    found[name].append(node)
                case _:
                    self._wrong(node, f"{shown(node.term)} is not supported; {what} can have {', '.join(known)}")
        return found

    def _requirements(self, parts: Mapping[str, Sequence[Node]]) -> None:
        for section in parts[":requirements"]:
            for node in section.items[1:]:
                if node.value not in _REQUIREMENTS:
                    self._wrong(node, f"{shown(node.term)} is not supported; these are: {', '.join(_REQUIREMENTS)}")

    def _name(self, node: Node) -> Node:
        if not isinstance(node.value, str) or not _NAME.match(node.value):
            self._wrong(node, f"{shown(node.term)} is not a name; write letters, digits, - and _")
        return node

    def _typed(self, nodes: Iterable[Node]) -> Iterator[tuple[Node, Node]]:
        """Names and their types, of a list such as `a b - block c`."""
        names: list[Node] = []
        words = iter(nodes)
        for node in words:
            if node.value != "-":
                names.append(node)
                continue
            kind = next(words, None)
            if kind is None or not names:
                self._wrong(node, "a - stands between names and their type, as in a b - block")
            if not isinstance(kind.value, str):
                self._wrong(kind, f"{shown(kind.term)} is not supported; name one type")
            yield from ((name, kind) for name in names)
            names = []
        yield from ((name, Node("object", name.line, name.column)) for name in names)

    def _types(self, typed: Iterable[tuple[Node, Node]]) -> dict[str, str]:
        above: dict[str, str] = {}
        for name, kind in typed:
            if self._name(name).value == "object":
                continue
            if above.get(name.text, "object") != "object":
                self._wrong(name, f"the type {name.text} appears twice; remove one")
            above[name.text] = kind.text
            seen = kind.text
            while seen in above and seen != name.text:
                seen = above[seen]
            if seen == name.text:
                self._wrong(name, f"the type {name.text} is above itself; remove one of the types")
        return {kind: "object" for kind in above.values() if kind not in above and kind != "object"} | above

    def _kinds(self, domain: StripsDomain, nodes: Iterable[Node], known: Kinds | None = None) -> dict[str, str]:
        """Objects or variables with their types."""
        found: dict[str, str] = {}
        for name, kind in self._typed(nodes):
            text = name.value
            if not isinstance(text, str) or not _NAME.match(text.removeprefix("?")):
                self._wrong(name, f"{shown(name.term)} is not a name; write letters, digits, - and _")
            if kind.text != "object" and kind.text not in domain.types:
                self._wrong(kind, f"unknown type {kind.text}; the types are {', '.join(('object', *domain.types))}")
            if text in found or (known or {}).get(text, kind.text) != kind.text:
                self._wrong(name, f"{text} appears twice; remove one")
            found[text] = kind.text
        return found

    def _predicates(self, domain: StripsDomain, nodes: Iterable[Node]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for node in nodes:
            if not isinstance(node.value, tuple) or not node.items:
                self._wrong(node, f"{shown(node.term)} is not a predicate such as (on ?x ?y)")
            name = self._name(node.items[0]).text
            if name in found:
                self._wrong(node, f"the predicate {name} appears twice; rename one")
            found[name] = tuple(self._variables(domain, node.items[1:]).values())
        return found

    def _variables(self, domain: StripsDomain, nodes: Sequence[Node]) -> dict[str, str]:
        for name, _ in self._typed(nodes):
            if not str(name.value).startswith("?"):
                self._wrong(name, f"{shown(name.term)} is not a variable; write ?{shown(name.term)}")
        return self._kinds(domain, nodes)

    def _action(self, domain: StripsDomain, form: Node, costs: dict[str, Node]) -> StripsAction:
        if len(form.items) < 2:
            self._wrong(form, "an action has a name; write (:action NAME ...")
        name, parts = self._name(form.items[1]).text, form.items[2:]
        found: dict[str, Node] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=False):
            if key.value not in _ACTION or key.text in found:
                self._wrong(key, f"{shown(key.term)} is not supported here; an action has {', '.join(_ACTION)} once")
            found[key.text] = value
        if len(parts) % 2:
            self._wrong(parts[-1], f"nothing stands after {shown(parts[-1].term)}; add it, or remove the word")
        given = found.get(":parameters", Node((), 1, 1))
        variables = self._variables(domain, self._listed(given, "(?x ?y - block)"))
        known = {**domain.constants, **variables}
        needs = tuple(self._literals(found[":precondition"])) if ":precondition" in found else ()
        effects = []
        for holds, atom in self._literals(found[":effect"]) if ":effect" in found else ():
            if atom.items[0].value == "increase":
                self._require_one(atom, first=name not in costs)
                costs[name] = atom
            elif atom.items[0].value == "=":
                self._wrong(atom, "an action cannot change what is equal; write = in its :precondition")
            else:
                effects.append((holds, atom))
        for _, atom in (*needs, *effects):
            self._require_atom(atom, domain, known)
        return StripsAction(name, variables, needs, tuple(effects))

    def _listed(self, node: Node, example: str) -> tuple[Node, ...]:
        if not isinstance(node.value, tuple):
            self._wrong(node, f"{shown(node.term)} is not a list; write e.g. {example}")
        return node.items

    def _literals(self, node: Node) -> Iterator[Literal]:
        """What `and` and `not` are about."""
        items = self._listed(node, "(on ?x ?y)")
        head = items[0].value if items else "and"
        if head == "and":
            for each in items[1:]:
                yield from self._literals(each)
        elif head == "not":
            if len(items) != 2:
                self._wrong(node, "not has one condition, as in (not (on ?x ?y))")
            inner = list(self._literals(items[1]))
            if len(inner) != 1 or not inner[0][0] or inner[0][1] is not items[1]:
                self._wrong(items[1], f"{shown(items[1].term)} is not a single atom; write not before each atom")
            yield False, items[1]
        elif head in _NOT_STRIPS:
            self._wrong(node, f"{head} is not supported; write atoms, with and and not, in an action for each case")
        elif isinstance(head, str):
            yield True, node
        else:
            self._wrong(node, f"{shown(node.term)} is not an atom such as (on ?x ?y)")

    def _require_atom(self, atom: Node, domain: StripsDomain, known: Kinds) -> None:
        name, given = atom.items[0].text, atom.items[1:]
        if name != "=" and name not in domain.predicates:
            self._wrong(atom, f"unknown predicate {shown(name)}; known: {', '.join(domain.predicates) or 'none'}")
        wanted = ("object", "object") if name == "=" else domain.predicates[name]
        if len(given) != len(wanted):
            self._wrong(atom, f"{name} has {several(len(wanted), 'argument')}, not {len(given)}")
        for node, kind in zip(given, wanted, strict=True):
            if not isinstance(node.value, str) or node.value not in known:
                what = "variable; add it to :parameters" if shown(node.term).startswith("?") else "object; declare it"
                self._wrong(node, f"{shown(node.term)} is not a known {what}, or write another one")
            its = known[node.value]
            if not domain.below(its, kind) and not (node.value.startswith("?") and domain.below(kind, its)):
                self._wrong(node, f"{node.value} has the type {its}; {name} needs {kind} here")

    def _initial(self, nodes: Sequence[Node], domain: StripsDomain, objects: Kinds) -> tuple[Node, ...]:
        found: dict[object, Node] = {}
        for node in nodes:
            match node.value:
                case (Node(value="="), Node(value=(Node(value="total-cost"),)), _):
                    continue
                case (Node(value="not"), *_):
                    self._wrong(node, "the start lists only what holds; remove this")
                case (Node(value=str() as name), *_) if name != "=":
                    self._require_atom(node, domain, objects)
                case _:
                    self._wrong(node, f"{shown(node.term)} is not an atom such as (on a b)")
            found.setdefault(node.term, node)
        return tuple(found.values())

    def _require_one(self, cost: Node, *, first: bool) -> None:
        items = [node.term for node in cost.items]
        if not first or tuple(items[:2]) != _COST or len(items) != 3 or not _ONE.match(str(items[2])):
            self._wrong(cost, "each action costs 1 here; write (increase (total-cost) 1) once")

    def _metric(self, metric: Node, domain: StripsDomain) -> None:
        if metric.term != (":metric", "minimize", ("total-cost",)):
            self._wrong(metric, f"{shown(metric.term)} is not supported; write (:metric minimize (total-cost))")
        for action in domain.actions:
            if action.name not in domain.costs:
                message = f"{action.name} costs nothing, but each action costs 1 here; add (increase (total-cost) 1)"
                self._wrong(metric, message)
