"""The judge accepts a legal solution and nothing else."""

import pytest

from pybridge.boards.generate import blocks_world
from pybridge.errors import DisagreementError, UnavailableProgramError
from pybridge.facts import PuzzleFacts
from pybridge.puzzles import PieceMove, replay
from tests.puzzles import boards

#   0 1
#   2 3      and cell 4 to the right of 3
NEIGHBORS = ((1, 2), (0, 3), (0, 3), (1, 2, 4), (3,))
START = (1, 2, 3, 0, 4)
AFTER = ((1, 0, 3, 2, 4), (0, 1, 3, 2, 4))
MOVES = (PieceMove(2, 1, 3), PieceMove(1, 0, 1))
FACTS = boards.sliding(NEIGHBORS, AFTER[-1])

BLOCKS = ("a", "b", "c")
PLACES = ("x", "y", "z")
TOWER = (("a", "x"), ("b", "a"), ("c", "y"))
APART = (("a", "x"), ("b", "z"), ("c", "y"))
STACKED = (("a", "c"), ("b", "z"), ("c", "y"))
WORLD = boards.blocks_world(BLOCKS, PLACES, STACKED)


def test_legal():
    assert replay(FACTS, START, MOVES) == [START, *AFTER]
    assert replay(WORLD, TOWER, [PieceMove("b", "a", "z"), PieceMove("a", "x", "c")]) == [TOWER, APART, STACKED]


def test_no_moves_from_a_goal():
    assert replay(FACTS, AFTER[-1], []) == [AFTER[-1]]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (PieceMove(1, 0, 1), "cell 1 is not blank"),
        (PieceMove(2, 1, 0), "cell 0 is not blank"),
        (PieceMove(3, 1, 3), "tile 3 is not on cell 1"),
        (PieceMove(1, 0, 3), "cells 0 and 3 are not neighbors"),
        (PieceMove(0, 3, 3), "tile 0|cells 3 and 3 are not neighbors"),
        (PieceMove(2, 1, 9), "cell 9 is not blank"),
        (PieceMove(2, 9, 3), "tile 2 is not on cell 9"),
        (PieceMove(2, -1, 3), "tile 2 is not on cell -1"),
        (PieceMove("2", 1, 3), "tile 2 is not on cell 1"),
        (PieceMove(4, 4, 2), "cell 2 is not blank"),
    ],
)
def test_illegal_slides(move, reason):
    with pytest.raises(DisagreementError, match=reason) as caught:
        replay(FACTS, START, [move, *MOVES])
    assert str(caught.value).startswith("move 1 ")


def test_the_first_illegal_move_is_named():
    with pytest.raises(DisagreementError, match=r"^move 2 \(3 to 3\)"):
        replay(FACTS, START, [MOVES[0], PieceMove(3, 2, 3)])


def test_the_end_must_be_a_goal():
    for moves in ([], MOVES[:1], [*MOVES, PieceMove(1, 1, 0)]):
        with pytest.raises(DisagreementError, match="not a goal"):
            replay(FACTS, START, moves)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (PieceMove("a", "x", "c"), "a is not clear"),
        (PieceMove("c", "y", "a"), "a is not clear"),
        (PieceMove("c", "y", "x"), "x is not clear"),
        (PieceMove("b", "x", "c"), "b is not on x"),
        (PieceMove("b", "a", "a"), "it is already on a"),
        (PieceMove("b", "a", "b"), "b cannot carry it"),
        (PieceMove("b", "a", "w"), "w cannot carry it"),
        (PieceMove("d", "x", "z"), "d is not on x"),
        (PieceMove("x", "a", "z"), "x is not on a"),
    ],
)
def test_illegal_moves_of_blocks(move, reason):
    with pytest.raises(DisagreementError, match=reason):
        replay(WORLD, TOWER, [move])


def test_a_table_carries_any_number_but_no_block_moves_about_on_it():
    facts = blocks_world(3)  # a on b on c, as the goal has it
    apart = tuple((block, facts.table) for block in facts.blocks)
    moves = [PieceMove("b", "table", "c"), PieceMove("a", "table", "b")]
    assert replay(facts, apart, moves)[-1] == facts.goals[0]
    assert replay(facts, facts.goals[0], [PieceMove("a", "b", "table"), PieceMove("a", "table", "b")])[1][0] == (
        "a",
        "table",
    )
    with pytest.raises(DisagreementError, match="it is already on table"):
        replay(facts, apart, [PieceMove("a", "table", "table"), *moves])


def test_facts_of_no_domain():
    class Facts(PuzzleFacts):
        domain = "chess"

    with pytest.raises(UnavailableProgramError, match="the domain chess of it has no moves"):
        replay(Facts(name="it", title="it", starts=(), goals=()), (), [PieceMove(1, 1, 1)])
