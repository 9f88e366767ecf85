"""A puzzle without the moves that a pruning machine rejects, and heuristics that do not mind."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from pybridge.facts import SlidingFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.tables.sequences import SequencePruning
from pybridge.tables.table import Table

Pair: TypeAlias = tuple[Any, int]


class PrunedPuzzle:
    """A sliding puzzle whose states are pairs: the board, and the state of a machine that has seen the blank's walk."""

    pruning = Pruning.INVERSE_MOVE

    def __init__(self, facts: SlidingFacts, puzzle: Puzzle, machine: Table, first: Sequence[int]) -> None:
        """The first move must be from one of the cells `first`."""
        self._puzzle, self._machine = puzzle, SequencePruning(facts.neighbors, machine)
        self._slots = [{cell: slot for slot, cell in enumerate(near)} for near in facts.neighbors]
        self._first = frozenset(first)
        board: Any = puzzle.start
        self.start: Pair = (board, self._machine.start(board.index(0)))

    def is_goal(self, state: Pair) -> bool:
        """Whether the board is one of the goals."""
        return self._puzzle.is_goal(state[0])

    def successors(self, state: Pair, last: Move | None) -> Iterator[tuple[Move, Pair]]:
        """The moves that the machine accepts."""
        board, walked = state
        for move, successor in self._puzzle.successors(board, None):
            after = self._machine.after(walked, self._slots[int(move.target)][int(move.source)])
            if after is not None and (state != self.start or move.source in self._first):
                yield move, (successor, after)


class OfBoards:
    """A heuristic for the pairs of a pruned puzzle."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.heuristic = heuristic
        self.name, self.source = heuristic.name, heuristic.source
        self.admissible, self.consistent = heuristic.admissible, heuristic.consistent

    def estimate(self, state: Pair) -> int:
        """h of a state, from scratch."""
        return self.heuristic.estimate(state[0])

    def after(self, h: int, move: Move, state: Pair) -> int:
        """h of `state`, to which `move` led from a state whose h is given."""
        return self.heuristic.after(h, move, state[0])
