"""A table that is foreign, stale, damaged or made by people who mean no good is refused, reported, and built again."""

import os

import pytest

from pybridge.errors import BrokenTableError
from pybridge.limits import silent
from tests.store.toys import Toy, mended, refused, same


@pytest.mark.parametrize("which", [pytest.param(0, marks=pytest.mark.slow), 1], ids=["manifest", "payload"])
def test_every_flipped_bit(store, toy, files, which):
    data = files[which].read_bytes()
    for bit in range(len(data) * 8):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        files[which].write_bytes(flipped)
        with pytest.raises(BrokenTableError):
            store.load(toy)
    assert mended(store, toy).endswith("; rebuilding it")


@pytest.mark.parametrize("which", [0, 1], ids=["manifest", "payload"])
def test_every_cut(store, toy, files, which):
    data = files[which].read_bytes()
    for length in range(len(data)):
        files[which].write_bytes(data[:length])
        with pytest.raises(BrokenTableError, match=r"cut short|truncated"):
            store.load(toy)
    assert store.entries()[0].fault
    mended(store, toy)


@pytest.mark.parametrize("more", [b"\0", b"\n", b" ", b"x" * 5000])
def test_too_long(store, toy, files, more):
    for path, reason in zip(files, ("the manifest was modified", "the payload is too long"), strict=True):
        with path.open("ab") as file:
            file.write(more)
        with pytest.raises(BrokenTableError, match=reason):
            store.load(toy)
        assert reason in mended(store, toy)


def test_what_is_told(store, toy, files):
    files[1].write_bytes(files[1].read_bytes()[:-1] + b"\0")
    refused(store, toy, "the payload was modified")
    with pytest.raises(BrokenTableError, match="the payload was modified"):
        store.read(store.entries()[0])
    assert mended(store, toy) == f"{files[1]}: the payload was modified; rebuilding it"


def test_without_a_payload(store, toy, files):
    files[1].unlink()
    refused(store, toy, "the .table file is missing")
    assert store.entries()[0].fault == "the .table file is missing"
    mended(store, toy)


def test_without_a_manifest(store, toy, files):
    files[0].unlink()
    assert store.load(toy) is None
    (entry,) = store.entries()
    assert (entry.fault, entry.title, entry.manifest) == ("the .json file is missing", "", None)
    assert entry.bytes == files[1].stat().st_size
    assert same(store.obtain(toy, silent), toy)
    assert store.entries()[0].fault is None


def test_swapped_tables(store, toy, files):
    other = Toy("b")
    store.obtain(other, silent)
    manifests = sorted(store.folder.glob("*.json"))
    texts = [path.read_bytes() for path in manifests]
    for path, text in zip(manifests, reversed(texts), strict=True):
        path.write_bytes(text)
    for each in (toy, other):
        with pytest.raises(BrokenTableError, match="the manifest belongs to another table"):
            store.load(each)
    for entry in store.entries():
        assert entry.fault == "the manifest belongs to another table"
        with pytest.raises(BrokenTableError, match="belongs to another table"):
            store.read(entry)


def test_swapped_payloads(store, toy, files):
    other = Toy("b", {name: array + array.dtype.type(1) for name, array in toy.arrays.items()})
    store.obtain(other, silent)
    one, two = store.folder.glob("*.table")
    one.rename(store.folder / "aside")
    two.rename(one)
    (store.folder / "aside").rename(two)
    for each in (toy, other):
        with pytest.raises(BrokenTableError, match="the payload was modified"):
            store.load(each)


def test_a_table_of_another_layout(store, toy, files):
    toy.identity = toy.identity | {"layout": 2}
    assert store.load(toy) is None
    store.obtain(toy, silent)
    assert len(store.entries()) == 2


def test_a_key_that_two_tables_share(store, toy, files, monkeypatch):
    other = Toy("b")
    monkeypatch.setattr("pybridge.store.store.key", lambda kind, identity: files[0].stem[4:])
    refused(store, other, "the manifest belongs to another table")


def test_a_disk_that_does_not_keep_what_is_written(store, toy, monkeypatch):
    monkeypatch.setattr("pybridge.store.entry.os.fsync", lambda descriptor: os.pwrite(descriptor, b"\7", 0))
    with pytest.raises(BrokenTableError):
        store.obtain(toy, silent)
