"""Takahashi's bounds: inversion distance, walking distance, and the larger of both in each direction.

They count vertical and horizontal moves separately, and need a board that is a full rectangle.
"""

from bisect import bisect, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import TilesFacts
from pybridge.heuristics.protocol import FromScratch
from pybridge.puzzles.protocol import Move
from pybridge.store.table import Table
from pybridge.tables.walking import NONE, WalkingRecipe, number_of

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `rows` x `columns` cells with distinct tiles and one goal.

    `places[cell]` is (row, column) and `cell_at[row][column]` the cell, counted from 0 at the upper left corner;
    `goal_places[tile]` is the place of a tile in the goal, with the blank as tile 0.
    """

    rows: int
    columns: int
    places: tuple[Place, ...]
    goal_places: tuple[Place, ...]
    cell_at: tuple[tuple[int, ...], ...]


def grid(facts: TilesFacts, needed_by: str = "a heuristic of rows and columns") -> Grid:
    """The rectangle that the facts describe. `needed_by` is the subject of the message if they do not describe one.

    Raises UnfitHeuristicError for several goals, equal tiles, missing cells, and neighbors other than the cells that
    share a side.
    """
    reason = next(_misfits(facts), None)
    if reason is not None:
        raise UnfitHeuristicError(f"{needed_by} does not work for {facts.name}: {reason}; use manhattan")
    (goal,) = facts.goals
    cells = _cells(facts)
    rows, columns = max(cells)
    places = tuple(cells)  # in the order of the cells
    return Grid(
        rows=rows + 1,
        columns=columns + 1,
        places=places,
        goal_places=tuple(places[goal.index(tile)] for tile in range(len(cells))),
        cell_at=tuple(tuple(cells[row, column] for column in range(columns + 1)) for row in range(rows + 1)),
    )


def _cells(facts: TilesFacts) -> dict[Place, int]:
    """The cell at each place, counted from the uppermost row and the leftmost column."""
    top = min(row for row, _ in facts.cells)
    left = min(column for _, column in facts.cells)
    return {(row - top, column - left): cell for cell, (row, column) in enumerate(facts.cells)}


def _misfits(facts: TilesFacts) -> Iterator[str]:
    """The reasons why the facts are not a full rectangle, with cells, rows and columns numbered as in the facts."""
    if len(facts.goals) > 1:
        yield f"it has {len(facts.goals)} goals, but must have one"
    for tile, count in sorted(Counter(facts.goals[0]).items()):
        if count > 1:
            yield f"{count} tiles have number {tile}, but all must differ"
    cells = _cells(facts)
    rows, columns = (1 + max(place[axis] for place in cells) for axis in (0, 1))
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in cells:
                top, left = (min(place[axis] for place in facts.cells) for axis in (0, 1))
                yield f"it has no cell at row {top + row}, column {left + column}, but must be a full rectangle"
    yield from _neighbor_misfits(facts, cells)


def _neighbor_misfits(facts: TilesFacts, cells: dict[Place, int]) -> Iterator[str]:
    for (row, column), cell in sorted(cells.items()):
        sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        beside = {cells[side] for side in sides if side in cells}
        for other in sorted(beside - set(facts.neighbors[cell])):
            yield f"cells {cell} and {other} share a side but are not neighbors"
        for other in sorted(set(facts.neighbors[cell]) - beside):
            yield f"cells {cell} and {other} are neighbors but do not share a side"


class InversionDistance(FromScratch):
    """The fewest vertical moves to undo the inversions of the rows, plus the fewest horizontal ones for the columns.

    Read the tiles row by row without the blank, each as its position in the goal read the same way. A horizontal move
    changes nothing; a vertical move carries a tile past columns - 1 others, so it changes the number of inversions by
    at most that many. The number of vertical moves is even if the blank is an even number of rows from its goal,
    otherwise odd. A move changes the parity and changes the bound by 1, so the bound is consistent.
    """

    name = "inversion"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, facts: TilesFacts) -> None:
        """Raises UnfitHeuristicError unless the board is a full rectangle of distinct tiles with one goal."""
        board = grid(facts, "the heuristic inversion")
        self._vertical = _Reading(board, axis=0)
        self._horizontal = _Reading(board, axis=1)

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch."""
        return sum(self.directions(state))

    def inversions(self, state: Sequence[int]) -> tuple[int, int]:
        """The number of inversions row by row, which vertical moves change, and column by column."""
        return self._vertical.inversions(state), self._horizontal.inversions(state)

    def directions(self, state: Sequence[int]) -> tuple[int, int]:
        """The bounds for the vertical and the horizontal moves; h is their sum."""
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
        """The number of pairs of tiles that are in another order than in the goal."""
        found, seen = 0, list[int]()
        for cell in self._order:
            if state[cell]:
                rank = self._rank[state[cell]]
                found += len(seen) - bisect(seen, rank)
                insort(seen, rank)
        return found

    def least_moves(self, state: Sequence[int]) -> int:
        """The fewest moves across the lines that can undo the inversions and bring the blank home."""
        least = -(-self.inversions(state) // self._passed) if self._passed else 0
        return least + (least - self._away[state.index(0)]) % 2


def walking_recipes(board: Grid) -> tuple[WalkingRecipe, WalkingRecipe]:
    """The recipes of the vertical and the horizontal table, which are equal if the board and the goal are symmetric.

    Raises UnfitHeuristicError if a table would be too large.
    """
    row, column = board.goal_places[0]
    return WalkingRecipe(board.rows, board.columns, row), WalkingRecipe(board.columns, board.rows, column)


class WalkingDistance:
    """The sum of two table lookups: the distance in vertical moves and the distance in horizontal moves.

    Neither exceeds the moves of a solution in that direction, because those moves solve the board with all tiles of the
    same goal line equal. A move follows a link of one table and changes that distance by 1, and does not change the
    other, so the sum is consistent.
    """

    name = "walking"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, facts: TilesFacts, vertical: Table, horizontal: Table) -> None:
        """Use the tables of `walking_recipes`.

        Raises BrokenTableError for other tables, UnfitHeuristicError if the board is not a full rectangle.
        """
        board = grid(facts, "the heuristic walking")
        self.tables = (vertical, horizontal)
        self._places = board.places
        self._vertical = _Direction(board, 0, vertical)
        self._horizontal = _Direction(board, 1, horizontal)
        if not (self._vertical.begins_with(facts.goals[0]) and self._horizontal.begins_with(facts.goals[0])):
            raise BrokenTableError(f"these tables of walking distance do not belong to {facts.name}")

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch. Raises UnfitHeuristicError as `numbers` does."""
        return sum(self.directions(state))

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state` after `move`, given the h of the state before."""
        source, target = self._places[int(move.source)], self._places[int(move.target)]
        direction = self._vertical if source[0] != target[0] else self._horizontal
        return h + direction.change(state, int(move.source), int(move.target))

    def directions(self, state: Sequence[int]) -> tuple[int, int]:
        """The bounds for the vertical and the horizontal moves; h is their sum."""
        vertical, horizontal = self.numbers(state)
        return int(self._vertical.distance[vertical]), int(self._horizontal.distance[horizontal])

    def numbers(self, state: Sequence[int]) -> tuple[int, int]:
        """The numbers of the state in the vertical and the horizontal table.

        Raises UnfitHeuristicError on a board of one row or column if the tiles are not in the order of the goal.
        """
        return self._vertical.number(state), self._horizontal.number(state)


class _Direction:
    """The rows of a board (axis 0) or its columns (axis 1), with their table."""

    def __init__(self, board: Grid, axis: int, table: Table) -> None:
        self.distance, self._link = table.arrays["distance"], table.arrays["link"]
        self._table = table
        self._lines = (board.rows, board.columns)[axis]
        self._wide = min(board.rows, board.columns) > 1  # then every state can reach the goal
        self._line = [place[axis] for place in board.places]
        self._home = [place[axis] for place in board.goal_places]
        self._numbers: dict[bytes, int] = {}

    def begins_with(self, goal: Sequence[int]) -> bool:
        """Whether the goal is state 0 of the table."""
        first: bytes = self._table.arrays["counts"][0].tobytes()
        return first == self._counts(goal)

    def number(self, state: Sequence[int]) -> int:
        """The number of a state in the table (cached)."""
        counts = self._counts(state)
        if counts not in self._numbers:
            try:
                self._numbers[counts] = number_of(self._table, counts)
            except KeyError:
                if self._wide:
                    raise self._broken("a state") from None
                why = "does not work for an unsolvable state"
                raise UnfitHeuristicError(f"the heuristic walking {why}; try another start") from None
        return self._numbers[counts]

    def change(self, state: Sequence[int], source: int, target: int) -> int:
        """The change of the distance by the move that led to the state, found by the link of the reverse move."""
        new = self.number(state)
        behind = self._line[target] > self._line[source]
        old = self._link[new, behind * self._lines + self._home[state[target]]]
        if old == NONE:
            raise self._broken("a move")
        return int(self.distance[new]) - int(self.distance[old])

    def _broken(self, what: str) -> BrokenTableError:
        return BrokenTableError(f"the table of {self._table.title} lacks {what}; run `pybridge tables verify`")

    def _counts(self, state: Sequence[int]) -> bytes:
        counts = bytearray(self._lines**2)
        for cell, tile in enumerate(state):
            if tile:
                counts[self._line[cell] * self._lines + self._home[tile]] += 1
        return bytes(counts)


class Takahashi(FromScratch):
    """The larger of walking and inversion distance for the vertical moves, plus the larger for the horizontal moves.

    Both bounds count vertical and horizontal moves separately, so this is at least the larger of their sums, and
    sometimes more. Consistent: a move is in one direction, where neither bound changes by more than 1.
    """

    name = "takahashi"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, walking: WalkingDistance, inversion: InversionDistance) -> None:
        self.walking, self.inversion = walking, inversion

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch."""
        pairs = zip(self.walking.directions(state), self.inversion.directions(state), strict=True)
        return sum(max(pair) for pair in pairs)
