"""Bad input: one clear line, its own exit code, no traceback, nothing half-written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

SOUND = """\
puzzle(two, sliding_tiles, "two by two").
start(one, [1, 0, 3, 2]).
goal([1, 2, 3, 0]).
cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). cell(3, 1, 1).
neighbor(0, [1, 2]).
neighbor(1, [0, 3]).
neighbor(2, [0, 3]).
neighbor(3, [1, 2]).
distance(1, [0, 1, 1, 2]).
distance(2, [1, 0, 2, 1]).
distance(3, [1, 2, 0, 1]).
"""

FAULTS = {
    "ill-formed": (("goal([1, 2, 3, 0]).", "goal([1, 2, 3, 0)."), 21, "3:"),
    "rule": (("goal([1, 2, 3, 0]).", "goal(X) :- start(one, X)."), 21, "3:"),
    "directive": (("goal([1, 2, 3, 0]).", ":- shell('touch hacked'). goal([1, 2, 3, 0])."), 21, "3:1:"),
    "unknown fact": (("goal([1, 2, 3, 0]).", "gaol([1, 2, 3, 0])."), 21, "3:1:"),
    "wrong arity": (("neighbor(0, [1, 2]).", "neighbor(0, 1, 2)."), 21, "5:1:"),
    "wrong argument": (("neighbor(0, [1, 2]).", "neighbor(0, one)."), 21, "5:13:"),
    "missing fact": (("goal([1, 2, 3, 0]).", ""), 21, ""),
    "repeated fact": (("neighbor(0, [1, 2]).", "neighbor(0, [1, 2]). neighbor(0, [1, 2])."), 21, "5:"),
    "unknown cell": (("neighbor(3, [1, 2]).", "neighbor(3, [1, 2, 9])."), 21, "8:20:"),
    "asymmetric neighbor": (("neighbor(3, [1, 2]).", "neighbor(3, [1])."), 21, ""),
    "two blanks": (("[1, 0, 3, 2]", "[1, 0, 0, 2]"), 21, "2:"),
    "wrong tiles": (("[1, 0, 3, 2]", "[1, 0, 3, 1]"), 21, "2:"),
    "inadmissible distance": (("distance(2, [1, 0, 2, 1]).", "distance(2, [1, 0, 3, 1])."), 21, "10:20:"),
    "unsolvable start": (("[1, 0, 3, 2]", "[2, 0, 3, 1]"), 10, "2:1:"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_check_names_the_fault_and_its_place(command: Command, tmp_path: Path, name: str) -> None:
    (before, after), code, place = FAULTS[name]
    assert before in SOUND
    path = tmp_path / "two.pl"
    path.write_text(SOUND.replace(before, after))
    result = command("check", str(path))
    assert result.code == code
    line = result.out.splitlines()[0]
    assert line.startswith(f"{path}:{place}")
    assert result.err == ""


def messages(checked: str) -> list[str]:
    """What `check` prints, without the lines of the file and the carets."""
    return [line for line in checked.splitlines() if not line.startswith("    ")]


@pytest.mark.parametrize("name", [name for name in FAULTS if name != "unsolvable start"])
def test_a_search_refuses_the_file_in_the_same_words(command: Command, tmp_path: Path, name: str) -> None:
    (before, after), code, _ = FAULTS[name]
    path = tmp_path / "two.pl"
    path.write_text(SOUND.replace(before, after))
    checked, searched = command("check", str(path)), command("ids_low", str(path))
    assert searched.code == code
    assert searched.err == checked.out
    assert searched.out == ""


def test_the_sound_file_is_sound(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "two.pl"
    path.write_text(SOUND)
    assert command("check", str(path)).code == 0
    assert command("ids_low", str(path)).code == 0


def test_all_faults_come_at_once(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "two.pl"
    path.write_text(SOUND.replace("[1, 0, 3, 2]", "[1, 0, 0, 2]").replace("neighbor(3, [1, 2])", "neighbor(3, [1, 9])"))
    lines = messages(command("check", str(path)).out)
    assert [int(line.split(":")[1]) for line in lines] == sorted(int(line.split(":")[1]) for line in lines)
    assert {line.split(":")[1] for line in lines} >= {"2", "8"}


LINES = {
    "long name": (["ids", "x" * 300 + ".pl"], 20, "x.pl:1:1: cannot read the file: File name too long"),
    "missing file": (["ids_low", "nowhere/board.pl"], 20, "nowhere/board.pl:1:1: cannot read the file"),
    "path with a colon": (["ids_low", "a:b.pl"], 20, "a:b.pl:1:1: cannot read the file"),
    "unknown puzzle": (["ids_low", "sevn"], 40, "no puzzle is named 'sevn' (did you mean seven?)"),
    "puzzle without a name": (["ids_low", ""], 40, "no puzzle is named ''"),
    "unknown start": (["ids_low", "seven", "--start", "nope"], 41, "seven has no start 'nope'"),
    "no state": (["ids_low", "seven", "--start", "1 2 3"], 41, "'1 2 3' is not a state of seven"),
    "beyond the solution": (["ids_low", "box_eight", "--why", "31"], 41, "the solution has 30 moves"),
    "unavailable program": (["ids_low", "blocks3"], 42, "no program 'ids_low' for blocks_world"),
    "unknown engine": (["ids_low", "--engine", "pyton"], 42, "no engine is called 'pyton'"),
    "unknown program": (["compare", "seven", "--program", "idss"], 42, "no program 'idss'"),
    "no inferences in Python": (["ids", "--engine", "python", "--inference-limit", "9"], 42, "python counts no"),
    "unwritable": (["ids_low", "--svg", "/nowhere/trace.svg"], 43, "/nowhere/trace.svg cannot be written"),
    "printed": (["solve", "eight", "--svg", "-"], 43, "- is no file; give a path"),
    "printed folder": (["export", "eight", "--to", "asp", "--out", "-"], 43, "- is no folder; give a path"),
    "existing": (["facts", "2x3", "--out", __file__], 43, "exists; --force replaces it"),
    "no file": (
        ["facts", "2x3", "--out", os.devnull, "--force"],
        43,
        "is not a regular file; choose another output path",
    ),
    "endless": (["ids", "--time-limit", "inf"], 2, "'inf' is not a time"),
    "no number": (["ids", "--last", "x"], 2, "'x' is not a whole number"),
    "moves without a state": (["ids_low", "--why", "3", "--moves", "5"], 2, "--moves requires --why STATE"),
    "isolated Python": (["ids_low", "--engine", "python", "--isolate"], 2, "are for engines in Prolog"),
    "a network that is printed": (["train", "eight", "--out", "-"], 2, "a network cannot be printed"),
    "threads of a recipe": (["train", "eight", "--recipe", "ito-yamamoto", "--jobs", "2"], 2, "learns in one thread"),
    "a cluster of nobody": (["cluster", "status", "local:2"], 2, "give the address that `cluster start` prints"),
    "a path of two lines": (["new", "--rules", "--out", "z\n5.pl"], 2, "a path is one line of text"),
    "the start of rules": (["facts", "--rules", "--seed", "3"], 2, "leave out size, drawing, --start and --seed"),
    "a tree of layers": (
        ["trace", "eight", "--program", "breadth_first", "--engine", "prolog"],
        42,
        "it has those of ids, ids_low\n",
    ),
    "a network's heuristic": (
        ["compare", "eight", "--engine", "python,native", "--program", "a_star", "--heuristic", "takahashi"],
        42,
        "a_star of the engine native has no takahashi",
    ),
    "two phases": (["solve", "pocket", "--any", "20", "--pruning", "sequence"], 42, "leave out the pruning"),
    "a heuristic of nobody": (
        ["compare", "eight", "--heuristic", "takahashi", "--program", "ids"],
        42,
        "none of them is compared",
    ),
    "a pruning of nobody": (
        ["compare", "blocks3", "--pruning", "transposition", "--engine", "prolog"],
        42,
        "none of them is compared",
    ),
    "why without why": (["ids_low", "--threshold", "3"], 2, "require --why"),
    "an odd digit": (["ids_low", "--why", "²"], 41, "seven has no start '²'"),
    "two kinds of starts": (["compare", "seven", "--start", "page", "--every-start"], 2, "not both"),
    "no size": (["facts", "big"], 2, "'big' is not a size; write rows x columns, e.g. 3x4"),
    "too large": (["facts", "40x40"], 21, "<40 x 40>:1:1: a board has 2 to 100 cells"),
    "no drawing": (["facts", "--drawing", "nowhere.txt"], 20, "nowhere.txt:1:1: cannot read the file"),
    "both": (["facts", "2x3", "--drawing", "x"], 2, "give either a size such as 3x5 or --drawing FILE"),
    "unknown option": (["ids", "--limt"], 2, "--limt"),
    "unknown command": (["idslow"], 2, "idslow"),
    "no memory": (["ids", "--memory-limit", "lots"], 2, "write e.g. 64m or 2g"),
}


@pytest.mark.parametrize("name", LINES)
def test_one_line_and_its_exit_code(command: Command, name: str) -> None:
    arguments, code, says = LINES[name]
    result = command(*arguments)
    assert result.code == code
    assert says in result.err
    assert result.err.startswith("pybridge: ") is (":1:1: " not in says)
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("--wat", "pybridge"),
        ("wat", "pybridge"),
        ("new --wat", "pybridge new"),
        ("facts 2by2", "pybridge facts"),
        ("solve seven --all --count", "pybridge solve"),
        ("tables list --wat", "pybridge tables list"),
        ("tables wat", "pybridge tables"),
    ],
)
def test_wrong_usage_points_to_the_help_of_the_command(command: Command, line: str, asked: str) -> None:
    result = command(*line.split())
    assert result.code == 2
    assert result.err.endswith(f"(see {asked} --help)\n")


def test_files_are_written_whole_or_not_at_all(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "board.pl"
    path.write_text("mine")
    assert command("facts", "2x3", "--out", str(path)).code == 43
    assert path.read_text() == "mine"
    assert command("facts", "2x3", "--out", str(path), "--force").code == 0
    assert command("check", str(path)).code == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["board.pl"]


@pytest.mark.parametrize("name", ["n" * 255, "盤" * 85])
def test_a_name_may_be_as_long_as_names_of_files_are(command: Command, tmp_path: Path, name: str) -> None:
    assert command("facts", "2x3", "--name", "board", "--out", str(tmp_path / name)).code == 0
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("line", ["facts 2x3", "puzzles --json", "--help"])
def test_output_that_does_not_fit(line: str) -> None:
    pybridge = [sys.executable, "-m", "pybridge", *line.split()]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        done = subprocess.run(pybridge, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=buffered)
    assert (done.returncode, done.stderr) == (43, "pybridge: output: No space left on device\n")


@pytest.mark.parametrize(("line", "code"), [("solve nosuch", 40), ("facts 2x3", 43)])
def test_a_message_that_does_not_fit_leaves_the_exit_code(line: str, code: int) -> None:
    """As where a log is written to a full disk."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "pybridge", *line.split()], stdout=full, stderr=full, timeout=60)
    assert done.returncode == code


def test_swi_prolog_missing_is_told_with_its_mend(process: Command, tmp_path: Path) -> None:
    for arguments in (["ids_low"], ["doctor"]):
        result = process(*arguments, PATH=str(tmp_path))
        assert result.code == 50
        line = (result.err or result.out).splitlines()[-1]
        assert "SWI-Prolog is not installed" in line
        assert "Traceback" not in result.err


def test_swi_prolog_too_old_is_told_with_its_mend(process: Command, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "boot.prc").touch()
    library = tmp_path / "libswipl.so"
    library.touch()
    swipl = tmp_path / "swipl"
    swipl.write_text(
        f"#!/bin/sh\necho 'PLBASE=\"{home}\";'\necho 'PLVERSION=\"80500\";'\necho 'PLLIBSWIPL=\"{library}\";'\n"
    )
    swipl.chmod(0o755)
    result = process("ids_low", PATH=str(tmp_path))
    assert result.code == 51
    assert "SWI-Prolog 8.5.0" in result.err
    assert "is too old" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.slow
def test_python_alone_needs_no_swi_prolog(process: Command, tmp_path: Path) -> None:
    for arguments in (["ids_low", "--engine", "python"], ["check", "seven"], ["facts", "2x2"], ["puzzles"], ["--help"]):
        assert process(*arguments, PATH=str(tmp_path)).code == 0


def test_a_bug_is_one_line_too(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("surprise")

    monkeypatch.setattr("pybridge.cli.ids.puzzle_for", broken)
    result = command("ids")
    assert result.code == 70
    assert "RuntimeError: surprise" in result.err
    assert len(result.err.splitlines()) == 1
