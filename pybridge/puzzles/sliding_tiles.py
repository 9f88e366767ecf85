"""Sliding tiles on any board graph: a tile next to the blank moves into it."""

from collections.abc import Iterator

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move, Pruning

Board = tuple[int, ...]


class SlidingPuzzle:
    """One start state of a sliding puzzle. A state is a tuple with one entry per cell; 0 is the blank."""

    pruning = Pruning.INVERSE_MOVE

    def __init__(self, facts: SlidingFacts, start: Board) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        tiles = range(max(start, default=0) + 1)
        # For each blank cell, its neighbors in move order, each with the moves of all tiles, created once.
        self._ways = tuple(
            tuple((cell, tuple(Move(tile, cell, blank) for tile in tiles)) for cell in cells)
            for blank, cells in enumerate(facts.neighbors)
        )

    def is_goal(self, state: Board) -> bool:
        """Whether the state is one of the goals."""
        return state in self._goals

    def successors(self, state: Board, last: Move | None) -> Iterator[tuple[Move, Board]]:
        """Moves of each tile next to the blank, except of the tile that moved last."""
        blank = state.index(0)
        undo = None if last is None else last.target
        for cell, moves in self._ways[blank]:
            if cell == undo:
                continue
            board = list(state)
            tile = board[cell]
            board[blank], board[cell] = tile, 0
            yield moves[tile], tuple(board)
