"""A store keeps what was built, gives it back as it was, lists and removes it."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from platformdirs import user_cache_path

from pybridge.errors import BrokenTableError, TableSpaceError, UnknownTableError
from pybridge.limits import silent
from pybridge.store import manifest
from pybridge.store.store import Store
from pybridge.store.table import Table
from tests.store.toys import Toy, names, same

DTYPES = ("u1", "<u2", "<u4", "<u8", "i1", "<i2", "<i4", "<i8")


def test_a_table_is_built_once_and_read_from_then_on(store):
    toy, heard = Toy(), []
    assert store.load(toy) is None
    first = store.obtain(toy, heard.append)
    assert heard == ["building a", "writing to disk"]
    again = store.obtain(toy, heard.append)
    assert (toy.built, len(heard)) == (1, 2)
    for table in (first, again, store.load(toy)):
        assert isinstance(table, Table)
        assert same(table, toy)
        assert (table.kind, table.title, table.about) == ("toy", "toy a", {"counts": [1, 2], "times built": 1})
    assert names(store.folder) == ["json", "lock", "table"]


SHAPES = arrays_of.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9)
ARRAYS = st.dictionaries(
    st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=5),
    st.sampled_from(DTYPES).flatmap(lambda dtype: arrays_of.arrays(dtype, SHAPES)),
    max_size=4,
)


@settings(max_examples=60)
@given(ARRAYS, st.sampled_from([1, 7, 64, manifest._PIECE]))
def test_every_table_comes_back_as_it_was(tmp_path_factory, arrays, piece):
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest, "_PIECE", piece)
        toy = Toy(arrays=arrays)
        assert same(Store(folder).obtain(toy, silent), toy)
    table = Store(folder).load(toy)
    assert same(table, toy)
    assert all(array.ctypes.data % 64 == 0 for array in table.arrays.values() if array.size)
    shutil.rmtree(folder)


def test_arrays_that_do_not_lie_in_one_piece(store):
    square = np.arange(36, dtype="<u2").reshape(6, 6)
    toy = Toy(arrays={"turned": square.T, "part": square[1::2, 2:5]})
    assert same(store.obtain(toy, silent), toy)


@pytest.mark.parametrize("array", [[1.5], [True], ["a"], [None], np.array([1], ">u2"), np.zeros(2, "V3")], ids=repr)
def test_what_a_table_does_not_hold(store, array):
    with pytest.raises(ValueError, match="little-endian integers"):
        store.obtain(Toy(arrays={"odd": np.asarray(array)}), silent)
    assert names(store.folder) == ["lock"]


def test_arrays_cannot_be_written(store):
    table = store.obtain(Toy(), silent)
    with pytest.raises(ValueError, match="read-only"):
        table.arrays["low"][0] = 1


def test_recipes_differ_by_kind_and_identity(store):
    one, other, third = Toy("a"), Toy("b"), Toy("a")
    third.kind = "tin"
    for toy in (one, other, third):
        store.obtain(toy, silent)
    assert len({entry.key for entry in store.entries()}) == 3
    assert store.load(other).title == "toy b"
    assert store.load(third).kind == "tin"


def test_nothing_is_created_before_a_build(store, tmp_path):
    assert store.load(Toy()) is None
    assert store.entries() == []
    with pytest.raises(UnknownTableError, match="nothing"):
        store.find("toy")
    assert list(tmp_path.iterdir()) == []


def test_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "here"))
    assert Store().folder == tmp_path / "here"
    assert Store(tmp_path).folder == tmp_path
    monkeypatch.setenv("PYBRIDGE_TABLES", "")
    assert Store().folder == user_cache_path("pybridge") / "tables"
    monkeypatch.delenv("PYBRIDGE_TABLES")
    assert Store().folder == user_cache_path("pybridge") / "tables"


def test_files_have_the_modes_that_the_user_wants(store):
    before = os.umask(0o027)
    try:
        store.obtain(Toy(), silent)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in store.folder.glob("*.[jt]*")} == {0o640}


def test_entries(store):
    for name in ("b", "a"):
        store.obtain(Toy(name), silent)
    entries = store.entries()
    assert sorted(entry.title for entry in entries) == ["toy a", "toy b"]
    assert [entry.key for entry in entries] == sorted(entry.key for entry in entries)
    for entry in entries:
        assert (entry.kind, entry.fault) == ("toy", None)
        assert entry.manifest.identity == {"name": entry.title[-1], "layout": 1}
        assert entry.manifest.about["counts"] == [1, 2]
        assert entry.bytes == sum(path.stat().st_size for path in store.folder.glob(f"*{entry.key}*"))
        assert same(store.read(entry), Toy(entry.title[-1]))


def test_files_of_others_are_no_entries(store):
    store.obtain(Toy(), silent)
    for name in ("notes.json", "toy-12.table", "Toy-0123456789abcdef.json", "toy-0123456789abcdef.lock", ".json"):
        (store.folder / name).write_text("mine")
    assert len(store.entries()) == 1


def test_find(store):
    store.obtain(Toy("a"), silent)
    store.obtain(Toy("b"), silent)
    first, second = store.entries()
    assert store.find("toy") == [first, second]
    assert store.find(first.key) == store.find(first.key[:4]) == store.find(f"toy-{first.key[:4]}") == [first]
    for text in ("to", "", f"tow-{first.key}", f"to-{first.key}", f"-{first.key}", "-", "toy-", "*", first.key + "0"):
        with pytest.raises(UnknownTableError, match=r"stored: toy \(2\)"):
            store.find(text)


def test_remove(store):
    toy, other = Toy("a"), Toy("b")
    table = store.obtain(toy, silent)
    store.obtain(other, silent)
    entry = next(entry for entry in store.entries() if entry.title == "toy a")
    (store.folder / f"toy-{entry.key}.table-0badcafe.part").write_text("left behind")
    store.remove(entry)
    assert names(store.folder) == ["json", "lock", "table"]
    assert store.load(toy) is None
    assert same(store.load(other), other)
    assert same(table, toy)  # who has it mapped keeps it
    with pytest.raises(BrokenTableError, match=r"the \.json file is missing"):
        store.read(entry)
    store.remove(entry)
    assert same(store.obtain(toy, silent), toy)
    assert toy.built == 2


def test_threads_build_once(store):
    started, go_on = threading.Event(), threading.Event()

    def wait():
        started.set()
        assert go_on.wait(20)

    toy, heard, tables = Toy(during=wait), [], []

    def hear(text):
        heard.append(text)
        go_on.set()

    builder = threading.Thread(target=lambda: tables.append(store.obtain(toy, silent)))
    builder.start()
    assert started.wait(20)
    tables.append(store.obtain(toy, hear))
    builder.join(20)
    assert (toy.built, heard) == (1, ["waiting for another build"])
    assert [same(table, toy) for table in tables] == [True, True]


def test_no_room_is_told_before_a_build(store, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=12_345_678))
    toy = Toy(bytes_needed=289_500_000)
    with pytest.raises(TableSpaceError) as caught:
        store.obtain(toy, silent)
    assert str(caught.value).startswith(f"toy a needs 291 MB in {store.folder}, which has 12 MB; free some space")
    assert (toy.built, names(store.folder)) == (0, ["lock"])


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_folder_that_is_a_file(tmp_path, below):
    (tmp_path / "file").write_text("mine")
    store, toy = Store(tmp_path / "file" / below), Toy()
    assert store.load(toy) is None
    told = r"(file is not a folder|deeper cannot store tables: Not a directory); set PYBRIDGE_TABLES to "
    with pytest.raises(TableSpaceError, match=told):
        store.obtain(toy, silent)
    with pytest.raises(TableSpaceError) as caught:
        store.obtain(toy, silent)
    assert "free some space" not in str(caught.value)
    assert toy.built == 0
    assert (tmp_path / "file").read_text() == "mine"


def test_listing_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TableSpaceError, match="file is not a folder; set PYBRIDGE_TABLES to one"):
        Store(tmp_path / "file").entries()


def test_an_error_of_the_recipe_is_its_own(store):
    def fail():
        raise FileNotFoundError("a bug")

    with pytest.raises(FileNotFoundError, match="a bug"):
        store.obtain(Toy(during=fail), silent)
    assert names(store.folder) == ["lock"]


def test_importing_loads_nothing_heavy():
    script = """
import sys
import pybridge.store.store
print(*{"numba", "filelock", "platformdirs", "matplotlib"} & set(sys.modules))
"""
    checkout = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=checkout)
    assert done.stdout.strip() == ""


def test_a_title_of_any_text_is_kept_as_a_short_line(store):
    toy = Toy("a\n" * 300)
    store.obtain(toy, silent)
    (entry,) = store.entries()
    assert entry.title == f"toy {'a ' * 98}"


def test_a_table_is_dropped_once_it_is_written(store):
    toy, started, go_on = Toy("a"), threading.Event(), threading.Event()
    table = store.obtain(toy, silent)

    def check():
        started.set()
        assert go_on.wait(20)

    writer = threading.Thread(target=lambda: store.keep(toy, table, check))
    writer.start()
    assert started.wait(20)
    dropper = threading.Thread(target=lambda: store.drop(toy))
    dropper.start()
    go_on.set()
    for each in (writer, dropper):
        each.join(20)
    assert store.entries() == []
