"""Judges tables of walking distance by the rules of the puzzle, and shares nothing with what builds them.

If state 0 is the goal, every link is a move and none is missing, all states differ, and each distance but the goal's
is one more than the least beside it, then each state is joined to the goal by moves, no state is left out, and each
distance is the length of a shortest path.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import BrokenTableError
from pybridge.tables.table import Report, Table

_NO_LINK = 0xFFFFFFFF
_CHUNK = 1 << 18  # states judged at a time, for a table of millions is larger than what is worth holding

Array = NDArray[np.generic]


def verify(table: Table, lines: int, length: int, goal_line: int, report: Report) -> None:
    """Judge the table of a direction with `lines` of `length` cells. Raises BrokenTableError at the first fault."""
    for fault in _faults(table, lines, length, goal_line, report):
        raise BrokenTableError(f"the table of {table.title} is not what the rules say: {fault}; remove it")


def _faults(table: Table, lines: int, length: int, goal_line: int, report: Report) -> Iterator[str]:
    report("form")
    yield from _form_faults(table, lines)
    states = table.arrays
    goal = [length - (line == goal_line) if line == home else 0 for line in range(lines) for home in range(lines)]
    if states["counts"][0].tolist() != goal or states["blank_row"][0] != goal_line:
        yield "state 0 is not the goal"
    if np.flatnonzero(states["distance"] == 0).tolist() != [0]:
        yield "distance 0 belongs to the goal and to no other state"
    if np.bincount(states["distance"]).tolist() != table.about.get("distribution"):
        yield "its distances are not distributed as it says"
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
            yield f"there is no array {name} of the right form"
    if not found and table.arrays["blank_row"].max() >= lines:
        yield "the blank is in a line that is not there"
    if found or table.kind != "walking":
        yield "it holds what no table of walking distance does"


def _order_faults(counts: Array, order: Array, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Counts that ascend strictly are all different."""
    numbers = order[chunk[0] : chunk[-1] + 2]
    if numbers.max() >= len(order):
        yield f"the order of the states {chunk[0]} to {chunk[-1]} names a state that is not there"
    before, after = counts[numbers[:-1]], counts[numbers[1:]]
    first = (before != after).argmax(axis=1)[:, None]
    ascends = np.take_along_axis(before, first, 1) < np.take_along_axis(after, first, 1)
    for at in np.flatnonzero(~ascends[:, 0])[:1]:
        yield f"the states {numbers[at]} and {numbers[at + 1]} are equal or out of order"


def _link_faults(table: Table, lines: int, slot: int, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Links of one slot: there where a tile is, and to the state in which that tile has moved."""
    counts, blank_row, links = (table.arrays[name] for name in ("counts", "blank_row", "link"))
    behind, goal = divmod(slot, lines)
    blank, link = blank_row[chunk].astype(np.int64), links[chunk, slot]
    line = blank + (1 if behind else -1)
    inside = (line >= 0) & (line < lines)
    there = inside & (counts[chunk, np.where(inside, line, 0) * lines + goal] > 0)
    for at in np.flatnonzero(there != (link != _NO_LINK))[:1]:
        which = "lacks a link" if there[at] else "has a link too many"
        yield f"state {chunk[at]} {which}, in slot {slot}"
    chunk, blank, line, link = (each[there] for each in (chunk, blank, line, link))
    if link.size and link.max() >= len(counts):
        yield f"a link of the states {chunk[0]} to {chunk[-1]} leads to no state, in slot {slot}"
    after = counts[chunk].astype(np.int16)
    every = np.arange(len(chunk))
    after[every, line * lines + goal] -= 1
    after[every, blank * lines + goal] += 1
    wrong = (counts[link] != after).any(axis=1) | (blank_row[link] != line)
    for at in np.flatnonzero(wrong)[:1]:
        yield f"state {chunk[at]} has a link to state {link[at]}, which is no move, in slot {slot}"


def _distance_faults(distance: Array, link: Array, chunk: NDArray[np.intp]) -> Iterator[str]:
    """Each distance but the goal's is one more than the least beside it."""
    links = link[chunk]
    missing = links == _NO_LINK
    beside = np.where(missing, np.iinfo(np.int64).max - 1, distance.astype(np.int64)[np.where(missing, 0, links)])
    wrong = (beside.min(axis=1) + 1 != distance[chunk]) & (chunk > 0)
    for at in np.flatnonzero(wrong)[:1]:
        yield f"state {chunk[at]} has distance {distance[chunk[at]]}, which is not one more than the least beside it"
