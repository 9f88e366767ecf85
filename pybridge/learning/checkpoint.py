"""How far a training is, kept in the folder of tables, so that an interrupted one continues from there."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from math import prod

import numpy as np

from pybridge.arrays import Arrays
from pybridge.errors import TableSpaceError, TrainingError, UnfitHeuristicError
from pybridge.learning.perceptron import FLOATS
from pybridge.learning.positions import Labels, joined
from pybridge.search.tally import Stopped
from pybridge.store.checkpoint import LONGEST, Checkpoint
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe

LOSS = "loss"
"""What the loss is kept as, in the bits of a floating-point number."""
_NUMBERS = 8
"""How many numbers of its own a training may keep."""


class TrainingCheckpoint(Checkpoint):
    """The training of a network: its labels, and its weights as floating-point numbers."""

    kind = "training"
    version = 3
    worth = pause = 30.0
    _before = 0.0

    @property
    def seconds(self) -> float:
        """How long the training has taken, with the time until it was interrupted."""
        return round(self._before + time.monotonic() - self.begun, 3)

    def form_fault(self, table: Table) -> str | None:
        """Why the training cannot continue from here; None if it can."""
        network = NetworkRecipe.from_identity(self.identity["network"])
        arrays, places = table.arrays, len(network.sizes)
        if not {"numbers", "sizes", "contents", "moves", "step", LOSS} <= set(arrays):
            return "an array is missing"
        shapes = {f"{kind}.{name}": prod(shape) for name, (_, shape) in network.shapes.items() for kind in FLOATS}
        floats = {name: size for name, size in shapes.items() if not name.endswith(".unit")}
        if {name: each.size for name, each in arrays.items() if each.dtype == np.uint32 and each.ndim == 1} != floats:
            return "its weights have another form"
        forms = {"numbers": ("int64", (_NUMBERS,)), "step": ("int64", (2,)), LOSS: ("uint64", (1,))}
        if any((str(arrays[name].dtype), arrays[name].shape) != form for name, form in forms.items()):
            return "its numbers have another form"
        seconds = table.about.get("seconds")
        if not isinstance(seconds, int | float) or not 0 <= seconds < LONGEST:
            return "it does not say how long it took"
        sizes, contents = arrays["sizes"], arrays["contents"]
        if sizes.dtype != np.int64 or sizes.ndim != 1 or contents.dtype != np.uint8:
            return "an array has another form"
        if contents.shape != (sizes.sum(), places) or arrays["moves"].shape != contents.shape[:1]:
            return "its labels do not add up"
        return "a content is too large" if (contents >= np.array(network.sizes)).any() else None

    def arrays(self) -> Arrays | None:
        """What was kept, if it is sound."""
        kept = self.load()
        if kept is None:
            return None
        self._before = float(str(kept.about["seconds"]))
        return kept.arrays

    def keep(self, numbers: Sequence[int], parts: Sequence[Labels], fit: Arrays) -> None:
        """Keep all that is needed to continue: numbers of the training's own, labels, and what the fit returned.

        Raises TableSpaceError.
        """
        own = np.zeros(_NUMBERS, np.int64)
        own[: len(numbers)] = numbers
        sizes, labels = np.array([*map(len, parts)], np.int64), joined(parts)
        arrays: Arrays = {"numbers": own, "sizes": sizes, "contents": labels.contents, "moves": labels.moves, **fit}
        self.save(arrays, {"seconds": self.seconds})
        if self.fault:
            raise TableSpaceError(self.fault)

    @contextmanager
    def kept_if_stopped(self, keep: Callable[[], None]) -> Iterator[None]:
        """Have `keep` called if the body is stopped; a training that cannot go on leaves nothing."""
        try:
            yield
        except Stopped:
            keep()
            raise
        except (TrainingError, UnfitHeuristicError):
            self.forget()
            raise

    def finish(self, network: NetworkRecipe, table: Table) -> Table:
        """Keep the network, with the time of now, and forget the progress of its training."""
        about = {**table.about, "trained": datetime.now(UTC).isoformat(timespec="milliseconds")}
        found = Store().keep(network, replace(table, about=about))
        self.forget()
        return found


def training_of(network: NetworkRecipe) -> TrainingCheckpoint:
    """The place of the training of a network."""
    return TrainingCheckpoint({"network": network.identity}, f"unfinished training of a {network.title}")
