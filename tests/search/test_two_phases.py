"""Two phases: how a puzzle is divided, and that every solution is one, never shorter than the shortest."""

from collections import Counter, defaultdict
from functools import cache

import pytest

from pybridge.engines import start_state
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import moves
from pybridge.heuristics.two_phases import two_phases
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.native.turns.two_phases import search
from pybridge.search.tally import Tally
from pybridge.search.task import Task, Wanted
from tests.samples import sample
from tests.solving import solve

CUBE, POCKET = read(find("cube")), read(find("pocket"))
GROUP = 43_252_003_274_489_856_000  # 8! * 3^7 * 12! * 2^11 / 2
SUBGROUP = 19_508_428_800  # 8! * 8! * 4! / 2, of H. Kociemba's second phase
RADIUS = 5


def good(facts, start, most, **options):
    solution = solve(facts, "ida_star", engine="native", start=start, wanted=Wanted(good=most), **options)
    state = start_state(facts, start)[1]
    for found in solution.solutions:
        assert replay(facts, state, found)[-1] in facts.goals
    return solution


def turned(facts, state):
    """What all powers of all generators make of a state, point by point along the cycles."""
    for _, cycles in facts.generators:
        power = state
        while True:
            after = list(power)
            for cycle in cycles:
                for point, following in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                    after[following - 1] = power[point - 1]
            power = tuple(after)
            if power == state:
                break
            yield power


KEPT = """
puzzle(kept, permutation, "Turns of order 3 and 4").
start(s, [7, 2, 6, 1, 3, 5, 4]).
goal([4, 7, 3, 2, 5, 6, 1]).
generator(x, [[6, 1, 7]]).
generator(y, [[3, 6, 2, 7]]).
generator(z, [[4, 5, 6, 1], [7, 2]]).
metric(quarter).
"""


def test_moves_that_are_kept_undo_each_other():
    """Otherwise distances by them are no lower bound, and a solution of that length would be denied."""
    facts = read_text(KEPT, "kept.pl")
    assert solve(facts, "breadth_first", engine="python").length == 6
    assert good(facts, "s", 6).length == 6
    for each in (facts, *map(read, map(find, ("cube", "pocket", "skewb")))):
        found = two_phases(each)
        kept = {moves(each)[number].sources for number in found.kept} if found else set()
        assert {tuple(map(by.index, range(len(by)))) for by in kept} == kept


@cache
def near(facts):
    """The distances of all states within some moves from the goal."""
    known, layer = {facts.goals[0]: 0}, [facts.goals[0]]
    for distance in range(1, RADIUS + 1):
        layer = [new for old in layer for new in turned(facts, old) if known.setdefault(new, distance) == distance]
        layer = list(dict.fromkeys(layer))
    return known


def shortest(facts, state):
    """The length of a shortest solution, by breadth-first search from both sides."""
    seen, layer = {state}, [state]
    for distance in range(RADIUS + 2):
        if there := [near(facts)[each] for each in layer if each in near(facts)]:
            return distance + min(there)
        layer = list({new for old in layer for new in turned(facts, old)} - seen)
        seen.update(layer)
    raise AssertionError("no state is that far")


def test_the_cube_is_divided_as_by_kociemba():
    phases = two_phases(CUBE)
    assert [moves(CUBE)[move].name for move in phases.kept] == [
        "U",
        "U2",
        "U'",
        "L2",
        "F2",
        "R2",
        "B2",
        "D",
        "D2",
        "D'",
    ]
    told = {}
    for part, colors in (("edges", phases.first.rows), ("corners", phases.first.columns)):
        faces = defaultdict(list)
        for point, color in enumerate(colors, 1):
            if color:
                faces[color].append(CUBE.facets[point][0])
        told[part] = sorted(("".join(sorted(set(each))), len(each)) for each in faces.values())
    assert told["edges"] == [("BF", 4), ("BFLR", 8), ("DU", 8), ("LR", 4)]
    assert told["corners"] == [("BFLR", 8), ("BFLR", 8), ("DU", 8)]
    assert 1_013_760 * 2_187 * SUBGROUP == GROUP
    kept = [
        Counter(map(bool, recipe.rows))[True] + Counter(map(bool, recipe.columns))[True] for recipe in phases.second
    ]
    assert sorted(kept) == [24, 32]  # the corners or the other edges, 24 and 16 points, each with the slice's 8


@pytest.mark.parametrize("name", ["rings", "dino", "pyraminx"])
def test_a_puzzle_without_phases(name):
    assert two_phases(read(find(name))) is None


@pytest.mark.parametrize("seed", sample(range(8), quick=(0,)))
def test_solutions_of_the_pocket_cube(seed):
    start = f"random {seed}"
    least = shortest(POCKET, start_state(POCKET, start)[1])
    for most in (15, least + 1, least):
        found = good(POCKET, start, most)
        assert (found.outcome, found.good) == (Outcome.SOLVED, most)
        assert least <= found.length <= most
        assert not found.shortest or found.length == least
        assert found.lower_bound <= least


def test_what_is_proved_not_to_exist():
    start = "random 1"
    least = shortest(POCKET, start_state(POCKET, start)[1])
    found = good(POCKET, start, least - 1)
    assert found.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert found.lower_bound == least <= found.length


def test_several_threads():
    assert good(POCKET, "random 2", 12, jobs=2).length <= 12


@pytest.mark.parametrize("scramble", sample(["R R'", "U2", "R2 U", "R U F2"], quick=("R R'", "R U F2")))
def test_short_scrambles(scramble):
    least = shortest(POCKET, start_state(POCKET, scramble)[1])
    assert good(POCKET, scramble, 11).length >= least
    assert good(POCKET, scramble, max(least, 1)).length == least


@pytest.mark.parametrize("name", sample(["skewb", "topspin", "pancake"], quick=("topspin",)))
def test_other_puzzles_in_two_phases(name):
    facts = read(find(name))
    start, optimal = next(iter(facts.optimal.items()))
    assert optimal <= good(facts, start, optimal + 4).length <= optimal + 4


FAR = """
puzzle(far, permutation, "Short first phases end where no second phase begins").
start(a, "A B A").
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]).
generator('A', [[1, 2], [9, 12, 11, 10], [14, 21, 19, 16], [15, 20, 18, 17]]).
generator('B', [[1, 4, 6, 2, 3, 5]]).
metric(half).
"""


@pytest.mark.parametrize("seed", sample(range(12), quick=(0, 1)))
def test_first_phases_that_are_much_longer_than_their_bound(seed):
    facts = read_text(FAR)
    start = f"random {seed}"
    least = shortest(facts, start_state(facts, start)[1])
    for most in {0, max(least - 1, 0), least, least + 3}:
        found = good(facts, start, most)
        assert found.outcome is (Outcome.SOLVED if most >= least else Outcome.NO_SOLUTION_WITHIN_LIMIT)
        assert found.length == least or least < found.length <= most
        assert (found.lower_bound or 0) <= least


def test_a_solution_of_one_move_is_a_shortest_one():
    facts = read_text(FAR)
    for start in ("A", "B", "A2", "B3"):
        found = good(facts, start, 3)
        assert (found.length, found.shortest, found.lower_bound) == (1, True, 1)


def test_the_best_so_far_of_an_interrupted_search():
    class Interrupted(Tally):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == "best" and value is not None:
                self.cancel()

    name, state = start_state(POCKET, "random 3")
    task = Task(facts=POCKET, start_name=name, start=state, program="ida_star", wanted=Wanted(good=1))
    tally = Interrupted()
    found = search(task, tally, tally.report)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.length == tally.progress().best
    assert (found.shortest, found.lower_bound <= found.length) == (False, True)


def test_a_puzzle_without_phases_is_searched_for_a_shortest_solution():
    facts = read(find("pyraminx"))
    start, optimal = next(iter(facts.optimal.items()))
    found = good(facts, start, optimal + 2)
    assert (found.outcome, found.length, found.shortest) == (Outcome.SOLVED, optimal, True)


@pytest.mark.parametrize(
    ("engine", "program"),
    sample([("python", "ida_star"), ("native", "ida_star"), ("prolog", "ids_low")], quick=[("python", "ida_star")]),
)
def test_other_domains_and_engines_have_shortest_solutions(engine, program):
    facts = read(find("eight"))
    state = "1 2 3 / 4 5 6 / 0 7 8"
    chosen = {"heuristic": "manhattan"} if program == "ida_star" else {}
    for most, outcome in ((1, Outcome.NO_SOLUTION_WITHIN_LIMIT), (9, Outcome.SOLVED)):
        found = solve(facts, program, engine=engine, start=state, wanted=Wanted(good=most), **chosen)
        assert (found.outcome, found.shortest, found.lower_bound) == (outcome, outcome is Outcome.SOLVED, 2)


def test_no_heuristic_of_the_user():
    with pytest.raises(UnavailableProgramError, match="leave out the heuristic"):
        good(POCKET, "R U", 9, heuristic="points")


@pytest.mark.slow
@pytest.mark.parametrize("scramble", ["R U F2 B", "U2 D R L", "F R U B2 L'", "random 5", "random 6"])
def test_solutions_of_the_cube(scramble):
    most = 20 if scramble.startswith("random") else len(scramble.split())
    assert good(CUBE, scramble, most).length <= most


@pytest.mark.slow
@pytest.mark.parametrize("start", ["moves16", "moves18", "superflip"])
def test_the_cube_has_no_solution_below_the_optimum(start):
    found = good(CUBE, start, 1 + CUBE.optimal[start], limits=Limits(seconds=5))
    assert found.outcome in (Outcome.SOLVED, Outcome.TIME_LIMIT)
    assert found.lower_bound <= CUBE.optimal[start] <= found.length
