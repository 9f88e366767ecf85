"""Lower bounds from tables of projections of a permutation puzzle, looked up for the state and its symmetric images.

The inverse of a state has the same distance if every move has an inverse among the moves, so it is looked up as well
(A. Felner, U. Zahavi, J. Schaeffer and R. C. Holte, 2005).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import inverse, moves
from pybridge.facts.places import Points, places_of
from pybridge.puzzles import Move
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import Symmetry, symmetries
from pybridge.store.table import Table
from pybridge.tables.coordinates import Colorings, changing, unchanged
from pybridge.tables.pair_kernels import FARTHEST, GROUP, GROUP_BYTES, groups
from pybridge.tables.projection import ProjectionRecipe
from pybridge.tables.projection_frame import keeping, tracked, ways_of

MOST_DISTANCE = 255
"""No table has a larger distance."""


@dataclass(frozen=True, slots=True)
class View:
    """A way to look at a state before its entry is looked up: through a symmetry, which renames points and moves."""

    renamed: Points
    moves: tuple[int, ...]


def views(facts: TurnsFacts, recipe: ProjectionRecipe) -> list[View]:
    """The views of a projection that can give other values, the plain one first.

    Symmetries that keep both colorings give the same value; so do all that differ by one of these. A projection that
    determines some pieces gives the same value in all views of these pieces. Pieces that a user chose are looked
    up plainly.
    """
    known = symmetries(facts)
    if recipe.tracked:
        return [View(known[0].renamings[0], known[0].moves)]
    told = set().union(*_told(recipe))
    own, everything = keepers(recipe, known), _tells_all(recipe)
    found: dict[object, View] = {}
    for symmetry in known:
        renamed = symmetry.renamings[0]
        key: object = frozenset(renamed[point] for point in told)
        if not everything:
            key = min(tuple(each.moves[move] for move in symmetry.moves) for each in own)
        found.setdefault(key, View(renamed, symmetry.moves))
    return list(found.values())


def keepers(recipe: ProjectionRecipe, known: Sequence[Symmetry]) -> list[Symmetry]:
    """The symmetries that keep both colorings of a projection."""
    both = list(zip((recipe.rows, recipe.columns), _told(recipe), strict=True))
    return [each for each in known if all(keeping(each, colors, points) is not None for colors, points in both)]


def renaming(recipe: ProjectionRecipe, symmetry: Symmetry) -> Points:
    """What a symmetry that keeps the columns of a projection makes of points, as the table has it."""
    if recipe.tracked:
        return symmetry.renamings[0]
    found = keeping(symmetry, recipe.columns, _told(recipe)[1])
    assert found is not None
    return found


def _tells_all(recipe: ProjectionRecipe) -> bool:
    """Whether a projection determines the pieces that it distinguishes completely."""
    if recipe.tracked:
        return False
    colors = [(recipe.rows[point], recipe.columns[point]) for point in set().union(*_told(recipe))]
    return len(set(colors)) == len(colors)


def _has_inverses(facts: TurnsFacts) -> bool:
    """Whether the inverse of a state is a state of the same distance."""
    known = {turn.sources for turn in moves(facts)}
    return homes(facts).differ and all(inverse(each) in known for each in known)


def _told(recipe: ProjectionRecipe) -> list[set[int]]:
    """The points whose colors can change, for rows and columns."""
    sources = np.array([turn.sources for turn in recipe.moves], np.intp)
    return [set(map(int, changing(sources, colors))) for colors in (recipe.rows, recipe.columns)]


class Lookup:
    """A table, and the view in which it is looked up."""

    def __init__(self, facts: TurnsFacts, recipe: ProjectionRecipe, table: Table, view: View) -> None:
        """Raises UnfitHeuristicError if the table distinguishes pieces that look alike."""
        self.table, self.view = table, view
        if not all(map(homes(facts).same, [recipe.rows] if recipe.tracked else [recipe.rows, recipe.columns])):
            raise UnfitHeuristicError(f"the projection distinguishes pieces that look alike in {facts.name}")
        self.recipe, self._back = recipe, inverse(view.renamed)
        arrays = table.arrays
        self.rows = Colorings(arrays["row_points"], arrays["row_states"])
        self.columns: Colorings | None = None
        if recipe.tracked:
            orbit = tracked(recipe.rows, places_of(tuple(turn.sources for turn in recipe.moves)))
            first = {recipe.rows[points[0]]: points[0] for points in orbit.places}
            self.marked = [first[color] for color in sorted(first) if color]
            self.way = {point: way for points in orbit.places for way, point in enumerate(points)}
            self.ways = ways_of(orbit)
        else:
            self.columns = Colorings(arrays["column_points"], arrays["column_states"])
        self.bits, self.base = int(arrays["bits"][0]), int(arrays["bits"][-1]) if recipe.pairs else 0

    def values(self, lies: Points) -> tuple[int, int]:
        """The row and the column value of a state, given by the home of what lies on each point.

        Raises UnfitHeuristicError if moves cannot make it.
        """
        renamed = self.view.renamed
        seen = [renamed[lies[point]] for point in self._back]
        row = self.rows.value([self.recipe.rows[home] for home in seen])
        if self.columns is None:
            ways = [self.way[seen.index(point)] if self.ways > 1 else 0 for point in self.marked]
            column = sum(way * self.ways**place for place, way in enumerate(ways))
        else:
            column = self.columns.value([self.recipe.columns[home] for home in seen])
        if row < 0 or column < 0:
            raise UnfitHeuristicError("no moves lead from the goal to this state, so no table has it")
        return row, column

    def all_values(self, lies: NDArray[np.int64]) -> NDArray[np.int32]:
        """The row and the column value of states, given by the home of what lies on each point; plainly viewed.

        -1 stands for what moves cannot make.
        """
        assert self.columns is not None  # no ways of pieces are tracked
        parts = ((self.rows, self.recipe.rows), (self.columns, self.recipe.columns))
        found = [known.numbers(np.array(colors, np.uint8)[lies[:, known.points]]) for known, colors in parts]
        return np.stack(found, axis=-1)

    def keeps(self, move: int) -> bool:
        """Whether a move before all others leaves the projection of the inverse as it is."""
        recipe, sources = self.recipe, self.recipe.moves[self.view.moves[move]].sources
        if recipe.tracked:
            return all(source == point for point, source in enumerate(sources) if recipe.rows[point])
        return unchanged(sources, recipe.rows, recipe.columns)

    def distance(self, lies: Points) -> int:
        """The distance of a state's projection, given by the home of what lies on each point."""
        return self.entry(*self.values(lies))

    def entry(self, row: int, column: int) -> int:
        """The distance of a row and a column value."""
        arrays = self.table.arrays
        turned = arrays["turned"]
        mine, seen = int(arrays["row_class"][row]), int(turned[arrays["row_symmetry"][row], column])
        if self.recipe.pairs:
            return self._pair(mine, int(arrays["column_places"][seen]))
        bit = (mine * turned.shape[1] + seen) * self.bits
        found: int = int(arrays["packed"][bit >> 3]) >> (bit & 7) & ((1 << self.bits) - 1)
        return found

    def _pair(self, row: int, place: int) -> int:
        """The lower bound that an entry of two bits says."""
        group, number = divmod(place, GROUP)
        packed, first = self.table.arrays["packed"], (row * self.width + group) * GROUP_BYTES
        found = int(packed[first + number // 4]) >> 2 * (number % 4) & 3
        return self.base + found if found else int(packed[first + GROUP_BYTES - 1]) >> 4

    @property
    def width(self) -> int:
        """The columns of a row, or the groups of those that share a least distance."""
        columns: int = self.table.arrays["turned"].shape[1]
        return groups(columns) if self.recipe.pairs else columns

    def most(self, distance: int) -> int:
        """The largest distance for which an entry may stand that says a distance."""
        if not self.recipe.pairs or self.base < distance < self.base + FARTHEST:
            return distance
        return self.base if distance <= self.base else MOST_DISTANCE


class Projections:
    """The largest distance in the projections of the tables, in all views, of the state and of its inverse.

    `inverted` are the numbers of the lookups that are used for the inverse. A projection that determines some
    pieces gives the inverse the same value. One move can change the values of the inverse by more than 1, so with them
    the heuristic is not consistent.
    """

    source = "J. C. Culberson and J. Schaeffer, 1996; R. E. Korf, 1997; A. Felner and others, 2005"
    admissible = True

    def __init__(self, facts: TurnsFacts, tables: Mapping[ProjectionRecipe, Table], name: str) -> None:
        """Raises UnfitHeuristicError if a table distinguishes pieces that look alike."""
        self.name = name
        self.moves = moves(facts)
        self.lookups = [
            Lookup(facts, recipe, table, view) for recipe, table in tables.items() for view in views(facts, recipe)
        ]
        both = _has_inverses(facts)
        self.inverted = [number for number, lookup in enumerate(self.lookups) if both and not _tells_all(lookup.recipe)]
        self.consistent = not self.inverted
        self._homes = homes(facts)

    def estimate(self, state: Sequence[int]) -> int:
        """The largest of the distances. Raises UnfitHeuristicError if moves cannot make the state."""
        try:
            lies = self._homes.of(state)
        except KeyError:
            raise UnfitHeuristicError("a piece of this state is not in the goal, so no table has it") from None
        h = max(lookup.distance(lies) for lookup in self.lookups)
        if self.inverted:
            undone = inverse(lies)
            h = max(h, *(self.lookups[number].distance(undone) for number in self.inverted))
        return h

    @property
    def by_side(self) -> tuple[list[Lookup], list[Lookup]]:
        """The lookups of a state, and those of its inverse."""
        return self.lookups, [self.lookups[number] for number in self.inverted]

    def values(self, sides: tuple[Points, Points]) -> tuple[list[int], list[int]]:
        """The distances in all lookups of a state, and of its inverse in those that are used for it.

        Both are given by the home of what lies on each point.
        """
        one, other = (
            [lookup.distance(side) for lookup in some] for side, some in zip(sides, self.by_side, strict=True)
        )
        return one, other

    def too_far(self, values: Sequence[int], side: int, move: int, left: int) -> bool:
        """Whether a move on the other side leaves a lookup of `side`, 0 or 1, at `left`, as far as the node may be."""
        return any(
            value == left and lookup.keeps(move) for value, lookup in zip(values, self.by_side[side], strict=True)
        )

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state`, computed from scratch."""
        return self.estimate(state)
