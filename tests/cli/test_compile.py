"""`compile`: a program in Prolog that stands alone, and what is refused."""

import subprocess
from pathlib import Path

import pytest

from pybridge.facts import find, read
from tests.cli.conftest import Command

EIGHT = read(find("eight"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swipl(goal: str, path: str) -> list[str]:
    """What a goal prints in a SWI-Prolog of its own, which has nothing to complain of."""
    done = subprocess.run(
        ["swipl", "-f", "none", "-g", goal, "-t", "halt", path], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_it_runs_in_plain_swipl(command: Command) -> None:
    result = command("compile", "seven", "--out", "it.pl")
    assert result.out == "it.pl written; try: swipl -g ids_low -t halt it.pl\n"
    lines = swipl("ids_low", "it.pl")
    assert lines[0] == "----- 16 -----"
    assert lines[-1].startswith("36 moves: [7,2,1,5,")


def test_from_every_start(command: Command) -> None:
    assert command("compile", "eight", "--program", "ida_star", "--out", "it.pl").code == 0
    lines = swipl("every_start(ida_star)", "it.pl")
    assert [line.split()[0] for line in lines if " moves: " in line] == [
        str(length) for length in EIGHT.optimal.values()
    ]
    assert [line for line in lines if line.isidentifier()] == list(EIGHT.optimal)


def test_without_out_it_is_printed(command: Command) -> None:
    result = command("compile", "box_eight")
    assert result.code == 0
    Path("printed.pl").write_text(result.out, encoding="utf-8")
    assert swipl("ids_low", "printed.pl")[-1].startswith("30 moves: ")


def test_the_program_is_laid_out_to_be_read(command: Command) -> None:
    lines = command("compile", "seven", "--program", "ids_low").out.splitlines()
    assert lines[0] == "%   7-puzzle, 2 x 4, compiled from its facts by pybridge."
    assert "ids_low_1_2(Slack, T0, T2, T3, T4, T5, T6, T7, Moves) :-" in lines
    assert not any(line.startswith("ids :-") for line in lines)
    assert max(map(len, lines)) <= 120


def test_a_file_is_replaced_only_by_force(command: Command) -> None:
    Path("it.pl").write_text("mine")
    assert command("compile", "seven", "--out", "it.pl").code == 43
    assert Path("it.pl").read_text() == "mine"
    assert command("compile", "seven", "--out", "it.pl", "--force").code == 0
    assert Path("it.pl").read_text().startswith("%   7-puzzle")


def test_a_file_of_ones_own(command: Command) -> None:
    assert command("facts", "2x3", "--name", "it's", "--out", "a file.pl").code == 0
    assert command("compile", "a file.pl", "--out", "program.pl").code == 0
    assert "moves: " in swipl("ids_low", "program.pl")[-1]


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (["blocks3"], 42, "only sliding tiles are compiled"),
        (["seven", "--program", "dfs"], 42, "there are ids, ids_low, ida_star"),
        (["seven", "--heuristic", "guess"], 44, "guess"),
        (["nothing"], 40, "no puzzle is called 'nothing'"),
    ],
)
def test_what_is_refused(command: Command, line: list[str], code: int, told: str) -> None:
    result = command("compile", *line, "--out", "it.pl")
    assert (result.code, result.out) == (code, "")
    assert told in result.err
    assert len(result.err.splitlines()) == 1
    assert not Path("it.pl").exists()


def test_the_shipped_file_is_left_alone(command: Command) -> None:
    before = find("seven").read_bytes()
    command("compile", "seven", "--out", "it.pl")
    assert find("seven").read_bytes() == before
