"""The kinds of tables, and the recipe of a table from its identity."""

from collections.abc import Mapping
from typing import Any

from pybridge.errors import BrokenTableError, PybridgeError
from pybridge.store.manifest import canonical
from pybridge.store.table import Recipe
from pybridge.tables.bench_state import BenchState
from pybridge.tables.browser import BrowserRecipe
from pybridge.tables.network import NetworkRecipe, TrainingState
from pybridge.tables.pattern_recipe import PatternRecipe
from pybridge.tables.projection import ProjectionRecipe
from pybridge.tables.search_state import SearchState
from pybridge.tables.sequences import SequenceRecipe
from pybridge.tables.walking import WalkingRecipe

KINDS: Mapping[
    str,
    type[
        PatternRecipe
        | ProjectionRecipe
        | WalkingRecipe
        | SequenceRecipe
        | NetworkRecipe
        | TrainingState
        | BrowserRecipe
        | SearchState
        | BenchState
    ],
] = {
    PatternRecipe.kind: PatternRecipe,
    ProjectionRecipe.kind: ProjectionRecipe,
    WalkingRecipe.kind: WalkingRecipe,
    SequenceRecipe.kind: SequenceRecipe,
    NetworkRecipe.kind: NetworkRecipe,
    TrainingState.kind: TrainingState,
    BrowserRecipe.kind: BrowserRecipe,
    SearchState.kind: SearchState,
    BenchState.kind: BenchState,
}
"""The recipe class of each kind."""


def recipe_of(kind: str, identity: dict[str, Any]) -> Recipe:
    """The recipe of a table. Raises BrokenTableError if this version of pybridge does not know such a table."""
    if kind not in KINDS:
        raise BrokenTableError(f"no kind of table is named {kind}; known kinds: {', '.join(KINDS)}")
    try:
        recipe = KINDS[kind].from_identity(identity)
        known = canonical(recipe.identity) == canonical(identity)
    except (PybridgeError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        known = False
    if not known:
        raise BrokenTableError(f"this version of pybridge does not know this table of kind {kind}; remove it")
    return recipe
