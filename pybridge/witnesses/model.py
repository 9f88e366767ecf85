"""A puzzle as planners see it: types, predicates and actions, and a problem of objects, a start and goals.

PDDL and ASP are two ways to write this one model down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Atom = tuple[str, ...]
"""A predicate and its arguments: objects, or variables in an action."""
Typed = tuple[tuple[str, str], ...]
"""Variables and their types."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action does to each match of its variables: where `when` and `before` hold, `after` replaces `before`."""

    variables: Typed
    when: Atom
    before: Atom
    after: Atom


@dataclass(frozen=True, slots=True)
class Action:
    """What can be done: its variables, what must hold, and what holds no more or from then on.

    A shortest plan has no action whose variable `takes` is the object that the action before `gives`.
    """

    name: str
    variables: Typed
    needs: tuple[Atom, ...] = ()
    deletes: tuple[Atom, ...] = ()
    adds: tuple[Atom, ...] = ()
    changes: tuple[Effect, ...] = ()
    gives: str = ""
    takes: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Atoms of which the same number hold in all states; there is a group for each value of the variables."""

    variables: Typed
    atoms: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class DomainRules:
    """What all puzzles of a domain share. `types` maps a type to its supertype, supertypes first.

    `groups` follow from the actions and the start; saying so spares a planner to find it out. `constants` are objects
    that actions name, by type.
    """

    name: str
    types: Mapping[str, str]
    predicates: Mapping[str, Typed]
    actions: tuple[Action, ...]
    groups: tuple[Group, ...] = ()
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def fluents(self) -> frozenset[str]:
        """The predicates that actions change."""
        atoms = [atom for action in self.actions for atom in (*action.deletes, *action.adds)]
        atoms += [change.after for action in self.actions for change in action.changes]
        return frozenset(atom[0] for atom in atoms)


@dataclass(frozen=True, slots=True)
class Model:
    """One start of a puzzle. `objects` are by type; `goals` are alternatives, each of which must hold as a whole."""

    name: str
    rules: DomainRules
    objects: Mapping[str, tuple[str, ...]]
    initial: tuple[Atom, ...]
    goals: tuple[tuple[Atom, ...], ...]
