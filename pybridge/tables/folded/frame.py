"""The rows and columns of a folded projection: how both are ranked, and what symmetries make of them."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.errors import UnfitHeuristicError
from pybridge.facts.cycles import inverse
from pybridge.facts.places import Points
from pybridge.puzzles.symmetries import Symmetry, symmetries_of
from pybridge.tables.folded import kernels
from pybridge.tables.projection.colors import ColoredRecipe
from pybridge.tables.projection.frame import MOST_SYMMETRIES, classes, keeping, seen_through
from pybridge.tables.projection.pairs import groups
from pybridge.tables.ranks.coordinates import Numbers, changing, coordinate
from pybridge.tables.ranks.reading import Form, Reading, kinds_of, read_colors
from pybridge.vectors import POINTS

MOST_BEFORE = 1 << 62
"""States of a projection before it is folded."""


class FoldedFrame:
    """Rows are numbered as colorings, columns as they are ranked; `renamings` are how symmetries read columns."""

    def __init__(self, recipe: ColoredRecipe, whole: int) -> None:
        """Raises UnfitHeuristicError if rows or columns are too many, or the puzzle has too many points or places."""
        self.sources = [turn.sources for turn in recipe.moves]
        self.form = Form(len(recipe.rows))
        if self.form.kind != np.uint8:
            raise UnfitHeuristicError(f"a folded projection has at most {POINTS} points")
        sources = np.array(self.sources, np.intp)
        self.row_values = coordinate(sources, recipe.rows)
        kinds = kinds_of(recipe.columns, self.sources)
        self.kinds = coordinate(sources, kinds.colors).colorings
        self.row_reading = read_colors(self.row_values.colorings, recipe.rows, self.sources)
        try:
            self.reading = kinds.reading(self.kinds, whole)
        except ValueError as error:
            raise UnfitHeuristicError(f"columns cannot be folded like this: {error}") from None
        told = set(changing(sources, recipe.columns).tolist())
        rows, renamings = self._images(recipe, told, symmetries_of(recipe.moves, len(recipe.rows)))
        self.renamings = np.array(renamings, np.uint8)
        self._rows = np.stack(rows)
        self.least, self.row_class, self.row_symmetry = classes(self._rows)
        self.shape: tuple[int, int] = len(self.least), self.reading.ranking.count
        self._colors = np.array(recipe.rows, np.uint8)
        if len(self.least) * max(self.reading.radices) ** len(self.reading.points) > MOST_BEFORE:
            raise UnfitHeuristicError("a folded projection has too many columns before it is folded")

    def _images(
        self, recipe: ColoredRecipe, told: set[int], known: Sequence[Symmetry]
    ) -> tuple[list[Numbers], list[Points]]:
        """What each symmetry that keeps both colorings makes of rows, and how it renames points; the identity first."""
        still = tuple(range(len(recipe.rows)))
        rows, renamings = [np.arange(len(self.row_values), dtype=np.int32)], [still]
        images = seen_through(self.row_values.colorings, recipe.rows, known)
        for symmetry in known[1:]:
            renamed = keeping(symmetry, recipe.columns, told)
            if renamed is not None and symmetry.moves in images:
                rows.append(images[symmetry.moves])
                renamings.append(renamed)
        # Only all together they are a group, which the classes of rows need; a table without them is right, too.
        return (rows, renamings) if len(rows) <= MOST_SYMMETRIES else (rows[:1], renamings[:1])

    def arrays(self) -> Arrays:
        """What a search needs besides the distances."""
        return {
            "row_class": self.row_class,
            "row_symmetry": self.row_symmetry,
            "row_states": self.row_values.colorings.states,
            "row_points": self.row_values.colorings.points,
            "kind_states": self.kinds.states,
            "kind_points": self.kinds.points,
            "kind_ranks": self.reading.ranking.numbers,
            "renamings": self.renamings,
        }

    @cached_property
    def kernel_arrays(self) -> tuple[object, ...]:
        """What the kernel of a build takes: moves, both coordinates, and numbers."""
        still = tuple(range(self.form.points))
        by = np.stack([np.stack([self.form.row(each), self.form.row(inverse(each))]) for each in self.sources])
        rows, columns = self.row_reading, self.reading
        numbers = np.zeros(kernels.NUMBERS, np.uint64)
        numbers[[kernels.ROW_HALF, kernels.COLUMN_HALF]] = [
            self.form.room * each.of_pieces for each in (rows, columns)
        ]  # fmt: skip
        numbers[[kernels.ROW_CHUNKS, kernels.COLUMN_CHUNKS]] = [len(each.ranking.parts) for each in (rows, columns)]
        numbers[[kernels.ROW_MOST, kernels.COLUMN_MOST]] = [each.ranking.count - 1 for each in (rows, columns)]
        numbers[kernels.WIDTH] = groups(self.shape[1])
        renamings = [tuple(each) for each in self.renamings.tolist()]
        return (
            by.reshape(len(by), -1), self._read(rows, [still]), self._read(columns, renamings), self._seen(), numbers,
            self.form.numbers,
        )  # fmt: skip

    def _read(self, known: Reading, renamings: Sequence[Points]) -> tuple[Array, ...]:
        """What ranks a coordinate that is read with some renamings."""
        seen = np.stack([known.seen(renamed, self.form).reshape(-1) for renamed in renamings])
        return seen, known.weights, known.ranking.steps, known.ranking.last

    def _seen(self) -> tuple[Array, Array, Array]:
        """For ranked rows: the class, and from where on and which symmetries make the row the least of it."""
        order = self.row_reading.ranking.numbers
        fitting = (self._rows == self.least[self.row_class]).T[order]
        first = np.concatenate([[0], np.cumsum(fitting.sum(axis=1))])
        return self.row_class[order], first, np.nonzero(fitting)[1].astype(np.uint8)

    def keys(self, homes: Array) -> Array:
        """A number for the projection of each state before it is folded, the same for what symmetries exchange.

        Now and then symmetric states have different ones: where several symmetries make a row the least of its class.
        """
        values = self.row_values.colorings
        rows = values.numbers(np.ascontiguousarray(self._colors[homes[:, values.points]]))
        found, places = np.zeros(len(homes), np.int64), np.array(self.reading.points)
        weights = max(self.reading.radices) ** np.arange(len(places), dtype=np.int64)
        for number, renamed in enumerate(self.renamings.tolist()):
            mine, back = np.flatnonzero(self.row_symmetry[rows] == number), np.array(inverse(renamed))
            meaning = np.zeros(len(back), np.int64)
            for home, digit in self.reading.meaning.items():
                meaning[back[home]] = digit
            found[mine] = meaning[homes[mine][:, back[places]]] @ weights
        found += self.row_class[rows].astype(np.int64) * int(max(self.reading.radices)) ** len(places)
        return found
