"""`why_unsolvable` against breadth-first search over all states, on every small board.

Each test says how many verdicts it compares; docs/solvability.md adds them up.
"""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.facts import find, read
from pybridge.puzzles import why_unsolvable
from pybridge.puzzles.rows import transitions
from tests.puzzles import boards
from tests.samples import sample


def right_verdicts(neighbors, goals, number, states=None):
    """How many verdicts were right, of every state or those given and each goal; fails at a wrong one."""
    verdicts = 0
    for goal in goals:
        facts = boards.sliding(neighbors, goal)
        for state in states or number:
            reason = why_unsolvable(facts, state)
            assert (reason is None) == (number[state] == number[goal]), (neighbors, state, goal, reason)
            verdicts += 1
    return verdicts


def right_orbits(neighbors, goals, number):
    """How many pairs of a state and a goal were right in whether both are in one orbit; fails at a wrong one.

    `why_unsolvable` compares these orbits. Those of a board are the same for all goals with the blank on one cell, so
    that each is computed once; a state of each goal is asked for its verdict, too.
    """
    orbits, pairs, draw = {}, 0, random.Random(str(neighbors))
    for goal in goals:
        facts, blank = boards.sliding(neighbors, goal), goal.index(0)
        if blank not in orbits:
            known = transitions(facts).orbits(facts)
            orbits[blank] = {state: known.orbit(state) for state in number}
        wanted, island = orbits[blank][goal], number[goal]
        for state, orbit in orbits[blank].items():
            assert (orbit == wanted) == (number[state] == island), (neighbors, state, goal)
            pairs += 1
        right_verdicts(neighbors, [goal], number, [draw.choice(list(number))])
    return pairs


def goals_by_blank(count):
    """The tiles in ascending order, with the blank in each cell."""
    for blank in range(count):
        goal = list(range(1, count))
        goal.insert(blank, 0)
        yield tuple(goal)


def goals_by_name(states, partition):
    """One state of all that become equal by renaming tiles of which there are equally many."""
    alike = [
        [tile for tile, many in enumerate(partition, start=1) if many == each] for each in dict.fromkeys(partition)
    ]
    for state in states:
        if all(sorted(tiles, key=state.index) == tiles for tiles in alike):
            yield state


def test_the_boards_are_all_there():
    # Sources: OEIS A001187 and A001349, connected graphs, labelled and not.
    assert [len(list(boards.labelled_boards(count))) for count in range(2, 6)] == [1, 4, 38, 728]
    assert [len(list(boards.boards(count))) for count in range(2, 7)] == [1, 2, 6, 21, 112]


@pytest.mark.parametrize(("count", "verdicts"), sample([(2, 4), (3, 180), (4, 27_968)], slow=((4, 27_968),)))
def test_every_tiles_on_every_labelled_board(count, verdicts):
    compared = 0
    for neighbors in boards.labelled_boards(count):
        for partition in boards.partitions(count - 1):
            number = boards.islands(neighbors, boards.tiles_of(partition))
            compared += right_verdicts(neighbors, number, number)
    assert compared == verdicts


FIVE = {(4,): 525, (3, 1): 8_400, (2, 2): 18_900, (2, 1, 1): 75_600, (1, 1, 1, 1): 302_400}


@pytest.mark.slow
@pytest.mark.parametrize(
    "partition", [pytest.param(each, marks=pytest.mark.slow if len(each) > 2 else ()) for each in FIVE]
)
def test_every_tiles_on_every_shape_of_five_cells(partition):
    compared = 0
    for neighbors in boards.boards(5):
        number = boards.islands(neighbors, boards.tiles_of(partition))
        compared += right_verdicts(neighbors, number, number)
    assert compared == FIVE[partition]


SIX = {
    (5,): 112 * 6 * 6,
    (4, 1): 112 * 30 * 30,
    (3, 2): 112 * 60 * 60,
    (3, 1, 1): 112 * 60 * 120,
    (2, 2, 1): 112 * 90 * 180,
    (2, 1, 1, 1): 112 * 60 * 360,
    (1, 1, 1, 1, 1): 112 * 6 * 720,
}


@pytest.mark.parametrize(
    "partition", [pytest.param(each, marks=pytest.mark.slow if len(each) > 1 else ()) for each in SIX]
)
def test_every_tiles_on_every_shape_of_six_cells(partition):
    compared = 0
    for neighbors in boards.boards(6):
        number = boards.islands(neighbors, boards.tiles_of(partition))
        compared += right_orbits(neighbors, goals_by_name(number, partition), number)
    assert compared == SIX[partition]


@pytest.mark.slow
def test_the_names_of_tiles_make_no_difference():
    draw, compared = random.Random(1), 0
    for neighbors in boards.boards(6):
        number = boards.islands(neighbors, range(6))
        compared += right_verdicts(neighbors, draw.sample(sorted(number), 3), number, draw.sample(sorted(number), 60))
    assert compared == 112 * 3 * 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "shapes", "verdicts"),
    [(5, 21, 21 * 3 * 120), (6, 112, 112 * 3 * 720)],
)
def test_several_goals_on_every_shape(count, shapes, verdicts):
    compared, seen = 0, 0
    for neighbors in boards.boards(count):
        number = boards.islands(neighbors, range(count))
        compared += right_verdicts_of_several_goals(neighbors, number, 3)
        seen += 1
    assert (seen, compared) == (shapes, verdicts)


def right_verdicts_of_several_goals(neighbors, number, times):
    """For this many choices of two to four goals, drawn at random, how many verdicts of every state were right."""
    draw, verdicts = random.Random(str(neighbors)), 0
    for _ in range(times):
        goals = draw.choices(sorted(number), k=draw.randint(2, 4))
        facts = boards.sliding(neighbors, *goals)
        joined = {number[goal] for goal in goals}
        for state, island in number.items():
            assert (why_unsolvable(facts, state) is None) == (island in joined), (neighbors, state, goals)
            verdicts += 1
    return verdicts


RANDOM = {7: (20, 170_814), 8: (3, 130_368)}


@pytest.mark.slow
@pytest.mark.parametrize("count", RANDOM)
def test_random_boards(count):
    times, verdicts = RANDOM[count]
    draw, compared = random.Random(count), 0
    for _ in range(times):
        neighbors = boards.random_board(draw, count)
        number = boards.islands(neighbors, range(count))
        compared += right_verdicts(neighbors, draw.sample(sorted(number), 1), number)
        tiles = boards.tiles_of(draw.choice([each for each in boards.partitions(count - 1) if each[0] > 1]))
        equal = boards.islands(neighbors, tiles)
        compared += right_verdicts(neighbors, draw.choices(sorted(equal), k=4), equal)
        compared += right_verdicts_of_several_goals(neighbors, equal, 2)
    assert compared == verdicts


@pytest.mark.slow
def test_theta0_from_every_state():
    number = boards.islands(boards.THETA0, range(7))
    assert len(set(number.values())) == 6  # 5040 states, 840 = 7 * 120 in each island (Wilson, 1974)
    assert right_verdicts(boards.THETA0, goals_by_blank(7), number) == 7 * 5040


EQUAL = [(2, 1, 1, 1, 1), (2, 2, 1, 1), (3, 1, 1, 1), (2, 2, 2), (3, 3)]


@pytest.mark.parametrize(
    "partition", [pytest.param(each, marks=() if each == (2, 2, 2) else pytest.mark.slow) for each in EQUAL]
)
def test_theta0_with_equal_tiles(partition):
    draw = random.Random(1)
    number = boards.islands(boards.THETA0, boards.tiles_of(partition))
    every = sorted(number)
    right_verdicts(boards.THETA0, draw.sample(every, 4), number, draw.sample(every, min(150, len(every))))


@pytest.mark.parametrize("seed", sample(range(5), quick=(0,)))
def test_theta0_under_other_numbers_of_cells(seed):
    draw = random.Random(seed)
    names = draw.sample(range(7), 7)
    edges = [(names[a], names[b]) for a in range(7) for b in boards.THETA0[a]]
    neighbors = boards.neighbors_of(7, edges)
    number = boards.islands(neighbors, range(7))
    right_verdicts(neighbors, [(1, 2, 3, 4, 5, 6, 0)], number, draw.sample(sorted(number), 400))


@st.composite
def larger_boards(draw):
    """A connected board of 6 or 7 cells: a random tree and a few edges more; tiles; a start and a goal."""
    count = draw(st.integers(6, 7))
    edges = {(draw(st.integers(0, cell - 1)), cell) for cell in range(1, count)}
    cells = st.integers(0, count - 1)
    edges |= set(draw(st.lists(st.tuples(cells, cells).filter(lambda edge: edge[0] != edge[1]), max_size=4)))
    tiles = draw(st.sampled_from([boards.tiles_of(each) for each in boards.partitions(count - 1)]))
    return boards.neighbors_of(count, edges), draw(st.permutations(tiles)), draw(st.permutations(tiles))


@settings(max_examples=80, derandomize=True)
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
    number = boards.block_islands(states)
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


def test_the_document_adds_up():
    document = (Path(__file__).parents[2] / "docs" / "solvability.md").read_text(encoding="utf-8")
    *told, total = (int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+) \| 0 \|$", document, re.M))
    assert sum(told) == total
    assert {sum(FIVE.values()), sum(SIX.values()), sum(verdicts for _, verdicts in RANDOM.values())} <= set(told)
