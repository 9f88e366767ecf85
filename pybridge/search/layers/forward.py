"""From the start to the goals, layer by layer: how many ways there are of exactly that many moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, KernelTables
from pybridge.layout import Words
from pybridge.puzzles import Move
from pybridge.search.kernels import layers as fields

_CHILDREN = 256
_BATCHES = 64
"""Batches of successors between two checks of the limits: a few milliseconds."""
_LEAST = 1 << 10
"""The rows of a new layer."""

Spend = Callable[[int, int, int], None]
"""Called with the number of complete layers, and the states expanded and generated since the last call; may raise."""


@dataclass(frozen=True, slots=True)
class LayerMoves:
    """A start, and how states change, as the kernels take them.

    `start(threshold)` is the start's row, `goals` are those of the goals; `key` is the first of the `keys` columns that
    distinguish states. A state has at most `fan` successors. The type of `tables` chooses the kernels; `moves(labels)`
    are the moves of a path from the start. Where goals are more than `goals`, `ends` says which rows are.
    """

    start: Callable[[int], Words]
    goals: Words
    key: int
    keys: int
    fan: int
    tables: KernelTables
    moves: Callable[[Sequence[int]], tuple[Move, ...]]
    ends: "Callable[[Words], NDArray[np.bool_]] | None" = None


class Layer:
    """States as rows, in the order in which they are found. `ways` has a number a state, its lowest word first."""

    def __init__(self, columns: int, ways: int) -> None:
        """An empty layer with `ways` words for numbers of ways."""
        self.states = 0
        self.rows = np.empty((_LEAST, columns), np.uint64)
        self.ways = np.zeros((_LEAST, ways), np.uint64)
        self.slots: Array = np.zeros(2 * _LEAST, np.uint32)

    def arrays(self) -> tuple[Words, Words, Array]:
        """What kernels take."""
        return self.rows, self.ways, self.slots

    def put(self, row: Words, control: Words) -> None:
        """Make it a layer of one state to which there is one way."""
        self.states, self.rows[0], self.ways[0, 0] = 1, row, 1
        fields.refill(np.uint64(1), control, self.arrays())

    def grow(self, control: Words) -> None:
        """Have room for twice as many states. Raises MemoryError."""
        more = np.empty_like(self.rows), np.zeros_like(self.ways)
        self.rows, self.ways = np.concatenate([self.rows, more[0]]), np.concatenate([self.ways, more[1]])
        kind = np.uint32 if len(self.rows) < 1 << 31 else np.uint64
        self.slots = np.zeros(2 * len(self.rows), kind)
        fields.refill(np.uint64(self.states), control, self.arrays())

    def widen(self) -> None:
        """Have numbers of ways one word more."""
        self.ways = np.concatenate([self.ways, np.zeros((len(self.ways), 1), np.uint64)], axis=1)

    def numbers(self, rows: Words, control: Words) -> Words:
        """Which of its states some rows are, by number; those that it has not are left out."""
        numbers = np.empty(len(rows), np.uint64)
        fields.states_in(rows, numbers, control, self.arrays())
        return numbers[numbers > 0] - np.uint64(1)

    def ways_to(self, numbers: Words) -> int:
        """The ways to some of its states together."""
        words = self.ways[numbers].tolist()
        return sum(word << 64 * place for number in words for place, word in enumerate(number))


Labels: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
"""A number for each move from a state: for rules, its place among them."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The moves between two layers: from which state to which, by their numbers, and labels for the moves."""

    sources: NDArray[np.uint32]
    targets: NDArray[np.uint32]
    labels: Labels


class Forward:
    """One pass through the layers of a threshold that is not more than the shortest length.

    Once it has run, `count` is how many solutions of that length there are; with `listed`, `edges` are those between
    layers, in move order, and `goals` the states of the last layer that are goals.
    """

    count: int
    goals: Words

    def __init__(self, mover: LayerMoves, threshold: int, spend: Spend, *, listed: bool = False) -> None:
        """Make it ready to run, its kernel compiled."""
        self._mover, self._threshold, self._spend, self._listed = mover, threshold, spend, listed
        self._control = _control(mover)
        self.edges: list[Edges] = []
        start = mover.start(threshold)
        self._columns = len(start)
        self._batch = (
            np.empty((max(_CHILDREN, mover.fan), self._columns), np.uint64),
            *(np.empty(max(_CHILDREN, mover.fan), np.uint64) for _ in range(3)),
        )
        self._stack = np.empty((mover.fan + 2, self._columns), np.uint64)
        self._start = start
        self._call(Layer(self._columns, 1), Layer(self._columns, 1), Layer(self._columns, 1), self._room_for_edges(0))

    def run(self) -> "Forward":
        """Go through the layers. Raises what `spend` raises, and MemoryError."""
        before, last = Layer(self._columns, 1), Layer(self._columns, 1)
        last.put(self._start, self._control)
        for distance in range(self._threshold):
            before, last = last, self._advance(distance, before, last)
        self._spend(self._threshold, 0, 0)
        ends = self._mover.ends
        found = np.flatnonzero(ends(last.rows[: last.states])).astype(np.uint64) if ends else None
        self.goals = last.numbers(self._mover.goals, self._control) if found is None else found
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
        edges = self._room_for_edges(len(self._batch[0]) if self._listed else 0)
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
        fields.advance(
            self._control, self._mover.tables, before.arrays()[::2], last.arrays(), following.arrays(),
            (edges.sources, edges.targets, edges.labels), self._stack, self._batch,
        )  # fmt: skip

    def _room_for_edges(self, room: int) -> Edges:
        """Room for `room` edges, with labels wide enough for the successors of a state."""
        narrow = self._mover.fan <= 1 << 16
        labels: Labels = np.empty(room, np.uint16) if narrow else np.empty(room, np.uint32)
        return Edges(np.empty(room, np.uint32), np.empty(room, np.uint32), labels)

    def _make_room(self, following: Layer) -> None:
        """Grow the next layer if one more batch might not fit."""
        while following.states + len(self._batch[0]) > len(following.rows):
            following.grow(self._control)

    def _tell(self, done: int) -> None:
        """Report what was done; raises what ends the search."""
        control = self._control
        expanded, generated = int(control[fields.EXPANDED]), int(control[fields.GENERATED])
        control[fields.EXPANDED] = control[fields.GENERATED] = 0
        self._spend(done, expanded, generated)


def _control(mover: LayerMoves) -> Words:
    """The numbers that the kernels share, as far as they stay the same."""
    control = np.zeros(fields.FIELDS, np.uint64)
    control[fields.BUDGET], control[fields.FAN] = _BATCHES, mover.fan
    control[fields.KEY], control[fields.KEYS] = mover.key, mover.keys
    return control


def _more(edges: Edges) -> Edges:
    """The edges, with room for twice as many."""
    return Edges(
        *(np.concatenate([each, np.empty_like(each)]) for each in (edges.sources, edges.targets, edges.labels))
    )
