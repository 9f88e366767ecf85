"""What the kernels of permutation puzzles work on: the lookups of a search, and the stack of one thread."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.heuristics.projections import Lookup
from pybridge.search.kernels import turns as fields

Array = NDArray[Any]
Path = tuple[int, ...]
Puzzle = tuple[Array, Array, Array]
"""The start, what each move does, and the goal."""
_BITS = 2
"""Which of the scratch arrays has the places of entries."""
BUDGET = 1 << 15
"""Nodes between two looks at the limits: some hundredths of a second."""


class Plan:
    """The lookups of a search as kernels read them. The arrays are kept as long as their addresses are used."""

    def __init__(self, lookups: Sequence[Lookup]) -> None:
        self._held: list[Array] = []
        self.renamed = np.array([lookup.view.moves for lookup in lookups], np.uint16)
        self.rows = np.array([self._row(lookup) for lookup in lookups], np.uint64)

    def _row(self, lookup: Lookup) -> list[int]:
        arrays = lookup.table.arrays
        columns, following = arrays["turned"].shape[1], arrays["row_next"]
        links = arrays["row_class"].astype(np.uint64) << np.uint64(fields.CLASS_SHIFT)
        links |= np.arange(len(links), dtype=np.uint64) << np.uint64(fields.ROW_SHIFT)
        links |= arrays["row_symmetry"].astype(np.uint64)
        tracked = "lists" in arrays
        parts = [links[following], links, arrays["turned"], arrays["lists" if tracked else "column_next"]]
        parts += [arrays["list_of"]] if tracked else []
        held = [np.ascontiguousarray(part) for part in parts]
        packed = arrays["packed"]
        self._held += [*held, packed]
        addresses = [part.ctypes.data for part in held] + ([] if tracked else [0])
        return [*addresses, packed.ctypes.data, columns, int(arrays["bits"][0])]


class Stack:
    """The arrays of one thread's depth-first search."""

    def __init__(self, plan: Plan, machine: Array, puzzle: Puzzle, threshold: int) -> None:
        self._plan, self._machine, self._puzzle = plan, machine, puzzle
        moves, depths, points = len(puzzle[1]), threshold + 3, len(puzzle[0])
        self.control = np.zeros(fields.FIELDS, np.int64)
        self.control[fields.THRESHOLD] = threshold
        self._children = np.zeros((depths, moves, len(plan.rows), 2), np.int32)
        self._moves, self._states = np.zeros((depths, moves), np.int64), np.zeros((depths, moves), np.int64)
        self._counts, self._at = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
        self._leads = np.zeros((depths, moves), np.int64)
        shapes = [points, points, moves, moves + 1, (len(plan.rows), moves, 2), (moves, 2)]
        self._scratch = tuple(
            np.zeros(shape, np.uint64 if number == _BITS else np.int64) for number, shape in enumerate(shapes)
        )
        self.solutions = np.zeros((max(1024, 2 * moves), depths + 1), np.int16)

    def begin(self, path: Path, values: Sequence[tuple[int, int]], machine: int) -> None:
        """Begin below a node: the moves to it, its values, and the state of the pruning machine."""
        base = len(path)
        for depth, move in enumerate(path, 1):
            self._moves[depth, 0], self._at[depth] = move, 0
        self._children[base, 0], self._states[base, 0] = values, machine
        self._counts[base], self._at[base] = 1, 0
        self.control[[fields.DEPTH, fields.BASE, fields.FOUND]] = base, base, 0

    @property
    def under_way(self) -> bool:
        """Whether something is left to search."""
        return bool(self.control[fields.DEPTH] >= self.control[fields.BASE])

    def go_on(self) -> None:
        """Search until all is done, the budget is spent, or the solutions fill their array."""
        fields.search(*self.arrays)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the kernels take."""
        return (
            self.control, self._plan.rows, self._plan.renamed, self._machine, self._children, self._moves, self._states,
            self._leads, self._counts, self._at, self._puzzle, self._scratch, self.solutions,
        )  # fmt: skip
