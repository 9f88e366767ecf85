"""`--program` on a puzzle of rules: copies of our programs, and what a learner writes; wrong ones are found out."""

import json
import re

import pytest

from pybridge.cli import run
from pybridge.engines import prolog
from pybridge.facts import find, prolog_folder
from pybridge.outcome import Outcome
from tests.samples import sample

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

RULES = (prolog_folder() / "rules.pl").read_text(encoding="utf-8")
BREADTH_FIRST = (prolog_folder() / "breadth_first.pl").read_text(encoding="utf-8")
BARE = re.sub(r"(?m)^:- include.*\n", "", RULES)
STEP = "step(State, Move, State1) :-\n"
DEEPENING = """
ids :-
    start(_, Start), between(0, 50, Limit), format("----- ~d -----~n", [Limit]),
    search(Start, Limit, [Start], Path), !, show(Path).

search(State, 0, Path, Path) :- goal(State).
search(State, Left, Seen, Path) :-
    Left > 0, move(State, Move, Next), \\+ memberchk(Next, Seen), Left1 is Left-1,
    search(Next, Left1, [Next|Seen], Path), noted(Move).

noted(_).
"""
MOVES = """
ids :- start(_, Start), between(0, 50, Limit), length(Moves, Limit), search(Start, Moves), !, show(Start, Moves).

search(State, []) :- goal(State).
search(State, [Move|Moves]) :- move(State, Move, Next), search(Next, Moves).
"""
QUEUE = """
ids :- start(_, Start), search([[Start]], [Start], Path), !, reverse(Path, States), print(States), nl.

search([[State|Path]|_], _, [State|Path]) :- goal(State).
search([[State|Path]|Paths], Seen, Found) :-
    findall(Next, ( move(State, _, Next), \\+ memberchk(Next, Seen) ), New0), sort(New0, New),
    findall([Next,State|Path], member(Next, New), More),
    append(Paths, More, Paths1), append(New, Seen, Seen1),
    search(Paths1, Seen1, Found).
"""
META = """
ids :- start(_, S), between(0, 50, N), writeln(N), call_with_depth(N, S, Ms), !, forall(member(M, Ms), (write(M), nl)).

call_with_depth(0, S, []) :- once(goal(S)).
call_with_depth(N, S, [M|Ms]) :- N > 0, N1 is N-1, call(move, S, M, S1), call_with_depth(N1, S1, Ms).
"""

JOINED = "\njoined(Sign, Moves) :- forall(nth1(I, Moves, M), ( I > 1 -> write(Sign), write(M) ; write(M) )).\n"

# What a program does, and its text.
GOOD = {
    "a copy of rules.pl": RULES,
    "a copy without its includes": BARE,
    "a copy of breadth_first.pl": f"{BREADTH_FIRST}\nids :- breadth_first.\n",
    "states, one a line, last one first": f"{DEEPENING}\nshow(Path) :- forall(member(S, Path), (write(S), nl)).\n",
    "a list of states, last one first": f"{DEEPENING}\nshow(Path) :- print(Path), nl.\n",
    "states with other lines between": f"{DEEPENING}\nshow(Path) :- reverse(Path, States), writeln('Found it!'), "
    "forall(member(S, States), format('State: ~n   ~q.~n', [S])).\n",
    "a list of moves": f"{MOVES}\nshow(_, Moves) :- format('The moves are ~w.~n', [Moves]).\n",
    "a list behind a word": f"{MOVES}\nshow(_, Moves) :- format('Solution: ~w~n', [Moves]).\n",
    "moves behind a word": f"{MOVES}{JOINED}show(_, Moves) :- write('Moves: '), joined(', ', Moves), nl.\n",
    "moves in a chain": f"{MOVES}{JOINED}show(_, Moves) :- write('The way = '), joined(' -> ', Moves), writeln('.').\n",
    "moves with blanks": f"{MOVES}{JOINED}show(_, Moves) :- joined(' ', Moves), nl.\n",
    "moves, one a line": f"{MOVES}\nshow(_, Moves) :- forall(nth1(I, Moves, M), format('~d. ~q~n', [I, M])).\n",
    "numbered in Japanese": f"{MOVES}\nshow(_, Ms) :- forall(nth1(I, Ms, M), format('~d手目: ~w~n', [I, M])).\n",
    "a move in a sentence": f"{MOVES}\nshow(_, Ms) :- forall(member(M, Ms), format('Now ~w, she said.~n', [M])).\n",
    "states in sentences": f"{MOVES}\nshow(_, []).\n"
    "show(S, [M|Ms]) :- move(S, M, T), format('we go from ~w to ~w~n', [S, T]), show(T, Ms).\n",
    "moves behind their states": f"{MOVES}\nshow(S, Ms) :- format('a start is ~w~n', [S]), shown(S, Ms).\n"
    "shown(_, []).\nshown(S, [M|Ms]) :- move(S, M, T), format('to ~w by ~w~n', [T, M]), shown(T, Ms).\n",
    "moves with the states before and behind them": f"{MOVES}\nshow(_, []).\n"
    "show(S, [M|Ms]) :- move(S, M, T), format('~q: ~q -> ~q~n', [M, S, T]), show(T, Ms).\n",
    "moves with states": f"{MOVES}\nshow(_, []).\n"
    "show(S, [M|Ms]) :- move(S, M, T), format('Step: ~q -> ~q~n', [M, T]), show(T, Ms).\n",
    "pairs in a list": f"{MOVES}\nshow(S, Ms) :- pairs(S, Ms, Ps), print(Ps).\n"
    "pairs(_, [], []).\npairs(S, [M|Ms], [M-T|Ps]) :- move(S, M, T), pairs(T, Ms, Ps).\n",
    "breadth first with a queue": QUEUE,
    "print_path with states": f"{DEEPENING}\nshow(Path) :- print_limit(0), print_path(Path).\n"
    "print_limit(N) :- writeln(N).\nprint_path(P) :- print(P).\n",
    "move/3 by its name": META,
    "rules and search in one file": find("jugs").read_text(encoding="utf-8")
    + MOVES
    + "show(_, Moves) :- print(Moves).\n",
}
QUICK_GOOD = (
    "a copy without its includes",
    "a copy of breadth_first.pl",
    "moves with blanks",
    "moves with states",
    "print_path with states",
    "rules and search in one file",
)


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.pl"

    def write(text: str) -> str:
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def output(capsys, *arguments: str) -> dict:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", sample(GOOD, quick=QUICK_GOOD))
def test_a_right_program_is_right(mine, capsys, kind):
    found = output(capsys, "ids", "jugs", "--program", mine(GOOD[kind]))
    assert found["program"] == "mine.pl"
    assert found["length"] == 6


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", sample(["farmer", "tour"], quick=["farmer"]))
def test_a_copy_searches_the_same_nodes(mine, capsys, puzzle):
    found, original = (output(capsys, "ids", puzzle, *more, "--no-check") for more in (["--program", mine(BARE)], []))
    assert found["solutions"] == original["solutions"]
    assert found["expanded"] == original["expanded"] > 0


STEPS = """\
ids :- start(_, S), !, search([S-[]], [S]).
search([S-Steps|_], _) :- goal(S), !, reverse(Steps, Right), print(Right), nl.
search([S-Steps|Rest], Seen0) :-
    findall(T-[Step|Steps], ( move(S, Step, T), \\+ memberchk(T, Seen0) ), New),
    findall(T, member(T-_, New), States),
    append(States, Seen0, Seen),
    append(Rest, New, Queue),
    search(Queue, Seen).
"""


@pytest.mark.slow
def test_steps_that_continue_from_each_other_are_one_move(mine, capsys):
    found = output(capsys, "ids", "rush_easy", "--program", mine(STEPS))
    assert found["length"] == len(found["solutions"][0]) == 9


UNSOLVABLE = """\
puzzle(odd, rules, "Two lamps at once").
start(one, [0,0,1]).
goal([0,0,0]).
move([A,B,C], left, [A1,B1,C]) :- A1 is 1-A, B1 is 1-B.
move([A,B,C], right, [A,B1,C1]) :- B1 is 1-B, C1 is 1-C.
"""


@pytest.mark.parametrize("program", [BARE, STEPS])
@pytest.mark.parametrize("command", ["ids", "solve"])
def test_a_right_program_finds_nothing_where_there_is_nothing(mine, tmp_path, capsys, program, command):
    puzzle = tmp_path / "odd.pl"
    puzzle.write_text(UNSOLVABLE, encoding="utf-8")
    assert run([command, str(puzzle), "--program", mine(program), "--json"]) == Outcome.UNSOLVABLE.exit_code
    assert json.loads(capsys.readouterr().out)["outcome"] == "unsolvable"


NUMBERS = """\
puzzle(numbers, rules, "A number in a word").
start(zero, n:[0]).
goal(n:[12]).
move(n:[N], add:[K], n:[M]) :- N < 20, between(1, 4, K), M is N+K.
"""
PATHS = """\
ids :- start(_, S), between(0, 9, L), length(Path, L), search(S, Path), !, show(S, Path).
search(S, []) :- goal(S).
search(S, [M-T|Path]) :- move(S, M, T), search(T, Path).
"""


@pytest.mark.slow
@pytest.mark.parametrize("shown", ["T", "M"])
def test_a_word_before_a_list_may_be_part_of_a_state_or_move(mine, tmp_path, capsys, shown):
    puzzle = tmp_path / "numbers.pl"
    puzzle.write_text(NUMBERS, encoding="utf-8")
    text = f"{PATHS}show(_, Path) :- forall(member(M-T, Path), ( print({shown}), nl )).\n"
    assert output(capsys, "ids", str(puzzle), "--program", mine(text))["length"] == 3


@pytest.mark.slow
def test_invented_moves_beside_states_that_are_lists_are_found_out(mine, tmp_path, capsys):
    puzzle = tmp_path / "lamps.pl"
    puzzle.write_text(UNSOLVABLE.replace("[0,0,1]", "[1,0,1]"), encoding="utf-8")
    text = f"{PATHS}show(_, Path) :- forall(member(_-T, Path), ( print(sideways -> T), nl )).\n"
    assert run(["ids", str(puzzle), "--program", mine(text)]) == 60
    capsys.readouterr()


def test_what_a_puzzle_lacks_for_the_one_search_of_a_program_is_named(mine, capsys):
    assert run(["solve", "farmer", "--program", mine("ids_low.\n")]) == 42
    assert "ids_low needs bound/2, and farmer has none" in capsys.readouterr().err


ENDLESS = """\
puzzle(endless, rules, "Numbers grow").
start(zero, 0).
goal(-1).
move(N, add(K), M) :- between(1, 9, K), M is N + K.
"""


@pytest.mark.slow
def test_nobody_is_blamed_while_it_is_not_known_whether_there_is_a_solution(mine, tmp_path, capsys):
    puzzle = tmp_path / "long.pl"
    puzzle.write_text(ENDLESS, encoding="utf-8")
    code = run(["ids", str(puzzle), "--program", mine("ids.\n"), "--time-limit", "2"])
    assert code == Outcome.NO_SOLUTION_WITHIN_LIMIT.exit_code
    assert "✗" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_program_without_a_bound_runs_by_ids(mine, capsys):
    """A copy of the program, which has `ids_low` only for rules with a bound."""
    assert output(capsys, "solve", "farmer", "--program", mine(RULES))["length"] == 7


# What is wrong with a program, its text, and what is said about it.
WRONG = {
    "a move left out": (
        BARE.replace("    step(State, Move, State1),\n", "    step(State, Move, State1), Move \\= pour(5, 3),\n"),
        r"after 1 move it never tries the move pour\(5,3\)",
    ),
    "an illegal move to a goal": (
        BARE.replace(STEP, f"step(jugs(5, 0), magic, jugs(4, 1)).\n{STEP}"),
        r"an invalid solution: move 2 \(magic\) is not allowed",
    ),
    "a move beside the solution": (
        BARE.replace(STEP, f"step(_, magic, stone).\n{STEP}"),
        r"its solution is right, but at the start it goes to stone, which no move makes",
    ),
    "the first move left out": (
        f"{MOVES}\nshow(_, [_|Moves]) :- print(Moves).\n",
        r"an invalid solution: move 1 \(pour\(5,3\)\) is not allowed: the rules have no such move; they have fill",
    ),
    "the last move left out": (
        f"{MOVES}\nshow(_, Moves0) :- append(Moves, [_], Moves0), print(Moves).\n",
        r"an invalid solution: the moves end in jugs\(5,2\), which is not a goal",
    ),
    "a state too many": (
        f"{DEEPENING}\nshow([A|Path]) :- print([A,jugs(1,1)|Path]).\n",
        r"after 5 moves it prints \"jugs\(1,1\)\", which no move makes",
    ),
    "a longer solution": (
        MOVES.replace("between(0,", "between(8,") + "show(_, Moves) :- print(Moves).\n",
        "8 moves first, and the shortest solution has 6",
    ),
    "a longer solution and its length": (
        MOVES.replace("between(0,", "between(7,")
        + "show(_, Moves) :- forall(member(M, Moves), (print(M), nl)), length(Moves, L), writeln(L).\n",
        "7 moves first, and the shortest solution has 6",
    ),
    "a longer solution with states": (
        MOVES.replace("between(0,", "between(7,")
        + "show(_, []).\nshow(S, [M|Ms]) :- move(S, M, T), format('~q -> ~q~n', [M, T]), show(T, Ms).\n",
        "7 moves first, and the shortest solution has 6",
    ),
    "another state before the first move": (
        f"{DEEPENING}\nshow(Path) :- reverse(Path, [S|Ss]), forall(member(T, [S,jugs(9,9)|Ss]), (print(T), nl)).\n",
        r"at the start it prints \"jugs\(9,9\)\", which no move makes",
    ),
    "a move behind the last one": (
        f"{MOVES}\nshow(_, Ms0) :- append(Ms0, [pour(5, 3)], Ms), forall(member(M, Ms), (print(M), nl)).\n",
        r"an invalid solution: move 7 \(pour\(5,3\)\) is not allowed",
    ),
    "no solution": (f"{MOVES}\nshow(_, _).\n", "prints nothing that can be read as a solution"),
    "words alone": (f"{MOVES}\nshow(_, _) :- writeln(done).\n", "prints nothing that can be read as a solution"),
    "print_path with one move less": (
        f"{DEEPENING}\nshow([_|Path]) :- print_limit(0), print_path(Path).\nprint_limit(_).\nprint_path(_).\n",
        r"the moves end in jugs\(5,2\), which is not a goal",
    ),
    "a goal of its own": (
        f"{MOVES}\nshow(_, Moves) :- print(Moves).\n".replace("goal(State)", "State = jugs(2, _)"),
        r"the moves end in jugs\(2,3\), which is not a goal",
    ),
}  # fmt: skip
QUICK_WRONG = ("a move left out", "a move beside the solution", "the last move left out", "a state too many")


@pytest.mark.parametrize("kind", sample(WRONG, quick=QUICK_WRONG))
def test_a_wrong_program_is_explained(mine, capsys, kind):
    text, said = WRONG[kind]
    assert run(["ids", "jugs", "--program", mine(text)]) == 60
    told = capsys.readouterr().err
    assert re.search(said, told), told
    assert "bug" not in told


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("ids.\nmove(a, b, c).\n", 2, "move/3 is already defined by the puzzle's rules"),
        ("ids :- pour(0, 0, 0, _, _).\n", 1, "pour/5 is not defined"),
        ("ids :- move(_, _, _), shell(ls).\n", 1, "shell/1"),
    ],
)
def test_what_is_refused(mine, capsys, text, line, said):
    path = mine(text)
    assert run(["ids", "jugs", "--program", path]) == 53
    told = capsys.readouterr().err
    assert told.startswith(f"{path}:{line}:")
    assert said in told


@pytest.mark.parametrize("most", [10_000, 8])
def test_what_it_prints_first_is_kept_of_many_lines(most, mine, capsys, monkeypatch):
    """So the message for a program without a cut is right, however long it goes on."""
    monkeypatch.setattr(prolog, "_FIRST_LINES", 4)
    monkeypatch.setattr(prolog, "_MOST_LINES", most)
    text = MOVES.replace("between(0, 50, Limit)", "between(0, 8, Limit)").replace(", !, show", ", show")
    path = mine(f"{text}show(_, Moves) :- print(Moves), nl, fail.\n")
    assert run(["ids", "jugs", "--program", path, "--quiet"]) == 60
    assert (
        "its solution is right, but it goes on and prints one of 7 moves: end it with a cut" in capsys.readouterr().err
    )


@pytest.mark.slow
def test_work_of_the_rules_is_no_loop(mine, capsys):
    """Moves that need thousands of inferences each."""
    assert output(capsys, "ids", "rush_easy", "--program", mine(BARE))["length"] == 9


def test_a_given_start(mine, capsys):
    found = output(capsys, "ids", "jugs", "--program", mine(BARE), "--start", "jugs(5, 0)")
    assert found["length"] == 5


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("[empty(5), fill(5)]", "it prints an invalid solution: the moves end in jugs("),
        ("[fill(3), empty(3)]", "it finds 8 moves first, and the shortest solution has 6"),
    ],
)
def test_moves_behind_a_solution_belong_to_it(tmp_path, capsys, after, told):
    path = tmp_path / "mine.pl"
    path.write_text(f"{MOVES}\nshow(_, Ms) :- append(Ms, {after}, All), forall(member(M, All), writeln(M)).\n")
    assert run(["ids", "jugs", "--program", str(path)]) == 60
    assert told in capsys.readouterr().err


def test_a_state_behind_a_solution_is_no_move(tmp_path, capsys):
    path = tmp_path / "mine.pl"
    path.write_text(
        f"{MOVES}\nshow(S, Ms) :- forall(member(M, Ms), writeln(M)), search(S, Ms, T), writeln(T), writeln(S).\n"
        "search(S, [], S).\nsearch(S, [M|Ms], T) :- move(S, M, S1), search(S1, Ms, T).\n"
    )
    assert run(["ids", "jugs", "--program", str(path)]) == 0
