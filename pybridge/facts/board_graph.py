"""Boards as graphs: which cells are adjacent, whether all are connected, and how far a tile is from its goal cells."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Literal, TypeVar

Item = TypeVar("Item", bound=Hashable)
Neighbors = Sequence[Sequence[int]]
Place = tuple[int, int]
Wrap = Literal["columns", "rows", "both"]

SQUARE: tuple[Place, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
HEXAGON: tuple[Place, ...] = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
"""Steps from a cell to its neighbors. Hexagons are two columns apart in a row, and offset by one between rows."""


def adjacent(cells: Sequence[Place], steps: Sequence[Place] = SQUARE) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells one step away in ascending order. `cells[cell]` is (row, column)."""
    cell_at = {place: cell for cell, place in enumerate(cells)}
    return tuple(
        tuple(sorted(cell_at[place] for r, c in steps if (place := (row + r, column + c)) in cell_at))
        for row, column in cells
    )


def wrapped(neighbors: Neighbors, cells: Sequence[Place], wrap: Wrap | None) -> tuple[tuple[int, ...], ...]:
    """Add the neighbors of a board that wraps around; `cells[cell]` is (row, column).

    "columns" joins the first and the last column of the board in each row where both cells exist, "rows" the first and
    the last row in each column, and "both" does both.
    """
    joined = [set(around) for around in neighbors]
    cell_at = {place: cell for cell, place in enumerate(cells)}
    top, left = (min(numbers) for numbers in zip(*cells, strict=True))
    bottom, right = (max(numbers) for numbers in zip(*cells, strict=True))
    for cell, (row, column) in enumerate(cells):
        across = cell_at.get((row, right)) if wrap in ("columns", "both") and column == left else None
        below = cell_at.get((bottom, column)) if wrap in ("rows", "both") and row == top else None
        for other in (across, below):
            if other is not None and other != cell:
                joined[cell].add(other)
                joined[other].add(cell)
    return tuple(tuple(sorted(around)) for around in joined)


def distances(neighbors: Neighbors, sources: Iterable[int]) -> tuple[int, ...]:
    """Moves from each cell to the nearest source, or -1 if there is no path (breadth-first search)."""
    found = [-1] * len(neighbors)
    queue = list(sources)
    for cell in queue:
        found[cell] = 0
    for cell in queue:
        for neighbor in neighbors[cell]:
            if found[neighbor] < 0:
                found[neighbor] = found[cell] + 1
                queue.append(neighbor)
    return tuple(found)


def reached(starts: Iterable[Item], after: Callable[[Item], Iterable[Item]]) -> Iterator[Item]:
    """What steps lead to from some starts, themselves first, each once and nearer ones before farther ones."""
    queue = list(dict.fromkeys(starts))
    known = set(queue)
    for each in queue:
        yield each
        for other in after(each):
            if other not in known:
                known.add(other)
                queue.append(other)


def unreachable(neighbors: Neighbors) -> tuple[int, ...]:
    """The cells that are not connected to cell 0, in ascending order."""
    return tuple(cell for cell, distance in enumerate(distances(neighbors, [0])) if distance < 0)


def goal_cells(goals: Iterable[Sequence[int]]) -> dict[int, set[int]]:
    """For each tile, the cells that hold it in any goal."""
    cells: dict[int, set[int]] = {}
    for goal in goals:
        for cell, tile in enumerate(goal):
            cells.setdefault(tile, set()).add(cell)
    return cells


def all_goal_distances(neighbors: Neighbors, goals: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Moves from each cell to a tile's nearest goal cell if no other tile is in the way, as [tile][cell].

    Row 0, for the blank, is all zeros.
    """
    zeros, homes = (0,) * len(neighbors), goal_cells(goals)
    return (zeros, *(distances(neighbors, homes[tile]) for tile in range(1, max(goals[0]) + 1)))


@lru_cache(maxsize=64)
def two_colours(neighbors: Neighbors) -> tuple[int, ...] | None:
    """A color, 0 or 1, for each cell such that neighbors differ; None if the board is not bipartite."""
    far = distances(neighbors, [0])
    fits = all((far[cell] + far[other]) % 2 for cell, others in enumerate(neighbors) for other in others)
    return tuple(distance % 2 for distance in far) if fits else None


def automorphisms(neighbors: Sequence[Sequence[int]], most: int = 64) -> list[tuple[int, ...]]:
    """The image of each cell under each symmetry of a connected board, at most `most`; the identity comes first."""
    touching = [frozenset(each) for each in neighbors]
    order = list(reached([0], neighbors.__getitem__))  # each cell except the first follows a neighbor
    still = tuple(range(len(neighbors)))
    others = (image for image in _images(touching, order, {}) if image != still)
    return [still, *islice(others, most - 1)]


def goal_symmetries(
    neighbors: Sequence[Sequence[int]], goal: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """The images of cells and tiles under each symmetry of the board that maps the goal to itself up to renaming tiles.

    The one that moves nothing is left out.
    """
    for cells in automorphisms(neighbors)[1:]:
        pairs = {(tile, goal[cells[cell]]) for cell, tile in enumerate(goal)}
        tiles = dict(pairs)
        if len(pairs) == len(tiles) == len(set(tiles.values())) and tiles[0] == 0:
            yield cells, tiles


def _images(
    touching: Sequence[frozenset[int]], order: Sequence[int], so_far: dict[int, int]
) -> Iterator[tuple[int, ...]]:
    """All symmetries that extend the images of the first cells of the order."""
    if len(so_far) == len(order):
        yield tuple(so_far[cell] for cell in range(len(order)))
        return
    cell = order[len(so_far)]
    placed = list(so_far.items())
    near = next((image for other, image in placed if other in touching[cell]), None)
    taken = set(so_far.values())
    for candidate in sorted(touching[near] if near is not None else range(len(order))):
        if candidate in taken or len(touching[candidate]) != len(touching[cell]):
            continue
        if all((other in touching[cell]) == (image in touching[candidate]) for other, image in placed):
            yield from _images(touching, order, {**so_far, cell: candidate})
