"""What is claimed without a solution: only what was searched, and only as far as numbers reach."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from pybridge import Solver, census, solve
from pybridge.engines import prolog
from pybridge.errors import FactFileError, UnavailableProgramError
from pybridge.facts import read_text
from pybridge.heuristics.abstraction import bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.outcome import Outcome
from pybridge.rules.distances import plain_layers, raising, searched_faults
from pybridge.search import rows
from pybridge.search.census import run
from pybridge.search.domains.rules import _layers, packed
from pybridge.search.native.rules.search import RulesStart
from pybridge.search.tally import Stopped
from pybridge.tables.abstraction.build import _distances
from pybridge.tables.abstraction.kernels import FAR

CORRIDOR = """
puzzle(corridor, rules, "A corridor to the goal, a room beside it, and a trap").
start(middle, at(0)).
start(trapped, at(-2)).
goal(at(9)).
move(at(N), on, at(M)) :- N >= 0, N < 9, M is N + 1.
move(at(0), aside, at(-1)).
move(at(-1), back, at(0)).
move(at(-2), fall, at(-3)).
"""


def started(name, first=0):
    facts = read_text(CORRIDOR)
    return RulesStart(packed(facts), facts.start(name), bounds_of(Blind()), first)


def search_below(start, threshold, path=()):
    searcher = start.searchers(threshold)()
    searcher.begin([path])
    while not searcher.over:
        searcher.run()


@pytest.mark.slow
def test_what_an_earlier_run_has_searched_proves_nothing_here():
    """Only the rest of an iteration is searched after a resumed one: that no path is longer cannot be said."""
    start = started("middle")
    [aside] = [number for number, each in enumerate(start.packed.task.operators) if each.name == "aside"]
    search_below(start, 3, (aside,))
    assert start.reached == set()
    start.searchers(4)


def test_a_threshold_that_is_searched_from_the_start_does():
    start = started("trapped")
    for threshold in range(3):
        search_below(start, threshold)
    assert start.reached == {0, 1}
    with pytest.raises(Stopped) as stopped:
        start.searchers(3)
    assert stopped.value.outcome is Outcome.UNSOLVABLE


def test_more_moves_than_bounds_can_be_are_no_dead_end():
    with pytest.raises(UnavailableProgramError, match="ida_star finds solutions of less than 65,535 moves"):
        started("middle").searchers(FAR)
    with pytest.raises(Stopped):
        started("trapped", first=FAR).searchers(FAR)


@pytest.mark.parametrize("states", [1_000, FAR, FAR + 1, 70_000])
def test_distances_that_are_no_number_are_no_dead_ends(states):
    """A chain of states to a goal, and one from which no goal can be reached."""
    firsts = np.minimum(np.arange(states + 2), states - 1)
    firsts[-1] = states - 1
    ends, labels = np.arange(1, states, dtype=np.uint32), np.zeros(states - 1, np.uint8)
    goals = np.zeros(states + 1, np.bool_)
    goals[states - 1] = True
    found = _distances(firsts, ends, labels, np.ones(1, np.uint8), goals)
    away = np.arange(states)[::-1]
    assert (found[:states] == np.minimum(away, FAR - 1)).all()
    assert found[states] == (FAR if away[0] < FAR - 1 else FAR - 1)


def test_a_dead_end_is_one():
    for program in ("a_star", "ida_star"):
        found = solve(read_text(CORRIDOR), "trapped", program=program, heuristic="abstraction")
        assert found.outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize(
    "how",
    [
        {"engine": "python", "program": "ids_low"},
        {"engine": "prolog", "program": "ids_low"},
        {"engine": "python", "program": "ida_star", "heuristic": "bound"},
        {"engine": "python", "program": "a_star", "heuristic": "bound"},
    ],
)
def test_a_bound_that_is_too_large_proves_nothing(how):
    """Here it would hide the only solution, and the start would be called unsolvable."""
    right = "bound(at(N), Moves) :- Moves is min(9, 9 - N).\n"
    assert solve(read_text(CORRIDOR + right), "middle", **how).length == 9
    with pytest.raises(FactFileError, match=r"bound/2 says 60 of at\(5\), which is 4 moves from a goal"):
        solve(read_text(f"{CORRIDOR}bound(at(5), 60) :- !.\n{right}"), "middle", **how)


def test_it_is_refused_before_the_search(monkeypatch):
    monkeypatch.setattr(prolog, "_Runs", None)
    with pytest.raises(FactFileError, match="bound/2 says 60"):
        solve(read_text(f"{CORRIDOR}bound(_, 60).\n"), "middle", engine="prolog", program="ids_low")


@pytest.mark.slow
def test_a_census_of_unknown_many_states_keeps_to_its_memory():
    """In a process of its own: another one may have memory left."""
    command = [sys.executable, "-m", "pybridge", "census", "klotski", "--memory-limit", "64k"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == Outcome.MEMORY_LIMIT.exit_code


FAR_ERROR = """
puzzle(jump, rules, "A jump that an error is in the way of").
start(first, n(0, even, 0)).
goal(n(50, _, _)).
move(n(N, P, K), up, n(M, Q, K)) :- N < 42, flip(P, Q), step(N, D), M is N + D.
move(n(N, P, K), right, n(N, P, L)) :- K < 60, L is K + 1.
move(n(39, even, K), jump, n(50, odd, K)).
flip(even, odd).
flip(odd, even).
step(N, D) :- delta(N, X), D is 1 + X.
delta(N, 0) :- N =\\= 40.
delta(40, none).
"""
"""From 40 steps on the rules raise an error, which operators do not make; a jump needs what no state has."""
UNREACHED_ERROR = FAR_ERROR.replace("delta(N, 0) :- N =\\= 40.\ndelta(40, none).", "delta(_, 0).").replace(
    "move(n(39, even, K), jump, n(50, odd, K)).",
    "move(n(39, P, K), jump, n(50, P, K)) :- P == even, ( K =:= 7 -> _ is 1 + P ; true ).",
)
"""The condition of the error is what no state has."""


@pytest.mark.parametrize(
    "search",
    [
        lambda facts: solve(facts, engine="native", program="breadth_first"),
        lambda facts: solve(facts, engine="native", program="a_star"),
        lambda facts: solve(facts, engine="native", last=45),
        lambda facts: solve(facts, engine="python", program="breadth_first"),
        lambda facts: solve(facts, engine="prolog", program="breadth_first"),
        lambda facts: Solver(facts).solve(),
        lambda facts: census(facts),
        lambda facts: census(facts, method="plain"),
        lambda facts: list(searched_faults(facts)),
    ],
)
def test_an_error_that_operators_pass_over_is_no_dead_end(search):
    with pytest.raises(FactFileError, match=r"raises an error in step/2.*the state is n\(40, even, 0\)"):
        raise FactFileError(found) if isinstance(found := search(read_text(FAR_ERROR)), list) else AssertionError(found)


def test_it_is_none_before_the_error_and_where_no_state_has_its_condition():
    assert solve(read_text(FAR_ERROR), last=40).outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    facts = read_text(UNREACHED_ERROR)
    assert facts.task.raising
    assert {solve(facts, engine=each).outcome for each in ("native", "python", "prolog")} == {Outcome.UNSOLVABLE}
    assert census(facts).states == 43 * 61
    assert list(searched_faults(facts)) == []


SHORT = """
puzzle(short, rules, "An error on the only short way, and another start behind one").
start(first, n(0, 0)).
start(other, n(350, 0)).
goal(n(300, 0)).
move(n(N, 0), up, n(M, 0)) :- N =\\= 300, N < 350, M is N + 1.
move(n(N, 0), turn, n(N, 1)).
move(n(N, 1), turn, n(N, 0)).
move(n(250, 0), jump, n(M, 0)) :- delta(250, D), M is 300 + D.
delta(N, 0) :- N =\\= 250.
delta(250, none).
"""
CHAIN = """
puzzle(chain, rules, "An error within a chain").
start(first, n(0, 0)).
goal(n(300, _)).
move(n(N, K), up, n(M, K)) :- N < 250, M is N + 1.
move(n(250, 0), a, n(250, 1)).
move(n(250, 1), b, n(M, 1)) :- delta(250, D), M is 300 + D.
move(n(250, 1), c, n(300, 2)).
continues(a, b).
delta(N, 0) :- N =\\= 250.
delta(250, none).
"""


@pytest.mark.parametrize(
    ("text", "how"),
    [
        *((SHORT, {"program": program}) for program in ("breadth_first", "a_star")),
        (SHORT, {"count": True}),
        (SHORT, {"engine": "python", "program": "breadth_first"}),
        (CHAIN, {"last": 251}),
        (CHAIN, {"last": 251, "engine": "python", "program": "breadth_first"}),
        (CHAIN, {"count": True}),
    ],
)
def test_an_error_nearer_than_the_goal_leaves_no_solution_shortest(text, how):
    with pytest.raises(FactFileError, match=r"raises an error.*the state is n\(250, [01]\)"):
        solve(read_text(text), **how)


def test_before_such_an_error_there_is_none():
    assert solve(read_text(SHORT), last=250).outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solve(read_text(CHAIN), last=250).outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    near = read_text(SHORT.replace("goal(n(300, 0))", "goal(n(249, 0))"))
    assert (solve(near).length, solve(near, count=True).count) == (249, 1)


def test_a_census_back_from_the_goals_looks_at_the_starts_too():
    back = """
puzzle(places, rules, "3,000 places with an error in the middle").
start(first, n(0, 0)).
start(other, n(50, 50)).
goal(n(50, 59)).
move(n(N, K), up, n(M, K)) :- N < 50, N =\\= 25, M is N + 1.
move(n(N, K), down, n(M, K)) :- N > 0, N =\\= 26, M is N - 1.
move(n(N, K), right, n(N, L)) :- K < 59, L is K + 1.
move(n(N, K), left, n(N, L)) :- K > 0, L is K - 1.
move(n(25, K), up, n(M, K)) :- delta(D), M is 25 + D.
delta(none).
"""
    facts = read_text(back)
    assert not facts.form.one_way
    with pytest.raises(FactFileError, match=r"the state is n\(25, 0\)"):
        census(facts)


def test_what_is_looked_at_is_the_same_in_plain_python():
    facts = read_text(FAR_ERROR)
    wanted = raising(facts)
    for last in (None, 0, 40, 41, 77):
        plain, native = (
            [(sorted(each.goals), each.states) for each in layers(wanted, [facts.start("first")], last, lambda: None)]
            for layers in (plain_layers, _layers)
        )
        assert plain == native
        assert len(plain) == (101 if last is None else last)
        assert any(goals for goals, _ in plain) == (last is None or last > 40)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(Stopped(Outcome.INTERRUPTED), Outcome.INTERRUPTED), (MemoryError(), Outcome.MEMORY_LIMIT)],
)
def test_an_end_while_states_are_looked_at_proves_nothing(monkeypatch, error, outcome):
    facts, near = read_text(UNREACHED_ERROR), read_text(SHORT.replace("goal(n(300, 0))", "goal(n(249, 0))"))

    def stopped(*about):
        raise error

    row = replace(rows.search_row(facts), require_sound=stopped)
    monkeypatch.setattr(rows, "search_row", lambda facts: row)
    monkeypatch.setattr(run, "search_row", lambda facts: row)
    assert solve(facts).outcome is outcome
    assert census(facts).outcome is outcome
    found = solve(near)
    assert (found.outcome, found.length, found.shortest) == (Outcome.SOLVED, 249, False)
