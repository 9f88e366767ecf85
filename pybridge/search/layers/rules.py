"""What the kernels that go from layer to layer need to know of a domain and its heuristic."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import BlocksFacts, State
from pybridge.puzzles import Move
from pybridge.search.kernels.packed_blocks import MOVE_BITS
from pybridge.search.native.plan import Plan
from pybridge.search.native.ways import Ways
from pybridge.search.packed.blocks import PackedBlocks

Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Rules:
    """A start and the rules, as kernels take them.

    `start(threshold)` is the start's row, `goals` are those of the goals; `key` is the first of the `keys` columns that
    tell states apart. A state has at most `fan` successors. `moves(labels)` are the moves of a path from the start.
    """

    start: Callable[[int], Words]
    goals: Words
    key: int
    keys: int
    fan: int
    tables: tuple[Any, ...]
    moves: Callable[[Sequence[int]], tuple[Move, ...]]


def sliding_rules(plan: Plan, ways: Ways, state: Sequence[int]) -> Rules:
    """The rules of sliding tiles, with a heuristic made ready for IDA*; every move is tried."""
    keys = np.flatnonzero(plan.mask)
    start = plan.start(state, ways.start[state.index(0)])
    fresh = np.array(ways.start, np.uint64)

    def moves(blanks: Sequence[int]) -> tuple[Move, ...]:
        board, blank, found = list(state), state.index(0), []
        for cell in blanks:
            found.append(Move(board[cell], cell, blank))
            board[blank], board[cell], blank = board[cell], 0, cell
        return tuple(found)

    return Rules(
        start.frame, plan.goals, int(keys[0]), len(keys), ways.ways.shape[1],
        (ways.ways, ways.blanks, fresh, plan.tables), moves,
    )  # fmt: skip


def blocks_rules(facts: BlocksFacts, packed: PackedBlocks, state: State) -> Rules:
    """The rules of blocks world, with the bound that counts how often blocks must move."""
    row = packed.pack([state])[0]
    names, last = packed.names, (1 << MOVE_BITS) - 1

    def moves(labels: Sequence[int]) -> tuple[Move, ...]:
        stands, found = dict(state), []
        for label in labels:
            block, target = names[label >> MOVE_BITS], names[label & last]
            found.append(Move(block, stands[block], target))
            stands[block] = target
        return tuple(found)

    words = packed.layout.words
    return Rules(
        lambda threshold: row, packed.pack(facts.goals), 0, words, packed.fan, ((0,) * words, packed.tables), moves
    )
