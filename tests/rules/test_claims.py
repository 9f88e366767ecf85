"""What is claimed without a solution: only what was searched, and only as far as numbers reach."""

import subprocess
import sys

import numpy as np
import pytest

from pybridge import solve
from pybridge.engines import prolog
from pybridge.errors import FactFileError, UnavailableProgramError
from pybridge.facts import read_text
from pybridge.heuristics.abstraction import bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.outcome import Outcome
from pybridge.search.domains.rules import packed
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
