"""The engine prolog-terms against the classic text and against plain Python: the same nodes, the same solutions."""

import subprocess
import sys
from dataclasses import replace

import pytest

from pybridge.facts import find, read, read_text
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.task import ALL, FIRST
from tests.samples import sample
from tests.solving import nodes, solve

SMALL = [
    ("seven", "page", "ids_low"),
    ("box_eight", "page", "ids_low"),
    ("cross", "farthest_2", "ids_low"),
    ("cylinder", "farthest", "ids_low"),
    ("eight", "easy", "ids"),
    ("eight", "farthest_1", "ids_low"),
    ("fifteen", "easy", "ids_low"),
    ("honeycomb", "farthest", "ids_low"),
    ("ring", "farthest", "ids"),
    ("rooms", "farthest_1", "ids_low"),
    ("tee", "farthest_1", "ids_low"),
    ("torus", "farthest_1", "ids_low"),
    ("walls", "page", "ids_low"),
]

TRIANGLE = read_text(
    'puzzle(triangle, sliding_tiles, "equal tiles, two goals, an odd ring"). start(s, [3, 1, 0, 2, 1]). '
    "goal([1, 1, 2, 3, 0]). goal([1, 1, 0, 2, 3]). "
    "cell(0, 0, 0). cell(1, 0, 1). cell(2, 0, 2). cell(3, 1, 0). cell(4, 1, 1). "
    "neighbor(4, [3, 1, 0]). neighbor(0, [1, 3, 4]). neighbor(1, [2, 0, 4]). neighbor(2, [1]). neighbor(3, [4, 0]). "
    "distance(3, [1, 1, 2, 0, 0]). distance(1, [0, 0, 1, 1, 1]). distance(2, [0, 0, 0, 0, 0])."
)
"""Boards that nothing is special about; the distances are written by hand, and those of tile 2 are none at all."""

BLIND = replace(TRIANGLE, distances=((0,) * 5,) * 4)
"""A bound that is 0 everywhere: the search continues where no move is left, and must not return another count."""


@pytest.mark.parametrize(
    ("name", "start", "program"),
    sample(SMALL, slow=[(name, "page", "ids_low") for name in ("seven", "box_eight", "walls")]),
)
@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_counters_and_first_solution(name, start, program, engine):
    facts = read(find(name))
    terms = solve(facts, program, engine="prolog-terms", start=start)
    other = solve(facts, program, engine=engine, start=start)
    assert terms.outcome is other.outcome is Outcome.SOLVED
    assert nodes(terms) == nodes(other)
    assert terms.moves == other.moves
    assert len(replay(facts, facts.start(start), terms.moves)) == facts.optimal[start] + 1


@pytest.mark.parametrize("facts", [TRIANGLE, BLIND], ids=["by hand", "none"])
@pytest.mark.parametrize("program", ["ids", "ids_low"])
@pytest.mark.parametrize("every", [False, True])
def test_any_board_and_any_distances(facts, program, every):
    solutions = [
        solve(facts, program, engine=engine, wanted=ALL if every else FIRST)
        for engine in ("prolog-terms", "prolog", "python")
    ]
    for other in solutions[1:]:
        assert nodes(solutions[0]) == nodes(other)
        assert solutions[0].solutions == other.solutions
    assert solutions[0].solutions


@pytest.mark.parametrize(("name", "count"), sample([("seven", 24), ("box_eight", 16)], slow=(("seven", 24),)))
def test_all_shortest_solutions_in_the_same_order(name, count):
    facts = read(find(name))
    terms = solve(facts, "ids_low", engine="prolog-terms", wanted=ALL)
    assert len(terms.solutions) == count
    assert terms.solutions == solve(facts, "ids_low", engine="prolog", wanted=ALL, nodes=False).solutions


def test_the_last_move_of_equal_tiles():
    facts = read_text(
        'puzzle(vee, sliding_tiles, "vee"). start(s, [0, 1, 1]). goal([1, 1, 0]). goal([1, 0, 1]). '
        "cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). neighbor(0, [1, 2]). neighbor(1, [0]). neighbor(2, [0]). "
        "distance(1, [0, 0, 0])."
    )
    solutions = [solve(facts, "ids_low", engine=engine, wanted=ALL).solutions for engine in ("prolog-terms", "python")]
    assert solutions[0] == solutions[1]
    assert len(solutions[0]) == 2


def test_fewer_inferences_than_with_lists():
    facts = read(find("seven"))
    terms, lists = (solve(facts, "ids_low", engine=engine, nodes=False) for engine in ("prolog-terms", "prolog"))
    assert terms.inferences * 10 < lists.inferences


def test_start_at_the_goal():
    solution = solve(read(find("seven")), "ids_low", engine="prolog-terms", start="1 2 3 4 5 6 7 0")
    assert (solution.outcome, solution.moves) == (Outcome.SOLVED, ())


@pytest.mark.parametrize(
    ("limits", "outcome"),
    [(Limits(seconds=0.2), Outcome.TIME_LIMIT), (Limits(inferences=200_000), Outcome.INFERENCE_LIMIT)],
)
def test_limits(limits, outcome):
    solution = solve(read(find("seven")), "ids", engine="prolog-terms", limits=limits)
    assert solution.outcome is outcome
    assert solution.lower_bound == solution.iterations[-1].threshold > 5


def test_last_threshold():
    solution = solve(read(find("seven")), "ids", engine="prolog-terms", last_threshold=9)
    assert solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert nodes(solution) == nodes(solve(read(find("seven")), "ids", engine="prolog", last_threshold=9))


@pytest.mark.slow
def test_loaded_in_two_threads_at_a_time():
    """The facts it makes while it is loaded do not belong to another run, and nothing is printed of them."""
    script = (
        "from tests.solving import solve; from pybridge.facts import find, read\n"
        "for name in ['ring', 'cross'] * 60:\n"
        "    print(solve(read(find(name)), 'ids_low', engine='prolog-terms').length)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["28", "21"] * 60
    assert done.stderr == ""
