"""Abstractions of a task of rules: some values count as equal, so that distances of a smaller task are lower bounds.

Each variable's values are put into classes; conditions and effects then speak of classes. Whatever the operators do to
a state, they also do to its classes, so a solution is one of the smaller task too. Where whole variables are forgotten
this is a pattern database (Culberson and Schaeffer, 1998; Edelkamp, 2001), in general a domain abstraction
(Hernádvölgyi and Holte, 2000).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pybridge.rules.compiled import ACTIONS, Compiled, Operator, Pairs, Values, parts_of

Classes = tuple[tuple[int, ...], ...]
"""For each variable the class of each value; the classes of a variable are 0, 1, 2 and so on."""
Atoms = frozenset[tuple[int, int]]
"""Variables and values that stay distinct."""

_MOVER = 0.6
"""A symbol that more than this part of the operators move, such as the blank, moves with all others."""
_JOINED = 3
"""How often a group is made wider to balance it, at most."""


@dataclass(frozen=True)
class Merged:
    """A task without what is forgotten. Its variables are renumbered, `variables` has their numbers before.

    `members` has for each operator those that have become the same. Where steps are joined to chains, none are.
    """

    variables: tuple[int, ...]
    sizes: tuple[int, ...]
    operators: tuple[tuple[Pairs, Pairs], ...]
    members: tuple[tuple[int, ...], ...]
    conditions: tuple[Pairs, ...]


def whole(task: Compiled) -> Classes:
    """All values distinct."""
    return tuple(tuple(range(size)) for size in task.sizes)


def keeping(task: Compiled, atoms: Atoms) -> Classes:
    """These values distinct, and all others of their variable in class 0, if there are any."""
    found = []
    for variable, size in enumerate(task.sizes):
        kept = [value for value in range(size) if (variable, value) in atoms]
        first = int(len(kept) < size)
        number = {value: first + place for place, value in enumerate(kept)}
        found.append(tuple(number.get(value, 0) for value in range(size)))
    return tuple(found)


def merged(task: Compiled, classes: Classes) -> Merged:
    """The task with these classes as values."""
    variables = tuple(each for each, of in enumerate(classes) if max(of))
    number = {variable: place for place, variable in enumerate(variables)}

    def seen(pairs: Pairs) -> Pairs:
        return tuple(sorted([(number[each], classes[each][value]) for each, value in pairs if each in number]))

    members: dict[tuple[Pairs, Pairs, int], list[int]] = {}
    for place, (operator, written) in enumerate(zip(task.operators, task.written, strict=True)):
        if task.continues is None and written.isdisjoint(number):
            continue  # which are most of them, where little is kept
        before, after = seen(operator.before), _changing(seen(operator.before), seen(operator.after))
        if task.continues is not None:
            members[(before, after, place)] = [place]
        elif after:
            members.setdefault((before, after, 0), []).append(place)
    return Merged(
        variables,
        tuple(max(classes[each]) + 1 for each in variables),
        tuple((before, after) for before, after, _ in members),
        tuple(map(tuple, members.values())),
        tuple(map(seen, task.conditions)),
    )


def _changing(before: Pairs, after: Pairs) -> Pairs:
    """The effects that change something."""
    known = set(before)
    return tuple(pair for pair in after if pair not in known)


def features(task: Compiled, starts: Sequence[Values] = ()) -> list[tuple[str, Atoms]]:
    """What can be remembered: symbols that always move together, on all variables, and variables with all their values.

    A symbol is a text that several variables can have, as on a board. Those that move with all others are none, and a
    variable of which all values are symbols is none either. Where states are lists of what holds, things of which one
    holds at a time are remembered together.
    """
    symbols = _symbols(task)
    moved = [{task.domains[each][value] for each, value in _written(task, operator)} & set(symbols)
             for operator in task.operators]  # fmt: skip
    times = {symbol: sum(symbol in each for each in moved) for symbol in symbols}
    movers = {symbol for symbol in symbols if times[symbol] > _MOVER * len(task.operators)}
    root = {symbol: symbol for symbol in symbols if times[symbol] and symbol not in movers}
    for each in moved:
        first, *others = sorted(root[symbol] for symbol in each if symbol in root) or [""]
        root = {symbol: first if at in others else at for symbol, at in root.items()}
    found = []
    for name in sorted(set(root.values())):
        mine = [symbol for symbol, at in root.items() if at == name]
        found.append(("+".join(sorted(mine)), frozenset(atom for symbol in mine for atom in symbols[symbol])))
    few = len(found) < 2
    groups = dict(Groups(task).found(starts)) if task.template == ACTIONS else {}
    found += [(name, frozenset((each, value) for each in group for value in (0, 1))) for name, group in groups.items()]
    alone = set(range(len(task.domains))).difference(*groups.values())
    for variable, domain in ((each, task.domains[each]) for each in sorted(alone)):
        if few or not set(domain) <= set(symbols):
            atoms = frozenset((variable, value) for value in range(task.sizes[variable]))
            found.append((f"variable {variable}", atoms))
    return found


class Groups:
    """Things that differ in one argument, of which no operator adds more than it takes away: the places of a piece.

    So one of them holds at a time, if one does at the start. Where they do so together with others, as packages are at
    places or in trucks, they are one group. The balance is that of Helmert (2009), for operators without variables.
    """

    def __init__(self, task: Compiled) -> None:
        self._like: dict[tuple[str, ...], set[int]] = {}
        self._with: dict[int, list[set[int]]] = {}
        for variable, (text,) in enumerate(task.domains):
            name, _, inside = text.removesuffix(")").partition("(")
            arguments = list(parts_of(inside)) if inside else []
            for at in range(len(arguments)):
                like = self._like.setdefault((name, *arguments[:at], "_", *arguments[at + 1 :]), set())
                like.add(variable)
                self._with.setdefault(variable, []).append(like)
        self._adding: dict[int, list[tuple[set[int], set[int]]]] = {}
        for operator in task.operators:
            before = set(operator.before)
            adds = {variable for variable, value in operator.after if value and (variable, 1) not in before}
            takes = {variable for variable, value in operator.after if not value and (variable, 1) in before}
            for variable in adds:
                self._adding.setdefault(variable, []).append((adds, takes))

    def found(self, starts: Sequence[Values]) -> Iterator[tuple[str, frozenset[int]]]:
        """Those by name of which no start has two. They may have some in common."""
        known = set[frozenset[int]]()
        for name, each in self._like.items():
            group = frozenset(self._joined(each))
            if len(group) > 1 and group not in known and all(sum(start[at] for at in group) < 2 for start in starts):
                known.add(group)
                yield f"{name[0]}({','.join(name[1:])})", group

    def _joined(self, group: set[int]) -> set[int]:
        """A group together with what balances it; empty if nothing does."""
        for _ in range(_JOINED):
            if not (exceeding := self._exceeding(group)):
                return group
            _, takes = exceeding[0]
            more = (each for taken in takes for each in ({taken}, *self._with.get(taken, ())))
            wider = [group | each for each in more if not each <= group]
            group = min(wider, key=lambda each: len(self._exceeding(each)), default=group)
        return set()

    def _exceeding(self, group: set[int]) -> list[tuple[set[int], set[int]]]:
        """What operators add and take that add more of a group than they take."""
        changes = (change for variable in group for change in self._adding.get(variable, ()))
        return [change for change in changes if len(change[0] & group) > len(change[1] & group)]


_SHARED = 3
"""A text that this many variables can have is a symbol."""


def _symbols(task: Compiled) -> dict[str, list[tuple[int, int]]]:
    """Where each symbol can be."""
    places: dict[str, list[tuple[int, int]]] = {}
    if any(len(domain) != size for domain, size in zip(task.domains, task.sizes, strict=True)):
        return {}
    for variable, domain in enumerate(task.domains):
        for value, text in enumerate(domain):
            places.setdefault(text, []).append((variable, value))
    return {text: atoms for text, atoms in places.items() if len(atoms) >= _SHARED}


def _written(task: Compiled, operator: Operator) -> Iterator[tuple[int, int]]:
    """What an operator puts somewhere else, and what it takes away where it does."""
    if task.sizes and len(task.domains[0]) == task.sizes[0]:
        changed = {variable for variable, _ in operator.after}
        yield from operator.after
        yield from (pair for pair in operator.before if pair[0] in changed)


def abstract(classes: Classes, variables: Sequence[int], states: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """States of a task as those of the merged one."""
    return [tuple(classes[each][state[each]] for each in variables) for state in states]
