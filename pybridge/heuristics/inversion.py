"""Inversion distance: how often tiles must pass others, and how many others a move passes."""

from bisect import bisect, insort
from collections.abc import Sequence

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.tables.grid import Grid, grid


class InversionDistance:
    """The least vertical moves that can undo the inversions of the rows, and the least horizontal ones of the columns.

    Read the tiles row by row without the blank, each as its place in the goal read likewise. A horizontal move changes
    nothing; a vertical one carries a tile past the others of a line, one less than the columns, so that it changes the
    inversions by no more than that. And there are an even number of vertical moves if the blank is an even number of
    rows from its goal, else an odd one. A move changes the parity, and the bound by 1: it is consistent.
    """

    name = "inversion"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, facts: SlidingFacts) -> None:
        """Raises UnfitHeuristicError if the board is no full rectangle of distinct tiles with one goal."""
        board = grid(facts, "the heuristic inversion")
        self._vertical = _Reading(board, axis=0)
        self._horizontal = _Reading(board, axis=1)

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state, from scratch."""
        return sum(self.directions(state))

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, from scratch: the h before does not tell the inversions that there were."""
        return self.estimate(state)

    def inversions(self, state: Sequence[int]) -> tuple[int, int]:
        """The inversions row by row, which vertical moves change, and column by column."""
        return self._vertical.inversions(state), self._horizontal.inversions(state)

    def directions(self, state: Sequence[int]) -> tuple[int, int]:
        """The bounds of the vertical and of the horizontal moves, whose sum is h."""
        return self._vertical.least_moves(state), self._horizontal.least_moves(state)


class _Reading:
    """A board read row by row (axis 0) or column by column (axis 1)."""

    def __init__(self, board: Grid, axis: int) -> None:
        def read(place: tuple[int, int]) -> tuple[int, int]:
            return place[axis], place[1 - axis]

        tiles = range(1, len(board.places))
        self._order = sorted(range(len(board.places)), key=lambda cell: read(board.places[cell]))
        in_goal = sorted(tiles, key=lambda tile: read(board.goal_places[tile]))
        self._rank = {tile: rank for rank, tile in enumerate(in_goal)}
        self._passed = (board.columns, board.rows)[axis] - 1
        self._away = [abs(place[axis] - board.goal_places[0][axis]) for place in board.places]

    def inversions(self, state: Sequence[int]) -> int:
        """The pairs of tiles that come in the other order than in the goal."""
        found, seen = 0, list[int]()
        for cell in self._order:
            if state[cell]:
                rank = self._rank[state[cell]]
                found += len(seen) - bisect(seen, rank)
                insort(seen, rank)
        return found

    def least_moves(self, state: Sequence[int]) -> int:
        """The least moves across the lines that can undo the inversions and bring the blank home."""
        least = -(-self.inversions(state) // self._passed) if self._passed else 0
        return least + (least - self._away[state.index(0)]) % 2
