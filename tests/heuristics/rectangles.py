"""Small full rectangles of every kind, and how far their states are from the goal, without the code under test."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pybridge.boards import generate
from pybridge.facts import TilesFacts
from pybridge.heuristics.protocol import FromScratch
from pybridge.puzzles import Move, PieceMove

State = tuple[int, ...]

SMALL = [
    (1, 4, (0, 3)), (1, 4, (0, 1)), (4, 1, (2, 0)), (2, 2, (1, 0)), (2, 3, (0, 1)), (2, 3, (1, 2)), (3, 2, (2, 0)),
    (3, 2, (1, 1)), (2, 4, (0, 0)), (2, 4, (1, 2)), (4, 2, (1, 0)),
]  # fmt: skip
"""Rows, columns, and where the blank's goal is: in corners, at sides, in the middle."""

EIGHT = [(3, 3, (1, 1)), (3, 3, (0, 1)), (3, 3, (2, 0))]
"""The same of the boards with 181,440 states."""


def rectangle(rows: int, columns: int, blank: tuple[int, int]) -> TilesFacts:
    """A board with tiles and cells numbered in no order, neighbors listed in none, and no cell at (0, 0)."""
    random = Random(f"{rows} {columns} {blank}")
    facts = generate.rectangle(rows, columns)
    cells, tiles = list(range(rows * columns)), list(range(1, rows * columns))
    random.shuffle(cells)
    random.shuffle(tiles)
    places: list[tuple[int, int]] = [(0, 0)] * len(cells)
    goal, neighbors = [0] * len(cells), [()] * len(cells)
    for cell, new in enumerate(cells):
        row, column = facts.cells[cell]
        places[new] = (row + 3, column + 5)
        goal[new] = 0 if (row, column) == blank else tiles.pop()
        around = [cells[other] for other in facts.neighbors[cell]]
        random.shuffle(around)
        neighbors[new] = tuple(around)
    return replace(
        facts, cells=tuple(places), neighbors=tuple(neighbors), goals=(tuple(goal),), starts=(), distances=()
    )


def steps(facts: TilesFacts, state: State) -> Iterator[tuple[Move, State]]:
    """Each move from a state as the rules have it: a tile beside the blank goes into it."""
    blank = state.index(0)
    for cell in facts.neighbors[blank]:
        after = list(state)
        after[blank], after[cell] = state[cell], 0
        yield PieceMove(state[cell], cell, blank), tuple(after)


def distances(facts: TilesFacts) -> dict[State, int]:
    """The distance of each state from its nearest goal, by breadth-first search."""
    found = dict.fromkeys(facts.goals, 0)
    queue = [*facts.goals]
    for state in queue:  # which grows by what is found
        away = found[state] + 1
        for _, after in steps(facts, state):
            if after not in found:
                found[after] = away
                queue.append(after)
    return found


def random_walk(facts: TilesFacts, length: int, seed: int) -> Iterator[tuple[Move, State]]:
    """States on a way from the goal that never goes straight back, each with the move that led there."""
    random = Random(seed)
    (state,) = facts.goals
    last = None
    for _ in range(length):
        move, state = random.choice(
            [(m, s) for m, s in steps(facts, state) if last is None or m.source != last.target]
            or [*steps(facts, state)]
        )
        last = move
        yield move, state


def prove(facts: TilesFacts, heuristic) -> dict[State, int]:
    """h of each state, once it is proved admissible, consistent, and followed right along every move."""
    distance = distances(facts)
    h = {state: heuristic.estimate(state) for state in distance}
    assert h[facts.goals[0]] == 0
    assert all(0 <= h[state] <= away for state, away in distance.items())
    scratch = type(heuristic).after is FromScratch.after  # which estimates each state once more
    for state, estimate in h.items():
        for move, after in steps(facts, state):
            assert abs(h[after] - estimate) <= 1
            assert scratch or heuristic.after(estimate, move, after) == h[after]
    return h


def prove_on_a_walk(facts: TilesFacts, heuristic) -> None:
    """The same along a random walk of a board with too many states."""
    h = 0
    for steps_made, (move, state) in enumerate(random_walk(facts, 3000, seed=1), start=1):
        after = heuristic.after(h, move, state)
        assert after == heuristic.estimate(state) == sum(heuristic.directions(state)) <= steps_made
        assert abs(after - h) <= 1
        h = after


def prove_directions(facts: TilesFacts, heuristic) -> None:
    """Each direction counts its own moves."""
    for state in distances(facts):
        for move, after in steps(facts, state):
            moved = [a != b for a, b in zip(heuristic.directions(state), heuristic.directions(after), strict=True)]
            rows = [facts.cells[cell][0] for cell in (move.source, move.target)]
            assert moved == ([True, False] if rows[0] != rows[1] else [False, True])


def named(board: tuple[int, int, tuple[int, int]]) -> str:
    """What a test of a board is called."""
    rows, columns, blank = board
    return f"{rows}x{columns}-{blank[0]}{blank[1]}"
