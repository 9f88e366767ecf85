"""Pattern databases: the pieces of a pattern, where they are to go, and the recipe of the table."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.facts.board_graph import distances, two_colours
from pybridge.tables.layout import Layout
from pybridge.tables.table import Report, Table

Cells = tuple[int, ...]
Neighbors = tuple[tuple[int, ...], ...]
Goal = tuple[tuple[int, ...], int]

LAYOUT = 1
"""Grows whenever entries are numbered or packed in another way."""

MOST_CELLS = 40
"""Of a board: sets of its cells are numbered by looking up both halves of a bit mask."""


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


@dataclass(frozen=True)
class PatternRecipe:
    """The additive pattern database of a pattern (Korf and Felner, 2002).

    Its array `packed`, (orders, bytes a row), has for each placement how much the moves that its pieces need, whatever
    the others do, exceed the sum of their nearest distances, counted in `step`s, in `bits` bits each; the top code also
    marks what no move leads to. Raises UnfitHeuristicError if the board has more than MOST_CELLS.
    """

    pattern: Pattern

    kind = "pattern"

    def __post_init__(self) -> None:
        cells = len(self.pattern.neighbors)
        if cells > MOST_CELLS:
            raise UnfitHeuristicError(
                f"pattern databases do not fit a board of {cells} cells: {MOST_CELLS} are the most; manhattan fits"
            )

    @property
    def title(self) -> str:
        """One line for people."""
        labels, cells = self.pattern.labels, len(self.pattern.neighbors)
        alike = "" if len(set(labels)) == len(labels) else f" of {len(set(labels))} kinds"
        return f"{len(labels)} pieces{alike} on {cells} cells, {self.pattern.layout.entries:,} entries"

    @property
    def identity(self) -> dict[str, Any]:
        """The pattern and the way entries are kept."""
        return {"layout": LAYOUT, **self.pattern.to_json()}

    @property
    def bytes_needed(self) -> int:
        """One byte an entry. Half of it is mostly enough, but that is known only when it is built."""
        return self.pattern.layout.entries

    def build(self, report: Report) -> Table:
        """Make the table. Raises UnfitHeuristicError if the pieces go further than a byte holds."""
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
        """What is wrong with the form of a table; None if nothing is."""
        pattern, layout = self.pattern, self.pattern.layout
        bits, step = table.about.get("bits"), table.about.get("step")
        if type(bits) is not int or bits not in (4, 8) or type(step) is not int or step != pattern.step:
            return "it does not tell how its entries are kept"
        if table.kind != self.kind or set(table.arrays) != {"packed"}:
            return "it holds what no pattern database does"
        packed = table.arrays["packed"]
        if packed.dtype != np.uint8 or packed.shape != (layout.orders, layout.row * bits // 8):
            return "there is no array packed of the right form"
        return None

    def verify(self, table: Table, report: Report) -> None:
        """Search forward from the goals, one state at a time, and compare every entry. Raises BrokenTableError."""
        from pybridge.tables.pattern_verify import verify

        verify(self.pattern, table, self.form_fault(table), report)

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe whose identity this is. Raises ValueError, or an error of its kind, if it is none's."""
        _require_pattern(**identity)
        return cls(Pattern.from_json(identity))


def _require_pattern(layout: int, labels: list[int], goals: list[Any], neighbors: list[list[int]]) -> None:
    """Raise ValueError, or an error of its kind, where a pattern's identity holds what no pattern does."""
    cells = range(len(neighbors))
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near}
    board = all(other in cells and (other, cell) in ways and cell != other for cell, other in ways)
    placed = all(blank in cells and set(at) <= set(cells) and len(set(at)) == len(at) for at, blank in goals)
    pieces = 0 < len(labels) < len(cells) and labels == sorted(labels) and {*labels} == {*range(labels[-1] + 1)}
    if not (board and placed and pieces and goals and all(len(at) == len(labels) for at, _ in goals)):
        raise ValueError("no pattern")


def automorphisms(neighbors: Sequence[Sequence[int]], most: int = 64) -> list[Cells]:
    """Where each cell goes under each symmetry of a connected board, all standing still first; `most` at most."""
    touching = [frozenset(each) for each in neighbors]
    order = _outward(neighbors)
    still = tuple(range(len(neighbors)))
    others = (image for image in _images(touching, order, {}) if image != still)
    return [still, *islice(others, most - 1)]


def _outward(neighbors: Sequence[Sequence[int]]) -> list[int]:
    """The cells, each but the first after some neighbor."""
    order = [0]
    for cell in order:
        order += [other for other in neighbors[cell] if other not in order]
    return order


def _images(touching: Sequence[frozenset[int]], order: Sequence[int], so_far: dict[int, int]) -> Iterator[Cells]:
    """All ways to go on from where some first cells of the order go."""
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
