"""What is chosen for a board when nothing is asked for."""

from dataclasses import replace
from functools import partial
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards import generate
from pybridge.errors import BrokenTableError
from pybridge.facts import find, read
from pybridge.heuristics.choice import best, choose, sizes
from pybridge.heuristics.registry import parse, recipes
from pybridge.store.store import Store
from pybridge.store.table import Table
from tests.heuristics.rectangles import rectangle
from tests.samples import FACT_FILES

RING = generate.from_drawing("ooo\no o\nooo\n", name="ring")
LONG_RING = generate.from_drawing("oooo\no  o\noooo\n", name="long_ring")


class Shelf(Store):
    """A store that has, has not, or has broken pattern databases, and never builds any."""

    def __init__(self, folder, patterns=None):
        super().__init__(folder)
        self.patterns = patterns

    def load(self, recipe):
        if recipe.kind != "pattern":
            return super().load(recipe)
        if self.patterns == "broken":
            raise BrokenTableError("broken")
        return Table(recipe.kind, recipe.title, {}) if self.patterns == "there" else None

    def obtain(self, recipe, report):
        assert recipe.kind != "pattern", "a choice builds no pattern databases"
        return super().obtain(recipe, report)


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("seven", "takahashi"),
        ("eight", "takahashi"),
        ("box_eight", "manhattan"),
        ("fifteen", "pdb:7-8"),
        ("hard15", "pdb:7-8"),
        ("korf100", "pdb:7-8"),
        ("korf24", "pdb:6-6-6-6"),
        *((name, "manhattan") for name in ("cross", "tee", "ring", "walls", "cylinder", "torus", "honeycomb")),
        ("rooms", "pdb:5-5"),
    ],
)
def test_best_of_shipped_puzzles(tmp_path, monkeypatch, name, chosen):
    facts = read(find(name))
    assert best(facts).name == chosen
    monkeypatch.setattr("pybridge.store.store.Store", partial(Shelf, tmp_path, "there"))
    assert choose(facts).name == chosen


def test_every_shipped_sliding_puzzle_is_told():
    from pybridge.facts import TilesFacts

    told = {"seven", "eight", "box_eight", "fifteen", "hard15", "korf100", "korf24"}
    told |= {"cross", "tee", "ring", "rooms", "walls", "cylinder", "torus", "honeycomb"}
    assert {name for name, path in FACT_FILES.items() if isinstance(read(path), TilesFacts)} == told


@pytest.mark.parametrize("patterns", [None, "broken"])
@pytest.mark.parametrize(
    ("name", "chosen"),
    [("fifteen", "takahashi"), ("hard15", "takahashi"), ("korf24", "inversion"), ("eight", "takahashi")],
)
def test_without_pattern_databases_others_begin(tmp_path, monkeypatch, name, chosen, patterns):
    monkeypatch.setattr("pybridge.store.store.Store", partial(Shelf, tmp_path, patterns))
    assert choose(read(find(name))).name in (chosen, "manhattan")


@pytest.mark.parametrize(
    ("facts", "chosen"),
    [
        (generate.rectangle(2, 2), "takahashi"),
        (generate.rectangle(1, 6), "takahashi"),
        (rectangle(3, 3, (1, 1)), "takahashi"),
        (RING, "manhattan"),
        (LONG_RING, "pdb:9"),
        (generate.rectangle(2, 5), "pdb:9"),
        (generate.rectangle(3, 4), "pdb:6-5"),
        (rectangle(4, 4, (0, 3)), "pdb:7-8"),
        (rectangle(4, 4, (1, 1)), "pdb:7-8"),
        (generate.rectangle(2, 8), "pdb:5-5-5"),
        (generate.rectangle(4, 5), "pdb:5-5-5-4"),
        (rectangle(5, 5, (4, 4)), "pdb:6-6-6-6"),
        (generate.rectangle(6, 6), "pdb:4-4-4-4-4-4-4-4-3"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_best_of_other_boards(facts, chosen):
    assert best(facts).name == chosen
    assert recipes(facts, best(facts)) or chosen == "manhattan"


def test_of_equal_tiles_that_no_parts_keep_together_distances_are_left():
    facts = generate.rectangle(3, 4)
    alike = replace(facts, goals=((1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 0),))
    assert best(alike).name == "manhattan"
    some = replace(facts, goals=((1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0),))
    assert best(some).name == "pdb:6-5"


def test_a_board_of_several_goals():
    assert best(replace(RING, goals=(RING.goals[0], RING.goals[0][::-1]))).name == "manhattan"


@given(st.integers(2, 100))
def test_sizes_are_even_and_their_tables_moderate(cells):
    parts = [int(size) for size in sizes(cells).split("-")]
    assert sum(parts) == cells - 1
    assert max(parts) - min(parts) <= 1
    assert comb(cells, parts[0]) * factorial(parts[0]) <= 30_000_000
    assert parse(f"pdb:{sizes(cells)}").name == f"pdb:{sizes(cells)}"
