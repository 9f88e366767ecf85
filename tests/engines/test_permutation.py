"""Permutation puzzles in Prolog against the plain Python programs: the same nodes and solutions, in order."""

from dataclasses import replace

import pytest

from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.heuristics.points import Points
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from, replay
from pybridge.search.ida_star import ida_star
from pybridge.search.tally import Tally
from pybridge.search.task import ALL, FIRST
from tests.solving import nodes, solve

PANCAKE, CUBE = read(find("pancake")), read(find("cube"))
PAIRS = read_text(
    'puzzle(pairs, permutation, "pairs"). start(s, [2, 1, 2, 1, 2, 1]). goal([1, 1, 1, 2, 2, 2]). metric(half). '
    "generator(a, [[1, 4]]). generator(b, [[1, 4], [2, 3]]). generator(c, [[3, 6]]). generator(d, [[3, 6], [4, 5]])."
)
"""Pieces are alike, so that several moves may join two states."""
TURNS = read_text(
    'puzzle(turns, permutation, "turns"). start(s, [30, 0, 5, 1000000, 7, 9]). goal([0, 5, 7, 9, 30, 1000000]). '
    "generator('it''s', [[1, 2, 3, 4, 5]]). generator(b, [[5, 6]]). metric([1, 4])."
)
"""Five turns make a generator return; the pieces have any numbers."""


def both(facts, program, **options):
    return [solve(facts, program, engine=engine, **options) for engine in ("prolog", "python")]


@pytest.mark.parametrize("program", ["ids", "breadth_first"])
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize(
    ("facts", "start"),
    [(PANCAKE, "shuffled"), (PANCAKE, "alternate"), (PANCAKE, "swapped"), (PAIRS, "s"), (TURNS, "s")],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_as_in_python(facts, start, program, every):
    prolog, python = both(facts, program, start=start, wanted=ALL if every else FIRST)
    assert prolog.outcome is python.outcome is Outcome.SOLVED
    assert nodes(prolog) == nodes(python)
    assert prolog.solutions == python.solutions
    for moves in prolog.solutions:
        replay(facts, facts.start(start), moves)


def test_alike_pieces_leave_a_choice_of_moves():
    found = solve(PAIRS, "breadth_first", engine="prolog", wanted=ALL).solutions
    assert len(found) == len(set(found)) > 2


@pytest.mark.parametrize("start", ["four", "R U2 F'", ""])
def test_the_cube_as_in_python(start):
    prolog, python = both(CUBE, "ids", start=start or str(list(CUBE.goals[0])))
    assert nodes(prolog) == nodes(python)
    assert prolog.moves == python.moves
    assert prolog.length == len(start.split()) or prolog.length == 4


def test_nodes_of_the_cube_to_a_depth():
    prolog, python = both(CUBE, "ids", start="superflip", last_threshold=3)
    assert prolog.outcome is python.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert nodes(prolog) == nodes(python)
    # Source: the cube has 18 moves, and 15 that are not of the last face.
    assert [each.generated for each in prolog.iterations] == [0, 18, 18 + 270, 18 + 270 + 4050]


@pytest.mark.slow
@pytest.mark.parametrize("start", list(PANCAKE.optimal))
def test_ids_low_as_in_python(start):
    prolog = solve(PANCAKE, "ids_low", engine="prolog", start=start, wanted=ALL)
    tally = Tally()
    found = ida_star(puzzle_from(PANCAKE, PANCAKE.start(start)), Points(PANCAKE), tally, every=True)
    assert [each[::2] for each in nodes(prolog)] == [(each.threshold, each.expanded) for each in tally.iterations]
    assert [each.generated for each in prolog.iterations] == [each.generated for each in tally.iterations]
    assert prolog.solutions == tuple(found)
    assert prolog.length == PANCAKE.optimal[start]
    assert prolog.heuristic == "points"


def test_ids_low_needs_distances():
    with pytest.raises(UnavailableProgramError, match="ids_low needs distance/2, and cube has none; use ids"):
        solve(replace(CUBE, distances={}), "ids_low", engine="prolog")
    assert solve(replace(PANCAKE, starts=(("s", PANCAKE.goals[0]),)), "ids_low", engine="prolog").length == 0
