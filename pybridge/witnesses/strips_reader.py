"""Reading a PDDL domain and its problems, and what is wrong with them.

Whatever else PDDL has is refused where it stands, also where a domain requires it. Each action costs 1: other costs are
read where no :metric asks for the least sum of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from pybridge.facts.terms import Node
from pybridge.facts.wording import did_you_mean, several
from pybridge.witnesses.lisp import fault, shown
from pybridge.witnesses.strips import Kinds, Literal, StripsAction, StripsDomain, StripsProblem, kinds_in

_DOMAIN = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_ACTION = (":parameters", ":precondition", ":effect")
_NOT_STRIPS = ("or", "imply", "exists", "forall", "when", "preference", "assign", "decrease", "scale-up", "scale-down")
_CONNECTIVES = ("and", "not", "increase", *_NOT_STRIPS)
_NAME = re.compile(r"[\w-]+\Z")
_COST, _ONE = ("increase", ("total-cost",)), re.compile(r"1(\.0*)?\Z")


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
        types = self._types(self._typed(part for each in parts[":types"] for part in each.items[1:]))
        found = StripsDomain(name.text, types, {}, {}, (), {})
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
        for section in (":domain", ":init", ":goal"):
            if not parts[section]:
                self._wrong(form, f"the problem has no {section}; add it")
        of = parts[":domain"][0]
        if [node.value for node in of.items[1:]] != [domain.name]:
            self._wrong(of, f"the domain that is given is named {domain.name}; write (:domain {domain.name})")
        for metric in parts[":metric"]:
            self._metric(metric, domain, parts[":init"][0].items[1:])
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
                case value:
                    word = value[0].value if isinstance(value, tuple) and value else value
                    meant = did_you_mean(str(word), known)
                    self._wrong(node, f"{shown(node.term)} is not supported{meant}; {what} can have {', '.join(known)}")
        return found

    def _name(self, node: Node, sign: str = "") -> Node:
        if not isinstance(node.value, str) or not _NAME.match(node.value.removeprefix(sign)):
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
            match kind.value:
                case (Node(value="either"), _, *_) if all(isinstance(each.value, str) for each in kind.items):
                    either = kind.items if len(kind.items) > 2 else kind.items[1:]
                    kind = Node(" ".join(each.text for each in either), kind.line, kind.column)
                case tuple():
                    self._wrong(kind, f"{shown(kind.term)} is not a type; write one, or (either truck plane)")
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
            self._require_one(kind)
            above[name.text] = kind.text
            seen = kind.text
            while seen in above and seen != name.text:
                seen = above[seen]
            if seen == name.text:
                self._wrong(name, f"the type {name.text} is above itself; remove one of the types")
        return {kind: "object" for kind in above.values() if kind not in above and kind != "object"} | above

    def _require_one(self, kind: Node) -> None:
        if len(kinds_in(kind.text)) > 1:
            self._wrong(kind, f"({kind.text}) is for variables; name one type here")

    def _kinds(self, domain: StripsDomain, nodes: Iterable[Node], known: Kinds | None = None) -> dict[str, str]:
        """Objects with their types."""
        found: dict[str, str] = {}
        for name, kind in self._named(domain, nodes):
            self._require_one(kind)
            if (known or {}).get(name.text, kind.text) != kind.text:
                self._wrong(name, f"{name.text} appears twice; remove one")
            self._add(found, name, kind)
        return found

    def _add(self, found: dict[str, str], name: Node, kind: Node) -> None:
        if name.text in found:
            self._wrong(name, f"{name.text} appears twice; remove one")
        found[name.text] = kind.text

    def _named(self, domain: StripsDomain, nodes: Iterable[Node], sign: str = "") -> Iterator[tuple[Node, Node]]:
        """Names of objects, or of variables, which begin with a sign, and their types."""
        for name, kind in self._typed(nodes):
            self._name(name, sign)
            for each in kinds_in(kind.text):
                if each != "object" and each not in domain.types:
                    self._wrong(kind, f"unknown type {each}; the types are {', '.join(('object', *domain.types))}")
            yield name, kind

    def _predicates(self, domain: StripsDomain, nodes: Iterable[Node]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for node in nodes:
            if not isinstance(node.value, tuple) or not node.items:
                self._wrong(node, f"{shown(node.term)} is not a predicate such as (on ?x ?y)")
            name = self._name(node.items[0]).text
            if name in _CONNECTIVES:
                self._wrong(node, f"{name} has a meaning of its own in PDDL; rename the predicate")
            if name in found:
                self._wrong(node, f"the predicate {name} appears twice; rename one")
            found[name] = tuple(kind.text for _, kind in self._variables(domain, node.items[1:]))
        return found

    def _variables(self, domain: StripsDomain, nodes: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
        for name, _ in self._typed(nodes):
            if not str(name.value).startswith("?"):
                self._wrong(name, f"{shown(name.term)} is not a variable; write ?{shown(name.term)}")
        return self._named(domain, nodes, sign="?")

    def _action(self, domain: StripsDomain, form: Node, costs: dict[str, Node]) -> StripsAction:
        if len(form.items) < 2:
            self._wrong(form, "an action has a name; write (:action NAME ...")
        name, parts = self._name(form.items[1]).text, form.items[2:]
        found: dict[str, Node] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=False):
            if key.value not in _ACTION or key.text in found:
                meant = did_you_mean(str(key.value), set(_ACTION) - set(found))
                all_once = f"an action has {', '.join(_ACTION)} once"
                self._wrong(key, f"{shown(key.term)} is not supported here{meant}; {all_once}")
            found[key.text] = value
        if len(parts) % 2:
            self._wrong(parts[-1], f"nothing stands after {shown(parts[-1].term)}; add it, or remove the word")
        given = found.get(":parameters", Node((), 1, 1))
        variables: dict[str, str] = {}
        for variable, kind in self._variables(domain, self._listed(given, "(?x ?y - block)")):
            self._add(variables, variable, kind)
        known = {**domain.constants, **variables}
        needs = tuple(self._literals(found[":precondition"])) if ":precondition" in found else ()
        effects = []
        for holds, atom in self._literals(found[":effect"]) if ":effect" in found else ():
            if atom.items[0].value == "increase":
                costs[name] = self._cost(atom, first=name not in costs)
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
            if not domain.fits(its, kind) and not (node.value.startswith("?") and domain.fits(kind, its)):
                self._wrong(node, f"{node.value} has the type {its}; {name} needs {kind} here")

    def _initial(self, nodes: Sequence[Node], domain: StripsDomain, objects: Kinds) -> tuple[Node, ...]:
        found: dict[object, Node] = {}
        denied: dict[object, Node] = {}  # which says nothing new, as all that is not listed does not hold
        for node in nodes:
            match node.value:
                case (Node(value="="), Node(value=tuple()), _):  # the value of a function
                    continue
                case (Node(value="not"), *_):
                    ((_, atom),) = self._literals(node)
                    self._require_atom(atom, domain, objects)
                    denied[atom.term] = node
                    continue
                case (Node(value=str() as name), *_) if name != "=":
                    self._require_atom(node, domain, objects)
                case _:
                    self._wrong(node, f"{shown(node.term)} is not an atom such as (on a b)")
            found.setdefault(node.term, node)
        for term in denied.keys() & found.keys():
            self._wrong(denied[term], f"{shown(found[term].term)} is listed, too; remove one of the two")
        return tuple(found.values())

    def _cost(self, increase: Node, *, first: bool) -> Node:
        if not first or len(increase.items) != 3 or tuple(each.term for each in increase.items[:2]) != _COST:
            self._wrong(increase, "an action has one cost; write (increase (total-cost) 1) once")
        return increase.items[2]

    def _metric(self, metric: Node, domain: StripsDomain, initial: Sequence[Node]) -> None:
        """Require that the least sum of costs is the least number of actions."""
        if metric.term != (":metric", "minimize", ("total-cost",)):
            self._wrong(metric, f"{shown(metric.term)} is not supported; write (:metric minimize (total-cost))")
        values = [value for each in initial for value in _value(each)]
        for action in domain.actions:
            cost = domain.costs.get(action.name)
            function = cost.items[0].value if cost and isinstance(cost.value, tuple) and cost.items else None
            sums = [str(value) for name, value in values if name == function]
            if cost is None or not all(map(_ONE.match, sums or [str(cost.term)])):
                costs = "nothing" if cost is None else " or ".join(dict.fromkeys(sums)) or shown(cost.term)
                message = (
                    f"{action.name} costs {costs}, but each action costs 1 here; remove the :metric to count actions"
                )
                self._wrong(metric, message)


def _value(node: Node) -> list[tuple[object, object]]:
    """The function to which an element of :init gives a value, and the value; none if it is another element."""
    match node.value:
        case (Node(value="="), Node(value=(Node(value=name), *_)), Node(value=value)):
            return [(name, value)]
    return []
