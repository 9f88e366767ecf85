"""Pattern databases against breadth-first distances of every state, and the sums of their parts."""

from dataclasses import replace
from itertools import permutations

import pytest

from pybridge.boards import generate
from pybridge.facts import find, read
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.pattern_database import (
    MOST_VIEWS,
    PatternDatabases,
    PatternLookup,
    recipes,
    symmetries,
    views,
)
from pybridge.limits import silent
from pybridge.tables.pattern.recipe import PatternRecipe
from tests.heuristics.rectangles import distances, random_walk, rectangle, steps
from tests.puzzles.boards import sliding
from tests.samples import sample
from tests.tables.small_boards import TREE, TWO_TRIANGLES, grid


def databases(facts, *partition):
    tables = {recipe: recipe.build(silent) for recipe in recipes(facts, partition)}
    return PatternDatabases(facts, partition, tables, "pdb")


def prove(facts, heuristic):
    """h of each state, once it is proved admissible."""
    distance = distances(facts)
    h = {state: heuristic.estimate(state) for state in distance}
    assert all(h[goal] == 0 for goal in facts.goals)
    assert all(0 <= h[state] <= away for state, away in distance.items())
    for state in list(distance)[:: 1 + len(distance) // 500]:
        for move, after in steps(facts, state):
            assert heuristic.after(h[state], move, after) == h[after]
    return h


BOARDS = {
    "2x2": (sliding(grid(2, 2), (1, 2, 3, 0)), [((1, 2, 3),), ((1,), (2,), (3,)), ((3, 1), (2,))]),
    "1x4": (sliding(grid(1, 4), (1, 2, 0, 3)), [((1, 2, 3),), ((1, 3), (2,))]),
    "2x3": (sliding(grid(2, 3), (1, 2, 3, 4, 5, 0)), [((1, 2, 3, 4, 5),), ((1, 2), (3, 4, 5)), ((5, 1), (2, 4), (3,))]),
    "some tiles only": (sliding(grid(2, 3), (1, 2, 3, 4, 5, 0)), [((1, 4),), ((3,),)]),
    "the middle": (rectangle(2, 3, (0, 1)), [((1, 2), (3, 4, 5)), ((4,), (2, 5, 3), (1,))]),
    "holes": (sliding(grid(3, 3, (0, 0), (2, 1)), (1, 2, 3, 0, 4, 5, 6)), [((1, 2, 3), (4, 5, 6)), ((1, 6), (3, 5))]),
    "tree": (sliding(TREE, (1, 2, 3, 4, 0, 5)), [((1, 2, 3, 4, 5),), ((1, 2), (3, 4, 5))]),
    "triangles": (sliding(TWO_TRIANGLES, (1, 2, 3, 4, 0)), [((1, 2), (3, 4)), ((1, 2, 3, 4),)]),
    "equal tiles": (sliding(grid(2, 3), (1, 1, 2, 2, 3, 0)), [((1, 2, 3),), ((1,), (2, 3)), ((2,), (1,), (3,))]),
    "goals": (sliding(grid(2, 3), (1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 5, 4)), [((1, 2, 3), (4, 5)), ((1, 2, 3, 4, 5),)]),
    "equal tiles, goals": (sliding(grid(2, 3), (1, 1, 2, 2, 3, 0), (2, 2, 0, 1, 1, 3)), [((1, 3), (2,)), ((2, 1, 3),)]),
    "2x4": (rectangle(2, 4, (0, 0)), [((1, 2, 3, 4), (5, 6, 7)), ((7, 3, 5), (2,), (1, 4, 6))]),
}


@pytest.mark.parametrize("name", sample(BOARDS, slow=("2x4",)))
def test_admissible_on_every_state(name):
    facts, partitions = BOARDS[name]
    for partition in partitions:
        prove(facts, databases(facts, *partition))


@pytest.mark.slow
def test_admissible_on_every_state_of_the_eight_puzzle():
    facts = rectangle(3, 3, (1, 1))
    prove(facts, databases(facts, (1, 2, 3, 4), (5, 6, 7, 8)))


def test_all_tiles_in_one_part_leave_nothing_out():
    """The blank's cell is where no tile is, so that nothing is forgotten."""
    facts, _ = BOARDS["2x3"]
    h = prove(facts, databases(facts, (1, 2, 3, 4, 5)))
    assert h == distances(facts)


def test_a_part_of_one_tile_is_its_manhattan_distance():
    facts = generate.rectangle(3, 3)
    heuristic, manhattan = databases(facts, *((tile,) for tile in range(1, 9))), Manhattan(facts)
    for _, state in zip(range(2000), permutations(range(9)), strict=False):
        assert heuristic.estimate(state) == manhattan.estimate(state)


@pytest.mark.slow
def test_larger_parts_know_more():
    facts, _ = BOARDS["2x4"]
    small = prove(facts, databases(facts, (1, 2), (3, 4), (5, 6, 7)))
    large = prove(facts, databases(facts, (1, 2, 3, 4), (5, 6, 7)))
    assert all(large[state] >= h for state, h in small.items())
    assert large != small


@pytest.mark.parametrize("blank", [(0, 0), (2, 2), (0, 1)])
def test_the_mirrored_state_is_looked_up_too(blank):
    facts = rectangle(3, 3, blank)
    heuristic = databases(facts, (1, 2, 3, 4), (5, 6, 7, 8))
    ((cells, tiles),) = symmetries(facts)
    plain, mirrored = heuristic.groups
    better = 0
    for _, state in random_walk(facts, 500, seed=1):
        image = _image(state, cells, tiles)
        sums = [sum(part.distance(each) for part in plain) for each in (state, image)]
        assert sum(part.distance(state) for part in mirrored) == sums[1]
        assert heuristic.estimate(state) == max(sums)
        better += sums[1] > sums[0]
    assert better


def test_no_more_mirror_images_than_are_worth_looking_up():
    facts = rectangle(3, 3, (1, 1))
    assert len(symmetries(facts)) == 7
    heuristic = databases(facts, (1, 2, 3, 4), (5, 6, 7, 8))
    assert len(heuristic.groups) == MOST_VIEWS < 8
    for _, state in random_walk(facts, 200, seed=1):
        images = [_image(state, *each) for each in symmetries(facts)]
        sums = [sum(part.distance(each) for part in heuristic.groups[0]) for each in (state, *images)]
        assert sums[0] <= heuristic.estimate(state) <= max(sums)


def _image(state, cells, tiles):
    """The state laid on the board by a symmetry, with the tiles that then are where these were."""
    image = [0] * len(state)
    for cell, tile in enumerate(state):
        image[cells[cell]] = tiles[tile]
    return image


def test_views_of_the_fifteen_puzzle():
    facts = read(find("fifteen"))
    partition = (tuple(range(1, 9)), tuple(range(9, 16)))
    assert [[len(seen.tiles) for seen in group] for group in views(facts, partition)] == [[8, 7], [8, 7]]
    assert len(recipes(facts, partition)) == 2


def test_a_partition_that_is_its_own_mirror_image_is_looked_up_once():
    facts = generate.rectangle(3, 3)
    assert len(views(facts, ((1, 2, 3, 4, 5, 6, 7, 8),))) == 1
    assert len(views(facts, ((1, 5), (2, 4), (3, 7), (6, 8)))) == 1
    assert len(views(facts, ((1, 2, 3), (4, 5, 6), (7, 8)))) == 2


def test_symmetries_where_there_are_none():
    facts = generate.rectangle(3, 3)
    assert symmetries(replace(facts, goals=(facts.goals[0], facts.goals[0][::-1]))) == []
    assert symmetries(sliding(grid(3, 3), (1, 1, 2, 1, 3, 2, 3, 3, 0))) == []
    assert len(symmetries(sliding(grid(3, 3), (1, 2, 3, 2, 4, 5, 3, 5, 0)))) == 1


def test_distances_of_placements():
    facts = generate.rectangle(3, 3)
    (recipe,) = recipes(facts, ((1, 2),))
    ((seen,), *_) = views(facts, ((1, 2),))
    part = PatternLookup(seen, recipe.build(silent))
    (one, two, *others) = facts.goals[0]
    assert part.distance((one, two, *others)) == 0
    assert part.distance((two, one, *others)) > 2
    assert (part.bits, part.step, part.packed.dtype) == (4, 2, "uint8")


def test_what_it_promises():
    facts, _ = BOARDS["2x3"]
    heuristic = databases(facts, (1, 2, 3, 4, 5))
    assert (heuristic.name, heuristic.admissible, heuristic.consistent) == ("pdb", True, False)
    assert "Korf" in heuristic.source
    assert all(isinstance(recipe, PatternRecipe) for recipe in recipes(facts, ((1, 2),)))
