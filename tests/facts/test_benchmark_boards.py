"""Korf's boards and the hard ones: known totals, parity, bounds, and Korf's own node counts, all judged from here."""

from itertools import combinations

import pytest

from pybridge.facts import find, read
from pybridge.puzzles import why_unsolvable
from tests.samples import sample

COLLECTIONS = {"korf100": 100, "korf24": 50, "hard15": 12}

# Korf (1985), table of the hundred boards: nodes generated with Manhattan distance, the start among them
KORF_NODES = {
    "k9": 1_650_696,
    "k12": 546_344,
    "k19": 1_280_495,
    "k42": 877_823,
    "k47": 1_411_294,
    "k48": 1_905_023,
    "k55": 927_212,
    "k74": 1_897_728,
    "k79": 540_860,
    "k93": 1_599_909,
    "k94": 1_337_340,
    "k97": 1_002_927,
}


@pytest.fixture(params=COLLECTIONS)
def facts(request):
    return read(find(request.param))


@pytest.fixture(scope="module")
def korf():
    return read(find("korf100"))


def steps(here, there, columns):
    """Rows and columns between two cells."""
    return abs(here // columns - there // columns) + abs(here % columns - there % columns)


def manhattan(state, goal, columns):
    """The steps of all tiles to their places."""
    return sum(steps(cell, goal.index(tile), columns) for cell, tile in enumerate(state) if tile)


def parity(state, goal):
    """0 for an even permutation of the goal, 1 for an odd one."""
    places = [goal.index(tile) for tile in state]
    return sum(before > after for before, after in combinations(places, 2)) % 2


def test_there_are_as_many_boards_as_were_published_and_no_two_alike(facts):
    states = [state for _, state in facts.starts]
    assert len(set(states)) == len(states) == len(facts.optimal) == COLLECTIONS[facts.name]
    if facts.name != "hard15":
        assert [name for name, _ in facts.starts] == [f"k{number}" for number in range(1, len(states) + 1)]


def test_the_goal_has_its_blank_where_the_source_has_it(facts):
    cells = len(facts.cells)
    last = (*range(1, cells), 0)
    assert facts.goals == ((last if facts.name == "hard15" else tuple(range(cells))),)


def test_every_board_is_solvable(facts):
    """A move exchanges the blank with a tile, and takes the blank one step: both parities change together."""
    (goal,) = facts.goals
    columns = round(len(goal) ** 0.5)
    for name, state in facts.starts:
        blank_steps = steps(state.index(0), goal.index(0), columns)
        assert parity(state, goal) == blank_steps % 2, name
        assert facts.optimal[name] % 2 == blank_steps % 2, name
        assert why_unsolvable(facts, state) is None, name


def test_no_length_is_below_manhattan_distance_or_above_the_longest(facts):
    (goal,) = facts.goals
    columns = round(len(goal) ** 0.5)
    longest = 80 if columns == 4 else 208  # OEIS A087725 and its comments
    for name, state in facts.starts:
        assert manhattan(state, goal, columns) <= facts.optimal[name] <= longest, name


def test_published_totals(korf):
    """Korf (1985): 53.05 moves in the mean. Korf and Felner (2002): 100.78."""
    (goal,) = korf.goals
    assert sum(korf.optimal.values()) == 5305
    assert sum(manhattan(state, goal, 4) for _, state in korf.starts) == 3705
    assert sum(read(find("korf24")).optimal.values()) == 5039


def test_hard_boards_that_can_be_known_by_their_looks():
    hard, fifteen = read(find("hard15")), read(find("fifteen"))
    (goal,) = hard.goals
    assert hard.start("takahashi") == fifteen.start("takahashi")
    assert hard.optimal["takahashi"] == fifteen.optimal["takahashi"]
    assert hard.start("takahashi") == tuple(goal[cell % 4 * 4 + cell // 4] for cell in range(16))
    assert hard.start("reversed") == goal[::-1]


def test_the_names_of_hard_boards_tell_their_lengths():
    hard = read(find("hard15"))
    told = {name: int(name.split("_")[1]) for name in hard.optimal if name.startswith("moves_")}
    assert len(told) == 10
    assert all(hard.optimal[name] == length for name, length in told.items())


def korf_search(start, goal):
    """Length and nodes of IDA* with Manhattan distance: the blank goes up, left, right, down, and never back."""
    cells = range(16)
    ways = [[c + step for step in (-4, -1, 1, 4) if c + step in cells and steps(c, c + step, 4) == 1] for c in cells]
    distance = [[steps(cell, goal.index(tile), 4) for cell in cells] for tile in cells]
    board, nodes = list(start), 1

    def search(blank, previous, h, left):
        nonlocal nodes
        if h == 0:
            return True
        for cell in ways[blank]:
            if cell != previous:
                tile = board[cell]
                nodes += 1
                after = h - distance[tile][cell] + distance[tile][blank]
                if after < left:
                    board[blank], board[cell] = tile, 0
                    if search(cell, blank, after, left - 1):
                        return True
                    board[blank], board[cell] = 0, tile
        return False

    threshold = h = manhattan(start, goal, 4)
    while not search(start.index(0), -1, h, threshold):
        threshold += 2
    return threshold, nodes


@pytest.mark.parametrize(
    ("name", "nodes"), sample(KORF_NODES.items(), quick=[(name, KORF_NODES[name]) for name in ("k12", "k79")])
)
def test_korfs_boards_take_the_nodes_that_he_told(korf, name, nodes):
    """A wrong tile anywhere would change the count; an admissible heuristic finds the shortest length."""
    assert korf_search(korf.start(name), korf.goals[0]) == (korf.optimal[name], nodes)
