"""Symmetries of tasks against all exchanges of variables and values, and the census up to them against the full one."""

from dataclasses import replace
from itertools import islice, permutations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge import census
from pybridge.facts import read, shipped
from pybridge.rules.compiled import Compiled, Operator
from pybridge.rules.facts import RulesFacts
from pybridge.rules.symmetries import MOST, task_symmetries
from pybridge.search.census.census import go_on
from pybridge.search.census.choice import counter, plan
from pybridge.search.domains.rules import up_to_symmetry
from tests.rules.test_compiled import states, steps, tasks
from tests.samples import sample

# How many symmetries a puzzle has, counted by BLISS, and how many of them keep its first start.
GROUPS = {
    "blocks_rules": (2, 2),
    "couples": (6, 6),
    "eight_rules": (2, 1),
    "english": (8, 8),
    "farmer": (2, 2),
    "frogs": (2, 2),
    "gripper": (48, 48),
    "guarini": (4, 4),
    "hanoi": (2, 1),
    "hanoi4": (6, 2),
    "hoppers": (8, 2),
    "lights3": (8, 8),
    "lights5": (8, 8),
    "monkey": (2, 1),
    "triangle": (2, 2),
}
BALL_SORT = (MOST, 4)  # BLISS: 2,880 and 4
NONE = ("jugs", "klotski", "sokoban")
SYMMETRIC = sorted({*GROUPS, "ball_sort"} - {"english", "lights5", "monkey"})

# OEIS A112737: positions of the central game after each jump, up to symmetry.
A112737 = [
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215, 3312423, 3626632,
    3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917, 348, 50, 7, 2,
]  # fmt: skip


def puzzle(name):
    return read(shipped()[name])


def facts_of(task, start):
    """A puzzle of a task alone."""
    return RulesFacts(name="drawn", title="Drawn", starts=(("first", start),), goals=task.goals, text="", form=task)


def named(task, fixed):
    """The values that operators, conditions and a state name."""
    every = [pair for each in task.operators for pair in (*each.before, *each.after)]
    return {*every, *(pair for each in task.conditions for pair in each), *enumerate(fixed or ())}


def by_force(task, fixed):
    """Every exchange that keeps operators, conditions and a state, as what it makes of the values that are named."""
    count, kept = len(task.sizes), {variable for each in task.operators for variable, _ in each.after}
    operators = {(frozenset(each.before), frozenset(each.after)) for each in task.operators}
    conditions = {frozenset(each) for each in task.conditions}
    found = set()
    for to in permutations(range(count)):
        if [task.sizes[each] for each in to] != list(task.sizes):
            continue
        for values in product(*(permutations(range(size)) for size in task.sizes)):
            becomes = {(v, x): (to[v], values[v][x]) for v in range(count) for x in range(task.sizes[v])}
            turned = {
                (frozenset(map(becomes.get, before)), frozenset(map(becomes.get, after))) for before, after in operators
            }
            still = all(becomes[pair] == pair for pair in named(task, fixed) if pair[0] not in kept)
            same = fixed is None or {becomes[pair] for pair in enumerate(fixed)} == set(enumerate(fixed))
            goals = {frozenset(map(becomes.get, each)) for each in conditions}
            if turned == operators and goals == conditions and still and same:
                found.add(frozenset((pair, becomes[pair]) for pair in named(task, fixed)))
    return found


def as_pairs(task, symmetry, fixed):
    return frozenset(
        (pair, (symmetry.variables[pair[0]], symmetry.values[pair[0]][pair[1]])) for pair in named(task, fixed)
    )


@st.composite
def symmetric_tasks(draw):
    """A task with a symmetry: some operators and conditions, and all that an exchange makes of them."""
    task = draw(tasks(chains=False))
    size = task.sizes[0]
    task = replace(task, domains=(tuple("xyz"[:size]),) * len(task.sizes))
    to = draw(st.permutations(range(len(task.sizes))))
    values = [draw(st.permutations(range(size))) for _ in task.sizes]

    def turned(pairs):
        return tuple(sorted((to[v], values[v][x % size]) for v, x in pairs))

    def within(pairs):
        return tuple((v, x % size) for v, x in pairs)

    operators = [(each.name, within(each.before), within(each.after)) for each in task.operators[:3]]
    conditions = [within(each) for each in task.conditions]
    for known, turn in (
        (operators, lambda each: (each[0], turned(each[1]), turned(each[2]))),
        (conditions, turned),
    ):
        for each in known:
            if (made := turn(each)) not in known and len(known) < 40:
                known.append(made)
    return replace(task, operators=tuple(Operator(*each) for each in operators), conditions=tuple(conditions))


@given(tasks(chains=False) | symmetric_tasks(), st.data())
@pytest.mark.slow
def test_symmetries_are_all_that_there_are(task, data):
    fixed = data.draw(st.none() | st.sampled_from(list(states(task))))
    expected = by_force(task, fixed)
    found = [as_pairs(task, each, fixed) for each in task_symmetries(task, fixed)]
    assert found[0] == frozenset((pair, pair) for pair in named(task, fixed))
    assert len(set(found)) == len(found)
    if len(expected) <= MOST:
        assert set(found) == expected
    else:
        assert set(found) <= expected


@given(symmetric_tasks())
def test_symmetries_are_a_group(task):
    images = {tuple(map(each.image, states(task))) for each in task_symmetries(task)}
    assert all(
        tuple(one[list(states(task)).index(state)] for state in other) in images for one in images for other in images
    )


@pytest.mark.slow
@given(symmetric_tasks())
def test_moves_of_an_image_are_the_images_of_moves(task):
    for each in task_symmetries(task):
        for state in states(task):
            moved = {each.image(after) for _, after in steps(task, state)}
            assert moved == {after for _, after in steps(task, each.image(state))}
            assert task.is_goal(state) == task.is_goal(each.image(state))


@pytest.mark.parametrize("name", [*GROUPS, "ball_sort", *NONE])
def test_groups_of_shipped_puzzles(name):
    facts = puzzle(name)
    counted = tuple(len(task_symmetries(facts.task, fixed)) for fixed in (None, facts.starts[0][1]))
    assert counted == GROUPS.get(name, BALL_SORT if name == "ball_sort" else (1, 1))


def test_steps_that_are_joined_have_no_symmetries():
    task = Compiled("s(Leaf_0_,Leaf_1_)", (("a", "b"),) * 2, (), (((0, 1), (1, 1)),))
    assert len(task_symmetries(task, (0, 0))) == 1  # what nothing changes stays as it is
    both = tuple(Operator("go", ((each, 0),), ((each, 1),)) for each in range(2))
    assert len(task_symmetries(replace(task, operators=both))) == 2
    assert len(task_symmetries(replace(task, operators=both, continues=frozenset()))) == 1


def full(taken):
    """A census without what is counted up to symmetry."""
    return [replace(level, classes=None) for level in taken.levels], taken.farthest, taken.places, taken.dead_ends


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(symmetric_tasks(), st.data())
def test_the_census_of_drawn_tasks(task, data):
    facts = facts_of(task, data.draw(st.sampled_from(list(states(task)))))
    taken = census(facts, method="symmetric", most=None)
    assert full(taken) == full(census(facts, method="plain", most=None))
    images = up_to_symmetry(facts, facts.starts[0][1] if task.one_way else None)
    assert taken.symmetries == images.symmetries
    assert taken.classes <= taken.states <= taken.classes * taken.symmetries


@given(symmetric_tasks())
@settings(max_examples=60, deadline=None)
def test_kernels_make_the_least_image(task):
    images = up_to_symmetry(facts_of(task, (0,) * len(task.sizes)), None)
    symmetries = task_symmetries(task)
    every = list(states(task))
    turned = [{each.image(state) for each in symmetries} for state in every]
    rows = images.pack(every)
    assert images.unpack(rows) == list(map(min, turned))
    assert images.sizes(rows).tolist() == list(map(len, turned))


@pytest.mark.parametrize("name", sample(SYMMETRIC, slow=("eight_rules", "hanoi4")))
def test_the_census_of_shipped_puzzles(name):
    facts = puzzle(name)
    chosen, every = census(facts, most=None), census(facts, method="hashed", most=None)
    symmetries = (GROUPS | {"ball_sort": BALL_SORT})[name][facts.form.one_way]
    assert (chosen.method, chosen.symmetries, every.symmetries) == ("symmetric", symmetries, None)
    assert full(chosen) == full(every)
    assert chosen.classes < chosen.states


def test_a_puzzle_without_symmetries_is_counted_as_it_is():
    assert (census("jugs").method, census("jugs", method="symmetric").symmetries) == ("hashed", 1)


def switches(count, size):
    """Switches that are put on one by one, each with many values of which two are used."""
    operators = tuple(Operator(f"on({each})", ((each, 0),), ((each, size - 1),)) for each in range(count))
    template = f"s({','.join(f'Leaf_{each}_' for each in range(count))})"
    goal = tuple((each, size - 1) for each in range(count))
    return Compiled(template, (tuple(map(str, range(size))),) * count, operators, (goal,))


@pytest.mark.slow
def test_states_of_several_words_with_wide_fields():
    """Of the 40,320 symmetries of eight switches, the 24 of four of them are used."""
    taken = census(facts_of(switches(8, 300), (0,) * 8))
    assert (taken.symmetries, taken.states, taken.classes, taken.dead_ends) == (24, 256, 16 * 5, 0)
    assert [level.states for level in taken.levels] == [comb(8, ones) for ones in range(9)]


def test_it_is_stopped_and_resumed_at_every_level():
    facts = puzzle("triangle")
    starts = [state for _, state in facts.starts]
    expected = list(counter(plan(facts), facts, starts).levels(lambda: None))
    for stop in range(1, len(expected)):
        first, second = (counter(plan(facts), facts, starts) for _ in range(2))
        levels = [level for level, _ in zip(first.levels(lambda: None), range(stop), strict=False)]
        second.resume(levels, first.saved())
        assert [*levels, *second.levels(lambda: None)] == expected
        assert second.dead_ends(lambda: None) == 2646


def test_what_is_printed(capsys):
    from pybridge.cli import run

    assert run(["census", "triangle"]) == 0
    told = capsys.readouterr().out
    assert "3,016 states\n1,544 states up to 2 symmetries; only these were kept in memory\n" in told
    assert "2,646 dead ends" in told
    assert run(["census", "jugs"]) == 0
    assert "symmetries" not in capsys.readouterr().out


@pytest.mark.slow
def test_lights_out():
    taken = census("lights5")
    assert (taken.symmetries, taken.states, taken.places[0].distance) == (8, 8_388_608, 15)


@pytest.mark.slow
def test_the_english_board():
    """The first half of it; the whole census takes a minute, and prints 187,636,299 states, 23,475,688 of them kept."""
    facts = puzzle("english")
    counting = counter(plan(facts), facts, [facts.starts[0][1]])
    assert counting.symmetries == 8
    assert [level.classes for level in islice(counting.levels(go_on), 14)] == A112737[:14]


def ring(count):
    """Pegs that jump around a ring of holes: turning it needs many steps of refinement."""
    operators = tuple(
        Operator("jump", ((at, 1), ((at + 1) % count, 0)), ((at, 0), ((at + 1) % count, 1))) for at in range(count)
    )
    return Compiled("s", (("o", "p"),) * count, operators, (((0, 1),),))


def test_a_search_that_takes_too_long_finds_none():
    assert len(task_symmetries(replace(ring(20), conditions=()))) == 40  # turned, or reversed with pegs for holes
    assert len(task_symmetries(ring(8000))) == 1
    assert len(task_symmetries(replace(ring(40), conditions=ring(40).conditions * 20_000))) == 1
