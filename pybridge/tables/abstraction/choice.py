"""What to forget of a task of rules: nothing if all states fit, otherwise what costs the bound least.

An abstraction grows by one feature at a time, always by the one that raises the mean bound of some random states most.
Then another one begins, which has what is left of the costs of operators, until nothing is gained.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.layout import Layout
from pybridge.limits import OnProgress
from pybridge.rules.abstraction import Atoms, abstract, features, keeping, whole
from pybridge.rules.compiled import Compiled, Values
from pybridge.tables.abstraction import kernels
from pybridge.tables.abstraction.build import Found, Graph, found_in, graph_of
from pybridge.tables.slots import HashTable

_SAMPLES, _DEEPEST = 300, 200
"""Random states, and moves that lead to one at most."""
MOST = 8
"""Abstractions."""
_FEW = 50_000
"""States that an abstraction may have for all features to be tried; of more, only those that were best before."""
_HOPELESS = 2
"""So many times more states than allowed are not even tried."""
_TRIES = 2
_PLATEAU = 2
"""Features that are added though they gain nothing: a goal may need several together."""
_LEAST = 1e-9
"""Moves that a feature gains, at least, to gain anything."""
_UNSOLVABLE = 1.5
"""A state from which no goal can be reached counts as this many times the farthest one."""


def chosen(task: Compiled, starts: Sequence[Values], most: int, seed: int, report: OnProgress) -> list[Found]:
    """The abstractions for a task, with at most `most` states each, in the order in which they share costs."""
    follows = _follows(task)
    costs = np.ones(len(task.operators), np.uint8)
    graph = graph_of(task, whole(task), starts, most)
    if graph is not None and (alone := found_in(graph, costs, follows)):
        return [alone]
    choice = _Choice(task, starts, most, seed, follows)
    found: list[Found] = []
    while len(found) < (1 if follows is not None else MOST) and costs.any():
        report(f"abstraction {len(found) + 1}")
        grown = choice.grow(costs, report)
        if grown is None:
            break
        found.append(grown)
        costs = costs - grown.costs
    return found


def _follows(task: Compiled) -> NDArray[np.bool_] | None:
    """Which operator continues which; None where each step is a move."""
    if task.continues is None or not task.operators:
        return None
    names = [operator.name for operator in task.operators]
    return np.array([[(one, other) in task.continues for other in names] for one in names], np.bool_)


Score = tuple[float, int, int, Found]
"""What a feature gains, minus its states, its number, and the abstraction with it."""


class _Choice:
    """Samples, features, and the sum of the bounds so far."""

    def __init__(
        self, task: Compiled, starts: Sequence[Values], most: int, seed: int, follows: NDArray[np.bool_] | None
    ) -> None:
        self._task, self._starts, self._most, self._follows = task, starts, most, follows
        self._features = features(task, starts)
        self._samples = list(_samples(task, starts, random.Random(seed)))
        self._alone = cache(self._graph)  # each feature by itself is asked for at each step

    def grow(self, costs: Array, report: OnProgress) -> Found | None:
        """The next abstraction, of what the costs leave; None if none gains anything."""
        left, have = list(range(len(self._features))), frozenset[tuple[int, int]]()
        best: Found | None = None
        here: Found | None = None
        growth, idle = 1, 0
        while left and idle <= _PLATEAU:
            states = len(here.graph.goals) * growth if here else 1
            if states > _HOPELESS * self._most:
                break
            tried = left[: _TRIES if states > _FEW else None]
            scores = sorted(self._scores(have, here, tried, costs), key=lambda each: each[:3], reverse=True)
            if not scores:
                break
            gained, size, feature, found = scores[0]
            growth = max(2, -size // len(here.graph.goals)) if here else 2
            here, idle = found, idle + 1
            if gained > _LEAST:
                best, idle = found, 0
            have |= self._features[feature][1]
            left = self._ordered(left, tried, scores, feature)
            report(f"{self._features[feature][0]}: {-size:,} states, bound {self._value(found):.1f}")
        return best if best is not None and best.costs.any() else None

    @staticmethod
    def _ordered(left: Sequence[int], tried: Sequence[int], scores: Sequence[Score], taken: int) -> list[int]:
        """The features that are left: first those that gain something, last those that gain nothing or do not fit."""
        gaining = [each for gained, _, each, _ in scores if gained > _LEAST]
        idling = [each for each in tried if each not in gaining]
        untried = [each for each in left if each not in tried]
        return [each for each in (*gaining, *untried, *idling) if each != taken]

    def _scores(self, have: Atoms, best: Found | None, tried: Sequence[int], costs: Array) -> Iterator[Score]:
        """For each feature that fits, what is gained by having it here and not in an abstraction of its own."""
        before = self._value(best)
        for each in tried:
            atoms = self._features[each][1]
            found = self._found(self._graph(have | atoms), costs)
            if found is not None:
                alone = self._found(self._alone(atoms), costs - best.costs) if best else None
                gained = self._value(found) - before - self._value(alone)
                yield gained, -len(found.graph.goals), each, found

    def _graph(self, atoms: Atoms) -> Graph | None:
        return graph_of(self._task, keeping(self._task, atoms), self._starts, self._most)

    def _found(self, graph: Graph | None, costs: Array) -> Found | None:
        return None if graph is None else found_in(graph, costs, self._follows)

    def _value(self, found: Found | None) -> float:
        """The mean distance of the samples."""
        if found is None:
            return 0.0
        graph = found.graph
        layout = Layout.of(graph.task.sizes)
        asked = np.zeros((len(self._samples), graph.rows.shape[1]), np.uint64)
        asked[:, :-1] = layout.rows(abstract(graph.classes, graph.task.variables, self._samples))
        table = HashTable(len(graph.rows))
        table.put(graph.rows, len(graph.rows))
        places = np.zeros(len(asked), np.int64)
        kernels.places(asked, graph.rows, table.slots, table.index_bits, places)
        known = np.append(found.distances, 0)[places].astype(np.float64)
        finite = found.distances[found.distances < kernels.FAR]
        known[known == kernels.FAR] = _UNSOLVABLE * float(finite.max(initial=1))
        return float(known.mean())


def _samples(task: Compiled, starts: Sequence[Values], source: random.Random) -> Iterator[Values]:
    """The starts, and states on random walks from them."""
    yield from starts
    for _ in range(_SAMPLES):
        state = source.choice(starts)
        for _ in range(source.randrange(_DEEPEST)):
            possible = list(task.applicable(state))
            if not possible:
                break
            state = task.after(state, source.choice(possible))
        yield state
