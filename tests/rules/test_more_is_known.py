"""Searches for puzzles of which more is known: from both ends, and depth first where all solutions have one length."""

from random import Random

import pytest

from pybridge import Solver, measure, solve
from pybridge.api.solving import optimal_program
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from
from pybridge.rules.counting import count_of, most_states
from pybridge.search.from_both_ends import bidirectional, depth_first
from pybridge.search.plain import breadth_first
from pybridge.search.queue import Queue
from pybridge.search.tally import Tally

COUNTED = ("triangle", "english")
UNDONE = ("guarini", "blocks_rules", "lights3", "hanoi", "eight_rules", "baguenaudier", "rolling_block")


def reachable(facts, most=300):
    """States from the first start on, breadth first."""
    start = facts.starts[0][1]
    seen, puzzle = [start], puzzle_from(facts, start)
    for state in seen:
        for _, after in puzzle.successors(state, None):
            if after not in seen and len(seen) < most:
                seen.append(after)
    return seen


@pytest.mark.parametrize("name", COUNTED)
def test_the_sum_grows_by_one_with_each_move(name):
    facts = read(find(name))
    count = count_of(facts.task)
    for state in reachable(facts):
        for _, after in facts.form.successors(state):
            assert count.moves_from(after) == count.moves_from(state) - 1
    assert count.moves_from(facts.starts[0][1]) == next(iter(facts.optimal.values()))
    assert count.moves_from(facts.goals[0]) == 0


@pytest.mark.parametrize("name", ["farmer", "frogs", "klotski", "gripper", "hanoi", "jugs"])
def test_most_puzzles_have_no_such_sum(name):
    facts = read(find(name))
    assert count_of(facts.task) is None
    with pytest.raises(UnavailableProgramError, match="depth_first needs a sum"):
        solve(name, program="depth_first")


LINE = """
puzzle(line, rules, "Pegs on a line").
start(five, [1, 1, 0, 1, 1]).
goal({goal}).
move(S0, jump, S) :- append(Left, [1, 1, 0 | Right], S0), append(Left, [0, 0, 1 | Right], S).
move(S0, back, S) :- append(Left, [0, 1, 1 | Right], S0), append(Left, [1, 0, 0 | Right], S).
"""
PAIRS = """
puzzle(pairs, rules, "Two neighbors are taken at once").
start(four, [1, 1, 1, 1]).
goal([0, 0, 0, 0]).
move(S0, take(N), S) :- append(Left, [1, 1 | Right], S0), length(Left, N), append(Left, [0, 0 | Right], S).
"""


def test_a_sum_may_need_fractions():
    facts = read_text(PAIRS)
    assert count_of(facts.task).moves_from(facts.starts[0][1]) == 2
    assert solve(facts, program="depth_first").length == 2


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", COUNTED)
def test_depth_first_finds_a_solution_of_the_one_length(name, engine):
    solution = solve(name, program="depth_first", engine=engine)
    assert solution.length == solution.initial_bound == next(iter(solution.facts.optimal.values()))


def test_depth_first_visits_each_state_once_where_there_is_no_solution():
    facts = read_text(LINE.format(goal="[1, 0, 0, 0, 0]"))
    states = len(reachable(facts))
    for engine in ("python", "native"):
        found = solve(facts, program="depth_first", engine=engine)
        assert found.outcome is Outcome.UNSOLVABLE
        assert found.iterations[0].expanded == states


def test_a_goal_of_a_sum_that_no_state_can_have_is_never_searched():
    facts = read_text(LINE.format(goal="[1, 1, 1, 1, 1]"))
    for engine in ("python", "native"):
        assert solve(facts, program="depth_first", engine=engine).outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize("name", UNDONE)
def test_both_ends_meet_where_breadth_first_search_ends(name):
    facts = read(find(name))
    chosen = Random(1).sample(states := reachable(facts), min(6, len(states)))
    for start in chosen:
        puzzle = puzzle_from(facts, start)
        [moves] = bidirectional(puzzle, facts.goals, Tally())
        [first, *_] = breadth_first(puzzle, Tally())
        assert len(moves) == len(first)
        state = start
        for move in moves:
            state = dict(puzzle.successors(state, None))[move]
        assert puzzle.is_goal(state)


@pytest.mark.parametrize("name", UNDONE)
def test_kernels_meet_as_plain_python_does(name):
    python, native = (solve(name, program="bidirectional", engine=engine) for engine in ("python", "native"))
    assert python.solutions == native.solutions
    assert (python.completed_expanded, native.completed_generated) == (None, None)
    assert [(i.threshold, i.expanded, i.generated) for i in python.iterations] == [
        (i.threshold, i.expanded, i.generated) for i in native.iterations
    ]


def test_both_ends_need_moves_that_are_undone():
    with pytest.raises(UnavailableProgramError, match="surely undone"):
        solve("frogs", program="bidirectional")


@pytest.mark.parametrize("program", ["breadth_first", "bidirectional", "a_star"])
def test_only_ida_star_searches_in_several_threads(program):
    for engine in ("python", "native"):
        with pytest.raises(UnavailableProgramError, match="searches in one thread; several jobs need"):
            solve("eight_rules", program=program, engine=engine, jobs=2)
    with pytest.raises(UnavailableProgramError, match="a_star has no pruning but inverse"):
        solve("eight_rules", program="a_star", pruning="path")


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(("name", "program"), [("eight_rules", "bidirectional"), ("triangle", "depth_first")])
def test_what_finds_one_solution_lists_and_counts_no_others(name, program, engine):
    for options in ({"all": True}, {"count": True}):
        with pytest.raises(UnavailableProgramError, match="finds one solution; use breadth_first for all"):
            solve(name, program=program, engine=engine, **options)


@pytest.mark.parametrize("program", ["breadth_first", "bidirectional"])
def test_memory_may_end_before_a_search_begins(program, monkeypatch):
    solver = Solver("eight_rules", program=program)

    def full(queue, room):
        raise MemoryError

    monkeypatch.setattr(Queue, "_grow", full)
    assert solver.solve().outcome is Outcome.MEMORY_LIMIT


def test_what_cannot_be_reached_has_no_solution_from_either_end():
    text = """
puzzle(apart, rules, "Two rooms without a door").
start(left, at(a)).
goal(at(d)).
move(at(X), go, at(Y)) :- beside(X, Y).
move(at(X), back, at(Y)) :- beside(Y, X).
beside(a, b). beside(c, d).
start(right, at(c)).
"""
    facts = read_text(text.replace("start(right, at(c)).\n", "").replace("goal(", "start(right, at(c)).\ngoal("))
    for engine in ("python", "native"):
        assert solve(facts, "left", program="bidirectional", engine=engine).outcome is Outcome.UNSOLVABLE
        assert solve(facts, "right", program="bidirectional", engine=engine).length == 1


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("program", ["breadth_first", "ida_star"])
def test_where_there_is_no_solution_none_is_counted(program, engine):
    facts = read_text(
        'puzzle(odd, rules, "Odd").\nstart(one, [0,1]).\ngoal([0,0]).\n'
        "move([A,B], both, [C,D]) :- C is 1-A, D is 1-B.\n",
        "odd.pl",
    )
    assert solve(facts, program=program, engine=engine, count=True).count == 0
    assert solve(facts, program=program, engine=engine).count is None
    assert solve(facts, program=program, engine=engine, count=True, last=1).count is None


@pytest.mark.slow
def test_a_program_is_chosen_by_what_is_known():
    names = ("english", "lights5", "fifteen_rules", "farmer", "klotski", "eight", "eight_rules", "sokoban_three")
    assert {name: optimal_program(read(find(name))) for name in names} == {
        "english": "depth_first",
        "lights5": "bidirectional",
        "fifteen_rules": "a_star",
        "farmer": "breadth_first",
        "klotski": "breadth_first",
        "eight": "ida_star",
        "eight_rules": "breadth_first",
        "sokoban_three": "breadth_first",
    }
    assert optimal_program(read(find("english")), engine="prolog") == "breadth_first"
    assert optimal_program(read(find("fifteen_rules")), engine="clingo") == "horizons"
    assert optimal_program(read(find("english")), every=True) == "breadth_first"


@pytest.mark.slow
def test_no_more_states_are_said_to_be_possible_than_there_are():
    for name, most in (("eight_rules", 362_880), ("farmer", 16), ("lights5", 2**25), ("frogs", 630)):
        facts = read(find(name))
        assert most_states(facts.task, facts.starts[0][1]) == most
    for name in ("sokoban", "triangle", "hanoi", "guarini", "ice", "gripper", "couples"):
        facts = read(find(name))
        assert most_states(facts.task, facts.starts[0][1]) >= len(reachable(facts, 10_000))


def test_bench_compares_the_programs_that_a_puzzle_allows():
    found = measure("triangle")
    assert [each.name for each in found.accounts()] == ["breadth_first", "abstraction by a_star", "depth_first"]
    assert {each.length for each in found.accounts()} == {13}
    with pytest.raises(UnavailableProgramError, match="surely undone"):
        measure("triangle", program="bidirectional")


STILL = {
    "no moves": "start(s, [a, b]).\ngoal([a, b]).\ngoal([b, a]).\nmove(x, go, x).\n",
    "no moves in chains": "start(s, [a, b]).\ngoal([a, _]).\nmove([X, c], go, [X, d]).\ncontinues(go, go).\n",
    "no variables": "start(s, []).\ngoal([]).\naction(a, [], [], []).\n",
}


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("program", ["breadth_first", "a_star"])
@pytest.mark.parametrize("kind", STILL)
def test_where_nothing_moves_a_start_may_be_a_goal(kind, program, engine):
    facts = read_text(f'puzzle(still, rules, "Still").\n{STILL[kind]}', "still.pl")
    assert solve(facts, program=program, engine=engine).length == 0


def test_depth_first_of_no_moves():
    facts = read(find("triangle"))
    goal = facts.goals[0]
    assert depth_first(puzzle_from(facts, goal), 0, Tally()) == [()]
