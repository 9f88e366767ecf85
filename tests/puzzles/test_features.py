"""How a network sees states: moves of contents are the moves of states, and nothing is kept that cannot lie there."""

from dataclasses import replace
from random import Random

import pytest

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import TilesFacts, find, read
from pybridge.facts.cycles import moves
from pybridge.heuristics.manhattan import Manhattan
from pybridge.puzzles import features_of, puzzle_from, random_state
from pybridge.puzzles.features import after
from tests.networks import active
from tests.samples import FACT_FILES

SEEN = [name for name in FACT_FILES if read(find(name)).domain != "blocks_world"]
SMALL = ["box_eight", "dino", "eight", "pancake", "pocket", "pyraminx", "rings", "skewb", "topspin"]


def walk(facts, steps, seed):
    """States of a random walk, each with the move that leads to it; None for the first."""
    source, puzzle = Random(seed), puzzle_from(facts, random_state(facts, seed))
    state, move = puzzle.start, None
    for _ in range(steps):
        yield move, state
        move, state = source.choice(list(puzzle.successors(state, None)))


def step_of(facts, features, before, move):
    """The step of a move, found without looking at what it does."""
    if isinstance(facts, TilesFacts):
        ways = [(blank, cell) for blank, near in enumerate(facts.neighbors) for cell in near]
        step = features.steps[ways.index((move.target, move.source))]
        assert before[step.blank] == 0
        return step
    return features.steps[[turn.name for turn in moves(facts)].index(move.name)]


@pytest.mark.parametrize("name", SEEN)
def test_moves_do_to_contents_what_they_do_to_states(name):
    facts = read(find(name))
    features = features_of(facts)
    assert features.contents(facts.goals[0]) == features.goal
    before = None
    for move, state in walk(facts, 300, 1):
        contents = features.contents(state)
        assert all(0 <= content < size for content, size in zip(contents, features.sizes, strict=True))
        if before is not None:
            assert after(before, step_of(facts, features, before, move)) == contents
        before = contents
    on = active(features, before)
    assert len(set(on)) == len(features.sizes)
    assert 0 <= min(on) <= max(on) < features.inputs


@pytest.mark.parametrize("name", SMALL)
def test_every_content_can_lie_there_and_states_differ(name):
    facts = read(find(name))
    features, seen, states = features_of(facts), set(), {}
    for seed in range(1500):
        state = random_state(facts, seed)
        contents = features.contents(state)
        assert states.setdefault(contents, state) == state
        seen.update(active(features, contents))
    assert seen == set(range(features.inputs))


@pytest.mark.parametrize("name", [name for name in SEEN if read(find(name)).domain == "sliding_tiles"])
def test_base_is_manhattan_distance_and_oddness_that_of_moves(name):
    facts = read(find(name))
    features, manhattan = features_of(facts), Manhattan(facts)
    odd = None
    for _, state in walk(facts, 200, 2):
        on = active(features, features.contents(state))
        assert sum(features.base[number] for number in on) == manhattan.estimate(state)
        if features.odd:
            now = sum(features.odd[number] for number in on)
            assert odd is None or now != odd
            odd = now
    if features.odd:
        assert sum(features.odd[number] for number in active(features, features.goal)) == 0


@pytest.mark.parametrize(("name", "why"), [("blocks3", "its domain blocks_world has no features")])
def test_a_domain_without_features(name, why):
    with pytest.raises(UnfitHeuristicError, match=why):
        features_of(read(find(name)))


def test_one_goal_alone():
    facts = replace(read(find("seven")), goals=((0, 1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5, 6, 7, 0)))
    with pytest.raises(UnfitHeuristicError, match="a network works for one goal, and seven has 2"):
        features_of(facts)
