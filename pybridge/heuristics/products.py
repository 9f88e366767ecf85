"""Products of a coloring of one orbit of a permutation puzzle and one of another, chosen for a size of tables."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations, product

from pybridge.facts.cycles import Turn, moved
from pybridge.facts.places import Places
from pybridge.heuristics.suggested import Colors, keeps_orbit, kept_by_all, suggested, values_of
from pybridge.puzzles.symmetries import Symmetry
from pybridge.tables.folded.recipe import FoldedRecipe, most_whole
from pybridge.tables.projection.frame import MOST_SYMMETRIES
from pybridge.tables.projection.pairs import GROUP, GROUP_BYTES
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.ranks.coordinates import MOST_VALUES, unchanged
from pybridge.tables.ranks.reading import kinds_of
from pybridge.vectors import POINTS

_MOST_COLUMNS = 1 << 20
PER_BYTE = 2
"""Entries of four bits in a byte."""
_MANY = 1 << 25
"""Entries from which two bits each are worth what is lost: the table is larger than what caches hold."""
_ABOUT_AS_LARGE = 0.6
"""The share of the largest size that makes a product of colorings as good as the largest one."""
_CLASSES, _UNEVEN = 1000, 1.07
"""Classes of rows that a folded product has, at least, and about how many more than if all were of one size."""


class Products:
    """The products of two orbits whose pieces all differ."""

    def __init__(
        self, moves: tuple[Turn, ...], orbits: Sequence[Places], known: Sequence[Symmetry], points: int
    ) -> None:
        """`known` are the symmetries of the puzzle, the identity first."""
        self._moves, self._orbits, self._symmetries, self._points = moves, orbits, known, points

    def folded(self, size: int) -> list[FoldedRecipe]:
        """A folded product of two colorings that all symmetries keep, if one fits that is worth two bits an entry.

        It needs one lookup where others need one for each view. As many places are whole as fit.
        """
        fitting = []
        for one, other in permutations(self._orbits if self._points <= POINTS else (), 2):
            known = tuple(each for each in self._symmetries if keeps_orbit(one, each) and keeps_orbit(other, each))
            if not 1 < len(known) <= MOST_SYMMETRIES:
                continue
            mine, others = (kept_by_all(orbit, known, self._points) for orbit in (one, other))
            for rows, columns in product(mine, others):
                if _CLASSES * len(known) <= rows.values <= MOST_VALUES // 4 and columns.values > _MOST_COLUMNS:
                    still = self._still(rows.colors, columns.colors)
                    classes = round(-(-rows.values // len(known)) * _UNEVEN)
                    fitting.append((still, rows.values, classes, rows.colors, columns.colors, other))
        for _, values, classes, shown, folded, orbit in sorted(fitting, key=lambda each: each[:2], reverse=True):
            kinds = kinds_of(folded, [turn.sources for turn in self._moves])
            arrangements = values_of(orbit, kinds.colors)
            most = size // (classes * GROUP_BYTES) * GROUP
            whole = most_whole(kinds, values, arrangements, most // arrangements)
            if whole is not None and classes * arrangements * kinds.ways**whole >= _MANY:
                return [FoldedRecipe(self._moves, shown, folded, whole)]
        return []

    def seen_from_an_axis(self, size: int) -> list[ProjectionRecipe]:
        """A product of a coloring of one orbit and one of another that fits; none if there is none.

        Of the products that are nearly as large as the largest, it is one that as many moves as possible leave
        unchanged. Then fewer sequences of moves lead to a state of the projection, so states are farther apart, and a
        search from either side has moves to leave out. Ties go to the one with the fewest rows and columns.
        """
        axis, fitting = self.axis, []
        if len(axis) < 2:
            return []
        for one, other in combinations(self._orbits, 2):
            mine, others = (suggested(orbit, tuple(axis), self._points) for orbit in (one, other))
            for rows, columns in (*product(mine, others), *product(others, mine)):
                entries = -(-rows.values // len(axis)) * columns.values
                fits = rows.values <= MOST_VALUES // 4 and columns.values <= _MOST_COLUMNS
                if fits and entries * _UNEVEN <= size * PER_BYTE:
                    fitting.append((entries, rows, columns))
        least = _ABOUT_AS_LARGE * max((entries for entries, _, _ in fitting), default=0)
        large = [(-self._still(rows.colors, columns.colors), rows.values + columns.values, -entries, rows, columns)
                 for entries, rows, columns in fitting if entries >= least]  # fmt: skip
        if not large:
            return []
        _, _, _, rows, columns = min(large, key=lambda each: each[:3])
        return [ProjectionRecipe(self._moves, rows.colors, columns.colors)]

    def _still(self, *colorings: Colors) -> int:
        """How many moves leave some colorings unchanged."""
        return sum(unchanged(turn.sources, *colorings) for turn in self._moves)

    @cached_property
    def axis(self) -> list[Symmetry]:
        """The symmetries that keep the first generator's set of generators that commute with it."""
        turns = self._moves
        commuting = {
            turn.generator
            for turn in turns
            if moved(turn.sources, turns[0].sources) == moved(turns[0].sources, turn.sources)
        }
        return [
            each
            for each in self._symmetries
            if {turns[each.moves[number]].generator for number, turn in enumerate(turns) if turn.generator in commuting}
            == commuting
        ]
