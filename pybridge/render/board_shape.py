"""The shape of a sliding board: squares or hexagons, the sides that no tile passes, and the rows that wrap around."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import HEXAGON, SQUARE, unreachable

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The place of each cell in a drawing: its row and column, or half columns if the board is hexagonal.

    `cell_at` maps places to cells. `rows` and `columns` are numbers of places; `round_rows` and `round_columns` are
    those whose first and last cells touch around the edge; `others` are the remaining neighbors that do not lie side by
    side, the smaller cell first.
    """

    hexagonal: bool
    cell_at: Mapping[Pair, int]
    rows: int
    columns: int
    round_rows: frozenset[int]
    round_columns: frozenset[int]
    others: tuple[Pair, ...]
    neighbors: tuple[tuple[int, ...], ...]

    def wall(self, one: Pair, other: Pair) -> bool:
        """Whether an edge of the board, or a wall, is between two places."""
        here, there = self.cell_at.get(one), self.cell_at.get(other)
        if here is None or there is None:
            return here is not there
        return there not in self.neighbors[here]


@lru_cache(maxsize=16)
def layout(facts: TilesFacts) -> BoardLayout:
    """The places of a board's cells. Wide gaps between squares become narrow.

    The board is hexagonal if it is connected by steps between hexagons.
    """
    hexagonal = not unreachable(tuple(tuple(around) for around in _beside(facts, HEXAGON)))
    renumbered = _shifted if hexagonal else _close
    rows, columns = (renumbered(numbers) for numbers in zip(*facts.cells, strict=True))
    around_rows, around_columns, others = _apart(facts, hexagonal=hexagonal)
    return BoardLayout(
        hexagonal=hexagonal,
        cell_at={(rows[row], columns[column]): cell for cell, (row, column) in enumerate(facts.cells)},
        rows=max(rows.values()) + 1,
        columns=max(columns.values()) + 1,
        round_rows=frozenset(rows[row] for row in around_rows),
        round_columns=frozenset(columns[column] for column in around_columns),
        others=others,
        neighbors=facts.neighbors,
    )


def _apart(facts: TilesFacts, *, hexagonal: bool) -> tuple[set[int], set[int], tuple[Pair, ...]]:
    """Of neighbors that do not lie side by side, the rows and columns around which they touch, and all others."""
    beside = _beside(facts, HEXAGON if hexagonal else SQUARE)
    apart = [(cell, other) for cell, around in enumerate(facts.neighbors) for other in around if cell < other]
    apart = [(cell, other) for cell, other in apart if other not in beside[cell]]
    if hexagonal:
        return set(), set(), tuple(apart)
    top, left = (min(numbers) for numbers in zip(*facts.cells, strict=True))
    bottom, right = (max(numbers) for numbers in zip(*facts.cells, strict=True))
    rows, columns, others = set(), set(), []
    for cell, other in apart:
        (row, column), (other_row, other_column) = sorted((facts.cells[cell], facts.cells[other]))
        if (row, column, other_column) == (other_row, left, right):
            rows.add(row)
        elif (column, row, other_row) == (other_column, top, bottom):
            columns.add(column)
        else:
            others.append((cell, other))
    return rows, columns, tuple(others)


def _beside(facts: TilesFacts, steps: tuple[Pair, ...]) -> list[set[int]]:
    """For each cell, the neighbors that are one of the steps away."""
    places = facts.cells
    return [
        {other for other in around if (places[other][0] - places[cell][0], places[other][1] - places[cell][1]) in steps}
        for cell, around in enumerate(facts.neighbors)
    ]


def _shifted(numbers: Iterable[int]) -> dict[int, int]:
    """Renumber from 0 on."""
    used = set(numbers)
    return {number: number - min(used) for number in used}


def _close(numbers: Iterable[int]) -> dict[int, int]:
    """Renumber, so that at most one unused number is left between any two."""
    used = sorted(set(numbers))
    places = [0]
    for before, after in pairwise(used):
        places.append(places[-1] + min(2, after - before))
    return dict(zip(used, places, strict=True))
