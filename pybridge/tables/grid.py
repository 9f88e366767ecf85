"""Full rectangles: boards whose rows and columns mean something to a heuristic."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import SlidingFacts

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
