"""Symmetries of permutation puzzles: they turn moves into moves, and the search for them ends."""

import time
from dataclasses import replace

import pytest

from pybridge.facts import find, read
from pybridge.facts.cycles import moves
from pybridge.facts.reader import read_text
from pybridge.puzzles import count_states, why_unsolvable
from pybridge.puzzles.symmetries import symmetries
from tests.turning import distances, moves_of


def puzzle(points, metric, *generators):
    """A puzzle with generators a, b, ... as lists of cycles."""
    goal = list(range(1, points + 1))
    lines = ['puzzle(p, permutation, "P").', f"start(s, {goal}).", f"goal({goal}).", f"metric({metric})."]
    lines += [f"generator({name}, {cycles})." for name, cycles in zip("abcdefgh", generators, strict=False)]
    return read_text("\n".join(lines))


@pytest.mark.parametrize(
    ("name", "number"), [("cube", 48), ("pocket", 6), ("pyraminx", 24), ("skewb", 6), ("topspin", 2), ("pancake", 1)]
)
def test_each_renaming_turns_moves_into_moves(name, number):
    facts = read(find(name))
    known, turns = symmetries(facts), moves(facts)
    assert len(known) == number
    assert known[0].moves == tuple(range(len(turns)))
    for symmetry in known:
        for renamed in symmetry.renamings[:5]:
            assert sorted(renamed) == list(range(facts.points))
            for turn, image in zip(turns, symmetry.moves, strict=True):
                for point, source in enumerate(turn.sources):
                    assert turns[image].sources[renamed[point]] == renamed[source]


def test_a_move_whose_power_would_be_no_move():
    """Turning by two where it was one turns the double turn into one by four, which does not count."""
    known = symmetries(puzzle(7, [1, 2, 5, 6], [list(range(1, 8))]))
    assert [each.moves for each in known] == [(0, 1, 2, 3), (3, 2, 1, 0)]


def test_a_generator_that_is_no_move_itself():
    """Only its second and third powers are; those of the other one are all."""
    facts = puzzle(8, [2, 3, 7], [[1, 2, 3, 4, 5]], [[6, 7, 8]])
    turns = moves(facts)
    for symmetry in symmetries(facts):
        for turn, image in zip(turns, symmetry.moves, strict=True):
            assert all(
                turns[image].sources[renamed[point]] == renamed[source]
                for renamed in symmetry.renamings
                for point, source in enumerate(turn.sources)
            )


def test_the_search_ends_soon_where_there_are_too_many():
    """Four rings by themselves: each point of each can become any other."""
    rings = [[list(range(first, first + 71))] for first in range(1, 285, 71)]
    begun = time.process_time()
    assert len(symmetries(puzzle(284, "half", *rings))) == 1
    assert time.process_time() - begun < 30


def test_the_group_is_that_of_the_moves():
    """Half turns alone reach fewer states than quarter turns."""
    facts = replace(read(find("pocket")), metric=(2,), distances=(), optimal={})
    far = distances(facts.goals[0], moves_of(facts))
    assert count_states(facts) == len(far) == 24
    quarter = tuple(facts.start("five"))
    assert quarter not in far
    assert why_unsolvable(facts, quarter) is not None
    assert why_unsolvable(facts, max(far)) is None
