"""Sequence pruning: no walk of the blank is searched that another one with its effect replaces (Taylor and Korf, 1993).

Of all walks with the same effect the least is the shortest, and of those the first in move order. Parts of the first
shortest solution are least, for a better part would make a better solution. So a search for it may leave out every walk
that has a part that is not least. A search for all solutions may not.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from pybridge.errors import BrokenTableError
from pybridge.tables.effects import INVERSE, least_walks
from pybridge.tables.machine import DEAD, deepest, machine
from pybridge.tables.sequence_verify import verify
from pybridge.tables.table import Report, Table

Neighbors = tuple[tuple[int, ...], ...]

MOST_EFFECTS = 2_000_000
"""What can be made in about a second. Forbidden walks have up to 14 moves on 4 x 4 cells, 12 on 5 x 5."""

MOST_STATES = 60_000
"""What stays in a processor's cache; with more, a search slows down by as much as it saves."""

_LAYOUT = 1


@dataclass(frozen=True)
class SequenceRecipe:
    """The machine that rejects a board's walks that are not least, and all that have such a part.

    It knows those of up to `depth` moves, at least 2, or of any length; but only shorter ones if for longer ones more
    than `most_effects` effects would have to be made, or it would have more than `most_states` states. Those of 2 moves
    it knows in any case. `neighbors[cell]` are the adjacent cells in move order. Raises ValueError if they are not
    those of a board, or for a depth below 2.

    Its arrays: `start[cell]` is the state before the first move from a cell; `next[state, slot]` the one after the
    blank has gone to the cell in that slot of its own cell's neighbor list, or DEAD; `cell[state]` where the blank is.
    """

    neighbors: Neighbors
    depth: int | None = None
    most_effects: int = MOST_EFFECTS
    most_states: int = MOST_STATES

    kind = "sequence"

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < INVERSE:
            raise ValueError(f"sequence pruning has a depth of at least {INVERSE}, not {self.depth}")
        if not _is_board(self.neighbors):
            raise ValueError("each cell has other cells as its neighbors, and is a neighbor of theirs")

    @property
    def title(self) -> str:
        """One line for people."""
        up_to = f", walks of up to {self.depth} moves" if self.depth else ""
        borders = sum(map(len, self.neighbors)) // 2
        return f"sequence pruning, {len(self.neighbors)} cells, {borders} border{'s' * (borders != 1)}{up_to}"

    @property
    def identity(self) -> dict[str, Any]:
        """The board in its move order, and what bounds the depth."""
        bounds = {"depth": self.depth, "most_effects": self.most_effects, "most_states": self.most_states}
        return {"layout": _LAYOUT, "neighbors": [list(near) for near in self.neighbors], **bounds}

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe whose identity this is. Raises BrokenTableError if it is none's."""
        match identity:
            case {
                "neighbors": [*lists],
                "depth": (int() | None) as depth,
                "most_effects": int(effects),
                "most_states": int(states),
            }:
                with suppress(TypeError, ValueError):
                    recipe = cls(tuple(tuple(near) for near in lists), depth, effects, states)
                    if recipe.identity == identity:
                        return recipe
        raise BrokenTableError("the identity is not that of a table of sequence pruning; remove the table")

    @property
    def bytes_needed(self) -> int:
        """On disk, at most."""
        states = max(self.most_states, len(self.neighbors) + sum(map(len, self.neighbors)))
        return states * (4 * max(map(len, self.neighbors)) + 2) + 4 * len(self.neighbors) + 3 * 64

    def build(self, report: Report) -> Table:
        """Find the least walks, breadth-first, and make the machine of the others."""
        begun = time.monotonic()
        levels = least_walks(self.neighbors, self.depth, self.most_effects, report)
        depth = deepest(levels, self.most_states)
        arrays = machine(levels, depth)
        for each in arrays.values():
            each.flags.writeable = False
        lengths = [0] + [int(level.forbidden.sum()) for level in levels[:depth]]
        about = {
            "depth": depth,
            "states": len(arrays["cell"]),
            "forbidden": sum(lengths),
            "lengths": lengths,
            "seconds": round(time.monotonic() - begun, 3),
        }
        return Table(self.kind, self.title, arrays, about)

    def verify(self, table: Table, report: Report) -> None:
        """Judge a table by what the blank does: is each walk rejected that another replaces, and no other?

        Raises BrokenTableError.
        """
        verify(table, self.neighbors, self.depth, report)


class SequencePruning:
    """A machine for plain Python: the state after a walk, and where it may go on."""

    def __init__(self, neighbors: Sequence[Sequence[int]], table: Table) -> None:
        self._neighbors = neighbors
        self._next: list[list[int]] = table.arrays["next"].tolist()
        self._start: list[int] = table.arrays["start"].tolist()
        self._cell: list[int] = table.arrays["cell"].tolist()

    def start(self, cell: int) -> int:
        """The state before the first move, with the blank in a cell."""
        return self._start[cell]

    def after(self, state: int, slot: int) -> int | None:
        """The state after the blank has gone to the cell in that slot of its neighbor list; None if it need not go."""
        found = self._next[state][slot]
        return None if found == DEAD else found

    def ways(self, state: int) -> list[tuple[int, int]]:
        """The cells that the blank may go to, in move order, each with the state after that."""
        near = self._neighbors[self._cell[state]]
        found = ((cell, self.after(state, slot)) for slot, cell in enumerate(near))
        return [(cell, after) for cell, after in found if after is not None]


def _is_board(neighbors: Neighbors) -> bool:
    """Whether every cell has neighbors, and each of them has it."""
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near if cell != other}
    whole = all(neighbors) and len(ways) == sum(map(len, neighbors)) > 0
    return whole and all((other, cell) in ways for cell, other in ways)
