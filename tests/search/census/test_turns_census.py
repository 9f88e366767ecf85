"""Censuses of permutation puzzles: what is published, and every method against a plain breadth-first search."""

import contextlib
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.search.census.choice import counter as counting
from pybridge.search.census.choice import plan
from tests.samples import sample
from tests.search.census.ending import Enough, never, stopping
from tests.turning import applied, layers, moves_of, scrambled

CLOVER = Path(__file__).parents[3] / "examples" / "clover.pl"
POCKET = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
"""OEIS A079761."""
QUARTER = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276]
"""The pocket cube in quarter turns, from cayleypy."""
PYRAMINX = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]
"""Without its tips, from Jaap's Puzzle Page."""
SKEWB = [1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90]
"""With one corner held, from Jaap's Puzzle Page; its last three are a twelfth of those in twsearch-results."""


def puzzle(name):
    """A shipped puzzle, or one made of it."""
    if name == "clover":
        return read(CLOVER)
    name, _, part = name.partition(" ")
    facts = read(find(name))
    if part == "quarter":
        return replace(facts, metric="quarter", distances=(), optimal={})
    if part == "half":
        return replace(facts, metric="half", distances=(), optimal={})
    if part == "two":
        return replace(
            facts, generators=facts.generators[:2], distances=(), optimal={}, starts=(("s", facts.goals[0]),)
        )
    if part == "painted":  # two moves, and stickers of a face look alike: the first one does not say what the piece is
        goal = tuple(ord(facts.facets[point][0]) for point in range(1, facts.points + 1))
        return replace(puzzle(f"{name} two"), goals=(goal,), starts=(("s", goal),))
    if part == "colored":  # pieces of every place look like those of another one
        goal = tuple((each - 1) // 2 + 1 for each in facts.goals[0])
        return replace(facts, goals=(goal,), distances=(), optimal={}, starts=(("s", goal),))
    return facts


def census(facts, method, starts=(), threads=2):
    return counting(plan(facts, method, threads), facts, starts)


def counted(facts, method, starts=()):
    return [(level.states, level.here) for level in census(facts, method, starts).levels(never)]


@pytest.mark.parametrize(
    ("name", "method", "levels"),
    [
        ("pocket", "projection", POCKET),
        ("pocket quarter", "projection", QUARTER),
        ("pyraminx", "projection", PYRAMINX),
        pytest.param("skewb", "projection", SKEWB, marks=pytest.mark.slow),
        pytest.param("pocket", "hashed", POCKET, marks=pytest.mark.slow),
        pytest.param("pocket quarter", "hashed", QUARTER, marks=pytest.mark.slow),
        pytest.param("pyraminx", "hashed", PYRAMINX, marks=pytest.mark.slow),
    ],
)
def test_published_levels(name, method, levels):
    facts = puzzle(name)
    starts = [state for _, state in facts.starts]
    found = counted(facts, method, starts)
    assert [states for states, _ in found] == levels
    for number, (start, _) in enumerate(facts.starts):
        depths = [depth for depth, (_, here) in enumerate(found) if number in here]
        assert len(depths) == 1
        assert facts.optimal.get(start, depths[0]) == depths[0]


SMALL = {
    "pancake": ("projection", "hashed", "plain"),
    "clover": ("hashed", "plain"),
    "pocket two": ("projection", "hashed", "plain"),
    "pocket painted": ("hashed", "plain"),
    "pyraminx two": ("projection", "hashed", "plain"),
    "pancake colored": ("hashed", "plain"),
    "topspin colored": ("hashed", "plain"),
    "topspin": ("projection", "hashed", "plain"),
    "topspin half": ("projection", "hashed", "plain"),
    "skewb two": ("projection", "hashed", "plain"),
}
"""Puzzles that plain Python counts, and the methods that hold them."""


@pytest.fixture(scope="module", params=sample(SMALL, slow=("topspin", "topspin half", "topspin colored", "skewb two")))
def small(request):
    facts = puzzle(request.param)
    return facts, layers(facts.goals[0], moves_of(facts)), SMALL[request.param]


def test_every_method_counts_what_a_plain_search_finds(small):
    facts, levels, methods = small
    draw = random.Random(facts.name)
    starts = [facts.goals[0], min(levels[-1]), *(scrambled(facts, draw, length) for length in (1, 3, 9, 20))]
    here = [[number for number, start in enumerate(starts) if start in level] for level in levels]
    expected = [(len(level), tuple(found)) for level, found in zip(levels, here, strict=True)]
    for method in methods:
        assert counted(facts, method, starts) == expected, method


@pytest.mark.slow
def test_the_farthest_states_of_every_level(small):
    facts, levels, methods = small
    if sum(map(len, levels)) > 100_000:  # a table of one column is slow to look through
        methods = [method for method in methods if method != "projection"]
    for method in methods:
        counter = census(facts, method)
        for level, found in zip(levels, counter.levels(never), strict=True):
            assert found.states == len(level)
            for most in (1, 5, 10**6):
                assert counter.farthest(most) == sorted(level)[:most], method


@pytest.mark.parametrize(
    ("name", "method"), [("pocket two", "projection"), ("pocket two", "hashed"), ("clover", "hashed")]
)
def test_it_goes_on_where_it_was_stopped(name, method, monkeypatch):
    """Saved after a level, or in the middle of one, and taken up again by another census."""
    monkeypatch.setattr("pybridge.search.queue._BUDGET", 500)
    facts = puzzle(name)
    starts = [scrambled(facts, random.Random(1), 5)]
    whole = census(facts, method, starts)
    expected = list(whole.levels(never))
    for number in (1, 2, len(expected) // 2, len(expected) - 1, len(expected)):
        counter = census(facts, method, starts)
        levels = list(islice(counter.levels(never), number))
        with contextlib.suppress(Enough):
            for level in counter.levels(stopping(1 + number % 2)):
                levels.append(level)
        again = census(facts, method, starts)
        again.resume(levels, counter.saved())
        assert levels == expected[: len(levels)]
        assert again.farthest(3) == counter.farthest(3)
        assert levels + list(again.levels(never)) == expected
        assert again.farthest(10**6) == whole.farthest(10**6)


def test_levels_of_a_stopped_census_come_once():
    facts = puzzle("pocket two")
    for method in ("projection", "hashed"):
        counter, found, after = census(facts, method), [], 1
        while True:
            try:
                found.extend(level.distance for level in counter.levels(stopping(after)))
                break
            except Enough:
                found = [level.distance for level in counter._levels]
                after += 1
        assert found == list(range(len(found)))
        assert [level.states for level in counter._levels] == [states for states, _ in counted(facts, method)]


def test_what_is_not_its_own_is_refused():
    facts = puzzle("pocket two")
    counter = census(facts, "projection")
    levels = list(islice(counter.levels(never), 5))
    found = counter.saved()["found"]
    with pytest.raises(ValueError, match="not those of the levels"):
        census(puzzle("pancake"), "projection").resume(levels, {"found": found})
    for other in (
        found.astype(np.int64), found.ravel(), found[:-1], found[:0], np.zeros_like(found), np.full_like(found, 255)
    ):  # fmt: skip
        again = census(facts, "projection")
        with pytest.raises(ValueError, match="not those of the levels"):
            again.resume(levels, {"found": other})
        assert list(islice(again.levels(never), 5)) == levels
    with pytest.raises(ValueError, match="not those of the levels"):
        census(facts, "projection").resume([*levels[:4], replace(levels[4], states=7)], {"found": found})


@pytest.mark.slow
def test_a_start_that_cannot_be_reached_is_not_found():
    """Whatever method counts: two pieces exchanged, one turned in its place."""
    facts = puzzle("pocket two")
    goal = facts.goals[0]
    reached = layers(goal, moves_of(facts))
    swapped = tuple({1: 4, 4: 1, 5: 10, 10: 5, 18: 13, 13: 18}.get(piece, piece) for piece in goal)
    turned = tuple({1: 5, 5: 18, 18: 1}.get(piece, piece) for piece in goal)
    for start in (swapped, turned):
        assert not any(start in level for level in reached)
        for method in SMALL["pocket two"]:
            assert all(here == () for _, here in counted(facts, method, [start])), method


def test_pieces_that_look_alike_need_another_method():
    with pytest.raises(UnavailableProgramError, match="the states of clover are not a product of two coordinates"):
        plan(puzzle("clover"), "projection")
    assert plan(puzzle("clover")).method == "hashed"
    assert plan(puzzle("pocket")).method == "projection"


def test_memory_is_what_it_takes():
    facts = puzzle("pocket")
    counter = census(facts, "projection")
    tables = sum(array.nbytes for array in counter._frame.arrays().values())
    assert plan(facts, "projection").memory == counter._search.found.nbytes + tables


def test_each_move_is_in_the_order_of_the_facts():
    """The oracle's moves are those of the puzzle, so that both count the same."""
    from pybridge.facts.cycles import moves, power_name
    from tests.turning import powers

    for name in ("pocket", "topspin", "skewb", "pancake", "rings", "clover"):
        facts = puzzle(name)
        assert [(turn.name, turn.sources) for turn in moves(facts)] == powers(facts)
        assert applied(facts.goals[0], powers(facts)[0][1]) != facts.goals[0]
    assert power_name("R", 3, 4) == "R'"
