"""The states so many moves from the start, and how many ways lead to each."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.search.kernels.layers import refill, states_in
from pybridge.search.layers.rules import Words

_LEAST = 1 << 10


class Layer:
    """States as rows, in the order in which they are found. `ways` has a number a state, its lowest word first."""

    def __init__(self, columns: int, ways: int) -> None:
        """An empty layer with `ways` words for numbers of ways."""
        self.states = 0
        self.rows = np.empty((_LEAST, columns), np.uint64)
        self.ways = np.zeros((_LEAST, ways), np.uint64)
        self.slots: NDArray[Any] = np.zeros(2 * _LEAST, np.uint32)

    def arrays(self) -> tuple[Words, Words, NDArray[Any]]:
        """What kernels take."""
        return self.rows, self.ways, self.slots

    def put(self, row: Words, control: Words) -> None:
        """Make it a layer of one state to which there is one way."""
        self.states, self.rows[0], self.ways[0, 0] = 1, row, 1
        refill(np.uint64(1), control, self.arrays())

    def grow(self, control: Words) -> None:
        """Have room for twice as many states. Raises MemoryError."""
        more = np.empty_like(self.rows), np.zeros_like(self.ways)
        self.rows, self.ways = np.concatenate([self.rows, more[0]]), np.concatenate([self.ways, more[1]])
        kind = np.uint32 if len(self.rows) < 1 << 31 else np.uint64
        self.slots = np.zeros(2 * len(self.rows), kind)
        refill(np.uint64(self.states), control, self.arrays())

    def widen(self) -> None:
        """Have numbers of ways one word more."""
        self.ways = np.concatenate([self.ways, np.zeros((len(self.ways), 1), np.uint64)], axis=1)

    def numbers(self, rows: Words, control: Words) -> Words:
        """Which of its states some rows are, by number; those that it has not are left out."""
        numbers = np.empty(len(rows), np.uint64)
        states_in(rows, numbers, control, self.arrays())
        return numbers[numbers > 0] - np.uint64(1)

    def ways_to(self, numbers: Words) -> int:
        """The ways to some of its states together."""
        words = self.ways[numbers].tolist()
        return sum(word << 64 * place for number in words for place, word in enumerate(number))
