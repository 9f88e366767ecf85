"""Puzzles whose pieces are named by their colors: each piece differs from others by all its colors, or by none."""

import random
from dataclasses import replace

import pytest

from pybridge.api.solving import searched, task_of
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.facts.places import places
from pybridge.heuristics.choice import bounds
from pybridge.heuristics.registry import obtain
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import symmetries
from tests.turning import applied, layers, moves_of, scrambled

COLORS = {"pocket": 4, "skewb": 5, "pyraminx": 6, "cube": 8}
"""Points of a face, which has one color."""
STRIP = read_text(
    """
    puzzle(strip, permutation, "Three pairs of equal beads, and four that differ").
    goal([1, 1, 2, 2, 3, 3, 4, 5, 6, 7]).
    generator('A', [[1, 2, 3], [7, 8]]).
    generator('B', [[3, 4, 5, 6], [8, 9, 10]]).
    metric(half).
    start(mixed, "A B").
    """
)
"""Two orbits, one of which has pieces that look alike: 90 * 24 states, or half of them."""
PUZZLES = [*COLORS, "strip"]
DEPTHS = {"pocket": 4, "skewb": 4, "pyraminx": 4, "strip": 99, "cube": 2}


def colored(name):
    """A puzzle of colors."""
    if name == "strip":
        return STRIP
    facts = read(find(name))
    goal = tuple((piece - 1) // COLORS[name] + 1 for piece in facts.goals[0])
    return replace(facts, goals=(goal,), starts=(), distances=(), optimal={})


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
def test_bounds_and_solutions_of_states_near_the_goal(name):
    """The levels of a breadth-first search are the distances."""
    facts, draw = colored(name), random.Random(name)
    turns, levels = moves_of(facts), layers(facts.goals[0], moves_of(facts), DEPTHS[name])
    known = obtain(facts, bounds(facts), lambda text: None)
    complete, told = name in ("pocket", "pyraminx", "skewb"), 0
    for depth, level in enumerate(levels):
        for state in draw.sample(sorted(level), min(len(level), 12)):
            h = known.estimate(state)
            assert h == depth if complete else h <= depth
            told += h
            assert all(abs(known.estimate(applied(state, by)) - h) <= 1 for by in turns) or not known.consistent
            task = task_of(facts, "given", state)
            found, _ = searched(task, "native")
            assert len(found.solutions[0]) == depth
    assert told
    state = draw.choice(sorted(levels[min(4, len(levels) - 1)]))
    counts = [searched(replace(task_of(facts, "given", state, pruning="inverse", count=True)), engine)[0].count
              for engine in ("native", "python")]  # fmt: skip
    assert counts[0] == counts[1] > 0


@pytest.mark.parametrize("name", PUZZLES)
def test_each_piece_has_a_home_of_its_look(name):
    facts, draw = colored(name), random.Random(1)
    known, goal = homes(facts), facts.goals[0]
    assert known.differ == (name != "strip")
    assert [known.differ_in(orbit) for orbit in places(facts)] == [name != "strip", *[True] * (len(places(facts)) - 1)]
    for _ in range(10):
        state = scrambled(facts, draw, 20)
        lies = known.of(state)
        assert sorted(lies) == list(range(facts.points))
        assert tuple(goal[home] for home in lies) == state


def test_symmetries_keep_what_looks_alike():
    """A cube of 54 different stickers has as many as one of six colors; a ring of beads has those of its colors."""
    assert len(symmetries(colored("cube"))) == len(symmetries(read(find("cube")))) == 48
    ring = read_text(
        """
        puzzle(ring, permutation, "Beads that exchange neighbors").
        goal([1, 1, 2, 3]).
        generator('A', [[1, 2]]).  generator('B', [[2, 3]]).  generator('C', [[3, 4]]).  generator('D', [[4, 1]]).
        metric(half).
        start(mixed, "A B").
        """
    )
    plain = replace(ring, goals=((1, 2, 3, 4),))
    assert len(symmetries(plain)) == 8
    assert len(symmetries(ring)) == 2
    assert all(homes(ring).keeps(each.renamings[0]) for each in symmetries(ring))


def test_a_random_state_of_a_large_puzzle_is_refused():
    """What would be needed is said; with an end of its own the search begins."""
    facts = read(find("rings"))
    task = task_of(facts, "random 1", scrambled(facts, random.Random(1), 60))
    with pytest.raises(UnavailableProgramError, match="301,625,696,863,690,399,200 nodes"):
        searched(task)
    found, _ = searched(replace(task, last_threshold=3))
    assert not found.solutions
    found, _ = searched(replace(task, start_name="given", start=facts.goals[0]))
    assert found.solutions == ((),)
