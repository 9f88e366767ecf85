"""Heuristics that are objects: those of the user's are checked at each state, pybridge's own belong to one puzzle."""

import json

import numpy as np
import pytest

import pybridge
from pybridge.errors import ArgumentError, UnfitHeuristicError

WRAPPED = pybridge.generate("3x3", wrap="both", name="wrapped")
ACROSS = (0, 7, 4, 8, 5, 3, 2, 1, 6)
"""14 moves from the goal of the wrapped board, and 16 by what is a lower bound on the plain one."""
MIDDLING = "4 1 7 3 2 6 0 8 5"


def manhattan(state):
    away = ((*divmod(cell, 3), *divmod(tile - 1, 3)) for cell, tile in enumerate(state) if tile)
    return sum(abs(row - home) + abs(column - target) for row, column, home, target in away)


class Own:
    """Manhattan distance, in numbers of another kind."""

    name, source, admissible, consistent = "own", "a test", True, False

    def __init__(self, kind):
        self._kind = kind

    def estimate(self, state):
        return self._kind(manhattan(state))

    def after(self, h, move, state):
        return self.estimate(state)


@pytest.mark.parametrize("use", [
    lambda: pybridge.solve(WRAPPED, ACROSS, heuristic=pybridge.heuristic("eight", "manhattan")),
    lambda: pybridge.Solver(WRAPPED, pybridge.Solver("eight", "manhattan").heuristic),
    lambda: pybridge.measure(WRAPPED, pybridge.heuristic("eight", "manhattan"), random=1),
    lambda: pybridge.compare(WRAPPED, ACROSS, heuristic=pybridge.heuristic("eight", "manhattan"), engine="python"),
])  # fmt: skip
def test_one_of_pybridge_belongs_to_its_puzzle(use):
    with pytest.raises(UnfitHeuristicError, match="was made for 8-puzzle, 3 x 3, not for 3 x 3 torus"):
        use()
    assert pybridge.solve(WRAPPED, ACROSS).length == 14


@pytest.mark.parametrize(("made", "used"), [("blocks3", "pocket"), ("eight", "seven"), ("farmer", "jugs")])
def test_one_of_another_kind_of_puzzle_is_refused(made, used):
    name = {"blocks3": "towers", "eight": "takahashi", "farmer": "abstraction"}[made]
    with pytest.raises(UnfitHeuristicError, match="was made for"):
        pybridge.solve(used, heuristic=pybridge.heuristic(made, name))


def test_a_puzzle_of_another_name_and_other_starts_is_the_same():
    found = pybridge.solve(pybridge.generate("3x3"), MIDDLING, heuristic=pybridge.heuristic("eight", "manhattan"))
    assert found.length == 22


@pytest.mark.parametrize("program", ["ida_star", "a_star"])
@pytest.mark.parametrize("kind", [lambda h: max(0, h - 0.5), lambda h: h if h < 12 else None, lambda h: h - 7,
                                  lambda h: h if h < 12 else float("nan"), lambda h: [h] if h else 0])  # fmt: skip
def test_what_is_no_whole_number_anywhere_is_an_error(kind, program):
    with pytest.raises(UnfitHeuristicError, match=r"own returns .* h is a whole number, 0 or more"):
        pybridge.solve("eight", MIDDLING, heuristic=Own(kind), program=program, engine="python")


@pytest.mark.parametrize("kind", [np.int64, np.uint8, lambda h: np.int64(h) if h else 0])
def test_numbers_of_numpy_become_those_of_python(kind):
    for program in ("ida_star", "a_star"):
        found = pybridge.solve("eight", MIDDLING, heuristic=Own(kind), program=program, engine="python")
        assert json.loads(json.dumps(found.to_dict()))["lower_bound"] == 22


class Hopeless(Own):
    """Says of all states but one that no goal can be reached, and may be wrong."""

    admissible = False

    def __init__(self, start):
        super().__init__(lambda h: h)
        self._start = start

    def estimate(self, state):
        return 0 if state == self._start else 1 << 30


def test_what_may_be_wrong_does_not_prove_that_there_is_no_solution():
    hopeless = Hopeless(pybridge.read("farmer").starts[0][1])
    found = pybridge.solve("farmer", heuristic=hopeless, program="ida_star", engine="python", last=3)
    assert [each.threshold for each in found.iterations] == [0, 1, 2, 3]


def test_a_class_in_place_of_an_object_is_named():
    with pytest.raises(UnfitHeuristicError, match=r"^Own is a class; pass an object of it$"):
        pybridge.solve("eight", heuristic=Own)


def test_methods_that_cannot_be_called_are_named():
    class Short(Own):
        def after(self, h):
            return h

    with pytest.raises(UnfitHeuristicError, match=r"no method after\(h, move, state\)"):
        pybridge.solve("eight", heuristic=Short(int))


def test_what_it_gives_after_a_move_is_compared_with_what_it_gives_from_scratch():
    class Exchanged(Own):
        def after(self, h, move, state):
            return h + 1

    message = r"own: after\(\d+, \d to \d\) gives \d+ for \(.*\), and estimate gives \d+"
    with pytest.raises(UnfitHeuristicError, match=message):
        pybridge.solve("eight", MIDDLING, heuristic=Exchanged(int), engine="python")
    assert pybridge.solve("eight", MIDDLING, heuristic=Own(int), engine="python").length == 22


@pytest.mark.parametrize("watch", [5, "watch"])
def test_what_cannot_watch_is_refused(watch):
    for ask in (
        lambda: pybridge.solve("eight", watch=watch),
        lambda: pybridge.census("blocks3", watch=watch),
        lambda: pybridge.measure("eight", "manhattan", boards=1, watch=watch),
        lambda: pybridge.heuristic("eight", "manhattan", watch=watch),
        lambda: pybridge.trace("eight", watch=watch),
    ):
        with pytest.raises(ArgumentError, match="watch is a function of what runs"):
            ask()
    assert pybridge.solve("eight", watch=None).length == 12


class Complete:
    """A heuristic that is a function, too, which must not be asked."""

    name, source, admissible, consistent = "complete", "here", True, True

    def __init__(self, far=None):
        self._far = far

    def estimate(self, state):
        return int(state == self._far)

    def after(self, h, move, state):
        return self.estimate(state)

    def __call__(self, state):
        raise AssertionError


def test_an_object_with_estimate_is_no_function():
    solution = pybridge.solve("sussman", heuristic=Complete(), program="ida_star")
    assert (solution.heuristic, solution.length) == ("complete", 3)


@pytest.mark.parametrize(("field", "value", "kind"), [("name", None, "str"), ("admissible", 1, "bool")])
def test_an_object_that_lacks_a_field(field, value, kind):
    own = Complete()
    setattr(own, field, value)
    with pytest.raises(UnfitHeuristicError, match=f"its {field} must be a {kind}"):
        pybridge.solve("eight", heuristic=own)


COUNT = """puzzle(count, rules, "Count to three").
start(zero, at(0, left)).
goal(at(3, _)).
move(at(N, S), on, at(M, S)) :- N < 3, M is N + 1.
move(at(N, left), over, at(N, right)).
"""


def test_an_estimate_of_a_start_is_none_of_a_goal():
    """Where the goals of rules are not listed, no goal is known that h could be asked for."""
    facts = pybridge.read_text(COUNT)
    assert not facts.goals
    solution = pybridge.solve(facts, heuristic=Complete(facts.starts[0][1]), program="ida_star")
    assert solution.length == 3
