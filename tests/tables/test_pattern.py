"""Patterns, and patterns of the same shape as one."""

import json
from collections import Counter

import pytest

from pybridge.boards import generate
from pybridge.facts import find, read
from pybridge.heuristics.pattern_database import PatternLookup, recipes
from pybridge.limits import silent
from pybridge.tables.pattern.layout import Pattern, region, view
from pybridge.tables.pattern.recipe import PatternRecipe
from tests.tables.plain_pattern import plain_distances
from tests.tables.small_boards import BOARDS, LARGER, grid, patterns, ring

KORF_24 = (
    (1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (17, 18, 19, 22, 23, 24),
)  # fmt: skip
"""Source: Korf and Felner, 2002."""


def unshared(neighbors, goals, tiles):
    """The tiles as they are on the board, labelled by number: a pattern that shares with no other."""
    pieces = [(label, cell) for label, tile in enumerate(tiles) for cell, lies in enumerate(goals[0]) if lies == tile]
    placed = []
    for goal in goals:
        cells = tuple(cell for tile in tiles for cell, lies in enumerate(goal) if lies == tile)
        placed.append((cells, min(region(neighbors, cells, goal.index(0)))))
    return Pattern(tuple(label for label, _ in pieces), tuple(sorted(set(placed))), neighbors)


@pytest.mark.parametrize("name", BOARDS)
def test_a_shared_view_sees_what_the_tiles_need(name):
    neighbors, goals = BOARDS[name]
    tiles = sorted(set(goals[0]) - {0})
    for chosen in [tuple(tiles[:2]), tuple(tiles[-2:]), tuple(tiles[::-2]), tuple(tiles)]:
        seen = view(neighbors, goals, chosen)
        part = PatternLookup(seen, PatternRecipe(seen.pattern).build(silent))
        for placement, moves in plain_distances(unshared(neighbors, goals, chosen)).items():
            state = [99 if label is None else chosen[label] for label in placement]
            assert part.distance(state) == moves


def test_patterns_of_the_same_shape_share_a_table():
    facts = generate.rectangle(5, 5, blank="first")
    assert len(recipes(facts, KORF_24)) == 2
    assert Counter(view(facts.neighbors, facts.goals, tiles).pattern for tiles in KORF_24).most_common()[0][1] == 3


def test_tiles_of_the_fifteen_puzzle_mirrored():
    facts = read(find("fifteen"))
    (goal,) = facts.goals
    for one in range(1, 16):
        row, column = divmod(goal.index(one), 4)
        other = goal[column * 4 + row]
        if other:
            mirrored = [view(facts.neighbors, facts.goals, (tile,)).pattern for tile in (one, other)]
            assert mirrored[0] == mirrored[1]


@pytest.mark.parametrize("name", BOARDS)
def test_written_and_read(name):
    for pattern in patterns(BOARDS[name], most=2):
        assert Pattern.from_json(json.loads(json.dumps(pattern.to_json()))) == pattern
        assert pattern.labels == tuple(sorted(pattern.labels))
        assert set(pattern.labels) == set(range(pattern.labels[-1] + 1))


def test_regions():
    assert region(grid(3, 3), (1, 3), 0) == {0}
    assert region(grid(3, 3), (1, 3), 4) == {2, 4, 5, 6, 7, 8}
    assert region(ring(6), (), 2) == {*range(6)}
    assert region(ring(6), (0, 3), 2) == {1, 2}


def test_nearest_distances_of_equal_tiles_and_several_goals():
    pattern = view(grid(1, 4), ((1, 1, 2, 0),), (1,)).pattern
    assert sorted(pattern.nearest) in ([(0, 0, 1, 2)], [(2, 1, 0, 0)])
    pattern = view(grid(1, 3), ((1, 2, 0), (0, 2, 1)), (1,)).pattern
    assert pattern.nearest == ((0, 1, 0),)


def test_what_a_step_is():
    steps = {
        name: {pattern.step for pattern in patterns(board, most=1)} for name, board in {**BOARDS, **LARGER}.items()
    }
    assert steps["2x3"] == steps["3x3"] == steps["tree"] == {2}
    assert steps["two goals"] == steps["odd ring"] == steps["equal tiles"] == {1}
