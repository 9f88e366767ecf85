"""Boards to measure on: named ones, and random ones that are solvable, uniform, and the same everywhere."""

from collections import Counter
from dataclasses import replace

import pytest

from pybridge.bench.boards import Boards, named, random_boards
from pybridge.boards.generate import rectangle
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.heuristics.choice import compared


def reachable(facts):
    """All states that the goal can become, by moves tried one after the other."""
    seen, left = {facts.goals[0]}, [facts.goals[0]]
    while left:
        state = left.pop()
        blank = state.index(0)
        for cell in facts.neighbors[blank]:
            after = list(state)
            after[blank], after[cell] = after[cell], 0
            if tuple(after) not in seen:
                seen.add(tuple(after))
                left.append(tuple(after))
    return seen


def test_named_boards_are_the_starts_of_the_file_in_its_order():
    facts = read(find("korf100"))
    assert named(facts).starts == facts.starts
    assert [name for name, _ in named(facts, 3).starts] == ["k1", "k2", "k3"]
    assert named(facts, 3).optimal["k3"] == 59


def test_a_state_has_no_length_of_a_start_of_its_name():
    facts = read(find("eight"))
    (_, first), (_, second), *_ = facts.starts
    facts = replace(facts, starts=(("given", first),), optimal={"given": 12})
    assert Boards(facts, facts.starts).optimal == {"given": 12}
    assert Boards(facts, (("given", second),)).optimal == {}


@pytest.mark.parametrize(("rows", "columns", "number"), [(2, 2, 12), pytest.param(2, 3, 360, marks=pytest.mark.slow)])
def test_random_states_are_solvable_and_each_as_likely_as_any_other(rows, columns, number):
    facts = rectangle(rows, columns)
    states = reachable(facts)
    assert len(states) == number
    times = 60
    drawn = Counter(state for _, state in random_boards(facts, number * times, seed=1).starts)
    assert set(drawn) == states
    # The sum of squares is chi-square distributed: its mean is the number less one, its variance twice that.
    excess = sum((count - times) ** 2 / times for count in drawn.values()) - (number - 1)
    assert abs(excess) < 5 * (2 * (number - 1)) ** 0.5


def test_the_same_seed_has_the_same_boards_on_every_machine():
    boards = random_boards(read(find("fifteen")), 2, seed=0)
    assert boards.starts == (
        ("r1", SEED_0[0]),
        ("r2", SEED_0[1]),
    )
    assert boards.optimal == {}
    assert random_boards(read(find("fifteen")), 5, seed=0).starts[:2] == boards.starts
    assert random_boards(read(find("fifteen")), 2, seed=1).starts != boards.starts


SEED_0 = (
    (1, 10, 15, 2, 9, 0, 11, 13, 3, 8, 5, 7, 4, 6, 12, 14),
    (10, 2, 7, 0, 3, 1, 12, 6, 9, 8, 4, 13, 11, 15, 14, 5),
)


def test_where_hardly_any_arrangement_is_solvable_boards_are_those_that_are():
    facts = rectangle(1, 9)
    assert {state for _, state in random_boards(facts, 100, seed=0).starts} == reachable(facts)


def test_every_domain_has_named_boards_and_what_draws_states_has_random_ones():
    blocks, rings = read(find("blocks3")), read(find("rings"))
    assert named(blocks).starts == blocks.starts
    assert [name for name, _ in random_boards(rings, 2, 0).starts] == ["r1", "r2"]
    with pytest.raises(UnavailableProgramError, match="blocks3 has no random states"):
        random_boards(blocks, 1, 0)


def test_heuristics_that_are_measured_unasked_fit_the_board():
    assert compared(read(find("korf100"))) == ("takahashi", "pdb:6-6-3", "pdb:7-8")
    assert compared(read(find("korf24"))) == ("pdb:6-6-6-6",)
    assert compared(read(find("eight"))) == ("manhattan", "takahashi", "pdb:8")
    assert "takahashi" not in compared(read(find("box_eight")))
    assert compared(read(find("cube"))) == ("projection:small",)
    assert compared(read(find("blocks3"))) == ("towers",)
    assert compared(rectangle(3, 5))[0] == "takahashi"
    assert compared(rectangle(6, 6))[0].startswith("pdb:")
