"""`count_states` against breadth-first search over all states, on every small board and in small blocks worlds."""

import random

import pytest

from pybridge.facts import find, read
from pybridge.puzzles import count_arrangements, count_states, why_unsolvable
from tests.puzzles import boards


def assert_counted(neighbors, islands, *goals):
    """The number of states in the islands of the goals, and of all states."""
    facts = boards.sliding(neighbors, *goals)
    reached = {islands[goal] for goal in goals}
    assert count_states(facts) == sum(number in reached for number in islands.values()), (neighbors, goals)
    assert count_arrangements(facts) == len(islands)


def assert_goals_counted(neighbors, partition, goals=None):
    """With each goal or as many as are given, and with several goals."""
    islands = boards.islands(neighbors, boards.tiles_of(partition))
    draw, every = random.Random(f"{neighbors} {partition}"), sorted(islands)
    for goal in every if goals is None else draw.choices(every, k=goals):
        assert_counted(neighbors, islands, goal)
    for many in (2, 3, 4):
        assert_counted(neighbors, islands, *draw.choices(every, k=many))


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_goal_on_every_shape(count):
    for neighbors in boards.boards(count):
        for partition in boards.partitions(count - 1):
            assert_goals_counted(neighbors, partition)


@pytest.mark.parametrize("partition", [(5,), (3, 2), (2, 2, 1), pytest.param((1,) * 5, marks=pytest.mark.slow)])
def test_every_shape_of_six_cells(partition):
    for neighbors in boards.boards(6):
        assert_goals_counted(neighbors, partition, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "times"), [(7, 40), (8, 8)])
def test_random_boards(count, times):
    draw = random.Random(f"counted {count}")
    for _ in range(times):
        neighbors = boards.random_board(draw, count)
        for partition in ((1,) * (count - 1), draw.choice(list(boards.partitions(count - 1)))):
            assert_goals_counted(neighbors, partition, 5)


@pytest.mark.parametrize("partition", [(1,) * 6, (2, 1, 1, 1, 1), (2, 2, 1, 1), (2, 2, 2), (3, 3), (5, 1)])
def test_theta0(partition):
    assert_goals_counted(boards.THETA0, partition, 30)


@pytest.mark.parametrize(
    ("name", "states", "arrangements"),
    [
        ("seven", 20_160, 40_320),
        ("eight", 181_440, 362_880),
        ("box_eight", 90_720, 90_720),  # M. Hiroi's breadth-first search
        ("fifteen", 10_461_394_944_000, 20_922_789_888_000),
        ("blocks3", 60, 60),
    ],
)
def test_shipped_puzzles(name, states, arrangements):
    facts = read(find(name))
    assert (count_states(facts), count_arrangements(facts)) == (states, arrangements)


def grid(rows, columns):
    cells = range(rows * columns)
    right = [(cell, cell + 1) for cell in cells if (cell + 1) % columns]
    return boards.neighbors_of(rows * columns, right + [(cell, cell + columns) for cell in cells[:-columns]])


def test_numbers_of_any_size():
    facts = boards.sliding(grid(10, 10), (*range(1, 100), 0))
    assert count_arrangements(facts) == 2 * count_states(facts)
    assert str(count_arrangements(facts)).startswith(
        "93326215443944152681699238856266700490715968264381621468592963"
    )  # 100!
    ring = boards.neighbors_of(100, [(cell, (cell + 1) % 100) for cell in range(100)])
    assert count_states(boards.sliding(ring, (*range(1, 100), 0))) == 9_900
    assert count_states(boards.sliding(ring, (*(1, 2, 3) * 33, 0))) == 300
    tree = boards.neighbors_of(100, [(cell // 2, cell) for cell in range(1, 100)])
    assert count_states(boards.sliding(tree, (*range(1, 100), 0))) == 100


@pytest.mark.parametrize("places", [("x",), ("x", "y"), ("x", "y", "z"), ("w", "x", "y", "z")])
@pytest.mark.parametrize("blocks", [("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_blocks_on_places(blocks, places):
    states = boards.towers(blocks, places)
    islands = boards.block_islands(states)
    draw = random.Random(1)
    for many in (1, 1, 1, 2, 3):
        goals = draw.choices(states, k=many)
        facts = boards.blocks_world(blocks, places, *goals)
        reached = {islands[goal] for goal in goals}
        assert count_states(facts) == sum(number in reached for number in islands.values())
        assert count_arrangements(facts) == len(states)


@pytest.mark.parametrize("places", [(), ("x",), ("x", "y"), ("x", "y", "z")])
@pytest.mark.parametrize("blocks", [("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_blocks_on_a_table_all_hang_together(blocks, places):
    states = boards.arrangements_with_table(blocks, places, "t")
    assert set(boards.block_islands(states).values()) == {0}
    for goals in (states[:1], states[-2:]):
        facts = boards.blocks_world(blocks, places, *goals, table="t")
        assert count_states(facts) == count_arrangements(facts) == len(states)
        assert all(why_unsolvable(facts, state) is None for state in states)


def test_blocks_on_a_table_are_as_many_as_published():
    # OEIS A000262, sets of lists.
    for number, states in enumerate([1, 3, 13, 73, 501, 4051, 37633, 394353], start=1):
        blocks = tuple(map(str, range(number)))
        goal = tuple((block, "t") for block in blocks)
        assert count_states(boards.blocks_world(blocks, (), goal, table="t")) == states
