"""Best-first search by a network's estimates at native speed, in as much memory as it may use."""

from dataclasses import replace

import numpy as np

from pybridge.arrays import Array
from pybridge.facts import State
from pybridge.facts.model import Facts
from pybridge.limits import OnProgress
from pybridge.memory import available_memory
from pybridge.puzzles import Move, Pruning
from pybridge.search import best_first as plain
from pybridge.search.kernels.networks import best_first as fields
from pybridge.search.kernels.networks.best_first import Nodes
from pybridge.search.native.networks.arrays import NetworkArrays, aligned, scratch
from pybridge.search.native.networks.searcher import Prepare, Walk
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import ONE, Task

_OF_NODES = ("contents", "g", "h", "parents", "steps", "states", "marks")
"""The arrays with a row for each node."""
_FIRST_ROOM = 1 << 16
_SHARE = 2
"""Nodes may take one part in this many of the free memory, or of the limit; they exist twice while they grow."""
_BUDGET = 1 << 14
"""Nodes between two looks at the limits."""


class AStar:
    """Searches of many starts, one after the other, which share what a task needs, and the memory of nodes.

    Kernels keep the nodes in arrays that grow until they have as much memory as they may use.
    """

    def __init__(self, task: Task[Facts], report: OnProgress, prepare: Prepare[Facts]) -> None:
        """Prepare for a task, and for others that differ in start and limits of time.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
        """
        plain.require(task)
        self._walks = prepare(replace(task, pruning=Pruning.INVERSE), report)
        walk = self._walks(task.start)
        self.heuristic, self.pruning = walk.heuristic, walk.pruning
        features, settings = walk.heuristic.features, task.best_first
        self._settings, self._memory = settings, task.limits.memory
        self._fan = int(walk.ways.shape[1])
        self._content = np.dtype(np.uint8 if max(features.sizes, default=0) <= 256 else np.int16)
        self._goal = np.array(features.goal, self._content)
        shared = NetworkArrays(walk.heuristic)
        self._weights, self._steps = shared.weights, shared.steps
        self._scratch = scratch(self._weights, self._steps)
        self._accumulators = aligned(np.zeros((2, len(self._weights.first_bias)), np.int16))
        self._control = np.zeros(fields.FIELDS, np.int64)
        self._control[: len(shared.control)] = shared.control
        self._control[[fields.BATCH, fields.WEIGHT]] = settings.batch, settings.weight
        self._batch = np.zeros(settings.batch, np.int64)
        self._most = self._most_nodes() if settings.room is None else settings.room
        self._nodes = self._arrays(min(_FIRST_ROOM, self._most))
        self._start_over(walk, task.start)
        self._warm_up()

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, which must be solvable."""
        walk = self._walks(task.start)
        self._start_over(walk, task.start)
        return plain.search(task, tally, "native", self, walk.heuristic, walk.grow)

    def _start_over(self, walk: Walk, start: State) -> None:
        """Be ready to search from a start."""
        self._walk, self.left = walk, False
        self._start = np.array(walk.heuristic.features.contents(start), self._content)
        self._control[[fields.LENGTH, fields.MOST]] = -1
        self._control[fields.LAST] = 0

    @property
    def best(self) -> tuple[Move, ...] | None:
        """The shortest solution so far."""
        if self._control[fields.LENGTH] < 0:
            return None
        if not self._control[fields.LENGTH]:
            return ()
        path, node = [int(self._control[fields.LAST_STEP])], int(self._control[fields.LAST])
        while node:
            path.append(int(self._nodes.steps[node]))
            node = int(self._nodes.parents[node])
        return self._walk.moves(path[::-1])

    def proved(self) -> int:
        """A network proves nothing."""
        return 0

    def _warm_up(self) -> None:
        """Have the kernels compiled, or loaded, before any time is taken."""
        self._begin()
        self._control[fields.BUDGET] = 0
        self._go_on()

    def run(self, tally: Tally) -> None:
        """Search until no open node can lead to a shorter solution, judging by f. Raises Stopped."""
        tally.evaluated = 0
        at_goal = np.array_equal(self._start, self._goal)
        if not tally.begin(0 if at_goal else self._begin()):
            return
        if at_goal:
            self._control[fields.LENGTH] = 0
            return
        tally.evaluated, here = 1, self._control
        here[fields.BUDGET] = _BUDGET
        if tally.last_threshold is not None:
            here[fields.MOST] = tally.last_threshold
        while True:
            before = int(here[fields.NODES])
            self._go_on()
            tally.expanded += int(here[fields.EXPANDED])
            tally.generated += int(here[fields.GENERATED])
            tally.evaluated += int(here[fields.NODES]) - before
            if here[fields.LENGTH] >= 0:
                tally.best = int(here[fields.LENGTH])
            tally.check()
            if not here[fields.TAKEN] or not self._has_room():
                return

    def _begin(self) -> int:
        """Make the node of the start; return its estimate."""
        nodes = self._nodes
        nodes.contents[0], nodes.parents[0], nodes.states[0] = self._start, -1, self._walk.start
        nodes.g[0] = 0
        nodes.slots.fill(-1)
        fields.open_first(self._control, self._steps, self._weights, nodes, self._accumulators, self._scratch)
        fields.enter(nodes, 1)
        return int(nodes.h[0])

    def _go_on(self) -> None:
        walk = self._walk
        fields.search(
            self._control, self._goal, walk.ways, walk.following, self._steps, self._weights, self._nodes,
            self._accumulators, self._scratch, self._batch,
        )  # fmt: skip

    def _has_room(self) -> bool:
        """Make room for another batch, if there is none; False if memory is full of nodes that must be kept."""
        here, room = self._control, int(self._control[fields.ROOM])
        if here[fields.ENTRIES] + self._more > len(self._nodes.heap):
            self._keep(self._valid())
        if here[fields.NODES] < room:
            return True
        if room < self._most:
            old = self._nodes
            self._nodes = self._arrays(min(2 * room, self._most))
            for name in _OF_NODES:
                count = here[fields.NODES]
                getattr(self._nodes, name)[:count] = getattr(old, name)[:count]
            self._nodes.heap[: here[fields.ENTRIES]] = old.heap[: here[fields.ENTRIES]]
            fields.enter(self._nodes, here[fields.NODES])
            return True
        keys = self._valid()
        self._nodes.marks[self._numbers(keys[len(keys) // 2 :])] &= fields.CLOSED
        self._keep(keys[: len(keys) // 2])
        self._forget()
        self.left = True
        return bool(here[fields.ENTRIES] and here[fields.NODES] < room - room // 4)

    def _numbers(self, keys: Array) -> Array:
        return (fields.MOST_NODES - (keys & np.uint64(fields.MOST_NODES))).astype(np.int64)

    def _valid(self) -> Array:
        """The keys of open nodes, the best first."""
        nodes = self._nodes
        keys = np.sort(nodes.heap[: self._control[fields.ENTRIES]])
        numbers = self._numbers(keys)
        g, h = (each[numbers].astype(np.uint64) for each in (nodes.g, nodes.h))
        f = ONE * g + np.uint64(self._settings.weight) * h
        is_open = nodes.marks[numbers] & fields.OPEN > 0
        found: Array = keys[is_open & (keys >> np.uint64(fields.NUMBER_BITS + fields.H_BITS) == f)]
        return found

    def _keep(self, keys: Array) -> None:
        """Make keys in ascending order, which are a heap as they are, all that there are."""
        self._nodes.heap[: len(keys)], self._control[fields.ENTRIES] = keys, len(keys)

    def _forget(self) -> None:
        """Remove the nodes that are neither open nor expanded, and renumber the others, in their order."""
        here, nodes = self._control, self._nodes
        count, entries = int(here[fields.NODES]), int(here[fields.ENTRIES])
        kept = nodes.marks[:count] > 0
        number = np.cumsum(kept) - 1
        for name in _OF_NODES:
            array = getattr(nodes, name)
            array[: number[-1] + 1] = array[:count][kept]
        parents = nodes.parents[1 : number[-1] + 1]
        parents[:] = number[parents]
        keys = nodes.heap[:entries]
        numbers = number[self._numbers(keys)].astype(np.uint64)
        keys[:] = (keys | np.uint64(fields.MOST_NODES)) - numbers
        here[fields.NODES], here[fields.LAST] = number[-1] + 1, number[here[fields.LAST]]
        nodes.slots.fill(-1)
        fields.enter(nodes, here[fields.NODES])

    @property
    def _more(self) -> int:
        """The most nodes that a batch can add."""
        return self._settings.batch * self._fan

    def _most_nodes(self) -> int:
        memory = available_memory() if self._memory is None else min(self._memory, available_memory())
        each = len(self._goal) * self._content.itemsize + 15 + 4 * 4 + 2 * 8
        return int(min(max(memory // _SHARE // each, 2), fields.MOST_NODES - self._more))

    def _arrays(self, room: int) -> Nodes:
        """Arrays for this many nodes, and for another batch."""
        self._control[fields.ROOM] = room
        size = room + self._more + 1
        return Nodes(
            np.zeros((size, len(self._goal)), self._content),
            np.zeros(size, np.int16),
            np.zeros(size, np.int16),
            np.zeros(size, np.int32),
            np.zeros(size, np.int16),
            np.zeros(size, np.int32),
            np.zeros(size, np.uint8),
            np.full(1 << (2 * size - 1).bit_length(), -1, np.int32),
            np.zeros(2 * size + self._more, np.uint64),
        )
