"""Walking distance against breadth-first distances of every state, and against Takahashi's figures."""

from math import factorial

import pytest

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.heuristics.takahashi import WalkingDistance, grid, walking_recipes
from pybridge.limits import silent
from tests.heuristics.rectangles import EIGHT, SMALL, named, prove, prove_directions, prove_on_a_walk, rectangle


def walking(facts):
    vertical, horizontal = walking_recipes(grid(facts))
    return WalkingDistance(facts, vertical.build(silent), horizontal.build(silent))


@pytest.fixture(scope="module")
def fifteen():
    return walking(read(find("fifteen")))


@pytest.mark.parametrize("board", SMALL, ids=named)
def test_admissible_and_consistent_on_every_state(board):
    facts = rectangle(*board)
    prove(facts, walking(facts))


@pytest.mark.slow
@pytest.mark.parametrize("board", EIGHT, ids=named)
def test_followed_along_every_move_of_the_eight_puzzle(board):
    facts = rectangle(*board)
    assert len(prove(facts, walking(facts))) == factorial(9) // 2


@pytest.mark.parametrize("board", [(2, 5, (0, 2)), (3, 4, (1, 1)), (4, 3, (3, 2)), (4, 4, (1, 2))], ids=named)
def test_along_walks_on_larger_boards(board):
    facts = rectangle(*board)
    prove_on_a_walk(facts, walking(facts))


def test_each_direction_counts_its_own_moves():
    facts = rectangle(2, 3, (1, 1))
    prove_directions(facts, walking(facts))


# Source: Takahashi, how to make a 15-puzzle solver; recomputed.
@pytest.mark.parametrize(
    ("state", "least"),
    [
        ((0, *range(15, 0, -1)), (35, 35)),
        ((1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 4), (11, 0)),
        ((1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0), (20, 20)),
    ],
)
def test_published_bounds(fifteen, state, least):
    assert fifteen.directions(state) == least
    assert fifteen.estimate(state) == sum(least)


def test_one_table_is_enough_where_the_blank_goes_to_the_diagonal_of_a_square():
    vertical, horizontal = walking_recipes(grid(rectangle(3, 3, (1, 1))))
    assert vertical.identity == horizontal.identity
    vertical, horizontal = walking_recipes(grid(rectangle(3, 3, (1, 2))))
    assert vertical.identity != horizontal.identity


@pytest.mark.parametrize("other", [(3, 2, (1, 1)), (2, 3, (0, 1)), (2, 3, (1, 2)), (2, 4, (1, 1))], ids=named)
def test_tables_of_another_board_are_refused(other):
    facts = rectangle(2, 3, (1, 1))
    tables = [recipe.build(silent) for recipe in walking_recipes(grid(rectangle(*other)))]
    with pytest.raises(BrokenTableError, match="do not belong to rectangle_2x3"):
        WalkingDistance(facts, *tables)


def test_states_from_which_no_moves_lead_to_the_goal(fifteen):
    """On a line the tiles keep their order, and a table has no other; it has what only parity forbids."""
    assert fifteen.directions((2, 1, *range(3, 16), 0)) == (0, 6)
    facts = rectangle(1, 4, (0, 3))
    state = list(facts.goals[0])
    a, b = (cell for cell, tile in enumerate(state) if tile in (1, 2))
    state[a], state[b] = state[b], state[a]
    with pytest.raises(UnfitHeuristicError, match="an unsolvable state"):
        walking(facts).estimate(state)


def test_boards_it_does_not_fit(fifteen):
    with pytest.raises(UnfitHeuristicError, match="5 lines of 5 cells: its table would have more than 6,000,000"):
        walking_recipes(grid(rectangle(5, 5, (4, 4))))
    facts = read(find("seven"))
    table = walking_recipes(grid(read(find("fifteen"))))[0].build(silent)
    with pytest.raises(BrokenTableError):
        WalkingDistance(facts, table, table)
    with pytest.raises(UnfitHeuristicError, match=r"^the heuristic walking does not work for box_eight"):
        WalkingDistance(read(find("box_eight")), table, table)


def test_what_it_promises(fifteen):
    assert (fifteen.name, fifteen.admissible, fifteen.consistent) == ("walking", True, True)
    assert "Takahashi" in fifteen.source
