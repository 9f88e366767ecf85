"""Programs written from the facts, and the second step before them, against the classic text and plain Python."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.agreement import compare
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.heuristics import Manhattan
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.task import ALL
from tests.samples import sample
from tests.solving import scrambled, solve

STEPS = ("prolog", "prolog-terms", "prolog-compiled", "python")
IDA_STAR = ("prolog-compiled", "python")
SHIPPED = ["seven", "eight", "box_eight", "cross", "cylinder", "honeycomb", "ring", "rooms", "tee", "torus", "walls"]
SHAPES = ["ooo\no o\nooo", "oooo\n o  \noooo", "o\noo\nooo", "oo\noo\noo", "oo\noo", "ooo", "A A\nB .", "A A B\nB B ."]


def agree(facts, state, program, engines=STEPS, **wanted):
    """All engines have the same iterations, the last one too, since all search in one order."""
    text = " ".join(map(str, state))
    solutions = [solve(facts, program, engine=engine, start=text, **wanted) for engine in engines]
    comparison = compare(facts, "it", state, solutions)
    comparison.require_agreement()
    thresholds = {
        tuple((each.threshold, each.completed, each.expanded, each.generated) for each in solution.iterations)
        for solution in solutions
    }
    assert len(thresholds) == 1
    return solutions[0]


@pytest.mark.parametrize("name", sample(SHIPPED, quick=("seven", "cross", "honeycomb", "rooms", "tee")))
def test_shipped_puzzles(name):
    facts = read(find(name))
    for seed in range(3):
        agree(facts, scrambled(facts, seed, 24), "ids_low")
    agree(facts, scrambled(facts, 4, 10), "ids")


@pytest.mark.parametrize("shape", sample(SHAPES, quick=SHAPES[3:6]))
@pytest.mark.parametrize("program", ["ids", "ids_low"])
def test_all_shortest_solutions(shape, program):
    facts = from_drawing(shape, name="drawn")
    for seed in range(3):
        found = agree(facts, scrambled(facts, seed, 9), program, wanted=ALL)
        assert len(set(found.solutions)) == len(found.solutions) > 0


@pytest.mark.slow
@given(shape=st.lists(st.text("o ", min_size=4, max_size=4), min_size=1, max_size=3), seed=st.integers(0, 99))
@settings(max_examples=25)
def test_boards_of_any_shape(shape, seed):
    rows = ["oooo", *shape]  # one whole row, and of the others what hangs together with it
    kept = [[True] * 4]
    for row in rows[1:]:
        kept.append([above and sign == "o" for above, sign in zip(kept[-1], row, strict=True)])
    facts = from_drawing("\n".join("".join("o" if cell else " " for cell in row) for row in kept), name="any")
    agree(facts, scrambled(facts, seed, 14), "ids_low")


def test_several_goals():
    facts = rectangle(2, 3, name="two")
    goals = (*facts.goals, scrambled(facts, 7, 30))
    two = replace(facts, goals=goals, distances=all_goal_distances(facts.neighbors, goals))
    for seed in range(8):
        agree(two, scrambled(facts, seed, 20), "ids", ("prolog", "prolog-terms", "prolog-compiled", "python"))


def by_hand(facts):
    """Distances that somebody has written: admissible, and they change by more than one, or not at all."""
    return replace(facts, distances=tuple(tuple(d // 2 for d in each) for each in facts.distances))


def test_distances_written_by_hand():
    facts = by_hand(rectangle(2, 3, name="hand"))
    for seed in range(6):
        agree(facts, scrambled(facts, seed, 20), "ids_low")


@pytest.mark.parametrize("name", ["seven", "eight", "box_eight", "honeycomb", "torus", "walls"])
def test_ida_star_as_the_other_engines_have_it(name):
    facts = read(find(name))
    for seed in range(3):
        state = scrambled(facts, seed, 26)
        agree(facts, state, "ida_star", IDA_STAR, heuristic="manhattan", pruning=Pruning.INVERSE)


@pytest.mark.slow
def test_limits_of_every_kind():
    fifteen = read(find("fifteen"))
    for limits, outcome in [
        (Limits(seconds=0.3), Outcome.TIME_LIMIT),
        (Limits(inferences=200_000), Outcome.INFERENCE_LIMIT),
    ]:
        solution = solve(fifteen, "ida_star", engine="prolog-compiled", start="takahashi", limits=limits, nodes=False)
        assert solution.outcome is outcome
        assert Manhattan(fifteen).estimate(fifteen.start("takahashi")) <= solution.lower_bound <= 72
    last = solve(fifteen, "ida_star", engine="prolog-compiled", start="rosetta", last_threshold=40)
    assert (last.outcome, last.lower_bound) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, 42)
