"""Small boards of all kinds with goals, and the patterns of their tiles."""

from collections.abc import Iterator
from itertools import combinations

from pybridge.facts.board_graph import adjacent
from pybridge.tables.pattern.layout import Pattern, view

Neighbors = tuple[tuple[int, ...], ...]
Goals = tuple[tuple[int, ...], ...]


def grid(rows: int, columns: int, *holes: tuple[int, int]) -> Neighbors:
    return adjacent([(r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes])


def ring(count: int) -> Neighbors:
    return tuple(tuple(sorted(((cell - 1) % count, (cell + 1) % count))) for cell in range(count))


def star(leaves: int) -> Neighbors:
    return (tuple(range(1, leaves + 1)), *((0,) for _ in range(leaves)))


TRIANGLE_WITH_A_TAIL: Neighbors = ((1, 2), (0, 2), (0, 1, 3), (2, 4), (3,))
TWO_TRIANGLES: Neighbors = ((1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 4), (3,))
TREE: Neighbors = ((1,), (0, 2, 3), (1,), (1, 4, 5), (3,), (3,))

BOARDS: dict[str, tuple[Neighbors, Goals]] = {
    "2x2": (grid(2, 2), ((1, 2, 3, 0),)),
    "1x5": (grid(1, 5), ((1, 2, 0, 3, 4),)),
    "2x3": (grid(2, 3), ((1, 2, 3, 4, 5, 0),)),
    "2x3, the blank in the middle": (grid(2, 3), ((1, 0, 3, 4, 5, 2),)),
    "3x3 without two cells": (grid(3, 3, (0, 0), (2, 1)), ((1, 2, 3, 0, 4, 5, 6),)),
    "ring": (ring(6), ((0, 1, 2, 3, 4, 5),)),
    "odd ring": (ring(5), ((0, 1, 2, 3, 4),)),
    "star": (star(5), ((0, 1, 2, 3, 4, 5),)),
    "tree": (TREE, ((1, 2, 3, 4, 0, 5),)),
    "triangle with a tail": (TRIANGLE_WITH_A_TAIL, ((1, 2, 3, 4, 0),)),
    "two triangles": (TWO_TRIANGLES, ((0, 1, 2, 3, 4),)),
    "equal tiles": (grid(2, 3), ((1, 1, 2, 2, 2, 0),)),
    "equal tiles on a triangle": (TRIANGLE_WITH_A_TAIL, ((1, 2, 1, 2, 0),)),
    "two goals": (grid(2, 3), ((1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 4, 5))),
    "goals of both colours": (grid(2, 3), ((1, 2, 3, 4, 5, 0), (1, 2, 3, 4, 0, 5))),
    "goals that differ in the blank only": (star(4), ((1, 0, 2, 2, 2), (1, 2, 0, 2, 2))),
    "equal tiles, three goals": (grid(2, 3), ((1, 1, 2, 2, 3, 0), (0, 3, 2, 2, 1, 1), (1, 2, 1, 2, 3, 0))),
}

LARGER: dict[str, tuple[Neighbors, Goals]] = {
    "2x4": (grid(2, 4), ((1, 2, 3, 4, 5, 6, 7, 0),)),
    "3x3": (grid(3, 3), ((1, 2, 3, 4, 5, 6, 7, 8, 0),)),
    "3x3, the blank in the middle": (grid(3, 3), ((1, 2, 3, 4, 0, 5, 6, 7, 8),)),
    "equal tiles": (grid(3, 3), ((1, 1, 1, 2, 2, 2, 3, 3, 0),)),
    "holes": (grid(3, 4, (1, 1), (0, 3)), ((1, 2, 3, 4, 5, 6, 7, 8, 9, 0),)),
}


def tiles_of(goals: Goals) -> list[int]:
    return sorted(set(goals[0]) - {0})


def patterns(board: tuple[Neighbors, Goals], most: int) -> Iterator[Pattern]:
    """The patterns of up to this many kinds of tiles, each shape once."""
    neighbors, goals = board
    tiles = tiles_of(goals)
    sets = (chosen for many in range(1, min(most, len(tiles)) + 1) for chosen in combinations(tiles, many))
    yield from dict.fromkeys(view(neighbors, goals, chosen).pattern for chosen in sets)
