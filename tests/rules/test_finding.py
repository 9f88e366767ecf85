"""What narrowing finds are the moves that Prolog makes, whatever goals the rules have; otherwise it is not used."""

from math import comb

import pytest

from pybridge import census, solve
from pybridge.errors import FactFileError
from pybridge.facts import read_text
from pybridge.outcome import Outcome
from pybridge.rules import finding
from pybridge.rules.compiled import Compiled, Listed
from pybridge.rules.session import session

HEAD = 'puzzle(p, rules, "P").\n'
TOWERS = f"""{HEAD}
start(s, [[1, 2, 3], [], []]).
goal([[], [], [1, 2, 3]]).
move(Pegs0, From-To, Pegs) :-
    between(1, 3, From), between(1, 3, To), From =\\= To,
    nth1(From, Pegs0, [Disc|Left]), nth1(To, Pegs0, Others), fits(Disc, Others),
    set(From, Pegs0, Left, Pegs1), set(To, Pegs1, [Disc|Others], Pegs).
fits(_, []).
fits(Disc, [Top|_]) :- Disc < Top.
set(I, Pegs0, Peg, Pegs) :- nth1(I, Pegs0, _, Rest), nth1(I, Pegs, Peg, Rest).
"""
"""Each peg is the list of its discs: a leaf that is met by a list with a leaf in it."""
ALIKE = f"""{HEAD}
start(s, [a, a]).
goal([c, c]).
after(a, b).
after(b, c).
move(S, both, [Y, Y]) :- nth0(0, S, X), nth0(1, S, X), after(X, Y).
move([X, Y], left, [c, Y]) :- X == b.
move([X, Y], right, [X, c]) :- X == c, Y == b.
"""
GOALS = f"""{HEAD}
start(s, [a, b, a]).
goal(S) :- nth1(1, S, X), nth1(2, S, X), nth1(3, S, X).
move([X, Y, Z], middle, [X, Y1, Z]) :- other(Y, Y1).
move([X, Y, Z], right, [X, Y, Z1]) :- other(Z, Z1).
other(a, b).
other(b, a).
"""
LEFTMOST = f"""{HEAD}
start(s, [o, t, o, t]).
goal([t, t, o, o]).
move(S0, I-J, S) :-
    call(( nth0(I, S0, t, Rest), ! )), nth0(I, S1, o, Rest),
    member(By, [1, -1]), J is I+By, J >= 0, J < 4,
    nth0(J, S1, o, Rest1), nth0(J, S, t, Rest1).
"""
"""Only the first t moves: within call/1 the cut is the call's."""
WALLS = f"""{HEAD}
start(s, [w, a, a]).
goal([w, b, b]).
move(S0, I, S) :- dif(X, w), between(0, 2, I), nth0(I, S0, X, Rest), dif(X, b), nth0(I, S, b, Rest).
"""
WAITING = f"""{HEAD}
start(s, [a, b]).
goal([b, a]).
move(S0, swap, [Y, X]) :- freeze(Z, Z == b), nth0(1, S0, Z), S0 = [X, Y].
"""
"""The goal that waits would look at a leaf."""
PLACES = f"""{HEAD}
start(s, b(r, g)).
goal(b(r, r)).
move(S0, set(I), S) :- duplicate_term(S0, S), arg(I, S0, g), nb_setarg(I, S, r).
"""
"""Prolog changes a copy; narrowing would change what is unknown."""
ERRORS = f"""{HEAD}
start(s, p(0)).
goal(p(x)).
move(p(N), up, p(N1)) :- N < 210, N1 is N+1.
move(p(210), out, p(none)).
move(p(N), end, p(M)) :- N == none, ( N > 1 -> M = y ; M = x ).
"""
"""The last move raises an error."""
AGAIN = f"""{HEAD}
start(s, p(1, 3)).
goal(p(3, 3)).
move(S0, up, S) :- S0 = p(A, B), \\+ S0 = p(X, X), A < 3, A1 is A+1, S = p(A1, B).
move(p(1, B), around, p(3, B)) :- B =\\= 3.
"""
"""SWI-Prolog moves the first unification into the head, where clause/2 forgets the argument."""

LEAVES = f"""{HEAD}
start(s, myLeaf_7_(a, b)).
goal(myLeaf_7_(b, a)).
move(myLeaf_7_(X, Y), swap, myLeaf_7_(Y, X)).
"""
"""The name looks like a variable of a template."""
TWICE = f"""{HEAD}
start(s, c(0, 0)).
goal(c(60, 60)).
move(c(A,B), a, c(A1,B)) :- A < 60, A1 is A+1.
move(c(A,B), b, c(A,B1)) :- B < 60, B1 is B+1, ok(A, B).
ok(_, _).
ok(0, 55).
ok(59, 59).
"""
"""A move is found twice, farther than rules are tried; it counts once."""

EITHER = f"""{HEAD}
start(s, c(0, 0, n)).
goal(c(20, 20, y)).
move(c(A,B,C), a, c(A1,B,C)) :- A < 20, A1 is A+1.
move(c(A,B,C), b, c(A,B1,C)) :- B < 20, B1 is B+1.
move(c(A,B,n), c, c(A,B,y)) :- ( A = 15 ; B = 15 ).
"""
"""The same, where it is found in two ways of which neither is the rarer one."""
EITHERS = sum(
    comb(a + b, a) * comb(40 - a - b, 20 - a) for a in range(21) for b in range(21) if 15 in (a, b)
)  # a step c from each such state


@pytest.mark.parametrize(
    ("text", "length", "count", "states"),
    [
        (TOWERS, 7, 1, 27), (ALIKE, 2, 1, 4), (GOALS, 1, 1, 4), (LEFTMOST, None, 0, 1), (WALLS, 2, 2, 4),
        (WAITING, 1, 1, 2), (AGAIN, 2, 1, 3), (PLACES, 1, 1, 2), (LEAVES, 1, 1, 2), (TWICE, 120, comb(120, 60), 3721),
        (EITHER, 41, EITHERS, 657),
    ],
    ids=["towers", "alike", "goals", "leftmost", "walls", "waiting", "again", "places", "leaves", "twice", "either"],
)  # fmt: skip
def test_moves_are_those_of_prolog(text, length, count, states):
    """Lengths and solutions were counted by a search in plain Prolog; states are those that a census counts.

    Where moves can be undone these are the ones that can reach the goal, which alone can do so where it has no move.
    """
    facts = read_text(text, "p.pl")
    assert isinstance(facts.form, Compiled)
    assert not any(finding.differences(facts.session, facts.form, 100))
    found = solve(facts, count=True)
    assert (found.length, found.count or 0) == (length, count)
    assert found.outcome is (Outcome.UNSOLVABLE if length is None else Outcome.SOLVED)
    assert census(facts).states == states


def test_where_rules_raise_an_error_no_move_is_compared():
    """The states beyond it are."""
    facts = read_text(ERRORS.replace("goal(p(x))", "goal(p(210))"), "p.pl")
    task = facts.form
    assert [*finding.differences(facts.session, task, 300)] == [None] * 212
    fewer = Compiled(task.template, task.domains, task.operators[:-2], task.conditions)
    assert [fault for fault in finding.differences(facts.session, fewer, 300) if fault]
    assert solve(facts).length == 210


@pytest.mark.parametrize("engine", ["native", "python", "prolog"])
def test_listed_states_in_which_rules_raise_an_error(engine):
    """What follows from the other states is known, and a search that reaches one ends with the error."""
    rules = "start(s, L) :- length(L, 300), maplist(=(a), L).\nmove([_|L], drop, L) :- ( L = [X] -> X > 0 ; true ).\n"
    facts = read_text(f"{HEAD}goal([a, a, a]).\n{rules}", "p.pl")
    assert isinstance(facts.form, Compiled)
    assert len(facts.form.operators) == 298
    assert solve(facts, engine=engine, program="breadth_first").length == 297
    facts = read_text(f"{HEAD}goal(b).\n{rules}move([_, _, _], on, a).\nmove(a, last, b).\n", "p.pl")
    with pytest.raises(FactFileError, match=r"^p\.pl:4:1: move/3 raises an error .* the state is \[a, a\]$"):
        solve(facts, engine=engine, program="breadth_first")


def test_operators_that_are_not_the_rules_are_not_used(monkeypatch):
    """Then all states are listed, or Prolog makes each move."""
    right = finding.Session.task

    def wrong(self, how, seconds):
        task = right(self, how, seconds)
        if how == "listed" and not listing:
            return "it has too many states"
        return Compiled(task.template, task.domains, task.operators[1:], task.conditions) if how == "narrowed" else task

    monkeypatch.setattr(finding.Session, "task", wrong)
    listing = True
    facts = read_text(ALIKE.replace('"P"', '"Q"'), "p.pl")
    assert (facts.form.sizes, solve(facts).length) == ((4,), 2)
    listing = False
    facts = read_text(ALIKE.replace('"P"', '"R"'), "p.pl")
    assert isinstance(facts.form, Listed)
    assert facts.form.why == "narrowing fails: in the state [a,a] the operators make the moves none, and the rules both"
    assert solve(facts).length == 2


GROWING = """
start(s, [1]).
goal([90001]).
move([X], d(0), [X, Y]) :- Y is 2*X, Y < 60000.
move([X], d(1), [X, Y]) :- Y is 2*X+1, Y < 60000.
move([_, X], cut, [X]).
"""
"""More states than are listed, and of two forms."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ("move([40001], odd, [_]).\n", "3:20: this clause leaves a part of the next state unknown: [_]"),
        (
            "move([40001], odd, [7]).\nmove([40001], odd, [9]).\n",
            "4:15: the move odd leads to two states, [7] and [9]",
        ),
    ],
    ids=["unknown", "twice"],
)
def test_moves_far_from_the_start_are_looked_at_as_near_ones(monkeypatch, clauses, told):
    monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, 0.5) for how, _ in finding._ATTEMPTS))
    rules = GROWING.lstrip().splitlines(keepends=True)
    facts = read_text(HEAD + rules[0] + "".join(clauses) + "".join(rules[1:]), "p.pl")
    assert isinstance(facts.form, Listed)
    with pytest.raises(FactFileError) as raised:
        solve(facts)
    assert told in str(raised.value)


FAR = f"""{HEAD}
start(s, c(0, 0)).
goal(c(2800, 0)).
move(c(N0, K), up, c(N, K)) :- N0 < 3000, N is N0 + 1.
move(c(N0, 0), side(N0, 'A b'), c(N0, X)) :- ( N0 > 2500 -> true ; X = 1 ).
"""
"""More states than narrowing finds operators for in time, and a move that is wrong in a state far from the start."""


@pytest.mark.parametrize(
    ("far", "told"),
    [
        ("true", "a move leaves a part of the next state unknown: side(2501, 'A b')"),
        ("throw(oops)", "its operators were not found: oops"),
    ],
)
def test_why_states_are_not_listed_is_told(monkeypatch, far, told):
    monkeypatch.setattr(finding, "_ATTEMPTS", (("narrowed", 0.1), ("listed", 20.0), ("narrowed", 0.1)))
    assert finding.found_task(session(FAR.replace("true", far), "far.pl")) == told


def test_too_many_states_to_list_are_no_reason(monkeypatch):
    """Then it helps to narrow, and what helps narrowing is said."""
    monkeypatch.setattr(finding, "_ATTEMPTS", (("narrowed", 0.1), ("listed", 20.0)))
    found = finding.found_task(session(FAR.replace("true", "X = 1").replace("3000", "inf"), "far.pl"))
    assert found.startswith("its operators were not found within")
