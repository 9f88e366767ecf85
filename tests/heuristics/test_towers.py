"""The bound of blocks world against the distances of all states, and along every move."""

from itertools import permutations, product
from random import Random

import pytest

from pybridge.facts import BlocksFacts, find, read
from pybridge.heuristics.towers import Towers
from pybridge.puzzles import PieceMove
from tests.samples import sample

WORLDS = [
    (blocks, places, table)
    for blocks in range(1, 5)
    for places, table in ((0, True), (1, False), (1, True), (2, False), (2, True), (3, False), (4, False))
]
MANY = [(4, 0, True), (4, 2, True), (3, 4, False), (4, 4, False)]
"""Worlds of so many states that they are slow."""
LARGE = [(5, 0, True), (5, 2, False), (5, 3, False), (5, 1, True)]


def world(blocks, places, table, *goals):
    return BlocksFacts(
        name="it",
        title="it",
        starts=(("start", goals[0]),),
        goals=goals,
        blocks=tuple("abcde"[:blocks]),
        places=tuple("wxyz"[:places]),
        table="floor" if table else None,
    )


def states_of(blocks, places, table):
    """All ways to pile the blocks up: each in turn on the ground or on one before it, in every order."""
    found = set()
    for order in permutations("abcde"[:blocks]):
        grounds = (*"wxyz"[:places], *(["floor"] if table else []))
        for unders in product(*(range(-len(grounds), number) for number in range(blocks))):
            piled = [grounds[under] if under < 0 else order[under] for under in unders]
            single = [under for under in piled if under != "floor"]
            if len(set(single)) == len(single):
                found.add(tuple(sorted(zip(order, piled, strict=True))))
    return sorted(found)


def moves_from(state, things):
    """Each move from a state as the rules have it."""
    carrying = {under for _, under in state}
    for number, (block, under) in enumerate(state):
        for target in things:
            if block not in carrying and target not in (block, under) and (target == "floor" or target not in carrying):
                yield PieceMove(block, under, target), (*state[:number], (block, target), *state[number + 1 :])


def distances(goals, things):
    """The distance of each state from the nearest goal, layer by layer."""
    distance = dict.fromkeys(goals, 0)
    layer = list(goals)
    while layer:
        away = distance[layer[0]] + 1
        after = {state for each in layer for _, state in moves_from(each, things)} - distance.keys()
        distance.update(dict.fromkeys(after, away))
        layer = sorted(after)
    return distance


def assert_kept(facts):
    """Both promises, on every state and along every move."""
    bound, things = Towers(facts), facts.blocks + facts.grounds
    assert bound.admissible
    assert bound.consistent
    exact = 0
    for state, away in distances(facts.goals, things).items():
        h = bound.estimate(state)
        assert h <= away, (state, facts.goals)
        assert (h == 0) == (away == 0)
        exact += h == away
        for move, after in moves_from(state, things):
            assert bound.after(h, move, after) == bound.estimate(after)
            assert h <= 1 + bound.estimate(after)
    return exact


def test_the_states_are_all_there():
    # Sources: OEIS A000262 for a table alone; n! orders dealt to p places in C(n + p - 1, n) ways.
    assert [len(states_of(blocks, 0, True)) for blocks in range(1, 6)] == [1, 3, 13, 73, 501]
    assert [len(states_of(3, places, False)) for places in range(1, 5)] == [6, 24, 60, 120]


@pytest.mark.parametrize(("blocks", "places", "table"), sample(WORLDS, slow=MANY))
def test_every_goal(blocks, places, table):
    every = states_of(blocks, places, table)
    goals = every if len(every) <= 150 else Random(1).sample(every, 12)
    for goal in goals:
        assert_kept(world(blocks, places, table, goal))


@pytest.mark.parametrize(("blocks", "places", "table"), sample(WORLDS, slow=MANY))
def test_several_goals(blocks, places, table):
    every, draw = states_of(blocks, places, table), Random(2)
    for many in (2, 3, 5):
        assert_kept(world(blocks, places, table, *draw.sample(every, min(many, len(every)))))


@pytest.mark.parametrize(("blocks", "places", "table"), sample(LARGE, slow=((5, 3, False), (5, 1, True))))
def test_five_blocks(blocks, places, table):
    every, draw = states_of(blocks, places, table), Random(3)
    for goal in draw.sample(every, 3):
        assert_kept(world(blocks, places, table, goal))
    assert_kept(world(blocks, places, table, *draw.sample(every, 3)))


def heights(goal):
    """How high a tower stands on each ground."""
    above = {under: block for block, under in goal if under != "floor"}

    def height(block):
        return 1 + height(above[block]) if block in above else 1

    return tuple(sorted((under, height(block)) for block, under in goal if under not in dict(goal)))


@pytest.mark.slow
@pytest.mark.parametrize(("blocks", "places", "table", "count"), [(5, 0, True, 7), (4, 3, False, 15), (4, 1, True, 12)])
def test_goals_of_all_heights_of_larger_worlds(blocks, places, table, count):
    """All others differ from one of these in the names of blocks."""
    every = states_of(blocks, places, table)
    Random(4).shuffle(every)
    goals = {heights(goal): goal for goal in every}
    assert len(goals) == count
    for goal in goals.values():
        assert_kept(world(blocks, places, table, goal))


def test_each_reason_counts():
    tower = (("a", "b"), ("b", "c"), ("c", "floor"))
    apart = (("a", "floor"), ("b", "floor"), ("c", "floor"))
    upside_down = (("a", "floor"), ("b", "a"), ("c", "b"))
    table = Towers(world(3, 0, True, tower))
    assert [table.estimate(state) for state in (tower, apart, upside_down)] == [0, 2, 3]
    between = (("a", "c"), ("b", "a"), ("c", "floor"))  # b is on a, a on c: a must move, and b before it
    assert table.estimate(between) == 2
    deep = Towers(world(3, 0, True, (("a", "floor"), ("b", "a"), ("c", "b"))))
    assert (
        deep.estimate((("a", "b"), ("b", "floor"), ("c", "a"))) == 4
    )  # a; b; c twice, since it is on a before and after
    places = Towers(world(3, 3, False, (("a", "b"), ("b", "c"), ("c", "w"))))
    assert places.estimate((("a", "w"), ("b", "a"), ("c", "b"))) == 6  # all leave w and come back to it


def test_shipped_starts():
    for name in ("blocks3", "blocks4", "sussman"):
        facts = read(find(name))
        for start, state in facts.starts:
            assert 0 < Towers(facts).estimate(state) <= facts.optimal[start]
