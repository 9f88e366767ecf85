"""The symmetries of boards, against all permutations of the cells tried."""

from itertools import combinations, permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.facts.board_graph import adjacent, automorphisms
from tests.tables.small_boards import TREE, grid, ring, star


def is_symmetry(neighbors, cells):
    return all(
        {cells[other] for other in others} == set(neighbors[cells[cell]]) for cell, others in enumerate(neighbors)
    )


@pytest.mark.parametrize(
    ("neighbors", "many"),
    [(grid(4, 4), 8), (grid(3, 3), 8), (grid(3, 4), 4), (grid(2, 2), 8), (grid(1, 5), 2), (grid(5, 5), 8),
     (ring(7), 14), (ring(20), 40), (star(3), 6), (star(4), 24), (TREE, 8), (grid(3, 3, (0, 0)), 2), (((),), 1)],
)  # fmt: skip
def test_known_groups(neighbors, many):
    found = automorphisms(neighbors)
    assert len(found) == len(set(found)) == many
    assert found[0] == tuple(range(len(neighbors)))
    assert all(is_symmetry(neighbors, cells) for cells in found)


def test_not_more_than_asked_for():
    assert len(automorphisms(star(6))) == 64
    assert len(set(automorphisms(star(5), most=factorial(5)))) == 120
    assert automorphisms(star(6), most=1) == [tuple(range(7))]


def test_a_cross_with_one_arm_longer():
    """Seen as a graph its three short arms are alike."""
    neighbors = adjacent([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 1)])
    found = automorphisms(neighbors)
    assert len(found) == 6
    assert all(is_symmetry(neighbors, cells) for cells in found)


@settings(max_examples=60)
@given(st.integers(1, 6), st.data())
def test_any_connected_board(count, data):
    edges = {(data.draw(st.integers(0, cell - 1)), cell) for cell in range(1, count)}
    edges |= {pair for pair in combinations(range(count), 2) if data.draw(st.booleans())}
    neighbors = [[b for b in range(count) if (a, b) in edges or (b, a) in edges] for a in range(count)]
    every = {cells for cells in permutations(range(count)) if is_symmetry(neighbors, cells)}
    assert set(automorphisms(neighbors, most=720)) == every
