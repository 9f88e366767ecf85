"""What a reason says is true: of cells, tiles, cyclic orders, permutations and exchanges that would help."""

import pickle
import random
import re
from dataclasses import replace

import pytest

from pybridge.boards.generate import from_drawing
from pybridge.facts import find, read
from pybridge.facts.given_state import given_state
from pybridge.puzzles import why_unsolvable
from tests.puzzles import boards


def cells_of(text):
    return [int(cell) for cell in re.findall(r"\d+", text)]


def assert_bridge(match, neighbors, island, goal):
    entry, cell, home, tile, _, wanted = map(int, match.groups())
    assert goal.index(0) == home
    assert goal[cell] == wanted != tile
    assert {state[cell] for state in island if state[home] == 0} == {tile}
    without = {frozenset((a, b)) for a, around in enumerate(neighbors) for b in around} - {frozenset((entry, cell))}
    assert not boards.is_connected(boards.neighbors_of(len(neighbors), map(tuple, without)))


def assert_cut_off(match, neighbors, island, goal):
    tile, entry, home = int(match[1]), int(match[3]), int(match[4])
    cells = cells_of(match[2])
    assert goal.index(0) == home
    lying = {tuple(sorted(state[cell] for cell in cells)) for state in island if state[home] == 0}
    assert len(lying) == 1
    assert lying.pop().count(tile) > [goal[cell] for cell in cells].count(tile)
    assert not boards.is_connected(neighbors, set(range(len(neighbors))) - {entry})


def assert_ring(match, neighbors, island, goal):
    mine, theirs = ([int(tile) for tile in text.split()] for text in match.groups()[1:])
    assert sorted(mine) == sorted(theirs)
    turned = [mine[turn:] + mine[:turn] for turn in range(len(mine))]
    assert theirs not in turned
    assert set(mine) <= set(next(iter(island)))


def assert_odd(match, neighbors, island, goal):
    two, number, _, lengths = match[1], match[3], match[4], match[5]
    if two is None:
        assert int(number) % 2 == 1
        if lengths:
            assert sum(length - 1 for length in cells_of(lengths)) == int(number)
    else:
        assert {int(match[1]), int(match[2])} <= set(goal)


def assert_theta0(match, neighbors, island, goal):
    assert len(neighbors) >= 7
    assert int(match[1]) < int(match[2])


LAWS = (
    (
        r"the bridge from cell (\d+) to cell (\d+) lets no tiles change places: whenever the blank is on cell (\d+), "
        r"tile (\d+) is on cell (\d+), and the goal has tile (\d+) there",
        assert_bridge,
    ),
    (
        r"tile (\d+) cannot leave cells ([\d, .]+), which cell (\d+) cuts off: "
        r"whenever the blank is on cell (\d+), the same tiles lie there",
        assert_cut_off,
    ),
    (
        r"on (the board|cells [\d, .]+), a ring, the cyclic order of the tiles stays ([\d ]+), "
        r"and in the goal it is ([\d ]+)",
        assert_ring,
    ),
    (
        r"it needs an odd permutation of the tiles \((?:(\d+) and (\d+) exchanged|(\d+) exchanges of two(: (?:a cycle|"
        r"cycles) of ([\d, and]+) tiles)?)\), and on (?:the board|cells [\d, .]+) only even ones are possible: "
        r"the cells have two colors, like a chessboard; each move exchanges the blank with a tile on the other color, "
        r"so the blank returns after an even number of exchanges",
        assert_odd,
    ),
    (
        r"on (?:the board|cells [\d, .]+), the graph theta-0 \(a hexagon with a cell between two opposite corners\), "
        r"only (\d+) of (\d+) orders of the tiles can be made, and the goal's is another",
        assert_theta0,
    ),
)
HINT = r"; with tiles (\d+) and (\d+) exchanged it would be solvable"


def assert_true(reason, neighbors, islands, state, goal):
    """Which law a reason names, after everything that it says has been looked up in the islands."""
    island = {each for each, number in islands.items() if number == islands[state]}
    hint = re.search(HINT + "$", reason)
    if hint:
        exchanged = {int(hint[1]): int(hint[2]), int(hint[2]): int(hint[1])}
        assert islands[tuple(exchanged.get(tile, tile) for tile in state)] == islands[goal]
    told = reason[: hint.start()] if hint else reason
    for index, (law, check) in enumerate(LAWS):
        match = re.fullmatch(law, told)
        if match:
            check(match, neighbors, island, goal)
            return index
    raise AssertionError(reason)


def laws_told(neighbors, tiles, draw, many):
    islands = boards.islands(neighbors, tiles)
    told, every = set(), sorted(islands)
    for _ in range(many):
        state, goal = draw.choice(every), draw.choice(every)
        reason = why_unsolvable(boards.sliding(neighbors, goal), state)
        if reason:
            told.add(assert_true(reason, neighbors, islands, state, goal))
    return told


@pytest.mark.parametrize("count", [3, 4, 5])
def test_on_every_shape(count):
    draw, told = random.Random(count), set()
    for neighbors in boards.boards(count):
        for partition in boards.partitions(count - 1):
            told |= laws_told(neighbors, boards.tiles_of(partition), draw, 20)
    assert told == {3: {0}, 4: {0, 1, 2}, 5: {0, 1, 2, 3}}[count]


def test_on_random_boards():
    draw, told = random.Random(6), set()
    for _ in range(40):
        neighbors = boards.random_board(draw, 6)
        told |= laws_told(neighbors, range(6), draw, 20)
        told |= laws_told(neighbors, (0, 1, 2, 2, 3, 4), draw, 20)
    assert told == {0, 1, 2, 3}


def test_on_theta0():
    assert laws_told(boards.THETA0, range(7), random.Random(1), 20) == {4}


@pytest.mark.parametrize(
    ("name", "state", "says"),
    [
        ("seven", "2 1 3 4 5 6 7 0", "(1 and 2 exchanged)"),
        ("seven", "2 3 4 1 5 6 7 0", "with tiles 6 and 7 exchanged"),
        ("eight", "1 2 3 4 5 6 8 7 0", "(7 and 8 exchanged)"),
        ("eight", "2 3 4 1 5 6 7 8 0", "(3 exchanges of two: a cycle of 4 tiles)"),
        ("eight", "2 3 1 5 4 6 7 8 0", "(3 exchanges of two: cycles of 3 and 2 tiles)"),
        ("fifteen", "2 1 4 3 6 5 8 7 10 9 12 11 14 13 15 0", "(7 exchanges of two)"),
    ],
)
def test_shipped_boards(name, state, says):
    facts = read(find(name))
    assert says in (why_unsolvable(facts, tuple(map(int, state.split()))) or "")


def test_long_rings_are_shown_around_the_first_difference():
    ring = boards.neighbors_of(100, [(cell, (cell + 1) % 100) for cell in range(100)])
    goal = (*range(1, 100), 0)
    reason = why_unsolvable(boards.sliding(ring, goal), (*goal[:50], goal[51], goal[50], *goal[52:]))
    assert "stays ... 48 49 50 52 51 53" in reason
    assert "it is ... 48 49 50 51 52 53" in reason
    assert len(reason) < 250


def test_two_towers_are_a_string_of_beads():
    goal, start = (("a", "x"), ("b", "a"), ("c", "y")), (("a", "x"), ("b", "y"), ("c", "b"))
    reason = why_unsolvable(boards.blocks_world(("a", "b", "c"), ("x", "y"), goal), start)
    assert reason.endswith("up x and down y they are a c b, and in the goal a b c")
    start = (("a", "b"), ("b", "x"))
    assert "single place" in why_unsolvable(boards.blocks_world(("a", "b"), ("x",), (("a", "x"), ("b", "a"))), start)


@pytest.mark.parametrize(
    ("others", "says"), [(1, "nor can the other goal: "), (2, "nor can any of the 2 other goals: ")]
)
def test_several_goals(others, says):
    square = ((1, 2), (0, 3), (0, 3), (1, 2))
    goals = ((2, 1, 3, 0), (1, 3, 2, 0), (2, 1, 0, 3))[: others + 1]
    reason = why_unsolvable(boards.sliding(square, *goals), (1, 2, 3, 0))
    assert reason.startswith("the first goal cannot be reached, " + says)


LETTERS = [
    ("ab\nce\n.d", "b a c e . d", "the tiles (a and b exchanged)", False),  # a rectangle
    ("ab\nc.", "b a c .", "cyclic order of the tiles stays a b c, and in the goal it is a c b", False),
    (
        "ab.",
        "b a .",
        "to cell 0 lets no tiles change places: whenever the blank is on cell 2, tile b is on cell 0",
        True,
    ),
    ("ab#\ncd.", "b a c d .", "with tiles a and b exchanged it would be solvable", True),
]


@pytest.mark.parametrize(("drawing", "start", "says", "names_cells"), LETTERS)
def test_tiles_are_called_as_they_are_drawn(drawing, start, says, names_cells):
    facts = from_drawing("\n".join(" ".join(row) for row in drawing.split("\n")))
    reason = why_unsolvable(facts, given_state(facts, start))
    plain = why_unsolvable(replace(facts, glyphs={}), given_state(facts, start))
    assert says in reason
    assert reason.numbered == plain == plain.numbered
    assert reason.names_cells == plain.names_cells == names_cells


def test_tiles_that_are_drawn_alike_are_told_apart():
    facts = replace(from_drawing("a b\nc ."), glyphs={1: "x", 2: "x", 3: "y"})
    assert "stays x x y, and in the goal it is x y x" in why_unsolvable(facts, (2, 1, 3, 0))


def test_words_before_a_reason_leave_it_what_it_is():
    facts = replace(from_drawing("a b ."), goals=((1, 2, 0), (1, 0, 2)))
    reason = why_unsolvable(facts, (2, 1, 0))
    assert reason.startswith("the first goal cannot be reached, nor can the other goal: the bridge")
    assert "tile b is" in reason
    assert "tile 2 is" in reason.numbered
    assert reason.names_cells
    assert pickle.loads(pickle.dumps(reason)).numbered == reason.numbered
