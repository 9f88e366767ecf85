"""The kinds of tables, and what a table is of, from its identity."""

from collections.abc import Mapping

from pybridge.errors import BrokenTableError, PybridgeError
from pybridge.forms import Form
from pybridge.rules.recipe import TaskRecipe
from pybridge.store.manifest import canonical
from pybridge.store.table import TableForm
from pybridge.swipl.browser import BrowserRecipe
from pybridge.tables.abstraction.recipe import AbstractionRecipe
from pybridge.tables.folded.recipe import FoldedRecipe
from pybridge.tables.network import NetworkRecipe
from pybridge.tables.pattern.recipe import PatternRecipe
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.sequences.walks import SequenceRecipe
from pybridge.tables.walking import WalkingRecipe

KINDS: Mapping[str, type[TableForm]] = {
    each.kind: each
    for each in (
        PatternRecipe,
        ProjectionRecipe,
        FoldedRecipe,
        WalkingRecipe,
        SequenceRecipe,
        NetworkRecipe,
        TaskRecipe,
        AbstractionRecipe,
        BrowserRecipe,
    )
}
"""What tables of each kind are of."""


def form_of(kind: str, identity: Form, kinds: Mapping[str, type[TableForm]] = KINDS) -> TableForm:
    """What a table is of. Raises BrokenTableError if this version of pybridge does not know such a table."""
    if kind not in kinds:
        raise BrokenTableError(f"no kind of table is named {kind}; known kinds: {', '.join(kinds)}")
    try:
        form = kinds[kind].from_identity(identity)
        known = canonical(form.identity) == canonical(identity)
    except (PybridgeError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        known = False
    if not known:
        raise BrokenTableError(f"this version of pybridge does not know this table of kind {kind}; remove it")
    return form
