"""Pattern databases as tables that are built, kept and named."""

import numpy as np
import pytest

from pybridge.errors import UnfitHeuristicError
from pybridge.limits import silent
from pybridge.store.manifest import key
from pybridge.tables.pattern.layout import view
from pybridge.tables.pattern.recipe import MOST_CELLS, PatternRecipe
from tests.tables.small_boards import BOARDS, LARGER, grid, patterns


def recipe(name, tiles):
    return PatternRecipe(view(*{**LARGER, **BOARDS}[name], tiles).pattern)


def test_kept_and_found_again(store):
    wanted = recipe("3x3", (1, 2, 3))
    table = store.obtain(wanted, silent)
    assert store.load(wanted).about == table.about
    assert not table.arrays["packed"].flags.writeable
    wanted.verify(table, silent)
    assert sum(each.nbytes for each in table.arrays.values()) <= wanted.bytes_needed


@pytest.mark.parametrize("name", BOARDS)
def test_made_again_from_its_identity(name):
    wanted = recipe(name, (1, 2))
    assert PatternRecipe.from_identity(wanted.identity) == wanted
    assert key("pattern", wanted.identity) == key("pattern", PatternRecipe.from_identity(wanted.identity).identity)


def test_other_patterns_have_other_keys():
    recipes = {PatternRecipe(pattern) for board in BOARDS.values() for pattern in patterns(board, most=2)}
    assert len({key("pattern", each.identity) for each in recipes}) == len(recipes) > 50


def test_what_is_told():
    assert recipe("3x3", (1, 2, 3)).title == "3 pieces on 9 cells, 504 entries"
    assert recipe("equal tiles", (1, 2)).title == "5 pieces of 2 kinds on 6 cells, 60 entries"
    table = recipe("3x3", (1, 2, 3)).build(silent)
    about = table.about
    assert (about["bits"], about["step"], sum(about["distribution"])) == (4, 2, 504)
    assert about["seconds"] >= 0
    assert table.arrays["packed"].dtype == np.uint8


def test_boards_that_are_too_large():
    neighbors = grid(2, MOST_CELLS // 2)
    PatternRecipe(view(neighbors, ((*range(1, MOST_CELLS), 0),), (1,)).pattern).build(silent)
    neighbors = grid(1, MOST_CELLS + 1)
    pattern = view(neighbors, ((*range(1, MOST_CELLS + 1), 0),), (1,)).pattern
    with pytest.raises(UnfitHeuristicError, match="41 cells, only for up to 40"):
        PatternRecipe(pattern)
