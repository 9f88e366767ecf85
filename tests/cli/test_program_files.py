"""`--program FILE` in every command, with and without the name of a puzzle; and `--why` beside a diagnosis."""

import json
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.facts.catalogue import prolog_folder, shipped

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

SEVEN = (prolog_folder() / "seven.pl").read_text(encoding="utf-8")
EIGHT = (Path(__file__).parent / "own_eight.pl").read_text(encoding="utf-8")
SEARCH = """
ids :-
    start(_, Start), between(0, 50, Limit), format("----- ~d -----~n", [Limit]),
    length(Moves, Limit), search(Start, Moves), !, print(Moves), nl.
search(State, []) :- goal(State).
search(State, [Move|Moves]) :- move(State, Move, Next), search(Next, Moves).
"""


def facts(name: str) -> str:
    return shipped()[name].read_text(encoding="utf-8")


@pytest.fixture
def mine(tmp_path):
    def write(text: str, name: str = "mine.pl") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize(
    ("text", "puzzle", "length"),
    [
        (facts("farmer") + SEARCH, "farmer", 7),
        (facts("farmer").replace("puzzle(", "% puzzle(") + SEARCH, "wolf", 7),
        (facts("eight") + EIGHT, "eight", 12),
    ],
    ids=["rules", "rules without puzzle/3", "facts"],
)
def test_a_puzzle_in_the_file(mine, capsys, text, puzzle, length):
    program = mine(text, "wolf.pl")
    assert run(["ids", "--program", program, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == f"pybridge: the puzzle is {puzzle}, from {program}\n"
    found = json.loads(told.out)
    assert (found["puzzle"], found["length"]) == (puzzle, length)


def test_a_copy_runs_on_the_puzzle_that_it_includes(mine, capsys):
    assert run(["ids", "--program", mine(SEVEN), "--start", "1 2 3 4 / . 5 6 7", "--quiet"]) == 0
    told = capsys.readouterr()
    assert "the puzzle is seven" in told.err
    assert "solved in 3 moves" in told.out


def test_what_lies_beside_does_not_hide_a_program(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ida_star").mkdir()
    (tmp_path / "ids").write_text("no program at all", encoding="utf-8")
    assert run(["solve", "blocks3", "--program", "ida_star"]) == 0
    assert run(["compare", "blocks3", "--program", "ids"]) == 0
    assert run(["trace", "blocks3", "--program", "./ids"]) != 0


@pytest.mark.parametrize("command", ["ids", "ids_low", "solve", "trace"])
def test_a_program_needs_a_puzzle(mine, capsys, command):
    assert run([command, "--program", mine(SEARCH)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "mine.pl has no puzzle: name the one that it solves" in told.err
    assert told.err.count("\n") == 1


def test_faults_of_rules_without_a_name_are_told(mine, capsys):
    text = "start(a, s(0)).\ngoal(s(3)).\nmove(s(A), up, s(B)) :- B is A+1, smal(B).\nsmall(B) :- B < 5.\nids.\n"
    assert run(["ids", "--program", mine(text)]) == 21
    assert "mine.pl:3:35: smal/1 is not defined (did you mean small?)" in capsys.readouterr().err


@pytest.mark.slow
def test_a_named_puzzle_counts(mine, capsys):
    assert run(["ids", "blocks3", "--program", mine((prolog_folder() / "blocks.pl").read_text()), "--quiet"]) == 0
    assert "the puzzle is" not in capsys.readouterr().err


@pytest.mark.slow
def test_solve(mine, capsys):
    assert run(["solve", "eight", "--program", mine(SEVEN), "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "12 moves by prolog mine.pl, python ids_low" in out
    assert "as many as python ids_low" in out
    assert run(["solve", "eight", "--program", mine(SEVEN), "--engine", "native"]) == 42
    assert run(["solve", "eight", "--program", mine(SEVEN), "--heuristic", "manhattan"]) == 42
    assert run(["solve", "eight", "--program", mine(SEVEN.replace("N1 is N+1", "N1 = N+1"))]) == 60
    assert "write `N1 is N+1`" in capsys.readouterr().out


@pytest.mark.slow
def test_trace(mine, capsys):
    assert run(["trace", "eight", "--program", "ids_low", "--engine", "prolog", "--json"]) == 0
    ours = json.loads(capsys.readouterr().out)
    assert run(["trace", "eight", "--program", mine(SEVEN), "--json"]) == 0
    theirs = json.loads(capsys.readouterr().out)
    assert theirs["nodes"] == ours["nodes"]
    assert theirs["program"] == "mine.pl"
    assert run(["trace", "eight", "--program", mine(EIGHT)]) == 42
    assert "does not visit nodes by the classic program's predicate" in capsys.readouterr().err
    assert run(["trace", "eight", "--program", mine(SEVEN.replace("Board, Board1)", "Board, _)"))]) == 53
    assert "visits what is not a state of the puzzle" in capsys.readouterr().err


@pytest.mark.slow
def test_a_trace_without_thresholds(mine, capsys):
    assert run(["trace", "eight", "--program", mine(SEVEN.replace("    print_limit(Limit),\n", ""))]) == 42
    assert "announces no threshold, so no iteration of it can be shown" in capsys.readouterr().err


JOINED = """
ids :- start(_, S), reverse(S, T), msort(T, U), print_limit(0), print_moves([U, S]).
print_limit(_).
print_moves(_).
"""
STATES = """
ids :- print_limit(1), print_path([s(2), X, s(0)]), X = s(7).
print_limit(_).
print_path(_).
"""


@pytest.mark.parametrize(("name", "text", "says"), [
    ("pancake", JOINED, "what it prints is not a solution"),
    ("counting.pl", STATES.replace("print_path([s(2), X, s(0)]), X = s(7)", "print_path([s(3), s(0)])"), "no move"),
])  # fmt: skip
def test_states_that_no_move_joins(name, text, says, mine, capsys):
    counting = 'puzzle(counting, rules, "C").\nstart(a, s(0)).\ngoal(s(3)).\nmove(s(A), up, s(B)) :- A < 3, B is A+1.\n'
    puzzle = mine(counting, name) if name.endswith(".pl") else name
    assert run(["ids", puzzle, "--program", mine(text)]) == 60
    assert says in capsys.readouterr().out


@pytest.mark.parametrize(("words", "code", "message"), [
    (["trace", "eight", "--engine", "python"], 42, "mine.pl is a program in Prolog; it needs the engine prolog"),
    (["solve", "eight", "--engine", "python"], 42, "mine.pl is a program in Prolog; it needs the engine prolog"),
    (["solve", "eight", "--cluster", "local:1"], 2, "leave out --cluster: a program of your own runs without"),
    (["solve", "eight", "--fresh", "--prove"], 2, "leave out --prove and --fresh: a program of your own runs without"),
])  # fmt: skip
def test_no_option_is_ignored_in_silence(words, code, message, mine, capsys):
    assert run([*words, "--program", mine(SEVEN)]) == code
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


@pytest.mark.slow
@pytest.mark.parametrize("text", ["ids_low :- true.\n", SEVEN.replace("between(Low, inf,", "between(Low, 8,")])
def test_a_limit_excuses_no_program_that_ends_before_it(text, mine, capsys):
    early, right = mine(text, "early.pl"), mine(SEVEN)
    assert run(["ids_low", "eight", "--program", early, "--last", "12"]) == 60
    assert "the shortest solution has 12 moves" in capsys.readouterr().err
    for programs in (f"{early},{right}", f"{right},{early}"):
        assert run(["compare", "eight", "--program", programs]) == 60
        assert "early.pl: it ends" in capsys.readouterr().err


def test_it_finds_what_is_shortest_or_nothing(mine, capsys):
    assert run(["solve", "eight", "--program", mine(SEVEN), "--any", "20"]) == 2
    assert "leave out --any: a program of your own runs without" in capsys.readouterr().err


@pytest.mark.slow
def test_compare(mine, capsys):
    wrong = mine(SEVEN.replace("N1 is N+1", "N1 = N+1"), "wrong.pl")
    assert run(["compare", "eight", "--program", f"{mine(SEVEN)},ids_low"]) == 0
    out = capsys.readouterr().out
    assert "prolog mine.pl" in " ".join(out.split())
    assert "the engines agree" in out
    assert run(["compare", "eight", "--program", f"{wrong},ids_low"]) == 60
    told = capsys.readouterr()
    assert "write `N1 is N+1`" in told.out
    assert "wrong.pl: threshold 12 was searched completely" in told.err


@pytest.mark.slow
def test_bench(mine, capsys):
    wrong = mine(SEVEN.replace("N1 is N+1", "N1 = N+1"), "wrong.pl")
    base = ["bench", "eight", "--heuristic", "manhattan", "--fresh", "--start"]
    assert run([*base, "middling", "--program", mine(SEVEN), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    theirs = told["heuristics"][-1]
    assert theirs["program"] == "mine.pl"
    assert run(["solve", "eight", "--start", "middling", "--program", "ids_low", "--engine", "python", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    nodes = ("expanded", "generated", "completed_expanded", "completed_generated")
    assert [theirs["boards"][0][each] for each in nodes] == [page[each] for each in nodes]
    assert theirs["boards"][0]["h"] is theirs["means"]["h"] is None
    assert run([*base, "easy", "--program", mine(EIGHT), "--json"]) == 0
    theirs = json.loads(capsys.readouterr().out)["heuristics"][-1]
    assert [theirs["boards"][0][each] for each in nodes] == [theirs["means"][each] for each in nodes] == [None] * 4
    assert theirs["rate"] is None
    assert run([*base, "easy", "--program", wrong]) == 60
    assert "write `N1 is N+1`" in capsys.readouterr().err


@pytest.mark.parametrize(("why", "shown"), [("2", "g = 2 "), ("1 2 3 / 4 5 6 / 7 . 8", "h = 0 ")])
def test_why_keeps_the_diagnosis(mine, capsys, why, shown):
    wrong = mine(SEVEN.replace("N1 is N+1", "N1 = N+1"))
    assert run(["ids_low", "eight", "--program", wrong, "--why", why]) == 60
    told = capsys.readouterr()
    assert "write `N1 is N+1`" in told.out
    assert "and what the program does along it" in told.out
    assert shown in told.out


@pytest.mark.slow
def test_why_without_any_solution_keeps_the_diagnosis(mine, capsys):
    wrong = mine(SEVEN.replace("N1 is N+1", "N1 = N+1"))
    assert run(["ids_low", "eight", "--program", wrong, "--why", "99"]) == 60
    told = capsys.readouterr()
    assert "--why 99: the solution has 12 moves" in told.err
    assert "write `N1 is N+1`" in told.out
