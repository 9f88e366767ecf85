"""How the consistency of a fact file is checked: rules over the well-formed facts.

A rule judges each well-formed fact by itself, and runs only when the facts that it measures them by are sound, so one
slip gives one fault and not a shower of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from pybridge.errors import Fault, FaultKind
from pybridge.facts.nodes import UNKNOWN_NAME, Fact, Node
from pybridge.facts.parser import MOST_FAULTS
from pybridge.facts.terms import Term, listed, shorten


@dataclass(frozen=True, slots=True)
class FactBase:
    """The well-formed facts of a file by name; `head` is where a fault of the whole file stands."""

    path: str
    head: Fact
    by_name: Mapping[str, tuple[Fact, ...]]

    def named(self, name: str) -> tuple[Fact, ...]:
        """The facts of that name."""
        return self.by_name.get(name, ())

    def fault(self, place: Node | Fact, kind: FaultKind, message: str) -> Fault:
        """A fault at that term or fact."""
        return Fault(self.path, place.line, place.column, kind, message)


@dataclass(frozen=True, slots=True)
class Rule:
    """What finds the faults, the facts that must all be sound for it, and those that a fault makes unsound."""

    find: Callable[[FactBase], Iterable[Fault]]
    needs: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()


def apply_rules(rules: Iterable[Rule], base: FactBase, unsound: Iterable[str]) -> Iterator[Fault]:
    """The faults that the rules find, in the order of the rules, where `unsound` are names that already have faults."""
    spoiled = set(unsound)
    if UNKNOWN_NAME in spoiled:
        return
    for rule in rules:
        if spoiled.isdisjoint(rule.needs):
            found = list(islice(rule.find(base), MOST_FAULTS + 1))
            if found:
                spoiled.update(rule.spoils)
            yield from found


def repeated(base: FactBase, nodes: Iterable[Node], what: str) -> Iterator[Fault]:
    """A fault for each term that occurred before; `what` names the thing, as in `two states called`."""
    seen: dict[Term, Node] = {}
    for node in nodes:
        first = seen.setdefault(node.term, node)
        if first is not node:
            message = f"{what} {shorten(node.term)}; the other is on line {first.line}"
            yield base.fault(node, FaultKind.REPEATED_FACT, message)


def _puzzle(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("puzzle")[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "puzzle/3 stands once, as the first fact; remove this one")


def _missing_state(name: str) -> Callable[[FactBase], Iterator[Fault]]:
    usage = {"start": "start(Name, State)", "goal": "goal(State)"}[name]

    def find(base: FactBase) -> Iterator[Fault]:
        if not base.named(name):
            message = f"no {name} state: add {usage}"
            yield base.fault(base.head, FaultKind.MISSING_FACT, message)

    return find


def _starts(base: FactBase) -> Iterator[Fault]:
    yield from repeated(base, (fact.arguments[0] for fact in base.named("start")), "two start states are called")


def _goals(base: FactBase) -> Iterator[Fault]:
    yield from repeated(base, (fact.arguments[0] for fact in base.named("goal")), "this goal stands twice:")


def _optimal_once(base: FactBase) -> Iterator[Fault]:
    yield from repeated(
        base, (fact.arguments[0] for fact in base.named("optimal")), "two optimal lengths for the start"
    )


def _optimal(base: FactBase) -> Iterator[Fault]:
    names = {fact.arguments[0].atom: fact for fact in base.named("start")}
    for node in (fact.arguments[0] for fact in base.named("optimal")):
        if node.atom not in names:
            message = f"no start state is called {shorten(node.term)}; known are {listed(names)}"
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


COMMON_RULES = (
    Rule(_puzzle),
    Rule(_missing_state("start"), ("start",), ("start",)),
    Rule(_missing_state("goal"), ("goal",), ("goal",)),
    Rule(_starts),
    Rule(_goals),
    Rule(_optimal_once),
    Rule(_optimal, ("start",)),
)
