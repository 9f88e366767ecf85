"""The lower bound against breadth-first distances of every state, and along every move."""

import pytest

from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.puzzles import PieceMove
from tests.samples import sample

# Sources: OEIS A090035 and A089473 for the sums, M. Hiroi's page of equal pieces for the third; all recounted by
# breadth-first search.
STATES = {"seven": (20_160, 36), "eight": (181_440, 31), "box_eight": (90_720, 30)}


def moves_from(neighbors, board):
    """Each move from a board as the rules have it: a tile beside the blank goes into it."""
    blank = board.index(0)
    for cell in neighbors[blank]:
        after = list(board)
        after[blank], after[cell] = board[cell], 0
        yield PieceMove(board[cell], cell, blank), tuple(after)


@pytest.fixture(scope="module", params=sample(STATES, quick=("seven",)))
def searched(request):
    """The facts of a puzzle, and the distance of each state from its goal."""
    facts = read(find(request.param))
    distance = dict.fromkeys(facts.goals, 0)
    layer = list(facts.goals)
    while layer:
        away = distance[layer[0]] + 1
        found = {}
        for board in layer:
            for _, after in moves_from(facts.neighbors, board):
                if after not in distance:
                    found[after] = away
        distance.update(found)
        layer = list(found)
    assert (len(distance), max(distance.values())) == STATES[request.param]
    return facts, distance


def test_admissible_on_every_state(searched):
    facts, distance = searched
    estimate = Manhattan(facts).estimate
    assert all(estimate(board) <= away for board, away in distance.items())


def test_zero_only_where_it_must_be(searched):
    facts, distance = searched
    estimate = Manhattan(facts).estimate
    assert [estimate(goal) for goal in facts.goals] == [0] * len(facts.goals)
    assert {board for board in distance if estimate(board) == 0} == set(facts.goals)


def test_never_off_by_an_odd_number(searched):
    """On a board coloured like a chessboard each move changes both h and the distance by one."""
    facts, distance = searched
    estimate = Manhattan(facts).estimate
    assert all((away - estimate(board)) % 2 == 0 for board, away in distance.items())


def test_after_each_move_as_from_scratch_and_consistent(searched):
    facts, distance = searched
    heuristic = Manhattan(facts)
    for board in distance:
        h = heuristic.estimate(board)
        for move, after in moves_from(facts.neighbors, board):
            assert heuristic.after(h, move, after) == heuristic.estimate(after)
            assert h <= 1 + heuristic.estimate(after)


# Source: the 7-puzzle page; the box-drawing page; Takahashi, Qiita and OEIS A089473's farthest states by hand.
@pytest.mark.parametrize(
    ("name", "start", "h"),
    [("seven", "page", 16), ("box_eight", "page", 24), ("fifteen", "takahashi", 40), ("fifteen", "qiita", 30)],
)
def test_published_bounds(name, start, h):
    facts = read(find(name))
    assert Manhattan(facts).estimate(facts.start(start)) == h


@pytest.mark.parametrize("name", ["seven", "eight", "fifteen"])
def test_it_is_the_manhattan_distance(name):
    facts = read(find(name))
    home = dict(zip(facts.goals[0], facts.cells, strict=True))
    for _, state in facts.starts:
        rows_and_columns = sum(
            abs(home[tile][0] - row) + abs(home[tile][1] - column)
            for tile, (row, column) in zip(state, facts.cells, strict=True)
            if tile
        )
        assert Manhattan(facts).estimate(state) == rows_and_columns
