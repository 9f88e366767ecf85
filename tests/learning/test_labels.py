"""Labels against distances that a breadth-first search in plain Python finds."""

from functools import cache
from random import Random

import numpy as np
import pytest

from pybridge.facts import find, read
from pybridge.learning.labels import AT_ONCE, Reach, Solutions, walked
from pybridge.learning.positions import Labels, Positions, joined
from pybridge.learning.solving import exact
from pybridge.puzzles import features_of, puzzle_from, random_state

NAMES = ("seven", "eight", "pyraminx", "pancake", "topspin")


@cache
def distances(name, most=6):
    """All states within some moves of the goal, by contents; moves can be undone in these puzzles."""
    facts = read(find(name))
    features, puzzle = features_of(facts), puzzle_from(facts, facts.goals[0])
    found, layer = {facts.goals[0]: 0}, [facts.goals[0]]
    for distance in range(1, most + 1):
        layer = [after for state in layer for _, after in puzzle.successors(state, None)]
        layer = [state for state in dict.fromkeys(layer) if state not in found]
        found |= dict.fromkeys(layer, distance)
    return {features.contents(state): distance for state, distance in found.items()}


def positions(name):
    return Positions(features_of(read(find(name))))


@pytest.mark.parametrize("name", NAMES)
def test_walks_are_walks(name):
    """Each state of a walk is a successor of the one before, and no walk stands still or turns back at once."""
    facts = read(find(name))
    features, there = features_of(facts), positions(name)
    walks = there.walks(np.repeat(there.goal, 20, axis=0), 8, np.random.default_rng(1))
    assert len(walks) == 9
    for number in range(20):
        state, before = facts.goals[0], None
        for contents in walks[1:]:
            wanted = tuple(contents[number].tolist())
            after = {features.contents(each): each for _, each in puzzle_from(facts, state).successors(state, None)}
            assert wanted in after
            assert before is None or wanted != features.contents(before) or len(features.steps) == 2
            before, state = state, after[wanted]


@pytest.mark.parametrize("name", ["seven", "eight"])
def test_images_are_as_far(name):
    there, known = positions(name), distances(name, 10)
    contents = np.array(list(known), np.uint8)
    source = np.random.default_rng(2)
    for _ in range(4):
        seen = there.seen(contents, source)
        assert [known[tuple(each)] for each in seen.tolist()] == list(known.values())
    assert (there.seen(contents, source) != contents).any() == bool(there.features.images)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_labels_of_walks_are_upper_bounds(name):
    labels = walked(positions(name), 3000, 6, 5, lambda phrase: None)
    assert len(labels.least()) < len(labels) >= 3000
    assert len(np.unique(np.column_stack([labels.contents, labels.moves]), axis=0)) == len(labels.least())
    known, exact_ones = distances(name), 0
    for contents, moves in zip(labels.contents.tolist(), labels.moves.tolist(), strict=True):
        if (distance := known.get(tuple(contents))) is not None:
            assert distance <= moves
            exact_ones += distance == moves
    assert exact_ones > 20


def test_each_state_has_its_least_label():
    contents = np.array([[1, 2], [0, 1], [1, 2], [0, 1], [3, 3]], np.uint8)
    labels = Labels(contents, np.array([5, 2, 4, 9, 1], np.int16))
    least, lowered = labels.least(), labels.lowered()
    assert sorted(zip(map(tuple, lowered.contents.tolist()), lowered.moves.tolist(), strict=True)) == [
        ((0, 1), 2), ((0, 1), 2), ((1, 2), 4), ((1, 2), 4), ((3, 3), 1)
    ]  # fmt: skip
    assert dict(zip(map(tuple, least.contents.tolist()), least.moves.tolist(), strict=True)) == {
        (0, 1): 2, (1, 2): 4, (3, 3): 1
    }  # fmt: skip


def test_labels_of_solutions_are_distances():
    facts = read(find("seven"))
    features, solver = features_of(facts), exact(facts, 60.0, lambda phrase: None)
    assert solver

    def start(source):
        return random_state(facts, source.getrandbits(63))

    solutions = Solutions(facts, features, start, solver.solve, 3)
    labels = joined(list(solutions.gather(300, 2, lambda phrase: None)))
    assert len(labels) >= 300
    known = distances("seven", 40)
    for contents, moves in zip(labels.contents.tolist(), labels.moves.tolist(), strict=True):
        assert known[tuple(contents)] == moves


def test_what_is_drawn_depends_on_the_number_of_a_start_alone():
    """So that threads, and a training that continues, draw the same."""
    facts = read(find("seven"))
    features, seen = features_of(facts), []

    def solve(state):
        seen.append(state)
        return [state, facts.goals[0]]

    def drawn(first):
        seen.clear()
        solutions = Solutions(facts, features, lambda source: random_state(facts, source.getrandbits(63)), solve, 3)
        next(solutions.gather(1, 1, lambda phrase: None, first))
        return list(seen)

    both = drawn(0) + drawn(AT_ONCE)
    assert drawn(0) == both[: len(both) // 2] or drawn(0) == both[: len(drawn(0))]
    assert drawn(AT_ONCE) == both[len(drawn(0)) :]


def test_a_start_is_as_far_as_the_network_reaches():
    facts = read(find("pyraminx"))
    reach, source = Reach(facts), Random(1)
    known, longest = distances("pyraminx", 4), reach.longest
    solve = reach.counted(lambda state: None)
    for _ in range(12):
        solve(reach.start(source))
        reach.adapt()
    assert reach.length == 2 < longest
    assert all(known[features_of(facts).contents(reach.start(source))] <= 2 for _ in range(50))
    solve = reach.counted(lambda state: [state])
    for _ in range(30):
        solve(reach.start(source))
        reach.adapt()
    assert reach.account() == "30 of 42 states solved, now random states"


def test_no_exact_solver_for_large_puzzles():
    assert exact(read(find("korf24")), 60.0, lambda phrase: None) is None
    assert exact(read(find("cube")), 60.0, lambda phrase: None) is None


def test_what_cannot_be_solved_ends():
    facts = read(find("eight"))
    tried = []
    never = Solutions(facts, features_of(facts), lambda source: facts.goals[0], tried.append, 0)
    assert sum(map(len, never.gather(100, 1, lambda phrase: None))) == 0
    assert 1000 < len(tried) < 10_000
