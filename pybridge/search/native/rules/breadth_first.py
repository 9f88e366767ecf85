"""Breadth-first search of a task of rules: layers of packed states, and the way back from the first goal."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.search.census.hashed import Queue
from pybridge.search.kernels import rules as kernels
from pybridge.search.kernels.layers import RulesOfRules
from pybridge.search.layers.forward import LayerRules
from pybridge.search.layers.shortest import wanted
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.solution import NOT_FOUND, Shortest, Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task
from pybridge.search.threads import Searchers

_ROOM = 1 << 12
"""States that a queue has room for at the beginning; it grows."""


@dataclass(frozen=True, slots=True)
class BreadthFirst:
    """Breadth-first searches of one puzzle, from any start."""

    facts: RulesFacts
    packed: PackedRules
    heuristic: None = None
    pruning: Prune | None = None

    def warm_up(self, start: Values) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""
        queue = Queue(self.packed, _ROOM)
        queue.warm_up()
        queue.add(self.packed.pack([start]))
        self.packed.goals_among(queue.rows)
        before_in(self.packed, queue, [0, 0], 0)

    def searchers(self, task: Task) -> Searchers:
        """It cannot be cut into packets."""
        raise UnavailableProgramError("breadth_first searches in one thread; several need ida_star")

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, and account for it in a fresh tally."""
        outcome, found = Outcome.UNSOLVABLE, NOT_FOUND
        try:
            path = self._path(task, tally)
            if path is not None:
                outcome, found = Outcome.SOLVED, Shortest(None, (moves_of(self.facts, path),))
                found = wanted(found, lambda: rules_of(self.facts, self.packed, task.start), task, tally)
            elif task.last_threshold is not None:
                outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
        except Stopped as stopped:
            outcome = stopped.outcome
        except MemoryError:
            outcome = Outcome.MEMORY_LIMIT
        tally.end(completed=False)
        return Solution(
            task.facts.name, task.start_name, task.program, "native", outcome, found.solutions, tuple(tally.iterations),
            sum(iteration.seconds for iteration in tally.iterations),
            every=task.wanted.every and len(found.solutions) == found.count,
            count=found.count,
            layers=tally.layers,
        )  # fmt: skip

    def _path(self, task: Task, tally: Tally) -> list[Values] | None:
        """The states from the start to the first goal of the first layer that has one; None if there is none."""
        queue, ends = Queue(self.packed, _ROOM), [0]
        queue.warm_up()
        queue.add(self.packed.pack([task.start]))
        while queue.states > ends[-1] and tally.begin(len(ends) - 1):
            layer = queue.rows[ends[-1] : queue.states]
            goals = np.flatnonzero(self.packed.goals_among(layer))
            if len(goals):
                tally.end(completed=False)
                return before_in(self.packed, queue, ends, ends[-1] + int(goals[0]))[::-1]
            ends.append(queue.states)
            _expand(queue, ends, tally)
            tally.end(completed=True)
        return None


def before_in(packed: PackedRules, queue: Queue, ends: Sequence[int], number: int) -> list[Values]:
    """The path from a state of the queue back: before each state, the first of the layer before that leads to it."""
    rows, path = queue.rows, [number]
    children = np.empty((packed.fan, rows.shape[1]), np.uint64)
    for first, last in reversed(list(pairwise(ends))):
        if path[-1] < first:
            continue  # layers may have been begun that the state does not belong to
        state = rows[path[-1]].copy()
        found = kernels.first_before(
            rows, np.uint64(first), np.uint64(last), state, children, packed.tables, packed.width
        )
        path.append(int(found))
    return packed.unpack(rows[path])


def _expand(queue: Queue, ends: Sequence[int], tally: Tally) -> None:
    """Expand the last layer, and count it."""
    before = queue.next, queue.made
    try:
        queue.expand(ends[-1], len(ends) - 1, tally.check)
    finally:
        tally.expanded += queue.next - before[0]
        tally.generated += queue.made - before[1]


def moves_of(facts: RulesFacts, states: Sequence[Values]) -> tuple[Move, ...]:
    """The first move between each state of a path and the next."""
    return tuple(
        next(move for move, after in facts.form.successors(before) if after == wanted)
        for before, wanted in pairwise(states)
    )


def rules_of(facts: RulesFacts, packed: PackedRules, start: Values) -> LayerRules:
    """The rules as layers take them; a move's label is its place among those of its state."""
    row = packed.pack([start])[0]

    def moves(labels: Sequence[int]) -> tuple[Move, ...]:
        state, found = start, []
        for label in labels:
            move, state = facts.form.successors(state)[label]
            found.append(move)
        return tuple(found)

    return LayerRules(
        lambda threshold: row,
        row[None][:0],
        0,
        packed.layout.words,
        packed.fan,
        RulesOfRules(packed.width, packed.tables),
        moves,
        ends=packed.goals_among,
    )
