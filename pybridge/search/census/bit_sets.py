"""The bit arrays of a census: what is visited, the last level, and the one that is being found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import State
from pybridge.search.census.bit_space import WORD, Space

Array = NDArray[Any]


class BitSets:
    """Words of states for each place of the blank, and for each chunk whether it has any state.

    Where colours alternate the last level and the new one share an array, each its own places of the blank.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        shape = (len(space.line), space.prefixes * space.words)
        self._visited, self._before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        self._busy_before = np.zeros((len(space.line), space.prefixes), np.bool_)
        self._after = self._before if space.alternating else np.zeros(shape, np.uint64)
        self._busy = self._busy_before if space.alternating else np.zeros_like(self._busy_before)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """As the kernel takes them."""
        return self._visited, self._before, self._after, self._busy_before, self._busy

    def begin(self, goals: list[tuple[int, int]]) -> None:
        """Have the goals, each a place of the blank and a bit, as the last level."""
        for blank, bit in goals:
            for words in (self._visited, self._before):
                words[blank, bit // WORD] |= np.uint64(1 << bit % WORD)
            self._busy_before[blank, bit // WORD // self._space.words] = True

    def swap(self) -> None:
        """Have what was found as the last level."""
        self._before, self._after = self._after, self._before
        self._busy_before, self._busy = self._busy, self._busy_before

    def has(self, blank: int, bit: int) -> bool:
        """Whether a state is in the last level, if its blank can be there."""
        return bool(int(self._before[blank, bit // WORD]) >> bit % WORD & 1)

    def last(self, blanks: Array) -> Iterator[State]:
        """The states of the last level, whose blanks can be there."""
        words = self._space.words
        for blank in map(int, blanks):
            for prefix in map(int, np.flatnonzero(self._busy_before[blank])):
                chunk = self._before[blank, prefix * words : (prefix + 1) * words]
                bits = np.flatnonzero(np.unpackbits(chunk.astype("<u8").view(np.uint8), bitorder="little"))
                yield from (self._space.state(blank, prefix * words * WORD + int(bit)) for bit in bits)

    def save(self, folder: Path) -> None:
        """Write them into a folder."""
        for name, array in self._named().items():
            np.save(folder / f"{name}.npy", array)

    def restore(self, folder: Path) -> None:
        """Read what `save` wrote. Raises ValueError or OSError, and changes nothing, if it is of another size."""
        saved = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in self._named()}
        for name, array in self._named().items():
            if (saved[name].shape, saved[name].dtype) != (array.shape, array.dtype):
                raise ValueError(f"{folder} has a census of another size")
        for name, array in self._named().items():
            np.copyto(array, saved[name])

    def _named(self) -> dict[str, Array]:
        arrays = {"visited": self._visited, "before": self._before, "busy_before": self._busy_before}
        return arrays if self._space.alternating else arrays | {"after": self._after, "busy": self._busy}
