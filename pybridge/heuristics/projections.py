"""Lower bounds from tables of projections of a permutation puzzle, looked up for the state and its symmetric images.

The inverse of a state has the same distance if every move has an inverse among the moves, so it is looked up as well
(A. Felner, U. Zahavi, J. Schaeffer and R. C. Holte, 2005).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import inverse, moves
from pybridge.facts.places import Points
from pybridge.heuristics.lookups import AnyRecipe, Lookup, View, lookup
from pybridge.heuristics.protocol import FromScratch
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import Symmetry, symmetries
from pybridge.store.table import Table
from pybridge.tables.projection.frame import keeping
from pybridge.tables.ranks.coordinates import changing


def views(facts: TurnsFacts, recipe: AnyRecipe) -> list[View]:
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


def keepers(recipe: AnyRecipe, known: Sequence[Symmetry]) -> list[Symmetry]:
    """The symmetries that keep both colorings of a projection."""
    both = list(zip((recipe.rows, recipe.columns), _told(recipe), strict=True))
    return [each for each in known if all(keeping(each, colors, points) is not None for colors, points in both)]


def renaming(recipe: AnyRecipe, symmetry: Symmetry) -> Points:
    """What a symmetry that keeps the columns of a projection makes of points, as the table has it."""
    if recipe.tracked:
        return symmetry.renamings[0]
    found = keeping(symmetry, recipe.columns, _told(recipe)[1])
    assert found is not None
    return found


def _tells_all(recipe: AnyRecipe) -> bool:
    """Whether a projection determines the pieces that it distinguishes completely."""
    if recipe.tracked:
        return False
    colors = [(recipe.rows[point], recipe.columns[point]) for point in set().union(*_told(recipe))]
    return len(set(colors)) == len(colors)


def _has_inverses(facts: TurnsFacts) -> bool:
    """Whether the inverse of a state is a state of the same distance."""
    known = {turn.sources for turn in moves(facts)}
    return homes(facts).differ and all(inverse(each) in known for each in known)


def _told(recipe: AnyRecipe) -> list[set[int]]:
    """The points whose colors can change, for rows and columns."""
    sources = np.array([turn.sources for turn in recipe.moves], np.intp)
    return [set(map(int, changing(sources, colors))) for colors in (recipe.rows, recipe.columns)]


class Projections(FromScratch):
    """The largest distance in the projections of the tables, in all views, of the state and of its inverse.

    `inverted` are the numbers of the lookups that are used for the inverse. A projection that determines some
    pieces gives the inverse the same value. One move can change the values of the inverse by more than 1, so with them
    the heuristic is not consistent.
    """

    source = "J. C. Culberson and J. Schaeffer, 1996; R. E. Korf, 1997; A. Felner and others, 2005"
    admissible = True

    def __init__(self, facts: TurnsFacts, tables: Mapping[AnyRecipe, Table], name: str) -> None:
        """Raises UnfitHeuristicError if a table distinguishes pieces that look alike."""
        self.name = name
        self.moves = moves(facts)
        self.lookups = [
            lookup(facts, recipe, table, view) for recipe, table in tables.items() for view in views(facts, recipe)
        ]
        both = _has_inverses(facts)
        self.inverted = [
            number for number, each in enumerate(self.lookups) if both and (each.jumps or not _tells_all(each.recipe))
        ]
        self.consistent = not self.inverted and not any(each.jumps for each in self.lookups)
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
