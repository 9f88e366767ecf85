"""Takahashi's bounds: inversion distance, walking distance, and in each direction the larger of both.

They count the vertical and the horizontal moves of boards whose rows and columns mean something: full rectangles.
"""

from bisect import bisect, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.tables.table import Table
from pybridge.tables.walking import NONE, WalkingRecipe, number_of

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `rows` x `columns` cells, each tile different from all others, and one goal.

    `places[cell]` is (row, column) and `cell_at[row][column]` the cell, counted from the upper left corner, whatever
    the facts count from; `goal_places[tile]` is where a tile lies in the goal, with the blank as tile 0.
    """

    rows: int
    columns: int
    places: tuple[Place, ...]
    goal_places: tuple[Place, ...]
    cell_at: tuple[tuple[int, ...], ...]


def grid(facts: SlidingFacts, needed_by: str = "a heuristic of rows and columns") -> Grid:
    """The rectangle that the facts describe; `needed_by` begins the message if they describe none.

    Raises UnfitHeuristicError for several goals, equal tiles, a place without a cell, and neighbors other than the
    cells that share a side.
    """
    reason = next(_misfits(facts), None)
    if reason is not None:
        raise UnfitHeuristicError(f"{needed_by} does not fit {facts.name}: {reason}; the heuristic manhattan fits")
    (goal,) = facts.goals
    cells = _cells(facts)
    rows, columns = max(cells)
    place_of = {tile: place for place, cell in cells.items() for tile in [goal[cell]]}
    cell_places = {cell: place for place, cell in cells.items()}
    return Grid(
        rows=rows + 1,
        columns=columns + 1,
        places=tuple(cell_places[cell] for cell in range(len(cells))),
        goal_places=tuple(place_of[tile] for tile in range(len(cells))),
        cell_at=tuple(tuple(cells[row, column] for column in range(columns + 1)) for row in range(rows + 1)),
    )


def _cells(facts: SlidingFacts) -> dict[Place, int]:
    """The cell at each place, counted from the uppermost row and the leftmost column."""
    top = min(row for row, _ in facts.cells)
    left = min(column for _, column in facts.cells)
    return {(row - top, column - left): cell for cell, (row, column) in enumerate(facts.cells)}


def _misfits(facts: SlidingFacts) -> Iterator[str]:
    """Every reason why the facts are no grid, in words that name cells, rows and columns as the facts do."""
    if len(facts.goals) > 1:
        yield f"it has {len(facts.goals)} goals, and one is needed"
    for tile, count in sorted(Counter(facts.goals[0]).items()):
        if count > 1:
            yield f"{count} tiles are numbered {tile}, and all must differ"
    cells = _cells(facts)
    rows, columns = (1 + max(place[axis] for place in cells) for axis in (0, 1))
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in cells:
                top, left = (min(place[axis] for place in facts.cells) for axis in (0, 1))
                yield f"no cell is at row {top + row}, column {left + column}, and a full rectangle is needed"
    yield from _neighbor_misfits(facts, cells)


def _neighbor_misfits(facts: SlidingFacts, cells: dict[Place, int]) -> Iterator[str]:
    for (row, column), cell in sorted(cells.items()):
        sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        beside = {cells[side] for side in sides if side in cells}
        for other in sorted(beside - set(facts.neighbors[cell])):
            yield f"cells {cell} and {other} share a side and are no neighbors"
        for other in sorted(set(facts.neighbors[cell]) - beside):
            yield f"cells {cell} and {other} are neighbors and share no side"


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


def walking_recipes(board: Grid) -> tuple[WalkingRecipe, WalkingRecipe]:
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
        """Take the tables of `walking_recipes`.

        Raises BrokenTableError if they are others, UnfitHeuristicError if there are none.
        """
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
        self._wide = min(board.rows, board.columns) > 1  # then moves lead from every state to the goal
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
                if self._wide:
                    raise self._broken("a state") from None
                why = "does not fit a state from which no moves lead to the goal"
                raise UnfitHeuristicError(f"the heuristic walking {why}; try another start") from None
        return self._numbers[counts]

    def change(self, state: Sequence[int], source: int, target: int) -> int:
        """How the distance has changed by the move that led to the state: the move back is one of its links."""
        new = self.number(state)
        behind = self._line[target] > self._line[source]
        old = self._link[new, behind * self._lines + self._home[state[target]]]
        if old == NONE:
            raise self._broken("a move")
        return int(self.distance[new]) - int(self.distance[old])

    def _broken(self, what: str) -> BrokenTableError:
        return BrokenTableError(f"the table of {self._table.title} lacks {what}; `pybridge tables verify` judges it")

    def _counts(self, state: Sequence[int]) -> bytes:
        counts = bytearray(self._lines**2)
        for cell, tile in enumerate(state):
            if tile:
                counts[self._line[cell] * self._lines + self._home[tile]] += 1
        return bytes(counts)


class Takahashi:
    """The larger of walking and inversion distance of the vertical moves, and that of the horizontal ones, added.

    Both bounds tell vertical moves from horizontal ones, so that this is never less than the larger of their sums, and
    sometimes more. Consistent: a move is in one direction, in which neither bound changes by more than 1.
    """

    name = "takahashi"
    source = "Takahashi, 2001"
    admissible = True
    consistent = True

    def __init__(self, walking: WalkingDistance, inversion: InversionDistance) -> None:
        self.walking, self.inversion = walking, inversion

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state, from scratch."""
        pairs = zip(self.walking.directions(state), self.inversion.directions(state), strict=True)
        return sum(max(pair) for pair in pairs)

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, from scratch."""
        return self.estimate(state)
