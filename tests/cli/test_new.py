"""`new` by options alone: a board becomes a file that is checked, solved and shown; nothing is asked."""

import io
import re
import shlex
from pathlib import Path

import pytest

from pybridge.facts import read
from tests.cli.conftest import Command
from tests.samples import sample

DOCUMENT = (Path(__file__).parents[2] / "docs" / "new.md").read_text(encoding="utf-8")
DRAWINGS = {
    "holes": "1 2 3\n4 # .\n",
    "equal tiles": "B A N\nA N .\n",
    "cells only": "ooo\no o\nooo\n",
    "one row": "1 2 .\n",
    "a wall": "+---+---+\n| 1 | 2 |\n+   +   +\n| 3   . |\n+---+---+\n",
    "wide glyphs": "金 銀\n歩 .\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_drawing_becomes_a_puzzle(command: Command, kind: str) -> None:
    Path("board.txt").write_text(DRAWINGS[kind], encoding="utf-8")
    result = command("new", "--drawing", "board.txt", "--out", "mine.pl")
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    assert lines[0] == "mine.pl written"
    assert lines[1].startswith("mine.pl: sound, sliding_tiles, ")
    assert "solved in" in result.out
    assert "✓ replay" in result.out
    assert lines[-4:] == [
        "Next: pybridge ids_low mine.pl",
        "      pybridge census mine.pl",
        "      pybridge solve mine.pl --start hardest",
        "      change a fact in mine.pl, then pybridge check mine.pl",
    ]


@pytest.mark.parametrize("options", ["2x3", "3x3 --wrap both", "2x3 --hex", "2x2 --blank first --seed 7 --title Tiny"])
def test_the_file_is_the_one_that_facts_writes(command: Command, options: str) -> None:
    assert command("new", *shlex.split(options), "--out", "mine.pl").code == 0
    mine = Path("mine.pl").read_text(encoding="utf-8")
    assert command("facts", *shlex.split(options), "--out", "mine.pl", "--force").code == 0
    assert mine == Path("mine.pl").read_text(encoding="utf-8")


def test_name_and_title(command: Command) -> None:
    assert command("new", "2x2", "--name", "tiny", "--title", "Two by two", "--out", "mine.pl").code == 0
    facts = read("mine.pl")
    assert (facts.name, facts.title) == ("tiny", "Two by two")


def test_a_drawing_on_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2 .\n")))
    assert command("new", "--drawing", "-", "--out", "row.pl").code == 0
    assert read("row.pl").goals == ((1, 2, 0),)


@pytest.mark.parametrize("size", ["2x3", "2X3", "2 x 3", "2×3", "2*3", " 2x3 "])
def test_sizes(command: Command, size: str) -> None:
    expected = command("facts", "2x3").out
    assert command("facts", size).out == expected
    assert command("facts", *size.split()).out == expected


@pytest.mark.parametrize("size", ["2by3", "2 by 3", "2x", "2x3x4", "2-3"])
def test_what_is_no_size_is_told_how_one_is_written(command: Command, size: str) -> None:
    result = command("facts", size)
    assert (result.code, result.out) == (2, "")
    assert f"'{size}' is not a size; write rows x columns, e.g. 3x4" in result.err


STARTS = {
    "a rectangle": ("2x3", ". 1 3\n4 2 5\n", 3),
    "a board of hexagons": ("2x2 --hex", "1   2\n  .   3\n", 1),
    "a torus": ("3x3 --wrap both", "1 2 .\n4 5 3\n7 8 6\n", 2),
    "equal tiles": ("--drawing board.txt", "B A N\nA . N\n", 1),
    "the goal": ("--drawing board.txt", "B A N\nA N .\n", 0),
}


@pytest.mark.parametrize("kind", STARTS)
def test_a_start_is_drawn(command: Command, kind: str) -> None:
    board, start, moves = STARTS[kind]
    Path("board.txt").write_text("B A N\nA N .\n")
    Path("start.txt").write_text(start)
    result = command("new", *shlex.split(board), "--start-drawing", "start.txt", "--out", "mine.pl")
    assert (result.code, result.err) == (0, "")
    assert f"solved in {moves} move" in result.out
    assert [name for name, _ in read("mine.pl").starts] == ["drawn"]
    assert command("facts", *shlex.split(board), "--start-drawing", "start.txt", "--name", "mine").out == (
        Path("mine.pl").read_text()
    )


def test_a_start_on_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b". 1 2\n")))
    assert command("new", "1x3", "--start-drawing", "-", "--out", "row.pl").code == 0
    assert read("row.pl").starts == (("drawn", (0, 1, 2)),)


def test_an_unsolvable_start_is_written_and_told_as_solve_tells_it(command: Command) -> None:
    Path("start.txt").write_text("2 1 3\n4 5 .\n")
    result = command("new", "2x3", "--start-drawing", "start.txt", "--out", "mine.pl")
    assert (result.code, result.err) == (10, "")
    assert read("mine.pl").starts == (("drawn", (2, 1, 3, 4, 5, 0)),)
    lines = result.out.splitlines()
    assert lines[-3:] == [
        "The file is written anyway; only its start cannot reach a goal.",
        "Next: change the start in line 10 of mine.pl",
        "      pybridge solve mine.pl",
    ]
    assert Path("mine.pl").read_text().splitlines()[9].startswith("start(")
    solved = command("solve", "mine.pl")
    assert solved.code == 10
    assert "\n".join(lines[2:-4]) == solved.out.rstrip("\n")


def test_what_follows_is_an_argument_as_a_shell_reads_it(command: Command) -> None:
    for name, shown in (("my board.pl", "'my board.pl'"), ("seven", "./seven")):
        result = command("new", "2x2", "--out", name)
        assert result.code == 0
        assert f"Next: pybridge ids_low {shown}" in result.out.splitlines()
        assert command("check", *shlex.split(shown)).code == 0


@pytest.mark.slow
def test_a_start_that_is_too_hard_leaves_a_good_file(command: Command) -> None:
    result = command("new", "6x6", "--out", "six.pl", "--time-limit", "0.2")
    assert result.code == 12
    assert "time limit reached" in result.out
    assert result.out.splitlines()[-5:] == [
        "Not solved within 0.2 s: this start is hard; try another --seed.",
        "six.pl itself is valid.",
        "Next: pybridge solve six.pl --time-limit 600",
        "      pybridge puzzles six.pl",  # there is no room for a census
        "      change a fact in six.pl, then pybridge check six.pl",
    ]
    assert command("check", "six.pl").code == 0


def test_a_large_board_is_not_left_to_the_classic_program(command: Command) -> None:
    Path("start.txt").write_text("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n")
    result = command("new", "4x4", "--start-drawing", "start.txt", "--out", "large.pl")
    assert result.code == 0
    assert result.out.splitlines()[-3:] == [
        "Next: pybridge solve large.pl --all",
        "      pybridge puzzles large.pl",
        "      change a fact in large.pl, then pybridge check large.pl",
    ]


def test_a_start_as_hard_as_any(command: Command) -> None:
    assert command("new", "2x3", "--start", "hardest", "--out", "mine.pl").code == 0
    facts = read("mine.pl")
    assert (facts.starts, facts.optimal) == ((("hardest", (4, 5, 0, 1, 2, 3)),), {"hardest": 21})
    written = Path("mine.pl").read_text()
    assert command("facts", "2x3", "--start", "hardest", "--name", "mine").out == written
    assert command("facts", "2x3", "--start", "random", "--seed", "3").out == command("facts", "2x3", "--seed", "3").out
    assert "optimal(farthest_2, 6)." in command("facts", "--blocks", "4", "--start", "farthest_2").out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("2x3 --start farthest_2", 41, "rectangle_2x3 has 1 farthest state; no farthest_2"),
        ("4x4 --start hardest", 41, "10,461,394,944,000 states, too many to find the farthest; use random"),
        ("--blocks 14 --start hardest", 41, "3,535,017,524,403 states, too many to find the farthest"),
        ("2x3 --start goal", 2, "'goal' is not random, hardest or farthest_N"),
        ("2x3 --start hardest --seed 2", 2, "--seed and --start cannot be used together"),
    ],
)
def test_a_farthest_start_that_is_not_there(command: Command, arguments: str, code: int, told: str) -> None:
    result = command("facts", *arguments.split())
    assert (result.code, result.out, len(result.err.splitlines())) == (code, "", 1)
    assert told in result.err


@pytest.mark.parametrize(
    ("options", "tried"),
    [
        ("2x3", "ids_low it.pl"),
        ("4x4", "solve it.pl --time-limit 60"),
        ("6x6", "check it.pl"),
        ("--blocks 3", "solve it.pl"),
    ],
)
def test_what_facts_suggests_ends_soon(command: Command, options: str, tried: str) -> None:
    assert command("facts", *options.split(), "--out", "it.pl").err == f"it.pl written; try: pybridge {tried}\n"


LARGE = {"a path of 70 cells": ("o" * 70, "census"), "a field of 72 cells": ("oooooooo\n" * 9, "puzzles")}


@pytest.mark.parametrize("kind", sample(LARGE, quick=("a path of 70 cells",)))
def test_more_cells_than_compiled_searches_of_all_states_hold(command: Command, kind: str) -> None:
    drawing, follows = LARGE[kind]
    Path("board.txt").write_text(drawing)
    result = command("new", "--drawing", "board.txt", "--out", "mine.pl", "--time-limit", "1")
    solved = "✓ solved in" in result.out
    assert (result.code, result.err) == (0 if solved else 12, "")
    few = follows == "census"
    lines = result.out.splitlines()[-3 - few :]
    assert lines == [
        f"Next: pybridge solve mine.pl {'--all' if solved else '--time-limit 600'}",
        f"      pybridge {follows} mine.pl",
        *["      pybridge solve mine.pl --start hardest"] * few,
        "      change a fact in mine.pl, then pybridge check mine.pl",
    ]
    if solved:
        for line in lines[:-1]:
            assert command(*shlex.split(line.split("pybridge ")[1])).code == 0, line


ERRORS = {
    "no board": ("--out mine.pl", 2, "a size such as 3x5, --drawing FILE or --turns FILE"),
    "no file": ("2x2", 2, "--out FILE"),
    "nothing": ("", 2, "no terminal for questions"),
    "two boards": ("2x2 --drawing board.txt --out mine.pl", 2, "either a size such as 3x5 or --drawing FILE"),
    "no size": ("2by2 --out mine.pl", 2, "'2by2' is not a size"),
    "standard output": ("2x2 --out -", 2, "use pybridge facts to print (see pybridge new --help)"),
    "a start of another board": ("3x2 --start-drawing board.txt --out mine.pl", 21, "board.txt:1:4: a cell is missing"),
    "a start of other tiles": ("2x2 --start-drawing two.txt --out mine.pl", 21, "too many of ., missing 3"),
    "no start": ("2x2 --start-drawing missing.txt --out mine.pl", 20, "missing.txt:1:1: cannot read the file"),
    "two starts": (
        "2x2 --start-drawing board.txt --seed 3 --out mine.pl",
        2,
        "--seed and --start-drawing cannot be used together",
    ),
    "two drawings in one": ("--drawing - --start-drawing - --out mine.pl", 2, "standard input holds one drawing"),
    "a start on standard input": ("2x2 --start-drawing -", 2, "with --start-drawing -, new cannot ask questions"),
    "too large": ("11x11 --out mine.pl", 21, "a board has 2 to 100 cells"),
    "no drawing": ("--drawing missing.txt --out mine.pl", 20, "missing.txt:1:1: cannot read the file"),
    "two blanks": ("--drawing two.txt --out mine.pl", 21, "two.txt:2:3: a second blank"),
    "standard input without a file": ("--drawing -", 2, "with --drawing -, new cannot ask questions"),
    "hexagons that wrap": ("2x2 --wrap both --hex", 2, "one of --wrap and --hex"),
    "a file that is there": ("2x2 --out there.pl", 43, "there.pl exists; --force replaces it"),
    "no folder": ("2x2 --out away/mine.pl", 43, "cannot be written"),
    "a title of two lines": ("2x2 --title 'a\nb' --out mine.pl", 2, "a title is one line of text"),
    "a name that is not a text": ("2x2 --name 'a\x01b' --out mine.pl", 2, "it cannot contain U+0001"),
    "no time": ("2x2 --out mine.pl --time-limit soon", 2, "'soon' is not a time"),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_errors_are_a_line_and_write_nothing(command: Command, folder: Path, kind: str) -> None:
    (folder / "board.txt").write_text("1 .\n")
    (folder / "two.txt").write_text("1 2\n. .\n")
    (folder / "there.pl").write_text("not a fact file")
    before = sorted(folder.iterdir())
    line, code, told = ERRORS[kind]
    result = command("new", *shlex.split(line))
    assert (result.code, result.out) == (code, "")
    assert told in result.err
    shown = 2 * (".txt:" in result.err and code == 21)  # the line of the drawing, and a caret
    assert len(result.err.splitlines()) == 1 + shown
    assert sorted(folder.iterdir()) == before
    assert (folder / "there.pl").read_text() == "not a fact file"


def test_force_replaces(command: Command) -> None:
    Path("there.pl").write_text("not a fact file")
    assert command("new", "2x2", "--out", "there.pl", "--force").code == 0
    assert len(read("there.pl").goals[0]) == 4


@pytest.mark.slow
def test_nothing_is_asked_in_a_pipe(process: Command, folder: Path) -> None:
    result = process("new", "2x2", "--out", str(folder / "mine.pl"))
    assert result.code == 0
    assert "\x1b" not in result.out
    assert result.err == ""


def test_the_session_of_the_document(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    session = re.findall(r"```\n(.*?)```", DOCUMENT, flags=re.DOTALL)[0]
    asked, shown = session.split("two_rooms.pl written\n")
    drawing = "\n".join(re.findall(r"^ +[1-5]  (\S.*)", asked.split("+---+---+---+\n\n")[1], flags=re.MULTILINE))
    Path("board.txt").write_text(drawing)
    result = command("new", "--drawing", "board.txt", "--title", "Two rooms", "--out", "two_rooms.pl")
    assert _timeless(result.out) == _timeless(f"two_rooms.pl written\n{shown}")


def test_the_commands_of_the_document(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("board.txt").write_text("ooo\no o\nooo\n")
    Path("start.txt").write_text("4 1 2\n. 5 3\n")
    lines = re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL)[0].splitlines()
    assert len(lines) == 8
    for line in lines:
        *printed, called = line.split(" | ")
        given = "".join(shlex.split(each)[1].replace("\\n", "\n") for each in printed)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        assert command(*shlex.split(called.removeprefix("pybridge "))).code == 0, line


def _timeless(text: str) -> str:
    """The text without what a clock told."""
    return re.sub(r"\d\.\d{3}", "0.000", text)


TURNS = {
    "rings": "      T\n  TL    TR\n     LR\n  TR    TL\nL    LR     R\n",
    "faces": "  U U\nL F F R B B\n  D D\n",
    "cycles": "1 2 3\n4 5 6\nA: 1 2 5 4\nB: (2 3 6 5)\nred = 1 4\n",
}


@pytest.mark.parametrize("kind", TURNS)
def test_a_permutation_puzzle(command: Command, kind: str) -> None:
    Path("mine.txt").write_text(TURNS[kind])
    result = command("new", "--turns", "mine.txt", "--out", "mine.pl")
    assert result.code == 0
    assert "mine.pl: sound, permutation, " in result.out
    assert "solved in" in result.out
    assert "✓ replay" in result.out
    for line in result.out.split("Next: ")[1].splitlines()[:-1]:
        assert command(*shlex.split(line.split("pybridge ")[1])).code == 0, line
    assert command("facts", "--turns", "mine.txt", "--name", "mine").out == Path("mine.pl").read_text()


def test_a_start_as_far_as_any(command: Command) -> None:
    Path("mine.txt").write_text(TURNS["cycles"])
    assert command("facts", "--turns", "mine.txt", "--start", "hardest", "--out", "mine.pl").code == 0
    ((name, _),), facts = read("mine.pl").starts, read("mine.pl")
    assert name == "hardest"
    assert facts.optimal["hardest"] > 3


@pytest.mark.parametrize("words", ["2x3", "--drawing b.txt", "--wrap both", "--start-drawing b.txt", "--blocks 3"])
def test_turns_have_no_board(command: Command, words: str) -> None:
    Path("mine.txt").write_text(TURNS["rings"])
    result = command("facts", "--turns", "mine.txt", *words.split())
    assert (result.code, result.out) == (2, "")


def test_a_mistake_in_a_drawing_has_its_line(command: Command) -> None:
    Path("mine.txt").write_text("1 2 3\nA: 1 2 4\n")
    result = command("new", "--turns", "mine.txt", "--out", "mine.pl")
    assert (result.code, result.err.splitlines()) == (
        21,
        ["mine.txt:2:8: 4 is not a point; the points are 1 to 3", "    A: 1 2 4", "           ^"],
    )


def test_facts_prints_the_puzzle_of_rules(command: Command) -> None:
    assert command("new", "--rules", "--out", "pegs.pl", "--title", "Pegs").code == 0
    assert command("facts", "--rules", "--out", "again.pl", "--name", "pegs", "--title", "Pegs").code == 0
    assert Path("again.pl").read_text().replace("again.pl", "pegs.pl") == Path("pegs.pl").read_text()
    assert command("facts", "--rules", "--name", "pegs", "--title", "Pegs").out == Path("pegs.pl").read_text()
    assert command("facts", "--rules", "2x3").code == 2


def test_a_puzzle_of_rules_to_begin_with(command: Command) -> None:
    result = command("new", "--rules", "--out", "pegs.pl", "--title", "Five 'pegs'")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("pegs.pl written\npegs.pl: sound, rules, 5 variables, 6 operators, 1 start")
    assert "solved in 2 moves" in result.out
    facts = read("pegs.pl")
    assert (facts.name, facts.title) == ("pegs", "Five 'pegs'")
    assert command("ids", "pegs.pl").code == 0
    assert command("new", "--rules", "--out", "pegs.pl").code == 43
    assert command("new", "--rules", "--out", "pegs.pl", "--force", "--name", "other").code == 0
    assert read("pegs.pl").name == "other"


@pytest.mark.parametrize("words", ["3x3", "--drawing board.txt", "--wrap both", "--seed 3"])
def test_rules_have_no_board(command: Command, words: str) -> None:
    result = command("new", "--rules", *words.split(), "--out", "pegs.pl")
    assert result.code == 2
    assert "leave out size, drawing, --start and --seed" in result.err
