"""Both forms of a puzzle of rules: a compiled task against plain definitions, and listed states against it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.facts.reader import read_text
from pybridge.rules.changes import steps_of
from pybridge.rules.compiled import Compiled, Listed, Operator, UnknownValueError, Values
from pybridge.rules.finding import without_repeats
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.queue import Queue
from tests.rules.figures import FIGURES
from tests.solving import solve

SMALL = sorted(name for name, rows in FIGURES.items() if all(each.states < 1000 for each in rows))
QUICK = ("farmer", "frogs", "guarini", "gripper", "missionaries", "monkey", "lights3")


@st.composite
def tasks(draw: st.DrawFn, *, chains: bool = True) -> Compiled:
    """A task of at most 27 states: three variables of up to three values, and a few operators."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    pairs = st.lists(st.sampled_from(range(len(sizes))), unique=True, max_size=len(sizes)).flatmap(
        lambda variables: st.tuples(*(st.tuples(st.just(each), st.integers(0, sizes[each] - 1)) for each in variables))
    )
    operators = draw(st.lists(st.builds(Operator, st.sampled_from("abc"), pairs, pairs), max_size=8))
    every = st.tuples(*(st.integers(0, size - 1) for size in sizes)).map(lambda values: tuple(enumerate(values)))
    names = st.tuples(st.sampled_from("abc"), st.sampled_from("abc"))
    return Compiled(
        f"s({','.join(f'Leaf_{each}_' for each in range(len(sizes)))})",
        tuple(tuple("xyz"[:size]) for size in sizes),
        tuple(operators),
        tuple(draw(st.lists(every | pairs, min_size=1, max_size=2))),
        draw(st.none() | st.frozensets(names)) if chains else None,
    )


def states(task: Compiled) -> Iterator[Values]:
    return product(*map(range, task.sizes))


def steps(task: Compiled, state: Values) -> list[tuple[str, Values]]:
    """What operators do, as their definition says."""
    return [
        (each.name, tuple(dict(each.after).get(variable, value) for variable, value in enumerate(state)))
        for each in task.operators
        if all(state[variable] == value for variable, value in each.before)
    ]


def moves(task: Compiled, state: Values) -> list[tuple[str, Values]]:
    """Steps, or the shortest chain of steps to each state, as `prolog/moves/rules.pl` finds them."""
    if task.continues is None:
        return steps(task, state)
    waiting = [([name], after) for name, after in steps(task, state) if after != state]
    found: dict[Values, list[str]] = {}
    ends = []
    for names, here in waiting:
        if (here, names[-1]) not in ends:
            ends.append((here, names[-1]))
            found.setdefault(here, names)
            for name, after in steps(task, here):
                if (names[-1], name) in task.continues and after != state:
                    waiting.append(([*names, name], after))
    return [(names[0] if len(names) == 1 else f"[{','.join(names)}]", here) for here, names in found.items()]


@given(tasks())
def test_successors_are_those_of_the_definition(task):
    for state in states(task):
        assert [(str(move), after) for move, after in task.successors(state)] == moves(task, state)


@given(tasks())
def test_goals(task):
    expected = {
        state
        for state in states(task)
        if any(all(state[at] == value for at, value in condition) for condition in task.conditions)
    }
    assert {state for state in states(task) if task.is_goal(state)} == expected
    assert set(task.goals) <= expected
    if task.goals:
        assert set(task.goals) == expected


@given(tasks())
def test_a_state_is_its_text(task):
    texts = [task.text(state) for state in states(task)]
    assert len(set(texts)) == len(texts) == prod(task.sizes)
    for state, text in zip(states(task), texts, strict=True):
        leaves = text.removeprefix("s(").removesuffix(")").split(",")
        assert task.state(leaves) == state
        with pytest.raises(UnknownValueError, match="another form"):
            task.state([*leaves, "x"])
        with pytest.raises(UnknownValueError, match="its part 1 is w, and from the starts of the file it is always x"):
            task.state(["w", *leaves[1:]])


@given(tasks(chains=False))
def test_moves_are_said_to_be_undone_only_where_each_is(task):
    if not task.one_way:
        for state in states(task):
            for _, after in moves(task, state):
                assert state in [back for _, back in moves(task, after)]


def test_moves_that_are_undone():
    there, back = Operator("there", ((0, 0),), ((0, 1),)), Operator("back", ((0, 1),), ((0, 0),))
    task = Compiled("s(Leaf_0_,Leaf_1_)", (("a", "b"), ("c",)), (there, back), (((0, 1), (1, 0)),))
    assert not task.one_way
    assert Compiled(task.template, task.domains, (there,), task.conditions).one_way
    assert Compiled(task.template, task.domains, task.operators, (((0, 1),),)).one_way  # no goal state is known
    assert Compiled(task.template, task.domains, task.operators, task.conditions, frozenset()).one_way


def test_states_of_actions_are_lists_of_what_holds():
    task = Compiled(
        "actions", (("a",), ("b(1)",), ("c",)), (Operator("go", ((0, 1),), ((2, 1), (0, 0))),), (((2, 1),),)
    )
    state = task.state(["b(1)", "a"])
    assert state == (1, 1, 0)
    assert task.text(state) == "[a,b(1)]"
    assert [(str(move), task.text(after)) for move, after in task.successors(state)] == [("go", "[b(1),c]")]
    assert (task.is_goal(state), task.is_goal((0, 0, 1)), task.one_way, task.goals) == (False, True, True, ())
    with pytest.raises(UnknownValueError, match="d never holds from the starts of the file"):
        task.state(["d"])


def reached(successors, first: Values) -> dict[Values, list[tuple[str, Values]]]:
    found: dict[Values, list[tuple[str, Values]]] = {}
    waiting = [first]
    for state in waiting:
        if state not in found:
            found[state] = [(str(move), after) for move, after in successors(state)]
            waiting += [after for _, after in found[state]]
    return found


@cache
def shipped(name: str):
    return read(find(name))


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[] if each in QUICK else [pytest.mark.slow]) for each in SMALL]
)
def test_moves_of_shipped_puzzles_are_undone_where_it_is_said(name):
    task = shipped(name).task
    for _, start in shipped(name).starts:
        found = reached(task.successors, start)
        undone = all(state in [back for _, back in found[after]] for state in found for _, after in found[state])
        assert task.one_way or undone
        assert undone == (FIGURES[name][0].dead_ends is None)


@pytest.mark.parametrize("name", ["farmer", "jugs", "frogs"])
def test_listed_states_have_the_same_moves_in_batches(name):
    facts = shipped(name)
    task, start = facts.task, facts.starts[0][1]
    expected = {
        task.text(state): (task.is_goal(state), [(move, task.text(after)) for move, after in found])
        for state, found in reached(task.successors, start).items()
    }
    for batch in (1, 3, 256):
        asked: list[int] = []

        def ask(texts: list[str], asked: list[int] = asked):
            asked.append(len(texts))
            return facts.session.listed(texts)

        listed = Listed("why", ask, batch=batch)
        first = listed.state([task.text(start)])
        found = {
            listed.text(state): (listed.is_goal(state), [(move, listed.text(after)) for move, after in nexts])
            for state, nexts in reached(listed.successors, first).items()
        }
        assert found == expected
        assert sum(asked) == len(expected)  # each state once
        assert max(asked) <= batch


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=10, max_size=10), st.integers(1, 12))
def test_listed_states_of_any_graph(graph, batch):
    def ask(texts):
        assert len(set(texts)) == len(texts) <= batch
        return [(text == "3", [(f"to({after})", str(after)) for after in graph[int(text)]]) for text in texts]

    listed = Listed("why", ask, batch=batch)
    for state, nexts in reached(listed.successors, listed.state(["0"])).items():
        number = int(listed.text(state))
        assert [(move, listed.text(after)) for move, after in nexts] == [(f"to({n})", str(n)) for n in graph[number]]
        assert listed.is_goal(state) == (number == 3)
        assert listed.state([str(number)]) == state
    assert (listed.one_way, listed.goals, listed.why) == (True, (), "why")


@pytest.mark.parametrize(("seconds", "least", "most"), [(0.0, 256, 256), (0.02, 5, 16), (1.0, 1, 1)])
def test_fewer_states_are_asked_about_together_where_rules_are_slow(monkeypatch, seconds, least, most):
    """An interrupt waits for the answer."""
    now, asked = [0.0], list[int]()
    monkeypatch.setattr("pybridge.rules.compiled.time.monotonic", lambda: now[0])

    def ask(texts):
        now[0] += seconds * len(texts)
        asked.append(len(texts))
        return [(False, [(f"by({n})", str((10 * int(text) + n) % 9973)) for n in range(1, 10)]) for text in texts]

    listed = Listed("why", ask)
    reached(listed.successors, listed.state(["0"]))
    usual = asked[len(asked) // 2]
    assert least <= usual <= most
    assert asked[0] <= asked[1] <= 16


@given(tasks())
def test_kernels_make_the_same_successors_in_the_same_order(task):
    if not task.operators:
        return
    packed, every = PackedRules(SimpleNamespace(task=task, name="drawn")), list(states(task))
    for state in every[:: 1 + len(every) // 40]:
        queue = Queue(packed, 64)
        queue.add(packed.pack([state]))
        queue.expand(1, 1, lambda: None)
        expected = dict.fromkeys(after for _, after in task.successors(state) if after != state)
        assert packed.unpack(queue.rows)[1:] == list(expected)


@given(tasks(chains=False))
def test_a_move_that_is_found_twice_is_one(task):
    """What an operator changes, it knows."""
    known = [each._replace(before=tuple({**dict(each.after), **dict(each.before)}.items())) for each in task.operators]
    once = without_repeats(task := replace(task, operators=tuple(known)))
    for state in states(task):
        assert set(moves(once, state)) == set(moves(task, state))
        assert len(once.successors(state)) == len(set(once.successors(state)))


MEETING = """puzzle(meeting, rules, "Chains that meet").
start(s, p(0, n)).
goal(p(3, _)).
move(p(0, n), walk, p(1, n)).
move(p(0, n), run, p(1, n)).
move(p(1, n), run, p(2, n)).
move(p(2, n), run, p(3, n)).
continues(run, run).
"""


def test_where_chains_meet_each_of_their_steps_counts():
    """To walk to the first place hides no run over it."""
    facts = read_text(MEETING, "meeting.pl")
    for program, engine in (
        ("ids", "prolog"), ("ids", "python"), ("breadth_first", "prolog"), ("breadth_first", "python"),
        ("breadth_first", "native"), ("a_star", "native"),
    ):  # fmt: skip
        found = solve(facts, program, engine=engine)
        assert ([str(move) for move in found.moves], found.length) == (["[run,run,run]"], 1), (program, engine)


LINE = """puzzle(line, rules, "A line").
start(first, p(0)).
start(near, p(14)).
goal(p(30)).
move(p(N), step, p(N1)) :- N < 30, N1 is N+1.
continues(step, step).
"""


def test_steps_of_a_chain_may_have_signs_in_quotes():
    task = replace(read_text(MEETING, "p.pl").task, continues=frozenset())
    for steps in (["w('a\\\\')", "w(b)"], ["'it''s'", "[a,b]"], ["'\\'\\\\'", '"\\","'], ["w(',')"]):
        assert steps_of(task, f"[{','.join(steps)}]", ()) == steps


def test_more_chains_than_there_is_room_for_are_no_answer(monkeypatch):
    monkeypatch.setattr("pybridge.search.native.rules.packed.MOST_CHAINS", 16)
    facts = read_text(LINE, "line.pl")
    assert solve(facts, "breadth_first", engine="python").length == 1
    for program in ("breadth_first", "a_star"):
        with pytest.raises(UnavailableProgramError, match="a move of line has more than 16 chains of steps"):
            solve(facts, program, engine="native", heuristic=None)
        assert solve(facts, program, engine="native", heuristic=None, start="near").length == 1  # 16 of them
