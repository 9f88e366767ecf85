"""Abstract states of a task of rules as a graph, and the sums of distances that it is worth.

Costs are shared by saturation (Seipp, Keller and Helmert, 2020): an abstraction takes of each operator's cost only what
its distances need, and the next one has the rest. For groups of tiles this makes additive pattern databases (Korf and
Felner, 2002).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.layout import Layout, Words
from pybridge.rules.abstraction import Classes, Merged, abstract, merged
from pybridge.rules.compiled import Compiled, Pairs, Values
from pybridge.tables.abstraction import kernels
from pybridge.tables.slots import HashTable

_FIRST_ROOM, _GROWTH = 1 << 12, 8
"""States that there is room for at first, and how many times more if there are more."""


@dataclass(frozen=True)
class Graph:
    """The abstract states that the starts lead to, as rows of words and a last column of zeros.

    The edges of state N are from `firsts[N]` up to `firsts[N + 1]`: each has its end, and the number of the merged
    operator.
    """

    task: Merged
    classes: Classes
    rows: Words
    firsts: Array
    ends: Array
    labels: Array
    goals: NDArray[np.bool_]


@dataclass(frozen=True)
class Found:
    """The distances of a graph's states, FAR where no goal can be reached, and what they take of operators' costs."""

    graph: Graph
    distances: NDArray[np.uint16]
    costs: NDArray[np.uint8]


MOST_EDGES = 1 << 26
"""Ways from one state to another in a graph: about 1 GB with what is made of them."""
_PAIRS = 1 << 22
"""Pairs of a step and one from where it leads that are compared at once."""


def graph_of(task: Compiled, classes: Classes, starts: Sequence[Values], most: int) -> Graph | None:
    """All abstract states that operators make of the starts; None if there are more than `most`, or too many edges."""
    smaller = merged(task, classes)
    layout = Layout.of(smaller.sizes)
    seen = list(dict.fromkeys(abstract(classes, smaller.variables, starts)))
    rows = np.zeros((len(seen) + 1, layout.words + 1), np.uint64)
    rows[:-1, :-1] = layout.rows(seen)
    found = _Exploration(layout, smaller, rows)
    if not found.explore(most):
        return None
    states, edges = found.states, found.edges
    goals = _goals(layout, smaller.conditions, found.rows[:states])
    return Graph(
        smaller, classes, found.rows[:states], found.firsts[: states + 1], found.ends[:edges],
        found.labels, goals,
    )  # fmt: skip


class _Exploration:
    """The states that operators make of some rows, the last of which is not used."""

    def __init__(self, layout: Layout, task: Merged, rows: Words) -> None:
        self.rows, self._control = rows, np.array([len(rows) - 1, 0, 0], np.uint64)
        self._fields, self._keys, order = _looked_up(layout, task)
        masks = [layout.masked(before) + layout.masked(after) for before, after in task.operators]
        self._operators = np.array(masks, np.uint64).reshape(-1, 4 * layout.words)[order]
        self._order = np.array(order, np.uint32)
        self.firsts = np.zeros(1, np.int64)
        self.ends, self._places = np.zeros(0, np.uint32), np.zeros(0, np.uint32)

    @property
    def states(self) -> int:
        """How many there are so far."""
        return int(self._control[kernels.STATES])

    @property
    def edges(self) -> int:
        """How many ways there are from one to another, so far."""
        return int(self._control[kernels.MADE])

    @property
    def labels(self) -> Array:
        """The operator of each edge."""
        found: Array = self._order[self._places[: self.edges]]
        return found

    def explore(self, most: int) -> bool:
        """Find all; False once there are more than `most`, or more than `MOST_EDGES` edges."""
        room, edges = _FIRST_ROOM, _FIRST_ROOM
        while self._control[kernels.NEXT] < self._control[kernels.STATES]:
            if self.states > most or self.edges > MOST_EDGES:
                return False
            table = self._grow(max(room, self.states), edges)
            kernels.explore(
                self._control, self.rows, table.slots, table.index_bits, self._operators, self._fields,
                (self.firsts, self._keys), self.ends, self._places,
            )  # fmt: skip
            # Whatever ran out gets more.
            operators = len(self._operators)
            room = _GROWTH * room if self.states + operators >= len(self.rows) else room
            edges = _GROWTH * edges if self.edges + operators >= len(self.ends) else edges
        return self.states <= most

    def _grow(self, room: int, edges: int) -> HashTable:
        more = room + len(self._operators) + 1
        rows = np.zeros((more, self.rows.shape[1]), np.uint64)
        rows[: self.states] = self.rows[: self.states]
        table = HashTable(more)
        table.put(rows, self.states)
        self.rows = rows
        self.firsts = np.concatenate([self.firsts, np.zeros(max(0, more + 1 - len(self.firsts)), np.int64)])
        wanted = max(0, edges + len(self._operators) + 1 - len(self.ends))
        self.ends = np.concatenate([self.ends, np.zeros(wanted, np.uint32)])
        self._places = np.concatenate([self._places, np.zeros(wanted, np.uint32)])
        return table


def _looked_up(layout: Layout, task: Merged) -> tuple[Words, Array, list[int]]:
    """Each operator by the one of its conditions that fewest share: fields, firsts and the order, as kernels take them.

    A field of no bits has the operators without conditions.
    """
    sharing = Counter(pair for before, _ in task.operators for pair in before)
    by_key: dict[tuple[int, int], list[int]] = {}
    for number, (before, _) in enumerate(task.operators):
        key = min(before, key=lambda pair: (sharing[pair], pair), default=(len(task.sizes), 0))
        by_key.setdefault(key, []).append(number)
    fields, firsts, order = [], [0], list[int]()
    places, widths = (*layout.places, (0, 0)), (*layout.widths, 0)
    for variable, size in enumerate((*task.sizes, 1)):
        fields.append([*places[variable], (1 << widths[variable]) - 1, len(firsts) - 1])
        for value in range(size):
            order += by_key.get((variable, value), [])
            firsts.append(len(order))
    return np.array(fields, np.uint64), np.array(firsts, np.int64), order


def _goals(layout: Layout, conditions: Sequence[Pairs], rows: Words) -> NDArray[np.bool_]:
    found = np.zeros(len(rows), np.bool_)
    for condition in conditions:
        masks, values = np.array(layout.masked(condition), np.uint64).reshape(2, layout.words)
        found |= ((rows[:, : layout.words] & masks) == values).all(axis=1)
    return found


def found_in(graph: Graph, left: NDArray[np.uint8], follows: NDArray[np.bool_] | None) -> Found | None:
    """The distances, where each operator of the task costs what is `left` of it, 0 or 1.

    With `follows`, whether an operator (row) is continued by another (column), a chain of steps costs as one; None if
    more than `MOST_EDGES` steps continue another.
    """
    costs = np.array([min(left[each] for each in members) for members in graph.task.members], np.uint8)
    if follows is not None:
        chained = _chained(graph, follows)
        return None if chained is None else Found(graph, chained, np.ones_like(left))
    distances = _distances(graph.firsts, graph.ends, graph.labels, costs, graph.goals)
    used, mine = np.zeros(len(costs), np.uint8), np.zeros_like(left)
    kernels.saturate(graph.firsts, graph.ends, graph.labels, distances, used)
    for cost, members in zip(used, graph.task.members, strict=True):
        mine[list(members)] = cost
    return Found(graph, distances, mine)


def _distances(firsts: Array, ends: Array, labels: Array, costs: Array, goals: NDArray[np.bool_]) -> NDArray[np.uint16]:
    states = len(goals)
    distances = np.where(goals, 0, kernels.FAR).astype(np.uint16)
    back, backs, prices = np.zeros(states + 1, np.int64), np.empty(len(ends), np.uint32), np.empty(len(ends), np.uint8)
    kernels.turn_around(firsts, ends, labels, costs, back, backs, prices)
    here, later = np.empty(states, np.uint32), np.empty(states, np.uint32)
    kernels.spread(back, backs, prices, distances, here, later)
    return distances


def _continued(graph: Graph, follows: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """The steps that continue another one: that other one, and theirs, by their numbers; None if there are too many."""
    degree = np.diff(graph.firsts)
    found, many = [np.zeros((2, 0), np.int64)], 0
    size = max(1, _PAIRS // max(1, int(degree.max(initial=0))))
    for first in range(0, len(graph.ends), size):
        ends = graph.ends[first : first + size]
        each = degree[ends]
        step = np.repeat(np.arange(first, first + len(ends)), each)
        following = np.arange(len(step)) - np.repeat(np.cumsum(each) - each, each) + np.repeat(graph.firsts[ends], each)
        kept = follows[graph.labels[step], graph.labels[following]]
        found.append(np.array([step[kept], following[kept]]))
        many += len(found[-1][0])
        if many > MOST_EDGES:
            return None
    before, after = np.concatenate(found, axis=1)
    return before, after


def _chained(graph: Graph, follows: NDArray[np.bool_]) -> NDArray[np.uint16] | None:
    """The distances in chains of steps: states and steps are the states of a larger graph.

    From a state to each of its steps costs 1; from a step to where it leads costs nothing, nor does the next step of a
    chain. None if there are too many of these.
    """
    continued = _continued(graph, follows)
    if continued is None:
        return None
    before, after = continued
    states, steps = len(graph.goals), len(graph.ends)
    numbers, degree = np.arange(steps), np.diff(graph.firsts)
    sources = np.concatenate([np.repeat(np.arange(states), degree), states + numbers, states + before])
    targets = np.concatenate([states + numbers, graph.ends, states + after])
    prices = np.repeat(np.array([1, 0, 0], np.uint8), [steps, steps, len(before)])
    order = np.argsort(sources, kind="stable")
    firsts = np.zeros(states + steps + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=states + steps), out=firsts[1:])
    goals = np.concatenate([graph.goals, np.zeros(steps, np.bool_)])
    labels = np.arange(2, dtype=np.uint8)
    found = _distances(firsts, targets[order].astype(np.uint32), prices[order].astype(np.uint32), labels, goals)
    return found[:states]
