"""What a heuristic and a pruning machine look like to the kernels of sliding tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybridge.arrays import KernelTables
from pybridge.errors import UnavailableProgramError
from pybridge.layout import Words
from pybridge.search.kernels.layers import TilesMoves
from pybridge.search.kernels.tiles.words import (
    BLANK_SHIFT,
    CELL_BITS,
    MOST_CELLS,
    MOST_EDGES,
    SLACK_SHIFT,
    STATE_BITS,
    STATE_SHIFT,
)
from pybridge.search.layers.forward import LayerMoves
from pybridge.search.tiles import blank_moves
from pybridge.store.table import Table
from pybridge.tables.sequences.machine import DEAD

NO_WAY = 1500
"""The cost of a way that does not exist: more than any slack."""


class Plan(Protocol):
    """A heuristic, prepared for its kernel.

    `tables` is what `expand` of the family takes: their type chooses the family. `goals` and `mask` is what its test
    for goals takes, `columns` the words of a frame. `lanes` is how many searches a thread works on in turn.
    """

    columns: int
    lanes: int
    goals: Words
    mask: Words

    @property
    def tables(self) -> KernelTables: ...

    def start(self, state: Sequence[int], machine_state: int) -> "TilesStart":
        """A state, prepared to be searched from."""

    def enlarge_pages(self, seconds: float) -> None:
        """Copy tables larger than near caches into large pages, if searches that have taken so long are worth it."""


@dataclass(frozen=True, slots=True)
class TilesStart:
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
    """Numbers of several kinds in one array of uint32.

    It begins with zeros, enough for whatever a way along a dead edge looks up.
    """

    blocks: list[NDArray[np.uint32]] = field(default_factory=lambda: [np.zeros(8192, np.uint32)])
    places: dict[bytes, int] = field(default_factory=dict)

    def add(self, values: ArrayLike) -> int:
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


def meta(machine_state: int, slack: int) -> int:
    """Column 0 of a frame with g = 0; the slack may be negative."""
    return (slack << int(SLACK_SHIFT) | machine_state << int(STATE_SHIFT)) % 2**64


@dataclass(frozen=True, slots=True)
class Ways:
    """`ways[state]` are the moves, the last in move order first, padded with ways along the `dead` edge.

    `counts` is how many each state has, `labels` names the move that leads to it, by the blank's cell, `start[cell]` is
    the state to begin with; `edges` numbers the pairs (cell of the blank, cell of the tile). `fan` is the most ways of
    a state to which a move leads.
    """

    ways: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    labels: NDArray[np.uint8]
    start: tuple[int, ...]
    edges: dict[tuple[int, int], int]
    fan: int

    def beginning(self, blank: int, cells: Sequence[int]) -> "tuple[Ways, int]":
        """The state to begin with where the first move must be from one of some cells; one is added if needed."""
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
            labels=np.append(self.labels, np.uint8(blank)),
        )
        return added, len(self.ways)

    def later(self, state: int, path: Sequence[int]) -> int:
        """How many moves come after those of a path in move order, from the states on the way; a move is its label."""
        count = 0
        for cell in path:
            row = self.ways[state, : int(self.counts[state])]
            number = int(np.flatnonzero(row & CELL_BITS == cell)[0])
            count, state = count + number, int(row[number] >> STATE_SHIFT & STATE_BITS)
        return count

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
    live = following != DEAD
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


def costs(distances: Sequence[Sequence[int]], ways: Ways, tiles: int) -> NDArray[np.int64]:
    """For each edge and each of this many tiles 1 + the change of its distance; NO_WAY where it has no distances."""
    found = np.full((ways.dead + 1, tiles), NO_WAY, np.int64)
    for (blank, cell), edge in ways.edges.items():
        found[edge, : len(distances)] = [1 + row[blank] - row[cell] for row in distances]
    return found


def sliding_moves(plan: Plan, ways: Ways, state: Sequence[int]) -> LayerMoves:
    """The moves of sliding tiles, with a heuristic prepared for IDA*; every move is tried."""
    keys = np.flatnonzero(plan.mask)
    start = plan.start(state, ways.start[state.index(0)])
    fresh = np.array(ways.start, np.uint64)
    return LayerMoves(
        start.frame, plan.goals, int(keys[0]), len(keys), ways.ways.shape[1],
        TilesMoves(ways.ways, ways.labels, fresh, plan.tables), partial(blank_moves, state),
    )  # fmt: skip
