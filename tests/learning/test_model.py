"""The network while it is trained: what it learns, where it continues, and the integers that become of it."""

from dataclasses import replace

import numpy as np
import pytest

from pybridge.errors import TrainingError
from pybridge.facts import find, read
from pybridge.learning.labels import walked
from pybridge.learning.model import UNIT, NetworkFit
from pybridge.learning.perceptron import layers, output
from pybridge.learning.positions import Positions, no_labels
from pybridge.learning.recipe import RECIPES, TrainingRecipe, recipe_named
from pybridge.puzzles import features_of
from pybridge.store.table import Table
from pybridge.tables.network import SCALE, Evaluation, recipe_for

RECIPE = TrainingRecipe("small", "", labels=2000, steps=150, widths=(32, 8, 8), batch=256)


def nothing(*words):
    """Nobody listens."""


@pytest.fixture(scope="module")
def there():
    return Positions(features_of(read(find("pyraminx"))))


@pytest.fixture(scope="module")
def labels(there):
    return walked(there, 2000, 6, 1, nothing)


def fitted(there, labels, recipe=RECIPE, seed=4):
    fit = NetworkFit(there, recipe, seed)
    fit.run(labels, recipe.steps, nothing, nothing)
    return fit


def values(fit, inputs):
    """The value of each row of inputs that are on, in moves."""
    return UNIT * output(fit.weights, layers(fit.weights, inputs))


def error(fit, there, labels):
    """The mean squared error of a model."""
    found = values(fit, labels.contents + there.offsets)
    return float(((found - labels.moves + there.base(labels.contents)) ** 2).mean())


@pytest.mark.slow
def test_it_learns(seven):
    """It explains more than two fifths of what distances differ by from the lower bound of the facts."""
    board = Positions(features_of(read(find("seven"))))
    residual = seven.moves - board.base(seven.contents)
    fit = fitted(board, seven, replace(RECIPE, steps=700, weight=1.0))
    assert error(NetworkFit(board, RECIPE, 4), board, seven) > residual.var() > 10
    assert error(fit, board, seven) < 0.6 * residual.var()


def test_untrained_it_adds_nothing(there, labels):
    arrays = NetworkFit(there, RECIPE, 4).arrays()
    assert not Evaluation(arrays).values(labels.contents + there.offsets).any()


@pytest.mark.slow
def test_the_integers_say_nearly_the_same(there, labels):
    fit = fitted(there, labels, TrainingRecipe("x", "", 2000, 100, widths=(32, 8, 8), batch=256))
    arrays = fit.arrays()
    recipe = recipe_for(there.features, (32, 8, 8), "x", 4, {})
    assert recipe.form_fault(Table("network", "", arrays)) is None
    inputs = labels.contents + there.offsets
    assert abs(Evaluation(arrays).values(inputs) / SCALE - values(fit, inputs)).max() < 0.25


@pytest.mark.slow
def test_a_fit_that_goes_on_ends_as_one_that_was_not_interrupted(there, labels):
    whole = fitted(there, labels)

    class Enough(Exception):
        pass

    first = NetworkFit(there, RECIPE, 4)
    learn = first._learn

    def until_there(*arguments):
        if first.step == 60:
            raise Enough
        return learn(*arguments)

    first._learn = until_there
    with pytest.raises(Enough):
        first.run(labels, RECIPE.steps, nothing, nothing)
    second = NetworkFit(there, RECIPE, 99)
    second._seed = 4
    second.resume(first.state())
    assert second.step == 60
    second.run(labels, RECIPE.steps, nothing, nothing)
    for name, array in whole.arrays().items():
        assert np.array_equal(array, second.arrays()[name]), name


@pytest.mark.slow
def test_errors_upward_can_weigh_more(seven):
    """Then the network says less."""
    board = Positions(features_of(read(find("seven"))))
    recipes = [replace(RECIPE, steps=700, weight=weight) for weight in (10.0, 1.0)]
    inputs = seven.contents + board.offsets
    careful, usual = (values(fitted(board, seven, each), inputs).mean() for each in recipes)
    assert careful < usual - 0.5


def test_nothing_to_learn_from(there):
    with pytest.raises(TrainingError, match="no labels to learn from"):
        NetworkFit(there, RECIPE, 1).run(no_labels(there), 10, nothing, nothing)


def test_a_training_that_does_not_converge(there, labels, monkeypatch):
    fit = NetworkFit(there, RECIPE, 4)
    monkeypatch.setattr("pybridge.learning.model._TOLD_EVERY", 0.0)
    fit._learn = lambda *arguments: float("nan")
    with pytest.raises(TrainingError, match="loss is not a number"):
        fit.run(labels, 10, nothing, nothing)


def test_names_of_recipes():
    assert recipe_named("solved", steps=7).steps == 7
    assert list(RECIPES) == ["solved", "ito-yamamoto"]
    with pytest.raises(TrainingError, match=r"no recipe is named ito-yamamotto \(did you mean ito-yamamoto\?\)"):
        recipe_named("ito-yamamotto")


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("solved", {"distance": 20}, "the recipe solved has no --distance; --recipe ito-yamamoto has it"),
        ("ito-yamamoto", {"steps": 9}, "the recipe ito-yamamoto has no --steps; --recipe solved has it"),
        ("ito-yamamoto", {"without": ("filters",)}, r"has no step filters \(did you mean filter\?\)"),
        ("ito-yamamoto", {"inputs": "tile"}, r"no inputs are named tile \(did you mean tiles\?\)"),
    ],
)
def test_options_of_recipes(name, options, told):
    with pytest.raises(TrainingError, match=told):
        recipe_named(name, **options)
