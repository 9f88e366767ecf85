"""The lower bound of permutation puzzles, judged by breadth-first search."""

from dataclasses import replace

import pytest

from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import moved, moves
from pybridge.facts.places import connected
from pybridge.heuristics.points import Points
from pybridge.puzzles.turns import TurnMove

PANCAKE, CUBE = read(find("pancake")), read(find("cube"))
TWO = read_text(
    'puzzle(it, permutation, "two orbits and a point"). start(s, [2, 3, 1, 4, 5, 4, 6]). goal([1, 2, 3, 4, 4, 5, 6]). '
    "generator(a, [[1, 2, 3], [4, 5]]). generator(b, [[1, 2]]). generator(c, [[5, 6]]). metric(quarter)."
)


def distances(facts):
    """The distance of every state to the goal."""
    turns = moves(facts)
    found, layer = {facts.goals[0]: 0}, [facts.goals[0]]
    while layer:
        following = {}
        for state in layer:
            following |= {moved(state, turn.sources): found[state] + 1 for turn in turns}
        layer = [state for state in following if state not in found]
        found |= {state: following[state] for state in layer}
    return found


@pytest.mark.parametrize("facts", [PANCAKE, TWO], ids=["pancake", "two orbits"])
@pytest.mark.parametrize("metric", ["half", "quarter"])
def test_admissible_and_consistent_in_every_state(facts, metric):
    facts = replace(facts, metric=metric, distances={})
    heuristic = Points(facts)
    assert heuristic.admissible
    assert heuristic.consistent
    assert heuristic.estimate(facts.goals[0]) == 0
    found = distances(facts)
    assert len(found) >= 18
    for state, distance in found.items():
        h = heuristic.estimate(state)
        assert h <= distance
        for turn in moves(facts):
            after = moved(state, turn.sources)
            assert abs(heuristic.after(h, TurnMove(turn.name), after) - h) <= 1


def test_distances_of_the_file_are_those_that_are_computed():
    written, computed = Points(PANCAKE), Points(replace(PANCAKE, distances={}))
    assert all(written.estimate(state) == computed.estimate(state) for _, state in PANCAKE.starts)


def test_lower_distances_of_a_file_count():
    zero = replace(PANCAKE, distances=dict.fromkeys(range(1, 8), (0,) * 7))
    assert Points(zero).estimate(PANCAKE.start("farthest")) == 0
    assert Points(zero).consistent


def test_distances_that_change_by_two_are_not_consistent():
    rows = dict.fromkeys(range(1, 7), (0,) * 7)
    uneven = replace(PANCAKE, distances={**rows, 7: (0, 2, 2, 0, 0, 0, 0)})
    assert not Points(uneven).consistent


def test_orbits_of_the_cube_are_corners_and_edges():
    corners, edges = connected([turn.sources for turn in moves(CUBE)])
    assert (len(corners), len(edges)) == (24, 24)
    assert Points(CUBE).estimate(CUBE.goals[0]) == 0


@pytest.mark.parametrize("start", list(CUBE.optimal))
def test_no_more_than_the_known_length(start):
    assert 1 <= Points(CUBE).estimate(CUBE.start(start)) <= CUBE.optimal[start]


def test_points_that_nothing_moves_have_no_bound():
    assert Points(TWO).estimate((1, 2, 3, 4, 4, 5, 6)) == 0
    assert connected([turn.sources for turn in moves(TWO)]) == [(0, 1, 2), (3, 4, 5), (6,)]
