"""`--program` and `--isolate`: a user's own program, and Prolog in processes of its own."""

import json
import os
import re
import shutil
import threading
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.engines import sequences
from pybridge.facts.catalogue import find, prolog_folder
from pybridge.swipl import process
from tests.samples import sample

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

SEVEN = (prolog_folder() / "seven.pl").read_text(encoding="utf-8")


@pytest.fixture
def mine(tmp_path: Path):
    """Write a program, by default a copy of the classic text, with something replaced."""

    def write(old: str = "", new: str = "", text: str = SEVEN) -> str:
        assert old in text
        path = tmp_path / "mine.pl"
        path.write_text(text.replace(old, new) if old else text, encoding="utf-8")
        return str(path)

    return write


def output(capsys, *arguments: str) -> dict:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("isolate", [[], ["--isolate"], ["--no-isolate"]])
def test_a_copy_of_the_classic_program(mine, capsys, isolate):
    found = output(capsys, "ids_low", "eight", "--program", mine(), *isolate)
    assert found["program"] == "mine.pl"
    assert found["length"] == 12
    assert found["expanded"] == sum(each["expanded"] for each in found["iterations"]) > 0


@pytest.mark.parametrize(
    ("puzzle", "start", "program", "length"), [("eight", "easy", "seven", 12), ("farmer", "west", "rules", 7)]
)
def test_names_that_are_not_utf8(puzzle, start, program, length, tmp_path, capsys):
    path, own = (os.fsdecode(bytes(tmp_path) + b"/%b\xff.pl" % name) for name in (b"facts", b"own"))
    shutil.copy(find(puzzle), path)
    shutil.copy(prolog_folder() / f"{program}.pl", own)
    for given in ([], ["--program", own]):
        assert output(capsys, "ids", path, "--start", start, *given)["length"] == length


def test_prolog_is_loaded_at_once_and_for_all_its_processes(mine, monkeypatch):
    loading, start = [], process.Forks.__init__

    def note(self, *given):
        loading.append(threading.current_thread().name)
        start(self, *given)

    monkeypatch.setattr(process, "_forking", {})
    monkeypatch.setattr(process.Forks, "__init__", note)
    assert run(["ids_low", "eight", "--program", mine(), "--quiet"]) == 0
    assert loading == ["pybridge-prepare"]


@pytest.mark.slow
def test_a_copy_of_a_program_that_includes_the_moves(mine, capsys):
    copy = mine(text=(prolog_folder() / "permutation.pl").read_text(encoding="utf-8"))
    found = output(capsys, "ids", "pancake", "--program", copy)
    original = output(capsys, "ids", "pancake")
    assert found["solutions"] == original["solutions"]
    assert found["expanded"] == original["expanded"] > 0
    assert abs(found["inferences"] - original["inferences"]) < 20


def test_isolated_is_the_same_search(capsys):
    here = output(capsys, "ids_low", "eight", "--no-isolate")
    there = output(capsys, "ids_low", "eight", "--isolate")
    assert here["solutions"] == there["solutions"]
    assert [each["expanded"] for each in here["iterations"]] == [each["expanded"] for each in there["iterations"]]
    assert abs(here["inferences"] - there["inferences"]) < 20


@pytest.mark.slow
def test_a_program_that_lies_is_found_out(mine, capsys):
    liar = mine("    print_moves(Moves).\ndfs_low", "    Moves = [_|Fewer],\n    print_moves(Fewer).\ndfs_low")
    assert run(["ids_low", "eight", "--program", liar]) == 60
    assert "not a goal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("new", "code"),
    sample(
        [
            ("print_moves(nonsense)", 60),
            ("print_moves([1, 2, 3])", 60),
            ("print_moves(_)", 60),
            ("print_moves([99-99])", 60),
            ("print_moves([1-0|_])", 60),
            ("print_moves([])", 60),
            ("print_limit(nonsense)", 53),
            ("print_limit(_)", 53),
            ("print_limit(2.5)", 53),
        ],
        quick=(("print_moves(nonsense)", 60), ("print_moves([])", 60), ("print_limit(nonsense)", 53)),
    ),
)
def test_a_program_that_prints_nonsense(mine, capsys, new, code):
    assert (
        run(["ids_low", "eight", "--program", mine("    print_moves(Moves).\ndfs_low", f"    {new}.\ndfs_low")]) == code
    )
    assert "bug" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("ids_low :-", "ids_low :- shell(ls),", 61, "shell/1"),
        (":- encoding(utf8).", ":- initialization(halt).", 16, "initialization"),
    ],
)
def test_an_unsafe_program_is_refused(mine, capsys, old, new, line, reason):
    path = mine(old, new)
    assert run(["ids_low", "eight", "--program", path]) == 53
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{path}:{line}:")
    assert reason in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("foo.\n", 1, "ids_low/0"),
        ("ids_low :- true.\nids_low(\n", 2, "yntax"),
        ("", 1, "ids_low/0"),
    ],
)
def test_no_such_program(tmp_path, capsys, text, line, reason):
    path = tmp_path / "mine.pl"
    path.write_text(text, encoding="utf-8")
    assert run(["ids_low", "eight", "--program", str(path)]) == 53
    assert capsys.readouterr().err.startswith(f"{path}:{line}:")


def test_a_program_that_is_not_there(tmp_path, capsys):
    assert run(["ids_low", "eight", "--program", str(tmp_path / "none.pl")]) == 53
    assert "cannot read the file" in capsys.readouterr().err


def test_a_program_is_for_prolog(mine, capsys):
    assert run(["ids_low", "eight", "--program", mine(), "--engine", "python"]) == 42
    assert "needs the engine prolog" in capsys.readouterr().err


@pytest.mark.slow
def test_an_endless_program(mine, capsys):
    endless = mine("ids_low :-", "ids_low :-\n    endless.\nendless :-\n    endless.\nanother :-")
    assert run(["ids_low", "eight", "--program", endless, "--time-limit", "0.05"]) == 12


@pytest.mark.slow
def test_what_a_program_prints_goes_to_standard_error(mine, capfd):
    chatty = mine(
        "dfs_low(Limit, Limit, _, _, Board, Moves) :-\n    goal(Board),",
        'dfs_low(Limit, Limit, _, _, Board, Moves) :-\n    goal(Board),\n    format("found it~n"),',
    )
    assert run(["ids_low", "eight", "--program", chatty, "--json"]) == 0
    told = capfd.readouterr()
    assert "found it" in told.err
    json.loads(told.out)


@pytest.mark.slow
def test_nothing_commands_the_terminal(tmp_path, capsys):
    program = tmp_path / "mine\x1b[31m.pl"
    program.write_text(
        SEVEN.replace("ids_low :-", 'ids_low :-\n    throw(error(python_error("\\e[31m", "x\\e[2J"), _)),', 1)
    )
    assert run(["ids_low", "eight", "--program", str(program)]) == 53
    assert run(["ids_low", "eight", "--program", str(program), "--no-isolate"]) == 52
    assert run(["ids_low", "eight", "--program", str(tmp_path / "none\x1b[2J.pl")]) == 53
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    assert "bug" not in told.err


def test_numbers_too_long(tmp_path, capsys):
    program = tmp_path / "mine.pl"
    program.write_text(f"ids_low.\np(1{'0' * 900000}).\n")
    assert run(["ids_low", "eight", "--program", str(program)]) == 53
    assert ":2:3: this number" in capsys.readouterr().err


@pytest.mark.parametrize(
    "goal",
    sample(
        ["L is 10**6000, print_limit(L)", "repeat, print_limit(1), fail", "T is 10**6000, print_moves([T-1])"],
        quick=("T is 10**6000, print_moves([T-1])",),
    ),
)
def test_what_a_program_prints_is_bounded(mine, capsys, goal):
    program = mine(text=f"ids_low :- {goal}.\nprint_limit(_).\nprint_moves(_).\n")
    code = run(["ids_low", "eight", "--program", program, "--time-limit", "60", "--no-check"])
    assert code == (60 if "print_moves" in goal else 53)
    (told,) = capsys.readouterr().err.splitlines()
    assert len(told) < 1000


def test_a_term_that_nothing_catches(mine, capsys):
    program = mine(text="ids :- search([1]).\n\nsearch(S) :-\n    S = [_|_],\n    throw(found(S)).\n")
    assert run(["ids", "eight", "--program", program]) == 53
    assert ":3:1: search/1 throws found([1]), and nothing catches it" in capsys.readouterr().err


def test_a_thrown_goal_is_never_called(mine, tmp_path):
    text = "process_create(_, _, _).\nprint_limit(_).\nprint_moves(_).\n"
    text += f"ids_low :- freeze(X, process_create(path(touch), ['{tmp_path}/made'], [])), throw(error(X, _)).\n"
    assert run(["ids_low", "eight", "--program", mine(text=text), "--no-check"]) == 53
    assert run(["ids_low", "eight", "--program", mine(text=text), "--no-check", "--no-isolate"]) == 52
    assert not (tmp_path / "made").exists()


PATH = """ids :- start(_, S), between(0, inf, L), format("----- ~d -----~n", [L]), length(M, L),
    path(S, M, [S]), !, told(M).
path(S, [], _) :- goal(S).
"""
TILES = (
    PATH
    + """path(S, [T|M], V) :- nth0(B, S, 0), neighbor(B, Cs), member(C, Cs), nth0(C, S, T), maplist(put(T), S, S1),
    \\+ memberchk(S1, V), path(S1, M, [S1|V]).
put(T, 0, T) :- !.
put(T, T, 0) :- !.
put(_, X, X).
"""
)
BLOCKS = (
    PATH
    + """path(S, [B-P|M], V) :- member([B,U], S), \\+ memberchk([_,B], S), ( block(P) ; place(P) ), P \\== U, P \\== B,
    \\+ memberchk([_,P], S), maplist(put(B, P), S, S1), \\+ memberchk(S1, V), path(S1, M, [S1|V]).
put(B, P, [B,_], [B,P]) :- !.
put(_, _, X, X).
"""
)
BOARDS = """told(M) :- start(_, S), board(S), foldl(next, M, S, _).
next(T, S, S1) :- maplist(put(T), S, S1), board(S1).
rows([A, B, C, D, E, F, G, H, I], [[A, B, C], [D, E, F], [G, H, I]]).
"""
EIGHT = ["ids", "eight", "--start", "1 2 3 / . 4 6 / 7 5 8"]
HERE = "--no-isolate"
"""For what only depends on what is printed: a process takes longer to start than these searches."""
IN_WORDS = {
    "tiles in a line": (TILES, EIGHT, 'told(M) :- atomic_list_concat(M, " ", A), writeln(A).'),
    "a tile a line and their number": (
        TILES,
        EIGHT,
        "told(M) :- forall((member(T, M) ; length(M, T)), (write(T), nl)).",
    ),
    "their number before another line": (
        TILES,
        EIGHT,
        'told(M) :- forall(member(T, M), format("move tile ~w~n", [T])), length(M, L), format("~w~ndone~n", [L]).',
    ),
    "boards below their numbers": (
        TILES,
        EIGHT,
        f"""{BOARDS.replace("board(S), foldl(next, M, S, _)", "told(0, S, M)")}
told(N, S, M) :- format("~w~n", [N]), board(S), ( M = [T|R], next(T, S, S1) -> N1 is N+1, told(N1, S1, R) ; true ).
board(B) :- rows(B, Rows), maplist(format("~w ~w ~w~n"), Rows).""".replace("S1), board(S1)", "S1)"),
    ),
    "boards with a space for the blank": (
        TILES,
        EIGHT,
        f"""{BOARDS}board(B) :- rows(B, Rows), forall(member(R, Rows), ( maplist(cell, R), nl )), nl.
cell(T) :- ( T == 0 -> write("  ") ; format("~w ", [T]) ).""",
    ),
    "behind 20,000 other lines": (
        TILES,
        EIGHT,
        'told(M) :- forall(between(1, 20000, N), format("visited ~w nodes~n", [N])), print(M), nl.',
    ),
    "a tile a line": (TILES, EIGHT, "told(M) :- forall(member(T, M), (write(T), nl))."),
    "a sentence each": (TILES, EIGHT, 'told(M) :- forall(member(T, M), format("move tile ~w~n", [T])).'),
    "numbered": (TILES, EIGHT, 'told(M) :- forall(nth1(I, M, T), format("Step ~w: ~w~n", [I, T])), writeln(done).'),
    "colon between": (TILES, EIGHT, 'told(M) :- forall(nth1(I, M, T), format("~w : tile ~w~n", [I, T])).'),
    "in Japanese": (TILES, EIGHT, 'told(M) :- forall(nth1(I, M, T), format("~w手目: ~wを動かす~n", [I, T])).'),
    "boards of digits": (TILES, EIGHT, f'{BOARDS}board(B) :- rows(B, Rows), maplist(format("~w~w~w~n"), Rows), nl.'),
    "boards in rows": (TILES, EIGHT, f'{BOARDS}board(B) :- rows(B, Rows), maplist(format("~w ~w ~w~n"), Rows), nl.'),
    "boards in a frame": (
        TILES,
        EIGHT,
        f"""{BOARDS}board(B) :- rows(B, Rows), maplist(line, Rows).
line(R) :- writeln("+---+"), maplist(cell, R), writeln("|").
cell(T) :- ( T == 0 -> write("| ") ; format("|~w", [T]) ).""",
    ),
    "boards as lists of rows": (TILES, EIGHT, f"{BOARDS}board(B) :- rows(B, Rows), print(Rows), nl."),
    "boards as numbers": (TILES, EIGHT, f'{BOARDS}board(B) :- atomic_list_concat(B, " ", T), writeln(T).'),
    "the start and the goal before": (
        TILES,
        EIGHT,
        'told(M) :- start(_, S), goal(G), format("From ~w to ~w:~n~w~n", [S, G, M]).',
    ),
    "behind all states that are visited": (
        TILES.replace("path(S, [], _)", "path(S, _, _) :- print(S), nl, fail.\npath(S, [], _)"),
        EIGHT,
        'told(M) :- atomic_list_concat(M, " ", A), writeln(A).',
    ),
    "states behind all that are visited": (
        TILES.replace("path(S, [], _)", "path(S, _, _) :- print(S), nl, fail.\npath(S, [], _)"),
        EIGHT,
        f"{BOARDS}board(B) :- print(B), nl.",
    ),
    "between the start and the goal": (
        TILES,
        EIGHT,
        'told(M) :- start(_, S), goal(G), format("~w~n~w~n~w~n", [S, M, G]).',
    ),
    "a list, last move first": (TILES, EIGHT, "told(M) :- reverse(M, R), print(R), nl."),
    "from and to": (
        BLOCKS.replace("[B-P|M]", "[[B, U, P]|M]"),
        ["ids", "blocks3"],
        'told(M) :- forall(member(Parts, M), format("move ~w from ~w to ~w~n", Parts)).',
    ),
    "arrows": (BLOCKS, ["ids", "blocks3"], 'told(M) :- forall(member(B-P, M), format("~w -> ~w~n", [B, P])).'),
    "onto": (BLOCKS, ["ids", "blocks3"], 'told(M) :- forall(member(B-P, M), format("put ~w onto ~w~n", [B, P])).'),
}


@pytest.mark.parametrize("way", sample(IN_WORDS, quick=("tiles in a line", "boards in a frame", "arrows")))
def test_a_solution_in_words(way, mine, capsys):
    text, command, told = IN_WORDS[way]
    found = output(capsys, *command, HERE, "--program", mine(text=f"{text}{told}\n"))
    assert found["length"] == {"ids eight": 3, "ids blocks3": 5}[" ".join(command[:2])]


@pytest.mark.parametrize(
    "told",
    [
        "told([T|_]) :- writeln(T).",
        "told([_|M]) :- forall(member(T, M), writeln(T)).",
        'told(_) :- writeln("1 2 3").',
        "told(_) :- writeln(solved).",
    ],
)
def test_other_words_are_no_solution(told, mine, capsys):
    assert run([*EIGHT, HERE, "--program", mine(text=f"{TILES}{told}\n")]) == 60


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([], [8, 8], "it finds 5 moves first, and the shortest solution has 3"),
        ([], [6], "it prints an invalid solution: the moves end in [1,"),
        ([], [1], "prints nothing that can be read as a solution"),
        ([1], [], "prints nothing that can be read as a solution"),
    ],
    ids=["longer", "not to the end", "what cannot move", "what could not move"],
)
def test_all_that_is_printed_in_the_same_words_is_the_solution(before, after, told, mine, capsys):
    """Not only the moves in it that lead to the goal."""
    lines = f'forall((member(T, {before}) ; member(T, M) ; member(T, {after})), format("move tile ~w~n", [T]))'
    assert run([*EIGHT, HERE, "--program", mine(text=f"{TILES}told(M) :- {lines}.\n")]) == 60
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("append(S, [8], M)", "it prints an invalid solution: the moves end in [1,"),
        ("M = [X, Y|_], S = [X, Y, 1]", "after 2 moves it prints 1, which is not a possible move"),
        ("S = [1, 2, 3, 4, 5, 6, 7, 8, 0]", "prints nothing that can be read as a solution"),
    ],
)
def test_a_list_of_wrong_moves(printed, told, mine, capsys):
    assert run([*EIGHT, HERE, "--program", mine(text=f"{TILES}told(M) :- {printed}, print(S), nl.\n")]) == 60
    assert told in capsys.readouterr().err


def test_states_behind_the_goal_count(mine, capsys):
    tiles = TILES.replace("between(0, inf", "between(5, inf").replace("\\+ memberchk(S1, V), ", "")
    text = f"{tiles}{BOARDS}board(B) :- print(B), nl.\n"
    assert run([*EIGHT, "--program", mine(text=text)]) == 60
    assert "it finds 5 moves first" in capsys.readouterr().err


def test_a_board_that_no_move_makes(mine, capsys):
    boards = BOARDS.replace(
        "maplist(put(T), S, S1), board(S1)", "maplist(put(T), S, S1), maplist(put(1), S1, S2), board(S2)"
    )
    text = f'{TILES}{boards}board(B) :- rows(B, Rows), maplist(format("~w ~w ~w~n"), Rows), nl.\n'
    assert run([*EIGHT, "--program", mine(text=text)]) == 60
    assert "at the start it prints [" in capsys.readouterr().err


def test_several_solutions_in_words(mine, capsys):
    lines = 'forall((member(_, [1, 2]), member(T, M)), format("move tile ~w~n", [T])), writeln("moves: 3")'
    assert output(capsys, *EIGHT, "--program", mine(text=f"{TILES}told(M) :- {lines}.\n"))["length"] == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("loop. loop :- loop", "it does not finish threshold 3"),
        ("deep(0). deep(N) :- deep(s(N)), true", "it does not finish threshold 3"),
        (
            "deep([]). deep(N) :- length(L, 999), deep([N|L]), true",
            "it runs out of memory at threshold 3",
        ),
    ],
)
def test_what_does_not_end_after_its_solution(after, told, mine, capsys):
    text = f"{TILES}told(M) :- writeln(M), {after}.\n"
    assert run([*EIGHT, "--program", mine(text=text)]) == 60
    assert re.search(f"its solution is right, but {told}", capsys.readouterr().err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("ids :- repeat, fail.", 13, "stopped after .* inferences, far more than .*: --no-check lets it go on"),
        (
            "ids :- deep([]). deep(N) :- length(L, 999), deep([N|L]), true.",
            14,
            "more than 512 MB: --memory-limit gives it",
        ),
    ],
)
def test_a_program_without_thresholds_may_only_take_long(text, code, told, mine, capsys):
    """So that nothing is known to be wrong with it."""
    assert run([*EIGHT, "--program", mine(text=text)]) == code
    assert re.search(told, " ".join(capsys.readouterr().out.split()))


@pytest.mark.slow
def test_a_search_of_all_states_is_not_stopped(mine, capsys, monkeypatch):
    """All distances from the goal, and then a way down. What any program may use would be enough for few states."""
    monkeypatch.setattr(sequences, "ALLOWANCE", 100_000)
    text = """
:- dynamic d/2.
ids :- goal(G), keep(G, 0), layer([G], 1), once(start(_, S)), down(S).
layer([], _) :- !.
layer(Ss, N) :- findall(T, (member(S, Ss), after(S, T), \\+ far(T, _), keep(T, N)), Ts), N1 is N+1, layer(Ts, N1).
down(S) :- writeln(S), far(S, N), ( N =:= 0 -> true ; N1 is N-1, once((after(S, T), far(T, N1))), down(T) ).
after(B, N) :- nth0(I, B, 0), neighbor(I, Js), member(J, Js), nth0(J, B, T),
    select(0, B, x, B1), select(T, B1, 0, B2), once(select(x, B2, T, N)).
keep(B, N) :- atomic_list_concat(B, K), assertz(d(K, N)).
far(B, N) :- atomic_list_concat(B, K), d(K, N).
"""
    words = ["ids", "seven", "--start", "1 2 3 4 / . 5 6 7", "--program", mine(text=text)]
    assert output(capsys, *words)["length"] == 3
    monkeypatch.setattr(sequences, "_PER_STATE", 0)
    assert run(words) == 13
