"""Networks on disk: read as written, and refused when they are cut, changed, foreign or could overflow."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.errors import BrokenTableError
from pybridge.facts import find, read
from pybridge.puzzles import features_of
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.kinds import form_of
from pybridge.tables.network import Evaluation, NetworkRecipe, fingerprint, load_network, network_file
from tests.networks import active, network, value

FACTS = read(find("seven"))


def test_written_and_read(tmp_path):
    recipe, table = network(FACTS)
    table = replace(table, about={"seconds": 1.5})
    (tmp_path / "a.npz").write_bytes(network_file(recipe, table))
    again, found = load_network(tmp_path / "a.npz")
    assert (again, found.about) == (recipe, table.about)
    assert {name: array.tolist() for name, array in found.arrays.items()} == {
        name: array.tolist() for name, array in table.arrays.items()
    }
    assert form_of("network", recipe.identity) == recipe


def test_kept_in_a_store(tmp_path):
    store, (recipe, table) = Store(tmp_path), network(FACTS)
    assert store.load(recipe) is None
    store.keep(recipe, table)
    assert np.array_equal(store.load(recipe).arrays["first"], table.arrays["first"])
    other = replace(table, arrays={**table.arrays, "unit": np.array([3], np.int32)})
    store.keep(recipe, other)
    assert store.load(recipe).arrays["unit"].tolist() == [3]
    recipe.verify(store.load(recipe), lambda phrase: None)
    assert recipe.verified == "unchanged; its contents cannot be verified"


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.lists(st.integers(0, 7), min_size=8, max_size=8))
def test_evaluation_is_exact(seed, contents):
    arrays = network(FACTS, seed, spread=3)[1].arrays
    on = active(features_of(FACTS), contents)
    assert Evaluation(arrays).values(np.array([on])).tolist() == [value(arrays, on)]


def changed(name, at, to):
    """The network with one number changed."""
    recipe, table = network(FACTS)
    array = table.arrays[name].copy()
    array[at] = to
    return recipe, replace(table, arrays={**table.arrays, name: array})


@pytest.mark.parametrize(
    ("name", "at", "to", "told"),
    [
        ("first", (slice(None), 3), 5000, "first layer can add up to"),
        ("first_bias", 0, 40_000, "first layer can add up to"),
        ("first_bias", 0, -(2**31), "first layer can add up to"),
        ("second_bias", 2, 2**31 - 1, "layer second"),
        ("third_bias", 2, -(2**31), "layer third"),
        ("last_bias", 0, 2**31 - 1, "layer last"),
        ("unit", 0, 0, "unit"),
        ("unit", 0, 5000, "unit"),
    ],
)
def test_what_could_overflow(tmp_path, name, at, to, told):
    recipe, table = changed(name, at, to)
    assert told in recipe.form_fault(table)
    (tmp_path / "a.npz").write_bytes(network_file(recipe, table))
    with pytest.raises(BrokenTableError, match=told) as caught:
        load_network(tmp_path / "a.npz")
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(BrokenTableError):
        recipe.verify(table, lambda phrase: None)


def test_many_weights_could_overflow():
    recipe, table = network(FACTS, widths=(64, 1, 1))
    arrays = {**table.arrays, "second": np.full((1, 64), 2**15 - 1, np.int16)}
    assert "layer second" in recipe.form_fault(replace(table, arrays=arrays))


@pytest.mark.parametrize("wrong", ["missing", "beyond", "type", "shape", "floats"])
def test_arrays_of_another_form(tmp_path, wrong):
    recipe, table = network(FACTS)
    arrays = dict(table.arrays)
    if wrong == "missing":
        del arrays["third"]
    elif wrong == "beyond":
        arrays["fourth"] = np.zeros(3, np.int16)
    elif wrong == "type":
        arrays["second"] = arrays["second"].astype(np.int32)
    elif wrong == "shape":
        arrays["second"] = arrays["second"][:-1]
    else:
        arrays["last_bias"] = np.array([np.inf])
    (tmp_path / "a.npz").write_bytes(network_file(recipe, Table("network", "", arrays)))
    with pytest.raises(BrokenTableError, match="has no array"):
        load_network(tmp_path / "a.npz")


@pytest.mark.parametrize("widths", [(16, 8), (0, 8, 8), (16, 8, 10**6), (16.5, 8, 8)])
def test_recipes_that_no_network_has(widths):
    recipe, _ = network(FACTS)
    identity = {**recipe.identity, "widths": list(widths)}
    with pytest.raises(BrokenTableError):
        form_of("network", identity).verify(network(FACTS)[1], lambda phrase: None)


def test_files_that_are_none(tmp_path):
    path = tmp_path / "a.npz"
    for data in (b"", b"PK", b"\x93NUMPY", b"x" * 1000):
        path.write_bytes(data)
        with pytest.raises(BrokenTableError, match="is not a network, or was changed"):
            load_network(path)
    np.savez(path, seal=np.zeros(16, np.uint8))
    with pytest.raises(BrokenTableError):
        load_network(path)
    np.savez(path, seal=np.array([{"a": 1}], object))
    with pytest.raises(BrokenTableError):
        load_network(path)
    np.savez_compressed(path, seal=np.zeros(1 << 27, np.uint8))
    with pytest.raises(BrokenTableError, match="it holds more than 64 MiB"):
        load_network(path)


@settings(max_examples=150)
@given(data=st.data())
def test_a_changed_or_cut_file(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("net") / "a.npz"
    recipe, table = network(FACTS, widths=(2, 2, 2))
    path.write_bytes(network_file(recipe, table))
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.booleans())
    path.write_bytes(
        whole[:at] if cut else whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    )
    try:
        again, found = load_network(path)
    except BrokenTableError as error:
        said = str(error)
    else:  # a byte of the archive that says nothing of its content
        assert again == recipe
        assert all(np.array_equal(found.arrays[name], array) for name, array in table.arrays.items())
        return
    assert len(said.splitlines()) == 1


def test_fingerprints_tell_puzzles_apart():
    names = ["seven", "eight", "fifteen", "torus", "cylinder", "pocket", "cube", "skewb"]
    assert len({fingerprint(features_of(read(find(name)))) for name in names}) == len(names)
    other = replace(FACTS, goals=((1, 2, 3, 4, 5, 7, 6, 0),))
    assert fingerprint(features_of(other)) != fingerprint(features_of(FACTS))
    assert NetworkRecipe.from_identity(network(FACTS)[0].identity).puzzle == fingerprint(features_of(FACTS))
