"""The states of walking distance: how many there are, and which, by breadth-first search."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from pybridge.tables.table import Report

NONE = 0xFFFFFFFF
"""In `link`: no such tile is there."""


class Search:
    """States in the order in which they are found, from the goal's on."""

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

    def run(self, report: Report) -> None:
        """Find all states."""
        for state, counts in enumerate(self._counts):  # which grows by those that are found
            blank, away = self._blank_row[state], self._distance[state] + 1
            if away > self._distance[-1]:
                report(f"distance {away - 1}, {len(self._counts):,} states")
            for line in (blank - 1, blank + 1):
                for goal in range(self._lines):
                    there = 0 <= line < self._lines and counts[line * self._lines + goal]
                    self._link.append(self._after(counts, goal, line, blank, away) if there else NONE)
        self._number.clear()  # half of the memory, and the arrays are still to be made

    def _after(self, counts: bytes, goal: int, line: int, blank: int, away: int) -> int:
        """The state after a tile that belongs in the line `goal` has moved from a line to the blank's."""
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

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What has been found, as a table has it."""
        counts = np.frombuffer(b"".join(self._counts), np.uint8).reshape(len(self._counts), -1)
        return {
            "distance": np.array(self._distance, np.uint8 if self._distance[-1] < 256 else np.uint16),
            "link": np.array(self._link, np.uint32).reshape(len(counts), -1),
            "counts": counts,
            "blank_row": np.array(self._blank_row, np.uint8),
            "order": np.lexsort(counts.T[::-1]).astype(np.uint32),
        }


def count_states(lines: int, length: int, most: int) -> int | None:
    """How many states a table has, by counting and without making any; None if more than `most`.

    The states with the blank in one line are the matrices of counts with given sums of rows and columns. However the
    first rows are filled, the others can be, so that the ways to fill some are never more than the states.
    """
    if length == 1:
        return lines if lines <= most else None  # the tiles keep their order: only the blank's place counts
    if lines * comb(length + lines - 2, lines - 1) > most:
        return None
    ways = Counter({(length - 1, *[length] * (lines - 1)): 1})
    for _ in range(lines - 1):  # full rows; the blank's is what is left
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
    """What is left of the sums of columns after each way to take a total from them."""
    if len(columns) == 1:
        if total <= columns[0]:
            yield (columns[0] - total,)
        return
    for taken in range(min(total, columns[0]) + 1):
        for rest in _fillings(columns[1:], total - taken):
            yield (columns[0] - taken, *rest)
