"""Ito and Yamamoto's recipe as a whole, small: its inputs, its filter, what each step does, and the command line."""

import json
from dataclasses import replace

import numpy as np
import pytest

from pybridge.cli import run
from pybridge.errors import TrainingError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.heuristics import learned
from pybridge.heuristics.learned import Learned
from pybridge.learning import WalkTraining, start
from pybridge.learning.positions import Positions, no_labels
from pybridge.learning.recipe import RECIPES
from pybridge.learning.walk_fit import WalkFit, inputs_of
from pybridge.limits import silent
from pybridge.puzzles import features_of
from pybridge.puzzles.rows import DOMAINS
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.network import SCALE, Evaluation, recipe_for
from tests.learning.test_training import Enough
from tests.networks import active

RECIPE = replace(
    RECIPES["ito-yamamoto"],
    distance=6, origins=5, width=16, walks=300, length=40, seeks=2000, walks_each=60, away=20, believed=14, epochs=3,
    batch=128,
)  # fmt: skip


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    monkeypatch.setattr("pybridge.learning.solving._TRIAL", 4)
    monkeypatch.setattr("pybridge.learning.solving._TRIAL_SECONDS", 0.2)
    return Store()


def trained(name="seven", recipe=RECIPE, **options):
    training, lines = start(read(find(name)), recipe, seed=2, **options), []
    return training.finish(training.run(silent, lines.append)), lines


def fitted(labels, recipe, name="seven", part=0):
    positions = Positions(features_of(read(find(name))))
    fit = WalkFit(positions, recipe, recipe_for(positions.features, recipe.widths, recipe.name, 3, recipe.settings))
    fit.learn(part, labels, silent, lambda: None)
    return fit


def test_inputs():
    """A board of 4 x 4 has 64, as the paper says, or 256."""
    features = features_of(read(find("fifteen")))
    tiles, cells, one_each = (inputs_of(features, name) for name in ("tiles", "cells", "all"))
    assert [each.shape for each in (tiles, cells, one_each)] == [(256, 64), (256, 64), (256, 256)]
    state = list(features.goal)
    on = tiles[list(active(features, state))].sum(axis=0).reshape(16, 4)
    assert [int(bits @ [1, 2, 4, 8]) for bits in on] == state
    on = cells[list(active(features, state))].sum(axis=0).reshape(16, 4)
    assert [int(bits @ [1, 2, 4, 8]) for bits in on] == [state.index(tile) for tile in range(16)]
    assert (one_each.sum(axis=0) == 1).all()


@pytest.mark.parametrize("inputs", ["tiles", "cells", "all"])
@pytest.mark.parametrize("without", [(), ("bound",)])
def test_the_integers_say_nearly_the_same(seven, inputs, without):
    """Without the bound, they say by how much the network's estimate exceeds it."""
    fit = fitted(seven, replace(RECIPE, inputs=inputs, without=without))
    features = features_of(read(find("seven")))
    positions, arrays = Positions(features), fit.arrays()
    recipe = recipe_for(features, replace(RECIPE, without=without).widths, "x", 3, {})
    assert recipe.form_fault(Table("network", "", arrays)) is None
    said = Evaluation(arrays).values(seven.contents + positions.offsets) / SCALE
    meant = fit.values(seven.contents) - (positions.base(seven.contents) if without else 0)
    assert abs(said - np.maximum(meant, 0)).max() < 0.5


@pytest.mark.parametrize("without", [(), ("bound",)])
def test_it_learns(seven, without):
    """The network is nearer to the distances than the lower bound of the facts is, which searches add."""
    fit = fitted(seven, replace(RECIPE, epochs=12, without=without))
    facts = read(find("seven"))
    heuristic = Learned(facts, features_of(facts), Table("network", "", fit.arrays()), 0, "learned")
    base = Positions(features_of(facts)).base(seven.contents)
    error = abs(heuristic.estimates(seven.contents) - seven.moves).mean()
    assert error < abs(base - seven.moves).mean() / 3


@pytest.mark.slow
def test_what_the_first_network_does_not_say_is_left_out(monkeypatch):
    seen = {}

    def learn(self, part, labels, report, keep):
        seen[part] = labels
        assert (
            not part or "filter" in self._recipe.without or (self.wanted(labels) <= self.values(labels.contents)).all()
        )
        original(self, part, labels, report, keep)

    original = WalkFit.learn
    monkeypatch.setattr(WalkFit, "learn", learn)
    recipe = replace(RECIPE, epochs=20, believed=9, batch=8, rate=0.01)
    table, lines = trained(recipe=recipe)
    assert 0 < table.about["labels"] == len(seen[1]) < table.about["second_labels"]
    assert seen[0].moves.max() == recipe.believed
    assert lines[3].endswith(" labels left by the filter")
    kept, _ = trained(recipe=replace(recipe, without=("filter",)))
    assert kept.about["labels"] == kept.about["second_labels"] == table.about["second_labels"]


@pytest.mark.slow
def test_without_well_trodden_states_the_first_network_is_the_last():
    table, lines = trained(recipe=replace(RECIPE, without=("origins",)))
    assert not any(line.startswith("network 2") for line in lines)
    whole, _ = trained()
    assert any((table.arrays[name] != array).any() for name, array in whole.arrays.items())


def test_a_whole_training(store):
    table, lines = trained()
    assert lines[0].endswith(" labels from walks from the goal")
    assert lines[1].endswith(" labels from walks from 5 well-trodden states")
    assert [line.partition(":")[0] for line in (lines[2], lines[4])] == ["network 1", "network 2"]
    assert lines[5].startswith("4 of 4 random states solved in ")
    assert [entry.kind for entry in store.entries() if entry.kind in ("network", "training")] == ["network"]
    again, _ = trained()
    assert all(np.array_equal(array, again.arrays[name]) for name, array in table.arrays.items())


@pytest.mark.parametrize("when", ["walks from the goal", "part 1 of 2, epoch 2", "part 2 of 2, epoch 1", "trial"])
def test_an_interrupted_training_goes_on(store, when):
    """Wherever it is interrupted, in the end the network is the same."""
    whole, lines = trained()
    for entry in store.entries():
        store.remove(entry)

    def until(phrase):
        if phrase.startswith(when):
            raise Enough

    first = start(read(find("seven")), RECIPE, seed=2)
    assert not first.resumed
    with pytest.raises(Enough):
        first.run(until, silent)
    second, again = start(read(find("seven")), RECIPE, seed=2), []
    assert second.resumed
    table = second.finish(second.run(silent, again.append))
    assert all(np.array_equal(array, table.arrays[name]) for name, array in whole.arrays.items())
    assert table.about["labels"] == whole.about["labels"]
    assert table.about["second_labels"] == whole.about["second_labels"]
    assert again[-2:-1] == lines[-2:-1] or when == "trial"  # the loss


@pytest.mark.slow
def test_permutation_puzzles():
    """Without a lower bound of the facts, labels are learned whole."""
    table, _ = trained("pyraminx", replace(RECIPE, distance=3))
    assert table.about["trial"]["tried"] == 4


def test_only_where_moves_can_be_undone(handed_in):
    handed_in("sliding_tiles", puzzles=replace(DOMAINS["sliding_tiles"], reversible=lambda facts: False))
    with pytest.raises(UnfitHeuristicError, match="does not work for eight: its moves cannot be undone"):
        WalkTraining(read(find("eight")), RECIPE)


def test_a_filter_that_leaves_nothing(seven):
    with pytest.raises(TrainingError, match="the filter left none"):
        fitted(no_labels(Positions(features_of(read(find("seven"))))), RECIPE)


@pytest.mark.slow
def test_on_the_command_line(capsys):
    """Two networks, and a measurement of both beside lower bounds."""
    words = ["train", "seven", "--recipe", "ito-yamamoto", "--distance", "8", "--width", "16"]
    for origins in ("5", "20"):
        assert run([*words, "--origins", origins, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["network"]["training"]["origins"] == int(origins)
        assert told["about"]["second_labels"] > told["about"]["labels"] > 0
    assert run(["bench", "learned", "10", "--puzzle", "seven", "--recipe", "ito-yamamoto", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    networks = {each["heuristic"]: each for each in form["heuristics"] if each["training"]}
    assert list(networks) == ["learned:origins 5", "learned:origins 20"]
    assert all(each["solved"] == 10 and each["excess"]["exact"] for each in networks.values())
    assert networks["learned:origins 20"]["training"] == told["about"]
    assert form["command"] == "pybridge bench learned 10 --puzzle seven --seed 0 --recipe ito-yamamoto --processes 1"
    assert run([*words, "--origins", "5", "--without", "filter", "--without", "decay"]) == 0
    capsys.readouterr()
    names = [each.name for each in learned.trained(read(find("seven")), "ito-yamamoto")]
    settings = ("5, without nothing", "5, without decay and filter", "20, without nothing")
    assert names == [f"learned:origins {each}" for each in settings]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["train", "eight", "--recipe", "ito-yamamoto", "--steps", "9"], 49, "has no --steps; --recipe solved has it"),
        (["train", "eight", "--origins", "9"], 49, "has no --origins; --recipe ito-yamamoto has it"),
        (["train", "eight", "--recipe", "ito-yamamoto", "--without", "all"], 49, "has no step all"),
        (["train", "eight", "--recipe", "ito-yamamoto", "--distance", "0"], 2, "--distance"),
        (["train", "blocks3", "--recipe", "ito-yamamoto"], 44, "a network does not work for blocks3"),
        (
            ["bench", "learned", "--puzzle", "eight", "--recipe", "ito-yamamoto"],
            44,
            "there is no network of the recipe",
        ),
    ],
)
def test_what_cannot_be_done(words, code, told, capsys):
    assert run(words) == code
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
