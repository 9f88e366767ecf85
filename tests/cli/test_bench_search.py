"""`bench PUZZLE` and `bench random`: tables, JSON, pictures, and how they end."""

import csv
import json
import shlex
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pexpect
import pytest

from pybridge.facts import find, read
from pybridge.store.store import Store
from tests.cli.conftest import Command
from tests.networks import network

EIGHT = ("bench", "eight", "--heuristic", "manhattan", "--heuristic", "takahashi")


def form(command: Command, *arguments: str, code: int = 0) -> Any:
    result = command(*arguments, "--json")
    assert result.code == code, result.err
    return json.loads(result.out)


def test_a_row_for_each_heuristic_and_nothing_on_standard_error(command: Command) -> None:
    result = command(*EIGHT)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "8-puzzle, 3 x 3"
    assert lines[1].startswith("eight · 4 boards · ida_star with pruning sequence · native")
    assert [line.split()[:3] for line in lines if line.startswith(("manhattan", "takahashi"))] == [
        ["manhattan", "4", "24.00"],
        ["takahashi", "4", "24.00"],
    ]


def test_the_word_puzzle_may_be_left_out_and_options_may_come_first(command: Command) -> None:
    ways = [
        ("bench", "puzzle", "eight", "--heuristic", "manhattan", "--boards", "2"),
        ("bench", "eight", "--heuristic", "manhattan", "--boards", "2"),
        ("bench", "--heuristic", "manhattan", "--boards", "2", "eight"),
    ]
    first, *others = [form(command, *way) for way in ways]
    assert [each["heuristics"][0]["means"]["length"] for each in others] == [
        first["heuristics"][0]["means"]["length"]
    ] * 2
    assert {each["command"] for each in (first, *others)} == {
        "pybridge bench puzzle eight --boards 2 --heuristic manhattan --processes 1"
    }


def test_json_has_every_board_and_its_means_add_up(command: Command) -> None:
    told = form(command, *EIGHT)
    assert (told["puzzle"], told["seed"], told["boards"], told["disagreements"]) == ("eight", None, 4, [])
    assert {"processor", "cpus", "python", "numba"} <= set(told["machine"])
    for each in told["heuristics"]:
        assert (each["wanted"], each["solved"], len(each["boards"])) == (4, 4, 4)
        for name in ("length", "h", "expanded", "generated"):
            assert each["means"][name] == sum(board[name] for board in each["boards"]) / 4
        assert each["worst"]["seconds"] == max(board["seconds"] for board in each["boards"])
        assert all(board["iterations"] >= 1 for board in each["boards"])


def test_chosen_starts(command: Command) -> None:
    state = "1 2 3 4 5 6 7 0 8"
    starts = ["--start", "farthest_1", "--start", "easy", "--start", state]
    report = form(command, "bench", "eight", *starts, "--heuristic", "manhattan")
    (one,) = report["heuristics"]
    assert [(board["start"], board["length"]) for board in one["boards"]] == [
        ("farthest_1", 31), ("easy", 12), ("given", 1)
    ]  # fmt: skip
    assert report["command"] == f"pybridge bench puzzle eight {shlex.join(starts)} --heuristic manhattan --processes 1"
    first = form(command, "bench", "eight", *starts, "--boards", "1", "--heuristic", "manhattan")
    assert [board["start"] for board in first["heuristics"][0]["boards"]] == ["farthest_1"]


@pytest.mark.parametrize(("limit", "written"), [("1", "1"), ("1000000", "1000000"), ("0.1234567", "0.1234567")])
def test_the_command_has_the_limit_of_time(command: Command, limit: str, written: str) -> None:
    report = form(command, "bench", "eight", "--start", "easy", "--heuristic", "manhattan", "--time-limit", limit)
    assert f" --time-limit {written} " in report["command"]


def test_random_boards_by_seed(command: Command) -> None:
    arguments = ("bench", "random", "5", "--puzzle", "seven", "--heuristic", "manhattan")
    one, same, other = (form(command, *arguments, "--seed", seed) for seed in ("1", "1", "2"))
    states = [[board["state"] for board in each["heuristics"][0]["boards"]] for each in (one, same, other)]
    assert states[0] == states[1] != states[2]
    assert (one["seed"], one["boards"]) == (1, 5)
    assert one["command"] == "pybridge bench random 5 --puzzle seven --seed 1 --heuristic manhattan --processes 1"
    assert "random · seed 1" in command(*arguments, "--seed", "1").out


def test_a_file_whose_length_is_wrong_is_a_disagreement(command: Command, tmp_path: Path) -> None:
    text = Path("prolog/puzzles/sliding_tiles/eight.pl")
    text = Path(__file__).parents[2] / text
    path = tmp_path / "eight.pl"
    path.write_text(
        text.read_text(encoding="utf-8").replace("optimal(easy, 12)", "optimal(easy, 14)"), encoding="utf-8"
    )
    result = command("bench", str(path), "--heuristic", "manhattan")
    assert result.code == 60
    assert result.err == "pybridge: easy: the lengths differ: 12 by manhattan, 14 by its fact file\n"
    assert "manhattan" in result.out


def test_boards_over_their_time_are_counted(command: Command) -> None:
    result = command(
        "bench", "hard15", "--boards", "2", "--heuristic", "manhattan", "--pruning", "inverse", "--time-limit", "0.05"
    )
    assert result.code == 12
    assert "manhattan: 2 boards of 2: time limit reached" in result.out


@pytest.mark.parametrize(
    ("arguments", "state"),
    [
        (["blocks4", "--boards", "1"], "[[a, b], [b, c], [c, d], [d, x]]"),
        (["random", "1", "--puzzle", "pocket"], None),
    ],
)
def test_every_domain_is_measured(command: Command, arguments: list[str], state: str | None) -> None:
    (row,) = csv.DictReader(command("bench", *arguments, "--csv", "-").out.splitlines())
    assert row["outcome"] == "solved"
    assert int(row["h"]) <= int(row["length"])
    assert state is None or row["state"] == state


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["rings"], 42, "bench measures the engine native, which does not search rings"),
        (["eight", "--heuristic", "max(manhattan,learned)"], 42, "which has no max(manhattan,learned) in ida_star"),
        (["learned", "2", "--puzzle", "eight", "--recipe", "nope"], 49, "no recipe is named nope"),
        (["random", "2", "--puzzle", "blocks3"], 42, "blocks3 has no random states"),
        (["eight", "--heuristic", "guess"], 44, "no heuristic is named 'guess'"),
        (["box_eight", "--heuristic", "takahashi"], 44, "does not work for box_eight"),
        (["eight", "--plot", "nodes.gif"], 43, "nodes.gif is not *.svg, *.png or *.pdf"),
        (["eight", "--plot", "/nowhere/nodes.svg"], 43, "cannot be written"),
        (["eight", "--program", "a_star"], 42, "measures a_star with networks only"),
        (["eight", "--program", "ids"], 42, "no program 'ids' for bench; choose from ida_star, a_star"),
        (["eight", "--batch", "9"], 2, "--batch requires --program a_star"),
        (["learned", "2", "--puzzle", "honeycomb"], 44, "there is no network for honeycomb"),
        (["eight", "--start", "nowhere"], 41, "eight has no start 'nowhere'; it has easy, middling"),
        (["nothing"], 40, "no puzzle is named 'nothing'"),
        (["random", "0"], 2, "is not a whole number from 1"),
        (["random", "2", "--seed", "-1"], 2, "is not a whole number from 0"),
        (["--json"], 2, "Missing argument 'PUZZLE'"),
        (["eight", "--json", "--csv", "-"], 2, "--json and --csv - both write"),
        (["eight", "--csv", "/nowhere/boards.csv"], 43, "cannot be written"),
    ],
)
def test_what_cannot_be_measured(command: Command, arguments: list[str], code: int, message: str) -> None:
    result = command("bench", *arguments)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_csv(command: Command, tmp_path: Path) -> None:
    written = tmp_path / "boards.csv"
    assert command("bench", "eight", "--heuristic", "manhattan", "--boards", "2", "--csv", str(written)).code == 0
    printed = command("bench", "eight", "--heuristic", "manhattan", "--boards", "2", "--csv", "-")
    rows, others = written.read_text().splitlines(), printed.out.splitlines()
    assert rows[0] == others[0]
    assert rows[0].startswith("heuristic,program,engine,pruning,start,outcome,h,length")
    assert [row.split(",")[:7] for row in rows] == [row.split(",")[:7] for row in others]
    assert len(rows) == 3


@pytest.mark.slow
def test_pictures(command: Command, tmp_path: Path) -> None:
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for kind, magic in begins.items():
        path = tmp_path / f"nodes.{kind}"
        assert command(*EIGHT, "--plot", str(path)).code == 0
        assert path.read_bytes().startswith(magic)
    texts = [each.text for each in ElementTree.parse(tmp_path / "nodes.svg").iter() if each.text and each.text.strip()]
    assert {"manhattan", "takahashi", "mean", "a board", "nodes generated", "8-puzzle, 3 x 3: 4 boards"} <= set(texts)


def test_a_picture_is_replaced_by_force_only(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "nodes.svg"
    path.write_text("mine")
    refused = command(*EIGHT, "--plot", str(path))
    assert (refused.code, refused.out, path.read_text()) == (43, "", "mine")
    assert "--force replaces it" in refused.err
    assert command(*EIGHT, "--plot", str(path), "--force").code == 0
    assert path.read_text(encoding="utf-8").startswith("<?xml")


def test_without_matplotlib_nothing_is_searched(command: Command, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("pybridge.render.picture.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "executable", "/my programs/python")
    result = command(*EIGHT, "--plot", str(tmp_path / "nodes.svg"))
    assert (result.code, result.out) == (43, "")
    needs = "nodes.svg needs matplotlib; install it with: '/my programs/python' -m pip install matplotlib\n"
    assert result.err.endswith(needs)


@pytest.mark.slow
def test_interrupted_on_a_terminal_it_tells_what_is_done() -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "pybridge", "bench", "hard15", "--heuristic", "manhattan", "--pruning", "inverse"],
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=60,
    )
    child.expect("board 1 of 12, .* generated")
    child.sendintr()
    child.expect("hard boards of the 15-puzzle")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.slow
def test_a_network_beside_lower_bounds(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    Store().keep(*network(read(find("seven")), seed=3, unit=3))
    path = tmp_path / "excess.svg"
    told = form(command, "bench", "learned", "3", "--puzzle", "seven", "--weight", "1.5", "--plot", str(path))
    assert "network, a_star" in path.read_text(encoding="utf-8")
    rows = [(each["heuristic"], each["program"]) for each in told["heuristics"]]
    margins = ["learned", "learned:0.5", "learned:1", "learned:2", "learned:3"]
    assert rows[-10:] == [(name, program) for program in ("ida_star", "a_star") for name in margins]
    assert rows[0] == ("manhattan", "ida_star")
    for each in told["heuristics"]:
        over = [
            board["length"] - true["length"]
            for board, true in zip(each["boards"], told["heuristics"][0]["boards"], strict=True)
        ]
        assert each["excess"] == {
            "optimal": over.count(0) / 3, "mean": sum(over) / 3, "worst": max(over), "exact": True
        }  # fmt: skip
        assert all(board["shortest"] is (each["heuristic"] not in margins) for board in each["boards"])
    assert told["command"].endswith("--program ida_star,a_star --weight 1.5 --processes 1")
    again = form(command, *shlex.split(told["command"])[1:])
    assert [each["means"]["expanded"] for each in again["heuristics"]] == [
        each["means"]["expanded"] for each in told["heuristics"]
    ]
