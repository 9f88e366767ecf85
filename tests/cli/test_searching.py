"""`ids` and `ids_low`: what they find, and what they say about it."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest

from pybridge.engines import prolog
from pybridge.facts import find
from tests.cli.conftest import Command
from tests.samples import sample

# M. Hiroi's page; recounted with SWI-Prolog 9.0.4.
SEVEN = [int(tile) for tile in "721561274312562574315267431526743267"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have searches compared with their twins to the end, however busy the machine is."""
    monkeypatch.setattr("pybridge.engines.checked.PATIENCE", (60.0, 60.0))


def test_ids_low_finds_the_published_solution(command: Command) -> None:
    form = json.loads(command("ids_low", "--json").out)
    assert form["outcome"] == "solved"
    assert form["length"] == 36
    assert [tile for tile, _, _ in form["solutions"][0]] == SEVEN
    assert abs(form["inferences"] / 6_504_715 - 1) < 0.02


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_ids_low_agrees_with_its_twin_in_every_iteration(command: Command) -> None:
    form = json.loads(command("ids_low", "--json").out)
    checks = {check["subject"]: check for check in form["checks"]}
    assert set(checks) == {"replay", "length", "counters", "first solution"}
    assert all(check["difference"] is None for check in checks.values())
    assert checks["counters"]["detail"].startswith("21 iterations equal")


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_the_trace_shows_published_figures_beside_ours(command: Command) -> None:
    out = command("ids_low").out
    for figure in ("6,086,436", "6,504,715", "solved in 36 moves", "163,436"):
        assert figure in out


@pytest.mark.parametrize("engine", sample(["prolog", "python"], slow=("prolog",)))
def test_all_solutions_of_equal_pieces(command: Command, engine: str) -> None:
    form = json.loads(command("ids_low", "box_eight", "--all", "--json", "--engine", engine).out)
    assert form["length"] == 30
    assert len({json.dumps(moves) for moves in form["solutions"]}) == len(form["solutions"]) == 16


def test_blocks_plan(command: Command) -> None:
    form = json.loads(command("ids", "blocks3", "--all", "--json").out)
    assert [[block, to] for block, _, to in form["solutions"][0]] == [
        ["red", "y"],
        ["blue", "red"],
        ["green", "z"],
        ["blue", "green"],
        ["red", "blue"],
    ]
    assert len(form["solutions"]) == 1


def test_a_start_that_is_the_goal_takes_no_moves(command: Command) -> None:
    result = command("ids_low", "eight", "--start", "1 2 3 / 4 5 6 / 7 8 0", "--json")
    assert result.code == 0
    assert json.loads(result.out)["solutions"] == [[]]


@pytest.mark.parametrize("program", ["ids", "ids_low"])
def test_an_unsolvable_start_is_not_searched(command: Command, program: str) -> None:
    result = command(program, "eight", "--start", "1 2 3 4 5 6 8 7 0")
    assert result.code == 10
    assert "odd permutation" in result.out
    assert "threshold" not in result.out


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--last", "12"], 11, "no solution is shorter than 13"),
        (["--time-limit", "0.3"], 12, "time limit reached; no solution is shorter than"),
        pytest.param(
            *(["--inference-limit", "1000000"], 13, "inference limit reached; no solution is shorter than 20"),
            marks=pytest.mark.slow,
        ),
        (["--last", "12", "--engine", "python"], 11, "no solution is shorter than 13"),
        (["--time-limit", "0.3", "--engine", "python"], 12, "time limit reached; no solution is shorter than"),
        (["--memory-limit", "50k"], 14, "memory limit reached"),
    ],
)
def test_limits_end_a_search_with_what_is_proved(command: Command, options: list[str], code: int, says: str) -> None:
    result = command("ids", *options)
    assert result.code == code
    assert says in result.out


@pytest.mark.slow
def test_why_adds_up(command: Command) -> None:
    form = json.loads(command("ids_low", "seven", "--why", "12", "--json").out)["why"]
    assert form["g"] == 12
    assert form["h"] == sum(tile["distance"] for tile in form["tiles"]) == 18
    assert form["f"] == 30
    assert form["kept"] is True


@pytest.mark.parametrize(
    ("start", "length", "which"),
    [("easy", 12, "stated by the facts"), ("1 2 3 / 4 5 6 / 0 7 8", 2, "found by the search")],
)
def test_why_says_the_same_of_a_number_of_moves_and_of_a_state(
    command: Command, start: str, length: int, which: str
) -> None:
    line = ("ids_low", "eight", "--start", start, "--engine", "python", "--no-check", "--json", "--why")
    after_two = json.loads(command(*line, "2").out)["why"]
    state = " ".join(map(str, after_two["state"]))
    other = json.loads(command(*line, state, "--moves", "2").out)
    assert {name: other[name] for name in after_two} == after_two
    assert (after_two["threshold"], after_two["kept"]) == (length, True)
    assert after_two["threshold_is"] == f"length of a shortest solution, {which}"


def test_why_of_a_start_that_is_not_solved(command: Command) -> None:
    line = ("ids_low", "seven", "--start", "0 7 2 1 4 3 6 5", "--engine", "python", "--why", "7 0 2 1 4 3 6 5")
    stopped = command(*line, "--last", "20")
    assert (stopped.code, "threshold = 20   last one that the search tried" in stopped.out) == (11, True)
    unsolvable = command("ids_low", "eight", "--start", "1 2 3 4 5 6 8 7 0", "--why", "1 2 3 4 5 6 7 8 0")
    assert (unsolvable.code, "threshold = 2   lower bound of the start" in unsolvable.out) == (10, True)
    late = command("ids_low", "seven", "--why", "4 7 2 1 / . 3 6 5", "--moves", "30").out  # one move from the start
    assert "No solution of 36 moves or fewer continues from here." in late
    known = command("ids_low", "seven", "--why", "7 0 2 1 4 3 6 5", "--moves", "1", "--time-limit", "0.001")
    assert (known.code, "threshold = 36   length of a shortest solution, stated by the facts" in known.out) == (0, True)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [("seven --last 17", 11, "no solution is shorter than"), ("eight --start '1 2 3 4 5 6 8 7 0'", 10, "unsolvable")],
)
def test_moves_of_a_solution_that_was_not_found(command: Command, line: str, code: int, told: str) -> None:
    """The report says what is proved, with its exit code; a line says why nothing is explained."""
    result = command("ids_low", *shlex.split(line), "--why", "12")
    assert (result.code, result.err) == (code, "pybridge: --why 12: no solution was found; give a state\n")
    assert told in result.out


def test_why_of_any_state(command: Command) -> None:
    out = command("ids_low", "--why", "0 7 2 1 / 4 3 6 5", "--threshold", "15").out
    assert "cut: f = 16 > 15" in out


@pytest.mark.slow
def test_piped_output_has_no_control_characters(process: Command) -> None:
    result = process("ids_low", "blocks3", "--help")
    assert "\x1b" not in result.out
    result = process("ids_low")
    assert result.code == 0
    assert "\x1b" not in result.out
    assert result.err == ""


@pytest.mark.slow
def test_ascii_terminals_are_served(process: Command) -> None:
    result = process("ids_low", "box_eight", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert result.code == 0
    assert result.out.isascii()


def test_messages_are_english_where_japanese_cannot_be_written(process: Command) -> None:
    for encoding, end in (("ascii", "pybridge ids_low --help)"), ("utf-8", "pybridge ids_low --help を参照）")):
        result = process("ids_low", "--most", "3", PYTHONIOENCODING=encoding, PYBRIDGE_LANG="ja")
        assert (result.code, result.err.splitlines()[-1].endswith(end)) == (2, True)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_help_is_as_wide_as_the_terminal(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    out = pexpect.run(
        f"{sys.executable} -m pybridge trace --help", env=environment, dimensions=(50, 64), encoding="utf-8"
    )
    assert isinstance(out, str)
    assert 60 < max(map(len, out.splitlines())) <= 64


def test_a_folder_may_have_any_name_in_any_locale(
    process: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "dé 日").mkdir()
    monkeypatch.chdir(folder)
    assert process("ids", "blocks3", "--no-check", LC_ALL="C").out.endswith("✓ solved in 5 moves\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_and_csv_are_in_utf_8(process: Command, tmp_path: Path, encoding: str) -> None:
    shutil.copy(find("blocks3"), tmp_path / "é日.pl")
    result = process("check", str(tmp_path / "é日.pl"), "--json", PYTHONIOENCODING=encoding)
    assert json.loads(result.out)[0]["path"].endswith("é日.pl")
    strange = os.fsdecode(bytes(tmp_path) + b"/\xff.pl")
    shutil.copy(find("blocks3"), strange)
    result = process("census", strange, "--csv", "-", PYTHONIOENCODING=encoding)
    assert (result.code, result.err) == (0, "")
    assert "?.pl" in result.out


def test_files_are_in_utf_8_whatever_the_output_is_in(process: Command, tmp_path: Path) -> None:
    result = process("facts", "2x2", "--title", "λ", PYTHONIOENCODING="latin-1")
    assert (result.code, result.err) == (0, "")
    assert '"λ"' in result.out
    result = process("compile", "eight", "--out", str(tmp_path / "λ 1.pl"), PYTHONIOENCODING="latin-1")
    assert result.out.endswith("\\u03bb 1.pl'\n")
    assert result.code == 0


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_is_cut_is_an_error(unbuffered: str, tmp_path: Path) -> None:
    shown = f"{sys.executable} -m pybridge trace seven --threshold 30 --most 20000 --json"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    words = ["bash", "-c", f"ulimit -f 64; {shown} > {tmp_path}/cut"]
    limited = subprocess.run(words, capture_output=True, env=environment)
    assert (limited.returncode, limited.stderr) == (43, b"pybridge: output: File too large\n")
    words = ["bash", "-c", f"{shown} | head -c 9; exit ${{PIPESTATUS[0]}}"]
    piped = subprocess.run(words, capture_output=True, env=environment)
    assert (piped.returncode, piped.stderr) == (141, b"")


def test_rules_run_within_the_limit_of_a_shell() -> None:
    """A fenced process limits its own memory; where `ulimit -v` is lower, it may not ask for more."""
    words = ["bash", "-c", f"ulimit -v 4000000; exec {sys.executable} -m pybridge check farmer"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_picture_of_the_trace(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "trace.svg"
    assert command("ids", "blocks3", "--svg", str(picture)).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert command("ids", "blocks3", "--svg", str(picture)).code == 43
    assert command("ids", "blocks3", "--svg", str(picture), "--force").code == 0


@pytest.mark.slow
def test_ids_solves_the_seven_puzzle(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside it no second run counts nodes, which would take a minute more; tests/engines compares them."""
    begun = prolog._Runs.__init__
    monkeypatch.setattr(prolog._Runs, "__init__", lambda self, task, of: begun(self, replace(task, nodes=False), of))
    form = json.loads(command("ids", "--no-check", "--json").out)
    assert form["length"] == 36
    assert [tile for tile, _, _ in form["solutions"][0]] == SEVEN
    assert abs(form["inferences"] / 975_036_950 - 1) < 0.02


@pytest.mark.slow
def test_the_first_of_all_solutions(command: Command) -> None:
    form = json.loads(command("solve", "box_eight", "--all", "--most", "3", "--json").out)
    assert (form["count"], len(form["solutions"]), form["length"]) == (16, 3, 30)
    counted = json.loads(command("solve", "blocks3", "--count", "--json").out)
    assert (counted["count"], counted["solutions"], counted["length"]) == (1, [], 5)
    assert (counted["layers"]["done"], counted["layers"]["of"]) == (5, 5)
    assert "shortest solutions counted in 5 layers: " in command("solve", "blocks3", "--count").out
    refused = command("solve", "box_eight", "--most", "3")
    assert (refused.code, "add --all" in refused.err) == (2, True)


def test_solve_heeds_an_inference_limit_where_inferences_are_counted(command: Command) -> None:
    limited = command("solve", "seven", "--engine", "prolog-compiled", "--inference-limit", "1000")
    assert (limited.code, "inference limit reached" in limited.out) == (13, True)
    refused = command("solve", "seven", "--inference-limit", "1000")
    assert (refused.code, "native counts no inferences" in refused.err) == (42, True)
