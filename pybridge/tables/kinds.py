"""The kinds of tables there are, and the recipe of a table that is told only by its identity."""

from collections.abc import Mapping
from typing import Any

from pybridge.errors import BrokenTableError, PybridgeError
from pybridge.tables.manifest import canonical
from pybridge.tables.pattern_recipe import PatternRecipe
from pybridge.tables.sequences import SequenceRecipe
from pybridge.tables.table import Recipe
from pybridge.tables.walking import WalkingRecipe

KINDS: Mapping[str, type[PatternRecipe] | type[WalkingRecipe] | type[SequenceRecipe]] = {
    PatternRecipe.kind: PatternRecipe,
    WalkingRecipe.kind: WalkingRecipe,
    SequenceRecipe.kind: SequenceRecipe,
}
"""The recipe of each kind."""


def recipe_of(kind: str, identity: dict[str, Any]) -> Recipe:
    """The recipe of a table. Raises BrokenTableError if this version of pybridge makes no such table."""
    if kind not in KINDS:
        raise BrokenTableError(f"no kind of table is called {kind}; there are {', '.join(KINDS)}")
    try:
        if kind == PatternRecipe.kind:
            _require_pattern(**identity)
        recipe = KINDS[kind].from_identity(identity)
        known = canonical(recipe.identity) == canonical(identity)
    except (PybridgeError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        known = False
    if not known:
        raise BrokenTableError(f"this version of pybridge makes no table of kind {kind} with such an identity")
    return recipe


def _require_pattern(layout: int, labels: list[int], goals: list[Any], neighbors: list[list[int]]) -> None:
    """Raise ValueError, or an error of its kind, where a pattern's identity holds what no pattern does."""
    cells = range(len(neighbors))
    ways = {(cell, other) for cell, near in enumerate(neighbors) for other in near}
    board = all(other in cells and (other, cell) in ways and cell != other for cell, other in ways)
    placed = all(blank in cells and set(at) <= set(cells) and len(set(at)) == len(at) for at, blank in goals)
    pieces = 0 < len(labels) < len(cells) and labels == sorted(labels) and {*labels} == {*range(labels[-1] + 1)}
    if not (board and placed and pieces and goals and all(len(at) == len(labels) for at, _ in goals)):
        raise ValueError("no pattern")
