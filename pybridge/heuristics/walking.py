"""Walking distance: the moves from row to row and from column to column, each as if the tiles of a line were equal."""

from collections.abc import Sequence

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.tables.grid import Grid, grid
from pybridge.tables.table import Table
from pybridge.tables.walking import WalkingRecipe, number_of


def recipes(board: Grid) -> tuple[WalkingRecipe, WalkingRecipe]:
    """The recipes of the vertical and of the horizontal table, which are equal where the board and goal allow it.

    Raises UnfitHeuristicError if a table would be too large.
    """
    row, column = board.goal_places[0]
    return WalkingRecipe(board.rows, board.columns, row), WalkingRecipe(board.columns, board.rows, column)


class WalkingDistance:
    """The sum of two distances that were looked up: one counts vertical moves only, the other horizontal ones only.

    Neither is more than a solution's moves in that direction, for these solve what is left of the board when tiles that
    belong in one line are equal. A move goes along a link of one direction, so that its distance changes by 1, and
    leaves the other as it is: the sum is consistent.
    """

    name = "walking"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, facts: SlidingFacts, vertical: Table, horizontal: Table) -> None:
        """Take the tables of `recipes`; BrokenTableError if they are others, UnfitHeuristicError if there are none."""
        board = grid(facts, "the heuristic walking")
        self.tables = (vertical, horizontal)
        self._places = board.places
        self._vertical = _Direction(board, 0, vertical)
        self._horizontal = _Direction(board, 1, horizontal)
        if not (self._vertical.begins_with(facts.goals[0]) and self._horizontal.begins_with(facts.goals[0])):
            raise BrokenTableError(f"the tables of walking distance are not those of {facts.name}")

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state, from scratch. Raises UnfitHeuristicError as `numbers` does."""
        return sum(self.directions(state))

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, to which `move` led from a state whose h is given."""
        source, target = self._places[int(move.source)], self._places[int(move.target)]
        direction = self._vertical if source[0] != target[0] else self._horizontal
        return h + direction.change(state, int(move.source), int(move.target))

    def directions(self, state: Sequence[int]) -> tuple[int, int]:
        """The bounds of the vertical and of the horizontal moves, whose sum is h."""
        vertical, horizontal = self.numbers(state)
        return int(self._vertical.distance[vertical]), int(self._horizontal.distance[horizontal])

    def numbers(self, state: Sequence[int]) -> tuple[int, int]:
        """The numbers of the state in the vertical and in the horizontal table.

        On a board of one row or column, UnfitHeuristicError where the tiles' order is not the goal's.
        """
        return self._vertical.number(state), self._horizontal.number(state)


class _Direction:
    """The rows of a board (axis 0), or its columns (axis 1), and their table."""

    def __init__(self, board: Grid, axis: int, table: Table) -> None:
        self.distance, self._link = table.arrays["distance"], table.arrays["link"]
        self._table = table
        self._lines = (board.rows, board.columns)[axis]
        self._line = [place[axis] for place in board.places]
        self._home = [place[axis] for place in board.goal_places]
        self._numbers: dict[bytes, int] = {}

    def begins_with(self, goal: Sequence[int]) -> bool:
        """Whether the goal is the table's state 0."""
        first: bytes = self._table.arrays["counts"][0].tobytes()
        return first == self._counts(goal)

    def number(self, state: Sequence[int]) -> int:
        """The number of a state, which is searched for once."""
        counts = self._counts(state)
        if counts not in self._numbers:
            try:
                self._numbers[counts] = number_of(self._table, counts)
            except KeyError:
                why = "does not fit a state from which no moves lead to the goal"
                raise UnfitHeuristicError(f"the heuristic walking {why}; try another start") from None
        return self._numbers[counts]

    def change(self, state: Sequence[int], source: int, target: int) -> int:
        """How the distance has changed by the move that led to the state: the move back is one of its links."""
        new = self.number(state)
        behind = self._line[target] > self._line[source]
        old = self._link[new, behind * self._lines + self._home[state[target]]]
        return int(self.distance[new]) - int(self.distance[old])

    def _counts(self, state: Sequence[int]) -> bytes:
        counts = bytearray(self._lines**2)
        for cell, tile in enumerate(state):
            if tile:
                counts[self._line[cell] * self._lines + self._home[tile]] += 1
        return bytes(counts)
