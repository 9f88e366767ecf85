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
        tiles = range(max(start, default=0) + 1)
        # For each blank cell its neighbours in move order, each with the moves of all tiles, made once.
        self._ways = tuple(
            tuple((cell, tuple(Move(tile, cell, blank) for tile in tiles)) for cell in cells)
            for blank, cells in enumerate(facts.neighbors)
        )

    def is_goal(self, state: Board) -> bool:
        """Whether the state is one of the goals."""
        return state in self._goals

    def successors(self, state: Board, last: Move | None) -> Iterator[tuple[Move, Board]]:
        """Every neighbour of the blank moves in, but for the tile that `last` moved."""
        blank = state.index(0)
        undo = None if last is None else last.target
        for cell, moves in self._ways[blank]:
            if cell == undo:
                continue
            board = list(state)
            tile = board[cell]
            board[blank], board[cell] = tile, 0
            yield moves[tile], tuple(board)
