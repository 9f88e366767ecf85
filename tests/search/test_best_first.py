"""Best-first searches: optimal where they say so, and the same in kernels and in plain Python."""

from ast import literal_eval
from contextlib import suppress
from dataclasses import replace

import pytest

from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.heuristics.manhattan import Manhattan
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, puzzle_from, random_state, replay
from pybridge.search import best_first
from pybridge.search import tally as tally_of
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import ALL, BestFirst
from pybridge.store.store import Store
from tests.networks import network, walked
from tests.solving import solve

MOVES = {"eight": 14, "torus": 8, "honeycomb": 10, "cross": 12, "fifteen": 14, "pocket": 4, "cube": 2, "topspin": 6}


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    """An empty store, which is the default one."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path_factory.mktemp("tables")))
    return Store()


def near(facts, moves, seed):
    return str(list(walked(facts, moves, seed)))


def found(name, start, engine="python", heuristic="manhattan", settings=None, **options):
    """What A* finds, replayed."""
    facts = read(find(name))
    solution = solve(
        facts, "a_star", engine=engine, start=start, heuristic=heuristic, best_first=settings or BestFirst(), **options
    )
    if solution.moves is not None:
        replay(facts, tuple(map(int, start.strip("[]").split(","))), solution.moves)
    return solution


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eight", "torus", "honeycomb", "cross", "pocket"])
@pytest.mark.parametrize("weight", [100, 150, 400])
@pytest.mark.parametrize("batch", [1, 7])
def test_what_is_proved_is_true(name, weight, batch):
    heuristic = "points" if name == "pocket" else "manhattan"
    for seed in range(4):
        start = near(read(find(name)), MOVES[name] + 4 * (name == "eight"), seed)
        true = solve(read(find(name)), "breadth_first", engine="python", start=start).length
        solution = found(name, start, heuristic=heuristic, settings=BestFirst(weight, batch))
        assert solution.outcome is Outcome.SOLVED
        assert (solution.lower_bound or 0) <= true <= solution.length <= true * weight / 100
        assert solution.shortest is (solution.lower_bound == solution.length or not true)
        if weight == 100:
            assert solution.shortest
        assert solution.evaluated <= solution.generated + 1


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("settings", [BestFirst(), BestFirst(200), BestFirst(batch=5), BestFirst(130, 20, 60)], ids=str)
def test_native_and_plain_are_the_same(name, settings, store):
    facts = read(find(name))
    store.keep(*network(facts, seed=5, unit=3, spread=0.7))
    for seed, heuristic in ((1, "learned"), (2, "learned:1.5")):
        start = near(facts, MOVES[name], seed)
        plain, native = (found(name, start, engine, heuristic, settings) for engine in ("python", "native"))
        assert (plain.outcome, plain.solutions) == (native.outcome, native.solutions)
        counts = [
            (each.expanded, each.generated, each.evaluated, each.iterations[0].threshold) for each in (plain, native)
        ]
        assert counts[0] == counts[1]
        assert (native.shortest, native.lower_bound, native.heuristic) == (False, None, heuristic)


@pytest.mark.parametrize("name", ["eight", "pocket"])
def test_no_solution_is_longer_than_the_last_threshold(name):
    for seed in range(3):
        start = near(read(find(name)), MOVES[name], seed)
        heuristic = "points" if name == "pocket" else "manhattan"
        length = found(name, start, heuristic=heuristic).length
        for last in range(length + 2):
            solution = found(name, start, heuristic=heuristic, last_threshold=last)
            if last >= length:
                assert solution.length == length
            else:
                assert solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
                assert last < (solution.lower_bound or 0) <= length


def nearest(facts, goals):
    """For each tile and cell, the moves to the nearest of its places in the goals."""
    return tuple(
        tuple(
            min(abs(r - a) + abs(c - b) for g in goals for a, b in [facts.cells[g.index(tile)]]) * (tile > 0)
            for r, c in facts.cells
        )
        for tile in range(9)
    )


@pytest.mark.parametrize("weight", [100, 300])
def test_goals_beyond_the_last_threshold_bound_the_length(weight):
    """Where tiles lie as in one goal or the other, h is 0, and such a goal may be nearer than f of all that is left."""
    facts, bounds = read(find("eight")), 0
    for seed in range(40):
        goals = tuple(tuple(literal_eval(near(facts, 6, goal))) for goal in (seed, seed + 1))
        weak = replace(facts, goals=goals, distances=nearest(facts, goals))
        start = near(weak, 5, seed + 7)
        length = solve(weak, "breadth_first", engine="python", start=start).length
        for last in range(length):
            solution = solve(
                weak, "a_star", engine="python", start=start, last_threshold=last, best_first=BestFirst(weight),
                heuristic="manhattan",
            )  # fmt: skip
            assert last < solution.lower_bound <= length
            bounds += 1
    assert bounds > 50


@pytest.mark.parametrize("weight", [150, 300])
def test_a_weight_denies_no_solution_within_the_last_threshold(weight):
    start = near(read(find("eight")), 30, 5)
    best = found("eight", start).length
    for last in range(best - 2, best + 14):
        solution = found("eight", start, settings=BestFirst(weight), last_threshold=last)
        assert (solution.outcome is Outcome.SOLVED) is (last >= best)
        assert solution.length is None or best <= solution.length <= last


@pytest.mark.slow
@pytest.mark.parametrize("weight", [100, 200])
@pytest.mark.parametrize("name", ["eight", "pocket"])
def test_kernels_have_the_same_last_threshold(name, weight, store):
    facts, outcomes = read(find(name)), set()
    store.keep(*network(facts, seed=5, unit=3, spread=0.7))
    for seed in range(3):
        start = near(facts, MOVES[name], seed)
        length = found(name, start, "native", "learned").length
        for last in (*range(0, 4 * length, 3), 100):
            plain, native = (
                found(name, start, each, "learned", BestFirst(weight), last_threshold=last)
                for each in ("python", "native")
            )
            assert (plain.outcome, plain.solutions) == (native.outcome, native.solutions)
            assert (plain.expanded, plain.evaluated) == (native.expanded, native.evaluated)
            assert native.length is None or native.length <= last
            outcomes.add(native.outcome)
    assert outcomes == {Outcome.SOLVED, Outcome.NO_SOLUTION_WITHIN_LIMIT}


@pytest.mark.parametrize("batch", [1, 200, 1000])
def test_bounds_hold_wherever_a_search_is_stopped(batch, monkeypatch):
    """Amid a batch, too, whose nodes are no longer open and whose successors are not evaluated."""
    facts, checks = read(find("eight")), 0
    start, bound = (4, 1, 7, 3, 2, 6, 0, 8, 5), Manhattan(facts)

    class Counting(Tally):
        def check(self):
            if self.expanded >= stop:
                raise Stopped(Outcome.TIME_LIMIT)

    monkeypatch.setattr(tally_of, "CHECK_EVERY", 1)
    for stop in range(1, 6000, 149):
        search, tally = best_first.Plain(puzzle_from(facts, start), bound, BestFirst(batch=batch)), Counting()
        with suppress(Stopped):
            search.run(tally)
        checks += tally.expanded == stop
        assert search.proved() <= 22
    assert checks > 2


@pytest.mark.parametrize("room", [30, 200, 1000])
def test_in_little_memory(room, store):
    facts = read(find("fifteen"))
    store.keep(*network(facts, seed=5, unit=3, spread=0.7))
    ended = set()
    for seed in range(3):
        start = str(list(random_state(facts, seed)))
        plain, native = (
            found("fifteen", start, engine, "learned", BestFirst(300, 10, room)) for engine in ("python", "native")
        )
        assert (plain.outcome, plain.solutions, plain.expanded) == (native.outcome, native.solutions, native.expanded)
        ended.add(native.outcome)
    assert ended <= {Outcome.SOLVED, Outcome.MEMORY_LIMIT}
    if room == 30:
        assert ended == {Outcome.MEMORY_LIMIT}


def test_memory_that_is_full_is_not_shared_with_what_is_no_longer_open(store):
    """Of a node with a better path since, the entry of the worse one does not count among the open ones."""
    facts = read(find("honeycomb"))
    store.keep(*network(facts, seed=5, unit=3, spread=0.7))
    start = str(list(random_state(facts, 2)))
    plain, native = (found("honeycomb", start, each, "learned", BestFirst(300, 1, 40)) for each in ("python", "native"))
    assert (plain.outcome, plain.expanded) == (native.outcome, native.expanded) == (Outcome.MEMORY_LIMIT, 18)


class Graph:
    """States that lead to others, each with its h."""

    start, admissible = "S", False

    def successors(self, state, last):
        ways = {"H": "AG", "S": "AY", "A": "B", "B": "X", "X": "W", "Y": "XKLMNO", "K": "X", "L": "X", "M": "X"}
        return [(each, each) for each in ways.get(state, "")]

    def is_goal(self, state):
        return state == "G"

    def estimate(self, state):
        return {"Y": 10, "X": 8, "W": 20}.get(state, 0)


def test_what_was_expanded_is_known_though_it_is_left():
    """X opens again, by a shorter path, and is then among the worse half; K, L and M lead there, too."""
    search, tally = best_first.Plain(Graph(), Graph(), BestFirst(room=11)), Tally()
    search.run(tally)
    assert (search.left, search.nodes["X"].g, search.made) == (True, 2, 10)


def test_what_leads_to_no_shorter_solution_is_not_expanded():
    """A has the f of the solution that was found."""
    graph, tally = Graph(), Tally()
    graph.start = "H"
    search = best_first.Plain(graph, graph, BestFirst())
    search.run(tally)
    assert (search.best, tally.expanded, search.made) == (("G",), 1, 1)


def test_bounds_hold_when_nodes_were_left():
    start = near(read(find("eight")), 18, 3)
    true = solve(read(find("eight")), "breadth_first", engine="python", start=start).length
    for room in (20, 40, 80, 160):
        solution = found("eight", start, settings=BestFirst(100, 3, room))
        assert (solution.lower_bound or 0) <= true
        assert solution.length is None or solution.length >= true


def test_growing_arrays(store, monkeypatch):
    from pybridge.search.native.networks import best_first as module

    facts = read(find("fifteen"))
    store.keep(*network(facts, seed=5, unit=3, spread=0.7))
    start = near(facts, 44, 4)
    whole = found("fifteen", start, "native", "learned", BestFirst(120))
    monkeypatch.setattr(module, "_FIRST_ROOM", 16)
    again = found("fifteen", start, "native", "learned", BestFirst(120))
    assert (whole.solutions, whole.expanded, whole.evaluated) == (again.solutions, again.expanded, again.evaluated)
    assert whole.evaluated > 64


@pytest.mark.slow
def test_limits_and_refusals(store):
    facts = read(find("fifteen"))
    store.keep(*network(facts, unit=1, spread=0.1))
    hard = str(list(random_state(facts, 1)))
    for engine in ("python", "native"):
        assert found("fifteen", hard, engine, "learned", last_threshold=3).outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
        at_goal = found("fifteen", str(list(facts.goals[0])), engine, "learned")
        assert (at_goal.outcome, at_goal.length, at_goal.expanded) == (Outcome.SOLVED, 0, 0)
        for options in ({"wanted": ALL}, {"pruning": Pruning.SEQUENCE}, {"jobs": 2}):
            with pytest.raises(UnavailableProgramError):
                found("fifteen", hard, engine, "learned", **options)
    stopped = found("fifteen", hard, "native", "learned", limits=Limits(seconds=1.5))
    assert stopped.outcome is Outcome.TIME_LIMIT
    assert stopped.expanded > 0
    with pytest.raises(UnavailableProgramError, match="the engine native has no manhattan"):
        found("fifteen", hard, "native", "manhattan")


def test_memory_that_ends_before_the_search_begins():
    solution = found("eight", str(list(read(find("eight")).goals[0])), limits=Limits(memory=1))
    assert (solution.outcome, solution.lower_bound) == (Outcome.MEMORY_LIMIT, None)


def test_native_goes_by_a_network_of_itself(store):
    facts = read(find("eight"))
    store.keep(*network(facts))
    start = near(facts, 8, 1)
    assert found("eight", start, "native", None).heuristic == "learned"
    plain = replace(found("eight", start, "python", "learned"), engine="native", seconds=0.0, iterations=())
    assert plain == replace(found("eight", start, "native", None), seconds=0.0, iterations=())
