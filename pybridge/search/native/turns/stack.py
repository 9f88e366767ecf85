"""What the kernels of permutation puzzles work on: the moves of a search, and the stack of one thread."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pybridge.arrays import Array, KernelTables
from pybridge.search.kernels.turns import lookups
from pybridge.search.kernels.turns import search as fields
from pybridge.search.native.turns.entries import Entries
from pybridge.search.packets import Path
from pybridge.search.solution import NOTHING, Counts
from pybridge.tables.sequences.machine import DEAD

BUDGET = 1 << 14
"""Nodes between two looks at the limits: some hundredths of a second."""
_TOGETHER, _CHILDREN = 24, 512
"""Nodes that are expanded together, and about as many children of theirs."""


class Machines:
    """The machines that reject sequences of moves, on the side of the state and on that of its inverse, as one.

    Each has its first state in `begin`; without the second one, moves are made on the state only.
    """

    def __init__(self, front: Array, back: Array | None = None) -> None:
        """Of each, the state after each state and move."""
        every, self.sides = [front] if back is None else [front, back], 1 if back is None else 2
        self.begin = 0, len(front) if back is not None else 0
        shifted = [np.where(each == DEAD, DEAD, each.astype(np.int64) + first)
                   for each, first in zip(every, self.begin, strict=False)]  # fmt: skip
        self.next = np.concatenate(shifted)
        self.moves: int = self.next.shape[1]
        self.alive = np.zeros((len(self.next), -(-self.moves // 64)), np.uint64)
        for move in range(self.moves):
            lives = (self.next[:, move] != DEAD).astype(np.uint64)
            self.alive[:, move // 64] |= lives << np.uint64(move % 64)

    def split(self, move: int) -> tuple[int, int]:
        """The side on which a move of a path is made, and its number there."""
        return divmod(move, self.moves)


@dataclass(frozen=True, slots=True)
class TurnsNode:
    """A node: its state as kernels have it, and the states of the machines."""

    state: Array
    machines: tuple[int, int]


def followed(entries: Entries, machines: Machines, node: TurnsNode, path: Path) -> TurnsNode | None:
    """The node that a path leads to; None if the machines reject it."""
    form, states = entries.form, list(node.machines)
    rows = list(node.state.view(form.kind).reshape(2, -1))
    for each in path:
        side, move = machines.split(each)
        after = int(machines.next[states[side], move]) if side < machines.sides else DEAD
        if after == DEAD:
            return None
        states[side] = after
        sources, targets = entries.by[move].view(form.kind)
        rows[side], rows[1 - side] = rows[side][sources], targets[rows[1 - side]]
    return TurnsNode(np.concatenate(rows).view(np.uint8), (states[0], states[1]))


class Stack:
    """The arrays of one thread's depth-first searches."""

    def __init__(self, entries: Entries, machines: Machines, goal: Array, threshold: int) -> None:
        together = max(1, min(_TOGETHER, _CHILDREN // machines.moves))
        depths, room, looked_up = threshold + 2, together * machines.moves, len(entries.rows)
        self.control = np.zeros(fields.FIELDS, np.int64)
        self.control[[fields.THRESHOLD, fields.DEPTH]] = threshold, -1
        self.control[[fields.SIDES, fields.TOGETHER]] = machines.sides, together
        self._levels = np.zeros((depths, 3), np.int64)
        nodes = np.zeros((depths, room, entries.by.shape[1] * entries.by.shape[2]), np.uint8)
        self._nodes = nodes, nodes.view(np.uint16), nodes.view(np.uint64)
        self._values = np.zeros((depths, room, looked_up), np.uint8)
        self._links = np.zeros((depths, room, lookups.LINKS), np.int64)
        self._entries = entries
        scratch = (
            np.zeros(room, np.uint64), np.zeros(room, np.uint64), np.zeros((together, looked_up), np.uint64),
            np.zeros(together, np.int64), np.zeros((2, machines.alive.shape[1]), np.uint64),
            np.zeros((2 * lookups.CLASSES, 2), np.int64), np.zeros(2 * lookups.CLASSES),
        )  # fmt: skip
        self.solutions = np.zeros((max(1024, 2 * room), depths + 1), np.int16)
        self.arrays: KernelTables = (
            self.control, entries.rows, entries.lookups, (machines.next, machines.alive), entries.by, goal,
            entries.form.numbers, self._levels, self._nodes, self._values, self._links, scratch, self.solutions,
        )  # fmt: skip
        """What the kernels take."""

    def begin(self, depth: int, node: TurnsNode) -> None:
        """Begin below a node that this many moves lead to."""
        self._nodes[0][depth, 0] = node.state
        self._links[depth, 0, [lookups.FRONT, lookups.BACK]] = node.machines
        self._levels[depth] = 1, 0, 0
        self.control[[fields.DEPTH, fields.BASE, fields.FOUND]] = depth, depth, 0
        fields.measure(self._entries.rows, self._nodes, depth, 0, self._values, self._entries.form.numbers)

    @property
    def under_way(self) -> bool:
        """Whether something is left to search."""
        return bool(self.control[fields.DEPTH] >= self.control[fields.BASE])

    def go_on(self) -> Counts:
        """Search until all is searched, the budget is spent, or the solutions may fill their array; what was done."""
        fields.search(*self.arrays)
        return Counts(*self.control[[fields.EXPANDED, fields.GENERATED]].tolist())

    def end(self) -> None:
        """Leave what is left."""
        self.control[fields.DEPTH] = self.control[fields.BASE] - 1

    def paths(self) -> list[Path]:
        """The solutions, as moves from the node that the search began with; then there is room for others."""
        rows = self.solutions[: self.control[fields.FOUND]].tolist()
        self.control[fields.FOUND] = 0
        return [tuple(row[: row[-1]]) for row in rows]

    def left(self, done: Counts) -> Iterator[tuple[Path | None, Counts]]:
        """The nodes that are still to be searched, in move order, as moves from the one that the search began with.

        With each comes what was done before it and after the one before; with None, at the end, what was done after
        all. `done` is all that was done below that node.
        """
        base, depth = (int(self.control[field]) for field in (fields.BASE, fields.DEPTH))
        levels = self._levels[: depth + 1].tolist()
        levels[depth][fields.BEGIN] = levels[depth][fields.END]
        links = [self._links[each, : levels[each][fields.COUNT]].tolist() for each in range(depth + 1)]
        under_way = [
            links[each][node][lookups.MADE] for each in range(base, depth)
            for node in range(levels[each][fields.BEGIN], levels[each][fields.END])
        ]  # fmt: skip
        made = [each for each in under_way if each != lookups.NOT_EXPANDED]
        before = Counts(done.expanded - len(made), done.generated - sum(made))

        def walk(at: int, path: Path, nodes: Sequence[int]) -> Iterator[Path | int]:
            """The nodes that are left, and between them what was made of each one that was expanded."""
            for node in nodes:
                way = (*path, links[at][node][lookups.MOVE]) if at > base else ()
                if node >= levels[at][fields.END]:
                    yield way
                elif node >= levels[at][fields.BEGIN]:
                    yield links[at][node][lookups.MADE]
                    yield from walk(at + 1, way, children[at + 1].get(node, ()))

        children = [_by_parent(each) for each in links]
        for found in walk(base, (), range(levels[base][fields.COUNT])):
            if isinstance(found, tuple):
                yield found, before
                before = NOTHING
            elif found != lookups.NOT_EXPANDED:
                before = before.plus(Counts(1, found))
        yield None, before


def warm_up(entries: Entries) -> None:
    """Have the kernels compiled, or loaded, before any time is taken."""
    goal = np.arange(entries.form.points)
    stack = Stack(entries, Machines(np.zeros((1, len(entries.by)), np.uint32)), goal, 0)
    stack.begin(0, TurnsNode(entries.form.state(goal.tolist()), (0, 0)))
    stack.go_on()


def _by_parent(links: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for node, link in enumerate(links):
        found.setdefault(link[lookups.PARENT], []).append(node)
    return found
