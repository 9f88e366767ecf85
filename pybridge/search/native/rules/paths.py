"""Compiled programs of rules that find one path: what they have in common, and how its states become moves."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from pybridge.heuristics.protocol import Heuristic
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Pruning, puzzle_from
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.search.from_both_ends import moves_of
from pybridge.search.kernels.layers import RulesMoves
from pybridge.search.layers.forward import LayerMoves
from pybridge.search.layers.shortest import all_shortest
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.solution import NOT_FOUND, Shortest, Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task


class PathSearch(Protocol):
    """A search from one start. No solution is shorter than `bound`, which is known before the search."""

    @property
    def bound(self) -> int: ...

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken; nothing is searched."""

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a shortest solution; None if there is none, or none that the tally allows. Raises Stopped."""


class PathProgram:
    """A program that finds a path, from any start of one puzzle."""

    pruning: Pruning | None = None

    def __init__(
        self,
        task: Task[RulesFacts],
        packed: PackedRules,
        begin: Callable[[Values], PathSearch],
        heuristic: Heuristic | None = None,
    ) -> None:
        """`begin` is ready to search from a start."""
        self.heuristic = heuristic
        self._facts, self._packed, self._begin = task.facts, packed, begin
        begin(task.start).warm_up()

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, and account for it in a fresh tally."""
        search: PathSearch | None = None
        found = NOT_FOUND
        try:
            search = self._begin(task.start)
            path = search.path(tally)
            outcome = task.without_solution if path is None else Outcome.SOLVED
            if path is not None:
                found = Shortest(None, (moves_of(puzzle_from(self._facts, task.start), path),))
                if task.wanted.every:
                    found = all_shortest(layer_moves(self._facts, self._packed, task.start), len(path) - 1, task, tally)
        except Stopped as stopped:
            outcome = stopped.outcome
        except MemoryError:
            outcome = Outcome.MEMORY_LIMIT
        return replace(
            tally.close(task, "native", outcome, found.solutions),
            every=task.wanted.every and len(found.solutions) == found.count,
            count=task.counted(outcome, found.count),
            initial_bound=search.bound if search else 0,
            heuristic=self.heuristic.name if self.heuristic else None,
        )


def layer_moves(facts: RulesFacts, packed: PackedRules, start: Values) -> LayerMoves:
    """The moves of a task as layers take them; a move's label is its place among those of its state."""
    row = packed.pack([start])[0]

    def moves(labels: Sequence[int]) -> tuple[Move, ...]:
        state, found = start, []
        for label in labels:
            move, state = facts.form.successors(state)[label]
            found.append(move)
        return tuple(found)

    return LayerMoves(
        lambda threshold: row,
        row[None][:0],
        0,
        packed.layout.words,
        packed.fan,
        RulesMoves(packed.width, packed.tables),
        moves,
        ends=packed.goals_among,
    )
