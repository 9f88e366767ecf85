"""A learned heuristic: a network says how much longer a solution is than the lower bound of the facts.

Cells or places one by one as inputs, and the residual over Manhattan distance as the output, are those of Ito and
Yamamoto for the 15-puzzle; an accumulator that moves update is that of Nasu (2018) for shogi.
"""

import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import PuzzleFacts, State, given
from pybridge.heuristics.protocol import FromScratch, made
from pybridge.puzzles import features_of
from pybridge.puzzles.features import Features
from pybridge.store.entry import Entry
from pybridge.store.store import Store
from pybridge.store.table import Table, TableForm
from pybridge.tables.kinds import form_of
from pybridge.tables.network import SCALE, Evaluation, NetworkRecipe, fingerprint, load_network

_SHIPPED = Path(__file__).parent / "networks"
_MOST_MARGIN = 1000


class Learned(FromScratch):
    """The lower bound of the facts, if they have one, plus the network's value, less a margin.

    Rounded down to a whole number of moves, at least that bound and 0; and where all solutions of a state are even, or
    all odd, raised by one if it is not. The network may overestimate, so nothing is proved by it.
    """

    source = "a network over the lower bound of the facts, after Ito and Yamamoto; accumulator: Nasu, 2018"
    admissible = consistent = False
    is_network = True

    def __init__(self, facts: PuzzleFacts, features: Features, table: Table, margin: int, name: str) -> None:
        """`margin` is in moves times SCALE."""
        self.name, self.features, self.table, self.margin = name, features, table, margin
        self._goals = frozenset(facts.goals)
        self._network = Evaluation(table.arrays)
        self._offsets = np.array(features.offsets)
        self._base = np.array(features.base or (0,) * features.inputs)
        self._odd = None if features.odd is None else np.array(features.odd)

    def estimate(self, state: State) -> int:
        """Compute h of a state from scratch; 0 for a goal."""
        if state in self._goals:
            return 0
        return int(self.estimates(np.array([self.features.contents(state)]))[0])

    def estimates(self, contents: Array) -> NDArray[np.int64]:
        """The estimate of each row of contents, of which none is a goal's."""
        active = contents + self._offsets
        base: NDArray[np.int64] = self._base[active].sum(axis=1)
        found: NDArray[np.int64] = (base * SCALE + self._network.values(active) - self.margin) // SCALE
        found = np.maximum(found, np.maximum(base, 0))
        if self._odd is not None:
            found += (found ^ self._odd[active].sum(axis=1)) & 1
        return found


def learned(facts: PuzzleFacts, text: str, name: str) -> Learned:
    """The heuristic that the text names: a margin, a file, or both; by default no margin, and a network that fits.

    Raises UnfitHeuristicError if there is none or it is of another puzzle, and BrokenTableError.
    """
    file, margin = _parsed(text)
    features = features_of(facts)
    table = _of_file(facts, features, Path(file)) if file else _kept(features, Store()) or _shipped(features)
    if table is None:
        raise UnfitHeuristicError(f"there is no network for {facts.name}; {_advice(facts)}")
    return Learned(facts, features, table, margin, name)


def trained(facts: PuzzleFacts, recipe: str) -> tuple[Learned, ...]:
    """All networks in the folder of tables that a recipe has trained for the puzzle.

    They are named after the settings that not all of them share, and in the order of these. Raises UnfitHeuristicError
    if there are none, and BrokenTableError.
    """
    features, store = features_of(facts), Store()
    recipes = [_recipe(entry, features) for entry in _entries(features, store)]
    found = [each for each in recipes if each.identity["recipe"] == recipe]
    if not found:
        raise UnfitHeuristicError(
            f"there is no network of the recipe {recipe} for {facts.name}; {_advice(facts)} --recipe {recipe}"
        )
    settings = [each.identity["training"] | {"seed": each.identity["seed"]} for each in found]
    own = [key for key in settings[0] if any(each.get(key) != settings[0][key] for each in settings)]
    values = [[_setting(each.get(key)) for key in own] for each in settings]
    networks = []
    for at in sorted(range(len(found)), key=lambda at: [(len(value), value) for value in values[at]]):
        name = ", ".join(f"{key} {value}" for key, value in zip(own, values[at], strict=True))
        table = store.kept(found[at])
        if table is None:  # removed since it was listed
            continue
        networks.append(made(Learned(facts, features, table, 0, f"learned:{name}" if name else "learned"), facts))
    return tuple(networks)


def _advice(facts: PuzzleFacts) -> str:
    """How to make a network: by the puzzle's name if it is shipped, otherwise by its file, if it has one."""
    word = given(facts.name, facts.path)
    return f"train one: pybridge train {'FILE' if word.startswith('<') else shlex.quote(word)}"


def _setting(value: object) -> str:
    """A setting of a recipe as a name shows it; a list is `nothing`, `one`, or `one and another`."""
    return (" and ".join(value) or "nothing") if isinstance(value, list) else str(value)


def _entries(features: Features, store: Store) -> list[Entry]:
    """The networks in the store that fit a puzzle."""
    wanted = fingerprint(features)
    return [
        entry
        for entry in store.entries()
        if entry.kind == NetworkRecipe.kind and entry.manifest and entry.manifest.identity.get("puzzle") == wanted
    ]


def _recipe(entry: Entry, features: Features) -> TableForm:
    """The recipe of a network in the store. Raises BrokenTableError if it was changed."""
    assert entry.manifest
    recipe = form_of(NetworkRecipe.kind, entry.manifest.identity)
    _require_inputs(recipe, features, entry.path)
    return recipe


def _parsed(text: str) -> tuple[str, int]:
    """The file, or nothing, and the margin in moves times SCALE."""
    found = re.fullmatch(r"(?:(?P<file>.+):)?(?P<margin>[0-9]{1,4}(?:[.][0-9]{1,9})?)", text)
    if not found:
        return text, 0
    margin = float(found["margin"])
    if margin > _MOST_MARGIN:
        raise UnfitHeuristicError(f"the margin {found['margin']} is more than {_MOST_MARGIN:,} moves")
    return found["file"] or "", round(margin * SCALE)


def _of_file(facts: PuzzleFacts, features: Features, path: Path) -> Table:
    recipe, table = load_network(path)
    if recipe.puzzle != fingerprint(features):
        raise UnfitHeuristicError(f"{path} is a network of another puzzle than {facts.name}; {_advice(facts)}")
    _require_inputs(recipe, features, path)
    return table


def _require_inputs(recipe: TableForm, features: Features, path: Path) -> None:
    """Raise BrokenTableError if a network that names the puzzle has other inputs than its features."""
    if recipe.identity["sizes"] != list(features.sizes):
        raise BrokenTableError(f"{path} was changed: its inputs are not those of the puzzle that it names; remove it")


def _kept(features: Features, store: Store) -> Table | None:
    """The newest network in the store that fits. Raises BrokenTableError if it was changed."""
    found = _entries(features, store)
    if not found:
        return None
    return store.kept(_recipe(max(found, key=_trained_at), features))


def _trained_at(entry: Entry) -> str:
    """When a network was trained; of an older one, which does not say so, when its file was written."""
    said = (entry.about or {}).get("trained")
    if isinstance(said, str):
        return said
    with suppress(FileNotFoundError):  # removed since it was listed
        return datetime.fromtimestamp(entry.files.manifest.stat().st_mtime, UTC).isoformat(timespec="milliseconds")
    return ""


def _shipped(features: Features) -> Table | None:
    """The network of the package that fits."""
    networks: Sequence[Path] = sorted(_SHIPPED.glob("*.npz"))
    loaded = (load_network(path) for path in networks)
    return next((table for recipe, table in loaded if recipe.puzzle == fingerprint(features)), None)
