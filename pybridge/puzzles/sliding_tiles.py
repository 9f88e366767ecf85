"""Sliding tiles on any board graph: one blank, and a tile beside it moves in."""

from collections.abc import Iterator

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move, Pruning

Board = tuple[int, ...]


class SlidingPuzzle:
    """One start state of a sliding puzzle. A state is a tuple with one entry a cell, 0 = the blank."""

    pruning = Pruning.INVERSE_MOVE

    def __init__(self, facts: SlidingFacts, start: Board) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        self._neighbors = facts.neighbors

    def is_goal(self, state: Board) -> bool:
        """Whether the state is one of the goals."""
        return state in self._goals

    def successors(self, state: Board, last: Move | None) -> Iterator[tuple[Move, Board]]:
        """Every neighbour of the blank moves in, but for the tile that `last` moved."""
        blank = state.index(0)
        undo = None if last is None else last.target
        for cell in self._neighbors[blank]:
            if cell == undo:
                continue
            board = list(state)
            board[blank], board[cell] = board[cell], 0
            yield Move(state[cell], cell, blank), tuple(board)
