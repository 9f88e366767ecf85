"""`census`: what is printed, written and kept, and how it ends."""

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pexpect
import pytest

from tests.cli.conftest import Command, has_computed

DOCUMENT = (Path(__file__).parents[2] / "docs" / "census.md").read_text(encoding="utf-8")
BOARDS = {"PATH": "1x70", "10x10": "10x10"}
"""Made for a test."""
# Source: OEIS A090034.
TWO_BY_THREE = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]


def levels(text: str) -> list[str]:
    """The lines of a table, without the columns that say where it is from."""
    rows = list(csv.reader(StringIO(text)))
    assert rows[0][3:] == ["pybridge", "command", "seed", "machine"]
    return [",".join(row[:3]) for row in rows]


@pytest.fixture
def board(command: Command, tmp_path: Path) -> str:
    """The path of a board of 2 x 3."""
    path = str(tmp_path / "five.pl")
    assert command("facts", "2x3", "--out", path).code == 0
    return path


@pytest.fixture
def large(command: Command, tmp_path: Path) -> str:
    """The path of a board of 2 x 5, of which plain Python counts for ten seconds."""
    path = str(tmp_path / "nine.pl")
    assert command("facts", "2x5", "--out", path).code == 0
    return path


def form(command: Command, *arguments: str, code: int = 0) -> Any:
    result = command("census", *arguments, "--json")
    assert result.code == code, result.err
    return json.loads(result.out)


def test_levels_places_and_the_farthest_state(command: Command) -> None:
    result = command("census", "seven")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "7-puzzle, 2 x 4"
    assert lines[1].startswith("seven · census · bits · ")
    rows = [line.split() for line in lines]
    assert ["distance", "states", "share", "%", "cumulated", "%", "exact"] in rows
    assert ["24", "1,999", "9.92", "62.11", "0", "█" * 24] in rows
    assert "largest distance 36, of 1 state; mean 22.678" in lines
    assert "page: 36 moves, farther than >99.99 % of all states; the farthest there is" in lines
    assert lines[-12:-7] == ["╭─────────╮", "│   7 2 1 │", "│ 4 3 6 5 │", "╰─────────╯", "page"]
    assert lines[-6] == "✓ every state is counted, as many as the shape of the puzzle allows: 20,160"
    assert lines[-5:] == [
        "", "for --start:", "'0 7 2 1 / 4 3 6 5'", "", "Try: pybridge solve seven --start hardest",
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["bits", "hashed", "plain"])
def test_json_tells_everything(command: Command, board: str, method: str) -> None:
    told = form(command, board, "--method", method)
    assert [level["states"] for level in told["levels"]] == TWO_BY_THREE
    assert [level["distance"] for level in told["levels"]] == list(range(22))
    assert (told["method"], told["outcome"], told["complete"], told["kept"]) == (method, "solved", True, False)
    assert (told["states"], told["total"], told["largest_distance"], told["farthest_states"]) == (360, 360, 21, 1)
    assert told["mean_distance"] == sum(d * n for d, n in enumerate(TWO_BY_THREE)) / 360
    assert told["exact_share"] == sum(level["exact"] for level in told["levels"]) / 360
    assert told["farthest"] == [[4, 5, 0, 1, 2, 3]]
    assert [start["name"] for start in told["starts"]] == ["random_0"]


def test_starts_by_name_and_as_states(command: Command) -> None:
    arguments = ("--start", "page", "--start", "1 2 3 4 / 5 6 0 7", "--start", "2 1 3 4 / 5 6 7 0")
    told = form(command, "seven", *arguments)["starts"]
    assert [(start["name"], start["distance"]) for start in told] == [("page", 36), ("given 2", 1), ("given 3", None)]
    assert "odd permutation" in told[2]["reason"]
    lines = command("census", "seven", *arguments).out.splitlines()
    assert "given 2: 1 move, farther than <0.01 % of all states" in lines
    assert any(line.startswith("given 3: cannot reach a goal: it needs an odd permutation") for line in lines)


def test_a_dozen_of_the_farthest_states_or_all(command: Command, tmp_path: Path) -> None:
    drawing, path = tmp_path / "centre.txt", str(tmp_path / "centre.pl")
    drawing.write_text("1 2 3\n4 . 5\n6 7 8\n")
    assert command("facts", "--drawing", str(drawing), "--out", path).code == 0
    few, every = form(command, path), form(command, path, "--all")
    assert (few["farthest_states"], len(few["farthest"]), len(every["farthest"])) == (148, 12, 148)  # OEIS A089474
    assert few["farthest"] == every["farthest"][:12]
    assert every["farthest"] == sorted(every["farthest"])
    heading = "148 farthest states, 30 moves away; the first 12 in ascending order (--all draws all)"
    assert heading in command("census", path).out.splitlines()
    assert "148 farthest states, 30 moves away, in ascending order" in command("census", path, "--all").out.splitlines()


def test_a_table_and_pictures(command: Command, board: str, tmp_path: Path) -> None:
    table = tmp_path / "five.csv"
    assert command("census", board, "--csv", str(table)).code == 0
    lines = levels(table.read_text(encoding="utf-8"))
    assert (lines[0], lines[1], lines[-1]) == ("distance,states,exact", "0,1,1", "21,1,0")
    assert [int(line.split(",")[1]) for line in lines[1:]] == TWO_BY_THREE
    for kind, magic in {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}.items():
        picture = tmp_path / f"five.{kind}"
        assert command("census", board, "--plot", str(picture)).code == 0
        assert picture.read_bytes().startswith(magic)
    texts = {each.text for each in ElementTree.parse(tmp_path / "five.svg").iter() if each.text}
    assert {"states", "random_0", "the lower bound is exact", "distance from the nearest goal, in moves"} <= texts


def test_a_domain_without_distances_has_the_bound_of_its_own(command: Command, tmp_path: Path) -> None:
    table = tmp_path / "blocks.csv"
    assert command("census", "blocks3", "--csv", str(table)).code == 0
    assert levels(table.read_text(encoding="utf-8"))[1:3] == ["0,1,1", "1,2,2"]


def test_a_table_on_standard_output_stands_there_alone(
    command: Command, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = command("census", board, "--csv", "-", "--plot", "five.svg")
    lines = levels(result.out)
    assert (result.code, result.err, lines[0], lines[-1]) == (0, "", "distance,states,exact", "21,1,0")
    assert [int(line.split(",")[1]) for line in lines[1:]] == TWO_BY_THREE
    assert not (tmp_path / "-").exists()
    assert (tmp_path / "five.svg").exists()


def test_a_table_that_is_not_whole_is_told_aside(command: Command, large: str) -> None:
    result = command("census", large, "--method", "plain", "--time-limit", "0.3", "--csv", "-")
    assert result.code == 12
    assert levels(result.out)[:2] == ["distance,states,exact", "0,1,1"]
    assert "time limit" not in result.out
    assert "· time limit reached after distance " in result.err


def test_files_are_replaced_by_force_only(command: Command, board: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    refused = command("census", board, "--csv", str(path))
    assert (refused.code, refused.out, path.read_text()) == (43, "", "mine")
    assert "--force replaces it" in refused.err
    assert command("census", board, "--csv", str(path), "--force").code == 0
    assert path.read_text(encoding="utf-8").startswith("distance,")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["fifteen"], 48, "fifteen has 10,461,394,944,000 states; the method bits needs"),
        (
            ["box_eight", "--method", "plain", "--memory-limit", "2m"],
            48,
            "needs 12.5 MiB of memory and the limit is 2 MiB; ",
        ),
        (["seven", "--memory-limit", "100k"], 48, "the limit is 100 KiB; about 730 states would fit"),
        (["seven", "--memory-limit", "100000"], 48, "the limit is 100 kB; "),
        (["seven", "--memory-limit", "1"], 48, "of memory and the limit is 1 byte; no census fits in that"),
        (["seven", "--csv", "-", "--json"], 2, "--json and --csv - both write to standard output; name a file"),
        (["korf24"], 48, "korf24 has 7.76e24 states; the method hashed needs 268,860,974,084,404 TB of memory"),
        (
            ["box_eight", "--method", "guess"],
            42,
            "no method is called 'guess'; there are bits, hashed, projection",
        ),
        (["blocks3", "--method", "bits"], 42, "bits"),
        (["PATH", "--method", "hashed"], 42, "there are 70; use --method plain"),
        (["10x10"], 48, "board has 4.67e157 states; the method plain needs 2.80e148 TB of memory and"),
        (["seven", "--csv", "x.svg", "--plot", "./x.svg"], 43, "--csv and --plot are the same file, x.svg"),
        (["seven", "--csv", "x.svg", "--svg", "x.svg"], 43, "--svg and --csv are the same file, x.svg; name two files"),
        (["seven", "--csv", "x.html", "--html", "x.html", "--force"], 43, "--html and --csv are the same file"),
        (["seven", "--most", "0"], 2, "'0' is not a whole number from 1"),
        (["seven", "--start", "nobody"], 41, "seven has no start 'nobody'"),
        (["seven", "--plot", "levels.gif"], 43, "levels.gif is not *.svg, *.png or *.pdf"),
        (["seven", "--csv", "/nowhere/levels.csv"], 43, "cannot be written"),
        (["nothing"], 40, "no puzzle is named 'nothing'"),
        (["seven", "--jobs", "0"], 2, "is not a whole number from 1"),
        ([], 2, "Missing argument 'PUZZLE'"),
    ],
)
def test_what_cannot_be_counted(
    command: Command, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    if arguments and arguments[0] in BOARDS:
        path = str(tmp_path / "board.pl")
        assert command("facts", BOARDS[arguments[0]], "--out", path).code == 0
        arguments = [path, *arguments[1:]]
    result = command("census", *arguments)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_a_long_path_is_counted_in_plain_python(command: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "path.pl")
    assert command("facts", "1x70", "--out", path).code == 0
    told = form(command, path)
    assert (told["method"], told["states"], told["largest_distance"]) == ("plain", 70, 69)


def test_a_length_that_the_census_refutes_is_a_disagreement(command: Command, tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "prolog/puzzles/sliding_tiles/eight.pl"
    path = tmp_path / "eight.pl"
    text = shipped.read_text(encoding="utf-8").replace("optimal(easy, 12)", "optimal(easy, 14)")
    path.write_text(text, encoding="utf-8")
    result = command("census", str(path))
    assert result.code == 60
    assert result.err == "pybridge: eight, start easy: 12 moves by the census, 14 by its fact file\n"
    assert "181,440 states" in result.out


def test_what_it_needs_is_told_before_and_a_limit_tells_what_is_proved(command: Command, large: str) -> None:
    result = command("census", large, "--method", "plain", "--time-limit", "0.3")
    assert result.code == 12
    assert result.err.startswith("nine: 1,814,400 states, ")
    assert result.err.endswith(" s; Ctrl-C stops, the next census resumes\n")
    last = " ".join(result.out.split("\n\n")[-1].split())
    assert last.startswith("· time limit reached after distance ")
    reached = int(last.split()[6].rstrip(";"))
    assert f"are farther than {reached} moves, so the largest distance is at least {reached + 1}" in last
    assert "random_0: more than " in result.out


@pytest.mark.clock
@pytest.mark.slow
def test_interrupted_it_is_kept_and_the_next_one_goes_on(command: Command, large: str) -> None:
    arguments = ["census", large, "--method", "plain", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pybridge", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        has_computed(process, 2.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "Traceback" not in err
    first = json.loads(out)
    assert (process.returncode, first["outcome"], first["kept"]) == (130, "interrupted", True)
    reached = first["levels"][-1]["distance"]
    went_on = command("census", large, "--method", "plain", "--time-limit", "0.5")
    assert f"resumed after distance {reached}" in " ".join(went_on.out.split())
    none = command("census", large, "--method", "plain", "--time-limit", "0.001")
    assert "no further level was completed: give the next census more time" in " ".join(none.out.split())
    fresh = command("census", large, "--method", "plain", "--time-limit", "0.2", "--fresh")
    assert "resumed" not in fresh.out
    assert "kept" not in fresh.out


@pytest.fixture
def stopped(command: Command, large: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a census of the large board is kept that was stopped after some levels."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr("pybridge.search.census.checkpoint.CensusCheckpoint.worth", 0.0)
    result = command("census", large, "--method", "plain", "--time-limit", "1")
    assert " ".join(result.out.split()).endswith("saved: the next census resumes from there")
    (path,) = (tmp_path / "tables").glob("census-*.table")
    return path


@pytest.mark.slow
def test_what_it_needs_is_told_of_what_is_left(command: Command, large: str, stopped: Path) -> None:
    states = json.loads(stopped.with_suffix(".json").read_text())["about"]["states"]
    result = command("census", large, "--method", "plain", "--time-limit", "0.2")
    assert result.err.startswith(f"nine: {1_814_400 - states:,} of 1,814,400 states are left, ")
    assert result.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("damage", [lambda whole: whole[:-1] + b"\x07", lambda whole: whole[: len(whole) // 2]])
def test_damage_is_told_and_the_count_begins_again(
    command: Command, large: str, stopped: Path, damage: Callable[[bytes], bytes]
) -> None:
    stopped.write_bytes(damage(stopped.read_bytes()))
    result = command("census", large, "--method", "plain", "--time-limit", "0.5")
    assert result.code == 12
    (told,) = (line for line in result.err.splitlines() if "damaged" in line)
    assert told == f"nine: the saved data in {stopped} is damaged; the count starts over"
    assert "resumed" not in result.out


@pytest.mark.slow
def test_keeping_that_takes_long_is_told_and_given_up_by_another_interrupt(large: str, tmp_path: Path) -> None:
    program = f"""
import sys, time
from pybridge.__main__ import main
from pybridge.search.census.checkpoint import CensusCheckpoint

def slowly(self, counter, levels, check):
    while True:
        check()
        time.sleep(0.01)

CensusCheckpoint.keep, CensusCheckpoint.worth = slowly, 0.0
sys.argv[1:] = ["census", {large!r}, "--method", "plain"]
main()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYBRIDGE_TABLES": str(tmp_path / "tables")},
    )
    try:
        assert process.stderr is not None
        assert "Ctrl-C stops" in process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == "nine: saving progress; press Ctrl-C to discard it\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, "")
    assert " ".join(out.split()).endswith("; saving was cancelled")


def test_on_a_terminal_it_tells_how_far_it_is(large: str) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "pybridge", "census", large, "--method", "plain"],
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=60,
    )
    child.expect("1,814,400 states, .* Ctrl-C stops")
    line = r"distance \d+ · [0-9,]+ of 1,814,400 states, \d+ % · [0-9,.]+ (million )?per second · [0-9.]+ (s|min) left"
    child.expect(line.replace(" ", r"(?: |\x1b\[0m\r\n\x1b\[2m)"))  # it may be folded
    child.sendintr()
    child.expect("interrupted.* after distance")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize(
    "session", re.findall(r"```console\n(.*?)```", DOCUMENT, flags=re.DOTALL), ids=lambda s: s[:40]
)
def test_sessions_of_the_document(command: Command, session: str) -> None:
    first, *lines = session.rstrip("\n").split("\n")
    result = command(*shlex.split(first.removeprefix("$ pybridge ")))
    printed = _untimed(result.out).split("\n")
    assert result.code == 0
    for line in _untimed("\n".join(lines)).split("\n"):
        assert line == "..." or line in printed
    if "..." not in lines:
        assert _untimed("\n".join(lines)) == "\n".join(printed).rstrip("\n")


@pytest.mark.parametrize("table", [None, "mine.csv", "-"])
def test_without_matplotlib_the_levels_of_the_picture_are_csv(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pybridge.render.picture.find_spec", lambda name: None)
    result = command("census", "blocks3", "--plot", "levels.svg", *(["--csv", table] if table else []))
    where = "printed" if table == "-" else f"in {table or 'levels.csv'}"
    assert result.code == 43
    assert result.err.startswith(f"pybridge: the levels are {where}, because levels.svg needs matplotlib; install it")
    text = result.out if table == "-" else (tmp_path / (table or "levels.csv")).read_text()
    assert levels(text)[:2] == ["distance,states,exact", "0,1,1"]


def test_program_of_the_document(capfd: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT, flags=re.DOTALL)
    exec(compile(program, "census.md", "exec"), {})
    assert capfd.readouterr().out == "20160 36 22.68 ((0, 7, 2, 1, 4, 3, 6, 5),)\n"


def test_files_of_the_document(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^bin/pybridge (census [^#\n]*)", DOCUMENT, flags=re.MULTILINE)
    assert [command(*shlex.split(each)).code for each in commands] == [0] * 5
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"seven.svg", "far.svg", "seven.csv"}


def _untimed(text: str) -> str:
    return re.sub(r"· [0-9.]+ s$", "· 0 s", text, flags=re.MULTILINE)


@pytest.mark.slow
def test_what_cannot_be_removed_is_told(
    command: Command, large: str, stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refused)
    result = command("census", large, "--method", "plain", "--fresh")
    assert (result.code, result.out) == (46, "")
    assert result.err.startswith(f"pybridge: {stopped.parent} cannot store tables: Permission denied; ")
