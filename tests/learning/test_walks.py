"""The data of Ito and Yamamoto's recipe, against breadth-first search and probabilities in plain Python."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pybridge.errors import TrainingError
from pybridge.facts import find, read
from pybridge.learning.recipe import RECIPES
from pybridge.learning.walks import Surroundings, least, walk_data
from pybridge.limits import silent
from pybridge.puzzles import features_of, puzzle_from
from pybridge.search.rows import search_row
from tests.learning.test_labels import distances

RECIPE = replace(
    RECIPES["ito-yamamoto"], distance=6, origins=5, walks=300, length=40, seeks=20_000, walks_each=60, away=20
)
EVEN = ("seven", "eight")
"""Puzzles each of whose moves changes the parity of the distance."""


@cache
def around(name, distance):
    facts = read(find(name))
    packed = search_row(facts).counting.packed(facts)
    return packed, Surroundings(packed, facts.goals[0], distance, silent)


@cache
def graph(name, most):
    """The successors of all states up to a distance, in plain Python."""
    facts = read(find(name))
    features = features_of(facts)
    found, layer = {}, [facts.goals[0]]
    for _ in range(most + 1):
        after = {state: [each for _, each in puzzle_from(facts, state).successors(state, None)] for state in layer}
        found |= {features.contents(state): list(map(features.contents, each)) for state, each in after.items()}
        fresh = {each for states in after.values() for each in states}
        layer = [state for state in fresh if features.contents(state) not in found]
    return found


def contents(name, packed, rows):
    features = features_of(read(find(name)))
    return [features.contents(state) for state in packed.unpack(rows)]


def reached(name, distance):
    """The probability that a random walk from the goal reaches each state at a distance before all others there."""
    known, ways = distances(name, distance), graph(name, distance)
    here, there = {features_of(read(find(name))).goal: 1.0}, dict.fromkeys(
        [state for state, at in known.items() if at == distance], 0.0
    )  # fmt: skip
    for _ in range(3000):
        following = {}
        for state, share in here.items():
            for after in ways[state]:
                part = there if known[after] == distance else following
                part[after] = part.get(after, 0.0) + share / len(ways[state])
        here = following
    assert sum(here.values()) < 1e-6
    return there


@pytest.mark.parametrize("name", ["seven", "eight", "pyraminx"])
def test_the_farthest_states_are_those_at_the_distance(name):
    packed, there = around(name, 4)
    known = distances(name, 4)
    assert sorted(contents(name, packed, there.farthest)) == sorted(
        state for state, distance in known.items() if distance == 4
    )


@pytest.mark.parametrize(("name", "distance"), [("seven", 6), ("pyraminx", 2)])
def test_walks_come_to_well_trodden_states_most_often(name, distance):
    """None of them is much less likely than one that was left out; and from each, some move leads on."""
    packed, there = around(name, distance)
    found = contents(name, packed, there.well_trodden(4, 200_000, [1], silent))
    likely, known, ways = reached(name, distance), distances(name, distance), graph(name, distance)
    leads = {
        state: share
        for state, share in likely.items()
        if any(known.get(each, distance) >= distance for each in ways[state])
    }
    assert len(set(found)) == 4
    assert set(found) <= set(leads)
    best = sorted(leads.values(), reverse=True)
    assert [leads[state] for state in found] == pytest.approx(best[:4], rel=0.1)


def test_a_state_that_nothing_leads_on_from_is_not_well_trodden():
    """On the 7-puzzle two states are as far as possible: all their moves lead back."""
    known = distances("seven", 40)
    last = max(known.values())
    _, there = around("seven", last)
    assert len(there.farthest) == list(known.values()).count(last) > 0
    with pytest.raises(TrainingError, match=f"walks lead on from 0 of the states {last} moves from the goal"):
        there.well_trodden(1, 100, [1], silent)


@pytest.mark.parametrize("name", ["seven", "eight", "pyraminx"])
def test_labels_are_upper_bounds(name):
    facts = read(find(name))
    distance = 6 if name in EVEN else 3
    first, second = walk_data(facts, features_of(facts), replace(RECIPE, distance=distance), 1, silent)
    known = distances(name, {"seven": 40, "eight": 10, "pyraminx": 4}[name])
    for labels, begin, walks in (first, 0, 300), (second, distance, 300):
        assert 0 < len(labels) <= walks * (40 if begin == 0 else 20)
        assert len(np.unique(labels.contents, axis=0)) == len(labels)
        assert begin < labels.moves.min()
        assert labels.moves.max() <= begin + (40 if begin == 0 else 20)
        for state, moves in zip(map(tuple, labels.contents.tolist()), labels.moves.tolist(), strict=True):
            if state in known:
                assert known[state] <= moves
                assert name not in EVEN or (moves - known[state]) % 2 == 0


@pytest.mark.parametrize("name", ["seven", "pyraminx"])
def test_walks_do_not_go_back(name):
    """Never to a state nearer than the origins; without that, they do. Each step is a move."""
    distance = 6 if name in EVEN else 3
    packed, there = around(name, distance)
    origins, known = there.well_trodden(5, 1000, [2], silent), distances(name, distance)
    outward, _ = there.walks(origins, 50, 20, [3], outward=True)
    free, _ = there.walks(origins, 50, 20, [3])
    assert min(known.get(state, distance) for state in contents(name, packed, outward)) == distance
    assert min(known.get(state, distance) for state in contents(name, packed, free)) < distance
    rows, taken = there.walks(origins[:1], 1, 1, [4], outward=True)
    start = packed.unpack(origins[:1])[0]
    after = [state for _, state in puzzle_from(read(find(name)), start).successors(start, None)]
    assert packed.unpack(rows)[0] in after
    assert taken.tolist() == [1]


def test_the_least_label_is_kept():
    rows = np.array([[1, 2], [0, 1], [1, 2], [0, 1], [1, 3]], np.uint64)
    found, moves = least(rows, np.array([5, 2, 4, 9, 1], np.int16))
    assert found.tolist() == [[0, 1], [1, 2], [1, 3]]
    assert moves.tolist() == [2, 4, 1]


def test_walks_from_the_goal_know_what_is_near():
    """Among many short walks, one takes the shortest way to each state."""
    packed, there = around("seven", 6)
    rows, moves = there.walks(packed.pack([read(find("seven")).goals[0]]), 20_000, 6, [5])
    known = distances("seven", 6)
    found = dict(zip(contents("seven", packed, rows), moves.tolist(), strict=True))
    assert {state: distance for state, distance in found.items() if distance} == {
        state: distance or 2 for state, distance in known.items()
    }


def test_all_follows_from_the_seed():
    facts = read(find("eight"))
    parts = [walk_data(facts, features_of(facts), RECIPE, seed, silent) for seed in (1, 1, 2)]
    for mine, its, others in zip(*parts, strict=True):
        assert np.array_equal(mine.contents, its.contents)
        assert np.array_equal(mine.moves, its.moves)
        assert mine.moves.shape != others.moves.shape or (mine.moves != others.moves).any()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"distance": 400}, "no state is 400 moves from the goal; choose a smaller --distance"),
        ({"distance": 2}, r"walks lead on from \d of the states 2 moves from the goal; choose fewer --origins"),
    ],
)
def test_what_the_puzzle_does_not_have(options, told):
    facts = read(find("seven"))
    with pytest.raises(TrainingError, match=told):
        walk_data(facts, features_of(facts), replace(RECIPE, **options), 1, silent)


def test_too_many_states(monkeypatch):
    monkeypatch.setattr("pybridge.learning.walks._MOST", 10_000)
    with pytest.raises(TrainingError, match="more than 10,000 states are within 30 moves of the goal"):
        walk_data(read(find("eight")), features_of(read(find("eight"))), replace(RECIPE, distance=30), 1, silent)
