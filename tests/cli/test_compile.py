"""`compile`: a program in Prolog that stands alone, and what is refused."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pybridge.facts import PuzzleFacts, find, read, write
from tests.cli.conftest import Command
from tests.samples import sample

EIGHT = read(find("eight"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swipl(goal: str, path: str, **environment: str) -> list[str]:
    """What a goal prints in a SWI-Prolog of its own, which has nothing to complain of."""
    done = ask(goal, path, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def ask(goal: str, path: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A goal asked in a SWI-Prolog of its own."""
    return subprocess.run(
        ["swipl", "-f", "none", "-g", goal, "-t", "halt", path],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


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
    assert command("compile", "box_eight", "--out", "-").out == result.out
    Path("printed.pl").write_text(result.out, encoding="utf-8")
    assert swipl("ids_low", "printed.pl")[-1].startswith("30 moves: ")


def test_the_program_is_laid_out_to_be_read(command: Command) -> None:
    lines = command("compile", "seven", "--program", "ids_low").out.splitlines()
    assert lines[0] == ":- encoding(utf8)."
    assert lines[2] == "%   7-puzzle, 2 x 4, compiled from its facts by pybridge."
    assert "ids_low_1_2(Slack, T0, T2, T3, T4, T5, T6, T7, Moves) :-" in lines
    assert not any(line.startswith("ids :-") for line in lines)
    assert max(map(len, lines)) <= 120


def test_a_file_is_replaced_only_by_force(command: Command) -> None:
    Path("it.pl").write_text("mine")
    assert command("compile", "seven", "--out", "it.pl").code == 43
    assert Path("it.pl").read_text() == "mine"
    assert command("compile", "seven", "--out", "it.pl", "--force").code == 0
    assert Path("it.pl").read_text().startswith(":- encoding(utf8).")


def test_a_file_of_ones_own(command: Command) -> None:
    assert command("facts", "2x3", "--name", "it's", "--out", "a file.pl").code == 0
    assert command("compile", "a file.pl", "--out", "program.pl").code == 0
    assert "moves: " in swipl("ids_low", "program.pl")[-1]


@pytest.mark.parametrize("puzzle", ["box_eight", "züg.pl"])
def test_in_a_c_locale(command: Command, puzzle: str) -> None:
    assert command("facts", "2x3", "--name", "züg", "--out", "züg.pl").code == 0
    assert command("compile", puzzle, "--program", "ids_low", "--out", "it.pl").code == 0
    assert " moves: " in swipl("ids_low", "it.pl", LC_ALL="C")[-1]


def test_it_is_printed_in_any_encoding(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program says itself that it is in UTF-8."""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    words = [sys.executable, "-P", "-m", "pybridge", "compile", "box_eight", "--program", "ids_low"]
    done = subprocess.run(words, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "┌" in done.stdout.decode("utf-8")


def test_heuristic_and_pruning_compile_ida_star_alone(command: Command) -> None:
    result = command("compile", "eight", "--heuristic", "pdb:4-4", "--pruning", "sequence", "--out", "it.pl")
    assert result.out == "it.pl written; try: swipl -g ida_star -t halt it.pl\n"
    text = Path("it.pl").read_text(encoding="utf-8")
    assert "%   ida_star: heuristic pdb:4-4, with the parts [[" in text
    assert "]], pruning sequence." in text
    assert "?- time(ida_star)." in text
    assert "\nids :-" not in text


def test_the_program_that_the_domain_has(command: Command) -> None:
    result = command("compile", "pancake", "--out", "it.pl")
    assert result.out == "it.pl written; try: swipl -g ida_star -t halt it.pl\n"


def test_the_fastest_program_is_to_be_tried(command: Command) -> None:
    result = command("compile", "seven", "--program", "ida_star,ids", "--out", "it.pl")
    assert result.out.endswith("try: swipl -g ida_star -t halt it.pl\n")
    assert "?- time(ida_star)." in Path("it.pl").read_text()


HEURISTICS = ["manhattan", "inversion", "walking", "takahashi", "pdb:4-4"]


@pytest.mark.parametrize("heuristic", sample(HEURISTICS, quick=("takahashi",)))
@pytest.mark.parametrize("pruning", ["inverse", "sequence"])
def test_nothing_is_left_to_autoloading(command: Command, heuristic: str, pruning: str) -> None:
    line = ["--heuristic", heuristic, "--pruning", pruning, "--program", "ida_star,ids_low"]
    assert command("compile", "eight", *line, "--out", "it.pl").code == 0
    goal = (
        "set_prolog_flag(verbose,silent),set_prolog_flag(autoload,false),every_start(ida_star),every_solution(ids_low)"
    )
    lines = swipl(goal, "it.pl")
    assert len([line for line in lines if " moves: " in line]) > len(EIGHT.starts)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_a_state_of_ones_own(command: Command, heuristic: str) -> None:
    assert command("compile", "eight", "--heuristic", heuristic, "--out", "it.pl").code == 0
    assert swipl("ida_star([1,2,3,4,0,5,7,8,6])", "it.pl")[-1] == "2 moves: [5,6]"


@pytest.mark.parametrize("program", ["ids", "ids_low", "ida_star"])
def test_a_state_that_is_none(command: Command, program: str) -> None:
    assert command("compile", "eight", "--program", program, "--out", "it.pl").code == 0
    for state in ["[1,2,3,4,5,6,7,8]", "[1,1,3,4,5,6,7,8,0]", "[1,2,3,4,5,6,7,8,0,0]"]:
        for goal in [f"{program}({state})", f"every_solution({program},{state})"]:
            done = ask(goal, "it.pl")
            assert f"Domain error: `permutation_of([1,2,3,4,5,6,7,8,0])' expected, found `{state}'" in done.stderr
            assert done.stdout == ""


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_an_unsolvable_state(command: Command, heuristic: str) -> None:
    assert command("compile", "eight", "--heuristic", heuristic, "--out", "it.pl").code == 0
    lines = swipl("\\+ ida_star([2,1,3,4,5,6,7,8,0])", "it.pl")
    assert [line.partition(":")[0] for line in lines] == ["no goal can be reached"]


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_an_unsolvable_start_does_not_stop_the_others(command: Command, heuristic: str) -> None:
    starts = (("odd", (2, 1, 3, 4, 5, 6, 7, 8, 0)), ("near", (1, 2, 3, 4, 0, 5, 7, 8, 6)))
    mine(EIGHT, starts)
    result = command("compile", "mine.pl", "--heuristic", heuristic, "--out", "it.pl")
    assert (result.code, len(result.err.splitlines())) == (0, 1)
    assert result.err.startswith("pybridge: the start odd cannot reach a goal: it needs an odd permutation")
    lines = swipl("every_start(ida_star)", "it.pl")
    assert lines[0] == "odd"
    assert lines[1].startswith("no goal can be reached: it needs an odd permutation of the tiles (1 and 2 exchanged)")
    assert lines[2:] == ["near", "----- 2 -----", "2 moves: [5,6]"]


def test_where_only_python_knows_that_a_start_is_unsolvable(command: Command) -> None:
    mine(read(find("ring")), (("even", (2, 1, 3, 5, 4, 6, 7, 0)), ("near", (1, 2, 3, 4, 5, 6, 0, 7))))
    result = command("compile", "mine.pl", "--out", "it.pl")
    assert result.err.startswith("pybridge: the start even cannot reach a goal: ")
    lines = swipl("every_start(ids_low)", "it.pl")
    assert lines[0] == "even"
    assert lines[1].startswith("no goal can be reached: ")
    assert (lines[2], lines[-1]) == ("near", "1 moves: [7]")


def mine(facts: PuzzleFacts, starts: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    """A file with other starts."""
    Path("mine.pl").write_text(write(replace(facts, starts=starts, optimal={})), encoding="utf-8")


@pytest.mark.parametrize("program", ["ids", "ids_low", "ida_star"])
def test_every_solution(command: Command, program: str) -> None:
    assert command("compile", "seven", "--program", program, "--out", "it.pl").code == 0
    lines = swipl(f"every_solution({program},[1,2,0,7,5,6,4,3])", "it.pl")
    assert lines[-3:] == ["6 moves: [7,3,4,7,3,4]", "6 moves: [4,3,7,4,3,7]", "2 shortest in all"]


def test_every_solution_of_the_first_start(command: Command) -> None:
    assert command("compile", "seven", "--out", "it.pl").code == 0
    lines = swipl("every_solution(ids_low)", "it.pl")
    assert len({line for line in lines if line.startswith("36 moves: ")}) == 24  # as `solve --count` has it
    assert lines[-1] == "24 shortest in all"


def test_a_goal_has_no_moves(command: Command) -> None:
    assert command("compile", "seven", "--out", "it.pl").code == 0
    assert swipl("\\+ ids([1,2,3,4,5,6,7,0], 14, [_|_]), ids([1,2,3,4,5,6,7,0], 14, [])", "it.pl") == []


def test_sequence_pruning_has_not_every_solution(command: Command) -> None:
    line = ["--program", "ids_low,ida_star", "--pruning", "sequence"]
    assert command("compile", "seven", *line, "--out", "it.pl").code == 0
    assert "?- every_solution(ids_low)." in Path("it.pl").read_text()
    assert "program_without_sequence_pruning" in ask("every_solution(ida_star)", "it.pl").stderr


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (["blocks3"], 42, "no program for blocks_world, only for sliding_tiles, permutation"),
        (["seven", "--program", "dfs"], 42, "choose from ids, ids_low, ida_star"),
        (["seven", "--heuristic", "guess"], 44, "guess"),
        (["eight", "--heuristic", "learned"], 44, "no heuristic learned"),
        (["pancake", "--program", "ida_star", "--heuristic", "points"], 44, "no heuristic for permutation puzzles"),
        (["pancake", "--program", "ida_star", "--pruning", "sequence"], 42, "no pruning but inverse"),
        (["nothing"], 40, "no puzzle is named 'nothing'"),
        (["seven", "--program", "ids", "--pruning", "sequence"], 2, "add it to --program"),
        (["seven", "--program", "ids_low", "--heuristic", "walking"], 2, "require ida_star"),
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
