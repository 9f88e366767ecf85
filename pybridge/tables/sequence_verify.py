"""Judges machines of sequence pruning by what the blank does, and shares nothing with what builds them.

The label of a state is the shortest walk to it. After any walk the machine must be in the state whose label is the
longest end of that walk. Then from every cell all walks are made that are accepted, shorter ones first and those of one
length in move order, and each of them with one more move that is rejected. If a walk is rejected only where an accepted
one before it has the same effect, then whatever is rejected, however long, ends with a walk that another replaces. If
no two that are accepted have the same effect, then all walks of up to `depth` moves that another replaces are rejected,
wherever they are in a longer one.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import numpy as np

from pybridge.errors import BrokenTableError
from pybridge.tables.table import Report, Table

_DEAD = 0xFFFFFFFF

Walk = tuple[int, ...]


def verify(table: Table, neighbors: Sequence[Sequence[int]], deepest: int | None, report: Report) -> None:
    """Judge the machine of a board; its depth is `deepest` at most. Raises BrokenTableError at the first fault."""
    for fault in _faults(table, neighbors, deepest, report):
        raise BrokenTableError(f"the table of {table.title} is not what the rules say: {fault}; remove it")


def _faults(table: Table, neighbors: Sequence[Sequence[int]], deepest: int | None, report: Report) -> Iterator[str]:
    report("form")
    depth: Any = table.about.get("depth")
    if type(depth) is not int or depth < 2 or (deepest is not None and depth > deepest):
        yield f"its depth is {depth!r}"
    yield from _form_faults(table, neighbors)
    judge = _Judge(table, neighbors)
    report(f"{len(judge.cell):,} states")
    yield from judge.label_faults()
    if max(map(len, judge.labels)) > depth:
        yield f"some state is reached by no walk of less than {depth} moves"
    yield from judge.move_faults()
    total = 0
    for first in range(len(neighbors)):
        report(f"walks of up to {depth} moves from {first} of {len(neighbors)} cells, {total:,} accepted")
        accepted = yield from judge.walk_faults(first, depth)
        total += accepted
    if judge.forbidden != table.about.get("forbidden") or len(judge.cell) != table.about.get("states"):
        yield "it has another number of states or of forbidden walks than it says"
    report(f"proved for all walks of up to {depth} moves from {len(neighbors)} cells, {total:,} accepted")


def _form_faults(table: Table, neighbors: Sequence[Sequence[int]]) -> Iterator[str]:
    arrays, cells = table.arrays, len(neighbors)
    states = len(arrays["cell"]) if "cell" in arrays and arrays["cell"].ndim else 0
    wanted = {
        "next": ((states, max(map(len, neighbors))), ("uint32",)),
        "start": ((cells,), ("uint32",)),
        "cell": ((states,), ("uint8", "uint16")),
    }
    for name, (shape, types) in wanted.items():
        if not states or name not in arrays or arrays[name].shape != shape or arrays[name].dtype.name not in types:
            yield f"there is no array {name} of the right form"
    if arrays.keys() != wanted.keys() or table.kind != "sequence":
        yield "it holds what no table of sequence pruning does"
    following, start, cell = (arrays[name].astype(np.int64) for name in wanted)
    if np.any((following >= states) & (following != _DEAD)) or np.any(start >= states):
        yield "it leads to a state that is not there"
    if np.any(cell >= cells):
        yield "the blank is in a cell that is not there"


class _Judge:
    """A machine as lists, and a label for each of its states."""

    def __init__(self, table: Table, neighbors: Sequence[Sequence[int]]) -> None:
        self._neighbors = neighbors
        self._next: list[list[int]] = table.arrays["next"].tolist()
        self._start: list[int] = table.arrays["start"].tolist()
        self.cell: list[int] = table.arrays["cell"].tolist()
        self.labels: list[Walk] = []
        self.forbidden = 0
        """How many walks are rejected whose parts are not; known once the moves have been judged."""

    def label_faults(self) -> Iterator[str]:
        """Find the labels, as the cells that the blank goes through, the first one included."""
        labels: dict[int, Walk] = {}
        for cell, state in enumerate(self._start):
            if self.cell[state] != cell:
                yield f"the state to start with in cell {cell} has the blank in cell {self.cell[state]}"
            labels[state] = (cell,)
        queue = list(labels)
        for state in queue:
            near = self._neighbors[self.cell[state]]
            for slot, after in enumerate(self._next[state]):
                if after == _DEAD:
                    continue
                if slot >= len(near) or near[slot] != self.cell[after]:
                    yield f"state {state} leads to state {after} in slot {slot}, which is no move"
                if after not in labels:
                    labels[after] = (*labels[state], near[slot])
                    queue.append(after)
        if len(labels) < len(self.cell):
            yield "no walk leads to some state"
        self.labels = [labels[state] for state in range(len(self.cell))]

    def move_faults(self) -> Iterator[str]:
        """Each move leads to the longest end that is a label: the whole walk, or where the suffix leads."""
        state_of = {label: state for state, label in enumerate(self.labels)}
        for state, label in enumerate(self.labels):
            ends = (label[skipped:] for skipped in range(1, len(label)))
            suffix = next((state_of[end] for end in ends if end in state_of), None)
            for slot, target in enumerate(self._neighbors[self.cell[state]]):
                other = self._start[target] if suffix is None else self._next[suffix][slot]
                after = self._next[state][slot]
                if after == _DEAD:
                    self.forbidden += other != _DEAD
                elif after != state_of.get((*label, target), other):
                    yield f"state {state} leads to state {after} in slot {slot}, which forgets or invents moves"

    def walk_faults(self, first: int, depth: int) -> Generator[str, None, int]:
        """Make all walks from a cell; returns how many are accepted.

        An effect is the contents of all cells in a few bits each, 0 for the blank, which tells where it is.
        """
        bits = len(self._neighbors).bit_length()
        mask = (1 << bits) - 1
        unmoved = sum(cell + 1 << bits * cell for cell in range(len(self._neighbors)) if cell != first)
        seen, walks = {unmoved}, [(unmoved, self._start[first])]
        for length in range(1, depth + 1):
            longer = []
            for effect, state in walks:
                blank = self.cell[state]
                for target, after in zip(self._neighbors[blank], self._next[state], strict=False):
                    tile = effect >> bits * target & mask
                    moved = effect ^ tile << bits * target ^ tile << bits * blank
                    if after != _DEAD and moved not in seen:
                        seen.add(moved)
                        longer.append((moved, after))
                    elif after != _DEAD:
                        yield f"a walk of {length} moves from cell {first} is accepted, but another replaces it"
                    elif moved not in seen:
                        yield f"a walk of {length} moves from cell {first} is rejected, and no other replaces it"
            walks = longer
            if not walks:
                break
        return len(seen)
