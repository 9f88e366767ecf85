"""The network while it is trained, in numpy: its values, the gradients of its weights, and Adam.

Weights are float32 arrays, named and shaped as `NetworkRecipe` has them. Nearly all inputs are 0 and the others 1, so
compiled kernels add up the rows of the first layer; the other layers are products of matrices.
"""

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array, Arrays
from pybridge.learning.first_layer import add_rows, spread_rows
from pybridge.tables.network import SCALE, TOP

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
CEILING = TOP / SCALE
"""Values between layers are cut to 0 .. CEILING, as the kernels of the searches cut them."""
_BETWEEN = ("second", "third")
FLOATS = ("weight", "mean", "square")
"""What is kept for each array of weights, as floating-point numbers: `weight.first` and so on."""


def first_weights(inputs: int, widths: tuple[int, int, int], seed: int) -> Weights:
    """Random weights, from -1/√n to 1/√n in a layer with n inputs; the biases of the first layer are 0."""
    source, sizes = np.random.default_rng(seed), (inputs, *widths)
    found = {"first": _uniform(source, inputs, (inputs, widths[0])), "first_bias": np.zeros(widths[0], np.float32)}
    for name, before, width in zip(_BETWEEN, sizes[1:], sizes[2:], strict=False):
        found[name] = _uniform(source, before, (width, before))
        found[f"{name}_bias"] = _uniform(source, before, (width,))
    return found | {"last": _uniform(source, widths[2], (widths[2],)), "last_bias": _uniform(source, widths[2], (1,))}


def _uniform(source: np.random.Generator, inputs: int, shape: tuple[int, ...]) -> Floats:
    most = 1 / math.sqrt(inputs)
    return source.uniform(-most, most, shape).astype(np.float32)


def layers(weights: Weights, inputs: NDArray[np.int64]) -> list[Floats]:
    """The values after each layer but the last, [states, width], of rows of inputs that are 1, [states, places]."""
    one = np.empty((len(inputs), len(weights["first_bias"])), np.float32)
    add_rows(weights["first"], weights["first_bias"], inputs, one)
    found = [np.clip(one, 0, CEILING, out=one)]
    for name in _BETWEEN:
        found.append(np.clip(found[-1] @ weights[name].T + weights[f"{name}_bias"], 0, CEILING))
    return found


def output(weights: Weights, between: list[Floats]) -> Floats:
    """The value of each state, [states], from what `layers` returned."""
    value: Floats = between[-1] @ weights["last"] + weights["last_bias"]
    return value


def gradients(weights: Weights, inputs: NDArray[np.int64], between: list[Floats], above: Floats) -> Weights:
    """The derivative of a loss by each weight, from its derivative by the value of each state, `above` [states]."""
    found = {"last": above @ between[-1], "last_bias": above.sum(keepdims=True)}
    flow = above[:, None] * weights["last"] * _inside(between[-1])
    for name, before in zip(reversed(_BETWEEN), reversed(between[:-1]), strict=True):
        found[name], found[f"{name}_bias"] = flow.T @ before, flow.sum(axis=0)
        flow = flow @ weights[name] * _inside(before)
    found["first"], found["first_bias"] = np.zeros_like(weights["first"]), flow.sum(axis=0)
    spread_rows(flow, inputs, found["first"])
    return found


def _inside(values: Floats) -> NDArray[np.bool_]:
    """Where a value was not cut, so that what is before it matters."""
    found: NDArray[np.bool_] = (values > 0) & (values < CEILING)
    return found


class Adam:
    """Adam (D. P. Kingma and J. Ba, 2015) with decoupled weight decay (I. Loshchilov and F. Hutter, 2019).

    `means` and `squares` are the moving averages of the gradients and of their squares, `updates` counts the updates.
    """

    def __init__(self, weights: Weights, decay: float, fixed: Collection[str] = ()) -> None:
        """Weights are changed in place, except for those that are named in `fixed`."""
        self._weights, self._decay, self._fixed = weights, decay, fixed
        self.means, self.squares = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
        self.updates = 0

    def update(self, slopes: Weights, rate: float) -> None:
        """Take one step against the gradients."""
        self.updates += 1
        for name in self._weights.keys() - set(self._fixed):
            self._move(self._weights[name], self.means[name], self.squares[name], slopes[name], rate)

    def _move(self, weight: Floats, mean: Floats, square: Floats, slope: Floats, rate: float) -> None:
        mean += (1 - _MEAN) * (slope - mean)
        square += (1 - _SQUARE) * (slope * slope - square)
        weight *= 1 - rate * self._decay
        scale: Any = np.sqrt(square / (1 - _SQUARE**self.updates)) + _LEAST
        weight -= rate / (1 - _MEAN**self.updates) * mean / scale

    def numbers(self, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
        """Weights and averages as whole numbers of the same bits, with zeros after them up to the shape of each."""
        found: dict[str, Array] = {}
        for kind, arrays in self._floats().items():
            for name, each in arrays.items():
                whole = np.zeros(shapes[name], np.float32)
                whole[tuple(map(slice, each.shape))] = each
                found[f"{kind}.{name}"] = whole.reshape(-1).view(np.uint32)
        return found

    def resume(self, numbers: Arrays, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Go on from what `numbers` returned; how many updates there were is not part of it."""
        for kind, arrays in self._floats().items():
            for name, each in arrays.items():
                whole = numbers[f"{kind}.{name}"].view(np.float32).reshape(shapes[name])
                each[:] = whole[tuple(map(slice, each.shape))]

    def _floats(self) -> dict[str, Weights]:
        return dict(zip(FLOATS, (self._weights, self.means, self.squares), strict=True))


_MEAN, _SQUARE, _LEAST = 0.9, 0.999, 1e-8
"""What Adam's authors recommend."""
