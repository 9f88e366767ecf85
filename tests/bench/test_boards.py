"""Boards to measure on: named ones, and random ones that are solvable, uniform, and the same everywhere."""

from collections import Counter

import pytest

from pybridge.bench import heuristics_for, named, random_boards
from pybridge.boards.generate import rectangle
from pybridge.errors import UnavailableProgramError, UnknownStartError
from pybridge.facts import find, read


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


def test_a_board_on_which_hardly_any_state_is_solvable_is_told():
    with pytest.raises(UnknownStartError, match="none of 1,000 random states of rectangle_1x9 can reach a goal"):
        random_boards(rectangle(1, 9), 2, seed=0)


def test_other_domains_are_told():
    for draw in (named, lambda facts: random_boards(facts, 1, 0)):
        with pytest.raises(UnavailableProgramError, match="bench has no boards of blocks_world"):
            draw(read(find("blocks3")))


def test_heuristics_that_are_measured_unasked_fit_the_board():
    assert heuristics_for(read(find("korf100"))) == ("takahashi", "pdb:6-6-3", "pdb:7-8")
    assert heuristics_for(read(find("korf24"))) == ("pdb:6-6-6-6",)
    assert heuristics_for(read(find("eight"))) == ("manhattan", "takahashi", "pdb:8")
    assert "takahashi" not in heuristics_for(read(find("box_eight")))
    assert heuristics_for(rectangle(3, 5))[0] == "takahashi"
    assert heuristics_for(rectangle(6, 6))[0].startswith("pdb:")
