"""Tables of folded projections of a permutation puzzle: of most places only the kind of the piece is kept.

A coloring that all symmetries keep is seen the same from all sides, so one lookup does what otherwise takes several;
but it may have far too many values. If it shows how a piece lies in some places only, an entry is the least distance of
all states that look alike then: a lower bound, as in compressed tables (A. Felner, R. E. Korf, R. Meshulam and
R. C. Holte, 2007). The cube's has the same rows and columns as S. Tronto's H48.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from pybridge.arrays import Arrays
from pybridge.errors import BrokenTableError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.memory import require_memory
from pybridge.store.half import HalfBuilt
from pybridge.store.table import BY_RULES, Table
from pybridge.tables.folded.frame import MOST_BEFORE, FoldedFrame
from pybridge.tables.folded.search import FoldedBuild, FoldedSearch
from pybridge.tables.projection.colors import ColoredRecipe, colored, sizes_fault, sizes_of
from pybridge.tables.projection.frame import require_arrays
from pybridge.tables.projection.pairs import GROUP_BYTES, NO_LEAST, groups
from pybridge.tables.projection.recipe import THREADS
from pybridge.tables.projection.search import LastPhrase
from pybridge.tables.ranks.coordinates import MOST_VALUES
from pybridge.tables.ranks.ranking import MOST_AT_LAST, parts_of
from pybridge.tables.ranks.reading import Kinds, kinds_of


@dataclass(frozen=True)
class FoldedRecipe(ColoredRecipe):
    """The table of a folded projection. `rows` and `columns` give each point of the goal a color.

    Of the columns, the first `whole` places show how their piece lies, and all others only its kind, which are its
    colors in any order. An entry has two bits.
    """

    whole: int

    kind: ClassVar[str] = "folded"
    verified: ClassVar[str] = BY_RULES
    tracked: ClassVar[bool] = False

    @cached_property
    def frame(self) -> FoldedFrame:
        """The rows and columns, numbered. Raises UnfitHeuristicError if there are too many."""
        return FoldedFrame(self, self.whole)

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of pieces that columns distinguish."""
        return kinds_of(self.columns, [turn.sources for turn in self.moves])

    @property
    def title(self) -> str:
        """What the table holds, in one line."""
        kept = sum(1 for each in zip(self.rows, self.columns, strict=True) if any(each))
        return f"projection of {len(self.moves)} moves to the colors of {kept} points, {self.whole} places whole"

    @property
    def identity(self) -> Form:
        """Everything that the table depends on."""
        return {"format": 2, **self._colored, "whole": self.whole}

    @property
    def bytes_needed(self) -> int:
        """The size on disk."""
        others: int = sum(array.nbytes for array in self.frame.arrays().values())
        return self._bytes + others

    @property
    def _bytes(self) -> int:
        """The bytes of the distances."""
        rows, columns = self.frame.shape
        return rows * groups(columns) * GROUP_BYTES

    def build_on(self, report: OnProgress, kept: HalfBuilt | None) -> Table:
        """Build, from what was kept before. What is found is kept now and then, and when the build is interrupted."""
        report(f"{self._bytes / 1e6:,.0f} MB of distances")
        require_memory(self._bytes, self.title)
        progress = LastPhrase(report)
        with ThreadPoolExecutor(THREADS) as pool:
            search = FoldedSearch(self.frame, self.moves, pool, progress.again)
            build = FoldedBuild(search, kept)
            build.run(progress)
            about = {"said": search.said(), "seconds": round(build.seconds, 3)}
        arrays = {"packed": search.packed, "bits": np.array([2, search.base], np.int64), **self.frame.arrays()}
        del vars(self)["frame"]  # the table has what a search needs of it
        return Table(self.kind, self.title, arrays, about)

    def _fault(self, arrays: Arrays) -> str | None:
        points, rows, renamings = len(self.rows), len(arrays["row_class"]), arrays["renamings"]
        classes, kinds = int(arrays["row_class"].max()) + 1, len(arrays["kind_states"])
        sizes = [
            (arrays["row_class"], np.int32, (rows,), classes),
            (arrays["row_symmetry"], np.uint8, (rows,), len(renamings)),
            (renamings, np.uint8, (len(renamings), points), points),
            (arrays["kind_ranks"], np.int32, (kinds,), kinds),
            *sizes_of(arrays, "row", rows, points),
            *sizes_of(arrays, "kind", kinds, points),
        ]
        if fault := sizes_fault(sizes, "the symmetries"):
            return fault
        if any(sorted(each) != list(range(points)) for each in renamings.tolist()):
            return "a symmetry does not rename points"
        if not classes <= rows <= MOST_VALUES or not 1 <= kinds <= MOST_VALUES:
            return "there are too many rows, or classes of rows"
        packed, bits, columns = arrays["packed"], arrays["bits"], kinds * self.kinds.ways**self.whole
        if bits.dtype != np.int64 or bits.shape != (2,) or bits[0] != 2 or not 0 <= bits[1] < NO_LEAST:
            return "the distances have another size"
        size = classes * groups(columns) * GROUP_BYTES
        return None if packed.dtype == np.uint8 and packed.shape == (size,) else "the distances have another size"

    def verify(self, table: Table, report: OnProgress) -> None:
        """Search again, by sequences that begin one move nearer to the goal, and compare each entry.

        Raises BrokenTableError.
        """
        require_arrays(self.title, self.form_fault(table), table.arrays, self.frame.arrays())
        require_memory(self._bytes, self.title)
        with ThreadPoolExecutor(THREADS) as pool:
            base = int(table.arrays["bits"][1])
            search = FoldedSearch(self.frame, self.moves, pool, lambda: report("searching again"), nearer=1, base=base)
            FoldedBuild(search, None).run(report)
        rows, _ = self.frame.shape
        found, kept = (array.reshape(rows, -1) for array in (search.packed, table.arrays["packed"]))
        for row in range(rows):
            if not np.array_equal(found[row], kept[row]):
                place = int(np.flatnonzero(found[row] != kept[row])[0]) // GROUP_BYTES
                raise BrokenTableError(f"{self.title}: row {row:,} has a wrong distance in group {place:,}")

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError or a similar error if there is none."""
        whole = identity["whole"]
        recipe = cls(*colored(identity), whole)
        if type(whole) is not int or not 0 <= whole <= len(recipe.kinds.groups):
            raise ValueError("there are fewer places")
        return recipe


def most_whole(kinds: Kinds, rows: int, arrangements: int, room: int) -> int | None:
    """How many places can be whole if ways may be `room` at most; None if columns cannot be folded at all.

    There are this many rows, and arrangements of kinds. The steps of a ranking hold small numbers.
    """
    places, shown = len(kinds.groups), max(kinds.colors)
    before = rows * (shown * kinds.ways) ** places
    if kinds.ways == 1 or room < 1 or arrangements > MOST_VALUES or before > MOST_BEFORE:
        return None
    first, end = parts_of([shown * kinds.ways] * places)[-1]
    room = min(room, MOST_AT_LAST // shown ** (end - first))
    return max((whole for whole in range(places) if kinds.ways**whole <= room), default=None)
