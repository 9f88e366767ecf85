"""Tables of exact distances in a projection of a permutation puzzle (Culberson and Schaeffer, 1996; Korf, 1997).

A projection keeps two colorings of the points, or one: the rows of the table are the values of the first, the columns
those of the second. Rows that symmetries of the puzzle turn into each other share their entries, so a table is as small
as its classes of rows. Columns may also be the ways in which the pieces lie that the rows place; then what a move does
to a column depends on the row.
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts.places import Places, places_of
from pybridge.facts.turns import Turn
from pybridge.limits import OnProgress
from pybridge.puzzles.symmetries import Symmetry, symmetries_of
from pybridge.tables import turn_kernels as kernels
from pybridge.tables.coordinates import Colorings, Coordinate, Numbers, coordinate, recoloring
from pybridge.tables.table import Table

Array = NDArray[Any]
_SHARES = 64
"""Parts of a table that threads take one after the other."""
_ROWS_FIRST = 0.3
"""How many of the entries that no move has led to yet are worth one of the last level's, when a level is searched."""


@dataclass(frozen=True)
class ProjectionRecipe:
    """The table of a projection. `rows` and `columns` give each point of the goal a color; all 0 is no information.

    With `tracked` there are no columns of their own: the columns are the ways in which the pieces lie that have a
    color other than 0 in `rows`.
    """

    moves: tuple[Turn, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    tracked: bool = False

    kind: ClassVar[str] = "projection"

    @cached_property
    def frame(self) -> "Frame":
        """The rows and columns, numbered. Raises UnfitHeuristicError if there are too many."""
        return Frame(self)

    @property
    def title(self) -> str:
        """What the table holds, in one line."""
        kept = sum(1 for each in zip(self.rows, self.columns or self.rows, strict=True) if any(each))
        return f"projection of {len(self.moves)} moves to the colors of {kept} points"

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that the table depends on."""
        return {
            "format": 1,
            "moves": [[turn.name, turn.generator, turn.power, list(turn.sources)] for turn in self.moves],
            "rows": list(self.rows),
            "columns": list(self.columns),
            "tracked": self.tracked,
        }

    @property
    def bytes_needed(self) -> int:
        """The largest size on disk."""
        rows, columns = self.frame.shape
        others: int = sum(array.nbytes for array in self.frame.arrays().values())
        return int(rows * columns) + others

    def build(self, report: OnProgress) -> Table:
        """Search backwards from the goal, all threads together, and pack what was found."""
        begun = time.monotonic()
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            packed, bits, counts = TableSearch(self.frame, pool).run(report)
        arrays = {"packed": packed, "bits": np.array([bits], np.int64), **self.frame.arrays()}
        about = {"counts": counts, "seconds": round(time.monotonic() - begun, 3)}
        return Table(self.kind, self.title, arrays, about)

    def form_fault(self, table: Table) -> str | None:
        """Why a search cannot use the arrays; None if it can."""
        try:
            return _form_fault(table.arrays)
        except (KeyError, IndexError, TypeError, ValueError):
            return "an array is missing or has another form"

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check the moves of rows and columns against the recipe's, and each entry against those that moves lead to.

        Raises BrokenTableError.
        """
        for name, array in self.frame.arrays().items():
            if not np.array_equal(table.arrays[name], array):
                raise BrokenTableError(f"{self.title}: the array {name} is not that of the puzzle")
        packed, bits = table.arrays["packed"], int(table.arrays["bits"][0])
        rows, columns = self.frame.shape

        def look(span: tuple[int, int]) -> int:
            return int(kernels.wrong_entry(packed, bits, columns, span, self.frame.rows, self.frame.columns))

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for part, wrong in enumerate(pool.map(look, _spans(rows))):
                report(f"part {part + 1} of {_SHARES}")
                if wrong >= 0:
                    place = f"row {wrong // columns:,}, column {wrong % columns:,}"
                    raise BrokenTableError(f"{self.title}: the distance in {place} does not follow from its neighbors")

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe with this identity."""
        moves = tuple(Turn(name, of, power, tuple(sources)) for name, of, power, sources in identity["moves"])
        return cls(moves, tuple(identity["rows"]), tuple(identity["columns"]), identity["tracked"])


class Frame:
    """The rows and columns of a projection: what moves and symmetries do to them."""

    def __init__(self, recipe: ProjectionRecipe) -> None:
        points = len(recipe.rows)
        sources = np.array([turn.sources for turn in recipe.moves], np.intp)
        self.row_values = coordinate(sources, recipe.rows)
        self.column_values: Coordinate | None = None
        kept: list[tuple[Numbers, Numbers]] = []
        if recipe.tracked:
            ways = _Ways(recipe, self.row_values, places_of(tuple(turn.sources for turn in recipe.moves)))
            self.list_of, self.lists = ways.list_of, ways.lists
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
        self.shape = len(self.least), self.lists.shape[1]

    def _symmetries(self, recipe: ProjectionRecipe, known: Sequence[Symmetry]) -> list[tuple[Numbers, Numbers]]:
        """What the symmetries that keep both colorings do to row and column values, without the identity."""
        assert self.column_values
        found = []
        for symmetry in known[1:]:
            seen = [
                _seen_through(values.colorings, colors, symmetry)
                for values, colors in ((self.row_values, recipe.rows), (self.column_values, recipe.columns))
            ]
            if seen[0] is not None and seen[1] is not None:
                found.append((seen[0], seen[1]))
        return found

    def _classes(self, images: Sequence[tuple[Numbers, Numbers]]) -> None:
        """Number the classes of rows; the least row of each stands for it."""
        rows = np.stack([rows for rows, _ in images])
        self.turned = np.stack([columns for _, columns in images])
        least = rows.min(axis=0)
        self.row_symmetry = rows.argmin(axis=0).astype(np.uint8)
        self.least, self.row_class = (array.astype(np.int32) for array in np.unique(least, return_inverse=True))
        self.weight = np.bincount(self.row_class).astype(np.int64)
        self.fixed = (rows[:, self.least] == self.least).T.copy()

    def arrays(self) -> dict[str, Array]:
        """What a search needs besides the distances."""
        found: dict[str, Array] = {
            "row_next": self.row_values.next,
            "row_class": self.row_class,
            "row_symmetry": self.row_symmetry,
            "row_states": self.row_values.colorings.states,
            "row_points": self.row_values.colorings.points,
            "turned": self.turned,
        }
        if self.column_values is None:
            return {**found, "list_of": self.list_of, "lists": self.lists}
        columns = self.column_values
        states, points = columns.colorings.states, columns.colorings.points
        return {**found, "column_next": columns.next, "column_states": states, "column_points": points}


def _seen_through(colorings: Colorings, colors: Sequence[int], symmetry: Symmetry) -> Numbers | None:
    """What a symmetry does to the values of a coordinate; None if it does not keep the coloring."""
    renamed = keeping(symmetry, colors, set(map(int, colorings.points)))
    if renamed is None:
        return None
    becomes = recoloring(colors, renamed)
    assert becomes is not None
    return colorings.images(renamed, becomes)


def keeping(symmetry: Symmetry, colors: Sequence[int], changing: set[int]) -> tuple[int, ...] | None:
    """The renaming of a symmetry that keeps a coloring, and the points where it can change; None if there is none."""
    for renamed in symmetry.renamings:
        if recoloring(colors, renamed) is not None and {renamed[point] for point in changing} == changing:
            return renamed
    return None


class _Ways:
    """The ways in which placed pieces lie: `list_of[row, move]` is the list of what the move does to each column."""

    def __init__(self, recipe: ProjectionRecipe, rows: Coordinate, known: Sequence[Places]) -> None:
        orbit = tracked(recipe.rows, known)
        number = {point: (place, way) for place, points in enumerate(orbit.places) for way, point in enumerate(points)}
        marks = [recipe.rows[points[0]] for points in orbit.places]
        at = {int(point): index for index, point in enumerate(rows.colorings.points)}
        states = rows.colorings.states[:, [at[points[0]] for points in orbit.places]]
        order = np.argsort(states, axis=1, kind="stable")[:, marks.count(0) :]  # the place of each piece, by its color
        turns = [_turned(turn.sources, orbit, number) for turn in recipe.moves]
        kinds = sorted({tuple(each) for turn in turns for each in turn})
        by_place = np.array([[kinds.index(tuple(each)) for each in turn] for turn in turns])  # [move][place]
        pieces = order.shape[1]
        codes = np.zeros((len(rows), len(recipe.moves)), np.int64)
        for piece in range(pieces):
            codes += by_place[:, order[:, piece]].T * len(kinds) ** piece
        seen = np.zeros(len(kinds) ** pieces, np.bool_)
        seen[codes] = True
        used = np.flatnonzero(seen)
        self.list_of = (np.cumsum(seen) - 1)[codes].astype(np.int32)
        self.lists = np.array([_list(int(code), kinds, pieces, ways_of(orbit)) for code in used], np.int32)


def tracked(rows: Sequence[int], known: Sequence[Places]) -> Places:
    """The places of the pieces that rows place. Raises UnfitHeuristicError if they are of several, or look alike."""
    mine = [orbit for orbit in known if any(rows[point] for point in orbit.points)]
    marks = [rows[points[0]] for orbit in mine for points in orbit.places if rows[points[0]]]
    if len(mine) != 1 or len(set(marks)) != len(marks):
        raise UnfitHeuristicError("the pieces of one table must be different, and of one orbit")
    return mine[0]


def ways_of(orbit: Places) -> int:
    """How many ways to lie there are, as the numbers of a place's points count them."""
    return len(orbit.places[0]) if orbit.ways > 1 else 1


def _turned(sources: Sequence[int], orbit: Places, number: dict[int, tuple[int, int]]) -> list[list[int]]:
    """For each place, the way in which what lies there in each way lies after a move."""
    found: list[list[int]] = [[] for _ in orbit.places]
    goes = {source: point for point, source in enumerate(sources)}
    for place, points in enumerate(orbit.places):
        found[place] = [number[goes[point]][1] for point in points]
    return found


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


def _spans(rows: int) -> list[tuple[int, int]]:
    bounds = np.linspace(0, rows, min(_SHARES, rows) + 1).astype(int).tolist()
    return list(pairwise(bounds))


class TableSearch:
    """Breadth-first search from the goal, level by level."""

    def __init__(self, frame: Frame, pool: ThreadPoolExecutor) -> None:
        self._frame, self._pool = frame, pool
        rows, columns = frame.shape
        self.found = np.full((rows, columns), kernels.UNSEEN, np.uint8)
        self.found[frame.row_class[0], 0] = 0  # the goal has the value 0 in each coordinate

    def _each(self, work: Callable[..., None], *arguments: Any) -> None:
        list(self._pool.map(lambda span: work(self.found, *span, *arguments), _spans(len(self.found))))

    def level(self, level: int, reached: int, unseen: int) -> None:
        """Find the entries after a level, from its own entries or from those that no move has led to yet."""
        if reached < _ROWS_FIRST * unseen:
            self._each(kernels.push, level, self._frame.rows, self._frame.columns, self._frame.fixed)
        else:
            self._each(kernels.pull, level, self._frame.rows, self._frame.columns)

    def counts(self, weight: Array) -> Array:
        """Entries by distance; in the end those that no move has led to."""
        parts = []

        def add(found: Array, first: int, end: int) -> None:
            counts = np.zeros(256, np.int64)
            kernels.count(found, first, end, weight, counts)
            parts.append(counts)

        self._each(add)
        found: Array = np.sum(parts, axis=0)
        return found

    def run(self, report: OnProgress) -> tuple[Array, int, list[int]]:
        """The packed table, its bits an entry, and how many states of the projection there are at each distance."""
        plain = np.ones(len(self.found), np.int64)
        level, reached = 0, 1
        while reached:
            seen = self.counts(plain)
            reached = int(seen[level])
            report(f"distance {level}, {int(seen[:-1].sum()):,} of {self.found.size:,} entries")
            if reached:
                self.level(level, reached, int(seen[-1]))
                level += 1
        counts = self.counts(self._frame.weight)[:level].tolist()
        bits = 4 if level < 15 else 8
        packed = np.empty(-(-self.found.size * bits // 8), np.uint8)
        flat = self.found.reshape(-1)
        list(self._pool.map(lambda span: kernels.pack(flat, *span, bits, packed), _spans(len(packed))))
        return packed, bits, counts


def _form_fault(arrays: Any) -> str | None:
    """Why a search cannot use the arrays; None if it can."""
    rows, moves = arrays["row_next"].shape
    turned, bits = arrays["turned"], int(arrays["bits"][0])
    symmetries, columns = turned.shape
    tracked = "lists" in arrays
    following = arrays["lists" if tracked else "column_next"]
    classes = int(arrays["row_class"].max()) + 1
    sizes = [
        (arrays["row_next"], (rows, moves), rows),
        (arrays["row_class"], (rows,), classes),
        (arrays["row_symmetry"], (rows,), symmetries),
        (turned, (symmetries, columns), columns),
        (following, (len(following), columns) if tracked else (columns, moves), columns),
    ]
    if tracked:
        sizes.append((arrays["list_of"], (rows, moves), len(following)))
    if any(array.shape != shape or int(array.min()) < 0 or int(array.max()) >= most for array, shape, most in sizes):
        return "the moves lead out of the table"
    if bits not in (4, 8) or arrays["packed"].shape != (-(-classes * columns * bits // 8),):
        return "the distances have another size"
    return None
