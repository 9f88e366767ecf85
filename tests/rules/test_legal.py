"""Puzzles in less usual Prolog are sound, and have the shortest solutions that a plain search in swipl finds."""

import subprocess
from pathlib import Path

import pytest

from pybridge.facts import read
from pybridge.facts.reader import read_text
from pybridge.search.task import Wanted
from tests.solving import solve

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

UP = "move(N, up, M) :- next(N, M).\n"
PUZZLES = {
    "a cut between clauses": """start(a, 9).
goal(0).
move(N, down, M) :- N > 5, !, M is N-2.
move(N, down, M) :- N > 0, M is N-1.""",
    "a clause behind a cut that could not run there": """start(a, top).
goal(0).
move(top, down, 5) :- !.
move(N, down, M) :- N > 0, M is N-1.
move(N, up, M) :- N < 5, M is N+1.""",
    "single-sided unification": """start(a, 9).
goal(0).
move(N, Move, M), N > 5 => Move = down, M is N-2.
move(N, Move, M), N > 0 => Move = down, M is N-1.
move(_, _, _) => fail.""",
    "tabled moves that two clauses give": """:- table move/3.
start(a, 0).
goal(3).
move(N, to(M), M) :- near(N, M).
move(N, to(M), M) :- near(M, N), M < 4.
near(0,1). near(1,2). near(2,3). near(2,1).""",
    "moves that know no way back": """start(a, 0).
goal(8).
move(N, to(N), M) :- N > 0, nxt(N, M).
move(0, nine, 9).
move(0, twenty, 20).
nxt(9, 7) :- !.
nxt(20, 8) :- !.
nxt(N, M) :- N > 5, M is N-1.""",
    "pairs of a name and a number": """start(a, [a-0, b-0]).
goal(S) :- Want = a-1, memberchk(Want, S), memberchk(b-1, S).
move(S0, set(X), S) :- select(X-0, S0, R), New = X-1, msort([New|R], S).""",
    "a pair of numbers": """start(a, S) :- S = 2-1.
goal(S) :- S == 0-0.
move(X-Y, x, X1-Y) :- X > 0, X1 is X-1.
move(X-Y, y, X-Y1) :- Y > 0, Y1 is Y-1.""",
    "sums that are built": """start(a, [4-4, 6-6, 8-8, 2-2]).
goal([24-_]).
move(S0, join(E), [V-E|S]) :- select(A-EA, S0, S1), select(B-EB, S1, S), op(A, B, EA, EB, V, E).
op(A, B, EA, EB, V, E) :- A @=< B, V is A+B, E = EA+EB.
op(A, B, EA, EB, V, E) :- A @=< B, V is A*B, E = EA*EB.
op(A, B, EA, EB, V, E) :- A > B, V is A-B, E = EA-EB.""",
    "a test by is": """start(a, 0).
goal(9).
move(N, K, M) :- member(K, [1,2,3]), M is N+K, M =< 9, legal(M).
legal(M) :- M is max(M, 0).""",
    "a helper in a lambda": """start(a, [0,0,0]).
goal(S) :- maplist([X]>>goal(X, one), S).
goal(1, one).
move(S0, set(I), S) :- nth0(I, S0, 0, R), nth0(I, S, 1, R).""",
    "a helper in a grammar": """start(a, [a,b,a]).
goal([b|_]).
move(S0, take, S) :- phrase(take, S0, S).
take --> [X], { move(X, ok) }.
move(a, ok).""",
    "a helper behind =>": f"""start(a, 0).
goal(3).
{UP}next(N, M) => cell(N, M).
cell(0, 1). cell(1, 2). cell(2, 3).""",
    "a start that is left out": """goal(0).
:- if(current_predicate(big/0)).
start(a, 9).
:- else.
start(a, 3).
:- endif.
move(N, down, M) :- N > 0, M is N-1.""",
    "a helper that is left out": f"""start(a, 0).
goal(3).
{UP}:- if(current_predicate(plan/1)).
next(N, M) :- plan(N), M is N+1.
:- else.
next(N, M) :- N < 5, M is N+1.
:- endif.""",
    "a name that Prolog asks for elsewhere": """start(a, 0).
goal(3).
move(N, take(R), M) :- resource(R, K), M is N+K, M =< 3.
resource(wood, 1).
resource(iron, 2).""",
}
PLAIN = """
plain :- start(_, State), plain([State-1], [State], 0).
plain(Layer, Seen, Length) :-
    findall(Count, ( member(State-Count, Layer), once(goal(State)) ), Counts),
    (   Counts \\== []
    ->  sum_list(Counts, Sum), format("~d ~d~n", [Length, Sum])
    ;   findall(Next-Count, ( member(State-Count, Layer), move(State, _, Next), \\+ memberchk(Next, Seen) ), Nexts),
        setof(Next-Counts1, setof_counts(Next, Nexts, Counts1), Groups),
        findall(Next-Count, ( member(Next-Counts1, Groups), sum_list(Counts1, Count) ), Layer1),
        findall(Next, member(Next-_, Layer1), New),
        append(New, Seen, Seen1),
        Length1 is Length+1,
        plain(Layer1, Seen1, Length1)
    ).
setof_counts(Next, Nexts, Counts) :-
    findall(N, member(N-_, Nexts), All),
    sort(All, Once),
    member(Next, Once),
    findall(Count, ( member(N-Count, Nexts), N == Next ), Counts).
"""


def plainly(path: Path, folder: Path) -> list[int]:
    """The length of the shortest solutions and how many there are, by breadth-first search in swipl."""
    (folder / "plain.pl").write_text(PLAIN)
    command = ["swipl", "-f", "none", "--no-packs", "-g", "plain", "-t", "halt", str(path), str(folder / "plain.pl")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return list(map(int, done.stdout.split()))


@pytest.mark.parametrize("name", PUZZLES)
def test_it_is_solved_as_swipl_solves_it(tmp_path, name):
    (path := tmp_path / "legal.pl").write_text(f'puzzle(legal, rules, "{name}").\n{PUZZLES[name]}\n')
    facts, wanted = read(path), plainly(path, tmp_path)
    for engine in ("prolog", "python", "native"):
        found = solve(facts, "breadth_first", engine=engine, wanted=Wanted(every=True))
        assert [found.length, len(set(found.solutions))] == wanted, engine


@pytest.mark.parametrize(
    "text",
    [
        '#!/usr/bin/env swipl\npuzzle(legal, rules, "Legal").\n',
        ':- set_prolog_flag(double_quotes, codes).\npuzzle(legal, rules, "Legal").\n',
        ':- set_prolog_flag(double_quotes, chars).\npuzzle(legal, rules, "Legal").\n',
    ],
)
def test_a_title_below_other_lines(text):
    facts = read_text(f"{text}start(a, 3).\ngoal(0).\nmove(N, down, M) :- N > 0, M is N-1.\n", "legal.pl")
    assert (facts.title, solve(facts, "breadth_first", engine="native").length) == ("Legal", 3)
