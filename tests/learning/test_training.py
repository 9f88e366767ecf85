"""Whole trainings, small ones: in one go, interrupted, from walks, by the network itself, and on the command line."""

import json
from dataclasses import replace

import numpy as np
import pytest

from pybridge.boards.generate import rectangle
from pybridge.cli import run
from pybridge.errors import TrainingError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.reader import read_text
from pybridge.learning import Training, TrainingRecipe
from pybridge.learning.checkpoint import training_of
from pybridge.learning.labels import AT_ONCE, Solutions
from pybridge.learning.positions import Positions, no_labels
from pybridge.limits import silent
from pybridge.outcome import Outcome
from pybridge.search.tally import Stopped
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.network import load_network
from tests.samples import sample

RECIPE = TrainingRecipe("small", "", labels=600, steps=60, widths=(32, 8, 8), batch=128, patience=60.0)


class Enough(Stopped):
    """Ends a training."""

    def __init__(self):
        super().__init__(Outcome.INTERRUPTED)


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    return Store()


def trained(puzzle="seven", recipe=RECIPE, **options):
    facts = read(find(puzzle)) if isinstance(puzzle, str) else puzzle
    training, lines = Training(facts, recipe, seed=2, **options), []
    return training.finish(training.run(silent, lines.append)), lines


def test_labels_from_an_exact_solver(store):
    table, lines = trained()
    assert " labels from 64 random states, solved by " in lines[0]
    assert lines[1].startswith("60 steps, loss ")
    assert lines[2].startswith("20 of 20 random states solved in ")
    assert "moves above the optimum on average" in lines[2]
    assert table.about["trial"]["excess"] >= 0
    assert [entry.kind for entry in store.entries() if entry.kind in ("network", "training")] == ["network"]


@pytest.mark.parametrize("when", sample(["labeled", "step", "trial"], quick=["step"]))
def test_an_interrupted_training_goes_on(store, monkeypatch, when):
    """While it labels, while it fits, and while it is tried: in the end the network is the same."""
    monkeypatch.setattr("pybridge.learning.model._TOLD_EVERY", 0.0)
    whole, lines = trained()
    for entry in store.entries():
        store.remove(entry)
    first = Training(read(find("seven")), RECIPE, seed=2)
    assert not first.resumed

    def until(phrase):
        if when in phrase:
            raise Enough

    with pytest.raises(Enough):
        first.run(until, silent)
    assert [entry.kind for entry in store.entries() if entry.kind == "training"] == ["training"]
    second = Training(read(find("seven")), RECIPE, seed=2)
    assert second.resumed
    again = []
    table = second.finish(second.run(silent, again.append))
    for name, array in whole.arrays.items():
        assert np.array_equal(array, table.arrays[name]), name
    assert again[-2:-1] == lines[-2:-1] or when == "trial"  # the loss
    assert not Training(read(find("seven")), RECIPE, seed=2).resumed


def test_a_fresh_training_does_not_go_on(store):
    first = Training(read(find("seven")), RECIPE, seed=2)

    def at_once(phrase):
        if "labeled" in phrase:
            raise Enough

    with pytest.raises(Enough):
        first.run(at_once, silent)
    assert Training(read(find("seven")), RECIPE, seed=2).resumed
    assert not Training(read(find("seven")), RECIPE, seed=2, fresh=True).resumed
    assert not Training(read(find("seven")), RECIPE, seed=3).resumed
    assert not Training(read(find("eight")), RECIPE, seed=2).resumed


@pytest.mark.slow
def test_a_damaged_training_says_so_and_starts_over(store, capsys):
    command = ["train", "seven", "--labels", "600", "--steps", "1000000"]
    assert run([*command, "--time-limit", "2"]) == Outcome.TIME_LIMIT.exit_code
    (kept,) = [entry for entry in store.entries() if entry.kind == "training"]
    capsys.readouterr()
    data = bytearray(kept.path.read_bytes())
    data[len(data) // 2] ^= 1
    kept.path.write_bytes(data)
    assert run([*command, "--time-limit", "1"]) == Outcome.TIME_LIMIT.exit_code
    told = capsys.readouterr().err
    assert told.startswith("pybridge: what an earlier run had kept was damaged; the training started over\n")


@pytest.mark.slow
def test_rounds_of_what_the_network_solves(monkeypatch):
    """As for boards that no exact solver solves quickly."""
    monkeypatch.setattr("pybridge.learning.training.exact", lambda *arguments: None)
    recipe = TrainingRecipe("small", "", 900, 90, widths=(32, 8, 8), batch=128, rounds=3, gathered=300, seconds=0.2)
    table, lines = trained("seven", recipe)
    assert [line.partition(":")[0] for line in lines[:6:2]] == ["round 1 of 3", "round 2 of 3", "round 3 of 3"]
    assert all("states solved, now random states" in line for line in lines[:6:2])
    assert table.about["labels"] >= 900


@pytest.mark.slow
def test_without_a_lower_bound_walks_alone_are_learned_from():
    recipe = TrainingRecipe("small", "", labels=2000, steps=60, widths=(32, 8, 8), batch=128, seconds=0.1)
    training = Training(read(find("cube")), recipe, seed=1)
    with pytest.raises(Enough):
        training.run(enough_at("trial"), silent)
    (labels,) = training._parts
    assert len(labels) >= 2000
    assert labels.moves.max() > 15


def enough_at(word):
    def report(phrase):
        if phrase.startswith(word):
            raise Enough

    return report


@pytest.mark.slow
def test_rounds_that_are_interrupted(tmp_path, monkeypatch):
    """Labels, their number and the states that were solved are those of a training that is not interrupted."""
    monkeypatch.setattr("pybridge.learning.training.exact", lambda *arguments: None)
    recipe = TrainingRecipe(
        "small", "", 1000, 100, widths=(32, 8, 8), batch=128, rounds=4, gathered=4000, seconds=60.0, weight=1.0
    )
    whole, lines = trained("seven", recipe)
    for when in (2, 64), (3, 0):
        monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / f"{when}"))
        table, told = trained_in_two(recipe, when)
        assert told[:-1] == lines[:-1]  # the last one has seconds
        assert table.about["labels"] == whole.about["labels"]
        assert all(np.array_equal(array, table.arrays[name]) for name, array in whole.arrays.items())


def trained_in_two(recipe, when):
    """A training that was interrupted in a round, after this many starts."""
    first, told = Training(read(find("seven")), recipe, seed=2), []
    assert not first.resumed

    def until(phrase):
        if "labeled" in phrase and (first._round, first._starts) == when:
            raise Enough

    with pytest.raises(Enough):
        first.run(until, told.append)
    second = Training(read(find("seven")), recipe, seed=2)
    assert second.resumed
    return second.run(silent, told.append), told


@pytest.mark.slow
def test_the_loss_does_not_depend_on_the_clock(store, monkeypatch):
    losses = []
    for seconds in (0.0, 1e9):
        monkeypatch.setattr("pybridge.learning.model._TOLD_EVERY", seconds)
        _, lines = trained()
        losses += [line for line in lines if line.startswith("60 steps, loss ")]
        for entry in store.entries():
            store.remove(entry)
    assert len(losses) == 2
    assert losses[0] == losses[1]


def test_a_training_that_goes_on_has_its_seconds_and_its_loss(store, monkeypatch):
    """Also where only the trial is left."""
    monkeypatch.setattr("pybridge.learning.model._TOLD_EVERY", 0.0)
    first, lines = Training(read(find("seven")), RECIPE, seed=2), []
    with pytest.raises(Enough):
        first.run(enough_at("trial"), lines.append)
    kept = store.load(training_of(first.network)).about["seconds"]
    second = Training(read(find("seven")), RECIPE, seed=2)
    assert second._fit.loss == first._fit.loss > 0
    assert second.run(silent, lines.append).about["seconds"] > kept > 0


class Barren(Solutions):
    """The first starts have no labels."""

    def gather(self, count, jobs, report, first=0):
        if not first:
            yield no_labels(Positions(self._features))
        yield from super().gather(count, jobs, report, first or AT_ONCE)


@pytest.mark.slow
def test_a_training_whose_first_starts_gave_nothing_goes_on(store, monkeypatch):
    monkeypatch.setattr("pybridge.learning.training.Solutions", Barren)
    whole, _ = trained()
    first = Training(read(find("seven")), RECIPE, seed=2)

    def until(phrase):
        if first._starts:
            raise Enough

    with pytest.raises(Enough):
        first.run(until, silent)
    assert (first._starts, len(first._parts[-1])) == (AT_ONCE, 0)
    second = Training(read(find("seven")), RECIPE, seed=2)
    assert second.resumed
    table = second.run(silent, silent)
    assert table.about["labels"] == whole.about["labels"]
    assert all(np.array_equal(array, table.arrays[name]) for name, array in whole.arrays.items())


@pytest.mark.slow
def test_what_cannot_be_learned_leaves_nothing(store, monkeypatch):
    """The same training would fail again."""
    training = Training(read(find("seven")), RECIPE, seed=2)
    monkeypatch.setattr(training._fit, "_learn", lambda *arguments: float("nan"))
    with pytest.raises(TrainingError, match="try another --seed"):
        training.run(silent, silent)
    assert [entry.kind for entry in store.entries() if entry.kind == "training"] == []


STILL = """puzzle(one, permutation, "One state").
start(hardest, [1, 1]).
goal([1, 1]).
generator('A', [[1, 2]]).
metric(quarter).
distance(1, [0, 0]).
"""


def test_every_solution_of_the_trial_counts():
    """That of the goal, too, which has no moves."""
    table, lines = trained(rectangle(2, 2), replace(RECIPE, labels=40))
    assert table.about["trial"]["optimal"] == 20
    assert "; 20 optimally, 0.00 moves above" in lines[-1]


def test_a_cell_without_a_way_on():
    """A random walk turns back there; the shipped board of this name has such cells."""
    assert trained("tee", replace(RECIPE, labels=200))[1][-1].startswith("20 of 20 random states solved in ")


def test_puzzles_that_have_no_network():
    with pytest.raises(UnfitHeuristicError):
        Training(read(find("blocks3")), RECIPE)
    with pytest.raises(UnfitHeuristicError, match="nothing moves in the puzzle"):
        Training(read_text(STILL, "still.pl"), RECIPE)


@pytest.mark.slow
def test_how_many_threads_there_are_changes_nothing():
    alone, pair = (trained(recipe=replace(RECIPE, batch=3000), jobs=jobs)[0] for jobs in (1, 2))
    assert {name: array.tolist() for name, array in alone.arrays.items()} == {
        name: array.tolist() for name, array in pair.arrays.items()
    }


def test_a_training_kept_in_another_form_is_started_over(store):
    """Such as one that another version kept."""
    first = Training(read(find("seven")), RECIPE, seed=2)
    with pytest.raises(Enough):
        first.run(enough_at("step"), silent)
    state = training_of(first.network)
    for name, other in (("weight.second", None), ("mean.first", np.zeros(3, np.uint32)), ("step", np.zeros(1, int))):
        found = store.load(state)
        kept = dict(found.arrays)
        changed = {key: each for key, each in {**kept, name: other}.items() if each is not None}
        store.keep(state, Table(state.kind, state.title, changed, found.about))
        assert not Training(read(find("seven")), RECIPE, seed=2).resumed, name
        store.keep(state, Table(state.kind, state.title, kept, found.about))
        assert Training(read(find("seven")), RECIPE, seed=2).resumed
    found = store.load(state)
    store.keep(state, Table(state.kind, state.title, dict(found.arrays), {**found.about, "seconds": 10**400}))
    assert not Training(read(find("seven")), RECIPE, seed=2).resumed


@pytest.mark.slow
def test_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "own.npz"
    words = ["train", "eight", "--labels", "500", "--steps", "30", "--seed", "5", "--out", str(file)]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(file)
    assert told["network"]["seed"] == 5
    assert told["about"]["trial"]["tried"] == 20
    recipe, table = load_network(file)
    assert recipe.identity == told["network"]
    assert dict(table.about) == told["about"]
    assert run(words) == 43
    assert "exists" in capsys.readouterr().err
    for heuristic in ("learned", f"learned:{file}:1"):
        assert run(["solve", "eight", "--heuristic", heuristic, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["outcome"] == "solved"
    assert run(["tables", "list", "network"]) == 0
    assert "recipe solved, seed 5" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_a_time_limit_keeps_what_was_reached(capsys):
    words = ["train", "eight", "--labels", "500", "--steps", "1000000"]
    assert run([*words, "--time-limit", "2", "--json"]) == 12
    told = capsys.readouterr()
    form = json.loads(told.out)
    assert (form["outcome"], form["about"], form["file"]) == ("time limit reached", None, None)
    assert told.err.endswith("the same command resumes it\n")
    assert run(["tables", "list", "training"]) == 0
    assert "unfinished training of a network" in " ".join(capsys.readouterr().out.split())
    assert run(["tables", "verify", "training"]) == 0
    assert run(["tables", "remove", "training"]) == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["eight", "--recipe", "solvd"], 49, "no recipe is named solvd (did you mean solved?)"),
        (["blocks3"], 44, "a network does not work for blocks3"),
        (["eight", "--labels", "0"], 2, "--labels"),
    ],
)
def test_what_cannot_be_trained(words, code, told, capsys):
    assert run(["train", *words]) == code
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
