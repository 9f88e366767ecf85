"""Networks, and what moves do to their inputs, as kernels read them."""

import hashlib

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.heuristics.learned import Learned
from pybridge.puzzles.features import Features
from pybridge.search.kernels.networks import search as fields
from pybridge.search.kernels.networks.search import Scratch, Steps, Weights
from pybridge.vectors import SUMS

_COLUMNS = 8
"""Values that `add_products` takes at once."""
_CACHE_LINE = 64


class NetworkArrays:
    """What all threads of a search share; `name` distinguishes the network from others."""

    def __init__(self, heuristic: Learned) -> None:
        features, arrays = heuristic.features, heuristic.table.arrays
        self.goal = np.array(features.goal, np.int16)
        self.weights, self.steps = weights(arrays), steps(features)
        self.control = control(heuristic)
        digest = hashlib.sha256()
        for name in sorted(arrays):
            digest.update(np.ascontiguousarray(arrays[name]).tobytes())
        self.name = f"network-{digest.hexdigest()[:16]}"


def control(heuristic: Learned) -> Array:
    """What a kernel shares with its caller."""
    arrays, found = heuristic.table.arrays, np.zeros(fields.FIELDS, np.int64)
    found[[fields.MARGIN, fields.UNIT, fields.BIAS]] = heuristic.margin, arrays["unit"][0], arrays["last_bias"][0]
    found[fields.PARITY] = heuristic.features.odd is not None
    return found


def weights(arrays: Arrays) -> Weights:
    """The network as kernels read it, padded with weights of zero."""
    one, two, three = (-(-len(arrays[f"{name}_bias"]) // to) * to for name, to in _PADDED)
    return Weights(
        _padded(arrays["first"], len(arrays["first"]), one),
        _padded(arrays["first_bias"], one).astype(np.int16),
        _packed(_padded(arrays["second"], two, one)),
        _padded(arrays["second_bias"], two),
        _packed(_padded(arrays["third"], three, two)),
        _padded(arrays["third_bias"], three),
        _padded(arrays["last"], three),
    )


_PADDED = (("first", _COLUMNS), ("second", SUMS), ("third", SUMS))


def _padded(array: Array, *shape: int) -> Array:
    """The array with zeros after it, in each direction."""
    found = np.zeros(shape, array.dtype)
    found[tuple(map(slice, array.shape))] = array
    return aligned(found)


def _packed(matrix: Array) -> Array:
    """A matrix of weights as `add_products` takes it: by blocks of outputs, pairs of values, and outputs."""
    outputs, values = matrix.shape
    pairs = matrix.reshape(outputs // SUMS, SUMS, values // 2, 2).transpose(0, 2, 1, 3)
    return aligned(pairs.reshape(outputs // SUMS, -1))


def aligned(array: Array) -> Array:
    """The array in memory that begins with a cache line, which vectors are loaded from without crossing two."""
    room = np.zeros(array.nbytes + _CACHE_LINE, np.uint8)
    first = -room.ctypes.data % _CACHE_LINE
    found: Array = room[first : first + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found


def steps(features: Features) -> Steps:
    """What the moves of a puzzle do, as kernels read it."""
    tables: dict[tuple[int, ...], int] = {}
    size, changes = 0, []
    for step in features.steps:
        for place, source, becomes in step.changes:
            if becomes not in tables:
                tables[becomes], size = size, size + len(becomes)
            changes.append((place, source, tables[becomes]))
    counts = [len(step.changes) for step in features.steps]
    nothing = (0,) * features.inputs
    return Steps(
        np.cumsum([0, *counts]),
        np.array(changes, np.int64).reshape(-1, 3),
        np.array([content for table in tables for content in table], np.int16),
        np.array(features.offsets, np.int64),
        np.array(features.base or nothing, np.int64),
        np.array(features.odd or nothing, np.int64),
    )


def scratch(weights: Weights, steps: Steps) -> Scratch:
    """Room for the values between layers."""
    most = int(np.diff(steps.begin).max(initial=0)) + 2
    return Scratch(
        aligned(np.zeros(len(weights.first_bias), np.int16)),
        aligned(np.zeros(len(weights.second_bias), np.int16)),
        aligned(np.zeros(len(weights.third_bias), np.int16)),
        aligned(np.zeros(SUMS, np.int32)),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
    )
