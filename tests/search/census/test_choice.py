"""Which method a census takes, and what it says that it needs."""

import tracemalloc

import pytest

from pybridge.boards.generate import blocks_world, from_drawing, rectangle
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.limits import Limits
from pybridge.search.census.choice import counter, plan, require_room

PATH = from_drawing("o" * 70)
LARGE = {
    "a path of 70 cells": (PATH, 70),
    "70 blocks in a row": (blocks_world(70, 2), 71),
    "no room": (blocks_world(63, 2), 64),
}

FULL = r"holds at most 64 (cells|blocks, places and table), and there are \d+; use --method plain$"


@pytest.mark.parametrize("kind", LARGE)
def test_what_no_compiled_method_holds_is_counted_in_plain_python(kind):
    facts, states = LARGE[kind]
    chosen = plan(facts)
    assert (chosen.method, chosen.states) == ("plain", states)
    counted = counter(chosen, facts, [state for _, state in facts.starts])
    assert sum(level.states for level in counted.levels(lambda: None)) == states


@pytest.mark.parametrize("kind", LARGE)
def test_a_method_that_does_not_hold_the_puzzle_names_one_that_does(kind):
    with pytest.raises(UnavailableProgramError, match=FULL):
        plan(LARGE[kind][0], "hashed")


@pytest.mark.parametrize(
    "facts", [rectangle(8, 9), rectangle(10, 10), blocks_world(64, table=True)], ids=lambda f: f.name
)
def test_what_no_machine_holds_still_has_a_plan(facts):
    chosen = plan(facts)
    assert chosen.memory > chosen.states > 10**80
    assert chosen.seconds > 1e70


@pytest.mark.parametrize(
    ("facts", "least"),
    [
        (rectangle(2, 4), 8),
        (rectangle(3, 2, wrap="both"), 4),
        pytest.param(read(find("box_eight")), 6, marks=pytest.mark.slow),
        (blocks_world(6), 5),
    ],
    ids=["tiles", "torus", "equal tiles", "blocks"],
)
def test_plain_python_needs_what_is_told_and_not_much_less(facts, least):
    chosen = plan(facts, "plain")
    counting = counter(chosen, facts, ())
    tracemalloc.start()
    try:
        assert sum(level.states for level in counting.levels(lambda: None)) == chosen.states
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert chosen.memory / least < peak < chosen.memory


def test_ten_tiles_fit_in_plain_python_where_half_a_gigabyte_is_allowed():
    require_room(rectangle(2, 5), plan(rectangle(2, 5), "plain"), Limits(memory=500_000_000))


def test_blocks_are_told_to_take_longer_than_tiles():
    assert plan(read(find("ten_blocks"))).seconds > 20
    assert plan(rectangle(2, 5), "hashed").seconds < 0.5
