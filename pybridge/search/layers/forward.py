"""From the start to the goals, layer by layer: how many ways there are of just so many moves."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.search.kernels import layer_fields as fields
from pybridge.search.kernels.layers import advance
from pybridge.search.layers.layer import Layer
from pybridge.search.layers.rules import Rules, Words

_CHILDREN = 256
_BATCHES = 64
"""Of successors, between two looks at the limits: a few milliseconds."""

Spend = Callable[[int, int, int], None]
"""Told how many layers are whole, and the states expanded and generated since the last time; raises to end it all."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The moves between two layers: from which state to which, by their numbers, and labels that tell the moves."""

    sources: NDArray[np.uint32]
    targets: NDArray[np.uint32]
    labels: NDArray[np.uint16]


class Forward:
    """One pass through the layers of a threshold that is not more than the shortest length.

    Once it has run, `count` is how many solutions of that length there are; with `listed`, `edges` are those between
    layers, in move order, and `goals` the states of the last layer that are goals.
    """

    count: int
    goals: Words

    def __init__(self, rules: Rules, threshold: int, spend: Spend, *, listed: bool = False) -> None:
        """Make it ready to run, its kernel compiled."""
        self._rules, self._threshold, self._spend, self._listed = rules, threshold, spend, listed
        self._control = _control(rules)
        self.edges: list[Edges] = []
        start = rules.start(threshold)
        self._columns = len(start)
        self._batch = (
            np.empty((max(_CHILDREN, rules.fan), self._columns), np.uint64),
            *(np.empty(max(_CHILDREN, rules.fan), np.uint64) for _ in range(3)),
        )
        self._stack = np.empty((rules.fan + 2, self._columns), np.uint64)
        self._start = start
        self._call(Layer(self._columns, 1), Layer(self._columns, 1), Layer(self._columns, 1), _room_for_edges(0))

    def run(self) -> "Forward":
        """Go through the layers. Raises what `spend` raises, and MemoryError."""
        before, last = Layer(self._columns, 1), Layer(self._columns, 1)
        last.put(self._start, self._control)
        for distance in range(self._threshold):
            before, last = last, self._advance(distance, before, last)
        self._spend(self._threshold, 0, 0)
        self.goals = last.numbers(self._rules.goals, self._control)
        self.count = last.ways_to(self.goals)
        return self

    def _advance(self, distance: int, before: Layer, last: Layer) -> Layer:
        """The next layer; numbers of ways become wider if they must."""
        while True:
            following = self._following(distance, before, last)
            if not self._control[fields.OVERFLOW]:
                return following
            last.widen()

    def _following(self, distance: int, before: Layer, last: Layer) -> Layer:
        """The next layer, if its numbers of ways fit in as many words as the last one's."""
        control, following = self._control, Layer(self._columns, last.ways.shape[1])
        control[fields.NEXT] = control[fields.FOUND] = control[fields.EDGES] = control[fields.OVERFLOW] = 0
        control[fields.STATES], control[fields.LEFT] = last.states, self._threshold - distance - 1
        edges = _room_for_edges(len(self._batch[0]) if self._listed else 0)
        while control[fields.NEXT] < last.states:
            self._make_room(following)
            if self._listed and control[fields.EDGES] + len(self._batch[0]) > len(edges.labels):
                edges = _more(edges)
            control[fields.ROOM], control[fields.EDGE_ROOM] = len(following.rows), len(edges.labels)
            control[fields.SLOTS_AT] = following.slots.ctypes.data
            self._call(before, last, following, edges)
            following.states = int(control[fields.FOUND])
            self._tell(distance)
        if self._listed and not control[fields.OVERFLOW]:
            kept = slice(int(control[fields.EDGES]))
            self.edges.append(Edges(edges.sources[kept].copy(), edges.targets[kept].copy(), edges.labels[kept].copy()))
        return following

    def _call(self, before: Layer, last: Layer, following: Layer, edges: Edges) -> None:
        """Go on from the states of the last layer that come next; from none if it has none."""
        advance(
            self._control, self._rules.tables, before.arrays()[::2], last.arrays(), following.arrays(),
            (edges.sources, edges.targets, edges.labels), self._stack, self._batch,
        )  # fmt: skip

    def _make_room(self, following: Layer) -> None:
        """Grow the next layer if one more batch might not fit."""
        while following.states + len(self._batch[0]) > len(following.rows):
            following.grow(self._control)

    def _tell(self, done: int) -> None:
        """Tell what was done, and hear whether to go on."""
        control = self._control
        expanded, generated = int(control[fields.EXPANDED]), int(control[fields.GENERATED])
        control[fields.EXPANDED] = control[fields.GENERATED] = 0
        self._spend(done, expanded, generated)


def _control(rules: Rules) -> Words:
    """The numbers that the kernels share, as far as they stay the same."""
    control = np.zeros(fields.FIELDS, np.uint64)
    control[fields.BUDGET], control[fields.FAN] = _BATCHES, rules.fan
    control[fields.KEY], control[fields.KEYS] = rules.key, rules.keys
    return control


def _room_for_edges(room: int) -> Edges:
    """Room for so many edges."""
    return Edges(np.empty(room, np.uint32), np.empty(room, np.uint32), np.empty(room, np.uint16))


def _more(edges: Edges) -> Edges:
    """The edges, with room for twice as many."""
    return Edges(
        *(np.concatenate([each, np.empty_like(each)]) for each in (edges.sources, edges.targets, edges.labels))
    )
