"""Walking and inversion distance in programs compiled from the facts, against those in Python and at native speed."""

import random

import pytest

from pybridge.facts import find, read, read_text
from pybridge.facts.board_graph import adjacent, all_goal_distances
from pybridge.puzzles import Pruning
from tests.samples import sample
from tests.solving import nodes, solve

BOUNDS = ["walking", "inversion", "takahashi"]
SHAPES = [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4)]
SIX = {
    "1 10 15 4 13 6 3 8 2 9 12 7 14 5 0 11": 35,
    "1 10 15 4 13 0 6 8 2 9 3 7 14 5 12 11": 36,
    "1 10 15 4 0 13 6 8 2 9 3 7 14 5 12 11": 37,
    "3 10 2 8 9 6 7 0 5 4 15 1 13 14 12 11": 40,
    "7 9 1 3 12 2 5 4 11 0 15 8 14 6 13 10": 41,
    "1 12 7 8 11 14 10 0 2 6 4 5 9 13 3 15": 46,
}


def rectangle(rows, columns, seed, moves):
    """A full rectangle whose cells and tiles are numbered at random, with its blank's goal anywhere."""
    draw = random.Random(seed)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    draw.shuffle(places)
    neighbors = [draw.sample(cells, len(cells)) for cells in adjacent(places)]
    goal = draw.sample(range(len(places)), len(places))
    state = list(goal)
    for _ in range(moves):
        blank = state.index(0)
        cell = draw.choice(neighbors[blank])
        state[blank], state[cell] = state[cell], 0
    lines = [f'puzzle(it, sliding_tiles, "It").\nstart(it, {state}).\ngoal({goal}).']
    lines += [f"cell({cell}, {row + 1}, {column + 2})." for cell, (row, column) in enumerate(places)]
    lines += [f"neighbor({cell}, {cells})." for cell, cells in enumerate(neighbors)]
    distances = all_goal_distances(neighbors, [goal])
    lines += [f"distance({tile}, {list(distances[tile])})." for tile in range(1, len(places))]
    return read_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("heuristic", BOUNDS)
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(each, marks=() if each[0] * each[1] < 10 else pytest.mark.slow, id=f"{each[0]}x{each[1]}")
        for each in SHAPES
    ],
)
def test_the_same_nodes_as_plain_python(shape, heuristic):
    for seed in range(3):
        facts = rectangle(*shape, seed, moves=40 if shape[0] * shape[1] < 10 else 24)
        compiled, plain = (
            solve(facts, "ida_star", engine=engine, heuristic=heuristic, pruning=Pruning.INVERSE)
            for engine in ("prolog-compiled", "python")
        )
        assert nodes(compiled) == nodes(plain)
        assert compiled.solutions == plain.solutions


@pytest.mark.parametrize("heuristic", BOUNDS)
@pytest.mark.parametrize("start", ["easy", "middling", "farthest_1", "farthest_2"])
def test_every_start_of_the_8_puzzle(start, heuristic):
    agree_with_native(read(find("eight")), start, heuristic)


@pytest.mark.parametrize(("start", "length"), sample(SIX.items(), slow=list(SIX.items())[2:]))
def test_takahashi_on_boards_of_the_15_puzzle(start, length):
    assert agree_with_native(read(find("fifteen")), start, "takahashi") == length


def agree_with_native(facts, start, heuristic):
    compiled, native = (
        solve(facts, "ida_star", engine=engine, start=start, heuristic=heuristic, pruning=Pruning.INVERSE)
        for engine in ("prolog-compiled", "native")
    )
    assert nodes(compiled)[:-1] == nodes(native)[:-1]  # the last one ends somewhere in the middle
    assert nodes(compiled)[-1][0] == nodes(native)[-1][0]
    assert len(compiled.solutions[0]) == len(native.solutions[0])
    return len(compiled.solutions[0])
