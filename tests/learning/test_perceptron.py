"""The network while it is trained, beside plain loops: its values, its gradients, and Adam."""

import math

import numpy as np
import pytest

from pybridge.learning.perceptron import CEILING, Adam, first_weights, gradients, layers, output

SIZES, WIDTHS = (3, 4, 2), (6, 5, 4)


@pytest.fixture
def weights():
    """Such that some values are cut at both ends, and others are not."""
    found = first_weights(sum(SIZES), WIDTHS, 3)
    found["first"] *= 8
    found["second"] *= 6
    found["second_bias"] += 2
    return {name: each.astype(np.float32) for name, each in found.items()}


@pytest.fixture
def inputs():
    source, offsets = np.random.default_rng(1), np.cumsum((0, *SIZES[:-1]))
    return np.stack([source.integers(size, size=40) for size in SIZES], axis=1) + offsets


def plain(weights, active):
    """The value of one state, number by number, and whether a value was cut at the top."""
    weights = {name: each.tolist() for name, each in weights.items()}

    def cut(sums):
        return [min(max(each, 0.0), CEILING) for each in sums]

    values = cut(
        bias + sum(weights["first"][each][at] for each in active) for at, bias in enumerate(weights["first_bias"])
    )
    full = CEILING in values
    for name in ("second", "third"):
        rows = zip(weights[name], weights[f"{name}_bias"], strict=True)
        values = cut(bias + math.fsum(map(float.__mul__, row, values)) for row, bias in rows)
        full |= CEILING in values
    return weights["last_bias"][0] + math.fsum(map(float.__mul__, weights["last"], values)), full


def test_values(weights, inputs):
    wanted = [plain(weights, active) for active in inputs.tolist()]
    assert any(full for _, full in wanted)
    assert output(weights, layers(weights, inputs)) == pytest.approx([value for value, _ in wanted], rel=1e-5)


def test_gradients(weights, inputs):
    """Each is what a small change of its weight changes, computed by plain numbers."""
    above = np.random.default_rng(2).normal(size=len(inputs)).astype(np.float32)
    found = gradients(weights, inputs, layers(weights, inputs), above)
    exact = {name: each.astype(np.float64) for name, each in weights.items()}
    assert found.keys() == weights.keys()

    def total(name, at, change):
        moved = exact | {name: exact[name].copy()}
        moved[name][at] += change
        return sum(
            factor * plain(moved, active)[0] for factor, active in zip(above.tolist(), inputs.tolist(), strict=True)
        )

    for name, each in exact.items():
        assert found[name].shape == each.shape
        for at in np.ndindex(each.shape):
            slope = (total(name, at, 1e-6) - total(name, at, -1e-6)) / 2e-6
            assert found[name][at] == pytest.approx(slope, rel=1e-3, abs=1e-3), (name, at)


def test_adam():
    """Three updates of one number, by the formulas of the papers; what is fixed stays."""
    weights = {"one": np.array([0.5], np.float32), "two": np.array([7.0], np.float32)}
    adam, weight, mean, square = Adam(weights, 0.1, ("two",)), 0.5, 0.0, 0.0
    for step, slope in enumerate((0.3, -2.0, 0.01), start=1):
        adam.update({name: np.array([slope], np.float32) for name in weights}, 0.05)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weight -= 0.05 * 0.1 * weight
        weight -= 0.05 * (mean / (1 - 0.9**step)) / (math.sqrt(square / (1 - 0.999**step)) + 1e-8)
        assert weights["one"][0] == pytest.approx(weight, rel=1e-5)
    assert (weights["two"][0], adam.updates) == (7.0, 3)


def test_first_weights_are_small_and_differ_from_seed_to_seed():
    one, other = (first_weights(100, (64, 16, 8), seed) for seed in (1, 2))
    for name, inputs in (("first", 100), ("second", 64), ("second_bias", 64), ("third", 16), ("last", 8)):
        assert abs(one[name]).max() <= 1 / math.sqrt(inputs)
        assert (one[name] != other[name]).any()
    assert not one["first_bias"].any()
    assert abs(one["first"]).mean() == pytest.approx(0.05, rel=0.1)
