"""The network of Ito and Yamamoto's recipe while it learns: few inputs, two layers, and labels epoch by epoch."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from pybridge.arrays import Array, Arrays
from pybridge.errors import TrainingError
from pybridge.learning.checkpoint import LOSS
from pybridge.learning.model import whole_numbers
from pybridge.learning.perceptron import Adam, Floats, Weights, first_weights, gradients, layers, output
from pybridge.learning.positions import Contents, Labels, Positions
from pybridge.learning.recipe import WalkRecipe
from pybridge.limits import OnProgress
from pybridge.puzzles.features import Features
from pybridge.tables.network import SCALE, NetworkRecipe

UNIT = 32
"""The moves that an output of 1.0 stands for."""
_BOUND_UNIT = 16
"""The same for the lower bound of the facts, where a value takes it through the layers."""
_AT_ONCE = 1 << 14


def inputs_of(features: Features, named: str) -> Floats:
    """What each content of each place turns on: a row for it, and a column for each input of the network as it learns.

    `tiles`: the number of the content in binary, for each place; `cells`: the number of the place in binary, for each
    content; `all`: an input for each content of each place.
    """
    rows = [(place, content) for place, size in enumerate(features.sizes) for content in range(size)]
    if named == "all":
        return np.eye(len(rows), dtype=np.float32)
    pairs = rows if named == "tiles" else [(content, place) for place, content in rows]
    bits = max(number for _, number in pairs).bit_length()
    found = np.zeros((len(rows), (1 + max(which for which, _ in pairs)) * bits), np.float32)
    for row, (which, number) in enumerate(pairs):
        for bit in range(bits):
            found[row, which * bits + bit] = number >> bit & 1
    return found


class WalkFit:
    """The weights, and how they learn labels. The order of the labels depends on seed, part and epoch alone."""

    def __init__(self, positions: Positions, recipe: WalkRecipe, network: NetworkRecipe) -> None:
        self._positions, self._recipe, self._seed = positions, recipe, network.seed
        self._shapes = {name: shape for name, (_, shape) in network.shapes.items()}
        self._inputs = inputs_of(positions.features, recipe.inputs)
        self.weights = first_weights(self._inputs.shape[1], (recipe.width, recipe.width, 1), network.seed)
        # All of one, so that the third layer is the output, which is positive at first, or it would never learn.
        self.weights["last"][:], self.weights["last_bias"][:], self.weights["third_bias"][:] = 1, 0, 1
        self._most = (
            np.iinfo(np.int16).max / SCALE / (1 + self._inputs.sum(axis=1).max() * len(positions.features.sizes))
        )
        self._adam = Adam(self.weights, 0.0, ("last", "last_bias"))
        self.part = self.epoch = 0
        self.loss = 0.0
        self._kept = self._state()

    def learn(self, part: int, labels: Labels, report: OnProgress, keep: Callable[[], None]) -> None:
        """Learn the labels of a part, the first being 0, epoch by epoch; what `report` raises ends it, and `keep` is
        called after each epoch.

        Raises TrainingError if there is nothing to learn from, or nothing is learned.
        """
        if not len(labels):
            raise TrainingError("there are no labels to learn from: the filter left none; choose another --seed")
        if part > self.part:
            self.part, self.epoch = part, 0
            self._adam = Adam(self.weights, 0.0, ("last", "last_bias"))
        wanted = self.wanted(labels).astype(np.float32) / np.float32(UNIT)
        with threadpool_limits(1, "blas"):
            while self.epoch < self._recipe.epochs:
                self.loss = self._one_epoch(labels.contents, wanted, report)
                self.epoch += 1
                self._kept = self._state()
                keep()

    def wanted(self, labels: Labels) -> NDArray[np.int64]:
        """What is learned of labels, in moves: by how much they are greater than the lower bound of the facts."""
        if "bound" in self._recipe.without:
            return labels.moves.astype(np.int64)
        return labels.moves - self._positions.base(labels.contents)

    def values(self, contents: Contents) -> Floats:
        """What the network says about states, in moves: an estimate of `wanted`."""
        weights, found = self._whole(), np.empty(len(contents), np.float32)
        for begin in range(0, len(contents), _AT_ONCE):
            inputs = contents[begin : begin + _AT_ONCE] + self._positions.offsets
            found[begin : begin + _AT_ONCE] = UNIT * output(weights, layers(weights, inputs))
        return found

    def _one_epoch(self, contents: Contents, wanted: Floats, report: OnProgress) -> float:
        """Learn each label once, in random order; return the mean square of the errors in moves."""
        recipe, total = self._recipe, 0.0
        order = np.random.default_rng([self._seed, self.part, self.epoch]).permutation(len(wanted))
        for begin in range(0, len(order), recipe.batch):
            batch = order[begin : begin + recipe.batch]
            rate = self._rate(self.epoch + begin / len(order))
            total += self._step(contents[batch] + self._positions.offsets, wanted[batch], rate)
            report(f"part {self.part + 1} of 2, epoch {self.epoch + 1} of {recipe.epochs}")
        loss = total * UNIT**2 / len(order)
        if not math.isfinite(loss):
            raise TrainingError(f"the loss is not a number any more in epoch {self.epoch + 1}; try another --seed")
        return loss

    def _rate(self, epochs: float) -> float:
        """The learning rate after some epochs; it falls along a half cosine to nothing."""
        if "decay" in self._recipe.without:
            return self._recipe.rate
        return self._recipe.rate * 0.5 * (1 + math.cos(math.pi * epochs / self._recipe.epochs))

    def _step(self, inputs: NDArray[np.int64], wanted: Floats, rate: float) -> float:
        """Take one step against the gradients; return the sum of the squares of the errors."""
        weights = self._whole()
        between = layers(weights, inputs)
        error = output(weights, between) - wanted
        slopes = gradients(weights, inputs, between, 2 / len(wanted) * error)
        slopes["first"] = self._inputs.T @ slopes["first"]
        self._adam.update(slopes, rate)
        for name in ("first", "first_bias"):
            np.clip(self.weights[name], -self._most, self._most, out=self.weights[name])
        return float(error @ error)

    def _whole(self) -> Weights:
        """The weights, with a row of the first layer for each content of each place."""
        return self.weights | {"first": self._inputs @ self.weights["first"]}

    def _state(self) -> Arrays:
        """Everything needed to continue after an epoch, in the shapes of the network, whose first layer is larger."""
        step = np.array([self.part * (1 + self._recipe.epochs) + self.epoch, self._adam.updates], np.int64)
        return {"step": step, LOSS: np.array([self.loss]).view(np.uint64), **self._adam.numbers(self._shapes)}

    def state(self) -> Arrays:
        """Everything needed to continue: what there was after the last epoch."""
        return self._kept

    def resume(self, state: Arrays) -> None:
        """Go on from a state that `state` returned."""
        epochs, self._adam.updates = map(int, state["step"])
        self.loss = float(state[LOSS].view(np.float64)[0])
        self.part, self.epoch = divmod(epochs, 1 + self._recipe.epochs)
        self._adam.resume(state, self._shapes)
        self._kept = self._state()

    def arrays(self) -> Arrays:
        """The weights as small integers. Raises TrainingError for weights that are too large for them."""
        weights = self._whole()
        return whole_numbers(self._less_bound(weights) if "bound" in self._recipe.without else weights, UNIT)

    def _less_bound(self, weights: Weights) -> Arrays:
        """The same network with one value more between layers: the lower bound of the facts, which is taken off.

        For searches add the lower bound to what a network says.
        """
        base = np.array(self._positions.features.base or (0,) * self._positions.features.inputs) / _BOUND_UNIT
        width = self._recipe.width
        found: dict[str, Array] = {**weights}
        found["first"] = np.column_stack([weights["first"], base])
        found["second"] = np.zeros((width + 1, width + 1))
        found["second"][:width, :width], found["second"][width, width] = weights["second"], 1
        found["third"] = np.column_stack([weights["third"], [-_BOUND_UNIT / UNIT]])
        for name in ("first_bias", "second_bias"):
            found[name] = np.append(weights[name], 0)
        return found
