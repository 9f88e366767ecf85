"""Walking distance and inversion distance as the kernels take them: a half for each direction."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.takahashi import Grid, InversionDistance, WalkingDistance
from pybridge.layout import Words
from pybridge.search.kernels.tiles import words as fields
from pybridge.search.native.tiles.plan import NO_WAY, Tables, Ways
from pybridge.tables.walking import NONE

_HALVES = (0, 32)
_MOST = 255


@dataclass(frozen=True)
class Directions:
    """One of the two heuristics, or both, of which the larger counts in each direction."""

    board: Grid
    walking: WalkingDistance | None
    inversion: InversionDistance | None

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state."""
        return sum(self._contributions(state))

    def _contributions(self, state: Sequence[int]) -> list[int]:
        found = [each.directions(state) for each in (self.walking, self.inversion) if each is not None]
        return [max(each[axis] for each in found) for axis in range(2)]

    def columns(self, state: Sequence[int]) -> tuple[int, int]:
        """Columns 2 and 3 of a frame."""
        numbers = self.walking.numbers(state) if self.walking else (0, 0)
        inversions = self.inversion.inversions(state) if self.inversion else (0, 0)
        halves = zip(_HALVES, self._contributions(state), numbers, strict=True)
        column_2 = sum((contribution << 24 | number) << half for half, contribution, number in halves)
        return column_2, sum(count << half for half, count in zip(_HALVES, inversions, strict=True))

    def __post_init__(self) -> None:
        """Raise UnavailableProgramError if a direction's moves do not fit in their eight bits."""
        board, most = self.board, 0
        if self.walking is not None:
            most = max(int(table.arrays["distance"].max()) for table in self.walking.tables)
        if self.inversion is not None:
            pairs = (len(board.places) - 1) * (len(board.places) - 2) // 2
            most = max(most, *(pairs // passed + 2 for passed in (board.rows - 1, board.columns - 1) if passed))
        if most > _MOST:
            raise UnavailableProgramError(
                f"the engine native takes at most {_MOST} moves in a direction for inversion and walking distance; "
                "this board can need more: choose another heuristic, or use --engine python"
            )

    def edges(self, tables: Tables, ways: Ways, width: int, bits: int) -> Words:
        """The rows of `edges`; a passed cell is given by its place in a word of `bits` bits a cell."""
        rows, columns = self.board.rows, self.board.columns
        edges = np.zeros((ways.dead + 1, fields.BETWEEN + max(rows, columns, 3)), np.uint64)
        neutral = tables.add(np.ones(width * width))
        edges[:, fields.SIGNS] = neutral
        edges[ways.dead, fields.COST] = NO_WAY
        axes = [_Axis(self, axis, tables, width) for axis in range(2)]
        for (blank, cell), edge in ways.edges.items():
            to, source = self.board.places[blank], self.board.places[cell]
            axis = axes[0 if to[0] != source[0] else 1]
            axis.fill(edges[edge], source, to, bits)
        return edges


class _Axis:
    """One direction: where its tables lie."""

    def __init__(self, both: Directions, axis: int, tables: Tables, width: int) -> None:
        board = both.board
        self._axis, self._board = axis, board
        self.lines, length = (board.rows, board.columns) if axis == 0 else (board.columns, board.rows)
        self._homes = [place[axis] for place in board.goal_places] + [0] * (width - len(board.goal_places))
        self._passes = both.inversion is not None
        self._link = self._distance = None
        if both.walking is not None:
            table = both.walking.tables[axis]
            link = table.arrays["link"]
            # No search follows a link that is not there; were the table forged, the kernel would leave its arrays.
            self._link = tables.add(np.where(link == NONE, 0, link))
            self._distance = tables.add(table.arrays["distance"])
        self._lines_at = tables.add(self._homes if both.walking is not None else [0] * width)
        self._inversions_at = self._add_inversions(tables, length - 1)
        self._signs_at = [self._add_signs(tables, width, turn) for turn in (1, -1)]

    def _add_inversions(self, tables: Tables, passed: int) -> int:
        """The least moves for each number of inversions and each parity of the blank's way home."""
        tiles = len(self._board.places) - 1
        least = []
        for inversions in range(tiles * (tiles - 1) // 2 + 1):
            moves = -(-inversions // passed) if passed and self._passes else 0
            least += [moves + (moves - parity) % 2 if self._passes else 0 for parity in range(2)]
        return tables.add(least)

    def _add_signs(self, tables: Tables, width: int, turn: int) -> int:
        """1 + the change of inversions when a tile passes another in reading order, turned round for the way back."""
        board, axis = self._board, self._axis
        order = [(place[axis], place[1 - axis]) for place in board.goal_places]
        signs = np.ones((width, width), np.int64)
        for tile in range(1, len(order)):
            for other in range(1, len(order)):
                signs[tile, other] += turn * ((order[tile] > order[other]) - (order[tile] < order[other]))
        return tables.add(signs)

    def fill(self, row: Words, source: tuple[int, int], to: tuple[int, int], bits: int) -> None:
        """Write an edge's row: a tile goes from one place to another, in this direction."""
        axis = self._axis
        forward = to[axis] > source[axis]
        row[fields.SHIFT], row[fields.COST] = _HALVES[axis], 1
        if self._link is not None and self._distance is not None:
            # The tile comes from the line before the blank's when it moves forward.
            row[fields.LINK] = self._link + (0 if forward else self.lines)
            row[fields.LINK_WIDTH], row[fields.DISTANCE] = 2 * self.lines, self._distance
        row[fields.LINES] = self._lines_at
        parity = (source[axis] - self._board.goal_places[0][axis]) % 2  # the blank will be where the tile was
        row[fields.INVERSION] = self._inversions_at + parity
        if self._passes:
            # Forward past one that belongs before it, a tile leaves an inversion behind.
            row[fields.SIGNS] = self._signs_at[1 if forward else 0]
            passed = self._between(source, to) if forward else self._between(to, source)
            row[fields.BETWEEN_COUNT] = len(passed)
            row[fields.BETWEEN :] = self._board.cell_at[to[0]][to[1]] * bits
            row[fields.BETWEEN : fields.BETWEEN + len(passed)] = [cell * bits for cell in passed]

    def _between(self, first: tuple[int, int], last: tuple[int, int]) -> list[int]:
        """The cells between two places in reading order, line by line."""
        axis = self._axis
        lengths = (self._board.columns, self._board.rows)[axis]
        numbers = [place[axis] * lengths + place[1 - axis] for place in (first, last)]
        found = []
        for number in range(numbers[0] + 1, numbers[1]):
            line, along = divmod(number, lengths)
            row, column = (line, along) if axis == 0 else (along, line)
            found.append(self._board.cell_at[row][column])
        return found
