"""How far a training is, kept in the folder of tables, so that an interrupted one continues from there."""

from math import prod

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.errors import TableSpaceError
from pybridge.learning.positions import Labels
from pybridge.store.checkpoint import Checkpoint
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe

FLOATS = ("weight", "mean", "square")
"""What is kept for each array of a network but `unit`, as floating-point numbers: `weight.first` and so on."""


class TrainingCheckpoint(Checkpoint):
    """The training of a network: its labels, and its weights as floating-point numbers."""

    kind = "training"
    version = 2
    worth = pause = 30.0

    def form_fault(self, table: Table) -> str | None:
        """Why the training cannot continue from here; None if it can."""
        network = NetworkRecipe.from_identity(self.identity["network"])
        arrays, places = table.arrays, len(network.sizes)
        if not {"numbers", "contents", "moves", "step"} <= set(arrays):
            return "an array is missing"
        shapes = {f"{kind}.{name}": prod(shape) for name, (_, shape) in network.shapes.items() for kind in FLOATS}
        floats = {name: size for name, size in shapes.items() if not name.endswith(".unit")}
        if {name: each.size for name, each in arrays.items() if each.dtype == np.uint32 and each.ndim == 1} != floats:
            return "its weights have another form"
        if arrays["step"].dtype != np.int64 or arrays["step"].shape != (2,):
            return "its steps have another form"
        numbers, contents = arrays["numbers"], arrays["contents"]
        if numbers.dtype != np.int64 or numbers.ndim != 1 or len(numbers) < 4 or contents.dtype != np.uint8:
            return "an array has another form"
        if contents.shape != (numbers[4:].sum(), places) or arrays["moves"].shape != contents.shape[:1]:
            return "its labels do not add up"
        return "a content is too large" if (contents >= np.array(network.sizes)).any() else None

    def arrays(self) -> Arrays | None:
        """What was kept, if it is sound."""
        kept = self.load()
        return None if kept is None else kept.arrays

    def keep(self, numbers: Array, labels: Labels, fit: Arrays) -> None:
        """Keep all that is needed to continue: numbers, the fifth and all after it those of labels, and weights.

        Raises TableSpaceError.
        """
        self.save({"numbers": numbers, "contents": labels.contents, "moves": labels.moves, **fit}, {})
        if self.fault:
            raise TableSpaceError(self.fault)

    def finish(self, network: NetworkRecipe, table: Table) -> Table:
        """Keep the network, and forget the progress of its training."""
        found = Store().keep(network, table)
        self.forget()
        return found


def training_of(network: NetworkRecipe) -> TrainingCheckpoint:
    """The place of the training of a network."""
    return TrainingCheckpoint({"network": network.identity}, f"unfinished training of a {network.title}")
