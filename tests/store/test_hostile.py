"""What others put into the folder, sealed as a manifest is or under the names of a table, does no harm."""

import contextlib
import json
import os

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.limits import silent
from pybridge.store.manifest import MOST_BYTES
from tests.store.toys import mended, names, refused, resealed, same, seal

ARRAY = ["low", "u1", [9], 0]
HIGH = ["high", "i4", [2, 3], 64]
NO_DTYPES = (
    "O",
    "|O",
    "O8",
    "object",
    "V1",
    "U1",
    "S1",
    "f8",
    "b1",
    "?",
    ">u2",
    "u16",
    "u",
    "",
    "u1,u1",
    1,
    None,
    ["u1"],
)
NO_SHAPES = (None, 9, [-9], [9.0], [True], ["9"], [None], [1] * 9, [1 << 62], [0, 1 << 62], [1 << 400], [1 << 24] * 2)
NO_ARRAYS = (None, {}, "arrays", 5, [None], [[]], [ARRAY[:3]], [[*ARRAY, 0]], [{"name": "low"}], ["four"])
NO_OFFSETS = (-64, 0, 8, 63, 65, 128, 1 << 70, 64.0, True, None, "64", [64])

OTHER_FORMAT = "the format is not 1, which this version of pybridge needs"
OTHER_TABLE = "the manifest belongs to another table"
NO_OBJECT = "the manifest lacks an object"
NO_TEXT = "the manifest lacks a short text"
NO_SIZE = "the manifest gives a wrong size"
NO_ARRAY = "the manifest has an invalid array"
NO_ROW = "the manifest has misplaced arrays"
HOSTILE = [
    *(({"format": number}, OTHER_FORMAT) for number in (2, True, 1.0, "1", None)),
    ({"more": 1}, "the manifest has unexpected members"),
    ({"kind": "pattern"}, OTHER_TABLE),
    *(({"identity": each}, OTHER_TABLE) for each in ({"name": "b", "layout": 1}, {"name": "a", "layout": True}, {})),
    *(({"identity": each}, NO_OBJECT) for each in ([], "a", None)),
    ({"about": None}, NO_OBJECT),
    *(({"title": each}, NO_TEXT) for each in (7, None, ["a"], "\x1b[2J", "two\nlines", "\ud800", "long" * 100)),
    ({"xxh3_128": None}, NO_TEXT),
    ({"xxh3_128": "0" * 32}, "the payload was modified"),
    *(({"size": each}, NO_SIZE) for each in (1 << 60, 88.0, 87, -88, None)),
    ({"arrays": []}, NO_SIZE),
    ({"arrays": [ARRAY, ["high", "i4", [2, 4], 64]], "size": 96}, "the payload is cut short: 88 bytes instead of 96"),
    ({"arrays": [ARRAY], "size": 9}, "the payload is too long: 88 bytes instead of 9"),
    ({"arrays": [ARRAY, ["low", *HIGH[1:]]]}, NO_ROW),
    *(({"arrays": [ARRAY, [*HIGH[:3], offset]]}, NO_ROW) for offset in NO_OFFSETS),
    *(({"arrays": arrays}, NO_ARRAY) for arrays in NO_ARRAYS),
    *(({"arrays": [["low", dtype, [9], 0], HIGH]}, NO_ARRAY) for dtype in NO_DTYPES),
    *(({"arrays": [["low", "u1", shape, 0], HIGH]}, NO_ARRAY) for shape in NO_SHAPES),
]


@pytest.mark.parametrize(("changes", "reason"), HOSTILE, ids=lambda value: repr(value)[:60])
def test_hostile_members(store, toy, files, changes, reason):
    resealed(files[0], **changes)
    refused(store, toy, reason)
    assert (store.entries()[0].fault or "the payload was modified") == reason
    mended(store, toy)


NOT_JSON = "the manifest is not valid JSON"
DEEP = "the manifest is nested more than 32 levels deep"
TEXTS = [
    ('{"about": ' + "[" * 100_000 + "]" * 100_000 + "}", DEEP),
    ('{"about": ' + '{"a":' * 900 + "1" + "}" * 900 + "}", DEEP),
    ('{"about": ' + "[" * 33 + "]" * 33 + "}", DEEP),
    ('{"about": NaN}', NOT_JSON),
    ('{"about": 1e999}', NOT_JSON),
    ('{"about": ' + "9" * 5000 + "}", NOT_JSON),
    ('{"about": "\u00e9"}', NOT_JSON),
    ("", NOT_JSON),
    ("[1", NOT_JSON),
    ('{"about": 1 "format": 1}', NOT_JSON),
    ('{"about": "' + "x" * MOST_BYTES + '"}', "the manifest was modified or truncated"),
]


@pytest.mark.parametrize(("text", "reason"), TEXTS, ids=[text[:30] for text, _ in TEXTS])
def test_hostile_texts(store, toy, files, text, reason):
    files[0].write_bytes(seal(text))
    refused(store, toy, reason)
    mended(store, toy)


@pytest.mark.parametrize(
    "member", ["format", "kind", "title", "identity", "arrays", "size", "xxh3_128", "about", "seal"]
)
def test_a_missing_member(store, toy, files, member):
    members = json.loads(files[0].read_text())
    del members[member]
    data = seal(json.dumps({name: value for name, value in members.items() if name != "seal"}))
    files[0].write_bytes(data if member != "seal" else json.dumps(members).encode())
    with pytest.raises(BrokenTableError):
        store.load(toy)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["u1", "O", 64, 9]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
CHANGES = st.dictionaries(st.sampled_from(["format", "kind", "title", "identity", "arrays", "size", "about"]), JSON)


@pytest.mark.slow
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CHANGES)
@example({"arrays": [["other", "i1", [3, 3], 0], ["high", "u8", [3, 1], 64]]})
def test_what_others_seal_is_refused_or_lies_in_the_payload(store, toy, changes):
    store.obtain(toy, silent)
    path = next(store.folder.glob("*.json"))
    before = path.read_bytes()
    resealed(path, **changes)
    arrays = []
    with contextlib.suppress(BrokenTableError):
        arrays = store.load(toy).arrays.values()
    assert all(array.dtype.kind in "iu" for array in arrays)
    assert sum(array.nbytes for array in arrays) <= path.with_suffix(".table").stat().st_size
    path.write_bytes(before)


@pytest.mark.parametrize("which", [0, 1], ids=["manifest", "payload"])
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_files_that_are_none(store, toy, files, which, make):
    files[which].unlink()
    make(files[which])
    refused(store, toy, f"the {files[which].suffix} is not a regular file")
    assert store.entries()[0].fault
    mended(store, toy)


@pytest.mark.parametrize("which", [0, 1], ids=["manifest", "payload"])
def test_folders_under_their_names(store, toy, files, which):
    files[which].unlink()
    files[which].mkdir()
    refused(store, toy, f"the {files[which].suffix} is not a regular file")
    with pytest.raises(TableSpaceError, match=f"{files[which].name} is a folder in the place of a file; remove it"):
        store.obtain(toy, silent)


def test_a_link_to_nothing(store, toy, files):
    files[0].unlink()
    files[0].symlink_to("nothing")
    refused(store, toy, "the .json file is missing")
    mended(store, toy)


def test_a_part_that_is_a_link_is_not_written_through(store, toy, tmp_path):
    (tmp_path / "mine").write_text("mine")
    store.obtain(toy, silent)
    (entry,) = store.entries()
    store.remove(entry)
    store.folder.joinpath(f"toy-{entry.key}.table-00000000.part").symlink_to(tmp_path / "mine")
    assert same(store.obtain(toy, silent), toy)
    assert names(store.folder) == ["json", "lock", "table"]
    assert (tmp_path / "mine").read_text() == "mine"
