"""Breadth-first search in Prolog against the plain Python program: the same layers, nodes and solutions, in order."""

import pytest

from pybridge.engines import begin, start_state
from pybridge.facts import find, read, read_text
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.task import ALL, FIRST, Task
from tests.samples import sample
from tests.solving import nodes, solve

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

STARTS = [
    ("seven", "page"),
    ("cross", "farthest_1"),
    ("cylinder", "farthest"),
    ("eight", "easy"),
    ("honeycomb", "farthest"),
    ("ring", "farthest"),
    ("rooms", "farthest_1"),
    ("tee", "farthest_1"),
    ("walls", "page"),
    ("blocks3", "page"),
    ("blocks4", "tower"),
    ("sussman", "anomaly"),
]

TABLE = read_text(
    'puzzle(open, blocks_world, "a table"). start(s, [[a, b], [b, c], [c, d], [d, t]]). '
    "goal([[a, t], [b, a], [c, t], [d, c]]). block(a). block(b). block(c). block(d). table(t)."
)
BOTH = read_text(
    'puzzle(both, blocks_world, "a place and a table"). start(s, [[a, x], [b, a], [c, t]]). '
    "goal([[a, b], [b, t], [c, x]]). block(a). block(b). block(c). place(x). table(t)."
)


def both(facts, start=None, **options):
    return [solve(facts, "breadth_first", engine=engine, start=start, **options) for engine in ("prolog", "python")]


@pytest.mark.parametrize(("name", "start"), sample(STARTS, slow=(("cylinder", "farthest"), ("walls", "page"))))
@pytest.mark.parametrize("every", [False, True])
def test_as_in_python(name, start, every):
    facts = read(find(name))
    prolog, python = both(facts, start, wanted=ALL if every else FIRST)
    assert prolog.outcome is python.outcome is Outcome.SOLVED
    assert nodes(prolog) == nodes(python)
    assert prolog.solutions == python.solutions
    assert len(replay(facts, facts.start(start), prolog.moves)) == facts.optimal[start] + 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), [("box_eight", "page"), ("eight", "farthest_1")])
def test_all_of_many_states_as_in_python(name, start):
    prolog, python = both(read(find(name)), start, wanted=ALL)
    assert nodes(prolog) == nodes(python)
    assert prolog.solutions == python.solutions


@pytest.mark.parametrize("facts", [TABLE, BOTH], ids=["table", "both"])
def test_blocks_on_a_table(facts):
    prolog, python = both(facts, wanted=ALL)
    assert nodes(prolog) == nodes(python)
    assert prolog.solutions == python.solutions
    assert prolog.solutions


def test_as_long_as_with_a_lower_bound():
    facts = read(find("eight"))
    name, state = start_state(facts, "8 1 3 4 0 2 7 6 5")
    solution = solve(facts, "breadth_first", engine="prolog", start="8 1 3 4 0 2 7 6 5", nodes=False)
    assert len(replay(facts, state, solution.moves)) == solution.length + 1
    assert solution.length == solve(facts, "ids_low", engine="prolog-terms", start="8 1 3 4 0 2 7 6 5").length
    assert (solution.expanded, name) == (None, "given")


VEE = read_text(
    'puzzle(vee, sliding_tiles, "vee"). start(s, [0, 1, 1]). goal([1, 1, 0]). goal([1, 0, 1]). '
    "cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). neighbor(0, [1, 2]). neighbor(1, [0]). neighbor(2, [0]). "
    "distance(1, [0, 0, 0])."
)
RINGS = read_text(
    'puzzle(rings, sliding_tiles, "rings"). start(s, [1, 1, 1, 1, 1, 0]). '
    "goal([0, 1, 1, 1, 1, 1]). goal([1, 1, 1, 0, 1, 1]). "
    "cell(0, 0, 0). cell(1, 0, 1). cell(2, 0, 2). cell(3, 0, 3). cell(4, 0, 4). cell(5, 0, 5). "
    "neighbor(0, [1, 2]). neighbor(1, [0, 5]). neighbor(2, [3, 5, 0]). neighbor(3, [2, 4]). neighbor(4, [3]). "
    "neighbor(5, [1, 2]). distance(1, [0, 0, 0, 0, 0, 0])."
)


@pytest.mark.parametrize("facts", [VEE, RINGS], ids=["vee", "rings"])
def test_the_last_move_of_equal_tiles(facts):
    prolog, python = both(facts, wanted=ALL)
    assert prolog.solutions == python.solutions
    assert len({(moves[0], moves[-1]) for moves in prolog.solutions}) == len(prolog.solutions) > 1


def test_start_at_the_goal():
    prolog, python = both(read(find("seven")), "1 2 3 4 5 6 7 0")
    assert prolog.moves == python.moves == ()
    assert nodes(prolog) == nodes(python) == [(0, False, 0, 0)]


def test_last_threshold():
    prolog, python = both(read(find("seven")), last_threshold=9)
    assert prolog.outcome is python.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert nodes(prolog) == nodes(python)
    assert prolog.lower_bound == 10


@pytest.mark.parametrize(
    ("limits", "outcome"),
    [
        (Limits(seconds=0.3), Outcome.TIME_LIMIT),
        (Limits(inferences=500_000), Outcome.INFERENCE_LIMIT),
        (Limits(memory=4_000_000), Outcome.MEMORY_LIMIT),
    ],
)
def test_limits(limits, outcome):
    solution = solve(read(find("fifteen")), "breadth_first", engine="prolog", start="qiita", limits=limits)
    assert solution.outcome is outcome
    before, last = solution.iterations[-2:]
    assert before.completed
    assert solution.lower_bound == last.threshold + last.completed > 5  # completed: no layer was begun after it


@pytest.mark.parametrize("megabytes", [3, 8])
def test_states_that_are_seen_count_as_memory(megabytes):
    """They lie outside the stacks."""
    limits = Limits(memory=megabytes * 1_000_000)
    solution = solve(read(find("eight")), "breadth_first", engine="prolog", start="farthest_1", limits=limits)
    assert solution.outcome is Outcome.MEMORY_LIMIT
    assert solution.lower_bound > 5


def test_cancel():
    facts = read(find("fifteen"))
    run = begin(Task(facts=facts, start_name="qiita", start=facts.start("qiita"), program="breadth_first"), "prolog")
    while len(run.progress().iterations) < 8:
        run.wait(0.01)
    run.cancel()
    assert run.wait(1.0)
    assert run.result().outcome is Outcome.INTERRUPTED


@pytest.mark.slow
def test_it_may_have_more_layers_than_programs_of_users():
    text = 'puzzle(p, rules, "P").\nstart(a, 0).\ngoal(10100).\nmove(N, up, N1) :- N < 10100, N1 is N+1.\n'
    solution = solve(read_text(text), "breadth_first", engine="prolog")
    assert (solution.outcome, solution.length) == (Outcome.SOLVED, 10100)
