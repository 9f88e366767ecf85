"""Hints: the likely mistake in a program that is wrong, at its line; and none that is wrong."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.engines.own_text import examined
from pybridge.facts import find, read
from pybridge.facts.catalogue import prolog_folder
from pybridge.search.task import Task
from tests.cli.test_wrong_programs import WRONG
from tests.samples import sample

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Right:
    """A right program, and the command that runs it on a start that is solved soon."""

    path: Path
    command: str
    puzzle: str
    start: str

    def run(self, program: Path, *more: str) -> int:
        start = ("--start", self.start) if self.start else ()
        return run([self.command, self.puzzle, "--program", str(program), *start, *more])


RIGHT = {
    "seven": Right(prolog_folder() / "seven.pl", "ids_low", "seven", "1 2 7 3 / 5 . 6 4"),
    "eight": Right(HERE / "own_eight.pl", "ids", "eight", "1 2 3 / . 4 6 / 7 5 8"),
    "blocks": Right(prolog_folder() / "blocks.pl", "ids", "blocks3", ""),
    "farmer": Right(prolog_folder() / "rules.pl", "ids", "farmer", ""),
}
LOW = "\n    dfs_low(N1, Limit, Low1, Cell, Board1, [Tile-Blank|Moves])."
SEVEN_BASE = "dfs_low(Limit, Limit, _, _, Board, Moves) :-\n    goal(Board),\n    !,\n    print_moves(Moves).\n"
BLOCKS_BASE = "dfs(Limit, Limit, [State|States]) :-\n    goal(State),\n    !,\n    print_plan([State|States]).\n"
FARMER_BASE = (
    "dfs(Limit, Limit, Path) :-\n    !,\n    reach(Limit),\n    Path = [_-State|_],\n    once(is_goal(State)),\n"
    "    print_path(Path).\n"
)
EIGHT_BASE = "search(N, N, [S|Ss]) :-\n    goal(S),\n    show([S|Ss]).\n"
STEP = "    step(State, Move, State1),\n"

# For each kind of mistake and program: what stands there, what is there instead, what is on the line that the hint
# names, and what the hint says.
MISTAKES = {
    "= for is": {
        "seven": ("    N1 is N+1," + LOW, "    N1 = N+1," + LOW, "N1 = N+1", "write `N1 is N\\+1`"),
        "eight": ("M is N+1", "M = N+1", "M = N+1", "write `M is N\\+1`"),
        "blocks": ("N1 is N+1", "N1 = N+1", "N1 = N+1", "write `N1 is N\\+1`"),
        "farmer": ("N1 is N+1", "N1 = N+1", "N1 = N+1", "write `N1 is N\\+1`"),
    },
    "== for = or is": {
        "seven": ("Low1 is Low-From+To", "Low1 == Low-From+To", "Low1 ==", "write `Low1 is Low-From\\+To`"),
        "eight": ("M is N+1", "M == N+1", "M == N+1", "write `M is N\\+1`"),
        "blocks": ("N1 is N+1", "N1 == N+1", "N1 == N+1", "write `N1 is N\\+1`"),
        "farmer": ("Path = [_-State|_],\n    step", "Path == [_-State|_],\n    step", "==", "write `Path = \\["),
    },
    "misspelt predicate": {
        "seven": ("    slide(", "    slid(", "slid(", "did you mean slide/4"),
        "eight": ("neighbor(B", "neighbour(B", "neighbour(", "did you mean neighbor/2"),
        "blocks": ("    move_block(_", "    move_blok(_", "move_blok(", "did you mean move_block/4"),
        "farmer": ("    step(S", "    stpe(S", "stpe(", "did you mean step/3"),
    },
    "wrong arity": {
        "seven": ("    slide(Blank, Cell, Board, Board1)", "    slide(Cell, Board, Board1)", "slide(", "mean slide/4"),
        "eight": ("    swap(S, Tile, S1)", "    swap(S, S1)", "swap(S, S1)", "did you mean swap/3"),
        "blocks": ("    clear(Block, State)", "    clear(Block)", "clear(Block)", "did you mean clear/2"),
        "farmer": ("    step(State, Move, State1)", "    step(State, State1)", "step(State,", "did you mean step/3"),
    },
    "no base case": {
        "seven": (SEVEN_BASE, "", "dfs_low(N,", "dfs_low/6 has no clause that ends it"),
        "eight": (EIGHT_BASE, "", "search(N,", "search/3 has no clause that ends it"),
        "blocks": (BLOCKS_BASE, "", "dfs(N,", "dfs/3 has no clause that ends it"),
        "farmer": (FARMER_BASE, "", "dfs(N,", "dfs/3 has no clause that ends it"),
    },
    "a cut too early": {
        "seven": ("    Blank < Cell,\n    !,", "    !,\n    Blank < Cell,", "!", "cut comes before `Blank<Cell`"),
        "eight": ("    step(S, S1),", "    step(S, S1),\n    !,", "!", "keeps only the first solution of `step"),
        "blocks": ("    table(X),\n    !.", "    !,\n    table(X).", "!", "cut comes before `table\\(X\\)`"),
        "farmer": (STEP, STEP + "    !,\n", "!", "keeps only the first solution of `step"),
    },
    "misspelt variable": {
        "seven": (
            "Board, Board1),\n    N1 is N+1," + LOW,
            "Board, Baord1),\n    N1 is N+1," + LOW,
            "Baord1",
            "one name for it and for Board1",
        ),
        "eight": ("swap(S, Tile, S1)", "swap(S, Tlie, S1)", "Tlie", "one name for it and for Tile"),
        "blocks": ("To, State),\n    once", "To, Stat),\n    once", "Stat)", "did you mean State"),
        "farmer": (", [Move-State1|Path]", ", [Move-State1|Pth]", "Pth", "did you mean Path"),
    },
    "the old value": {
        "seven": (LOW, LOW.replace("Board1", "Board"), "Board1),", "dfs_low/6 is called with Board, not with Board1"),
        "eight": ("search(M, Limit", "search(N, Limit", "M is N+1", "search/3 is called with N, not with M"),
        "blocks": ("dfs(N1,", "dfs(N,", "N1 is N+1", "dfs/3 is called with N, not with N1"),
        "farmer": ("dfs(N1,", "dfs(N,", "N1 is N+1", "dfs/3 is called with N, not with N1"),
    },
    "a second value": {
        "seven": ("    Low1 is Low-From+To", "    Low is Low-From+To", "Low is", "cannot give Low another value"),
        "eight": ("M is N+1,\n    search(M,", "N is N+1,\n    search(N,", "N is N+1", "cannot give N another value"),
        "blocks": ("N1 is N+1,\n    dfs(N1,", "N is N+1,\n    dfs(N,", "N is N+1", "cannot give N another value"),
        "farmer": ("N1 is N+1,\n    dfs(N1,", "N is N+1,\n    dfs(N,", "N is N+1", "cannot give N another value"),
    },
    "a small letter": {
        "seven": (LOW, LOW.replace("Limit", "limit"), "limit", "limit begins with a small letter.* write Limit"),
        "eight": ("search(M, Limit", "search(M, limit", "limit", "limit begins with a small letter.* write Limit"),
        "blocks": ("dfs(N1, Limit", "dfs(N1, limit", "limit", "limit begins with a small letter.* write Limit"),
        "farmer": ("dfs(N1, Limit", "dfs(N1, limit", "limit", "limit begins with a small letter.* write Limit"),
    },
}
MORE = {
    "an argument list": (
        "seven",
        "[Tile-Blank|Moves]).\n\n%!  calc",
        "[Tile-Blank,Moves]).\n\n%!  calc",
        r"write `\[Tile-Blank\|",
    ),
    "a function": ("eight", "    step(S, S1),", "    S1 = step(S),", r"write `step\(S, S1\)`"),
}
CASES = [(kind, name) for kind, programs in MISTAKES.items() for name in programs]
QUICK = [("= for is", "eight"), ("misspelt predicate", "blocks"), ("a cut too early", "farmer")]


def hint_of(right: Right, program: Path, capsys, *more: str) -> tuple[int, str] | None:
    """The line and the text of the one hint, wherever it is printed; None if there is none."""
    code = right.run(program, "--time-limit", "60", *more)
    printed = capsys.readouterr()
    told = re.findall(r"hint:? +(?:.*?)mine\.pl:(\d+):\d+: (.*(?:\n {10,}.*)*)", printed.out + printed.err)
    assert len(told) <= 1, told
    assert bool(code) >= bool(told)
    return (int(told[0][0]), " ".join(told[0][1].split())) if told else None


@pytest.mark.parametrize(("kind", "name"), sample(CASES, quick=QUICK))
def test_a_hint_names_the_mistake_and_its_line(kind, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    right = RIGHT[name]
    old, new, on_line, said = MISTAKES[kind][name]
    text = right.path.read_text(encoding="utf-8")
    assert old in text
    mutated = text.replace(old, new, 1)
    program = Path("mine.pl")  # a long path may be folded
    program.write_text(mutated, encoding="utf-8")
    isolated = (kind, name) in QUICK or kind == "a small letter"  # which may take all memory; others end soon anywhere
    found = hint_of(right, program, capsys, *([] if isolated else ["--no-isolate"]))
    assert found is not None, "no hint"
    line, message = found
    assert on_line in mutated.splitlines()[line - 1], (line, message)
    assert re.search(said, message), message


@pytest.mark.parametrize("kind", MORE)
def test_more_hints(kind, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name, old, new, said = MORE[kind]
    right = RIGHT[name]
    text = right.path.read_text(encoding="utf-8")
    assert old in text
    program = Path("mine.pl")  # a long path may be folded
    program.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = hint_of(right, program, capsys)
    assert found is not None
    assert re.search(said, found[1]), found
    assert new.split("\n")[0].strip() in program.read_text(encoding="utf-8").splitlines()[found[0] - 1]


def test_there_are_forty():
    assert len(MISTAKES) == 10
    assert len(CASES) == 40


def mistakes_in(right: Right, path: Path) -> list[str]:
    """What the text alone is blamed for."""
    facts = read(find(right.puzzle))
    name, state = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=state, program=right.command, text=path, isolate=True)
    return [each.message for each in examined(task).mistakes]


PROLOG = prolog_folder()
NO_MISTAKE = [
    *RIGHT.values(),
    Right(PROLOG / "seven.pl", "ids", "seven", ""),
    Right(HERE / "own_printing.pl", "ids_low", "seven", ""),
    Right(PROLOG / "permutation.pl", "ids", "pancake", ""),
    Right(PROLOG / "permutation.pl", "ids_low", "rings", ""),
    Right(PROLOG / "rules.pl", "ids_low", "missionaries", ""),
    Right(PROLOG / "rules.pl", "ids", "gripper", ""),
]


@pytest.mark.parametrize("right", NO_MISTAKE, ids=lambda each: f"{each.path.stem}-{each.command}-{each.puzzle}")
def test_a_right_program_has_no_likely_mistake(right):
    assert mistakes_in(right, right.path) == []


@pytest.mark.parametrize("kind", sample(WRONG, quick=("inadmissible bound", "a move missing", "longer first")))
def test_what_is_wrong_otherwise_gets_no_wrong_hint(kind, tmp_path):
    """The programs of test_wrong_programs.py have other mistakes, of which a text alone tells little."""
    old, new, _ = WRONG[kind]
    program = tmp_path / "mine.pl"
    program.write_text(RIGHT["seven"].path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert mistakes_in(RIGHT["seven"], program) == []


@pytest.mark.slow
def test_a_right_program_that_is_slower(tmp_path, capsys):
    text = RIGHT["seven"].path.read_text(encoding="utf-8").replace("    \\+ Moves = [Tile-Cell|_],\n", "")
    program = tmp_path / "mine.pl"
    program.write_text(text, encoding="utf-8")
    assert run(["ids_low", "eight", "--program", str(program), "--quiet"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert re.search(r"nodes 1\.\d+ times as many as the page's program \(python ids_low\)", out)
    assert "they differ at threshold 12, so counters are not compared" in out
    assert "hint" not in out
    assert run(["ids_low", "eight", "--program", str(RIGHT["seven"].path), "--quiet"]) == 0
    assert "✓ nodes   as many as python ids_low, at threshold 12" in capsys.readouterr().out


@pytest.mark.slow
def test_what_prolog_warns_of_comes_first(tmp_path, capfd):
    text = RIGHT["eight"].path.read_text(encoding="utf-8")
    text = text.replace("swap(S, Tile, S1).", "swap(S, Tile, S1), Unused = 1.") + "\nother(none, none, none).\n"
    program = tmp_path / "mine.pl"
    program.write_text(text, encoding="utf-8")
    right = RIGHT["eight"]
    assert right.run(program, "--json") == 0
    told = capfd.readouterr()
    line = text[: text.index("step(S, S1) :-")].count("\n") + 1
    last = text.count("\n")
    first, second = told.err.splitlines()
    assert first.startswith(f"{program}:{line}:1: warning: ")
    assert "Unused" in first
    assert second.startswith(f"{program}:{last}:1: warning: ")
    assert "other/3" in second
    assert "tmp-" not in told.err
    assert ".program" not in told.err
    assert [each["line"] for each in json.loads(told.out)["warnings"]] == [line, last]
    quiet = tmp_path / "quiet.pl"
    quiet.write_text(f":- style_check(-singleton).\n:- discontiguous other/3.\n{text}", encoding="utf-8")
    assert right.run(quiet) == 0
    assert capfd.readouterr().err == ""


def test_an_error_has_the_names_of_variables_and_a_hint(tmp_path, capsys):
    text = RIGHT["seven"].path.read_text(encoding="utf-8").replace("Low-From+To", "Low-From+Too")
    program = tmp_path / "mine.pl"
    program.write_text(text, encoding="utf-8")
    assert run(["ids_low", "eight", "--program", str(program)]) == 53
    warning, error, hint = capsys.readouterr().err.splitlines()
    assert "warning" in warning
    assert "at Low1 is 12-2+Too: " in error
    line = text[: text.index("Too")].count("\n") + 1
    assert f"hint: {program}:{line - 1}:" in hint
    assert f"To occurs only once in this clause: write one name for it and for Too on line {line}" in hint


@pytest.mark.slow
def test_the_program_counts_the_moves_of_the_table(tmp_path, capsys):
    program = tmp_path / "mine.pl"
    text = RIGHT["seven"].path.read_text(encoding="utf-8")
    program.write_text(text.replace("N1 is N+1", "N1 = N+1"), encoding="utf-8")
    assert run(["ids_low", "eight", "--program", str(program)]) == 60
    out = capsys.readouterr().out
    assert re.search(r"^ +0\+1\+1 +10 +10 +✗ 2 moves made$", out, flags=re.M)
    assert "after 1 move the number of moves that it counts is 0+1" in " ".join(out.split())
    assert run(["ids_low", "eight", "--program", str(program), "--json"]) == 60
    wrong = json.loads(capsys.readouterr().out)["diagnosis"]
    assert [step["count"] for step in wrong["steps"]][:3] == [0, "0+1", "0+1+1"]
    assert "write `N1 is N+1`" in wrong["hint"]
