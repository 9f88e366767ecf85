"""Tables of projections of a permutation puzzle, looked up for a state that is seen through a symmetry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import inverse
from pybridge.facts.places import Points
from pybridge.puzzles.pieces import homes
from pybridge.store.table import Table
from pybridge.tables.folded.recipe import FoldedRecipe
from pybridge.tables.projection.frame import tracked, ways_of
from pybridge.tables.projection.pairs import GROUP, GROUP_BYTES, groups
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.ranks.coordinates import Colorings, unchanged
from pybridge.tables.ranks.reading import Reading

AnyRecipe = ProjectionRecipe | FoldedRecipe


@dataclass(frozen=True, slots=True)
class View:
    """A way to look at a state before its entry is looked up: through a symmetry, which renames points and moves."""

    renamed: Points
    moves: tuple[int, ...]


class Lookup:
    """A table, and the view in which it is looked up.

    If columns are read in a way of their own, `reading` says how, and `renamings` how symmetries read them. `jumps` is
    whether one move can change the distance by more than 1.
    """

    jumps = False
    reading: Reading | None = None
    renamings: tuple[Points, ...] = ()

    def __init__(self, facts: TurnsFacts, recipe: AnyRecipe, table: Table, view: View) -> None:
        """Raises UnfitHeuristicError if the table distinguishes pieces, or ways to lie, that look alike."""
        self.table, self.view = table, view
        ways = tuple(point + 1 if color else 0 for point, color in enumerate(recipe.rows))
        if not all(map(homes(facts).same, [recipe.rows, ways if recipe.tracked else recipe.columns])):
            raise UnfitHeuristicError(f"the projection distinguishes pieces that look alike in {facts.name}")
        self.recipe, self._back = recipe, inverse(view.renamed)
        arrays = table.arrays
        self.rows = Colorings(arrays["row_points"], arrays["row_states"])
        self.columns: Colorings | None = None
        if recipe.tracked:
            orbit = tracked(recipe)
            first = {recipe.rows[points[0]]: points[0] for points in orbit.places}
            self.marked = [first[color] for color in sorted(first) if color]
            self.way = {point: way for points in orbit.places for way, point in enumerate(points)}
            self.ways = ways_of(orbit)
        elif "column_states" in arrays:
            self.columns = Colorings(arrays["column_points"], arrays["column_states"])
        self.bits, self.base = int(arrays["bits"][0]), 0

    def values(self, lies: Points) -> tuple[int, int]:
        """The row and the column value of a state, given by the home of what lies on each point.

        Raises UnfitHeuristicError if moves cannot make it.
        """
        renamed = self.view.renamed
        seen = [renamed[lies[point]] for point in self._back]
        row = self.rows.value([self.recipe.rows[home] for home in seen])
        column = self._column(seen, row) if row >= 0 else -1
        if column < 0:
            raise UnfitHeuristicError("no moves lead from the goal to this state, so no table has it")
        return row, column

    def _column(self, seen: Sequence[int], row: int) -> int:
        """The column value of a state as its view shows it; -1 if moves cannot make it."""
        if self.columns is not None:
            return self.columns.value([self.recipe.columns[home] for home in seen])
        ways = [self.way[seen.index(point)] if self.ways > 1 else 0 for point in self.marked]
        return sum(way * self.ways**place for place, way in enumerate(ways))

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
        bit = (mine * turned.shape[1] + seen) * self.bits
        found: int = int(arrays["packed"][bit >> 3]) >> (bit & 7) & ((1 << self.bits) - 1)
        return found

    @property
    def width(self) -> int:
        """The columns of a row, or the groups of them that share a least distance."""
        columns: int = self.table.arrays["turned"].shape[1]
        return columns


class FoldedLookup(Lookup):
    """A table of a folded projection."""

    jumps = True
    recipe: FoldedRecipe

    def __init__(self, facts: TurnsFacts, recipe: FoldedRecipe, table: Table, view: View) -> None:
        """Raises UnfitHeuristicError if the table distinguishes pieces that look alike, and BrokenTableError."""
        super().__init__(facts, recipe, table, view)
        arrays = table.arrays
        self.renamings = tuple(map(tuple, arrays["renamings"].tolist()))
        self.base = int(arrays["bits"][1])
        self._kinds = Colorings(arrays["kind_points"], arrays["kind_states"])
        try:
            self.reading = recipe.kinds.reading(self._kinds, recipe.whole)
        except (KeyError, IndexError, ValueError):
            raise broken(recipe) from None
        if not np.array_equal(self.reading.ranking.numbers, arrays["kind_ranks"]):
            raise broken(recipe)
        self._places = np.argsort(self.reading.ranking.numbers)

    def _column(self, seen: Sequence[int], row: int) -> int:
        """The column as the symmetry of the row sees it."""
        kinds, by = self.recipe.kinds, self.renamings[int(self.table.arrays["row_symmetry"][row])]
        turned = [by[seen[point]] for point in inverse(by)]
        kind = self._kinds.value([kinds.colors[home] for home in turned])
        if kind < 0:
            return -1
        ways = [kinds.meaning[turned[group[0]]] % kinds.ways for group in kinds.groups[: self.recipe.whole]]
        digits = [*ways, int(self._places[kind])]  # the least first
        return sum(digit * kinds.ways**place for place, digit in enumerate(digits))

    def entry(self, row: int, column: int) -> int:
        """The distance of a row and a column."""
        group, number = divmod(column, GROUP)
        first = (int(self.table.arrays["row_class"][row]) * self.width + group) * GROUP_BYTES
        packed = self.table.arrays["packed"]
        found = int(packed[first + number // 4]) >> 2 * (number % 4) & 3
        return self.base + found if found else int(packed[first + GROUP_BYTES - 1]) >> 4

    @property
    def width(self) -> int:
        """The groups of a row."""
        return groups(len(self._places) * self.recipe.kinds.ways**self.recipe.whole)


def broken(recipe: AnyRecipe) -> BrokenTableError:
    """The error of a table that another puzzle has."""
    return BrokenTableError(f"{recipe.title}: it is not of the puzzle; run `pybridge tables verify`")


_LOOKUPS: Mapping[str, Callable[..., Lookup]] = {ProjectionRecipe.kind: Lookup, FoldedRecipe.kind: FoldedLookup}


def lookup(facts: TurnsFacts, recipe: AnyRecipe, table: Table, view: View) -> Lookup:
    """The lookup of a table. Raises UnfitHeuristicError if it distinguishes pieces that look alike."""
    return _LOOKUPS[recipe.kind](facts, recipe, table, view)
