"""Plans of other programs: the judge replays them, and names the first wrong step with its line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.engines import start_state
from pybridge.errors import FactFileError
from pybridge.facts import find, read
from pybridge.facts.reader import read_text
from pybridge.puzzles import replay
from pybridge.rules.compiled import RuleMove
from pybridge.witnesses.names import mangled
from pybridge.witnesses.plan import plan_of
from tests.solving import solve

SEVEN, BLOCKS, POCKET, BOX, JUGS = (read(find(name)) for name in ("seven", "blocks3", "pocket", "box_eight", "jugs"))
PAIRS = """puzzle(pairs, rules, "Pairs").
start(s, p(0, 0)).
goal(p(2, 0)).
move(p(X, Y), (X, Y)-(Z, Y), p(Z, Y)) :- X < 2, Z is X+1.
"""
PLAN = """; found by a planner
(move b_red b_blue g_y)
0.002: (MOVE b_blue b_green b_red) [1.0]
(move b_green g_x g_z) ; the third

(move b_blue b_red b_green)
(move b_red g_y b_blue)
; cost = 5 (unit cost)
"""


def tiles(facts):
    return solve(facts, "breadth_first", engine="python").moves


def as_pddl(moves):
    return "".join(f"(slide t{move.piece} c{move.source} c{move.target})\n" for move in moves)


def test_the_ways_to_write_a_plan():
    moves = tiles(SEVEN)
    start = SEVEN.start("page")
    atoms = [f"occurs(slide(t{m.piece},c{m.source},c{m.target}),{n})" for n, m in enumerate(moves, 1)]
    answer = "clingo version 5.8.0\nAnswer: 1\n" + " ".join(sorted(atoms)) + "\nSATISFIABLE\n"
    words = ", ".join(str(move.piece) for move in moves)
    pddl = as_pddl(moves)
    for text in (pddl, pddl.replace("\n", " "), answer, words, f"[{words}]", words.replace(", ", "\n")):
        assert plan_of(SEVEN, start, text) == moves
    assert len(plan_of(BLOCKS, BLOCKS.start("page"), PLAN)) == 5
    assert len(plan_of(BLOCKS, BLOCKS.start("page"), "red->y blue→red green>z blue->green red->blue")) == 5


def test_names_of_blocks_may_have_any_signs():
    facts = read_text(
        "puzzle(odd, blocks_world, \"O\"). block(a). block('a b'). block('b, c'). place(z). table('my table').\n"
        "start(s, [[a, 'a b'], ['a b', 'my table'], ['b, c', z]]).\n"
        "goal([[a, 'my table'], ['a b', a], ['b, c', 'a b']])."
    )
    moves = plan_of(facts, facts.start("s"), "a->my table a b → a, b, c > a b")
    assert [str(move) for move in moves] == ["a to my table", "a b to a", "b, c to a b"]


def test_turns_as_cubers_and_as_planners_write_them():
    start, words = POCKET.start("five"), "U2' F R U R"
    turns = "".join(f"(turn {mangled('m', word)})\n" for word in ("U2", "F", "R", "U", "R"))
    assert plan_of(POCKET, start, words) == plan_of(POCKET, start, turns)
    assert [move.name for move in plan_of(POCKET, start, words)] == ["U2", "F", "R", "U", "R"]


@pytest.mark.parametrize(
    ("start", "words", "moves"),
    [
        ("r U r'", "r U' r'", "L F' L'"),  # the wide move turns the cube, and the U' after it is an F'
        ("Rw U' Rw'", "Rw U Rw' // and that is all", "L F L'"),
        ("M U M'", "M U' M'", "L' R B' L R'"),
        ("x R", "R' x'", "R'"),
        ("R'F2UR'", "RU'F2R", "R U' F2 R"),
        ("U2", "// twice\nU U", "U U"),
    ],
)
def test_turns_that_are_seen_from_another_side(start, words, moves):
    cube = read(find("cube"))
    state = start_state(cube, start)[1]
    plan = plan_of(cube, state, words)
    assert sorted(move.name for move in plan) == sorted(moves.split())
    assert replay(cube, state, plan)[-1] in cube.goals


def test_no_turn_nor_two():
    cube = read(find("cube"))
    with pytest.raises(FactFileError, match="1:4: step 2, sune: sune is not a move"):
        plan_of(cube, cube.goals[0], "U' sune")


def test_plans_of_rules_that_planners_cannot_be_given(monkeypatch):
    """Which need no planner: moves are chains of steps, or Prolog makes them."""
    rush = read(find("rush_easy"))
    start = rush.starts[0][1]
    moves = solve(rush, "breadth_first", engine="native").moves
    assert plan_of(rush, start, "\n".join(move.name for move in moves)) == moves
    monkeypatch.setattr("pybridge.rules.session.Session.task", lambda self, how, seconds: "there are none")
    listed = read_text(
        'puzzle(p, rules, "P").\nstart(s, [a]).\ngoal(L) :- length(L, 4).\nmove(L, add(X), [X|L]) :- X = b.\n'
    )
    assert listed.task is None
    assert len(plan_of(listed, listed.starts[0][1], "add(b)\nadd( b )\nadd(b)")) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 1",
        "; nothing to do\n",
        "Solving...\nAnswer: 1\n\nSATISFIABLE\n",
        "pyclingo version 5.8.3\nReading from a.lp ...\nSolving...\nAnswer: 1 (Time: 0.01s)\n\nSATISFIABLE\n\n",
    ],
)
def test_no_moves_at_a_goal(text):
    assert plan_of(SEVEN, SEVEN.goals[0], text) == ()


def test_what_clingo_itself_prints(tmp_path, monkeypatch, capsys):
    """Without the program `clingo`, its Python package: it knows no horizons, so it has a plan for a goal alone."""
    monkeypatch.chdir(tmp_path)
    goal = str(list(SEVEN.goals[0]))
    assert run(["export", "seven", "--start", goal, "--to", "asp", "--out", "."]) == 0
    for more, code, told in [([], 0, "0 moves"), (["impossible.lp"], 21, "clingo says that there is no plan")]:
        Path("impossible.lp").write_text(":- not a. #external a.")
        command = [sys.executable, "-m", "clingo", "seven-rules.lp", "seven-instance.lp", *more]
        Path("clingo.plan").write_text(subprocess.run(command, capture_output=True, text=True).stdout)
        capsys.readouterr()
        assert run(["plan", "seven", "clingo.plan", "--start", goal]) == code
        assert told in "".join(capsys.readouterr())


CLINGO = "clingo version 5.8.0\nReading from seven-rules.lp ...\nSolving...\n"
WRONG = [
    (BLOCKS, "", 1, "there is no plan in this file"),
    (BLOCKS, "UNSATISFIABLE", 1, "clingo says that there is no plan"),
    (BLOCKS, CLINGO + "UNSATISFIABLE\n\nModels       : 0\n", 4, "clingo says that there is no plan"),
    (BLOCKS, CLINGO + "UNKNOWN\n\nTIME LIMIT   : 1\n", 4, "clingo was stopped before it found a plan"),
    (BLOCKS, CLINGO + "SATISFIABLE\n", 4, "clingo did not print its answer; run it without --quiet"),
    (BLOCKS, CLINGO, 3, "the output of clingo ends before its answer"),
    (BLOCKS, CLINGO + "Answer: 1\n\nSATISFIABLE\n", 1, "there is no plan in this file, and the start is not a goal"),
    (SEVEN, CLINGO + "Answer: 1\n\nAnswer: 2\noccurs(slide(t3,c1,c0),1)\nSATISFIABLE", 1, "there is no plan"),
    (BLOCKS, "(move b_red b_blue g_y)\n(fly b_red)", 2, "step 2, (fly b_red): fly is not an action; blocks_world"),
    (BLOCKS, "(move b_red b_blue)", 1, "move takes 3 objects, not 2"),
    (BLOCKS, "(move b_red b_blue q_y)", 1, "q_y does not start with g_"),
    (BLOCKS, "(move b_red b_blue g_y)\nand more", 2, "and more is not an action such as"),
    (BLOCKS, "(move b_red b_blue g_y)\n\n(move b_green g_x g_z)", 3, "green is not clear"),
    (BLOCKS, PLAN.rsplit("(", 2)[0], 6, "the plan ends after 4 steps and is not at a goal there"),
    (BLOCKS, PLAN + "(move b_red b_blue g_y)", 9, "the plan reaches a goal after 5 steps, but continues"),
    (BLOCKS, "pink->x", 1, "pink is not a block; the blocks are red, blue, green"),
    (BLOCKS, "(slide t1 c0 c1)", 1, "slide is not an action"),
    (SEVEN, "7 4", 1, "step 2, 4: tile 4 is not next to the blank"),
    (SEVEN, "7\n99", 2, "99 is not a tile; the tiles are 1, 2"),
    (SEVEN, "(slide t7 c1 c2)", 1, "cell 2 is not blank"),
    (SEVEN, "(slide t7 c1 cx)", 1, "cx is not a name such as c1"),
    (SEVEN, "occurs(slide(t7,c1,c0),2) occurs(slide(t3,c1,c0),1)", 1, "step 1, occurs(slide(t3,c1,c0),1): "),
    (SEVEN, "occurs(slide(t7,c1,c0),1)\noccurs(slide(t7,c0,c1),1)", 2, "is a second action at the time 1"),
    (JUGS, "(op0)\n(op18)", 2, "which does not hold here"),
    (POCKET, "U X", 1, "step 2, X: X is not a move"),
    (POCKET, "(turn m__55_7)", 1, "no generator has the move U7"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "text", "line", "message"), WRONG, ids=[message for *_, message in WRONG])
def test_the_first_wrong_step_is_named(facts, text, line, message):
    with pytest.raises(FactFileError) as caught:
        plan_of(facts, facts.starts[0][1], text, "my.plan")
    assert str(caught.value).startswith(f"my.plan:{line}:")
    assert message in str(caught.value)
    assert (len(str(caught.value).splitlines()), caught.value.exit_code) == (1, 21)


def test_moves_may_begin_with_a_bracket():
    facts = read_text(PAIRS, "pairs.pl")
    moves = solve(facts, "breadth_first", engine="python").moves
    assert plan_of(facts, facts.starts[0][1], "".join(f"{move}\n" for move in moves)) == moves


def test_moves_may_begin_with_what_begins_a_comment():
    facts = read_text(
        'puzzle(p, rules, "P").\n:- op(150, fx, #).\nstart(s, 0).\ngoal(2).\nmove(A, #(B), B) :- A < 5, B is A + 1.\n'
    )
    moves = plan_of(facts, facts.starts[0][1], "# to 2\n#(1)\n#a note\n#(2)\n")
    assert [move.name for move in moves] == ["#(1)", "#(2)"]
    assert plan_of(SEVEN, SEVEN.goals[0], "#(a note)\n") == ()


def test_moves_of_rules_may_be_written_as_actions():
    start, moves = JUGS.start("empty"), tiles(JUGS)
    text = "".join(f"({move.name.replace('(', ' ').replace(',', ' ').rstrip(')')})\n" for move in moves)
    assert plan_of(JUGS, start, text) == moves
    with pytest.raises(FactFileError, match=r"step 1, fill\(4\): fill\(4\) is not a move here; there are fill\(5\)"):
        plan_of(JUGS, start, "(fill 4)\n")


def test_names_that_prolog_quotes_are_written_as_planners_do():
    text = """puzzle(p, rules, "P").
start(s, []).
goal([held('1st'), held('a-b')]).
action('pick-up'(X), [], [held(X)], []) :- member(X, ['1st', 'a-b', 'a b']).
"""
    facts = read_text(text)
    moves = (RuleMove("'pick-up'('1st')"), RuleMove("'pick-up'('a-b')"))
    for plan in ("(pick-up 1st)\n(pick-up a-b)", "(PICK-UP 1ST) (PICK-UP A-B)", "pick-up(1st).\n'pick-up'('a-b')"):
        assert plan_of(facts, facts.starts[0][1], plan) == moves


def test_an_answer_may_have_an_action_a_line():
    moves = tiles(SEVEN)
    atoms = [f"occurs(slide(t{m.piece},c{m.source},c{m.target}),{n})\n" for n, m in enumerate(moves, 1)]
    assert plan_of(SEVEN, SEVEN.start("page"), "".join(reversed(atoms))) == moves


def test_equal_tiles_side_by_side_are_ambiguous():
    start = (1, 2, 4, 2, 0, 3, 4, 5, 6)
    with pytest.raises(FactFileError, match="next to the blank on several cells"):
        plan_of(BOX, start, "2")


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.plan").write_text(PLAN)
    assert run(["plan", "blocks3", "mine.plan"]) == 0
    printed = capsys.readouterr().out
    assert "3: green→z" in printed
    assert "5 moves; a shortest solution has 5, as optimal/2 says" in printed
    (tmp_path / "long").write_text("7 7 " + " ".join(str(move.piece) for move in tiles(SEVEN)))
    assert run(["plan", "seven", "long", "--json", "--picture", "long.svg"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["length"], form["lower_bound"], form["program"]) == (38, None, "plan")
    assert form["checks"][-1]["detail"].startswith("38 moves; a shortest solution has 36")
    assert (tmp_path / "long.svg").exists()
    assert run(["plan", "seven", "long", "--start", "goal"]) == 41
    assert run(["plan", "seven", "none"]) == 20
    assert run(["plan", "seven", "."]) == 20


@pytest.mark.slow
def test_exported_to_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["export", "seven", "--to", "pddl"]) == 0
    printed = capsys.readouterr()
    assert (printed.out.count("(define"), printed.err) == (2, "")
    assert run(["export", "seven", "--to", "asp", "--out", "."]) == 0
    assert capsys.readouterr().err.splitlines() == ["seven-rules.lp written", "seven-instance.lp written"]
    (tmp_path / "seven-rules.lp").unlink()
    assert run(["export", "seven", "--to", "asp", "--out", "."]) == 43
    assert not (tmp_path / "seven-rules.lp").exists()
    assert run(["export", "seven", "--to", "asp", "--out", ".", "--force"]) == 0
    assert run(["export", "seven", "--to", "pddl", "--out", "new/folder"]) == 0
    assert sorted(path.name for path in Path("new/folder").iterdir()) == ["seven-domain.pddl", "seven-problem.pddl"]
    assert run(["export", "seven", "--to", "pddl", "--out", "seven-rules.lp"]) == 43
    assert run(["export", "seven", "--to", "pddl", "--out", "seven-rules.lp/within"]) == 43
    assert run(["export", "ten_on_three", "--to", "pddl", "--out", "ten"]) == 0
    assert sorted(path.name for path in Path("ten").iterdir()) == [
        "ten_on_three-domain.pddl",
        "ten_on_three-problem.pddl",
    ]
    assert run(["export", "seven", "--to", "sas"]) == 2
    assert run(["export", "seven"]) == 2
