"""The rows and columns of a projection: numbered, and what moves and symmetries do to them."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts.cycles import inverse
from pybridge.facts.places import Places, places_of
from pybridge.puzzles.symmetries import Symmetry, symmetries_of
from pybridge.tables.projection.colors import ColoredRecipe
from pybridge.tables.ranks.coordinates import Colorings, Coordinate, Numbers, coordinate, recoloring

Images = dict[tuple[int, ...], Numbers]
"""What symmetries do to values, by what they do to moves."""
MOST_SYMMETRIES = 256
"""The symmetries, the identity included, that a byte can number; where there are more, none is used."""


class ProjectionFrame:
    """The rows and columns of a projection: what moves and symmetries do to them."""

    def __init__(self, recipe: ColoredRecipe, *, tracked: bool) -> None:
        points = len(recipe.rows)
        sources = np.array([turn.sources for turn in recipe.moves], np.intp)
        self.row_values = coordinate(sources, recipe.rows)
        self.column_values: Coordinate | None = None
        kept: list[tuple[Numbers, Numbers]] = []
        if tracked:
            self.list_of, self.lists = _ways(recipe, self.row_values)
        else:
            self.column_values = coordinate(sources, recipe.columns)
            self.lists = self.column_values.next.T.copy()
            self.list_of = np.tile(np.arange(len(sources), dtype=np.int32), (len(self.row_values), 1))
            kept = self._symmetries(recipe, symmetries_of(recipe.moves, points))
        everything = np.arange(len(self.row_values), dtype=np.int32), np.arange(self.lists.shape[1], dtype=np.int32)
        self._classes([everything, *kept])
        rows = self.row_values.next[self.least]
        self.rows = (self.row_class[rows], self.row_symmetry[rows], self.list_of[self.least])
        self.columns = (self.lists, self.turned)
        self.shape: tuple[int, int] = len(self.least), self.lists.shape[1]

    def _symmetries(self, recipe: ColoredRecipe, known: Sequence[Symmetry]) -> list[tuple[Numbers, Numbers]]:
        """What the symmetries that keep both colorings do to row and column values, without the identity."""
        assert self.column_values
        rows = seen_through(self.row_values.colorings, recipe.rows, known)
        columns = seen_through(self.column_values.colorings, recipe.columns, known)
        keep_both = (each.moves for each in known[1:] if each.moves in rows and each.moves in columns)
        found = [(rows[moves], columns[moves]) for moves in keep_both]
        # Only all together they are a group, which the classes of rows need; a table without them is right, too.
        return found if len(found) < MOST_SYMMETRIES else []

    def _classes(self, images: Sequence[tuple[Numbers, Numbers]]) -> None:
        """Number the classes of rows; the least row of each stands for it."""
        rows = np.stack([rows for rows, _ in images])
        self.turned = np.stack([columns for _, columns in images])
        self.least, self.row_class, self.row_symmetry = classes(rows)
        self.weight = np.bincount(self.row_class).astype(np.int64)
        self.fixed = (rows[:, self.least] == self.least).T.copy()

    def arrays(self) -> dict[str, Array]:
        """What a search needs besides the distances. It follows moves in its states, not in rows and columns."""
        found: dict[str, Array] = {
            "row_class": self.row_class,
            "row_symmetry": self.row_symmetry,
            "row_states": self.row_values.colorings.states,
            "row_points": self.row_values.colorings.points,
            "turned": self.turned,
        }
        if self.column_values is None:
            return found
        columns = self.column_values.colorings
        return {**found, "column_states": columns.states, "column_points": columns.points}


def require_arrays(title: str, fault: str | None, arrays: Arrays, right: Arrays) -> None:
    """Raise BrokenTableError if the form of a table has a fault, or one of its arrays is not the right one."""
    if fault:
        raise BrokenTableError(f"{title}: {fault}")
    for name, array in right.items():
        if not np.array_equal(arrays[name], array):
            raise BrokenTableError(f"{title}: the array {name} is not that of the puzzle")


def classes(images: Array) -> tuple[Numbers, Numbers, Array]:
    """The least row of each class, the class of each row, and the first symmetry that makes it the least one.

    `images` has what each symmetry makes of each row.
    """
    least, number = np.unique(images.min(axis=0), return_inverse=True)
    return least.astype(np.int32), number.astype(np.int32), images.argmin(axis=0).astype(np.uint8)


def seen_through(colorings: Colorings, colors: Sequence[int], known: Sequence[Symmetry]) -> Images:
    """What the symmetries that keep a coloring do to the values of its coordinate, by what they do to moves.

    A symmetry takes the first value to itself and moves to moves, so that what it does to the others follows from its
    moves, and only symmetries that others do not make are looked up.
    """
    found: Images = {known[0].moves: np.arange(len(colorings), dtype=np.int32)}
    changing, makers = set(map(int, colorings.points)), Images()
    for symmetry in known[1:]:
        renamed = None if symmetry.moves in found else keeping(symmetry, colors, changing)
        if renamed is not None:
            becomes = recoloring(colors, renamed)
            assert becomes is not None
            makers[symmetry.moves] = colorings.images(renamed, becomes)
            _add_products(found, makers)
    return found


def _add_products(found: Images, makers: Images) -> None:
    """Add the images by all products of the makers to those by some of them, the identity among these."""
    made = list(found)
    for moves in made:  # which grows
        for others, image in makers.items():
            both = tuple(moves[other] for other in others)
            if both not in found:
                found[both] = found[moves][image]
                made.append(both)


def keeping(symmetry: Symmetry, colors: Sequence[int], changing: set[int]) -> tuple[int, ...] | None:
    """The renaming of a symmetry that keeps a coloring, and the points where it can change; None if there is none."""
    for renamed in symmetry.renamings:
        if recoloring(colors, renamed) is not None and {renamed[point] for point in changing} == changing:
            return renamed
    return None


def _ways(recipe: ColoredRecipe, rows: Coordinate) -> tuple[Numbers, Numbers]:
    """The ways in which placed pieces lie: for each row and move a number, and lists of what moves do to columns."""
    orbit = tracked(recipe)
    way = {point: way for points in orbit.places for way, point in enumerate(points)}
    marks = [recipe.rows[points[0]] for points in orbit.places]
    at = {int(point): index for index, point in enumerate(rows.colorings.points)}
    states = np.array(
        [
            rows.colorings.states[:, at[first]] if first in at else [recipe.rows[first]] * len(rows)
            for first, *_ in orbit.places
        ]
    ).T  # what never moves has its color always
    order = np.argsort(states, axis=1, kind="stable")[:, marks.count(0) :]  # the place of each piece, by its color
    turns = [_turned(turn.sources, orbit, way) for turn in recipe.moves]
    kinds = sorted({each for turn in turns for each in turn})
    by_place = np.array([[kinds.index(each) for each in turn] for turn in turns]).T  # [place][move]
    pieces = order.shape[1]
    codes = np.zeros((len(rows), len(recipe.moves)), np.int64)
    for piece in range(pieces):
        codes += (by_place * len(kinds) ** piece)[order[:, piece]]
    seen = np.zeros(len(kinds) ** pieces, np.bool_)
    seen[codes] = True
    used = np.flatnonzero(seen)
    lists = np.array([_list(int(code), kinds, pieces, ways_of(orbit)) for code in used], np.int32)
    return (np.cumsum(seen, dtype=np.int32) - 1)[codes], lists


def tracked(recipe: ColoredRecipe) -> Places:
    """The places of the pieces that rows place. Raises UnfitHeuristicError if they are of several, or look alike."""
    rows, known = recipe.rows, places_of(tuple(turn.sources for turn in recipe.moves))
    mine = [orbit for orbit in known if any(rows[point] for point in orbit.points)]
    marks = [rows[points[0]] for orbit in mine for points in orbit.places if rows[points[0]]]
    if len(mine) != 1 or len(set(marks)) != len(marks):
        raise UnfitHeuristicError("the pieces of one table must be different, and of one orbit")
    return mine[0]


def ways_of(orbit: Places) -> int:
    """How many ways to lie there are, as the numbers of a place's points count them."""
    return len(orbit.places[0]) if orbit.ways > 1 else 1


def _turned(sources: Sequence[int], orbit: Places, way: dict[int, int]) -> list[tuple[int, ...]]:
    """For each place, the way in which what lies there in each way lies after a move."""
    goes = inverse(tuple(sources))
    return [tuple(way[goes[point]] for point in points) for points in orbit.places]


def _list(code: int, kinds: Sequence[tuple[int, ...]], pieces: int, ways: int) -> list[int]:
    """What turning each piece does to each column: a number with a digit a piece, the first one least."""
    turns = []
    for _ in range(pieces):
        code, kind = divmod(code, len(kinds))
        turns.append(kinds[kind])
    digits = product(range(ways), repeat=pieces)  # the last digit is the fastest, so pieces come last one first
    return [
        sum(turn[digit] * ways**place for place, (turn, digit) in enumerate(zip(turns, reversed(each), strict=True)))
        for each in digits
    ]
