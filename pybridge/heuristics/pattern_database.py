"""Additive pattern databases: look up and add the moves that groups of tiles need.

A partition says which tiles share a database. It is given by sizes, e.g. 7-8, or drawn in a text file: the rows of the
goal with one letter per cell, the same letter for tiles of the same part, and a dot for the blank. Drawings for
well-known boards are shipped, and rotated or mirrored to match the blank's goal cell. On other boards, parts consist of
tiles with nearby goal cells.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import FactFileError, UnfitHeuristicError
from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import automorphisms, distances, goal_symmetries
from pybridge.facts.reader import load_drawing
from pybridge.facts.wording import several
from pybridge.heuristics.protocol import FromScratch
from pybridge.store.table import Recipe, Table
from pybridge.tables.pattern.layout import PatternView, view
from pybridge.tables.pattern.recipe import PatternRecipe

Partition = tuple[tuple[int, ...], ...]

MOST_VIEWS = 4
"""The number of lookups per state, including mirrored ones; more would cost more time than they save."""

_SHIPPED = Path(__file__).parent / "partitions"
_BLANK = "."


@dataclass(frozen=True)
class PatternLookup:
    """A set of tiles of the puzzle and the table of their pattern."""

    view: PatternView
    table: Table

    @property
    def packed(self) -> NDArray[np.uint8]:
        """The entries, an array of shape (orders, bytes per row)."""
        return self.table.arrays["packed"]

    @property
    def bits(self) -> int:
        """Bits per entry, 4 or 8."""
        return int(self.table.about["bits"])

    @property
    def step(self) -> int:
        """The unit of an entry in moves."""
        return int(self.table.about["step"])

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """The distances that entries are added to, as [label][cell]."""
        return self.view.pattern.nearest

    def distance(self, state: Sequence[int]) -> int:
        """The moves that the tiles of the part need."""
        layout, placement = self.view.pattern.layout, self.placement(state)
        entry = self.entry(*divmod(layout.index(placement), layout.row))
        return sum(self.nearest[label][cell] for cell, label in placement) + self.step * entry

    @cached_property
    def _labels(self) -> dict[int, int]:
        return {tile: number for number, tile in enumerate(self.view.tiles)}

    def placement(self, state: Sequence[int]) -> list[tuple[int, int]]:
        """The placement of the part's tiles on the board of the pattern, as (cell, label) pairs."""
        label, where = self._labels, self.view.cells
        return [(where[cell], label[tile]) for cell, tile in enumerate(state) if tile in label]

    def entry(self, order: int, number: int) -> int:
        """The stored entry of an order and a set of cells, by their numbers."""
        if self.bits == 4:
            return int(self.packed[order, number // 2]) >> 4 * (number % 2) & 15
        return int(self.packed[order, number])


class PatternDatabases(FromScratch):
    """The largest sum over the parts of a partition, for the state and its mirror images.

    Each move counts for only one part, so the sum over the parts never exceeds the length of a solution. If board and
    goal have a symmetry, the mirrored state needs the same number of moves and is looked up too (Culberson and
    Schaeffer, 1998). Not consistent: a table does not record which region the blank is in.
    """

    source = "Korf and Felner, 2002"
    admissible = True
    consistent = False

    def __init__(self, facts: TilesFacts, partition: Partition, tables: Mapping[Recipe, Table], name: str) -> None:
        """Use the tables of `recipes`."""
        self.name = name
        self.groups: tuple[tuple[PatternLookup, ...], ...] = tuple(
            tuple(PatternLookup(seen, tables[PatternRecipe(seen.pattern)]) for seen in group)
            for group in views(facts, partition)
        )

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch."""
        return max(sum(part.distance(state) for part in group) for group in self.groups)


def recipes(facts: TilesFacts, partition: Partition) -> list[PatternRecipe]:
    """The tables that a partition needs, without duplicates."""
    return list(dict.fromkeys(PatternRecipe(seen.pattern) for seen in views(facts, partition)[0]))


def views(facts: TilesFacts, partition: Partition) -> list[list[PatternView]]:
    """The parts on the board, and on its mirror images under each symmetry that changes the partition."""
    plain = [view(facts.neighbors, facts.goals, tiles) for tiles in partition]
    groups = [plain]
    kinds = {frozenset(map(frozenset, partition))}
    for cells, tiles in symmetries(facts):
        mirrored = [_mirrored(seen, cells, tiles) for seen in plain]
        kind = frozenset(frozenset(seen.tiles) for seen in mirrored)
        if kind not in kinds and len(groups) < MOST_VIEWS:
            kinds.add(kind)
            groups.append(mirrored)
    return groups


def _mirrored(seen: PatternView, cells: Sequence[int], tiles: Mapping[int, int]) -> PatternView:
    """The view that sees in each state what `seen` sees in the mirrored state."""
    back = {image: tile for tile, image in tiles.items()}
    return PatternView(
        seen.pattern, tuple(seen.cells[cell] for cell in cells), tuple(back[tile] for tile in seen.tiles)
    )


def symmetries(facts: TilesFacts) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """The images of cells and tiles under each symmetry of the board that maps the goal to itself up to renaming tiles.

    Empty if there are several goals.
    """
    return [] if len(facts.goals) > 1 else list(goal_symmetries(facts.neighbors, facts.goals[0]))


def partition(facts: TilesFacts, text: str) -> Partition:
    """Parse a partition: the tile numbers of each part. Raises UnfitHeuristicError."""
    if re.fullmatch(r"[1-9][0-9]{0,2}(-[1-9][0-9]{0,2})*", text):
        sizes = [int(size) for size in text.split("-")]
        return _of_sizes(facts, text, sizes)
    try:
        drawing = load_drawing(text)
    except FactFileError as error:
        why = error.faults[0].message
        raise UnfitHeuristicError(
            f"{text} is not a partition; give sizes, e.g. 7-8, or a readable drawing ({why})"
        ) from error
    found = _drawn(facts, drawing)
    if found is None:
        raise UnfitHeuristicError(
            f"{text} does not match {facts.name}; draw its {len(facts.cells)} cells row by row, one letter per cell, "
            "the same letter for tiles of one part and for equal tiles, and a dot for the blank"
        )
    return found


def _of_sizes(facts: TilesFacts, text: str, sizes: Sequence[int]) -> Partition:
    """The shipped partition with these sizes, otherwise a computed one."""
    pieces = len(facts.cells) - 1
    if sum(sizes) != pieces:
        raise UnfitHeuristicError(f"the partition {text} has {several(sum(sizes), 'tile')}; {facts.name} has {pieces}")
    rows, columns = (1 + max(place) - min(place) for place in zip(*facts.cells, strict=True))
    shipped = _SHIPPED / f"{rows}x{columns}_{text}.txt"
    found = _drawn(facts, shipped.read_text(encoding="utf-8")) if shipped.is_file() else None
    return found or _grown(facts, text, sizes)


def _drawn(facts: TilesFacts, drawing: str) -> Partition | None:
    """The partition in a drawing, mirrored so that its dot is on the blank's goal cell; None if it does not match."""
    letters = _letters(facts, drawing)
    if letters is None or letters.count(_BLANK) != 1:
        return None
    goal = facts.goals[0]
    for cells in automorphisms(facts.neighbors):
        turned = [""] * len(cells)
        for cell, image in enumerate(cells):
            turned[image] = letters[cell]
        parts: dict[str, set[int]] = {}
        for tile, letter in zip(goal, turned, strict=True):
            if letter != _BLANK:
                parts.setdefault(letter, set()).add(tile)
        tiles = [tile for part in parts.values() for tile in part]
        if turned[goal.index(0)] == _BLANK and len(tiles) == len(set(tiles)):
            return tuple(tuple(sorted(parts[letter])) for letter in sorted(parts))
    return None


def _letters(facts: TilesFacts, drawing: str) -> list[str] | None:
    """The letter of each cell; None if the drawing has other cells."""
    lines = [line.rstrip() for line in drawing.split("\n") if line.strip()]
    spaced = not any(line[1::2].strip() for line in lines)
    rows = [line[::2] for line in lines] if spaced else lines
    top, left = (min(place[axis] for place in facts.cells) for axis in range(2))
    there = {(row, column): letter for row, line in enumerate(rows) for column, letter in enumerate(line)}
    there = {place: letter for place, letter in there.items() if letter != " "}
    places = [(row - top, column - left) for row, column in facts.cells]
    return [there[place] for place in places] if set(places) == set(there) else None


def _grown(facts: TilesFacts, text: str, sizes: Sequence[int]) -> Partition:
    """Build the parts one by one, each starting with the free tile farthest from the blank's goal cell.

    Among the tiles that do not exceed the size of the part, it adds the one nearest to all tiles that it has.
    """
    goal = facts.goals[0]
    homes = {tile: [cell for cell, lies in enumerate(goal) if lies == tile] for tile in set(goal) if tile}
    far = [distances(facts.neighbors, [cell]) for cell in range(len(goal))]
    blank, free, parts = goal.index(0), set(homes), []
    for size in sizes:
        part: list[int] = []
        left = size
        while left:
            fitting = [tile for tile in sorted(free) if len(homes[tile]) <= left]
            if not fitting:
                raise UnfitHeuristicError(
                    f"the partition {text} would separate equal tiles of {facts.name}; choose other sizes"
                )
            if part:
                mine = [cell for tile in part for cell in homes[tile]]
                best = min(fitting, key=lambda tile: sum(far[cell][other] for cell in homes[tile] for other in mine))
            else:
                best = max(fitting, key=lambda tile: sum(far[blank][cell] for cell in homes[tile]))
            part.append(best)
            free.remove(best)
            left -= len(homes[best])
        parts.append(tuple(sorted(part)))
    return tuple(parts)
