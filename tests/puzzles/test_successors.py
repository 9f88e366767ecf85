"""The moves of the puzzles against the rules of the game."""

from itertools import permutations
from random import Random

import pytest

from pybridge.boards.generate import blocks_world
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, find, read, shipped
from pybridge.puzzles import (
    PieceMove,
    Pruning,
    is_reversible,
    puzzle_from,
    replay,
    why_unsolvable,
)
from tests.puzzles import boards
from tests.samples import FACT_FILES


@pytest.mark.parametrize("neighbors", [b for count in (2, 3, 4) for b in boards.labelled_boards(count)], ids=str)
def test_sliding(neighbors):
    for state in permutations(range(len(neighbors))):
        puzzle = puzzle_from(boards.sliding(neighbors, state), state)
        made = list(puzzle.successors(state, None))
        assert [board for _, board in made] == boards.one_move_away(neighbors, state)
        for move, board in made:
            assert replay(boards.sliding(neighbors, board), state, [move]) == [state, board]
            back = PieceMove(move.piece, move.target, move.source)
            assert dict(puzzle.successors(board, None))[back] == state
            without = [pair for pair in puzzle.successors(board, None) if pair != (back, state)]
            assert list(puzzle.successors(board, move)) == without


@pytest.mark.parametrize("name", sorted(FACT_FILES))
def test_each_move_is_undone_by_one_move_as_the_domain_declares(name):
    facts = read(shipped()[name])
    assert is_reversible(facts)
    source, state = Random(name), facts.starts[0][1]
    for _ in range(5):
        following = [after for _, after in puzzle_from(facts, state).successors(state, None)]
        assert all(state in dict(map(reversed, puzzle_from(facts, each).successors(each, None))) for each in following)
        state = source.choice(following)


def test_sliding_keeps_the_order_of_the_neighbor_facts():
    neighbors = ((2, 1), (0, 3), (3, 0), (1, 2))
    puzzle = puzzle_from(boards.sliding(neighbors, (0, 1, 2, 3)), (0, 1, 2, 3))
    assert [move.piece for move, _ in puzzle.successors((0, 1, 2, 3), None)] == [2, 1]


def test_equal_tiles_are_never_taken_for_the_last_move():
    # The blank goes from 0 to 1 past a tile 1; the other tile 1 must still be free to move.
    line = ((1,), (0, 2), (1,))
    puzzle = puzzle_from(boards.sliding(line, (0, 1, 1)), (0, 1, 1))
    ((move, after),) = puzzle.successors((0, 1, 1), None)
    assert after == (1, 0, 1)
    assert list(puzzle.successors(after, move)) == [(PieceMove(1, 2, 1), (1, 1, 0))]


@pytest.mark.parametrize("places", [("x",), ("x", "y"), ("x", "y", "z")])
@pytest.mark.parametrize("blocks", [("a",), ("a", "b"), ("a", "b", "c")])
def test_blocks(blocks, places):
    states = boards.towers(blocks, places)
    for state in states:
        puzzle = puzzle_from(boards.blocks_world(blocks, places, state), state)
        made = list(puzzle.successors(state, None))
        assert sorted(after for _, after in made) == [b for b in states if boards.one_block_apart(state, b)]
        for move, after in made:
            facts = boards.blocks_world(blocks, places, after)
            assert replay(facts, state, [move]) == [state, after]
            assert list(puzzle.successors(state, move)) == made
        assert [move for move, _ in made] == sorted(
            (move for move, _ in made),
            key=lambda move: (blocks.index(move.piece), (blocks + places).index(move.target)),
        )


def test_no_block_moves_about_on_a_table():
    facts = blocks_world(3)
    state = tuple((block, facts.table) for block in facts.blocks)
    made = [move for move, _ in puzzle_from(facts, state).successors(state, None)]
    assert len(made) == 6
    assert all(move.target in facts.blocks for move in made)


@pytest.mark.parametrize("name", ["seven", "eight", "box_eight", "blocks3", "sussman"])
def test_goals_are_goals(name):
    facts = read(find(name))
    for _, start in facts.starts:
        puzzle = puzzle_from(facts, start)
        assert puzzle.start == start
        assert not puzzle.is_goal(start)
        assert all(puzzle.is_goal(goal) for goal in facts.goals)


def test_prunings():
    assert puzzle_from(read(find("seven")), ()).pruning is Pruning.INVERSE
    assert puzzle_from(read(find("blocks3")), ()).pruning is Pruning.PATH


@pytest.mark.parametrize("ask", [lambda f: puzzle_from(f, ()), lambda f: why_unsolvable(f, ())])
def test_facts_of_no_domain(ask):
    class Facts(PuzzleFacts):
        domain = "chess"

    with pytest.raises(UnavailableProgramError, match="the domain chess of it has no moves"):
        ask(Facts(name="it", title="it", starts=(), goals=()))
