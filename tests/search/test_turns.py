"""IDA* of permutation puzzles, native and plain, against each other and a breadth-first search of the states."""

import random
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pybridge import memory
from pybridge.engines import start_state
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import merging, moves
from pybridge.heuristics.registry import obtain, parse
from pybridge.limits import Limits
from pybridge.memory import in_large_pages
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, replay
from pybridge.puzzles.symmetries import keeping_state, symmetries
from pybridge.search.task import ALL, COUNT, Wanted
from pybridge.tables.sequences.machine import DEAD
from pybridge.tables.sequences.turns import forbidden, least_of_symmetric, machine
from tests.samples import sample
from tests.solving import solve
from tests.turning import applied, layers, moves_of, powers, scrambled

CLOVER = Path(__file__).parents[2] / "examples" / "clover.pl"
WRITTEN = {
    "topspin": ["places[1 2 3]", "pieces[1 2 4 7]", "places[1-4];places[5 6]"],
    "pancake": ["places[1 2 3]", "pieces[7 6];places[1 2]"],
    "pocket": ["places[1 2 3 4]*ways[1 2 3 4 8 12 16]", "pieces[1 2 3]", "ways[1 2 3 4 8 12];pieces[8 16]"],
    "pyraminx": ["places[{1} {2}]*ways[{1} {2} {3}]", "pieces[{1} {2} {4}]", "ways[{0}]"],
    "skewb": ["places[{0} {1}]*ways[{3} {4} {5}]", "pieces[{3} {4}];ways[{0} {1} {2}]"],
    "clover": ["small"],
}
"""Projections as a user writes them; {0} is the first point of the first piece."""
METRICS = {"pocket": ("half", "quarter"), "topspin": ("quarter", "half"), "pyraminx": ("half", "quarter")}
DEEP = {"topspin": 8, "pancake": 6, "pocket": 5, "pyraminx": 5, "skewb": 4, "clover": 6}
"""The longest random scrambles."""
BOUNDS = [
    (name, metric, written)
    for name, every in WRITTEN.items()
    for metric, written in product(METRICS.get(name, (None,)), range(len(every)))
]
PRUNING = ("sequence", "inverse")


def prunings(name, metric, written):
    """Both where there is one metric; where there are two, one of them, so that every pair of two things occurs."""
    metrics = METRICS.get(name)
    return PRUNING if metrics is None else (PRUNING[(metrics.index(metric) + written) % 2],)


CASES = [(*each, pruning) for each in BOUNDS for pruning in prunings(*each)]
QUICK = [
    ("pancake", None, 1, "inverse"),
    ("pocket", "half", 0, "sequence"),
    ("pocket", "quarter", 0, "inverse"),
    ("clover", None, 0, "inverse"),
]


def puzzle(name, metric=None):
    """The facts, with another metric if one is given."""
    facts = read(CLOVER if name == "clover" else find(name))
    return replace(facts, metric=metric, distances=(), optimal={}) if metric else facts


@cache
def levels_of(name, metric):
    """The states of a plain search, level by level."""
    facts = puzzle(name, metric)
    return layers(facts.goals[0], moves_of(facts), DEEP[name])


def heuristic(facts, written):
    """A written projection, its places named by the first points of pieces in the order of the file's points."""
    from pybridge.facts.places import places

    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    return f"projection:{WRITTEN[facts.name][written].format(*firsts)}"


def text(state):
    return str(list(state))


def told(solution):
    return [
        (each.threshold, each.completed, *((each.expanded, each.generated) if each.completed else ()))
        for each in solution.iterations
    ]


def search(facts, state, engine, bound, **options):
    return solve(facts, "ida_star", engine=engine, start=text(state), heuristic=bound, **options)


@pytest.mark.parametrize(("name", "metric", "written", "pruning"), sample(CASES, quick=QUICK))
def test_native_expands_the_nodes_of_plain_python(name, metric, written, pruning):
    facts, draw = puzzle(name, metric), random.Random(f"{name} {metric} {written}")
    bound, pruning = heuristic(facts, written), Pruning(pruning)
    levels = levels_of(name, metric)
    for length in (0, 1, 2, DEEP[name] - 1, DEEP[name]):
        state = scrambled(facts, draw, length)
        plain, native, two = (
            search(facts, state, engine, bound, pruning=pruning, jobs=jobs)
            for engine, jobs in (("python", 1), ("native", 1), ("native", 2))
        )
        assert told(plain) == told(native) == told(two)
        assert plain.moves == native.moves == two.moves
        assert plain.initial_bound == native.initial_bound
        replay(facts, state, native.moves)
        assert native.length == next(depth for depth, level in enumerate(levels) if state in level)


@pytest.mark.parametrize(("name", "metric", "written"), sample(BOUNDS, quick=[QUICK[0][:3], QUICK[2][:3]]))
def test_all_shortest_solutions_are_those_of_a_plain_count(name, metric, written):
    """All solutions need moves in every order: pruning by sequences is refused."""
    facts, draw = puzzle(name, metric), random.Random(f"all {name} {metric} {written}")
    bound = heuristic(facts, written)
    levels = levels_of(name, metric)
    for length in (0, 1, DEEP[name] - 1, DEEP[name]):
        state = scrambled(facts, draw, length)
        ways = next(level[state] for level in levels if state in level)
        with pytest.raises(UnavailableProgramError, match="sequence pruning keeps one shortest solution"):
            search(facts, state, "native", bound, pruning=Pruning.SEQUENCE, wanted=ALL)
        plain, native, two = (
            search(facts, state, engine, bound, pruning=Pruning.INVERSE, jobs=jobs, wanted=ALL)
            for engine, jobs in (("python", 1), ("native", 1), ("native", 2))
        )
        assert plain.solutions == native.solutions == two.solutions
        assert len(set(native.solutions)) == native.count == two.count == ways
        for solution in native.solutions:
            replay(facts, state, solution)
        counted = search(facts, state, "native", bound, wanted=COUNT)
        assert (counted.count, counted.solutions, counted.length) == (ways, (), native.length)
        some = search(facts, state, "native", bound, wanted=Wanted(every=True, listed=2), jobs=2)
        assert (some.count, some.solutions) == (ways, native.solutions[:2])


@pytest.mark.parametrize(
    ("name", "deep", "written"),
    [("pocket", 3, 1), ("pyraminx", 4, 1), ("skewb", 3, 0), pytest.param("pocket", 5, 1, marks=pytest.mark.slow)],
)
def test_of_equivalent_first_moves_one_is_searched(name, deep, written):
    """Starts that symmetries do not change: both engines find the first solution of all with the same nodes."""
    facts, draw = puzzle(name), random.Random(name)
    bound, turns = heuristic(facts, written), moves_of(facts)
    near = [state for level in layers(facts.goals[0], turns, deep)[2:] for state in level]
    symmetric = [(state, len(keeping_state(facts, state))) for state in near]
    starts = [state for state, kept in symmetric if kept > 1]
    assert max(kept for _, kept in symmetric) < len(symmetries(facts))
    for state in draw.sample(starts, min(6, len(starts))):
        plain, native, two = (
            search(facts, state, engine, bound, jobs=jobs)
            for engine, jobs in (("python", 1), ("native", 1), ("native", 2))
        )
        every = search(facts, state, "native", bound, wanted=ALL)
        inverse = search(facts, state, "native", bound, pruning=Pruning.INVERSE)
        assert told(plain) == told(native) == told(two)
        assert plain.moves == native.moves == two.moves == every.solutions[0] == inverse.moves
        first = least_of_symmetric(
            machine(forbidden(moves(facts)), len(turns)), [each.moves for each in keeping_state(facts, state)]
        )
        assert len(accepted(first, len(turns), 1)) < len(turns)


def test_a_state_that_all_symmetries_keep():
    """The superflip has the 48 symmetries of the cube: there are two first moves, and few second ones."""
    cube = read(find("cube"))
    superflip = start_state(cube, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")[1]
    assert len(keeping_state(cube, superflip)) == len(symmetries(cube)) == 48
    rejecting = least_of_symmetric(machine(forbidden(moves(cube)), 18), [each.moves for each in symmetries(cube)])
    names = [turn.name for turn in moves(cube)]
    assert [names[word[0]] for word in accepted(rejecting, 18, 1)] == ["U", "U2"]
    two = [f"{names[one]} {names[other]}" for one, other in accepted(rejecting, 18, 2)]
    assert len(two) < 20
    assert {"U L", "U2 L", "U2 L2"} <= set(two)


SMALL = "projection:pieces[1 3];places[2 4 5]"


@pytest.fixture(scope="module")
def cube():
    facts = read(find("cube"))
    return facts, obtain(facts, parse(SMALL), lambda text: None)


def undone(state):
    """The inverse of a state of a puzzle whose goal is in ascending order."""
    return tuple(state.index(point + 1) + 1 for point in range(len(state)))


def test_no_node_on_a_way_to_the_goal_is_pruned_by_the_heuristic(cube):
    """On the way back along a scramble of n moves the bound is at most the moves that are left; so is the inverse's."""
    facts, bound = cube
    draw, turns = random.Random(7), moves_of(facts)
    assert bound.inverted
    for _ in range(10):
        state = facts.goals[0]
        for depth in range(1, 8):
            state = applied(state, draw.choice(turns))
            assert bound.estimate(state) == bound.estimate(undone(state)) <= depth


def test_scrambles_of_the_cube_have_the_distances_of_a_plain_search(cube):
    facts, bound = cube
    levels = layers(facts.goals[0], moves_of(facts), 3)
    draw = random.Random(1)
    for depth, level in enumerate(levels):
        for state in draw.sample(sorted(level), min(2, len(level))):
            found = search(facts, state, "native", bound)
            assert found.length == depth
            assert search(facts, state, "native", bound, wanted=COUNT).count == level[state]


@pytest.mark.slow
def test_scrambles_of_seven_moves_of_the_cube(cube):
    """Half of the way is known from the goal, the other half from the state."""
    facts, bound = cube
    turns, draw = moves_of(facts), random.Random(2)
    near = layers(facts.goals[0], turns, 3)
    for _ in range(3):
        state = scrambled(facts, draw, 7)
        mine = layers(state, turns, 3)
        length = min(
            (
                one + other
                for one, level in enumerate(near)
                for other, to in enumerate(mine)
                if level.keys() & to.keys()
            ),
            default=7,
        )
        assert search(facts, state, "native", bound, jobs=2).length == length


def test_tables_in_large_pages_give_the_same_search(cube, monkeypatch):
    enlarged = []

    def copied(array):
        enlarged.append(in_large_pages(array))
        return enlarged[-1]

    monkeypatch.setattr(memory, "_WORTH", float("inf"))
    monkeypatch.setattr(memory, "_LARGE", 1)
    monkeypatch.setattr(memory, "in_large_pages", copied)
    monkeypatch.setattr(memory, "_bytes_mapped_large", lambda: 0)
    facts, bound = cube
    state = scrambled(facts, random.Random(3), 6)
    large = search(facts, state, "native", bound)
    assert enlarged
    assert not any(array.flags.writeable for array in enlarged)
    monkeypatch.setattr(memory, "_WORTH", 0)
    small = search(facts, state, "native", bound)
    assert (large.expanded, large.generated, large.solutions) == (small.expanded, small.generated, small.solutions)


@pytest.mark.parametrize("advice", [True, False])
def test_a_file_is_mapped_as_it_is(tmp_path, monkeypatch, advice):
    if not advice:
        monkeypatch.delattr(memory.mmap, "MADV_HUGEPAGE")
    content = np.arange(1 << 20, dtype=np.uint32).tobytes()
    (tmp_path / "file").write_bytes(content)
    with (tmp_path / "file").open("rb") as file:
        mapped = memory.mapped_large(file.fileno(), len(content))
    assert bytes(mapped) == content
    with pytest.raises(TypeError):
        mapped[0] = 1


def test_files_in_large_pages_are_not_copied(monkeypatch):
    array = np.arange(1 << 20, dtype=np.uint32)
    for large, copied in ((array.nbytes, False), (array.nbytes // 2, True)):
        monkeypatch.setattr(memory, "_bytes_mapped_large", lambda large=large: large)
        assert memory.Paged([array]).enlarge(1.0) == copied


def test_only_large_arrays_are_copied_where_there_is_room(monkeypatch):
    array = np.arange(1 << 20, dtype=np.uint32)
    assert not memory.Paged([array[:10]]).enlarge(float("inf"))
    assert np.array_equal(in_large_pages(array), array)
    assert in_large_pages(array) is not array
    assert in_large_pages(array[:10]).base is array
    monkeypatch.setattr(memory, "available_memory", lambda: array.nbytes)
    assert in_large_pages(array) is array


def test_a_search_ends_at_its_last_threshold():
    facts = puzzle("pocket")
    for engine in ("python", "native"):
        found = solve(facts, "ida_star", engine=engine, start="eight", heuristic=heuristic(facts, 1), last_threshold=6)
        assert found.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
        assert (found.length, found.iterations[-1].threshold, found.iterations[-1].completed) == (None, 6, True)


@pytest.mark.clock
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_ends_at_its_time_limit(cube, jobs):
    """Far more moves than the small tables allow for."""
    facts, bound = cube
    start = text(scrambled(facts, random.Random(3), 40))
    found = solve(
        facts, "ida_star", engine="native", start=start, heuristic=bound, limits=Limits(seconds=0.5), jobs=jobs
    )
    assert found.outcome is Outcome.TIME_LIMIT
    assert found.solutions == ()
    assert not found.iterations[-1].completed
    assert all(each.completed for each in found.iterations[:-1])
    assert found.seconds < 3


@pytest.mark.parametrize(
    ("goal", "cycles"),
    [
        ([1, 1, 1, 2, 1, 1, 1], [[[1, 2, 3], [4, 5], [6, 7]]]),
        ([1, 1, 1, 1, 1, 1, 2], [[[1, 2, 3], [4, 5], [6, 7]]]),
        ([2, 1, 1, 1, 1, 1, 1], [[[1, 2], [7, 4], [6, 3, 5]]]),
        ([1, 2, 1, 2, 2, 2, 2, 1, 1, 1], [[[3, 2, 1], [9, 8], [10, 7]], [[1, 3], [6, 5, 4], [7, 10], [8, 9]]]),
    ],
)
def test_points_that_go_with_others_and_look_alike(goal, cycles):
    """Points that always move in step are one piece, of which some may look the same everywhere."""
    names = "AB"[: len(cycles)]
    generators = "".join(f"generator('{name}', {each}).\n" for name, each in zip(names, cycles, strict=True))
    facts = read_text(
        f'puzzle(step, permutation, "In step").\nstart(s, {goal}).\ngoal({goal}).\n{generators}metric(half).\n'
    )
    for distance, level in enumerate(layers(tuple(goal), moves_of(facts))):
        for state in level:
            assert search(facts, state, "native", "projection:small").length == distance


def test_what_native_does_not_search():
    facts = puzzle("pocket")
    with pytest.raises(UnavailableProgramError, match="native has no points"):
        solve(facts, "ida_star", engine="native", start="five", heuristic="points")
    with pytest.raises(UnavailableProgramError, match="transposition pruning is for blocks world"):
        solve(
            facts,
            "ida_star",
            engine="native",
            start="five",
            heuristic=heuristic(facts, 0),
            pruning=Pruning.TRANSPOSITION,
        )


def accepted(rejecting, moves_count, length):
    """The sequences that a machine accepts, in move order."""
    following = rejecting.tolist()
    words = [((), 0)]
    for _ in range(length):
        words = [
            ((*word, move), following[state][move])
            for word, state in words
            for move in range(moves_count)
            if following[state][move] != DEAD
        ]
    return [word for word, _ in words]


def least(turns, length):
    """The first sequence in move order of the fewest moves for every permutation, by plain search."""
    still = tuple(range(len(turns[0])))
    found, level = {still: ()}, [still]
    for _ in range(length):
        following = []
        for made in level:
            for move, by in enumerate(turns):
                after = applied(made, by)
                if after not in found:
                    found[after] = (*found[made], move)
                    following.append(after)
        level = following
    return found


@pytest.mark.parametrize(
    ("name", "metric", "length"),
    [
        ("pocket", "half", 4),
        ("pocket", "quarter", 4),
        ("topspin", "quarter", 8),
        ("topspin", "half", 4),
        ("skewb", None, 3),
        ("cube", None, 3),
        pytest.param("pancake", None, 4),
        pytest.param("pocket", "half", 6, marks=pytest.mark.slow),
    ],
)
def test_the_first_of_the_shortest_sequences_is_accepted(name, metric, length):
    facts = puzzle(name, metric)
    turns = moves_of(facts)
    rejecting = machine(forbidden(moves(facts)), len(turns))
    words = [word for each in range(length + 1) for word in accepted(rejecting, len(turns), each)]
    first = least(turns, length)
    assert set(first.values()) <= set(words)
    if len(words) < 10_000:  # as long as all are tried, nothing else is accepted
        assert set(words) == set(first.values())


def test_as_many_sequences_of_the_cube_as_positions():
    """Jerry Bryan's counts; commuting turns of opposite faces are one sequence."""
    facts = read(find("cube"))
    rejecting = machine(forbidden(moves(facts)), 18)
    assert [len(accepted(rejecting, 18, length)) for length in range(4)] == [1, 18, 243, 3240]


def test_pairs_that_merge():
    """Any two turns of one face make one turn or none; in quarter turns only a turn and its inverse do."""
    half, quarter = puzzle("pocket", "half"), puzzle("pocket", "quarter")
    names = [name for name, _ in powers(half)]
    assert {(names[one][0], names[other][0]) for one, other in merging(moves(half))} == {
        ("U",) * 2,
        ("R",) * 2,
        ("F",) * 2,
    }
    assert len(merging(moves(half))) == 27
    names = [name for name, _ in powers(quarter)]
    assert [f"{names[one]} {names[other]}" for one, other in merging(moves(quarter))] == [
        "U U'", "U' U", "R R'", "R' R", "F F'", "F' F",
    ]  # fmt: skip
