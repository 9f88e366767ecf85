"""Walking distance: all tiles of one goal line are equal, and only the moves from line to line count (Takahashi, 2001).

Lines are the rows of a board for the vertical direction, its columns for the horizontal one. A state says how many
tiles of each goal line lie in each line; the line that is one tile short is the blank's. A tile of an adjacent line can
go to the blank's. The table holds all states and how they are linked, numbered by breadth-first search from the goal's.
"""

import time
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.tables.table import Report, Table
from pybridge.tables.walking_states import NONE, Search, count_states
from pybridge.tables.walking_verify import verify

MOST_STATES = 6_000_000
"""Half a minute and 1.5 GB to build. A board of 4 x 5 has just fewer, one of 5 x 5 has 65,650,495."""

MOST_CELLS = 255
"""Of a line, and of lines, for a count is a byte."""

_LAYOUT = 1


@dataclass(frozen=True)
class WalkingRecipe:
    """The table of one direction of a board: `lines` of `length` cells, the blank's goal in line `goal_line`.

    Its arrays, with one entry a state: `distance` from the goal's, which is state 0; `blank_row`, the blank's line;
    `counts[s, line * lines + goal]`, the tiles in a line that belong in the line `goal`; `link[s, d * lines + goal]`,
    the state after a tile that belongs in the line `goal` has moved into the blank's from the line before it (d = 0) or
    behind it (d = 1), or NONE. `order` has the states by their counts, ascending. Raises UnfitHeuristicError if there
    would be more than MOST_STATES, or more than MOST_CELLS in a line.
    """

    lines: int
    length: int
    goal_line: int

    kind = "walking"

    def __post_init__(self) -> None:
        why = None
        if max(self.lines, self.length) > MOST_CELLS:
            why = f"it has more than {MOST_CELLS} in a line"
        elif count_states(self.lines, self.length, MOST_STATES) is None:
            why = f"its table would have more than {MOST_STATES:,} states"
        if why:
            shape = f"{self._lines} of {self.length} cells"
            raise UnfitHeuristicError(
                f"the heuristic walking does not fit a board of {shape}: {why}; choose another, as manhattan"
            )

    @property
    def title(self) -> str:
        """One line for people."""
        return f"walking distance, {self._lines} of {self.length}, the blank's goal in line {self.goal_line + 1}"

    @property
    def _lines(self) -> str:
        return f"{self.lines} line{'s' * (self.lines != 1)}"

    @property
    def identity(self) -> dict[str, Any]:
        """Everything the table depends on."""
        sizes = {"lines": self.lines, "length": self.length, "goal_line": self.goal_line}
        return {"layout": _LAYOUT, **sizes}

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe whose identity this is. Raises BrokenTableError if it is none's."""
        match identity:
            case {"lines": int(lines), "length": int(length), "goal_line": int(goal_line)} if length > 0:
                if 0 <= goal_line < lines and (recipe := cls(lines, length, goal_line)).identity == identity:
                    return recipe
        raise BrokenTableError("the identity is not that of a table of walking distance; remove the table")

    @property
    def bytes_needed(self) -> int:
        """On disk, at most."""
        states = count_states(self.lines, self.length, MOST_STATES) or 0
        return states * (7 + 8 * self.lines + self.lines**2) + 5 * 64

    def build(self, report: Report) -> Table:
        """Find all states, breadth-first."""
        begun = time.monotonic()
        search = Search(self.lines, self.length, self.goal_line)
        search.run(report)
        arrays = search.arrays()
        for each in arrays.values():
            each.flags.writeable = False
        distribution = np.bincount(arrays["distance"]).tolist()
        about = {
            "states": sum(distribution),
            "links": int(np.count_nonzero(arrays["link"] != NONE)),
            "distribution": distribution,
            "seconds": round(time.monotonic() - begun, 3),
        }
        return Table(self.kind, self.title, arrays, about)

    def verify(self, table: Table, report: Report) -> None:
        """Judge a table by the rules: is every state there once, and every link, and is each distance right?

        Raises BrokenTableError.
        """
        verify(table, self.lines, self.length, self.goal_line, report)


def number_of(table: Table, counts: bytes) -> int:
    """The number of the state that has these counts, laid out as in the array `counts`. KeyError if there is none.

    There is one for each state of a board from which its goal can be reached.
    """
    order, states = table.arrays["order"], table.arrays["counts"]
    place = bisect_left(order, counts, key=lambda state: states[state].tobytes())
    if place == len(order) or states[order[place]].tobytes() != counts:
        raise KeyError(counts)
    return int(order[place])
