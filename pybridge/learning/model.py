"""The fit of a network to labels, step by step, and the small integers that become of its weights."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from pybridge.arrays import Array, Arrays
from pybridge.errors import TrainingError
from pybridge.learning.checkpoint import LOSS
from pybridge.learning.perceptron import Adam, Floats, Weights, first_weights, gradients, layers, output
from pybridge.learning.positions import Labels, Positions
from pybridge.learning.recipe import TrainingRecipe
from pybridge.limits import OnProgress
from pybridge.tables.network import SCALE, WEIGHT

UNIT = 16
"""The moves that an output of 1.0 stands for."""
_WARM_UP = 200
_LEAST_RATE = 0.002
"""The share of the learning rate at the end."""
_TOLD_EVERY = 2.0
_NEWEST = 0.01
"""What the last step counts in the mean of the losses; those before it count less and less."""
_DECAY = 1e-4
_PART = 1024
"""The labels that one thread takes at a time. Their gradients are added in order, whatever the number of threads."""


class NetworkFit:
    """The training of a network on labels: the order of the labels depends on seed and step alone."""

    def __init__(self, positions: Positions, recipe: TrainingRecipe, seed: int, jobs: int = 1) -> None:
        """The weights of the first layer are kept so small that its sums fit the 16 bits that kernels have for them."""
        self._positions, self._recipe, self._seed, self._jobs = positions, recipe, seed, jobs
        self.weights = first_weights(positions.features.inputs, recipe.widths, seed)
        self._shapes = {name: each.shape for name, each in self.weights.items()}
        self._adam = Adam(self.weights, _DECAY)
        self.step, self.loss, self.weight = 0, 0.0, recipe.weight
        self._most = np.iinfo(np.int16).max / SCALE / (1 + len(positions.features.sizes))

    def run(self, labels: Labels, steps: int, report: OnProgress, keep: Callable[[], None]) -> None:
        """Take this many steps in all. `keep` is called now and then; what `report` raises ends it.

        Raises TrainingError if there is nothing to learn from, or nothing is learned.
        """
        if len(labels) == 0:
            raise TrainingError("there are no labels to learn from: no state was solved; try more --labels")
        residual = (labels.moves - self._positions.base(labels.contents)).astype(np.float32)
        told = time.monotonic()
        with threadpool_limits(1, "blas"), ThreadPoolExecutor(self._jobs) as pool:
            while self.step < steps:
                batch, source = self._batch(len(labels))
                inputs = self._positions.seen(labels.contents[batch], source) + self._positions.offsets
                self._count(self._learn(pool, inputs, residual[batch], self.step / steps))
                if time.monotonic() - told > _TOLD_EVERY or self.step == steps:
                    report(f"step {self.step:,} of {steps:,}, loss {self.loss:.3f}")
                    keep()
                    told = time.monotonic()

    def _count(self, loss: float) -> None:
        """Let the loss of the last step count in the mean. Raises TrainingError if it is not a number."""
        if not math.isfinite(loss):
            raise TrainingError(f"the loss is not a number any more at step {self.step}; try another --seed")
        self.loss += (loss - self.loss) * max(1 / self.step, _NEWEST)

    def _batch(self, count: int) -> "tuple[NDArray[np.int64], np.random.Generator]":
        """Which labels the next step takes, and the source of its other random numbers."""
        source = np.random.default_rng([self._seed, self.step])
        return source.integers(count, size=self._recipe.batch), source

    def _learn(self, pool: ThreadPoolExecutor, inputs: NDArray[np.int64], residual: Floats, done: float) -> float:
        """Take one step after a share of all is `done`, and return its loss."""
        recipe, loss = self._recipe, 0.0
        parts = [slice(begin, begin + _PART) for begin in range(0, len(inputs), _PART)]
        slopes: Weights = {}
        for share, found in pool.map(lambda part: self._part(inputs[part], residual[part], len(inputs)), parts):
            slopes = {name: slopes[name] + each for name, each in found.items()} if slopes else found
            loss += share
        falling = 0.5 * (1 + math.cos(math.pi * done)) + _LEAST_RATE
        self._adam.update(slopes, recipe.rate * min(1.0, (self.step + 1) / _WARM_UP) * falling)
        for name in ("first", "first_bias"):
            np.clip(self.weights[name], -self._most, self._most, out=self.weights[name])
        self.step += 1
        return loss

    def _part(self, inputs: NDArray[np.int64], residual: Floats, count: int) -> "tuple[float, Weights]":
        """What some of `count` labels add to the loss, the mean square of the errors, and to its gradients."""
        between = layers(self.weights, inputs)
        error = UNIT * output(self.weights, between) - residual
        slope = np.where(error > 0, np.float32(self.weight), np.float32(1)) * error / count
        return float(slope @ error), gradients(self.weights, inputs, between, 2 * UNIT * slope)

    def state(self) -> Arrays:
        """Everything needed to continue from here: floating-point numbers as whole ones of the same bits."""
        step = np.array([self.step, self._adam.updates], np.int64)
        return {"step": step, LOSS: np.array([self.loss]).view(np.uint64), **self._adam.numbers(self._shapes)}

    def resume(self, state: Arrays) -> None:
        """Go on from a state that `state` returned."""
        self.step, self._adam.updates = map(int, state["step"])
        self.loss = float(state[LOSS].view(np.float64)[0])
        self._adam.resume(state, self._shapes)

    def arrays(self) -> Arrays:
        """The weights as small integers. As long as nothing is learned, they add nothing to the base.

        A last layer of zeros while it is trained would make all values before it learn the same at first.
        """
        found = whole_numbers(self.weights, UNIT)
        if not self._adam.updates:
            found["last"], found["last_bias"] = np.zeros_like(found["last"]), np.zeros_like(found["last_bias"])
        return found


def whole_numbers(weights: Arrays, unit: int) -> dict[str, Array]:
    """Weights as small integers, and the moves that an output of 1.0 stands for.

    Raises TrainingError for weights that are too large for them.
    """
    found: dict[str, Array] = {"unit": np.array([unit], np.int32)}
    for name, each in weights.items():
        scale = {"first": SCALE, "first_bias": SCALE}.get(name, WEIGHT * (SCALE if name.endswith("_bias") else 1))
        found[name] = _rounded(each.astype(np.float64) * scale, np.int32 if name.endswith("_bias") else np.int16)
    return found


def _rounded(values: NDArray[np.float64], kind: type[np.int16] | type[np.int32]) -> Array:
    """Values as integers of a kind. Raises TrainingError for those that it cannot hold."""
    found = np.rint(values)
    if abs(found).max() > np.iinfo(kind).max:
        raise TrainingError("a weight became too large for the kernels; train with another --seed or fewer steps")
    return found.astype(kind)
