"""The distances of abstractions, checked by the operators of the task itself: in numpy, without the kernels.

A bound is right if it is 0 in each goal, if no operator lowers it by more than what that operator costs, and if the
costs of an operator in all abstractions add up to at most 1. What operators lead to must be in the table, too.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.facts.board_graph import reached
from pybridge.layout import Layout
from pybridge.limits import OnProgress
from pybridge.rules.abstraction import Classes
from pybridge.rules.compiled import Compiled, Pairs, Values
from pybridge.tables.abstraction.kernels import FAR

_Numbers = NDArray[np.int64]


def fault_of(
    task: Compiled, starts: Sequence[Values], chosen: Sequence[Classes], arrays: Arrays, report: OnProgress
) -> str | None:
    """What is wrong with the entries of a table; None if nothing is."""
    if int(arrays["costs"].sum(axis=0, dtype=np.int64).max(initial=0)) > 1:
        return "an operator costs more than 1 in all abstractions together"
    for number, classes in enumerate(chosen):
        report(f"abstraction {number + 1} of {len(chosen)}")
        mine = arrays["rows"][:, -1] == number
        seen = _Seen(task, classes, arrays["rows"][mine], arrays["distances"][mine].astype(np.int64))
        if fault := seen.fault(starts, arrays["costs"][number]):
            return f"abstraction {number + 1}: {fault}"
    return None


class _Seen:
    """The states of an abstraction as numbers of classes, with their distances; past all others where it is FAR."""

    def __init__(self, task: Compiled, classes: Classes, rows: Array, distances: _Numbers) -> None:
        self._task, self._classes, self._distances = task, classes, distances
        self._kept = {each: place for place, each in enumerate(v for v, of in enumerate(classes) if max(of))}
        sizes = [max(classes[each]) + 1 for each in self._kept]
        self._values = Layout.of(sizes).unpack(rows).astype(np.int64).reshape(len(rows), len(sizes))
        self._distances[distances == FAR] = 1 << 40
        # States are found by a sum with random factors; what is found is compared.
        self._factors = np.random.default_rng(1).integers(1 << 62, size=len(sizes))
        keys = (self._values * self._factors).sum(axis=1)
        self._order = np.argsort(keys)
        self._keys = keys[self._order]

    def fault(self, starts: Sequence[Values], costs: Array) -> str | None:
        """What is wrong with it."""
        if (np.diff(self._keys) == 0).any():
            return "a state is there twice"
        first = [[self._classes[each][start[each]] for each in self._kept] for start in starts]
        if (self._places(np.array(first, np.int64).reshape(len(starts), len(self._kept))) < 0).any():
            return "a start is missing"
        for condition in self._task.conditions:
            if self._distances[self._holding(self._seen(condition))].any():
                return "a goal has another distance than 0"
        return self._wrong_edge(costs)

    def _wrong_edge(self, costs: Array) -> str | None:
        follows, steps = self._task.continues, dict[int, list[tuple[str, int]]]()
        known: dict[object, int] = {}
        for operator, cost in zip(self._task.operators, costs.tolist(), strict=True):
            before, after = self._seen(operator.before), self._seen(operator.after)
            if follows is None and known.get((before, after), 2) <= cost:
                continue  # one that does the same and costs no more was looked at
            known[before, after] = cost
            here = self._holding(before)
            values = self._values[here]
            for place, value in after:
                values[:, place] = value
            there = self._places(values)
            if (there < 0).any():
                return f"{operator.name} leads out of the table"
            if follows is None and (self._distances[here] > cost + self._distances[there]).any():
                return f"{operator.name} lowers a distance by more than its cost"
            if follows is not None:
                for one, other in zip(here.tolist(), there.tolist(), strict=True):
                    steps.setdefault(one, []).append((operator.name, other))
        return None if follows is None else self._wrong_chain(steps, follows)

    def _wrong_chain(self, steps: dict[int, list[tuple[str, int]]], follows: frozenset[tuple[str, str]]) -> str | None:
        """The same where chains of steps cost 1."""
        distances = self._distances.tolist()

        def after(step: tuple[str, int]) -> Iterator[tuple[str, int]]:
            return (each for each in steps.get(step[1], ()) if (step[0], each[0]) in follows)

        for state, first in steps.items():
            for name, end in reached(first, after):
                if distances[state] > 1 + distances[end]:
                    return f"a chain that ends with {name} lowers a distance by more than 1"
        return None

    def _seen(self, pairs: Pairs) -> Pairs:
        return tuple((self._kept[each], self._classes[each][value]) for each, value in pairs if each in self._kept)

    def _holding(self, pairs: Pairs) -> NDArray[np.intp]:
        """The states in which places have these classes."""
        found = np.ones(len(self._values), np.bool_)
        for place, value in pairs:
            found &= self._values[:, place] == value
        return np.flatnonzero(found)

    def _places(self, values: _Numbers) -> NDArray[np.intp]:
        """Where states are; -1 for those that are not there."""
        keys = (values * self._factors).sum(axis=1)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        found = self._order[at]
        return np.where((self._values[found] == values).all(axis=1), found, -1)
