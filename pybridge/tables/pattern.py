"""The pieces of a pattern and their goal cells, as a pattern database sees them, and a set of tiles as a pattern."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from pybridge.facts.board_graph import automorphisms, distances, two_colours
from pybridge.tables.layout import Layout

Cells = tuple[int, ...]
Neighbors = tuple[tuple[int, ...], ...]
Goal = tuple[tuple[int, ...], int]


@dataclass(frozen=True, order=True)
class Pattern:
    """A set of pieces of a board, as an additive pattern database sees them.

    `labels` are the labels of the pieces, ascending from 0 and equal for interchangeable pieces. `goals` has a pair for
    each goal: the cell of each piece in the order of `labels`, and the smallest cell of the region of the blank. A
    region is a set of connected cells without pieces of the pattern.
    """

    labels: tuple[int, ...]
    goals: tuple[Goal, ...]
    neighbors: Neighbors

    @property
    def layout(self) -> Layout:
        """The layout of the entries."""
        return Layout(len(self.neighbors), self.labels)

    @property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """Moves from each cell to the nearest goal cell of a label, ignoring other pieces, as [label][cell]."""
        homes: list[set[int]] = [set() for _ in range(self.labels[-1] + 1)]
        for cells, _ in self.goals:
            for label, cell in zip(self.labels, cells, strict=True):
                homes[label].add(cell)
        return tuple(distances(self.neighbors, sorted(home)) for home in homes)

    @property
    def step(self) -> int:
        """The unit in which distances exceed the sum of nearest distances: 2 if each move changes both by 1."""
        distinct = len(set(self.labels)) == len(self.labels) and len(self.goals) == 1
        return 2 if distinct and two_colours(self.neighbors) is not None else 1

    def to_json(self) -> dict[str, Any]:
        """The pattern as JSON."""
        goals = [[list(cells), blank] for cells, blank in self.goals]
        return {"labels": list(self.labels), "goals": goals, "neighbors": [list(each) for each in self.neighbors]}

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> Self:
        """The pattern from the result of `to_json`."""
        goals = tuple((tuple(cells), blank) for cells, blank in form["goals"])
        return cls(tuple(form["labels"]), goals, tuple(map(tuple, form["neighbors"])))


@dataclass(frozen=True)
class View:
    """A set of tiles of a puzzle as a pattern, possibly on the mirrored board.

    `cells[c]` is the cell of the pattern for cell c of the puzzle; `tiles[label]` is the tile for a label.
    """

    pattern: Pattern
    cells: tuple[int, ...]
    tiles: tuple[int, ...]


def view(neighbors: Sequence[Sequence[int]], goals: Sequence[Sequence[int]], tiles: Sequence[int]) -> View:
    """The view of a set of tiles of a puzzle, given by number; equal tiles are always together.

    It uses the mirror image of the board with the smallest pattern, so that patterns of the same shape are equal and
    share a table.
    """
    board = tuple(tuple(sorted(each)) for each in neighbors)
    return min((_seen(board, goals, tiles, cells) for cells in automorphisms(board)), key=lambda seen: seen.pattern)


def _seen(board: Neighbors, goals: Sequence[Sequence[int]], tiles: Sequence[int], cells: tuple[int, ...]) -> View:
    """The view of the tiles under one symmetry of the board; labels are in the order of the goal cells."""
    homes = {tile: _homes(goals, tile, cells) for tile in tiles}
    ordered = sorted(tiles, key=lambda tile: (len(homes[tile][0]), homes[tile]))
    labels = tuple(label for label, tile in enumerate(ordered) for _ in homes[tile][0])
    placed = []
    for number, goal in enumerate(goals):
        pieces = tuple(cell for tile in ordered for cell in homes[tile][number])
        placed.append((pieces, min(region(board, pieces, cells[list(goal).index(0)]))))
    return View(Pattern(labels, tuple(sorted(set(placed))), board), cells, tuple(ordered))


def _homes(goals: Sequence[Sequence[int]], tile: int, cells: Sequence[int]) -> list[list[int]]:
    """For each goal, the goal cells of a tile on the mirrored board, in ascending order."""
    return [sorted(cells[cell] for cell, lies in enumerate(goal) if lies == tile) for goal in goals]


def region(neighbors: Sequence[Sequence[int]], taken: Sequence[int], cell: int) -> frozenset[int]:
    """The cells that the blank can reach from a cell without passing taken cells."""
    closed, found, waiting = set(taken), {cell}, [cell]
    while waiting:
        for other in neighbors[waiting.pop()]:
            if other not in found and other not in closed:
                found.add(other)
                waiting.append(other)
    return frozenset(found)
