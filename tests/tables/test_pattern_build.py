"""Pattern databases against their plain twin, placement by placement, and against known figures."""

from itertools import permutations

import numpy as np
import pytest

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.board_graph import adjacent
from pybridge.limits import silent
from pybridge.store.store import Store
from pybridge.tables.pattern.build import build
from pybridge.tables.pattern.layout import Pattern, view
from pybridge.tables.pattern.recipe import PatternRecipe
from tests.tables.plain_pattern import plain_distances
from tests.tables.small_boards import BOARDS, LARGER, grid, patterns, ring, star


def placements(pattern):
    """All placements, also those that no moves lead to."""
    empty = [None] * (len(pattern.neighbors) - len(pattern.labels))
    if len(pattern.neighbors) <= 6:
        return set(permutations([*pattern.labels, *empty]))
    return set(plain_distances(pattern))


def pairs(placement):
    return [(cell, label) for cell, label in enumerate(placement) if label is not None]


def entry(pattern, packed, bits, placement):
    order, number = divmod(pattern.layout.index(pairs(placement)), pattern.layout.row)
    if bits == 8:
        return int(packed[order, number])
    return int(packed[order, number // 2]) >> 4 * (number % 2) & 15


def agree(pattern, threads=1):
    """Every entry is what the plain twin says."""
    plain = plain_distances(pattern)
    packed, about = build(pattern, silent, threads)
    bits = about["bits"]
    for placement in placements(pattern):
        kept = entry(pattern, packed, bits, placement)
        if placement in plain:
            nearest = sum(pattern.nearest[label][cell] for cell, label in pairs(placement))
            assert nearest + about["step"] * kept == plain[placement]
        else:
            assert kept == (1 << bits) - 1
    assert about["distribution"] == np.bincount(list(plain.values())).tolist()
    return about


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_every_pattern_of_small_boards(name):
    for pattern in patterns(BOARDS[name], most=9):
        agree(pattern)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGER)
def test_patterns_of_larger_boards(name):
    for pattern in patterns(LARGER[name], most=4 if name == "3x3" else 3):
        agree(pattern, threads=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2x4", "equal tiles"])
def test_patterns_of_all_tiles(name):
    neighbors, goals = LARGER[name]
    agree(view(neighbors, goals, sorted(set(goals[0]) - {0})).pattern, threads=2)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(threads):
    pattern = view(*LARGER["3x3"], (1, 2, 3, 4, 5)).pattern
    assert (build(pattern, silent, threads)[0] == build(pattern, silent)[0]).all()


def test_more_regions_than_a_byte_has_bits():
    neighbors = star(10)
    about = agree(view(neighbors, ((1, *range(2, 11), 0),), (1, 2)).pattern)
    assert about["distribution"] == [1, 1, 1]


def test_entries_of_a_byte_where_half_of_one_is_too_small():
    """On a ring tiles keep their order: for one to come one cell further, all others must go round."""
    bits = [agree(view(ring(count), ((1, *[2] * (count - 2), 0),), (1, 2)).pattern)["bits"] for count in range(3, 12)]
    assert bits == sorted(bits)
    assert set(bits) == {4, 8}


def test_distances_beyond_a_byte_are_refused():
    neighbors = ring(25)
    near = view(ring(23), ((1, *[2] * 21, 0),), (1, 2)).pattern
    assert agree(near)["distribution"][-1] > 0
    far = view(neighbors, ((1, *[2] * 23, 0),), (1, 2)).pattern
    with pytest.raises(UnfitHeuristicError, match="distances of more than 254"):
        build(far, silent, 1)


def test_what_is_told_of_a_build():
    told = []
    build(view(*LARGER["3x3"], (1, 2)).pattern, told.append, 1)
    assert told[0].startswith("level 1, ")
    assert told[-1] == "packing"


def test_plain_distances_are_those_of_whole_states():
    """Searching over all tiles, where moves of tiles outside of the pattern are free, finds the same."""
    neighbors, goals = BOARDS["2x3"]
    pattern = Pattern((0, 1), (((0, 1), 2),), neighbors)
    best, waiting = {(goals[0]): 0}, [goals[0]]
    for state in waiting:
        blank = state.index(0)
        for cell in neighbors[blank]:
            after = list(state)
            after[blank], after[cell] = state[cell], 0
            moves = best[state] + (state[cell] in (1, 2))
            if moves < best.get(tuple(after), 999):
                best[tuple(after)] = moves
                waiting.append(tuple(after))
    least = {}
    for state, moves in best.items():
        placement = tuple({1: 0, 2: 1}.get(tile) for tile in state)
        least[placement] = min(moves, least.get(placement, 999))
    assert least == plain_distances(pattern)


# Source: Korf and Felner, 2002, for the shape; maxima and counts recomputed.
@pytest.mark.slow
@pytest.mark.parametrize(("tiles", "most"), [(range(9, 16), 33), (range(1, 9), 38)])
def test_largest_distances_of_the_fifteen_puzzle(tiles, most):
    facts = read(find("fifteen"))
    pattern = view(facts.neighbors, facts.goals, tuple(tiles)).pattern
    table = Store().obtain(PatternRecipe(pattern), silent)  # other tests search by it
    packed, about = table.arrays["packed"], table.about
    assert (len(about["distribution"]) - 1, about["bits"], about["step"]) == (most, 4, 2)
    assert sum(about["distribution"]) == pattern.layout.entries
    assert packed.nbytes == pattern.layout.entries // 2


def test_one_by_two():
    assert agree(view(adjacent([(0, 0), (0, 1)]), ((1, 0),), (1,)).pattern)["distribution"] == [1, 1]
    assert agree(view(grid(1, 2), ((1, 0), (0, 1)), (1,)).pattern)["distribution"] == [2]
