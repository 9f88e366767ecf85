"""The census by bit arrays: against the plain twin and the hashed census, what is published, and stops anywhere."""

import random
from dataclasses import replace
from itertools import count, islice

import numpy as np
import pytest

from pybridge.boards.generate import from_drawing, rectangle, scrambled
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.search.census import bits, choice
from pybridge.search.census.bit_space import WORD, make_space
from pybridge.search.census.bit_tables import keys, lay_out, state_of
from pybridge.search.census.bits import BitCounter
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.plain import PlainCounter
from tests.samples import sample
from tests.search.census.ending import Enough, never

TWO_BY_FIVE = [
    1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996, 6838, 9279, 12463,
    16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896, 116966, 126335, 131998, 133107, 128720,
    119332, 106335, 91545, 75742, 60119, 45840, 33422, 23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
]  # fmt: skip
"""OEIS A090036."""
THREE_BY_FOUR = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119888, 198363,
    323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872, 10065800, 12760413, 15570786,
    18171606, 20299876, 21587248, 21841159, 20906905, 18899357, 16058335, 12772603, 9515217, 6583181, 4242753,
    2503873, 1350268, 643245, 270303, 92311, 27116, 5390, 1115, 86, 18,
]  # fmt: skip
"""A breadth-first search in another language; its depth and last count are OEIS A090033 and A090163."""
TWO_BY_SIX = [
    1, 2, 3, 6, 11, 20, 36, 60, 95, 155, 258, 426, 688, 1106, 1723, 2615, 3901, 5885, 8851, 13205, 19508, 28593,
    41179, 58899, 83582, 118109, 165136, 228596, 312542, 423797, 568233, 755727, 994641, 1296097, 1667002, 2119476,
    2660415, 3300586, 4038877,
]  # fmt: skip
"""The begin of OEIS A090167."""
SMALL = {
    "2x2": rectangle(2, 2),
    "2x4, blank first": rectangle(2, 4, blank="first"),
    "1x5": rectangle(1, 5),
    "hole": from_drawing("ooo\no o\nooo"),
    "plus": from_drawing(" oo\nooo\n oo"),
    "two rooms": from_drawing("oo oo\nooooo"),
    "torus": rectangle(2, 3, wrap="both"),
    "hexagons": rectangle(2, 4, hexagonal=True),
}


def taken(counter, check=never):
    levels = list(counter.levels(check))
    return levels, counter.farthest(7)


def hashed(facts, starts):
    return choice.counter(choice.plan(facts, "hashed"), facts, starts)


def several_goals(facts, states):
    return replace(facts, goals=states, distances=all_goal_distances(facts.neighbors, states))


def any_board(seed):
    """A connected graph of 4 to 7 cells with one to three goals, which need not be able to reach each other."""
    rng = random.Random(seed)
    cells = rng.randint(4, 7)
    edges = {(rng.randrange(cell), cell) for cell in range(1, cells)}
    for _ in range(rng.randint(0, cells)):
        edges.add(tuple(sorted(rng.sample(range(cells), 2))))
    neighbors = tuple(tuple(sorted({a + b - c for a, b in edges if c in (a, b)})) for c in range(cells))
    goals = tuple({tuple(rng.sample(range(cells), cells)) for _ in range(rng.randint(1, 3))})
    board = rectangle(1, cells)
    facts = several_goals(replace(board, neighbors=neighbors), goals)
    if seed % 3 == 0:  # written by hand: weaker bounds, that differ by more than 1 between cells that touch
        rows = tuple(tuple(rng.randint(0, value) for value in row) for row in facts.distances)
        facts = replace(facts, distances=rows)
    return facts, [scrambled(neighbors, goals[0], each) for each in range(3)]


@pytest.mark.parametrize("name", SMALL)
def test_the_plain_twin_on_boards_of_all_shapes(name):
    facts = SMALL[name]
    starts = [scrambled(facts.neighbors, facts.goals[0], seed) for seed in range(4)] + [facts.goals[0]]
    assert taken(BitCounter(facts, starts)) == taken(PlainCounter(facts, starts))


@pytest.mark.parametrize("seed", range(60))
def test_the_plain_twin_on_any_board(seed):
    facts, starts = any_board(seed)
    assert taken(BitCounter(facts, starts)) == taken(PlainCounter(facts, starts))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("seed", sample(range(3), quick=(2,)))
def test_ten_cells_with_moves_of_every_kind(seed, threads):
    """A ring of ten cells with two chords: long ways along the line, orders of both parities or of one."""
    neighbors = [{(cell - 1) % 10, (cell + 1) % 10} for cell in range(10)]
    for one, other in random.Random(seed).sample([(0, 5), (1, 8), (2, 7), (3, 6), (0, 4), (1, 6)], 2):
        neighbors[one].add(other)
        neighbors[other].add(one)
    board = replace(rectangle(1, 10), neighbors=tuple(tuple(sorted(each)) for each in neighbors))
    facts = several_goals(board, board.goals)
    starts = [scrambled(facts.neighbors, facts.goals[0], seed)]
    assert taken(BitCounter(facts, starts, threads)) == taken(hashed(facts, starts))


def counts(facts, threads=1):
    return [level.states for level in BitCounter(facts, (), threads).levels(never)]


def test_two_by_five():
    assert counts(rectangle(2, 5)) == TWO_BY_FIVE


def test_two_by_five_with_the_blank_first():
    """The same board turned round."""
    assert counts(rectangle(2, 5, blank="first"), 2) == TWO_BY_FIVE


def test_three_by_four():
    counter = BitCounter(rectangle(3, 4), (), 2)
    levels, _ = taken(counter)
    assert [level.states for level in levels] == THREE_BY_FOUR
    farthest = counter.farthest(100)
    assert len(set(farthest)) == 18
    assert farthest == sorted(farthest)


def test_two_by_six():
    found = counts(rectangle(2, 6), 2)
    assert found[: len(TWO_BY_SIX)] == TWO_BY_SIX
    assert (len(found) - 1, found[-1], sum(found)) == (80, 2, 239_500_800)


@pytest.mark.slow
def test_eleven_cells_against_hashing():
    """Long ways through prefix and tail, and both parities of 10! orders."""
    facts = from_drawing("oooo\noooo\nooo", blank="first")
    assert taken(BitCounter(facts, [], 2)) == taken(hashed(facts, []))


@pytest.mark.slow
def test_a_torus_of_ten_cells_against_hashing():
    facts = rectangle(2, 5, wrap="both")
    assert taken(BitCounter(facts, [], 2)) == taken(hashed(facts, []))


@pytest.mark.parametrize("name", [*SMALL, "3x4", "3x4 torus"])
def test_each_state_has_a_number_of_its_own(name):
    more = {"3x4": rectangle(3, 4), "3x4 torus": rectangle(3, 4, wrap="both")}
    facts = (SMALL | more)[name]
    space = make_space(facts)
    states = {scrambled(facts.neighbors, facts.goals[0], seed) for seed in range(200)}
    numbers = {space.locate(state) for state in states}
    assert len(numbers) == len(states)
    tables = lay_out(space, facts)
    found = set()
    for blank, bit in numbers:
        prefix, tail = divmod(bit, space.words * WORD)
        (key,) = keys(space, tables, blank, np.array([prefix]), np.array([tail])).tolist()
        found.add(state_of(space, key))
    assert found == states


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["two rooms", "torus"])
def test_a_stop_anywhere(name, threads, tmp_path, monkeypatch):
    """Stopped at every look at the limits, kept, and resumed by another counter."""
    monkeypatch.setattr(bits, "_BATCH", 1)
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = SMALL[name]
    starts = [facts.starts[0][1]]
    kept = CensusCheckpoint.of(facts, choice.plan(facts, "bits"), starts)
    found, looks = [], count(1)

    def check():
        if next(looks) % 37 == 0:
            raise Enough

    for _ in range(10_000):
        counter = BitCounter(facts, starts, threads)
        assert kept.resume(counter) == found
        try:
            found += counter.levels(check)
            break
        except Enough:
            found = list(counter._levels)
            kept.keep(counter, found)
    assert found == list(PlainCounter(facts, starts).levels(never))
    assert next(looks) > 50 or threads == 2
    kept.forget()
    assert list(tmp_path.iterdir()) == []


def test_a_census_in_the_middle_of_a_level():
    """2x5 has 9 chunks for each place of the blank, so that a level is resumed in its middle."""
    facts = rectangle(2, 5)
    counter = BitCounter(facts, ())
    levels = counter.levels(never)
    complete = list(islice(levels, 30))
    targets = counter._targets(30)
    counter._done = np.zeros(len(targets) * 9, np.bool_)
    counter._count((5, 20), targets, counter._tally)
    again = BitCounter(facts, ())
    again.resume(complete, counter.saved())
    assert [level.states for level in again.levels(never)] == TWO_BY_FIVE[30:]


def test_what_was_not_kept_by_this_census_is_refused():
    facts = SMALL["hole"]
    counter = BitCounter(facts, ())
    levels = list(counter.levels(never))
    for other in (SMALL["torus"], SMALL["plus"]):
        with pytest.raises((ValueError, KeyError)):
            BitCounter(other, ()).resume(levels, counter.saved())
    for name, array in [each for each in counter.saved().items() if each[1].nbytes]:
        with pytest.raises(ValueError, match="another form"):
            BitCounter(facts, ()).resume(levels, {**counter.saved(), name: np.asarray(array)[:-1]})


@pytest.mark.parametrize("size", [(2, 4), pytest.param((3, 3), marks=pytest.mark.slow)])
def test_bounds_reached_by_many_states_are_counted_elsewhere(size, monkeypatch):
    """Half way the kernel takes over from the list of such states."""
    facts = rectangle(*size)
    whole = list(BitCounter(facts, ()).levels(never))
    monkeypatch.setattr(bits, "_FEW", 20)
    monkeypatch.setattr(bits, "_SHARE", 10_000)
    counter = BitCounter(facts, ())
    assert list(counter.levels(never)) == whole == list(PlainCounter(facts, ()).levels(never))
    assert counter._exact is None


def test_a_kept_census_that_was_changed_is_not_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = SMALL["hole"]
    kept = CensusCheckpoint.of(facts, choice.plan(facts, "bits"), ())
    assert kept.resume(BitCounter(facts, ())) == []
    counter = BitCounter(facts, ())
    kept.keep(counter, [next(counter.levels(never))])
    assert len(kept.resume(BitCounter(facts, ()))) == 1
    assert not kept.damaged
    with kept.path.open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x07")
    assert kept.resume(BitCounter(facts, ())) == []
    assert kept.damaged


@pytest.mark.parametrize("name", ["box_eight", "blocks3", "korf24"])
def test_what_bits_are_not_for(name):
    with pytest.raises(UnavailableProgramError, match=r"use --method hashed(,? or plain)?$"):
        choice.plan(read(find(name)), "bits")


@pytest.mark.parametrize(
    ("facts", "method"),
    [
        (rectangle(3, 3), "bits"),
        (rectangle(1, 9), "hashed"),
        (from_drawing("ooo\no o\nooo"), "hashed"),
        (SMALL["torus"], "bits"),
        (read(find("box_eight")), "hashed"),
        (read(find("blocks3")), "hashed"),
    ],
    ids=str,
)
def test_the_method_that_suits(facts, method):
    assert choice.plan(facts).method == method


def test_memory_is_told_before():
    assert choice.plan(rectangle(3, 4)).memory < 120_000_000
    assert 10e9 < choice.plan(rectangle(2, 7)).memory < 12e9
