"""Inversion distance against breadth-first distances of every state, and against Takahashi's formula and figures."""

from itertools import combinations
from math import factorial

import pytest

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.heuristics.takahashi import InversionDistance
from tests.heuristics.rectangles import EIGHT, SMALL, named, prove, prove_directions, prove_on_a_walk, rectangle


def inversions(facts, state, axis):
    """Pairs of tiles in another order than in the goal, when the board is read along an axis: a pair at a time."""

    def reading(board):
        return sorted(
            (tile for tile in board if tile), key=lambda tile: facts.cells[board.index(tile)][:: 1 - 2 * axis]
        )

    goal = reading(facts.goals[0])
    return sum(goal.index(a) > goal.index(b) for a, b in combinations(reading(state), 2))


@pytest.mark.parametrize("board", SMALL, ids=named)
def test_admissible_and_consistent_on_every_state(board):
    facts = rectangle(*board)
    heuristic = InversionDistance(facts)
    h = prove(facts, heuristic)
    for state in list(h)[::23]:
        assert heuristic.inversions(state) == (inversions(facts, state, 0), inversions(facts, state, 1))


@pytest.mark.slow
@pytest.mark.parametrize("board", EIGHT, ids=named)
def test_followed_along_every_move_of_the_eight_puzzle(board):
    facts = rectangle(*board)
    assert len(prove(facts, InversionDistance(facts))) == factorial(9) // 2


@pytest.mark.parametrize(
    "board", [(2, 5, (0, 2)), (3, 4, (1, 1)), (3, 4, (2, 3)), (4, 3, (0, 1)), (5, 5, (2, 2))], ids=named
)
def test_along_walks_on_larger_boards(board):
    facts = rectangle(*board)
    prove_on_a_walk(facts, InversionDistance(facts))


def test_each_direction_counts_its_own_moves():
    facts = rectangle(2, 3, (1, 1))
    prove_directions(facts, InversionDistance(facts))


@pytest.mark.parametrize("across", [False, True], ids=["by rows", "by columns"])
def test_the_formula_of_takahashi(across):
    """On 4 x 4 a move carries a tile past three others, and I inversions take I // 3 + I % 3 moves."""
    facts = read(find("fifteen"))
    heuristic = InversionDistance(facts)
    cells = [line + 4 * place if across else 4 * line + place for line in range(4) for place in range(4)]
    in_order = [facts.goals[0][cell] for cell in cells[:-1]]
    for count in range(15 * 14 // 2 + 1):
        tiles, left, order = list(in_order), count, []
        while tiles:  # the next tile is passed by as many as are before it
            passed = min(left, len(tiles) - 1)
            order.append(tiles.pop(passed))
            left -= passed
        order.insert(15 - 4 * (count % 2), 0)  # in the line that a solvable state has the blank in
        state = [tile for _, tile in sorted(zip(cells, order, strict=True))]
        assert heuristic.inversions(state)[across] == count
        assert heuristic.directions(state)[across] == count // 3 + count % 3


# Source: Takahashi, how to make a 15-puzzle solver; recomputed.
@pytest.mark.parametrize(
    ("state", "least"),
    [((0, *range(15, 0, -1)), (35, 35)), ((1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0), (12, 12))],
)
def test_published_bounds(state, least):
    heuristic = InversionDistance(read(find("fifteen")))
    assert heuristic.directions(state) == least
    assert heuristic.estimate(state) == sum(least)


def test_what_it_promises():
    heuristic = InversionDistance(read(find("fifteen")))
    assert (heuristic.name, heuristic.admissible, heuristic.consistent) == ("inversion", True, True)
    assert "Takahashi" in heuristic.source


def test_a_board_it_does_not_fit():
    with pytest.raises(
        UnfitHeuristicError, match=r"^the heuristic inversion does not work for box_eight: 2 tiles have"
    ):
        InversionDistance(read(find("box_eight")))
