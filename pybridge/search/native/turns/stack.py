"""What the kernels of permutation puzzles work on: the lookups of a search, and the stack of one thread."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pybridge.arrays import Array, KernelTables
from pybridge.heuristics.projections import Lookup
from pybridge.memory import Paged
from pybridge.search.kernels import turns as fields
from pybridge.search.native.turns.inverses import Inverses

Path = tuple[int, ...]
Puzzle = tuple[Array, Array, Array]
"""The start, what each move does, and the goal."""
BUDGET = 1 << 15
"""Nodes between two looks at the limits: some hundredths of a second."""


class LookupPlan:
    """The lookups of a search as kernels read them. The arrays are kept as long as their addresses are used."""

    def __init__(self, lookups: Sequence[Lookup], inverses: Inverses) -> None:
        self._held: list[Array] = []
        self.inverses = inverses
        self.renamed = np.array([lookup.view.moves for lookup in lookups], np.uint16)
        self.rows = np.array([self._row(lookup) for lookup in lookups], np.uint64)
        self._packed = Paged([lookup.table.arrays["packed"] for lookup in lookups])
        self.rows[:, fields.PACKED] = self._packed.addresses

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
        self._held += held
        addresses = [part.ctypes.data for part in held] + ([] if tracked else [0])
        return [*addresses, 0, columns, int(arrays["bits"][0])]

    def enlarge_pages(self, seconds: float) -> None:
        """Copy the tables into large pages, if a search that has taken so long is worth it."""
        if self._packed.enlarge(seconds):
            self.rows[:, fields.PACKED] = self._packed.addresses


class Stack:
    """The arrays of one thread's depth-first searches, in some lanes."""

    def __init__(self, plan: LookupPlan, machine: Array, puzzle: Puzzle, threshold: int, lanes: int = 1) -> None:
        back, moves, depths, points = plan.inverses, len(puzzle[1]), threshold + 3, len(puzzle[0])
        words, pieces = back.shares.shape[1:3]
        self.controls = np.zeros((lanes, fields.FIELDS), np.int64)
        self.controls[:, fields.THRESHOLD], self.controls[:, fields.DEPTH] = threshold, -1
        nodes = lanes, depths, moves
        self._children, self._wheres = (
            np.zeros((*nodes, len(plan.rows), 2), np.int32),
            np.zeros((*nodes, pieces), np.uint16),
        )
        self._moves, self._states, self._leads, self._tights = (np.zeros(nodes, np.int64) for _ in range(4))
        self._counts, self._at = np.zeros((lanes, depths), np.int64), np.zeros((lanes, depths), np.int64)
        scratch: list[tuple[tuple[int, ...], type]] = [
            ((points,), np.int64), ((points,), np.int64), ((moves,), np.uint64), ((moves + 1,), np.int64),
            ((len(plan.rows), moves, 2), np.int64), ((moves, 2), np.int64), ((moves,), np.int64),
            ((moves, pieces), np.uint16), ((moves, 2), np.uint64),
        ]  # fmt: skip
        self.solutions = np.zeros((lanes, max(1024, 2 * moves), depths + 1), np.int16)
        self.arrays: KernelTables = (
            self.controls, plan.rows, plan.renamed, (back.lookups, back.shares, back.targets, back.still), machine,
            puzzle,
            (self._children, self._wheres, self._moves, self._states, self._leads, self._tights, self._counts,
             self._at),
            (*(np.zeros((lanes, *shape), kind) for shape, kind in scratch), np.zeros(words, np.uint64)),
            self.solutions,
        )  # fmt: skip
        """What the kernels take."""

    def begin(
        self, path: Path, values: Sequence[tuple[int, int]], machine: int, where: Any = (), lane: int = 0
    ) -> None:
        """Begin below a node: the moves to it, its values, the state of the pruning machine, and where pieces lie."""
        base = len(path)
        for depth, move in enumerate(path, 1):
            self._moves[lane, depth, 0], self._at[lane, depth] = move, 0
        self._children[lane, base, 0], self._states[lane, base, 0] = values, machine
        self._counts[lane, base], self._at[lane, base] = 1, 0
        self._wheres[lane, base, 0], self._tights[lane, base, 0], self._leads[lane, base, 0] = where, 0, 0
        self.controls[lane, [fields.DEPTH, fields.BASE, fields.FOUND, fields.STAGE]] = base, base, 0, fields.TAKE

    @property
    def control(self) -> Array:
        """What controls the first lane."""
        first: Array = self.controls[0]
        return first

    def under_way(self, lane: int = 0) -> bool:
        """Whether a lane has something left to search."""
        return bool(self.controls[lane, fields.DEPTH] >= self.controls[lane, fields.BASE])

    def go_on(self) -> None:
        """Search until a lane has searched all, the budget is spent, or a lane's solutions fill their array."""
        fields.search(*self.arrays)

    def rest(self) -> None:
        """Have each lane end with the node that it has taken; nothing is expanded."""
        self.control[fields.BUDGET] = fields.REST
        self.go_on()

    def left(self, lane: int) -> Iterator[Path]:
        """The nodes that a lane has still to search, as moves from the one that it began with; after `rest`."""
        depth, base = (int(self.controls[lane, field]) for field in (fields.DEPTH, fields.BASE))
        at, counts = self._at[lane].tolist(), self._counts[lane].tolist()
        followed = [int(self._moves[lane, step, at[step]]) for step in range(base + 1, depth + 1)]
        for here in range(depth, base - 1, -1):
            before = followed[: here - base - 1] if here > base else []
            for node in range(at[here] + (here < depth), counts[here]):
                yield (*before, int(self._moves[lane, here, node])) if here > base else ()
