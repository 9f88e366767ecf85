"""How kernels find the entries of a state in tables of projections: see `kernels.turns.entries`.

Each symmetry of a row has a reading of the column of its own, so that no table of what symmetries do is needed.
"""

from collections.abc import Callable, Sequence

import numpy as np

from pybridge.arrays import Array
from pybridge.errors import UnavailableProgramError
from pybridge.facts.cycles import Turn, inverse
from pybridge.facts.places import Points
from pybridge.heuristics.lookups import Lookup, broken
from pybridge.heuristics.projections import keepers, renaming
from pybridge.memory import Paged
from pybridge.puzzles.symmetries import Symmetry, symmetries_of
from pybridge.search.kernels.turns import entries as fields
from pybridge.search.kernels.turns.lookups import MOST_LOOKUPS
from pybridge.tables.ranks.coordinates import Colorings
from pybridge.tables.ranks.ranking import Ranking
from pybridge.tables.ranks.reading import Form, Reading, read_colors


class Entries:
    """The lookups of a search, of the state or of its inverse, as kernels read them: rows of what `fields` names.

    `sides` is 0 for the state and 1 for its inverse; `still[lookup, word]` has a bit for each move on the other side
    that does not change its value; `jumps[lookup]` is whether one move can change it by more than 1. The arrays are
    kept as long as their addresses are used.
    """

    def __init__(self, moves: Sequence[Turn], lookups: Sequence[tuple[Lookup, bool]]) -> None:
        """`lookups` are of the inverse if they say so.

        Raises BrokenTableError, and UnavailableProgramError for more of them than kernels can number.
        """
        if len(lookups) > MOST_LOOKUPS:
            raise UnavailableProgramError(
                f"the engine native looks up {MOST_LOOKUPS} tables and views at most, not {len(lookups)}; "
                "use fewer projections, or --engine python"
            )
        self._sources = [turn.sources for turn in moves]
        self.form = Form(len(self._sources[0]))
        self._held: list[Array] = []
        self._coordinates: dict[int, Reading] = {}
        self._addresses: dict[object, int] = {}
        self._symmetries: dict[int, list[Points]] = {}
        self.rows = np.array([self._row(*each) for each in lookups], np.uint64)
        self._packed = Paged([lookup.table.arrays["packed"] for lookup, _ in lookups])
        self.rows[:, fields.PACKED] = self._packed.addresses
        self.lookups = self._facts(lookups, len(moves))
        """What the kernels take."""
        self.by = np.stack(
            [np.stack([self.form.row(each), self.form.row(inverse(each))]).view(np.uint8) for each in self._sources]
        )
        """Which point each point's piece comes from, and where it goes, for each move."""

    @staticmethod
    def _facts(lookups: Sequence[tuple[Lookup, bool]], moves: int) -> tuple[Array, Array, Array]:
        """The sides, what moves leave as it is, and which lookups jump."""
        sides = np.array([inverted for _, inverted in lookups], np.uint8)
        still = np.zeros((len(lookups), -(-moves // 64)), np.uint64)
        for number, (lookup, _) in enumerate(lookups):
            for move in range(moves):
                if lookup.keeps(move):
                    still[number, move // 64] |= np.uint64(1 << move % 64)
        return sides, still, np.array([lookup.jumps for lookup, _ in lookups], np.bool_)

    def enlarge_pages(self, seconds: float) -> None:
        """Copy the tables into large pages, if a search that has taken so long is worth it."""
        if self._packed.enlarge(seconds):
            self.rows[:, fields.PACKED] = self._packed.addresses

    def _row(self, lookup: Lookup, inverted: bool) -> list[int]:
        rows = self._coordinate(lookup, lookup.rows, lookup.recipe.rows)
        columns = self._columns(lookup)
        renamed = lookup.view.renamed
        every = [tuple(each[point] for point in renamed) for each in self._renamings(lookup)]
        size = columns.seen(renamed, self.form).nbytes
        return [
            *self._reading(rows, [renamed], inverted), self._linked(lookup, rows),
            *self._reading(columns, every, inverted), self._numbered(lookup, columns), size,
            0, lookup.width, lookup.bits, lookup.base,
        ]  # fmt: skip

    def _hold(self, array: Array) -> int:
        """The address of an array that is kept."""
        self._held.append(np.ascontiguousarray(array))
        address: int = self._held[-1].ctypes.data
        return address

    def _reading(self, known: Reading, renamings: Sequence[Points], inverted: bool) -> list[int]:
        """The fields of a coordinate that is read with some renamings."""
        half = self.form.room * self.form.kind.itemsize * (known.of_pieces != inverted)
        reading = self._hold(np.stack([known.seen(renamed, self.form) for renamed in renamings]))
        weights = self._kept(("weights", id(known)), lambda: known.weights)
        steps = self._kept(("steps", id(known)), lambda: known.ranking.steps)
        last = self._kept(("last", id(known)), lambda: known.ranking.last)
        return [half, reading, weights, len(known.ranking.parts), steps, last, known.ranking.count - 1]

    def _kept(self, name: object, made: Callable[[], Array]) -> int:
        """The address of an array that several lookups share."""
        if name not in self._addresses:
            self._addresses[name] = self._hold(made())
        return self._addresses[name]

    def _linked(self, lookup: Lookup, rows: Reading) -> int:
        """The class and symmetry of each row, by rank."""
        arrays = lookup.table.arrays

        def links() -> Array:
            both = (arrays["row_class"].astype(np.uint32) << np.uint32(8)) | arrays["row_symmetry"]
            found: Array = both[rows.ranking.numbers]
            return found

        return self._kept(("links", id(arrays)), links)

    def _numbered(self, lookup: Lookup, columns: Reading) -> int:
        """The number of each column in the table, by rank; 0 if that is the rank."""
        if lookup.reading:
            return 0
        numbers = columns.ranking.numbers
        if np.array_equal(numbers, np.arange(len(numbers))):
            return 0
        return self._kept(("numbers", id(columns)), lambda: numbers)

    def _renamings(self, lookup: Lookup) -> Sequence[Points]:
        """The renamings of points by which rows of a class differ, as their symmetries are numbered."""
        if lookup.renamings:
            return lookup.renamings
        arrays = lookup.table.arrays
        if id(arrays) not in self._symmetries:
            known: Sequence[Symmetry] = symmetries_of(lookup.recipe.moves, self.form.points)
            chosen = known[:1] if len(arrays["turned"]) == 1 else keepers(lookup.recipe, known)
            self._symmetries[id(arrays)] = [renaming(lookup.recipe, each) for each in chosen]
            if len(chosen) != len(arrays["turned"]):
                raise broken(lookup.recipe)
        return self._symmetries[id(arrays)]

    def _coordinate(self, lookup: Lookup, known: Colorings, colors: Sequence[int]) -> Reading:
        if id(known.states) not in self._coordinates:
            try:
                self._coordinates[id(known.states)] = read_colors(known, colors, self._sources)
            except (KeyError, IndexError, ValueError):
                raise broken(lookup.recipe) from None
        return self._coordinates[id(known.states)]

    def _columns(self, lookup: Lookup) -> Reading:
        if lookup.reading:
            return lookup.reading
        if lookup.columns is not None:
            return self._coordinate(lookup, lookup.columns, lookup.recipe.columns)
        if id(lookup.table) not in self._coordinates:
            self._coordinates[id(lookup.table)] = _tracked(lookup)
        return self._coordinates[id(lookup.table)]


def _tracked(lookup: Lookup) -> Reading:
    """The ways in which the pieces of a table lie, which are its columns."""
    radices = [lookup.ways] * len(lookup.marked) if lookup.ways > 1 else []
    every = np.arange(lookup.ways ** len(radices))
    if len(every) != lookup.table.arrays["turned"].shape[1]:
        raise broken(lookup.recipe)
    rows = [every // lookup.ways**place % lookup.ways for place in range(len(radices))]
    return Reading(lookup.marked[: len(radices)], True, dict(lookup.way), radices, Ranking(rows, radices))
