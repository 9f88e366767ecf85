"""`--program` with programs that are wrong, each in its own way: all end by themselves and are explained."""

import json
import re
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.facts.catalogue import prolog_folder
from tests.samples import sample

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

SEVEN = (prolog_folder() / "seven.pl").read_text(encoding="utf-8").replace("puzzles/", f"{prolog_folder()}/puzzles/")
OWN = (Path(__file__).parent / "own_printing.pl").read_text(encoding="utf-8")
STEP = "    Low1 is Low-From+To,\n"
FIRST = "    between(Low, inf, Limit),\n"

# What is wrong, what stands there in seven.pl, what is there instead, and what is said about it.
WRONG = {
    "inadmissible bound": (
        STEP,
        "    Low1 is Low-From+2*To,\n",
        "12 was .* after 1 move its bound says 12, and 11 moves re",
    ),
    "bound not updated": (
        STEP,
        "    Low1 = Low,\n",
        "after 1 move its bound says 12, and 11 moves remain: not a lower",
    ),
    "undo wrong": (
        "\\+ Moves = [Tile-Cell|_]",
        "\\+ memberchk(Tile-_, Moves)",
        "after 5 moves it never tries the move 2 to",
    ),
    "a move missing": ("member(Cell, Cells),", "member(Cell, Cells), Cell =\\= Blank-1,", "it never tries the move"),
    "a move too many": (
        "    neighbor(Blank, Cells),",
        "    neighbor(Blank, Cells0), Far is (Blank+4) mod 9, Cells = [Far|Cells0],",
        "its solution is right, but at the start it goes to .* which no move makes",
    ),
    "an exchange wrong": ("put(1, X, Y, [Y|Xs], [X|Xs])", "put(1, X, Y, [Y|Xs], [Y|Xs])", "which no move makes"),
    "a loop": ("    N+Low =< Limit,\n", "    repeat,\n", "does not finish|runs out of memory"),
    "moves not counted": ("N1 is N+1", "N1 is N", "runs out of memory at threshold 12|does not finish"),
    "no solution printed": (
        "    goal(Board),\n    !,\n",
        "    !,\n",
        "an invalid solution: the moves end in .* not a goal",
    ),
    "longer first": (FIRST, "    member(Limit, [14, 16]),\n", "it finds 14 moves first.* 12 is never searched"),
    "exception": (STEP, "    Low1 is Low-From+_,\n", r"mine.pl:79:1: in dfs_low/6, at Low1 is 12-2\+_: is/2: Arg"),
    "no result": (
        FIRST,
        "    between(Low, 6, Limit),\n",
        "it ends before any threshold and prints nothing that can be read as a solution; ids_low/0 fails; the sh",
    ),
    "gives up": (
        FIRST,
        "    between(8, 10, Limit),\n",
        "it ends after threshold 10 and prints nothing that can be read as a solution",
    ),
}
QUICK = ("inadmissible bound", "a move too many", "moves not counted", "no solution printed", "exception")
ISOLATED = (*QUICK, "a loop")
"""Those that need a process of their own, and some that end soon anywhere."""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.pl"

    def write(old: str, new: str, text: str = SEVEN) -> str:
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("kind", sample(WRONG, quick=QUICK))
def test_it_is_explained(mine, capsys, kind):
    old, new, said = WRONG[kind]
    code = run(["ids_low", "eight", "--program", mine(old, new), *([] if kind in ISOLATED else ["--no-isolate"])])
    printed = capsys.readouterr()
    assert code == (53 if kind == "exception" else 60)
    assert re.search(said, printed.err), printed.err
    told = [line for line in printed.err.splitlines() if ": warning: " not in line]
    assert len(told) == 1
    assert "✓ solved" not in printed.out
    assert kind == "exception" or "a check failed" in printed.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("sum_", "said"),
    [
        ("N1 is N+B", "own.pl:5:1: in counted/3, at N1 is 0+[]: is/2: Type error"),
        ("N1 is B+1", "own.pl:5:1: in counted/3, at N1 is []+1: is/2: Type error"),
        ("true, N1 is B+1, true", "own.pl:5:1: in counted/3, at N1 is []+1: is/2: Type error"),
    ],
    ids=["last call", "within its frame", "not last"],
)
def test_an_error_is_at_its_own_clause(sum_, said, tmp_path, capsys):
    path = tmp_path / "own.pl"
    path.write_text(
        "ids :- next([], 0, _), print(done).\n"
        "next(B, N, N1) :-\n    counted(B, N, N1),\n    neighbor(N1, _).\n"
        f"counted(B, N, N1) :-\n    {sum_}.\n"
    )
    assert run(["ids", "eight", "--program", str(path)]) == 53
    assert said in capsys.readouterr().err


def test_a_state_of_another_kind_is_shown_as_a_term(mine, capsys):
    path = mine("    slide(Blank, Cell, Board, Board1),\n", "    Board1 = slide(Blank, Cell, Board),\n")
    assert run(["ids_low", "eight", "--program", path]) == 60
    told = capsys.readouterr()
    assert "at the start it goes to slide(6,3,[1,3,5,8,7,2,0,4,6]), which no move makes" in told.err
    assert "write `slide(Blank, Cell, Board, Board1)`" in " ".join(told.out.split())


@pytest.mark.slow
def test_the_steps_are_shown_and_are_json(mine, capsys):
    old, new, _ = WRONG["inadmissible bound"]
    path = mine(old, new)
    assert run(["ids_low", "eight", "--program", path]) == 60
    out = capsys.readouterr().out
    assert re.search(r"^1 +11 +12 +13   ✗ cut at 12: the bound is larger than the moves left$", out, flags=re.M)
    assert run(["ids_low", "eight", "--program", path, "--json"]) == 60
    form = json.loads(capsys.readouterr().out)
    told = form["diagnosis"]
    assert [each["threshold"] for each in form["iterations"]] == [12]
    assert [(each["g"], each["left"], each["visited"], each["bound"]) for each in told["steps"]] == [
        (0, 12, True, 12), (1, 11, True, 12), (2, 10, False, None)
    ]  # fmt: skip
    assert (told["threshold"], len(told["moves"])) == (12, 2)


@pytest.mark.parametrize("blind", [False, True])
def test_without_a_bound(mine, capsys, blind):
    """`ids` has no bound; a program whose predicates have other names cannot be observed."""
    text = SEVEN.replace("dfs(", "search(") if blind else SEVEN
    path = mine("    member(Cell, Cells),", "    member(Cell, Cells), Cell =\\= Blank+3,", text)
    assert run(["ids", "eight", "--program", path, "--start", "1 2 3 / . 4 6 / 7 5 8"]) == 60
    said = "its path cannot be observed" if blind else "it never tries the move"
    told = capsys.readouterr()
    assert said in told.err
    assert ("not visited" in told.out) is not blind


@pytest.mark.parametrize("kind", ["no solution printed", "no result"])
def test_it_is_explained_without_a_twin(mine, capsys, kind):
    old, new, said = WRONG[kind]
    assert run(["ids_low", "eight", "--program", mine(old, new), "--no-check"]) == 60
    assert re.search(said, capsys.readouterr().err)


def own(text: str, tmp_path: Path) -> str:
    path = tmp_path / "page.pl"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_a_program_of_its_own_kind(tmp_path, capsys):
    """Facts, names and printing of its own: its states are its solution, and numbers alone its thresholds."""
    program = own(OWN.replace("[0,7,2,1,4,3,6,5]", "[0,7,2,5,4,3,1,6]"), tmp_path)
    assert run(["ids_low", "seven", "--start", "0 7 2 5 / 4 3 1 6", "--program", program, "--last", "28"]) == 0
    out = capsys.readouterr().out
    assert "solved in 28 moves" in out
    assert "nodes   not counted" in out
    thresholds = re.findall(r"^ +(\d+) +[\d,]+ +\d+\.\d+", out, flags=re.M)
    assert thresholds == [str(number) for number in range(18, 29)]


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("write(S), nl", "write(S), nl, nl", 0, ""),
        ("print_answer(Ss), write(S), nl", "write(S), nl, print_answer(Ss)", 0, ""),
        ("write(S), nl", "S = [A,B|Cs], write([B,A|Cs]), nl", 60, "prints nothing that can be read as a solution"),
        ("neighbor(0, [1,4])", "neighbor(0, [1,2])", 53, ":2:1: neighbor/2 is already defined by the facts; choose"),
        (
            "print_answer(Ss), write(S)",
            "print_answer(Ss), ( nth0(5, S, 0) -> true ; write(S) )",
            60,
            "which no move makes",
        ),
    ],
)
def test_what_it_prints(tmp_path, capsys, old, new, code, said):
    assert old in OWN
    near = OWN.replace(old, new).replace("[0,7,2,1,4,3,6,5]", "[1,2,3,4,0,5,6,7]")
    near = near.replace("search(0, Limit, 0", "search(0, Limit, 4")
    assert run(["ids_low", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", own(near, tmp_path)]) == code
    assert said in capsys.readouterr().err


@pytest.mark.slow
def test_pieces_in_their_order_are_a_solution(tmp_path, capsys):
    text = "ids :- writeln('depth'), writeln(3), writeln([5, 6, 7]).\n"
    assert run(["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", own(text, tmp_path)]) == 0
    assert "solved in 3 moves" in capsys.readouterr().out
    text = "ids :- writeln(3), writeln([5, 6, 5]).\n"
    assert run(["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", own(text, tmp_path)]) == 60
    assert "after 2 moves it prints 5, which is not a possible move" in capsys.readouterr().err


BREADTH = """ids :- start(_, S), !, bfs([[S]], [S], P), reverse(P, R), show(R).
bfs([[S|P]|_], _, [S|P]) :- goal(S), !.
bfs([[S|P]|Q], V, R) :-
    findall([N,S|P], ( mv(S, N), \\+ memberchk(N, V) ), L),
    findall(N, member([N|_], L), Ns),
    append(Ns, V, V1),
    append(Q, L, Q1),
    bfs(Q1, V1, R).
mv(S, N) :- nth0(Z, S, 0), neighbor(Z, Cs), member(C, Cs), nth0(C, S, T), maplist(sw(T), S, N).
sw(T, 0, T) :- !.
sw(T, T, 0) :- !.
sw(_, X, X).
"""


@pytest.mark.parametrize(
    ("old", "show", "code", "said"),
    [
        ("nth0(C, S, T)", "show(R) :- print(R), nl.", 0, ""),
        ("nth1(C, S, T)", "show(R) :- print(R), nl.", 60, "solution; ids/0 fails; the shortest solution has 3 moves"),
        (
            "nth0(C, S, T)",
            "show(_) :- writeln('right, left'), nl.",
            60,
            "; the last line is `right, left`; the shortest",
        ),
        ("nth0(C, S, T)", "show(R) :- print([a|R]), nl, print(R), nl, print(R), nl.", 0, ""),
        (
            "nth0(C, S, T)",
            "show(R) :- print(R), nl, R = [A,B|_], print([A,B|R]), nl.",
            60,
            "its solution is right, but it goes on and prints one of 5 moves: end it with a cut",
        ),
        (
            "nth0(C, S, T)",
            "show(R) :- R = [A,B|_], print([A,B|R]), nl, print(R), nl.",
            0,
            "",
        ),
    ],
)
def test_what_a_search_of_ones_own_does_last(tmp_path, capsys, old, show, code, said):
    """It fails, prints something else, or more than one solution: as branch and bound does, or for want of a cut."""
    text = BREADTH.replace("nth0(C, S, T)", old) + show + "\n"
    assert run(["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", own(text, tmp_path), "--quiet"]) == code
    assert said in capsys.readouterr().err


def test_names_are_no_variables(tmp_path, capsys):
    text = BREADTH + "show(R) :- forall(member(S, R), ( maplist(nb, S, B), Z =.. [s|B], print(Z), nl )).\n"
    text += "nb(0, empty) :- !.\nnb(X, X).\n"
    assert run(["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", own(text, tmp_path), "--quiet"]) == 60
    assert "small letter" not in "".join(capsys.readouterr())


def test_the_search_may_have_another_name(tmp_path, capsys):
    program = own("solve :- print([5,6,7]), nl.\n", tmp_path)
    assert run(["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", program]) == 53
    assert "the program does not define ids/0, which runs the search: add `ids :- solve.`" in capsys.readouterr().err


def test_a_benchmark_names_the_board(tmp_path, capsys):
    solution = "take_goat, row_alone, take_wolf, take_goat, take_cabbage, row_alone, take_goat"
    text = f"ids :- print([take_goat, take_goat, {solution}]).\n"
    assert run(["bench", "puzzle", "farmer", "--program", own(text, tmp_path)]) == 60
    said = "west, banks(west,west,west,west): page.pl: it finds 9 moves first, and the shortest solution has 7"
    assert said in capsys.readouterr().err
