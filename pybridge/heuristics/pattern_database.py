"""Additive pattern databases: the moves that groups of tiles need, looked up and added."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import SlidingFacts
from pybridge.puzzles.protocol import Move
from pybridge.tables.pattern import Pattern, PatternRecipe, View, automorphisms, view
from pybridge.tables.table import Table

Partition = tuple[tuple[int, ...], ...]

MOST_VIEWS = 4
"""How often a state is looked up, as it is and mirrored; with more, the looking up takes longer than it saves."""


@dataclass(frozen=True)
class Database:
    """A pattern and its table."""

    pattern: Pattern
    table: Table

    @property
    def packed(self) -> NDArray[np.uint8]:
        """The entries, (orders, bytes a row)."""
        packed: NDArray[np.uint8] = self.table.arrays["packed"]  # type: ignore[assignment]
        return packed

    @property
    def bits(self) -> int:
        """Bits an entry, 4 or 8."""
        return int(self.table.about["bits"])

    @property
    def step(self) -> int:
        """What an entry counts by."""
        return int(self.table.about["step"])

    @cached_property
    def nearest(self) -> tuple[tuple[int, ...], ...]:
        """What entries are added to: for each label its distance from each cell."""
        return self.pattern.nearest

    def entry(self, placement: Sequence[tuple[int, int]]) -> int:
        """What is kept of a placement, given as (cell, label)."""
        layout = self.pattern.layout
        order, number = divmod(layout.index(placement), layout.row)
        if self.bits == 4:
            return int(self.packed[order, number // 2]) >> 4 * (number % 2) & 15
        return int(self.packed[order, number])

    def distance(self, placement: Sequence[tuple[int, int]]) -> int:
        """The moves that pieces need."""
        return sum(self.nearest[label][cell] for cell, label in placement) + self.step * self.entry(placement)


@dataclass(frozen=True)
class Part:
    """Some tiles of the puzzle and the database they are looked up in."""

    view: View
    database: Database

    def distance(self, state: Sequence[int]) -> int:
        """The moves that the part's tiles need."""
        return self.database.distance(self.placement(state))

    def placement(self, state: Sequence[int]) -> list[tuple[int, int]]:
        """Where the part's tiles lie on the pattern's board, as (cell, label)."""
        label = {tile: number for number, tile in enumerate(self.view.tiles)}
        where = self.view.cells
        return [(where[cell], label[tile]) for cell, tile in enumerate(state) if tile in label]


class PatternDatabases:
    """The sums of the parts of a partition, on the board as it is and mirrored; the largest is h.

    A move counts for one part only, so that the sum over the parts is no more than the moves of a solution. Where board
    and goal have a symmetry, the mirrored state needs as many moves, and is looked up, too (Culberson and Schaeffer,
    1998). Not consistent: a table forgets in which of its regions the blank is.
    """

    source = "Korf and Felner, 2002"
    admissible = True
    consistent = False

    def __init__(
        self, facts: SlidingFacts, partition: Partition, tables: Mapping[PatternRecipe, Table], name: str
    ) -> None:
        """Take the tables of `recipes`."""
        self.name = name
        self.groups: tuple[tuple[Part, ...], ...] = tuple(
            tuple(Part(seen, Database(seen.pattern, tables[PatternRecipe(seen.pattern)])) for seen in group)
            for group in views(facts, partition)
        )

    def estimate(self, state: Sequence[int]) -> int:
        """h of a state, from scratch."""
        return max(sum(part.distance(state) for part in group) for group in self.groups)

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, from scratch: h of the state before does not tell its parts."""
        return self.estimate(state)


def recipes(facts: SlidingFacts, partition: Partition) -> list[PatternRecipe]:
    """The tables that a partition needs, each once."""
    return list(dict.fromkeys(PatternRecipe(seen.pattern) for seen in views(facts, partition)[0]))


def views(facts: SlidingFacts, partition: Partition) -> list[list[View]]:
    """The parts on the board as it is, and on the board under each symmetry that makes other parts of them."""
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


def _mirrored(seen: View, cells: Sequence[int], tiles: Mapping[int, int]) -> View:
    """The view of a puzzle that sees in each state what `seen` sees in the mirrored state."""
    back = {image: tile for tile, image in tiles.items()}
    return View(seen.pattern, tuple(seen.cells[cell] for cell in cells), tuple(back[tile] for tile in seen.tiles))


def symmetries(facts: SlidingFacts) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Where cells and tiles go under each symmetry of the board that leaves the goal as it is but for the tiles' names.

    None if there are several goals.
    """
    if len(facts.goals) > 1:
        return []
    (goal,) = facts.goals
    found = []
    for cells in automorphisms(facts.neighbors)[1:]:
        pairs = {(tile, goal[cells[cell]]) for cell, tile in enumerate(goal)}
        tiles = dict(pairs)
        if len(pairs) == len(tiles) == len(set(tiles.values())) and tiles[0] == 0:
            found.append((cells, tiles))
    return found
