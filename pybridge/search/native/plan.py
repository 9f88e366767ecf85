"""What a heuristic looks like to the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pybridge.search.kernels.frames import SLACK_SHIFT, STATE_SHIFT

Words = NDArray[np.uint64]

NO_WAY = 1500
"""The cost of a way that does not exist: more than any slack."""


class Plan(Protocol):
    """A heuristic made ready for its kernel.

    `tables` is what `expand` of the family takes, `goals` and `mask` what its test for goals takes, `columns` the words
    of a frame.
    """

    columns: int
    goals: Words
    mask: Words
    tables: tuple[Any, ...]

    def start(self, state: Sequence[int], machine_state: int) -> "Start":
        """A state made ready to be searched from."""


@dataclass(frozen=True, slots=True)
class Start:
    """A state to search from: its h, and its frame with g = 0 at threshold 0.

    `slack` is the column to which `each` is added for every unit of the threshold, modulo 2**64.
    """

    h: int
    words: Sequence[int]
    slack: int
    each: int

    def frame(self, threshold: int) -> Words:
        """The frame at a threshold of at least h."""
        words = list(self.words)
        words[self.slack] = (words[self.slack] + threshold * self.each) % 2**64
        return np.array(words, np.uint64)


@dataclass(frozen=True, slots=True)
class Tables:
    """Numbers of several kinds in one array of uint32; zeros stand at its beginning, for edges that do not exist."""

    blocks: list[NDArray[np.uint32]]
    places: dict[bytes, int] = field(default_factory=dict)

    def add(self, values: Any) -> int:
        """Put values in; return the place of the first. The same values are put in once: near caches are small."""
        block = np.ascontiguousarray(values, np.uint32).reshape(-1)
        key = block.tobytes()
        if key not in self.places:
            self.places[key] = sum(map(len, self.blocks))
            self.blocks.append(block)
        return self.places[key]

    def array(self) -> NDArray[np.uint32]:
        """All of them."""
        return np.concatenate(self.blocks)


def new_tables() -> Tables:
    """With zeros enough for whatever a way along a dead edge looks up."""
    return Tables([np.zeros(8192, np.uint32)])


def meta(machine_state: int, slack: int) -> int:
    """Column 0 of a frame with g = 0; the slack may be negative."""
    return (slack << int(SLACK_SHIFT) | machine_state << int(STATE_SHIFT)) % 2**64
