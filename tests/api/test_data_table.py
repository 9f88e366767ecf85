"""Results as CSV and data frames, and what all figures say about where they come from."""

import csv
import json
import shlex
import sys
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

import pybridge
from pybridge import errors
from pybridge.cli import run
from pybridge.data_table import FRAMES
from pybridge.provenance import this_machine

EIGHT = pybridge.read("eight")
SOURCE = ["pybridge", "command", "seed", "machine"]
LIBRARY = "class DataFrame:\n    library = __name__\n\n    def __init__(self, data):\n        self.data = data\n"


@pytest.fixture(scope="module")
def bench():
    return pybridge.measure("eight", ["manhattan", "takahashi"], random=3, seed=5)


@pytest.fixture
def libraries(tmp_path, monkeypatch):
    """Have libraries of these names, and no others that make data frames."""

    def have(*names):
        for name in FRAMES:
            monkeypatch.delitem(sys.modules, name, raising=False)
            (tmp_path / f"{name}.py").write_text(LIBRARY, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr("pybridge.data_table.find_spec", lambda name: name in names or None)

    yield have
    for name in FRAMES:
        sys.modules.pop(name, None)


def rows_of(text):
    return list(csv.DictReader(StringIO(text)))


def shown(value):
    return "" if value is None else str(value)


def test_a_frame_has_the_values_of_the_csv(bench, libraries):
    libraries("pandas")
    data = bench.to_frame().data
    rows = rows_of(bench.to_csv())
    assert len(rows) == 6
    assert list(data) == list(rows[0])
    assert [{name: shown(data[name][at]) for name in data} for at in range(6)] == rows
    assert type(data["expanded"][0]) is int
    census = pybridge.census("box_eight")
    assert census.to_frame().data["states"] == [level.states for level in census.levels]


@pytest.mark.parametrize(
    ("installed", "asked", "made"),
    [
        (("pandas", "polars"), None, "pandas"),
        (("polars",), None, "polars"),
        (("pandas", "polars"), "polars", "polars"),
    ],
)
def test_which_library_makes_the_frame(bench, libraries, installed, asked, made):
    libraries(*installed)
    assert bench.to_frame(asked).library == made


@pytest.mark.parametrize(
    ("installed", "asked", "error", "message"),
    [
        ((), None, errors.OutputError, "a data frame needs pandas or polars; install it with: "),
        (("pandas",), "polars", errors.OutputError, "a data frame needs polars; install it with: "),
        (("pandas",), "dask", errors.ArgumentError, "library is pandas or polars, not 'dask'"),
    ],
)
def test_without_a_library_one_line_says_what_to_install(bench, libraries, installed, asked, error, message):
    libraries(*installed)
    with pytest.raises(error) as caught:
        bench.to_frame(asked)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert error is errors.ArgumentError or f"pip install {(asked or 'pandas')}" in str(caught.value)


def test_measured_boards_are_a_frame_in_one_line(libraries):
    """The line of the guide, with fewer boards."""
    guide = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
    (line,) = [line for line in guide.splitlines() if line.endswith(".to_frame()") and "random=1000" in line]
    libraries("pandas")
    names = {"pybridge": pybridge}
    exec(line.replace("random=1000", "random=4"), names)
    frame = names["frame"]
    assert len(frame.data["length"]) == 8
    assert set(frame.data["outcome"]) == {"solved"}


def test_every_row_and_form_say_where_they_come_from(bench):
    call = "pybridge.measure('eight', ['manhattan', 'takahashi'], random=3, seed=5)"
    form, rows = json.loads(json.dumps(bench.to_dict())), rows_of(bench.to_csv())
    assert (form["pybridge"], form["command"], form["seed"]) == (pybridge.__version__, call, 5)
    assert {"processor", "cpus", "python", "random_reads_per_second"} <= set(form["machine"])
    assert {tuple(row[name] for name in SOURCE[:3]) for row in rows} == {(pybridge.__version__, call, "5")}
    assert {row["machine"].split(",")[0] for row in rows} == {this_machine()["processor"]}
    again = eval(call, {"pybridge": pybridge})
    lengths = [[board.length for board in account.boards] for account in again.accounts()]
    assert lengths == [[board.length for board in account.boards] for account in bench.accounts()]


COMMANDS = [
    ("solve eight --json", None), ('solve eight --start "random 7" --json', 7), ("ids_low eight --json", None),
    ('compare eight --engine python --start "random 3" --json', 3), ('trace eight --start "random 2" --json', 2),
    pytest.param("census seven --json", None, marks=pytest.mark.slow), ("check eight --json", None),
    ("puzzles eight --json", None), ("tables list --json", None),
    ("bench random 2 --puzzle eight --heuristic manhattan --seed 4 --json", 4),
]  # fmt: skip


@pytest.mark.parametrize(("command", "seed"), COMMANDS)
def test_json_of_commands_says_where_it_comes_from(command, seed, capsys):
    assert run(shlex.split(command)) == 0
    printed = json.loads(capsys.readouterr().out)
    for form in printed if isinstance(printed, list) else [printed]:
        assert form["pybridge"] == pybridge.__version__
        assert form["seed"] == seed
        assert {"processor", "system", "python", "numba"} <= set(form["machine"])
        assert form["command"] == f"pybridge {command}".replace('"', "'") or form["command"].startswith(
            "pybridge bench"
        )


def test_csv_of_commands_says_where_it_comes_from(capsys):
    for command, seed in (("census seven --csv -", ""), ("bench random 2 --puzzle eight --seed 4 --csv -", "4")):
        assert run(command.split()) == 0
        rows = rows_of(capsys.readouterr().out)
        assert {row["seed"] for row in rows} == {seed}
        assert all(row["command"].startswith(f"pybridge {command.split()[0]} ") and row["machine"] for row in rows)


def distance(state):
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(state) if tile
    )


def moved(state, last):
    """The states after a move, except for the one that undoes the last."""
    blank = state.index(0)
    for cell in range(9):
        if abs(cell // 3 - blank // 3) + abs(cell % 3 - blank % 3) == 1 and cell != last:
            following = list(state)
            following[blank], following[cell] = state[cell], 0
            yield tuple(following), blank


def completed(start):
    """The nodes expanded and generated by the thresholds of IDA* at which no goal is found."""
    expanded = generated = 0
    for threshold in count(distance(start), 2):
        nodes, before, solved = [(start, None, 0)], (expanded, generated), False
        while nodes:
            state, last, g = nodes.pop()
            if g + distance(state) > threshold:
                continue
            solved = solved or distance(state) == 0
            following = list(moved(state, last))
            expanded, generated = expanded + 1, generated + len(following)
            nodes += [(each, blank, g + 1) for each, blank in following]
        if solved:
            return before
    raise AssertionError


@pytest.mark.parametrize("start", ["easy", "middling", "random 4"])
def test_completed_iterations_are_counted_beside_all(start):
    how = {"heuristic": "manhattan", "pruning": "inverse"}
    for engine in ("python", "native"):
        found = pybridge.solve("eight", start, engine=engine, **how)
        if engine == "native":
            truth = completed(found.state)
            assert (found.completed_expanded, found.completed_generated) == truth
        assert found.completed_expanded == sum(each.expanded for each in found.iterations if each.completed)
        form = found.to_dict()
        assert (form["completed_expanded"], form["completed_generated"]) == (
            found.completed_expanded, found.completed_generated
        )  # fmt: skip
        assert found.completed_expanded < found.expanded


def test_a_search_that_does_not_deepen_has_no_completed_iterations():
    found = pybridge.solve("eight", program="breadth_first", engine="python")
    assert (found.completed_expanded, found.completed_generated) == (None, None)
    assert pybridge.solve("eight", heuristic="manhattan", program="a_star").completed_expanded is None
    assert pybridge.solve("eight", EIGHT.goals[0], heuristic="manhattan").completed_expanded == 0


def test_completed_iterations_are_in_what_is_measured(bench):
    how = {"heuristic": "manhattan", "engine": "native"}
    for board in bench.accounts()[0].boards:
        found = pybridge.solve("eight", board.state, **how)
        assert (board.completed_expanded, board.completed_generated) == (
            found.completed_expanded, found.completed_generated
        )  # fmt: skip
    account = bench.accounts()[0]
    means = bench.to_dict()["heuristics"][0]["means"]
    assert means["completed_expanded"] == account.completed_expanded
    assert means["completed_expanded"] == sum(board.completed_expanded for board in account.boards) / 3
    assert [int(row["completed_generated"]) for row in rows_of(bench.to_csv())[:3]] == [
        board.completed_generated for board in account.boards
    ]
