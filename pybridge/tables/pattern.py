"""Pattern databases: the pieces of a pattern, their goal cells, and the recipe of the table."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.facts.board_graph import automorphisms, distances, two_colours
from pybridge.limits import OnProgress
from pybridge.tables.layout import Layout
from pybridge.tables.table import BY_RULES, Table

Cells = tuple[int, ...]
Neighbors = tuple[tuple[int, ...], ...]
Goal = tuple[tuple[int, ...], int]

LAYOUT = 1
"""Version of the numbering and packing of entries."""

MOST_CELLS = 40
"""The limit for cells of a board, as sets of cells are numbered by looking up both halves of a bit mask."""


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


@dataclass(frozen=True)
class PatternRecipe:
    """The additive pattern database of a pattern (Korf and Felner, 2002).

    The array `packed`, of shape (orders, bytes per row), has an entry of `bits` bits for each placement: the moves that
    its pieces need, whatever the other pieces do, minus the sum of their nearest distances, in units of `step`. The
    largest code also marks placements that no move leads to. Raises UnfitHeuristicError if the board has more than
    MOST_CELLS cells.
    """

    pattern: Pattern

    kind = "pattern"
    verified = BY_RULES

    def __post_init__(self) -> None:
        cells = len(self.pattern.neighbors)
        if cells > MOST_CELLS:
            raise UnfitHeuristicError(
                f"pattern databases do not work for {cells} cells, only for up to {MOST_CELLS}; use manhattan"
            )

    @property
    def title(self) -> str:
        """The table in one line."""
        labels, cells = self.pattern.labels, len(self.pattern.neighbors)
        alike = "" if len(set(labels)) == len(labels) else f" of {len(set(labels))} kinds"
        return f"{len(labels)} pieces{alike} on {cells} cells, {self.pattern.layout.entries:,} entries"

    @property
    def identity(self) -> dict[str, Any]:
        """The pattern and the version of the layout."""
        return {"layout": LAYOUT, **self.pattern.to_json()}

    @property
    def bytes_needed(self) -> int:
        """One byte per entry. Half is usually enough, but that is known only after building."""
        return self.pattern.layout.entries

    def build(self, report: OnProgress) -> Table:
        """Build the table. Raises UnfitHeuristicError if a distance exceeds a byte."""
        from pybridge.tables.pattern_build import build

        begun = time.monotonic()
        built = build(self.pattern, report)
        about = {
            "bits": built.bits,
            "step": built.step,
            "distribution": list(built.counts),
            "seconds": round(time.monotonic() - begun, 2),
        }
        return Table(self.kind, self.title, {"packed": built.packed}, about)

    def form_fault(self, table: Table) -> str | None:
        """What is wrong with the form of a table, or None."""
        pattern, layout = self.pattern, self.pattern.layout
        bits, step = table.about.get("bits"), table.about.get("step")
        if type(bits) is not int or bits not in (4, 8) or type(step) is not int or step != pattern.step:
            return "it does not say how its entries are packed"
        if table.kind != self.kind or set(table.arrays) != {"packed"}:
            return "its content is not that of a pattern database"
        packed = table.arrays["packed"]
        if packed.dtype != np.uint8 or packed.shape != (layout.orders, layout.row * bits // 8):
            return "it has no array packed of the right shape and type"
        return None

    def verify(self, table: Table, report: OnProgress) -> None:
        """Search forward from the goals, one state at a time, and compare every entry. Raises BrokenTableError."""
        from pybridge.tables.pattern_verify import verify

        verify(self.pattern, table, self.form_fault(table), report)

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        _require_pattern(**identity)
        return cls(Pattern.from_json(identity))


def _require_pattern(layout: int, labels: list[int], goals: list[Any], neighbors: list[list[int]]) -> None:
    """Raise ValueError or a similar error if the identity is not that of a pattern."""
    cells = range(len(neighbors))
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near}
    board = all(other in cells and (other, cell) in ways and cell != other for cell, other in ways)
    placed = all(blank in cells and set(at) <= set(cells) and len(set(at)) == len(at) for at, blank in goals)
    pieces = 0 < len(labels) < len(cells) and labels == sorted(labels) and {*labels} == {*range(labels[-1] + 1)}
    if not (board and placed and pieces and goals and all(len(at) == len(labels) for at, _ in goals)):
        raise ValueError("not a pattern")
