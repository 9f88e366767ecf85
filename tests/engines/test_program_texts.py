"""The texts of a program, loaded by swipl alone, find what the engine finds."""

import re
import subprocess
from pathlib import Path

import pytest

from pybridge.engines import start_state
from pybridge.engines.program_texts import program_texts
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, prolog_folder, read, read_text
from pybridge.search.task import Task
from tests.solving import solve

OWN = Path(__file__).parents[1] / "cli" / "own_printing.pl"


def task_of(name: str, start: str | None, program: str, **options: object) -> Task:
    facts = read(find(name))
    start_name, state = start_state(facts, start)
    return Task(facts=facts, start_name=start_name, start=state, program=program, **options)


def printed(texts, folder: Path) -> str:
    for name, text in texts.files:
        (folder / name).write_text(text, encoding="utf-8")
    files = [str(folder / name) for name, _ in texts.files]
    command = ["swipl", "-f", "none", "-g", texts.goal, "-t", "halt", *files]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    # On a busy machine Prolog may end before its thread that collects garbage.
    assert done.stderr in ("", "% The following threads wouldn't die: [gc]\n")
    return done.stdout


@pytest.mark.parametrize(
    ("name", "start", "program", "engine"),
    [
        ("eight", None, "ids_low", "prolog"),
        ("eight", "1 2 3 / 4 5 6 / 0 7 8", "ids", "prolog-terms"),
        ("eight", "middling", "ida_star", "prolog-compiled"),
        ("blocks3", None, "ids", "prolog"),
        ("pancake", "alternate", "ids", "prolog"),
        ("pancake", "alternate", "breadth_first", "prolog"),
        ("seven", None, "breadth_first", "prolog"),
    ],
)
def test_the_files_run_by_themselves(tmp_path, name, start, program, engine):
    task = task_of(name, start, program)
    found = solve(task.facts, program, engine=engine, start=start)
    told = printed(program_texts(task, engine), tmp_path)
    assert re.findall("-+ ([0-9]+) -+", told) == [str(each.threshold) for each in found.iterations]
    last = re.split("-+ [0-9]+ -+\n", told)[-1]
    words = re.findall(r"[\w']+", last.split(":")[-1].replace("moves", ""))
    pieces = [part for move in found.moves for part in ((move[0], move[2]) if "->" in last else (move[0],))]
    assert words == [str(piece) for piece in pieces]


@pytest.mark.parametrize(
    ("name", "start", "program", "files"),
    [
        ("farmer", None, "ids", ["farmer.pl", "moves.pl", "rules.pl"]),
        ("gripper", None, "breadth_first", ["gripper.pl", "actions.pl", "breadth_first.pl"]),
        ("lights3", "farthest", "breadth_first", ["lights3.pl", "rules.pl", "breadth_first.pl"]),
        ("jugs", "jugs(5,3)", "ids", ["jugs.pl", "moves.pl", "rules.pl"]),
    ],
)
def test_rules_run_by_themselves_from_the_start_of_the_task(tmp_path, name, start, program, files):
    task = task_of(name, start, program)
    texts = program_texts(task, "prolog")
    assert [name for name, _ in texts.files] == files
    told = printed(texts, tmp_path)
    found = solve(task.facts, program, engine="prolog", start=start)
    assert re.split("-+ [0-9]+ -+\n", told)[-1].splitlines() == [str(move) for move in found.moves]
    assert texts.template == task.facts.template


def test_two_files_have_two_names():
    assert [name for name, _ in program_texts(task_of("seven", None, "ids"), "prolog").files] == [
        "facts.pl",
        "seven.pl",
    ]


def test_a_program_of_ones_own_comes_along():
    texts = program_texts(task_of("eight", None, "ids_low", text=OWN), "prolog")
    assert texts.files[1] == (OWN.name, OWN.read_text(encoding="utf-8"))


def test_a_copy_of_ones_own_comes_with_the_moves_that_it_includes(tmp_path):
    (tmp_path / "mine.pl").write_bytes((prolog_folder() / "permutation.pl").read_bytes())
    texts = program_texts(task_of("pancake", "alternate", "ids", text=tmp_path / "mine.pl"), "prolog")
    assert [name for name, _ in texts.files] == ["pancake.pl", "turns.pl", "mine.pl"]
    assert printed(texts, tmp_path).endswith("f4 f7 f6 f5 f4 f3 f2\n")


@pytest.mark.parametrize(
    ("engine", "program"), [("python", "ids"), ("native", "ida_star"), ("prolog-terms", "ida_star")]
)
def test_an_engine_without_a_text(engine, program):
    with pytest.raises(UnavailableProgramError, match=f"{engine} has no program text for {program} of eight"):
        program_texts(task_of("eight", None, program), engine)


LINE = """puzzle(p, rules, "P"). start(a, 0). start(b, 1). goal(2).
/*
start(c, 2).
*/
move(N, up, M) :- N < 2, M is N+1.
"""


@pytest.mark.parametrize("text", [LINE, LINE.replace("start(a", "\n\tstart(a").replace("start(b", "\n  start(b")])
@pytest.mark.parametrize(("start", "moves"), [("b", 1), ("2", 0), ("a", 2)])
def test_the_start_of_rules_is_the_one_that_is_shown(text, start, moves, tmp_path):
    facts = read_text(text)
    name, state = start_state(facts, start)
    task = Task(facts=facts, start_name=name, start=state, program="ids")
    assert f"----- {moves} -----" in printed(program_texts(task, "prolog"), tmp_path)
