"""Moves pruned by a finite-state machine: states are pairs, of a puzzle's state and the machine's."""

from collections.abc import Callable, Iterator
from typing import Any

from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles import Move, Pruning, Puzzle

Pair = tuple[Any, int]


class PrunedPuzzle:
    """A puzzle without the moves that a machine rejects.

    `accept(pair, move)` returns the machine's state after a move, or None if it rejects the move.
    """

    pruning = Pruning.INVERSE_MOVE

    def __init__(self, puzzle: Puzzle, machine: int, accept: Callable[[Pair, Move], int | None]) -> None:
        """`machine` is the machine's first state."""
        self.start: Pair = (puzzle.start, machine)
        self._puzzle, self._accept = puzzle, accept

    def is_goal(self, state: Pair) -> bool:
        """Whether the puzzle's state is a goal."""
        return self._puzzle.is_goal(state[0])

    def successors(self, state: Pair, last: Move | None) -> Iterator[tuple[Move, Pair]]:
        """The moves that the machine accepts."""
        for move, successor in self._puzzle.successors(state[0], None):
            after = self._accept(state, move)
            if after is not None:
                yield move, (successor, after)


class OfPairs:
    """A heuristic for the pairs of a pruned puzzle."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.heuristic = heuristic
        self.name, self.source = heuristic.name, heuristic.source
        self.admissible, self.consistent = heuristic.admissible, heuristic.consistent

    def estimate(self, state: Pair) -> int:
        """Compute h of a state from scratch."""
        return self.heuristic.estimate(state[0])

    def after(self, h: int, move: Move, state: Pair) -> int:
        """h of `state` after `move`, given the h of the state before."""
        return self.heuristic.after(h, move, state[0])
