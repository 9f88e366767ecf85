"""The Python API: many starts as one by one, whatever the domain and engine; every unsuitable argument is refused."""

import subprocess
import sys

import pytest

import pybridge
from pybridge import errors
from pybridge.facts.given_state import given_state, listed_state
from pybridge.facts.terms import write_term
from pybridge.heuristics.manhattan import Manhattan

EIGHT = pybridge.read("eight")


class Own:
    name, source = "own", "nobody, 2000"
    admissible = consistent = True

    def __init__(self, h=0):
        self.h = h

    def estimate(self, state):
        return self.h

    def after(self, h, move, state):
        return self.h


@pytest.mark.parametrize(
    ("puzzle", "options", "starts"),
    [
        ("eight", {"heuristic": "takahashi"}, ["easy", "random 1", EIGHT.start("middling")]),
        ("eight", {"heuristic": "manhattan", "engine": "python"}, ["easy", "middling"]),
        ("eight", {"heuristic": Manhattan(EIGHT)}, ["easy", "middling"]),
        ("eight", {"program": "ids_low", "engine": "prolog"}, ["easy"]),
        ("pocket", {"heuristic": "projection:small"}, ["random 1", "R U' F2", "random 2"]),
        ("pocket", {"heuristic": "points", "engine": "python"}, ["R U' F2"]),
        ("blocks4", {}, ["tower"]),
        ("box_eight", {"heuristic": "manhattan"}, [None]),
        pytest.param(
            "fifteen", {"heuristic": "learned", "program": "a_star"}, ["random 1", "random 2"], marks=pytest.mark.slow
        ),
    ],
)
def test_many_starts_are_searched_as_one(puzzle, options, starts):
    solver = pybridge.Solver(puzzle, **options)
    for start in starts:
        one, other = solver.solve(start), pybridge.solve(puzzle, start, **options)
        assert one.moves == other.moves
        assert [each.expanded for each in one.iterations] == [each.expanded for each in other.iterations]
        assert (one.engine, one.program, one.heuristic, one.pruning, one.lower_bound) == (
            other.engine, other.program, other.heuristic, other.pruning, other.lower_bound
        )  # fmt: skip
        assert solver.heuristic is None or one.heuristic == solver.heuristic.name


@pytest.mark.parametrize(("puzzle", "start", "count"), [("seven", "page", 24), ("pocket", "R2 U2 R2", 2)])
def test_all_solutions_after_the_first(puzzle, start, count):
    solver = pybridge.Solver(puzzle)
    first = solver.solve(start)
    every = solver.solve(start, all=True)
    assert every.count == len(every.solutions) == pybridge.solve(puzzle, start, count=True).count >= min(count, 1)
    assert first.moves in every.solutions
    assert solver.solve(start).moves == first.moves


def test_an_unsolvable_start_and_a_limit_are_outcomes():
    solver = pybridge.Solver("eight", "manhattan")
    assert solver.solve([2, 1, 3, 4, 5, 6, 7, 8, 0]).outcome is pybridge.Outcome.UNSOLVABLE
    assert solver.solve("farthest_1", last=20).outcome is pybridge.Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solver.estimate("easy") == Manhattan(EIGHT).estimate(EIGHT.start("easy"))


@pytest.mark.parametrize("name", ["eight", "box_eight", "pocket", "blocks4"])
def test_a_listed_state_is_the_one_that_its_text_names(name):
    facts = pybridge.read(name)
    for _, state in facts.starts:
        listed = [list(each) if isinstance(each, tuple) else each for each in state]
        assert listed_state(facts, listed) == state
        if isinstance(state[0], int):  # without a look at its text
            assert given_state(facts, write_term(state)) == state


REFUSED = {
    errors.UnknownPuzzleError: [
        lambda: pybridge.solve(5),
        lambda: pybridge.solve("eigth"),
        lambda: pybridge.census(None),
        lambda: pybridge.Solver(object()),
        lambda: pybridge.read(5),
    ],
    errors.UnknownStartError: [
        lambda: pybridge.solve(EIGHT, 5),
        lambda: pybridge.solve(EIGHT, [1, 2]),
        lambda: pybridge.solve(EIGHT, [1, 2, 3, 4, 5, 6, 7, 8, 8]),
        lambda: pybridge.solve(EIGHT, [None] * 9),
        lambda: pybridge.solve(EIGHT, [0.5] * 9),
        lambda: pybridge.solve("blocks4", [["a", "b"]]),
        lambda: pybridge.solve("blocks4", [["a", 0.5]]),
        lambda: pybridge.census(EIGHT, [5]),
    ],
    errors.UnfitHeuristicError: [
        lambda: pybridge.solve(EIGHT, heuristic=5),
        lambda: pybridge.solve(EIGHT, heuristic="none"),
        lambda: pybridge.solve(EIGHT, heuristic=Own),
        lambda: pybridge.solve(EIGHT, heuristic=Own(0.5)),
        lambda: pybridge.solve(EIGHT, heuristic=Own(1)),
        lambda: pybridge.solve("pocket", heuristic="takahashi"),
        lambda: pybridge.measure(EIGHT, [5]),
        lambda: pybridge.Solver(EIGHT, 5),
        lambda: pybridge.heuristic(EIGHT, 5),
        lambda: pybridge.solve(EIGHT, heuristic=Own(), engine="prolog-compiled"),
    ],
    errors.UnavailableProgramError: [
        lambda: pybridge.solve(EIGHT, engine=5),
        lambda: pybridge.solve(EIGHT, program=5),
        lambda: pybridge.solve(EIGHT, inference_limit=5),
        lambda: pybridge.solve(EIGHT, heuristic=Own(), engine="native"),
        lambda: pybridge.census(EIGHT, method=5),
        lambda: pybridge.compare(EIGHT, engine=["none"]),
        lambda: pybridge.compare(EIGHT, program=["none"]),
        lambda: pybridge.measure(EIGHT, program="none"),
        lambda: pybridge.measure("rings"),
    ],
    errors.ArgumentError: [
        lambda: pybridge.solve(EIGHT, none=5),
        lambda: pybridge.solve(EIGHT, jobs=0),
        lambda: pybridge.solve(EIGHT, jobs=True),
        lambda: pybridge.solve(EIGHT, time_limit="x"),
        lambda: pybridge.solve(EIGHT, memory_limit=0),
        lambda: pybridge.solve(EIGHT, pruning=["inverse"]),
        lambda: pybridge.solve(EIGHT, all=True, count=True),
        lambda: pybridge.solve(EIGHT, most=2),
        lambda: pybridge.solve(EIGHT, all=True, most=0),
        lambda: pybridge.solve(EIGHT, any=0),
        lambda: pybridge.solve(EIGHT, weight=0.5),
        lambda: pybridge.solve(EIGHT, last="x"),
        lambda: pybridge.Solver(EIGHT).solve(none=5),
        lambda: pybridge.Solver(EIGHT, batch=0),
        lambda: pybridge.census(EIGHT, "easy"),
        lambda: pybridge.census(EIGHT, most="x"),
        lambda: pybridge.compare(EIGHT, engine=5),
        lambda: pybridge.compare(EIGHT, program=[]),
        lambda: pybridge.measure(EIGHT, 5),
        lambda: pybridge.measure(EIGHT, [None]),
        lambda: pybridge.measure(EIGHT, random=0),
        lambda: pybridge.measure(EIGHT, boards="x"),
        lambda: pybridge.build_tables(EIGHT, 5),
        lambda: pybridge.heuristic(EIGHT, None),
        lambda: pybridge.generate(),
        lambda: pybridge.generate(5),
        lambda: pybridge.generate("3x3", blocks=3),
        lambda: pybridge.generate("3x3", wrap=5),
        lambda: pybridge.generate("3x3", name="two\nlines"),
        lambda: pybridge.generate(drawing=5),
        lambda: pybridge.generate(blocks="x"),
        lambda: pybridge.find(5),
        lambda: pybridge.read_text(5),
        lambda: pybridge.write(5),
    ],
}


@pytest.mark.parametrize(
    ("error", "call"), [(error, call) for error, calls in REFUSED.items() for call in calls], ids=lambda each: ""
)
def test_an_unsuitable_argument_is_a_typed_error(error, call):
    with pytest.raises(error) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_importing_pybridge_loads_next_to_nothing():
    script = (
        "import sys, pybridge; print(*{'numpy', 'numba', 'rich', 'typer', 'pyswip', 'dataclasses'} & set(sys.modules))"
    )
    script += "; pybridge.solve('eight', program='ids_low', engine='python')"
    script += "; print(*{'numba', 'rich', 'typer', 'pyswip', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []
