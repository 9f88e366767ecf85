"""Networks with random weights, about as large as trained ones, and a slow evaluation in Python's own integers."""

from random import Random

import numpy as np

from pybridge.puzzles import features_of, puzzle_from
from pybridge.store.table import Table
from pybridge.tables.network import recipe_for


def active(features, contents):
    """The inputs that are on, in the order of the places."""
    return tuple(offset + content for offset, content in zip(features.offsets, contents, strict=True))


def network(facts, seed=1, widths=(16, 8, 8), unit=8, spread=1.0, seen=None):
    """A recipe and a network for a puzzle. `seen` are the features that it says it was trained with."""
    features, source = features_of(facts), np.random.default_rng(seed)
    one, two, three = widths
    arrays = {
        "first": source.normal(0, 100 * spread, (features.inputs, one)),
        "first_bias": source.normal(0, 200, one),
        "second": source.normal(0, 300 * spread, (two, one)),
        "second_bias": source.normal(0, 1 << 17, two),
        "third": source.normal(0, 300 * spread, (three, two)),
        "third_bias": source.normal(0, 1 << 17, three),
        "last": abs(source.normal(0, 300 * spread, three)),
        "last_bias": np.array([1 << 18]),
    }
    whole = {name: values.astype(np.int32 if name.endswith("bias") else np.int16) for name, values in arrays.items()}
    whole["unit"] = np.array([unit], np.int32)
    recipe = recipe_for(seen or features, widths, "random", seed, {})
    return recipe, Table(recipe.kind, recipe.title, whole)


def value(arrays, active):
    """The value of a network in moves times 256, one number at a time."""
    weights = {name: array.tolist() for name, array in arrays.items()}
    between = [
        min(max(bias + sum(weights["first"][number][column] for number in active), 0), 2047)
        for column, bias in enumerate(weights["first_bias"])
    ]
    for name in ("second", "third"):
        between = [
            min(max((bias + sum(map(int.__mul__, row, between))) >> 10, 0), 2047)
            for row, bias in zip(weights[name], weights[f"{name}_bias"], strict=True)
        ]
    last = weights["last_bias"][0] + sum(map(int.__mul__, weights["last"], between))
    return last * weights["unit"][0] >> 10


def walked(facts, moves, seed):
    """A state some random moves from the goal."""
    puzzle, source = puzzle_from(facts, facts.goals[0]), Random(seed)
    state, last = puzzle.start, None
    for _ in range(moves):
        last, state = source.choice(list(puzzle.successors(state, last)) or list(puzzle.successors(state, None)))
    return state
