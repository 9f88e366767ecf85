"""`why_unsolvable` against breadth-first search over all states, on every small board."""

import random
from itertools import permutations

import boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.facts import find, read
from pybridge.puzzles import why_unsolvable


def islands(neighbors, tiles):
    """For each state of the tiles a number, the same for states that moves join."""
    number = {}
    for board in sorted(set(permutations(tiles))):
        if board not in number:
            number.update(dict.fromkeys(boards.reachable(neighbors, board), len(number)))
    return number


def assert_told(neighbors, goals, number, states=None):
    """Every state, or each of those given, and every goal."""
    for goal in goals:
        facts = boards.sliding(neighbors, goal)
        for state in states or number:
            island = number[state]
            reason = why_unsolvable(facts, state)
            assert (reason is None) == (island == number[goal]), (neighbors, state, goal, reason)
            assert reason is None or len(reason) > 20


def goals_by_blank(count):
    """The tiles in ascending order, with the blank in each cell."""
    for blank in range(count):
        goal = list(range(1, count))
        goal.insert(blank, 0)
        yield tuple(goal)


def test_the_boards_are_all_there():
    # Sources: OEIS A001187 and A001349, connected graphs, labelled and not.
    assert [len(list(boards.labelled_boards(count))) for count in range(2, 6)] == [1, 4, 38, 728]
    assert [len(list(boards.boards(count))) for count in range(2, 7)] == [1, 2, 6, 21, 112]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_distinct_tiles_on_every_labelled_board(count):
    for neighbors in boards.labelled_boards(count):
        assert_told(neighbors, goals_by_blank(count), islands(neighbors, range(count)))


@pytest.mark.parametrize("count", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_distinct_tiles_on_every_shape(count):
    for neighbors in boards.boards(count):
        assert_told(neighbors, goals_by_blank(count), islands(neighbors, range(count)))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_equal_tiles_on_every_labelled_board(count):
    for neighbors in boards.labelled_boards(count):
        for partition in boards.partitions(count - 1):
            number = islands(neighbors, boards.tiles_of(partition))
            assert_told(neighbors, number, number)


@pytest.mark.parametrize("partition", [(2, 1, 1), (2, 2), (3, 1), (4,)])
def test_equal_tiles_on_every_shape_of_five_cells(partition):
    for neighbors in boards.boards(5):
        number = islands(neighbors, boards.tiles_of(partition))
        assert_told(neighbors, number, number)


@pytest.mark.slow
@pytest.mark.parametrize("partition", list(boards.partitions(5))[1:])
def test_equal_tiles_on_every_shape_of_six_cells(partition):
    draw = random.Random(str(partition))
    for neighbors in boards.boards(6):
        number = islands(neighbors, boards.tiles_of(partition))
        assert_told(neighbors, draw.sample(sorted(number), min(6, len(number))), number)


def test_theta0():
    number = islands(boards.THETA0, range(7))
    assert len(set(number.values())) == 6  # 5040 states, 840 = 7 * 120 in each island (Wilson, 1974)
    for goal in [(1, 2, 3, 4, 5, 6, 0), (0, 1, 2, 3, 4, 5, 6), (1, 0, 2, 3, 4, 5, 6)]:
        blank_home = [state for state in number if state.index(0) == goal.index(0)]
        assert_told(boards.THETA0, [goal], number, blank_home)


@pytest.mark.slow
def test_theta0_from_every_state():
    assert_told(boards.THETA0, goals_by_blank(7), islands(boards.THETA0, range(7)))


@pytest.mark.parametrize("partition", [(2, 1, 1, 1, 1), (2, 2, 1, 1), (3, 1, 1, 1), (2, 2, 2), (3, 3)])
def test_theta0_with_equal_tiles(partition):
    draw = random.Random(1)
    number = islands(boards.THETA0, boards.tiles_of(partition))
    every = sorted(number)
    assert_told(boards.THETA0, draw.sample(every, 4), number, draw.sample(every, min(150, len(every))))


@pytest.mark.parametrize("seed", range(5))
def test_theta0_under_other_numbers_of_cells(seed):
    draw = random.Random(seed)
    names = draw.sample(range(7), 7)
    edges = [(names[a], names[b]) for a in range(7) for b in boards.THETA0[a]]
    neighbors = boards.neighbors_of(7, edges)
    number = islands(neighbors, range(7))
    assert_told(neighbors, [(1, 2, 3, 4, 5, 6, 0)], number, draw.sample(sorted(number), 400))


@st.composite
def larger_boards(draw):
    """A connected board of 6 or 7 cells: a random tree and a few edges more; tiles; a start and a goal."""
    count = draw(st.integers(6, 7))
    edges = {(draw(st.integers(0, cell - 1)), cell) for cell in range(1, count)}
    cells = st.integers(0, count - 1)
    edges |= set(draw(st.lists(st.tuples(cells, cells).filter(lambda edge: edge[0] != edge[1]), max_size=4)))
    tiles = draw(st.sampled_from([boards.tiles_of(each) for each in boards.partitions(count - 1)]))
    return boards.neighbors_of(count, edges), draw(st.permutations(tiles)), draw(st.permutations(tiles))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(larger_boards())
def test_larger_boards(drawn):
    neighbors, goal, start = drawn[0], tuple(drawn[1]), tuple(drawn[2])
    facts = boards.sliding(neighbors, goal)
    here = boards.reachable(neighbors, goal)
    assert (why_unsolvable(facts, start) is None) == (start in here)
    for state in random.Random(1).sample(sorted(here), min(10, len(here))):
        assert why_unsolvable(facts, state) is None


def test_one_reachable_goal_is_enough():
    square = ((1, 2), (0, 3), (0, 3), (1, 2))
    start, near, far = (1, 2, 3, 0), (1, 2, 0, 3), (2, 1, 3, 0)
    assert why_unsolvable(boards.sliding(square, near), start) is None
    assert why_unsolvable(boards.sliding(square, far), start)
    assert why_unsolvable(boards.sliding(square, far, near), start) is None
    assert why_unsolvable(boards.sliding(square, near, far), start) is None


@pytest.mark.parametrize("name", ["seven", "eight", "fifteen"])
def test_two_tiles_exchanged_on_a_shipped_board(name):
    facts = read(find(name))
    goal = facts.goals[0]
    assert all(why_unsolvable(facts, state) is None for _, state in facts.starts)
    assert "odd permutation" in why_unsolvable(facts, (goal[1], goal[0], *goal[2:]))
    assert why_unsolvable(facts, (goal[1], goal[2], goal[0], *goal[3:])) is None


def test_equal_pieces_make_up_for_an_odd_permutation():
    facts = read(find("box_eight"))
    goal = facts.goals[0]
    assert why_unsolvable(facts, (goal[1], goal[0], *goal[2:])) is None


@pytest.mark.parametrize("places", [("x",), ("x", "y"), ("x", "y", "z")])
@pytest.mark.parametrize("blocks", [("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_blocks_world(blocks, places):
    states = boards.towers(blocks, places)
    number = {}
    for state in states:
        if state in number:
            continue
        mine, layer = {state}, [state]
        while layer:
            layer = [b for b in states if b not in mine and any(boards.one_block_apart(a, b) for a in layer)]
            mine.update(layer)
        number.update(dict.fromkeys(mine, len(number)))
    for goal in states:
        facts = boards.blocks_world(blocks, places, goal)
        for state in states:
            reason = why_unsolvable(facts, state)
            assert (reason is None) == (number[state] == number[goal]), (state, goal, reason)


def test_how_many_states_of_blocks_there_are():
    # n! orders, dealt to p places in C(n + p - 1, p - 1) ways; 60 is M. Hiroi's problem, found by breadth-first search.
    assert len(boards.towers(("a", "b", "c"), ("x", "y", "z"))) == 60
    assert len(boards.towers(("a", "b", "c", "d"), ("x", "y", "z"))) == 360
    assert len(boards.towers(("a", "b"), ("x",))) == 2
