"""Tables from another folder: the same bytes, or none."""

import shutil
from dataclasses import replace

import pytest

from pybridge.cli import run
from pybridge.errors import BrokenTableError
from pybridge.store.fetch import FolderSource, fetch, readable
from pybridge.store.store import Store


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A folder with two tables."""
    folder = tmp_path_factory.mktemp("source")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYBRIDGE_TABLES", str(folder))
        assert run(["tables", "build", "eight", "--heuristic", "walking"]) == 0
        assert run(["tables", "build", "seven", "--heuristic", "walking"]) == 0
    return folder


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "mine"))
    return Store()


@pytest.mark.slow
def test_the_same_bytes(source, mine, capsys):
    assert run(["tables", "fetch", str(source)]) == 0
    assert "fetched" in capsys.readouterr().out
    there = {path.name: path.read_bytes() for path in source.glob("*") if path.suffix in (".table", ".json")}
    assert {
        path.name: path.read_bytes() for path in mine.folder.glob("*") if path.suffix in (".table", ".json")
    } == there
    assert run(["tables", "verify"]) == 0
    capsys.readouterr()
    assert run(["tables", "fetch", str(source)]) == 0
    assert "was there" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: data + b"x", lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b"",
])  # fmt: skip
def test_damaged_bytes_leave_nothing(damage, source, mine):
    class Damaged(FolderSource):
        def pieces(self, manifest):
            return iter([damage(b"".join(super().pieces(manifest)))])

    damaged = Damaged(source)
    manifest, sealed = next(iter(readable(damaged.manifests()).values()))
    with pytest.raises(BrokenTableError, match="nothing was kept"):
        fetch(mine, damaged, manifest, sealed, lambda phrase: None)
    assert [path.name for path in mine.folder.iterdir() if path.suffix != ".lock"] == []


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1] + bytes([data[-1] ^ 1])])
def test_a_broken_table_is_replaced(damage, source, mine):
    assert run(["tables", "fetch", str(source), "walking"]) == 0
    (entry, *_) = mine.find("walking")
    entry.path.write_bytes(damage(entry.path.read_bytes()))
    assert run(["tables", "fetch", str(source), entry.key]) == 0
    assert run(["tables", "verify", entry.key]) == 0


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-1] + bytes([data[-1] ^ 1])])
def test_the_others_are_fetched_where_one_is_broken_there(damage, source, mine, tmp_path, capsys):
    """However it is broken: it is named, and the exit code is that of a broken table."""
    damaged = tmp_path / "damaged"
    shutil.copytree(source, damaged)
    *broken, last, sound = sorted(damaged.glob("*.table"))
    broken.append(last)
    for each in broken:
        each.write_bytes(damage(each.read_bytes()))
    assert run(["tables", "fetch", str(damaged)]) == 45
    told = capsys.readouterr()
    assert f"(broken there: {len(broken)} of {1 + len(broken)} tables)" in told.err
    assert told.err.count("the payload is not that of its manifest") + told.err.count("bytes") >= len(broken)
    assert [entry.path.name for entry in mine.entries()] == [sound.name]


@pytest.mark.parametrize(("words", "message"), [
    (["{source}", "nothing"], "has no table with kind or key prefix 'nothing'"),
    (["{source}/none"], "is not a folder; give one with tables, or the address of a cluster"),
    (["{empty}"], "has no tables"),
])  # fmt: skip
def test_what_cannot_be_fetched_is_named(words, message, source, mine, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert run(["tables", "fetch", *(word.format(source=source, empty=tmp_path / "empty") for word in words)]) == 47
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_the_folder_of_ones_own_tables_is_refused(mine, capsys):
    assert run(["tables", "build", "seven", "--heuristic", "walking"]) == 0
    table = mine.entries()[0]
    table.path.write_bytes(b"broken")
    assert run(["tables", "fetch", str(mine.folder)]) == 2
    assert "is the folder of your own tables" in capsys.readouterr().err
    assert table.path.read_bytes() == b"broken"


def test_checkpoints_are_not_fetched(source, mine):
    """A half-built table, or a search that another machine has not finished, is not a table."""
    half = source / "walking-0123456789abcdef.half-table"
    half.write_bytes(b"half")
    try:
        assert run(["tables", "fetch", str(source)]) == 0
    finally:
        half.unlink()
    assert len(mine.entries()) == len({path.stem for path in source.glob("*.table")})


def test_a_source_that_cannot_be_read_is_named(source, mine):
    class Unreadable(FolderSource):
        def pieces(self, manifest):
            yield b""
            raise PermissionError(13, "Permission denied")

    unreadable = Unreadable(source)
    manifest, sealed = next(iter(readable(unreadable.manifests()).values()))
    with pytest.raises(BrokenTableError, match=f"of {source}: it cannot be read: Permission denied; nothing was kept"):
        fetch(mine, unreadable, manifest, sealed, lambda phrase: None)


@pytest.mark.parametrize("kind", ["../x", "Walking", "", "a/b", "walking\n"])
def test_a_kind_is_part_of_no_other_path(kind, source):
    manifest, _ = next(iter(readable(FolderSource(source).manifests()).values()))
    try:
        hostile = replace(manifest, kind=kind).sealed()
    except ValueError:
        return  # it cannot even be written
    assert readable([hostile]) == {}


def test_what_an_interrupted_build_has_left_goes(source, mine):
    manifest, sealed = next(iter(readable(FolderSource(source).manifests()).values()))
    half = mine.files(manifest).half
    mine.folder.mkdir(parents=True)
    for path in (half.payload, half.manifest):
        path.write_bytes(b"half")
    assert fetch(mine, FolderSource(source), manifest, sealed, lambda phrase: None)
    assert not half.payload.exists()
    assert not half.manifest.exists()
