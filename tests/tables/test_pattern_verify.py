"""The judge of pattern databases: right tables pass, and changed ones are refused."""

from dataclasses import replace

import numpy as np
import pytest

from pybridge.errors import BrokenTableError
from pybridge.facts import find, read
from pybridge.limits import silent
from pybridge.tables.pattern.layout import view
from pybridge.tables.pattern.recipe import PatternRecipe
from tests.samples import sample
from tests.tables.small_boards import BOARDS, LARGER, patterns, ring

ALL = {**{f"larger {name}": board for name, board in LARGER.items()}, **BOARDS}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_what_is_built_passes(name):
    for pattern in patterns(ALL[name], most=3 if name in BOARDS else 2):
        recipe = PatternRecipe(pattern)
        recipe.verify(recipe.build(silent), silent)


@pytest.mark.slow
@pytest.mark.parametrize("count", sample([7, 11, 23], slow=(7,)))
def test_large_entries_pass(count):
    recipe = PatternRecipe(view(ring(count), ((1, *[2] * (count - 2), 0),), (1, 2)).pattern)
    recipe.verify(recipe.build(silent), silent)


@pytest.mark.slow
def test_a_table_of_the_fifteen_puzzle_passes():
    facts = read(find("fifteen"))
    recipe = PatternRecipe(view(facts.neighbors, facts.goals, tuple(range(9, 16))).pattern)
    told = []
    recipe.verify(recipe.build(silent), told.append)
    assert told[-1].endswith(", 57,657,600 of 57,657,600 entries")


RECIPES = {
    "distinct": PatternRecipe(view(*LARGER["3x3"], (1, 2, 3)).pattern),
    "equal": PatternRecipe(view(*LARGER["equal tiles"], (1, 2)).pattern),
    "goals": PatternRecipe(view(*BOARDS["goals of both colours"], (1, 2, 3)).pattern),
    "triangles": PatternRecipe(view(*BOARDS["two triangles"], (1, 2)).pattern),
    "parted": PatternRecipe(view(*BOARDS["tree"], (1, 2, 3)).pattern),
    "bytes": PatternRecipe(view(ring(10), ((1, *[2] * 8, 0),), (1, 2)).pattern),
}


@pytest.fixture(scope="module", params=sample(RECIPES, slow=("equal",)))
def made(request):
    recipe = RECIPES[request.param]
    return recipe, recipe.build(silent)


def refuse(recipe, table, reason=None):
    with pytest.raises(BrokenTableError, match=reason):
        recipe.verify(table, silent)


def changed(table, packed=None, **about):
    arrays = {"packed": table.arrays["packed"] if packed is None else packed}
    return replace(table, arrays=arrays, about={**table.about, **about})


def test_all_zeros(made):
    recipe, table = made
    refuse(recipe, changed(table, np.zeros_like(table.arrays["packed"])))


def test_all_marked(made):
    recipe, table = made
    refuse(recipe, changed(table, np.full_like(table.arrays["packed"], 255)))


def test_every_entry_off_by_one(made):
    """Each entry, those that fill up rows included, one step more and one less."""
    recipe, table = made
    packed, bits = table.arrays["packed"], table.about["bits"]
    for order, byte in np.ndindex(packed.shape):
        for shift in range(0, 8, bits):
            for step in (1, -1):
                kept = int(packed[order, byte]) >> shift & (1 << bits) - 1
                other = packed.copy()
                other[order, byte] ^= (kept ^ (kept + step) % (1 << bits)) << shift
                refuse(recipe, changed(table, other))


def test_an_entry_for_another(made):
    """The highest of two neighbors in a row given to both."""
    recipe, table = made
    packed = table.arrays["packed"]
    order, byte = (int(each[0]) for each in np.nonzero(packed[:, 1:] != packed[:, :-1]))
    other = packed.copy()
    other[order, byte] = packed[order, byte + 1]
    refuse(recipe, changed(table, other))


def test_another_goal():
    neighbors, (goal,) = LARGER["3x3"]
    tables = [PatternRecipe(view(neighbors, (each,), (1, 2, 3)).pattern) for each in (goal, (*goal[1:], 1))]
    assert tables[0] != tables[1]
    refuse(tables[0], tables[1].build(silent))
    refuse(tables[1], tables[0].build(silent))


def test_a_goal_less():
    neighbors, goals = BOARDS["equal tiles, three goals"]
    whole, less = (PatternRecipe(view(neighbors, each, (1, 2, 3)).pattern) for each in (goals, goals[:2]))
    refuse(whole, less.build(silent))
    refuse(less, whole.build(silent))


def test_false_about(made):
    recipe, table = made
    about = table.about
    refuse(recipe, changed(table, bits=12 - about["bits"]), "right shape and type")
    refuse(recipe, changed(table, step=3 - about["step"]), "how its entries are packed")
    refuse(recipe, changed(table, bits=5), "how its entries are packed")
    for distribution in ([], about["distribution"][:-1], [*about["distribution"], 0], [2, *about["distribution"][1:]]):
        refuse(recipe, changed(table, distribution=distribution), "stored distribution|0 moves")
    refuse(recipe, replace(table, about={}), "how its entries are packed")


def test_another_form(made):
    recipe, table = made
    packed = table.arrays["packed"]
    for other in (packed[:-1], packed[:, :-1], packed.ravel(), packed.astype(np.uint16), packed[:0]):
        refuse(recipe, changed(table, other), "right shape and type")
    refuse(recipe, replace(table, arrays={}), "not that of a pattern database")
    refuse(recipe, replace(table, arrays={**table.arrays, "more": packed}), "not that of a pattern database")


def test_what_is_told():
    recipe = RECIPES["distinct"]
    table, told = recipe.build(silent), []
    recipe.verify(table, told.append)
    assert told[0] == "form"
    assert told[1] == "level 1, 4 of 504 entries"
    assert told[-1].endswith("504 of 504 entries")
    other = table.arrays["packed"].copy()
    other[0, 0] += 1
    refuse(
        recipe, changed(table, other), r"^the table of 3 pieces .* on the cells \[0, 1, 2\] is 0 moves from a goal, but"
    )
