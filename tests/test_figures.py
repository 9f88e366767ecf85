"""The measured tables of the documents hold what `bench` printed, and a fresh run has the same counters."""

import importlib.util
import itertools
import json
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest

from pybridge.cli import run

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "docs" / "figures.py"

_spec = importlib.util.spec_from_file_location("figures", SCRIPT)
figures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(figures)

KEPT = [path.stem for path in sorted((ROOT / "docs" / "figures").glob("*.json"))]
BENCHED = [name for name in KEPT if "heuristics" in figures.measured(name)]
REPEATED = [name for name in BENCHED if figures.measured(name)["sample"]]

TABLE = """Some text.

<!-- figures: one | heuristic | | expanded | too long | -->
| heuristic | theirs | expanded | too long |
|---|---|---|---|
| `h` | 7 |  |  |

More.
"""

SEARCHES = """
<!-- figures: two | engine | states | seconds | speed-up | two:seconds | -->
| engine | states | seconds | speed-up | again |
|---|---|---|---|---|
| | | | | |
| | | | | |
"""
TIMES = {"seconds", "rate", "speed_up", "client", "scheduler", "packets"}


def account(**of: Any) -> dict[str, Any]:
    boards = {"start": ["a", "b"], "outcome": ["solved", "time limit reached"], "h": [4, 5]}
    counters = {name: [3, 4] for name in figures.COUNTERS if name != "outcome"}
    means = {"length": 8.0, "h": 4.0, "expanded": 1234.5, "generated": 2.0, "evaluated": None, "seconds": 0.0123}
    means |= dict.fromkeys(("inferences", "states", "largest_distance", "rate", "speed_up"))
    means |= dict.fromkeys(("machines", "threads", "packets", "client", "scheduler"))
    excess = {"optimal": 0.5, "mean": 0.25, "worst": 1, "exact": True}
    how = {
        "engine": None,
        "pruning": None,
        "heuristic": "manhattan",
        "program": "ida_star",
        "batch": 1,
        "training": None,
    }
    return {**how, "means": means, "excess": excess, "boards": boards | counters, **of}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with a document and a measurement of its own."""
    folder = tmp_path / "docs" / "figures"
    folder.mkdir(parents=True)
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "KEPT", folder)
    (folder / "one.json").write_text(json.dumps({"sample": 1, "heuristics": [account()]}))
    (tmp_path / "docs" / "page.md").write_text(TABLE)
    return tmp_path


def test_all_documents_hold_what_is_measured() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("name", KEPT)
def test_a_document_uses_it(name: str) -> None:
    marks = [line for path in figures.documents() for line in path.read_text(encoding="utf-8").splitlines()
             if line.startswith("<!-- figures:")]  # fmt: skip
    assert any(name in mark.split("|")[0].split() or f"| {name}:" in mark for mark in marks)


@pytest.mark.parametrize("name", BENCHED)
def test_means_are_those_of_its_boards(name: str) -> None:
    form = figures.measured(name)
    for each in form["heuristics"]:
        boards, means = each["boards"], each["means"]
        solved = [row for row, outcome in enumerate(boards["outcome"]) if outcome == "solved"]
        assert len(solved) == each["solved"]
        assert {len(values) for values in boards.values()} == {each["wanted"]} == {form["boards"]}
        for counter, mean in means.items():
            values = [boards[counter][row] for row in solved]
            assert mean == (None if None in values else pytest.approx(fmean(values), abs=1e-6))
        assert each["worst"]["seconds"] == max(boards["seconds"][row] for row in solved)


@pytest.mark.slow
@pytest.mark.parametrize("name", REPEATED)
def test_a_fresh_run_counts_the_same(name: str) -> None:
    form = figures.measured(name)
    fresh = figures.bench(figures.of_sample(form))
    assert fresh["boards"] == form["sample"]
    assert figures.differences(form, fresh) == []


def test_write_and_check(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = kept / "docs" / "page.md"
    assert figures.main(["check"]) == 1
    right = "| `manhattan` | 7 | 1,234 | 0.25 |"
    assert capsys.readouterr().out == f"docs/page.md, line 6: | `h` | 7 |  |  |\n  measured: {right}\n"
    assert page.read_text() == TABLE
    assert figures.main(["write"]) == 0
    assert page.read_text() == TABLE.replace("| `h` | 7 |  |  |", right)
    assert figures.main(["check"]) == 0


def test_nothing_solved_leaves_cells_empty() -> None:
    none = account(means=dict.fromkeys(account()["means"]), excess=None, worst=None, solved=0)
    assert {name: figures.cell(none, name) for name in figures.COLUMNS} == dict.fromkeys(figures.COLUMNS, "") | {
        "heuristic": "`manhattan`", "network": "manhattan", "program": "`ida_star`", "batch": "`--batch 1`",
        "solved": "0",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("figures: one", "figures: two", "there is no docs/figures/two.json"),
        ("| expanded | too long | -->", "| nodes | too long | -->", "'nodes' is not a column; choose from heuristic, "),
        ("| too long | -->", "| too long -->", "expected <!-- figures: NAME ... | COLUMN | ... | -->"),
        ("| heuristic | | expanded", "| heuristic | expanded", "row 1 has 4 cells, and the mark 3"),
        ("figures: one", "figures: one one", "the table has 1 rows, and its measurements have 2"),
    ],
)
def test_a_wrong_mark(kept: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, message: str) -> None:
    page = kept / "docs" / "page.md"
    assert before in TABLE
    wrong = TABLE.replace(before, after, 1)
    page.write_text(wrong)
    for command in ("check", "write"):
        assert figures.main([command]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"docs/page.md, line 3: {message}")
        assert error.count("\n") == 1
    assert page.read_text() == wrong


def test_a_column_of_a_measurement_with_fewer_rows(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = TABLE.replace("one |", "one one |", 1).replace("too long | -->", "one:too long | -->")
    (kept / "docs" / "page.md").write_text(wrong.replace("| `h` | 7 |  |  |\n", "| `h` | 7 |  |  |\n" * 2))
    assert figures.main(["check"]) == 1
    assert capsys.readouterr().err.startswith("docs/page.md, line 3: one has only 1 rows")


def test_other_counters_are_told() -> None:
    old = {"heuristics": [account()]}
    new = json.loads(json.dumps(old))
    assert figures.differences(old, new) == []
    boards = new["heuristics"][0]["boards"]
    boards["expanded"] = [2, 9]  # the second board was ended by a limit
    boards["seconds"] = [1.0, 2.0]
    assert figures.differences(old, new) == ["manhattan by ida_star, a: expanded was 3, is 2"]
    boards["h"][1] = 6
    assert figures.differences(old, new)[1:] == ["manhattan by ida_star, b: h was 5, is 6"]


@pytest.mark.parametrize(
    ("command", "sample"),
    [
        ("pybridge bench puzzle eight --boards 4 --jobs 1", "puzzle eight --boards 4 --jobs 1 --boards 2"),
        ("pybridge bench random 100 --puzzle 'a b.pl' --seed 0", "random 2 --puzzle 'a b.pl' --seed 0"),
    ],
)  # fmt: skip
def test_the_sample_is_the_first_boards(command: str, sample: str) -> None:
    assert figures.of_sample({"command": command, "sample": 2}) == shlex.split(sample)


@pytest.mark.slow
def test_measure_keeps_what_bench_prints(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    of = ["two", "eight", "--boards", "3", "--heuristic", "manhattan"]
    assert figures.main(["measure", "--sample", "2", *of]) == 0
    first = figures.measured("two")
    assert first["heuristics"][0]["boards"]["length"] == [12, 22, 31]
    assert figures.main(["measure", "two"]) == 0
    again = figures.measured("two")
    assert (again["sample"], again["command"]) == (2, first["command"])
    assert figures.differences(first, again) == []
    assert figures.differences(first, figures.bench(figures.of_sample(first))) == []


def test_boards_of_networks_with_more_nodes_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    starts, ends = ["a", "b", "c", "d"], ["solved", "solved", "solved", "time limit reached"]
    both = {"start": starts, "h": [4] * 4, "evaluated": [5] * 4, "iterations": [1] * 4}
    exact = {"expanded": [9] * 4, "generated": [900] * 4, "seconds": [0.5] * 4, "length": [10, 20, 30, 40]}
    own = {"expanded": [1, 3, 5, 7], "generated": [100, 50, 101, 99], "seconds": [0.1, 0.4, 0.2, 2.0]}
    bound = account(boards=both | exact | {"outcome": ["solved"] * 4, "shortest": [True] * 4})
    found = both | own | {"outcome": ends, "length": [10, 23, 30, None], "shortest": [False] * 4}
    form = {"heuristics": [bound, account(heuristic="learned:w 1", training={"seconds": 12.3}, boards=found)]}
    before = json.loads(json.dumps(bound))
    figures.within(form, 100)
    network = form["heuristics"][1]
    assert form["heuristics"][0] == before
    assert network["boards"]["outcome"] == ["solved", "solved", figures.LEFT_OUT, "time limit reached"]
    assert network["boards"]["length"] == [10, 23, None, None]
    assert network["excess"] == {"optimal": 0.5, "mean": 1.5, "worst": 3, "exact": True}
    assert network["worst"] == {"start": "b", "seconds": 0.4}
    assert (network["solved"], network["means"]["generated"], network["means"]["expanded"]) == (2, 75, 2)
    assert capsys.readouterr().err == "learned:w 1, d: time limit reached after 99 nodes\n"
    assert [figures.cell(network, name) for name in ("network", "training s")] == ["w 1", "12"]
    figures.within(form, 10)
    assert (network["solved"], network["means"]["length"], network["excess"]) == (0, None, None)


def test_what_bench_refuses_is_not_kept(kept: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["measure", "two", "nothing"]) == 1
    assert "bench ended with 40" in capfd.readouterr().err
    assert figures.measurements() == ["one"]
    with pytest.raises(SystemExit):
        figures.main(["measure", "two"])


def repeated() -> list[Any]:
    """Each kept command that searches for less than a quarter of a second, with its rows."""
    found = []
    for name in KEPT:
        form = figures.measured(name)
        rows = iter(form.get("rows", []))
        for line, many in zip(form.get("commands", []), form.get("counts", []), strict=True):
            own = list(itertools.islice(rows, many))
            if sum(row["means"]["seconds"] for row in own) < 0.25:
                found.append(pytest.param(line, own, id=f"{name}-{line}"))
        assert not list(rows)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("line", "rows"), repeated())
def test_a_command_counts_the_same(
    line: str, rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, which starts once for all of them."""

    def here(words: list[str], **_: object) -> SimpleNamespace:
        code = run([str(word) for word in words[len(figures.PYBRIDGE) :]])
        return SimpleNamespace(returncode=code, stdout=capsys.readouterr().out)

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(figures, "subprocess", SimpleNamespace(run=here, PIPE=None, DEVNULL=None))
    _, fresh = figures.printed(line)
    assert [counted(row) for row in fresh] == [counted(row) for row in rows]


def counted(row: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the machine; inferences differ a little with the version of SWI-Prolog."""
    means = {name: value for name, value in row["means"].items() if name not in TIMES}
    if "inferences" in means:
        means["inferences"] = pytest.approx(means["inferences"], rel=1e-3)
    return {**row, "means": means}


def test_a_search_is_a_row(kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.3, 0.1, 0.2, 40.0])
    asked = []

    def fake(line: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        asked.append(line)
        return {"cpus": 2}, [{"engine": line, "means": {"seconds": next(times), "states": 1234}}]

    monkeypatch.setattr(figures, "printed", fake)
    assert figures.main(["run", "two", "census a", "census b"]) == 0
    assert asked == ["census a", "census a", "census a", "census b"]
    (kept / "docs" / "page.md").write_text(SEARCHES)
    assert figures.main(["write"]) == 0
    text = (kept / "docs" / "page.md").read_text()
    assert "| `census a` | 1,234 | 0.20 | 1.0 | 0.20 |\n| `census b` | 1,234 | 40 | 0.0050 | 40 |" in text
    assert figures.main(["check"]) == 0
    capsys.readouterr()
    with pytest.raises(SystemExit):
        figures.main(["run", "three"])
    assert "say what to run" in capsys.readouterr().err


def test_a_command_that_fails_is_not_kept(kept: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["run", "two", "census nothing"]) == 1
    assert "census nothing ended with 40" in capfd.readouterr().err
    assert figures.measurements() == ["one"]
