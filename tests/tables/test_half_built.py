"""Builds of projections that are killed or interrupted in the middle, and those that continue from there."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from pybridge.facts import find, read
from pybridge.heuristics.projection_choice import complete, recipes
from pybridge.store import entry
from pybridge.store import half as kept_half
from pybridge.store.store import Store
from tests.store.toys import names

BUILD = """
import os, signal, sys
from pybridge.facts import find, read
from pybridge.heuristics.projection_choice import complete
from pybridge.store import half
from pybridge.store.store import Store
half.KEEP_EVERY = half.WORTH_KEEPING = float(sys.argv[4])
half.KEEP_PAUSE = 0.0
def tell(phrase):
    print(phrase, flush=True)
    if phrase.startswith(f"distance {sys.argv[3]},"):
        os.kill(os.getpid(), int(sys.argv[2]))
Store(sys.argv[1]).obtain(complete(read(find("pyraminx"))), tell)
"""


@pytest.fixture(scope="module")
def whole():
    """The recipe, and its table built at one go."""
    recipe = complete(read(find("pyraminx")))
    return recipe, recipe.build(lambda phrase: None)


def stopped(store, by, level, seconds=0.0):
    """Have another process build the table and be ended by a signal at a level; what it reported."""
    arguments = [store.folder, by.value, level, seconds]
    ended = subprocess.run(
        [sys.executable, "-c", BUILD, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == -by, ended.stderr
    return ended.stdout.splitlines()


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """The folder that a build leaves which is killed at distance 7."""
    store = Store(tmp_path_factory.mktemp("killed") / "tables")
    stopped(store, signal.SIGKILL, 7)
    return store.folder


@pytest.fixture
def left(store, killed):
    """A store with what the killed build has left."""
    shutil.copytree(killed, store.folder)
    return store


def resumed(store, recipe):
    """The table that another build makes, and the reports of the build."""
    heard = []
    return store.obtain(recipe, heard.append), heard


def same(table, other):
    """Whether two tables have the same counts and the same arrays."""
    arrays = table.arrays.keys() == other.arrays.keys()
    equal = all(np.array_equal(array, other.arrays[name]) for name, array in table.arrays.items())
    return arrays and equal and table.about["counts"] == other.about["counts"]


@pytest.mark.slow
@pytest.mark.parametrize(("by", "level"), [(signal.SIGKILL, 1), (signal.SIGKILL, 7), (signal.SIGINT, 6)])
def test_a_stopped_build_goes_on_where_it_was(store, whole, by, level):
    recipe, table = whole
    assert f"distance {level}" in stopped(store, by, level)[-1 if by is signal.SIGKILL else -2]
    assert {"half-json", "half-table"} <= set(names(store.folder))
    assert store.load(recipe) is None
    (half,) = store.entries()
    assert half.fault == "half-built: building it again continues where it was interrupted"
    assert (half.title, half.about["counts"]) == (recipe.title, table.about["counts"][:level])
    assert half.bytes > 400_000
    made, heard = resumed(store, recipe)
    levels = [phrase for phrase in heard if phrase.startswith("distance")]
    assert levels[0].startswith(f"distance {level},")
    assert same(made, table)
    assert names(store.folder) == ["json", "lock", "table"]
    recipe.verify(made, lambda phrase: None)


@pytest.mark.slow
def test_a_short_build_keeps_nothing(store):
    """Nor does one that is killed before the first minute is over."""
    stopped(store, signal.SIGINT, 6, seconds=60.0)
    assert names(store.folder) == ["lock"]
    stopped(store, signal.SIGKILL, 6, seconds=60.0)
    assert names(store.folder) == ["lock"]


def half_of(store):
    (found,) = store.entries()
    return found.files.half


def test_a_broken_one_is_ignored_with_a_line(left, whole):
    recipe, table = whole
    path = half_of(left).payload
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 16
    path.write_bytes(content)
    made, heard = resumed(left, recipe)
    assert f"{path}: the payload was modified; starting over" in heard
    assert same(made, table)
    assert names(left.folder) == ["json", "lock", "table"]


@pytest.mark.parametrize("change", ["entry", "counts", "bits", "shape", "missing"])
def test_one_with_a_true_hash_must_have_its_levels(left, whole, change):
    recipe, table = whole
    half = half_of(left)
    kept = entry.read_table(half, entry.read_manifest(half))
    arrays, about = {name: array.copy() for name, array in kept.arrays.items()}, dict(kept.about)
    if change == "entry":
        arrays["found"][3, 5] = 0
    elif change == "counts":
        about["counts"] = [*about["counts"][:-1], 7]
    elif change == "bits":
        arrays["bits"][0] = 5
    elif change == "shape":
        arrays["found"] = arrays["found"][1:]
    else:
        del arrays["found"]
    entry.write_table(half, replace(kept, arrays=arrays, about=about), recipe.identity)
    made, heard = resumed(left, recipe)
    assert f"{half.payload}: its levels have other numbers of states; starting over" in heard
    assert same(made, table)


def test_one_of_another_table_is_ignored(left, whole):
    recipe, table = whole
    half = half_of(left)
    kept = entry.read_table(half, entry.read_manifest(half))
    entry.write_table(half, kept, {**recipe.identity, "tracked": True})
    made, heard = resumed(left, recipe)
    assert f"{half.payload}: the manifest belongs to another table; starting over" in heard
    assert same(made, table)


def test_removing_it(left, whole):
    left.remove(*left.find("projection"))
    assert names(left.folder) == []


def test_no_room_for_it_is_no_reason_to_stop(store, whole, monkeypatch):
    recipe, table = whole
    monkeypatch.setattr(kept_half, "KEEP_EVERY", 0.0)
    write = kept_half.write_table

    def full(files, *rest):
        if files.prefix:
            raise OSError(28, "No space left on device")
        write(files, *rest)

    monkeypatch.setattr(kept_half, "write_table", full)
    made, heard = resumed(store, recipe)
    assert any(phrase.endswith("not saved: No space left on device") for phrase in heard)
    assert same(made, table)


def test_a_table_that_needs_eight_bits_goes_on(store, monkeypatch):
    """TopSpin is up to 23 moves from the goal; it is stopped before and after its entries are widened."""
    recipe = complete(read(find("topspin")))
    table = recipe.build(lambda phrase: None)
    monkeypatch.setattr(kept_half, "WORTH_KEEPING", 0.0)
    for level in (12, 14, 15, 20):

        def stop(phrase, level=level):
            if phrase.startswith(f"distance {level},"):
                raise RuntimeError(phrase)

        with pytest.raises(RuntimeError):
            store.obtain(recipe, stop)
        half = half_of(store)
        assert int(entry.read_table(half, entry.read_manifest(half)).arrays["bits"][0]) == (4 if level < 15 else 8)
    made, heard = resumed(store, recipe)
    assert next(phrase for phrase in heard if phrase.startswith("distance")).startswith("distance 20,")
    assert same(made, table)


def test_interrupted_anywhere_within_a_level(store, whole, monkeypatch):
    """A part of a level that is there already is found again, with the same counts."""
    recipe, table = whole
    monkeypatch.setattr(kept_half, "WORTH_KEEPING", 0.0)
    made = None
    for last in range(100, 6000, 230):
        calls = count()

        def stop(phrase, calls=calls, last=last):
            if next(calls) == last:
                raise RuntimeError(phrase)

        with suppress(RuntimeError):
            made = store.obtain(recipe, stop)
            break
    assert made is not None
    assert last > 500
    assert same(made, table)


def test_a_large_payload_is_hashed_once_while_it_is_unchanged(store, whole, monkeypatch):
    recipe, table = whole
    monkeypatch.setattr(entry, "_LARGE", 1000)
    hashed = []
    digest = entry.xxhash.xxh3_128_hexdigest
    monkeypatch.setattr(entry.xxhash, "xxh3_128_hexdigest", lambda data: hashed.append(len(data)) or digest(data))
    store.obtain(recipe, lambda phrase: None)
    size = max(hashed)
    hashed.clear()
    assert same(store.load(recipe), table)
    assert size in hashed
    hashed.clear()
    assert same(store.load(recipe), table)
    assert size not in hashed
    monkeypatch.setattr(entry, "__version__", "another")  # which may need another form
    assert same(store.load(recipe), table)
    assert size in hashed
    (found,) = store.entries()
    before = found.files.payload.stat()
    content = bytearray(found.files.payload.read_bytes())
    content[100] ^= 1
    found.files.payload.write_bytes(content)
    os.utime(found.files.payload, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(Exception, match="the payload was modified"):
        store.load(recipe)


def test_interrupted_in_the_last_level(store, monkeypatch):
    """All entries are there, and the level is yet to be counted."""
    (recipe,) = recipes(read(find("pancake")), "small")
    levels = recipe.build(lambda phrase: None).about["counts"]
    monkeypatch.setattr(kept_half, "WORTH_KEEPING", 0.0)
    calls = count()

    def stop(phrase):
        if phrase.startswith(f"distance {len(levels) - 2},") and next(calls):
            raise RuntimeError(phrase)

    with pytest.raises(RuntimeError):
        store.obtain(recipe, stop)
    assert store.obtain(recipe, lambda phrase: None).about["counts"] == levels
