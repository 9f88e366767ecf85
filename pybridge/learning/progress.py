"""How far a training is, kept in the folder of tables, so that an interrupted one goes on from there."""

import time
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from pybridge.errors import BrokenTableError
from pybridge.learning.positions import Labels
from pybridge.store.manifest import key
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe, TrainingState

Arrays = Mapping[str, NDArray[Any]]
_EVERY = 30.0


class Progress:
    """What is kept of the training of a network."""

    def __init__(self, network: NetworkRecipe) -> None:
        self._network, self._store, self._state = network, Store(), TrainingState(network)
        self._saved = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether something was kept long ago."""
        return time.monotonic() - self._saved > _EVERY

    def keep(self, numbers: NDArray[Any], labels: Labels, fit: Arrays) -> None:
        """Keep all that is needed to go on: numbers, the fifth and all after it those of labels, and weights."""
        arrays = {"numbers": numbers, "contents": labels.contents, "moves": labels.moves, **fit}
        self._store.keep(self._state, Table(self._state.kind, self._state.title, arrays))
        self._saved = time.monotonic()

    def load(self) -> Arrays | None:
        """What was kept, if it is sound."""
        try:
            kept = self._store.load(self._state)
        except BrokenTableError:
            return None
        return None if kept is None else kept.arrays

    def finish(self, table: Table) -> Table:
        """Keep the network, and forget the progress of its training."""
        found = self._store.keep(self._network, table)
        for entry in self._store.entries():
            if entry.kind == self._state.kind and entry.key == key(self._state.kind, self._state.identity):
                self._store.remove(entry)
        return found
