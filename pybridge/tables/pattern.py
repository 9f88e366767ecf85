"""Patterns: the pieces that a pattern database keeps, and where they are to go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from pybridge.facts.board_graph import distances, two_colours
from pybridge.tables.layout import Layout
from pybridge.tables.symmetry import automorphisms

Neighbors = tuple[tuple[int, ...], ...]
Goal = tuple[tuple[int, ...], int]


@dataclass(frozen=True, order=True)
class Pattern:
    """Some pieces of a board, as an additive pattern database sees them.

    `labels` are the pieces' labels, ascending from 0, equal for interchangeable pieces. `goals` has a pair for each
    goal: the cell of each piece in the order of `labels`, and the least cell of the region where the blank is, a region
    being connected cells that no piece of the pattern lies on.
    """

    labels: tuple[int, ...]
    goals: tuple[Goal, ...]
    neighbors: Neighbors

    @property
    def layout(self) -> Layout:
        """Where each placement's entry is."""
        return Layout(len(self.neighbors), self.labels)

    @property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """For each label, moves from each cell to the nearest goal cell of that label, other pieces ignored."""
        homes: list[set[int]] = [set() for _ in range(self.labels[-1] + 1)]
        for cells, _ in self.goals:
            for label, cell in zip(self.labels, cells, strict=True):
                homes[label].add(cell)
        return tuple(distances(self.neighbors, sorted(home)) for home in homes)

    @property
    def step(self) -> int:
        """What a distance exceeds the sum of nearest distances by a multiple of: 2 if each move changes both by one."""
        distinct = len(set(self.labels)) == len(self.labels) and len(self.goals) == 1
        return 2 if distinct and two_colours(self.neighbors) is not None else 1

    def to_json(self) -> dict[str, Any]:
        """Everything about it."""
        goals = [[list(cells), blank] for cells, blank in self.goals]
        return {"labels": list(self.labels), "goals": goals, "neighbors": [list(each) for each in self.neighbors]}

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> Self:
        """What `to_json` gave."""
        goals = tuple((tuple(cells), blank) for cells, blank in form["goals"])
        return cls(tuple(form["labels"]), goals, tuple(map(tuple, form["neighbors"])))


@dataclass(frozen=True)
class View:
    """Some tiles of a puzzle as a pattern, perhaps on the mirrored board.

    `cells[c]` is the pattern's cell for the puzzle's cell c, and `tiles[label]` the puzzle's tile for a label.
    """

    pattern: Pattern
    cells: tuple[int, ...]
    tiles: tuple[int, ...]


def view(neighbors: Sequence[Sequence[int]], goals: Sequence[Sequence[int]], tiles: Sequence[int]) -> View:
    """Some tiles of a puzzle, by number, all pieces of a number together.

    Of all mirror images of the board the one is taken whose pattern is least, so that patterns of the same shape are
    the same pattern, and share a table.
    """
    board = tuple(tuple(sorted(each)) for each in neighbors)
    return min((_seen(board, goals, tiles, cells) for cells in automorphisms(board)), key=lambda seen: seen.pattern)


def _seen(board: Neighbors, goals: Sequence[Sequence[int]], tiles: Sequence[int], cells: tuple[int, ...]) -> View:
    """The tiles under one symmetry of the board; labels go by where the tiles are to go."""
    homes = {tile: _homes(goals, tile, cells) for tile in tiles}
    ordered = sorted(tiles, key=lambda tile: (len(homes[tile][0]), homes[tile]))
    labels = tuple(label for label, tile in enumerate(ordered) for _ in homes[tile][0])
    placed = []
    for number, goal in enumerate(goals):
        pieces = tuple(cell for tile in ordered for cell in homes[tile][number])
        placed.append((pieces, min(region(board, pieces, cells[list(goal).index(0)]))))
    return View(Pattern(labels, tuple(sorted(set(placed))), board), cells, tuple(ordered))


def _homes(goals: Sequence[Sequence[int]], tile: int, cells: Sequence[int]) -> list[list[int]]:
    """For each goal, where the pieces of a number are to go on the mirrored board, ascending."""
    return [sorted(cells[cell] for cell, lies in enumerate(goal) if lies == tile) for goal in goals]


def region(neighbors: Sequence[Sequence[int]], taken: Sequence[int], cell: int) -> frozenset[int]:
    """The cells that the blank can come to from a cell while the taken cells are closed to it."""
    closed, found, waiting = set(taken), {cell}, [cell]
    while waiting:
        for other in neighbors[waiting.pop()]:
            if other not in found and other not in closed:
                found.add(other)
                waiting.append(other)
    return frozenset(found)
