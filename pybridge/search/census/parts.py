"""Counting a level part by part, by workers that share the folder of its files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.limits import Check


@dataclass(frozen=True, slots=True)
class LevelParts:
    """A level to be counted in parts: its distance, the blank's places, and whether states of an exact bound count.

    `parts` are the numbers of the parts.
    """

    distance: int
    targets: tuple[int, ...]
    parts: Sequence[int]
    exact: bool


class PartWorkers(Protocol):
    """Who counts parts of levels, and the folder that all of them share."""

    folder: Path

    @property
    def number(self) -> int:
        """How many parts they count at a time, at present; 0 if none is ready yet."""

    def count(self, level: LevelParts, check: Check) -> Array:
        """Have all parts of a level counted; the sum of what `PartCounter.count` returned.

        Raises what `check` raises.
        """


class PartCounter(Protocol):
    """What counts parts of the levels of a puzzle, on any machine that sees the folder of its files."""

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""

    def count(self, distance: int, targets: Sequence[int], part: int, exact: bool, check: Check) -> NDArray[np.int64]:
        """Count and write a part of a level; its states, and those of an exact bound. Raises OSError."""
