"""Tables of permutation puzzles on the command line: chosen by size, built, listed, verified, removed."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept; not there yet."""
    path = tmp_path / "cache" / "tables"
    monkeypatch.setenv("PYBRIDGE_TABLES", str(path))
    monkeypatch.setenv("COLUMNS", "400")
    return path


@pytest.mark.slow
def test_tables_of_a_size(command: Command, folder: Path) -> None:
    result = command("solve", "pocket", "--start", "eight", "--tables", "small", "--json")
    assert (result.code, result.err) == (0, "")
    form = json.loads(result.out)
    assert (form["heuristic"], form["engine"], form["length"]) == ("projection:small", "native", 8)
    assert [path.name.split("-")[0] for path in folder.glob("*.table")] == ["projection"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["pocket", "--tables", "nonsense"],
            44,
            "'nonsense' is not a size of tables: write small, medium, large, 500MB",
        ),
        (["pocket", "--tables", "places[99]"], 44, "99 is not a point that moves, of 1 to 24"),
        (["cube", "--tables", "0MB"], 44, "no table of cube fits into 0 bytes; allow more"),
        (["pocket", "--tables", "small", "--heuristic", "points"], 2, "give one of --heuristic and --tables"),
        (["eight", "--tables", "small"], 44, "this heuristic is for permutation; the domain of eight is"),
        (["sussman", "--tables", "small"], 44, "this heuristic is for permutation; the domain of sussman is"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    command: Command, folder: Path, arguments: list[str], code: int, message: str
) -> None:
    for words in (["solve"], ["tables", "build"]):
        result = command(*words, *arguments)
        assert (result.code, result.out) == (code, "")
        assert message in result.err
        assert len(result.err.splitlines()) == 1
        assert not folder.exists()


def test_build_list_verify_remove(command: Command, folder: Path) -> None:
    named = ["--heuristic", "projection:small"], ["--tables", "small"]
    first, second = (command("tables", "build", "pocket", *each) for each in named)
    assert (first.code, second.code, first.err, second.err) == (0, 0, "", "")
    assert [line.split()[-1] for line in first.out.splitlines() if line.startswith("projection")] == ["built"]
    assert any(line.endswith("  was there") for line in second.out.splitlines())
    (table,) = json.loads(command("tables", "list", "--json").out)["tables"]
    assert table["kind"] == "projection"
    assert command("tables", "verify").code == 0
    assert "agrees with the rules" in command("tables", "verify", "projection").out
    assert command("tables", "remove", "projection").code == 0
    assert list(folder.glob("*.table")) == []


def test_the_best_tables_by_default(command: Command, folder: Path) -> None:
    result = command("tables", "build", "pancake", "--json")
    assert result.code == 0, result.err
    assert [table["kind"] for table in json.loads(result.out)["tables"]] == ["projection"]


def test_a_half_built_table_is_listed_and_removed(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the fourth level is counted."""
    from pybridge.store import half
    from pybridge.tables.projection import search as projection_search

    monkeypatch.setattr(half, "WORTH_KEEPING", 0.0)
    count = projection_search.TableSearch.count

    def interrupted(search: projection_search.TableSearch, level: int) -> tuple[int, int, int]:
        if level == 4:
            raise KeyboardInterrupt
        return count(search, level)

    monkeypatch.setattr(projection_search.TableSearch, "count", interrupted)
    assert command("tables", "build", "pancake").code == 130
    listed = command("tables", "list")
    assert "half-built: building it again continues where it was interrupted" in listed.out
    assert "half-built" in command("tables", "list", "projection").out
    assert command("tables", "verify").code == 0  # nothing is wrong with it, and its progress is worth keeping
    verified = command("tables", "verify", "projection")
    assert ": half-built: building it again continues" in " ".join(verified.out.split())
    assert "✗" not in verified.out
    (form,) = json.loads(command("tables", "verify", "projection", "--json").out)["tables"]
    assert (form["fault"], form["unfinished"]) == (None, True)
    (form,) = json.loads(command("tables", "list", "projection", "--json").out)["tables"]
    assert (form["fault"], form["unfinished"]) == (None, True)
    monkeypatch.undo()
    monkeypatch.setenv("PYBRIDGE_TABLES", str(folder))
    (kept,) = folder.glob("*.half-table")
    kept.write_bytes(kept.read_bytes()[:-1])
    verified = command("tables", "verify", "projection")
    assert (verified.code, "building it again starts over" in " ".join(verified.out.split())) == (45, True)
    (manifest,) = folder.glob("*.half-json")
    manifest.write_bytes(manifest.read_bytes()[:-1])
    assert command("tables", "verify", "projection").code == 45
    assert command("tables", "remove", "projection").code == 0
    assert list(folder.glob("*.*")) == []


def test_a_changed_table_is_found(command: Command, folder: Path) -> None:
    assert command("tables", "build", "pancake").code == 0
    (path,) = folder.glob("*.table")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    result = command("tables", "verify")
    assert result.code != 0
    assert "projection" in result.out + result.err
