"""Compiled searches for tasks of which more is known: from both ends, and depth first where one length is all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.outcome import Outcome
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.search.census.hashed import Queue
from pybridge.search.native.rules.breadth_first import before_in, moves_of
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task
from pybridge.search.threads import Searchers

_ROOM = 1 << 12


@dataclass(frozen=True, slots=True)
class OneWay:
    """A search that finds one shortest solution, from any start of one puzzle."""

    facts: RulesFacts
    packed: PackedRules
    program: str
    heuristic: Any = None
    pruning: Prune | None = None

    def searchers(self, task: Task) -> Searchers:
        """It cannot be cut into packets."""
        raise UnavailableProgramError(f"{self.program} searches in one thread; several need ida_star")

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, and account for it in a fresh tally."""
        outcome, path = Outcome.UNSOLVABLE, None
        length = self.heuristic.length(task.start) if self.heuristic else 0
        try:
            if self.heuristic is None:
                path = _Meeting(self.packed, self.facts.goals, task, tally).path()
            elif length is not None:
                path = _Dive(self.packed, task, tally).path(length)
            if path is not None:
                outcome = Outcome.SOLVED
            elif task.last_threshold is not None:
                outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
        except Stopped as stopped:
            outcome = stopped.outcome
        except MemoryError:
            outcome = Outcome.MEMORY_LIMIT
        tally.end(completed=False)
        return Solution(
            task.facts.name, task.start_name, task.program, "native", outcome,
            () if path is None else (moves_of(self.facts, path),), tuple(tally.iterations),
            sum(iteration.seconds for iteration in tally.iterations),
            initial_bound=length or 0,
            heuristic=self.heuristic.name if self.heuristic else None,
        )  # fmt: skip


class _Meeting:
    """Layers from the start and from the goals until they meet."""

    def __init__(self, packed: PackedRules, goals: Sequence[Values], task: Task, tally: Tally) -> None:
        self._packed, self._tally = packed, tally
        self._queues = Queue(packed, _ROOM), Queue(packed, _ROOM)
        self._queues[0].warm_up()
        self._queues[0].add(packed.pack([task.start]))
        self._queues[1].add(packed.pack(goals))
        self._ends: tuple[list[int], list[int]] = [0], [0]

    def path(self) -> list[Values] | None:
        """The states of a shortest solution; None if there is none. Raises Stopped."""
        forward, backward = self._queues
        moves = 0
        while all(queue.states > ends[-1] for queue, ends in zip(self._queues, self._ends, strict=True)):
            if not self._tally.begin(moves):
                return None
            layer = forward.rows[self._ends[0][-1] : forward.states]
            met = np.flatnonzero(backward.find(layer) > self._ends[1][-1])
            if len(met):
                self._tally.end(completed=False)
                return self._joined(layer[int(met[0])])
            sizes = [queue.states - ends[-1] for queue, ends in zip(self._queues, self._ends, strict=True)]
            self._grow(0 if sizes[0] <= sizes[1] else 1)
            self._tally.end(completed=True)
            moves += 1
        return None

    def _grow(self, which: int) -> None:
        queue, ends = self._queues[which], self._ends[which]
        ends.append(queue.states)
        before = queue.next, queue.made
        try:
            queue.expand(ends[-1], len(ends) - 1, self._tally.check)
        finally:
            self._tally.expanded += queue.next - before[0]
            self._tally.generated += queue.made - before[1]

    def _joined(self, row: Any) -> list[Values]:
        """The path through the state where both ends meet."""
        halves = []
        for queue, ends in zip(self._queues, self._ends, strict=True):
            number = int(queue.find(row[None])[0]) - 1
            halves.append(before_in(self._packed, queue, ends, number))
        return halves[0][::-1] + halves[1][1:]


class _Dive:
    """Depth first with all states remembered."""

    def __init__(self, packed: PackedRules, task: Task, tally: Tally) -> None:
        self._packed, self._tally = packed, tally
        self._queue = Queue(packed, _ROOM)
        self._queue.warm_up()
        self._queue.add(packed.pack([task.start]))

    def path(self, length: int) -> list[Values] | None:
        """The states of a solution; None if there is none. Raises Stopped."""
        if not self._tally.begin(length):
            return None
        before, tally = self._queue.dive(self._count), self._tally
        tally.end(completed=before is None)
        return None if before is None else self._packed.unpack(self._queue.rows[before])

    def _count(self, expanded: int, generated: int) -> None:
        self._tally.expanded += expanded
        self._tally.generated += generated
        self._tally.check()
