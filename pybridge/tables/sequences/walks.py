"""Sequence pruning: skip walks of the blank that another walk with the same effect replaces (Taylor and Korf, 1993).

The least of all walks with the same effect is the shortest, and among those the first in move order. Parts of the first
shortest solution are least, because a better part would give a better solution. So a search for it may skip every walk
with a part that is not least. A search for all solutions may not.

A machine is verified by the moves of the blank, with code that the builder does not use. The label of a state is the
shortest walk to it. After any walk, the machine must be in the state whose label is the longest suffix of that walk.
Then, from every cell, the verifier makes all accepted walks, by length and in move order, and extends each by every
rejected move. If a walk is rejected only if an earlier accepted walk has the same effect, then every rejected walk,
however long, ends with a walk that another replaces. If no two accepted walks have the same effect, then all walks of
up to `depth` moves that another replaces are rejected, wherever they occur in a longer walk.
"""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from pybridge.errors import BrokenTableError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.table import BY_RULES, Table
from pybridge.tables.sequences.machine import DEAD, INVERSE, deepest, least_walks, machine

Neighbors = tuple[tuple[int, ...], ...]
Walk = tuple[int, ...]

MOST_EFFECTS = 2_000_000
"""The number of effects in about a second. Forbidden walks have up to 14 moves on 4 x 4 cells, 12 on 5 x 5."""

MOST_STATES = 60_000
"""The number of states that fit in the cache; with more, a search slows down by as much as it saves."""

_LAYOUT = 1


@dataclass(frozen=True)
class SequenceRecipe:
    """The machine that rejects walks of a board that are not least, and all walks with such a part.

    It knows forbidden walks of up to `depth` moves (at least 2; default: any length), but only shorter ones if it would
    need more than `most_effects` effects or `most_states` states. It always knows those of 2 moves. `neighbors[cell]`
    lists the adjacent cells in move order. Raises ValueError if they are not those of a board, or if the depth is below
    2.

    Arrays: `start[cell]` is the state before the first move from a cell; `next[state, slot]` is the state after the
    blank moves to the cell in that slot of the neighbor list of its cell, or DEAD; `cell[state]` is the blank's cell.
    """

    neighbors: Neighbors
    depth: int | None = None
    most_effects: int = MOST_EFFECTS
    most_states: int = MOST_STATES

    kind = "sequence"
    verified = BY_RULES

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < INVERSE:
            raise ValueError(f"the depth of sequence pruning must be at least {INVERSE}, not {self.depth}")
        if not _is_board(self.neighbors):
            raise ValueError("each cell must have other cells as neighbors, and be a neighbor of each of them")

    @property
    def title(self) -> str:
        """The table in one line."""
        up_to = f", walks of up to {self.depth} moves" if self.depth else ""
        borders = sum(map(len, self.neighbors)) // 2
        return f"sequence pruning, {len(self.neighbors)} cells, {borders} border{'s' * (borders != 1)}{up_to}"

    @property
    def identity(self) -> Form:
        """The board in its move order, and the limits."""
        bounds = {"depth": self.depth, "most_effects": self.most_effects, "most_states": self.most_states}
        return {"layout": _LAYOUT, "neighbors": [list(near) for near in self.neighbors], **bounds}

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        match identity:
            case {
                "neighbors": [*lists],
                "depth": (int() | None) as depth,
                "most_effects": int(effects),
                "most_states": int(states),
            }:
                return cls(tuple(tuple(near) for near in lists), depth, effects, states)
        raise ValueError("not a sequence pruning table")

    @property
    def bytes_needed(self) -> int:
        """The largest possible size on disk."""
        states = max(self.most_states, len(self.neighbors) + sum(map(len, self.neighbors)))
        return states * (4 * max(map(len, self.neighbors)) + 2) + 4 * len(self.neighbors) + 3 * 64

    def build(self, report: OnProgress) -> Table:
        """Find the least walks, breadth-first, and make the machine that rejects the others."""
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

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table; None if it allows only moves of the board."""
        return next(_form_faults(table, self.neighbors), None)

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check by the moves of the blank that exactly the walks that another walk replaces are rejected.

        Raises BrokenTableError.
        """
        for fault in _faults(table, self.neighbors, self.depth, report):
            raise BrokenTableError(f"the table of {table.title} contradicts the rules: {fault}; remove it")


def _is_board(neighbors: Neighbors) -> bool:
    """Whether every cell has neighbors, and neighbors are symmetric."""
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near if cell != other}
    whole = all(neighbors) and len(ways) == sum(map(len, neighbors)) > 0
    return whole and all((other, cell) in ways for cell, other in ways)


def _faults(table: Table, neighbors: Sequence[Sequence[int]], at_most: int | None, report: OnProgress) -> Iterator[str]:
    report("form")
    depth = table.about.get("depth")
    if type(depth) is not int or depth < 2 or (at_most is not None and depth > at_most):
        yield f"its depth is {depth!r}"
        return
    yield from _form_faults(table, neighbors)
    judge = _Judge(table, neighbors)
    report(f"{len(judge.cell):,} states")
    yield from judge.label_faults()
    if max(map(len, judge.labels)) > depth:
        yield f"some state is not reached by any walk of less than {depth} moves"
    yield from judge.move_faults()
    total = 0
    for first in range(len(neighbors)):
        report(f"walks of up to {depth} moves from {first} of {len(neighbors)} cells, {total:,} accepted")
        accepted = yield from judge.walk_faults(first, depth)
        total += accepted
    if judge.forbidden != table.about.get("forbidden") or len(judge.cell) != table.about.get("states"):
        yield "its number of states or forbidden walks differs from the stored one"
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
            yield f"it has no array {name} of the right shape and type"
    if arrays.keys() != wanted.keys():
        yield "its content is not that of a sequence pruning table"
    following, start, cell = (arrays[name].astype(np.int64) for name in wanted)
    dead = following == DEAD
    if np.any((following >= states) & ~dead) or np.any(start >= states):
        yield "it leads to a state that does not exist"
    if np.any(cell >= cells):
        yield "the blank is on a cell that does not exist"
    for first in np.flatnonzero(cell[start] != np.arange(cells))[:1]:
        yield f"the first state for cell {first} has the blank on cell {cell[start[first]]}"
    near = np.full((cells, following.shape[1]), -1)
    for number, others in enumerate(neighbors):
        near[number, : len(others)] = others
    wrong = ~dead & (cell[np.where(dead, 0, following)] != near[cell])
    for state, slot in np.argwhere(wrong)[:1]:
        yield f"state {state} leads to state {following[state, slot]} in slot {slot}, which is not a move"


class _Judge:
    """A machine as lists, and a label for each of its states."""

    def __init__(self, table: Table, neighbors: Sequence[Sequence[int]]) -> None:
        self._neighbors = neighbors
        self._next: list[list[int]] = table.arrays["next"].tolist()
        self._start: list[int] = table.arrays["start"].tolist()
        self.cell: list[int] = table.arrays["cell"].tolist()
        self.labels: list[Walk] = []
        self.forbidden = 0
        """The number of rejected walks whose parts are accepted; known after checking the moves."""

    def label_faults(self) -> Iterator[str]:
        """Find the labels, as the cells on the path of the blank including the first."""
        labels: dict[int, Walk] = {}
        for cell, state in enumerate(self._start):
            labels[state] = (cell,)
        queue = list(labels)
        for state in queue:
            near = self._neighbors[self.cell[state]]
            for slot, after in enumerate(self._next[state]):
                if after == DEAD:
                    continue
                if after not in labels:
                    labels[after] = (*labels[state], near[slot])
                    queue.append(after)
        if len(labels) < len(self.cell):
            yield "some state is not reached by any walk"
        self.labels = [labels[state] for state in range(len(self.cell))]

    def move_faults(self) -> Iterator[str]:
        """Check that each move leads to the longest suffix that is a label: the whole walk or a shorter one."""
        state_of = {label: state for state, label in enumerate(self.labels)}
        for state, label in enumerate(self.labels):
            ends = (label[skipped:] for skipped in range(1, len(label)))
            suffix = next((state_of[end] for end in ends if end in state_of), None)
            for slot, target in enumerate(self._neighbors[self.cell[state]]):
                other = self._start[target] if suffix is None else self._next[suffix][slot]
                after = self._next[state][slot]
                if after == DEAD:
                    self.forbidden += other != DEAD
                elif after != state_of.get((*label, target), other):
                    yield f"state {state} leads to state {after} in slot {slot}, which is not the longest suffix"

    def walk_faults(self, first: int, depth: int) -> Generator[str, None, int]:
        """Make all walks from a cell; return the number of accepted walks.

        An effect has the contents of all cells in a few bits each, 0 for the blank.
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
                    if after != DEAD and moved not in seen:
                        seen.add(moved)
                        longer.append((moved, after))
                    elif after != DEAD:
                        yield f"a walk of {length} moves from cell {first} is accepted, but another replaces it"
                    elif moved not in seen:
                        yield f"a walk of {length} moves from cell {first} is rejected, but no other replaces it"
            walks = longer
            if not walks:
                break
        return len(seen)
