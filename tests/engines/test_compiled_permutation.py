"""Permutation puzzles in compiled Prolog: shortest solutions, and the nodes of a plain search with the same bound."""

import random
from dataclasses import dataclass, field

import pytest

from pybridge.cli import run
from pybridge.engines.goal import compiled_text
from pybridge.errors import UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import moved, moves
from pybridge.puzzles import puzzle_from, replay
from pybridge.search.ida_star import ida_star
from pybridge.search.tally import Tally
from pybridge.search.task import ALL, Task
from tests.solving import solve

PANCAKE = read(find("pancake"))
POCKET = read_text(
    f'puzzle(pocket, permutation, "The pocket cube"). start(two, "R U"). goal({list(range(1, 25))}). metric(half). '
    "generator('U', [[1, 2, 4, 3], [5, 17, 13, 9], [6, 18, 14, 10]]). "
    "generator('R', [[2, 19, 22, 10], [4, 17, 24, 12], [13, 14, 16, 15]]). "
    "generator('F', [[3, 13, 22, 8], [4, 15, 21, 6], [9, 10, 12, 11]])."
)
CORNERS = [(1, 5, 18), (2, 14, 17), (3, 6, 9), (4, 10, 13), (8, 11, 21), (12, 15, 22), (16, 19, 24)]
"""The stickers of the corners that move."""


@dataclass
class Projected:
    """The largest distance of two projections: where the corners are, and how they are turned."""

    name: str = "projected"
    source: str = "Culberson and Schaeffer, 1998"
    admissible: bool = True
    consistent: bool = True
    tables: list = field(default_factory=list)

    def __post_init__(self):
        where = {sticker: number for number, corner in enumerate(CORNERS) for sticker in corner}
        marked = {corner[0]: 1 for corner in CORNERS}
        for colours in (where, marked):
            goal = self.colour(POCKET.goals[0], colours)
            found, layer = {goal: 0}, [goal]
            while layer:
                reached = {moved(state, turn.sources): found[state] + 1 for state in layer for turn in moves(POCKET)}
                layer = [state for state in reached if state not in found]
                found |= {state: reached[state] for state in layer}
            self.tables.append((colours, found))

    def colour(self, state, colours):
        return tuple(colours.get(piece, -1) for piece in state)

    def estimate(self, state):
        return max(found[self.colour(state, colours)] for colours, found in self.tables)

    def after(self, h, move, state):
        return self.estimate(state)


@pytest.fixture(scope="module")
def projected():
    return Projected()


def shuffled(number: int) -> tuple[int, ...]:
    draw = random.Random(number)
    state = POCKET.goals[0]
    for _ in range(30):
        state = moved(state, draw.choice(moves(POCKET)).sources)
    return state


def in_prolog(facts, state, **options):
    text = str(list(state))
    return solve(facts, "ida_star", engine="prolog-compiled", start=text, **options)


@pytest.mark.parametrize("number", range(4))
def test_nodes_and_solutions_of_the_pocket_cube(projected, number):
    state = shuffled(number)
    assert [len(found) for _, found in projected.tables] == [5040, 729]
    compiled = in_prolog(POCKET, state)
    tally = Tally()
    (first,) = ida_star(puzzle_from(POCKET, state), projected, tally)
    assert compiled.moves == first
    assert [(each.threshold, each.expanded, each.generated) for each in compiled.iterations] == [
        (each.threshold, each.expanded, each.generated) for each in tally.iterations
    ]
    replay(POCKET, state, compiled.moves)


def test_all_solutions_of_the_pocket_cube(projected):
    state = moved(shuffled(0), moves(POCKET)[0].sources)
    compiled = in_prolog(POCKET, state, wanted=ALL, nodes=False)
    found = ida_star(puzzle_from(POCKET, state), projected, Tally(), every=True)
    assert compiled.solutions == tuple(found)


@pytest.mark.parametrize("start", list(PANCAKE.optimal))
def test_pancakes(start):
    solution = solve(PANCAKE, "ida_star", engine="prolog-compiled", start=start)
    assert solution.length == PANCAKE.optimal[start]
    assert [each.threshold for each in solution.iterations] == [solution.length]  # the projection is the puzzle
    replay(PANCAKE, PANCAKE.start(start), solution.moves)


def test_projections_that_do_not_tell_all():
    """Two pairs that are exchanged together are pieces of two points; nothing says how a pair is turned by itself."""
    facts = read_text(
        'puzzle(it, permutation, "it"). start(s, [2, 1, 3, 4]). goal([1, 2, 3, 4]). metric(half). '
        "generator(a, [[1, 2]]). generator(b, [[1, 3], [2, 4]])."
    )
    for state in [(2, 1, 3, 4), (1, 2, 4, 3), (2, 1, 4, 3), (4, 3, 1, 2), (3, 4, 1, 2)]:
        compiled = in_prolog(facts, state, wanted=ALL)
        assert compiled.solutions == solve(facts, "ids", engine="python", start=str(list(state)), wanted=ALL).solutions


def test_points_that_are_alike_are_refused(tmp_path, capfd):
    path = tmp_path / "it.pl"
    path.write_text(
        'puzzle(it, permutation, "it"). start(s, [2, 1, 1]). goal([1, 1, 2]). metric(half). generator(a, [[1, 2, 3]]).'
    )
    said = "prolog-compiled cannot represent it: pieces that are alike"
    assert run(["solve", str(path), "--engine", "prolog-compiled"]) == 42
    assert capfd.readouterr() == ("", f"pybridge: {said}; use another engine\n")
    alike = read(path)
    with pytest.raises(UnavailableProgramError, match=said):
        compiled_text(alike, ["ida_star"], Task(facts=alike, start_name="s", start=(2, 1, 1), program="ida_star"))


@pytest.mark.slow
def test_too_many_arrangements_are_refused():
    nine = read_text(  # 362,880 states
        'puzzle(it, permutation, "it"). start(s, [2, 1, 3, 4, 5, 6, 7, 8, 9]). goal([1, 2, 3, 4, 5, 6, 7, 8, 9]). '
        "metric(half). generator(a, [[1, 2, 3, 4, 5, 6, 7, 8, 9]]). generator(b, [[1, 2]])."
    )
    with pytest.raises(
        UnavailableProgramError, match="more than 200,000 arrangements of the pieces; use another engine"
    ):
        solve(nine, "ida_star", engine="prolog-compiled", nodes=False)
    with pytest.raises(UnavailableProgramError, match=r"more than 200,000 arrangements of the pieces$"):
        compiled_text(nine, ["ida_star"], Task(facts=nine, start_name="s", start=nine.start("s"), program="ida_star"))


@pytest.mark.parametrize("name", ["manhattan", "pdb:7-8"])
def test_heuristics_of_boards_are_refused(name):
    with pytest.raises(UnfitHeuristicError):
        solve(PANCAKE, "ida_star", engine="prolog-compiled", heuristic=name)
