"""The moves from each state of a pruning machine, as the kernels take them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.search.kernels.frames import BLANK_SHIFT, CELL_BITS, MOST_CELLS, MOST_EDGES, SLACK_SHIFT, STATE_SHIFT
from pybridge.tables.table import Table

_DEAD = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Ways:
    """`ways[state]` are the moves, the last in move order first, padded with ways along the `dead` edge.

    `counts` is how many each state has, `blanks` its blank's cell, `start[cell]` the state to begin with; `edges`
    numbers the pairs (cell of the blank, cell of the tile). `fan` is the most ways of a state to which a move leads.
    """

    ways: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    blanks: NDArray[np.uint8]
    start: tuple[int, ...]
    edges: dict[tuple[int, int], int]
    fan: int

    def beginning(self, blank: int, cells: Sequence[int]) -> "tuple[Ways, int]":
        """The state to begin with where the first move must be from one of some cells; one is added if need be."""
        start = self.start[blank]
        if len(cells) == int(self.counts[start]):
            return self, start
        row = self.ways[start, : int(self.counts[start])]
        kept = row[np.isin(row & CELL_BITS, np.array(cells, np.uint64))]
        padded = np.full((1, self.ways.shape[1]), np.uint64(self.dead) << SLACK_SHIFT)
        padded[0, : len(kept)] = kept
        added = replace(
            self,
            ways=np.concatenate([self.ways, padded]),
            counts=np.append(self.counts, np.uint64(len(kept))),
            blanks=np.append(self.blanks, np.uint8(blank)),
        )
        return added, len(self.ways)

    @property
    def dead(self) -> int:
        """The edge of ways that do not exist."""
        return len(self.edges)


def ways(neighbors: Sequence[Sequence[int]], machine: Table) -> Ways:
    """The ways of a machine of sequence pruning. Raises UnavailableProgramError if the board is too large."""
    edges = {pair: number for number, pair in enumerate((b, a) for b, near in enumerate(neighbors) for a in near)}
    if len(neighbors) > MOST_CELLS or len(edges) >= MOST_EDGES:
        raise UnavailableProgramError(
            f"the engine native takes boards of at most {MOST_CELLS} cells; this one has {len(neighbors)}: "
            "use --engine python"
        )
    following = machine.arrays["next"].astype(np.uint64)
    blanks = machine.arrays["cell"].astype(np.int64)
    width = following.shape[1]
    moves = np.zeros((len(neighbors), width), np.uint64)
    for blank, near in enumerate(neighbors):
        for slot, cell in enumerate(near):
            moves[blank, slot] = edges[blank, cell] << int(SLACK_SHIFT) | blank << int(BLANK_SHIFT) | cell
    live = following != _DEAD
    counts = live.sum(axis=1)
    found = np.full(live.shape, np.uint64(len(edges)) << SLACK_SHIFT)
    # The last live slot of a state comes first.
    states, slots = np.nonzero(live)
    before = np.arange(len(states)) - (np.cumsum(counts) - counts)[states]
    found[states, counts[states] - 1 - before] = moves[blanks[states], slots] | following[states, slots] << STATE_SHIFT
    start = tuple(map(int, machine.arrays["start"]))
    entered = counts.copy()
    entered[list(start)] = 0
    return Ways(found, counts.astype(np.uint64), blanks.astype(np.uint8), start, edges, int(entered.max(initial=0)))
