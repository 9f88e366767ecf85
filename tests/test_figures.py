"""The measured tables of the documents hold what `bench` printed, and a fresh run has the same counters."""

import importlib.util
import itertools
import json
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from pybridge.engines import solve
from pybridge.facts import find, read
from pybridge.search.task import Prune

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "docs" / "figures.py"

_spec = importlib.util.spec_from_file_location("figures", SCRIPT)
figures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(figures)

KEPT = [path.stem for path in sorted((ROOT / "docs" / "figures").glob("*.json"))]
REPEATED = [name for name in KEPT if figures.measured(name)["sample"]]

TABLE = """Some text.

<!-- figures: one | heuristic | | expanded | too long | -->
| heuristic | theirs | expanded | too long |
|---|---|---|---|
| `h` | 7 |  |  |

More.
"""


def account(**of: Any) -> dict[str, Any]:
    boards = {"start": ["a", "b"], "outcome": ["solved", "time limit reached"], "h": [4, 5]}
    counters = {name: [3, 4] for name in figures.COUNTERS if name != "outcome"}
    means = {"length": 8.0, "h": 4.0, "expanded": 1234.5, "generated": 2.0, "evaluated": None, "seconds": 0.0123}
    excess = {"optimal": 0.5, "mean": 0.25, "worst": 1, "exact": True}
    how = {"heuristic": "manhattan", "program": "ida_star", "batch": 1, "training": None}
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
    assert any(name in mark.split("|")[0].split() for mark in marks)


@pytest.mark.parametrize("name", KEPT)
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


def compared() -> list[Any]:
    """The searches of docs/from-page-to-speed.md whose nodes and inferences it shows, as parameters.

    Those of more than ten million inferences, which take seconds, are left out.
    """
    lines = (ROOT / "docs" / "from-page-to-speed.md").read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, str]] = []
    for number, line in enumerate(lines):
        if line.startswith("|---"):
            heading = figures.cells(lines[number - 1])
            below = itertools.takewhile(lambda each: each.startswith("|"), lines[number + 1 :])
            rows += [dict(zip(heading, figures.cells(each.replace("`", "")), strict=True)) for each in below]
    rows = [row for row in rows if "inferences" in row]
    assert len(rows) == 3 + 3 + 8
    searches = [("seven", "page", row) for row in rows[:3]] + [("fifteen", "rosetta", row) for row in rows[3:]]
    return [search for search in searches if number_of(search[2]["inferences"]) <= 10**7]


def number_of(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "start", "row"), compared())
def test_prolog_counts_the_same(puzzle: str, start: str, row: dict[str, str]) -> None:
    how: dict[str, Any] = {"engine": row.get("engine", "prolog-compiled"), "start": start}
    if "heuristic" in row:
        how |= {"heuristic": row["heuristic"], "pruning": Prune(row["pruning"])}
    solution = solve(read(find(puzzle)), "ida_star" if "heuristic" in row else "ids_low", **how)
    assert f"{solution.generated:,}" == row["generated"]
    assert f"{solution.expanded:,}" == row.get("expanded", f"{solution.expanded:,}")
    assert solution.inferences == pytest.approx(number_of(row["inferences"]), rel=1e-3)
