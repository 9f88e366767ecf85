"""Bounds by forgetting: never too large on whole spaces, exact where nothing is forgotten, additive on tiles."""

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge import solve
from pybridge.errors import BrokenTableError, UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import find, read, read_text, shipped
from pybridge.heuristics.abstraction import Abstractions, bounds_of, recipe
from pybridge.heuristics.protocol import NEVER
from pybridge.heuristics.rules import Blind
from pybridge.layout import Layout
from pybridge.outcome import Outcome
from pybridge.rules.abstraction import Groups, features, keeping, merged, whole
from pybridge.rules.compiled import Compiled, Operator
from pybridge.search.domains.rules import packed
from pybridge.search.native import roots
from pybridge.search.native.rules.search import RulesSearcher, RulesStart
from pybridge.store.store import Store
from pybridge.tables.abstraction import build as abstraction_build
from pybridge.tables.abstraction.build import found_in, graph_of
from pybridge.tables.abstraction.kernels import FAR, estimates
from pybridge.tables.abstraction.recipe import AbstractionRecipe, numbering
from tests.samples import sample

NAMES = sorted(name for name, path in shipped().items() if path.parent.name == "rules")
LARGE = {"english", "fifteen_rules", "hanoi4", "lights5"}
QUICK = ("farmer", "jugs", "frogs", "gripper", "monkey", "guarini", "rush_easy")
BUDGETS = (30, 1_000, 300_000)


def made(facts, states):
    """The heuristic with at most this many states each, and its table; nothing is kept on disk."""
    asked = recipe(facts, str(states))
    table = asked.build(lambda phrase: None)
    return Abstractions(facts.task, table, "abstraction"), table, asked


def estimated(facts, bound, states):
    """The bounds of many states, and of a few of them one by one."""
    found = np.zeros(len(states), np.uint64)
    estimates(packed(facts).pack(states), found, bound.tables)
    h = {state: NEVER if each == FAR else each for state, each in zip(states, found.tolist(), strict=True)}
    assert all(bound.estimate(state) == h[state] for state in states[:: 1 + len(states) // 500])
    return h


def explored(facts):
    """The states that the starts lead to, and those that moves of each lead to."""
    waiting = list(dict.fromkeys(state for _, state in facts.starts))
    seen, nexts = set(waiting), {}
    for state in waiting:
        nexts[state] = tuple({after for _, after in facts.form.successors(state)})
        new = [after for after in nexts[state] if after not in seen]
        seen.update(new)
        waiting += new
    return nexts


def distances(facts, nexts):
    """The fewest moves to a goal of each state that has any."""
    before = {state: [] for state in nexts}
    for state, afters in nexts.items():
        for after in afters:
            before[after].append(state)
    waiting = [state for state in nexts if facts.form.is_goal(state)]
    found = dict.fromkeys(waiting, 0)
    for state in waiting:
        for other in before[state]:
            if other not in found:
                found[other] = found[state] + 1
                waiting.append(other)
    return found


@pytest.mark.parametrize("name", sample([name for name in NAMES if name not in LARGE], quick=QUICK))
def test_three_bounds_on_whole_spaces(name):
    facts = read(find(name))
    nexts = explored(facts)
    true = distances(facts, nexts)
    for states in BUDGETS:
        bound, table, asked = made(facts, states)
        asked.verify(table, lambda phrase: None)
        if states == max(BUDGETS):
            assert table.about["states"] == [len(nexts)]
        h = estimated(facts, bound, list(nexts))
        assert all(h[state] <= distance for state, distance in true.items())
        assert all(h[state] in (NEVER, 0) or h[state] <= 1 + h[after] for state in nexts for after in nexts[state])
        if len(table.about["states"]) == 1 and table.about["states"] == [len(nexts)]:
            assert h == {state: true.get(state, NEVER) for state in nexts}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LARGE))
def test_bounds_along_random_walks(name):
    facts, source = read(find(name)), Random(2)
    bound, table, asked = made(facts, 3_000)
    asked.verify(table, lambda phrase: None)
    for _ in range(20):
        state = facts.starts[0][1]
        for _ in range(60):
            if not (afters := [after for _, after in facts.form.successors(state)]):
                break
            after = source.choice(afters)
            assert bound.estimate(state) <= 1 + bound.estimate(after)
            state = after
    assert all(bound.estimate(goal) == 0 for goal in facts.goals)


@pytest.mark.parametrize("name", sample([name for name in NAMES if name not in LARGE], quick=QUICK))
def test_a_star_finds_the_optimum_by_one_of_them(name, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = read(find(name))
    for start, optimal in facts.optimal.items():
        found = solve(facts, start, program="a_star", heuristic="abstraction:1000")
        assert (found.engine, found.length) == ("native", optimal)


@pytest.mark.parametrize(
    ("name", "states"),
    sample([("farmer", 5), ("frogs", 20), ("sokoban", 100), ("eight_rules", 4_000)], slow=[("sokoban", 100)]),
)
def test_ida_star_is_that_of_plain_python(name, states, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    python, native = (
        solve(name, program="ida_star", heuristic=f"abstraction:{states}", engine=engine)
        for engine in ("python", "native")
    )
    assert python.solutions == native.solutions
    counts = [[(i.threshold, i.expanded, i.generated) for i in each.iterations] for each in (python, native)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("heuristic", sample(["abstraction:4000", "blind"], slow=["abstraction:4000"]))
def test_what_is_left_of_a_search_is_searched(heuristic, tmp_path, monkeypatch):
    """Cut after every few nodes, so that steps back are among what is left, with the counters of one piece."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = read(find("eight_rules"))
    bounds = bounds_of(made(facts, 4_000)[0] if heuristic != "blind" else Blind())
    start = RulesStart(packed(facts), facts.start("easy"), bounds)
    whole_one = RulesSearcher(start, 12)
    whole_one.begin([()])
    expected = whole_one.run()
    assert whole_one.over
    monkeypatch.setattr(roots, "_BUDGET", 5)
    waiting, expanded, generated, solved = [()], 0, 0, None
    while waiting and solved is None:
        one = RulesSearcher(start, 12)
        one.begin(waiting[:1])
        counts = one.run()
        expanded, generated = expanded + counts.expanded, generated + counts.generated
        done = one.surrender()
        waiting[:1] = [left.path for left in done.left]
        solved = done.found
    assert solved is not None
    assert (expanded, generated) == (expected.expanded, expected.generated)


@pytest.mark.parametrize("name", ["farmer", "frogs", "rush_easy", "sokoban", "guarini"])
def test_plain_python_goes_by_the_same_bounds(name, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    for program in ("a_star", "ida_star"):
        found = solve(name, program=program, heuristic="abstraction:1000", engine="python")
        assert found.length == next(iter(read(find(name)).optimal.values()))


def placed(board, tiles):
    return tuple(board.index(tile) for tile in tiles)


def group_distances(goal, tiles, side):
    """The moves that some tiles need if the blank is everywhere at once: what additive pattern databases hold."""
    cells = np.pad(np.arange(side * side).reshape(side, side), 1, constant_values=-1)
    beside = [
        cells[row : row + side, column : column + side].ravel() for row, column in ((0, 1), (1, 0), (1, 2), (2, 1))
    ]
    found, level, away = np.full((side * side,) * len(tiles), -1), np.array([placed(goal, tiles)]), 0
    while len(level):
        found[tuple(level.T)] = away
        away += 1
        for number, to in product(range(len(tiles)), beside):
            after = level.copy()
            after[:, number] = to[level[:, number]]
            after = after[(after[:, number] >= 0) & (after[:, [number]] != level).all(axis=1)]
            after = after[found[tuple(after.T)] < 0]
            found[tuple(after.T)] = away
        level = np.argwhere(found == away)
    return found


@pytest.mark.parametrize(("name", "states", "side", "sizes"), [
    ("eight_rules", "4000", 3, [4, 4]), pytest.param("fifteen_rules", "", 4, [5, 5, 5], marks=pytest.mark.slow),
])  # fmt: skip
def test_tiles_become_additive_pattern_databases(name, states, side, sizes):
    facts, source = read(find(name)), Random(3)
    task = facts.task
    table = Store().obtain(recipe(facts, states), lambda phrase: None)  # the larger one also solves the puzzle
    bound, groups = Abstractions(task, table, "abstraction"), []
    for costs in table.arrays["costs"]:
        groups.append({int(task.operators[each].name) for each in np.flatnonzero(costs)})
    assert sorted(map(len, groups), reverse=True) == sizes
    assert set().union(*groups) == set(range(1, side * side))
    goal = [int(task.domains[each][value]) for each, value in enumerate(facts.goals[0])]
    known = [(sorted(group), group_distances(goal, sorted(group), side)) for group in groups]
    state = facts.starts[0][1]
    for _ in range(200):
        board = [int(task.domains[each][value]) for each, value in enumerate(state)]
        assert bound.estimate(state) == sum(found[placed(board, tiles)] for tiles, found in known)
        state = source.choice(facts.form.successors(state))[1]


@pytest.mark.slow
def test_the_fifteen_puzzle_by_a_rule():
    found = solve("fifteen_rules")
    assert (found.program, found.engine, found.length) == ("a_star", "native", 52)
    assert found.shortest


operators = st.lists(
    st.tuples(st.dictionaries(st.integers(0, 3), st.integers(0, 2), max_size=3),
              st.dictionaries(st.integers(0, 3), st.integers(0, 2), min_size=1, max_size=2)),
    min_size=1, max_size=12,
)  # fmt: skip


def digits(number):
    return tuple(number // 3**each % 3 for each in range(4))


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(operators, st.integers(0, 80), st.integers(0, 80), st.data())
def test_any_classes_of_any_task(drawn, start, goal, data):
    """Shared costs of three abstractions of a random task, in any order, are a bound."""
    ops = tuple(
        Operator(f"op{number}", tuple(sorted(before.items())), tuple(sorted(after.items())))
        for number, (before, after) in enumerate(drawn)
    )
    task = Compiled(
        "s(Leaf_0_,Leaf_1_,Leaf_2_,Leaf_3_)", (("a", "b", "c"),) * 4, ops, (tuple(enumerate(digits(goal))),)
    )
    kept = [frozenset(data.draw(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2))))) for _ in range(3)]
    states, waiting = {digits(start)}, [digits(start)]
    for state in waiting:
        new = {task.after(state, each) for each in task.applicable(state)} - states
        states |= new
        waiting += new
    nexts = {state: [task.after(state, each) for each in task.applicable(state)] for state in states}
    true = {state: 0 for state in states if task.is_goal(state)}
    for _ in states:
        for state in states:
            here = [true[after] + 1 for after in nexts[state] if after in true]
            if here and min(here) < true.get(state, FAR):
                true[state] = min(here)
    left, sums = np.ones(len(ops), np.uint8), dict.fromkeys(states, 0)
    for atoms in kept:
        classes = keeping(task, atoms)
        found = found_in(graph_of(task, classes, [digits(start)], 10_000), left, None)
        assert (found.costs <= left).all()
        left = left - found.costs
        smaller = merged(task, classes)
        seen = {}
        for row, distance in zip(found.graph.rows, found.distances, strict=True):
            seen[int(row[0])] = FAR if distance == FAR else int(distance)
        layout = Layout.of(smaller.sizes)
        for state in states:
            numbers = np.array([[classes[each][state[each]] for each in smaller.variables]], np.uint64)
            key = int(layout.pack(numbers.reshape(1, -1))[0][0]) if smaller.variables else 0
            sums[state] += seen[key]
    for state in states:
        assert sums[state] <= true.get(state, 3 * FAR)


def test_what_is_chosen_is_always_the_same():
    facts = read(find("eight_rules"))
    one, other = (recipe(facts, "2000").build(lambda phrase: None) for _ in range(2))
    assert all(np.array_equal(one.arrays[name], other.arrays[name]) for name in one.arrays)
    another = replace(recipe(facts, "2000"), seed=2)
    assert another.identity != recipe(facts, "2000").identity
    assert AbstractionRecipe.from_identity(another.identity) == another


def test_a_graph_of_too_many_edges_is_given_up(monkeypatch):
    facts = read(find("hanoi"))
    starts = [state for _, state in facts.starts]
    assert graph_of(facts.task, whole(facts.task), starts, 10_000) is not None
    monkeypatch.setattr(abstraction_build, "MOST_EDGES", 5_000)
    assert graph_of(facts.task, whole(facts.task), starts, 10_000) is None
    monkeypatch.setattr(abstraction_build, "MOST_EDGES", 100_000)
    assert graph_of(facts.task, whole(facts.task), starts, 6_560) is None  # it has 6,561 states


def test_features_are_symbols_or_variables():
    assert [name for name, _ in features(read(find("eight_rules")).task)] == list("12345678")
    assert [name for name, _ in features(read(find("farmer")).task)] == [f"variable {each}" for each in range(4)]
    task = read(find("farmer")).task
    assert merged(task, whole(task)).sizes == task.sizes


def test_features_of_actions_are_what_holds_one_at_a_time():
    """In no state do two of a group hold: where a ball is, and what a hand holds, are one thing each."""
    facts = read(find("gripper"))
    starts = [state for _, state in facts.starts]
    groups = dict(Groups(facts.task).found(starts))
    assert sorted(groups) == [
        "at(b1,_)",
        "at(b2,_)",
        "at(b3,_)",
        "at(b4,_)",
        "holds(left,_)",
        "holds(right,_)",
        "robot(_)",
    ]
    assert {name for name, _ in features(facts.task, starts)} == set(groups)
    seen, waiting = set(starts), list(starts)
    while waiting:
        state = waiting.pop()
        assert all(sum(state[each] for each in group) == 1 for group in groups.values())
        new = {after for _, after in facts.task.successors(state)} - seen
        seen |= new
        waiting += new
    assert len(seen) == 256
    two = list(starts[0])
    two[next(iter(groups["robot(_)"]))] = two[max(groups["robot(_)"])] = 1
    assert "robot(_)" not in dict(Groups(facts.task).found([tuple(two)]))


@pytest.mark.parametrize("name", ["frogs", "rush_easy", "eight_rules"])
def test_damaged_tables_are_found(name):
    facts = read(find(name))
    _, table, asked = made(facts, 2_000)
    arrays = {key: np.array(each) for key, each in table.arrays.items()}
    finite = np.flatnonzero((arrays["distances"] > 0) & (arrays["distances"] < FAR))

    def damaged(**changed):
        return replace(table, arrays={**arrays, **changed})

    larger, dead = arrays["distances"].copy(), arrays["distances"].copy()
    larger[finite[-1]] += 2
    dead[finite[0]] = FAR
    for each in (
        damaged(distances=larger),
        damaged(distances=dead),
        damaged(rows=arrays["rows"][1:], distances=arrays["distances"][1:]),
        damaged(costs=np.full_like(arrays["costs"], 2)),
        damaged(slots=np.full_like(arrays["slots"], 0xFFFFFFFF)),
        damaged(index_bits=np.array([60])),
        damaged(distances=arrays["distances"].astype(np.int64)),
        damaged(classes=arrays["classes"][:, 1:]),
    ):
        with pytest.raises(BrokenTableError):
            asked.verify(each, lambda phrase: None)


DEAD = """
puzzle(dead, rules, "A door that locks").
start(before, at(a)). start(behind, at(c)).
goal(at(b)).
move(at(a), go, at(b)).
move(at(a), slip, at(c)).
move(at(c), stay, at(d)).
"""


def test_a_dead_end_is_known_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = read_text(DEAD)
    assert solve(facts, "before", program="a_star").length == 1
    found = solve(facts, "behind", program="a_star")
    assert found.outcome is Outcome.UNSOLVABLE
    assert not any(iteration.expanded for iteration in found.iterations)
    limited = solve(facts, "before", program="a_star", last=0)
    assert limited.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT


def test_what_it_cannot_do_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    for states in ("0", "x", "1e6", "9" * 30, "0000000001" + "9" * 5000):
        with pytest.raises(UnfitHeuristicError, match="a number of states"):
            solve("farmer", program="a_star", heuristic=f"abstraction:{states}")
    with pytest.raises(UnfitHeuristicError, match="for rules"):
        solve("eight", program="ida_star", heuristic="abstraction")
    with pytest.raises(UnavailableProgramError, match="not counting"):
        solve("triangle", program="a_star", heuristic="counting", engine="native")
    with pytest.raises(UnavailableProgramError, match="--weight"):
        solve("farmer", program="a_star", weight=2.0)
    with pytest.raises(UnavailableProgramError, match="one solution"):
        solve("farmer", program="a_star", all=True)


def test_a_table_of_values_with_other_numbers_is_another_one():
    facts = read(find("farmer"))
    mine, domains = recipe(facts, ""), (facts.task.domains[0][::-1], *facts.task.domains[1:])
    other = replace(mine, values=numbering(replace(facts.task, domains=domains)))
    assert mine.identity == recipe(facts, "").identity != other.identity
    assert AbstractionRecipe.from_identity(mine.identity) == mine
    with pytest.raises(BrokenTableError, match="other numbers"):
        other.verify(mine.build(lambda phrase: None), lambda phrase: None)
