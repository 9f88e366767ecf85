"""What a PDDL domain and its problems say: STRIPS with types, constants, equality and negative preconditions."""

from collections.abc import Mapping
from dataclasses import dataclass

from pybridge.facts.terms import Node

Literal = tuple[bool, Node]
"""An atom, and whether it is to hold. With `=`, whether two objects are to be the same."""
Kinds = Mapping[str, str]
"""The types of objects, or of variables; of a variable it may be `either` and several."""


def kinds_in(kind: str) -> list[str]:
    """The types of which one is wanted."""
    return kind.split()[1:] or [kind]


@dataclass(frozen=True, slots=True)
class StripsAction:
    """What can be done: its variables with their types, what must hold or not, and what it adds and deletes."""

    name: str
    variables: Kinds
    needs: tuple[Literal, ...]
    effects: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class StripsDomain:
    """What problems share. `types` maps each type to the one above it; `object` is above all.

    `costs` are what actions add to the total cost: a number, or a function.
    """

    name: str
    types: Mapping[str, str]
    constants: Kinds
    predicates: Mapping[str, tuple[str, ...]]
    actions: tuple[StripsAction, ...]
    costs: Mapping[str, Node]

    def fits(self, kind: str, wanted: str) -> bool:
        """Whether something of a type, or of one of several, may be of another: a type below it is."""
        return any(self._is_below(one, other) for one in kinds_in(kind) for other in kinds_in(wanted))

    def _is_below(self, kind: str, wanted: str) -> bool:
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
