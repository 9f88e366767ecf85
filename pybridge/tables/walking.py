"""Walking distance: tiles of the same goal line are equal, and only moves between lines count (Takahashi, 2001).

Lines are the rows of a board for the vertical direction and its columns for the horizontal direction. A state says how
many tiles of each goal line are in each line; the line with one tile less has the blank. A tile of an adjacent line can
move to the blank's line. The table has all states and their links, numbered by breadth-first search from the goal.

It is verified by the rules of the puzzle, with code that the builder does not use. If state 0 is the goal, every link
is a move and none is missing, all states differ, and each distance except the goal's is one more than the smallest
distance of a linked state, then moves connect each state to the goal, no state is missing, and each distance is the
length of a shortest path.
"""

import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.table import BY_RULES, Table

MOST_STATES = 6_000_000
"""Half a minute and 1.5 GB to build. A board of 4 x 5 has just fewer, one of 5 x 5 has 65,650,495."""

MOST_CELLS = 255
"""The limit for cells in a line and for lines, as a count is a byte."""

NONE = 0xFFFFFFFF
"""The entry of `link` if there is no such tile."""

_LAYOUT = 1
_CHUNK = 1 << 18  # states checked at a time, to save memory


@dataclass(frozen=True)
class WalkingRecipe:
    """The table of one direction of a board: `lines` of `length` cells, with the blank's goal in line `goal_line`.

    Arrays with one entry per state: `distance` from the goal, which is state 0; `blank_row`, the blank's line;
    `counts[s, line * lines + goal]`, the number of tiles in a line with goal line `goal`; `link[s, d * lines + goal]`,
    the state after a tile with goal line `goal` moves into the blank's line from the line before it (d = 0) or after it
    (d = 1), or NONE. `order` lists the states by ascending counts. Raises UnfitHeuristicError if there are more than
    MOST_STATES states, or more than MOST_CELLS cells in a line.
    """

    lines: int
    length: int
    goal_line: int

    kind = "walking"
    verified = BY_RULES

    def __post_init__(self) -> None:
        why = None
        if max(self.lines, self.length) > MOST_CELLS:
            why = f"it has more than {MOST_CELLS} cells in a line"
        elif count_states(self.lines, self.length, MOST_STATES) is None:
            why = f"its table would have more than {MOST_STATES:,} states"
        if why:
            shape = f"{self._lines} of {self.length} cells"
            raise UnfitHeuristicError(
                f"the heuristic walking does not work for a board of {shape}: {why}; use e.g. manhattan"
            )

    @property
    def title(self) -> str:
        """The table in one line."""
        return f"walking distance, {self._lines} of {self.length}, the blank's goal in line {self.goal_line + 1}"

    @property
    def _lines(self) -> str:
        return f"{self.lines} line{'s' * (self.lines != 1)}"

    @property
    def identity(self) -> Form:
        """Everything that the table depends on."""
        sizes = {"lines": self.lines, "length": self.length, "goal_line": self.goal_line}
        return {"layout": _LAYOUT, **sizes}

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        match identity:
            case {"lines": int(lines), "length": int(length), "goal_line": int(goal_line)} if length > 0:
                if 0 <= goal_line < lines:
                    return cls(lines, length, goal_line)
        raise ValueError("not a walking distance table")

    @property
    def bytes_needed(self) -> int:
        """The largest possible size on disk."""
        states = count_states(self.lines, self.length, MOST_STATES) or 0
        return states * (7 + 8 * self.lines + self.lines**2) + 5 * 64

    def build(self, report: OnProgress) -> Table:
        """Find all states, breadth-first."""
        begun = time.monotonic()
        search = _Search(self.lines, self.length, self.goal_line)
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

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table; None if all states that it refers to exist."""
        return next(_form_faults(table, self.lines), None)

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check by the rules that every state and link exists once, and that each distance is right.

        Raises BrokenTableError.
        """
        for fault in _faults(table, self.lines, self.length, self.goal_line, report):
            raise BrokenTableError(f"the table of {table.title} contradicts the rules: {fault}; remove it")


def number_of(table: Table, counts: bytes) -> int:
    """The number of the state with these counts, in the format of the array `counts`.

    Raises KeyError if there is none. There is one for each solvable state of a board.
    """
    order, states = table.arrays["order"], table.arrays["counts"]
    place = bisect_left(order, counts, key=lambda state: states[state].tobytes())
    if place == len(order) or states[order[place]].tobytes() != counts:
        raise KeyError(counts)
    return int(order[place])


class _Search:
    """States in the order in which they are found, starting with the goal."""

    def __init__(self, lines: int, length: int, goal_line: int) -> None:
        goal = bytearray(lines**2)
        goal[:: lines + 1] = bytes([length]) * lines
        goal[goal_line * (lines + 1)] -= 1
        self._lines = lines
        self._number = {bytes(goal): 0}
        self._counts = [bytes(goal)]
        self._blank_row = bytearray([goal_line])
        self._distance = array("H", [0])
        self._link = array("I")

    def run(self, report: OnProgress) -> None:
        """Find all states."""
        for state, counts in enumerate(self._counts):  # grows during the loop
            blank, away = self._blank_row[state], self._distance[state] + 1
            if away > self._distance[-1]:
                report(f"distance {away - 1}, {len(self._counts):,} states")
            for line in (blank - 1, blank + 1):
                for goal in range(self._lines):
                    there = 0 <= line < self._lines and counts[line * self._lines + goal]
                    self._link.append(self._after(counts, goal, line, blank, away) if there else NONE)
        self._number.clear()  # half of the memory, before making the arrays

    def _after(self, counts: bytes, goal: int, line: int, blank: int, away: int) -> int:
        """The state after a tile with goal line `goal` moves from a line to the blank's line."""
        after = bytearray(counts)
        after[line * self._lines + goal] -= 1
        after[blank * self._lines + goal] += 1
        new = len(self._counts)
        state = self._number.setdefault(found := bytes(after), new)
        if state == new:
            self._counts.append(found)
            self._blank_row.append(line)
            self._distance.append(away)
        return state

    def arrays(self) -> dict[str, Array]:
        """The arrays of the table."""
        counts = np.frombuffer(b"".join(self._counts), np.uint8).reshape(len(self._counts), -1)
        return {
            "distance": np.array(self._distance, np.uint8 if self._distance[-1] < 256 else np.uint16),
            "link": np.array(self._link, np.uint32).reshape(len(counts), -1),
            "counts": counts,
            "blank_row": np.array(self._blank_row, np.uint8),
            "order": np.lexsort(counts.T[::-1]).astype(np.uint32),
        }


def count_states(lines: int, length: int, most: int) -> int | None:
    """The number of states of a table, counted without making them; None if there are more than `most`.

    The states with the blank in one line are the matrices of counts with given row and column sums. Every way to fill
    the first rows can be completed, so there are never more ways than states.
    """
    if length == 1:
        return lines if lines <= most else None  # the tiles keep their order: only the blank moves
    if lines * comb(length + lines - 2, lines - 1) > most:
        return None
    ways = Counter({(length - 1, *[length] * (lines - 1)): 1})
    for _ in range(lines - 1):  # full rows; the rest is the blank's row
        total, more = 0, Counter[tuple[int, ...]]()
        for columns, count in ways.items():
            for left in _fillings(columns, length):
                more[tuple(sorted(left))] += count
                total += lines * count
                if total > most:
                    return None
        ways = more
    return lines * ways.total()


def _fillings(columns: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """The remaining column sums after each way to take `total` from them."""
    if len(columns) == 1:
        if total <= columns[0]:
            yield (columns[0] - total,)
        return
    for taken in range(min(total, columns[0]) + 1):
        for rest in _fillings(columns[1:], total - taken):
            yield (columns[0] - taken, *rest)


def _faults(table: Table, lines: int, length: int, goal_line: int, report: OnProgress) -> Iterator[str]:
    report("form")
    yield from _form_faults(table, lines)
    states = table.arrays
    goal = [length - (line == goal_line) if line == home else 0 for line in range(lines) for home in range(lines)]
    if states["counts"][0].tolist() != goal or states["blank_row"][0] != goal_line:
        yield "state 0 is not the goal"
    if np.flatnonzero(states["distance"] == 0).tolist() != [0]:
        yield "only the goal must have distance 0"
    if np.bincount(states["distance"]).tolist() != table.about.get("distribution"):
        yield "its distances differ from the stored distribution"
    total = len(states["distance"])
    for start in range(0, total, _CHUNK):
        chunk = np.arange(start, min(start + _CHUNK, total))
        report(f"{start:,} of {total:,} states")
        yield from _order_faults(states["counts"], states["order"], chunk)
        for slot in range(2 * lines):
            yield from _link_faults(table, lines, slot, chunk)
        yield from _distance_faults(states["distance"], states["link"], chunk)


def _form_faults(table: Table, lines: int) -> Iterator[str]:
    total = table.arrays["distance"].size if "distance" in table.arrays else 0
    wide = {"link": 2 * lines, "counts": lines * lines}
    small = {"distance": ("uint8", "uint16"), "counts": ("uint8",), "blank_row": ("uint8",)}
    found = {name: (each.shape, each.dtype.name) for name, each in table.arrays.items()}
    for name in ("distance", "link", "counts", "blank_row", "order"):
        shape, dtype = found.pop(name, ((), ""))
        wanted = (total, wide[name]) if name in wide else (total,)
        if not total or shape != wanted or dtype not in small.get(name, ("uint32",)):
            yield f"it has no array {name} of the right shape and type"
    if found:
        yield "its content is not that of a walking distance table"
    if table.arrays["blank_row"].max() >= lines:
        yield "the blank is in a line that does not exist"
    link, order = table.arrays["link"], table.arrays["order"]
    if link.max(where=link != NONE, initial=0) >= total or order.max() >= total:
        yield "it refers to a state that does not exist"


def _order_faults(counts: Array, order: Array, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Check that counts strictly ascend, so that all differ."""
    numbers = order[chunk[0] : chunk[-1] + 2]
    before, after = counts[numbers[:-1]], counts[numbers[1:]]
    first = (before != after).argmax(axis=1)[:, None]
    ascends = np.take_along_axis(before, first, 1) < np.take_along_axis(after, first, 1)
    for at in np.flatnonzero(~ascends[:, 0])[:1]:
        yield f"the states {numbers[at]} and {numbers[at + 1]} are equal or out of order"


def _link_faults(table: Table, lines: int, slot: int, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Check the links of one slot: each exists if there is a tile, and leads to the state after its move."""
    counts, blank_row, links = (table.arrays[name] for name in ("counts", "blank_row", "link"))
    behind, goal = divmod(slot, lines)
    blank, link = blank_row[chunk].astype(np.int64), links[chunk, slot]
    line = blank + (1 if behind else -1)
    inside = (line >= 0) & (line < lines)
    there = inside & (counts[chunk, np.where(inside, line, 0) * lines + goal] > 0)
    for at in np.flatnonzero(there != (link != NONE))[:1]:
        which = "lacks a link" if there[at] else "has a surplus link"
        yield f"state {chunk[at]} {which}, in slot {slot}"
    chunk, blank, line, link = (each[there] for each in (chunk, blank, line, link))
    after = counts[chunk].astype(np.int16)
    every = np.arange(len(chunk))
    after[every, line * lines + goal] -= 1
    after[every, blank * lines + goal] += 1
    wrong = (counts[link] != after).any(axis=1) | (blank_row[link] != line)
    for at in np.flatnonzero(wrong)[:1]:
        yield f"state {chunk[at]} has a link to state {link[at]}, which is not a move, in slot {slot}"


def _distance_faults(distance: Array, link: Array, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Check that each distance except the goal's is one more than the smallest distance of a linked state."""
    links = link[chunk]
    missing = links == NONE
    beside = np.where(missing, np.iinfo(np.int64).max - 1, distance.astype(np.int64)[np.where(missing, 0, links)])
    wrong = (beside.min(axis=1) + 1 != distance[chunk]) & (chunk > 0)
    for at in np.flatnonzero(wrong)[:1]:
        yield f"state {chunk[at]} has distance {distance[chunk[at]]}, which is not 1 more than the smallest next to it"
