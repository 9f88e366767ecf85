"""Each kernel against plain Python: the same counters in every completed iteration, the same solutions."""

from dataclasses import replace

import pytest

from pybridge.agreement import compare
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import find, read
from pybridge.facts.board_graph import adjacent, all_goal_distances
from pybridge.heuristics.registry import parse
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, puzzle_from, why_unsolvable
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Tally
from pybridge.search.task import ALL, COUNT
from tests.samples import sample
from tests.solving import scrambled, solve


@pytest.fixture(autouse=True)
def lanes(monkeypatch):
    """One lane, which small tables have, would not show that several keep the order of solutions."""
    monkeypatch.setattr("pybridge.search.native.tiles.general._NEAR", 0)


PLAIN = ["manhattan", "inversion", "walking", "takahashi"]
CASES = [
    *[("seven", "page", heuristic) for heuristic in (*PLAIN, "pdb:3-4", "pdb:2-5", "max(pdb:3-4,takahashi)")],
    *[("eight", "farthest_1", heuristic) for heuristic in (*PLAIN, "pdb:4-4", "max(manhattan,inversion)")],
    *[("eight", "farthest_2", heuristic) for heuristic in ("manhattan", "max(pdb:2-2-2-2,pdb:4-4)")],
    *[
        ("box_eight", "page", heuristic)
        for heuristic in ("manhattan", "pdb:4-4", "pdb:2-2-4", "max(pdb:4-4,manhattan)")
    ],
]
"""Puzzle, start and heuristic. Inversion distance alone is weak, so that its searches are the largest."""
QUICK = [
    ("seven", "page", "walking"),
    ("seven", "page", "pdb:3-4"),
    ("eight", "farthest_1", "takahashi"),
    ("eight", "farthest_2", "manhattan"),
    ("box_eight", "page", "manhattan"),
]
"""Of each puzzle and each kind of heuristic one case."""


def both(facts, start, heuristic, **wanted):
    return [
        solve(facts, "ida_star", engine=engine, start=start, heuristic=heuristic, **wanted)
        for engine in ("python", "native")
    ]


def differences(facts, state, solutions):
    checks = compare(facts, "start", state, solutions).checks
    return [check.difference for check in checks if check.difference], {check.subject for check in checks}


@pytest.mark.parametrize("pruning", [Pruning.INVERSE, Pruning.SEQUENCE])
@pytest.mark.parametrize(("name", "start", "heuristic"), sample(CASES, quick=QUICK))
def test_the_same_nodes_and_the_same_first_solution(name, start, heuristic, pruning):
    facts = read(find(name))
    solutions = both(facts, start, heuristic, pruning=pruning)
    found, subjects = differences(facts, facts.start(start), solutions)
    assert found == []
    assert {"replay", "length", "first solution", "counters"} <= subjects
    assert [each.threshold for each in solutions[0].iterations] == [each.threshold for each in solutions[1].iterations]
    assert solutions[0].length == facts.optimal[start]


@pytest.mark.parametrize(("name", "start", "heuristic"), sample(CASES, quick=QUICK[2:]))
def test_the_same_solutions_and_as_many(name, start, heuristic):
    facts = read(find(name))
    solutions = both(facts, start, heuristic, wanted=ALL)
    found, subjects = differences(facts, facts.start(start), solutions)
    assert found == []
    assert "all solutions" in subjects
    assert solutions[0].solutions == solutions[1].solutions  # in move order, too
    counted = solve(facts, "ida_star", engine="native", start=start, heuristic=heuristic, wanted=COUNT)
    assert counted.count == len(solutions[0].solutions) == solutions[1].count
    assert (counted.solutions, counted.length) == ((), solutions[0].length)


def drawn_boards():
    """Boards of many shapes: holes, dead ends, a ring, long rows; each with a goal in reading order."""
    shapes = ["ooo\no o\nooo", "oooo\n o  \noooo", "ooooo\noo  o", "o\noo\nooo", "oo\noo\noo\noo", "ooo\nooo"]
    return [from_drawing(shape, name="drawn") for shape in shapes]


def text(state):
    return " ".join(map(str, state))


@pytest.mark.parametrize("facts", drawn_boards(), ids=lambda facts: f"{len(facts.cells)} cells")
@pytest.mark.parametrize("pruning", [Pruning.INVERSE, Pruning.SEQUENCE])
def test_boards_of_any_shape(facts, pruning):
    pieces = len(facts.cells) - 1
    for heuristic in ("manhattan", f"pdb:{pieces // 2}-{pieces - pieces // 2}"):
        for seed in range(4):
            state = scrambled(facts, seed)
            solutions = both(facts, text(state), heuristic, pruning=pruning)
            assert differences(facts, state, solutions)[0] == []
            shortest = breadth_first(puzzle_from(facts, state), Tally())[0]
            assert solutions[1].length == len(shortest)


@pytest.mark.parametrize("shape", sample([((2, 5),), ((3, 4),), ((1, 6),), ((5, 2),)], quick=(((1, 6),),)))
def test_rectangles_that_are_not_squares(shape):
    facts = rectangle(*shape, name="board")
    for seed in range(3):
        state = scrambled(facts, seed)
        for heuristic in PLAIN:
            solutions = both(facts, text(state), heuristic)
            assert differences(facts, state, solutions)[0] == []


def test_triangles_make_every_threshold_count():
    cells = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
    neighbors = [set(each) for each in adjacent(cells)]
    neighbors[0].add(3)
    neighbors[3].add(0)
    neighbors = tuple(tuple(sorted(each)) for each in neighbors)
    goal = (1, 2, 3, 4, 0)
    facts = replace(
        rectangle(1, 5, name="triangle"),
        cells=tuple(cells),
        neighbors=neighbors,
        goals=(goal,),
        starts=(("first", (0, 1, 2, 3, 4)),),
        distances=all_goal_distances(neighbors, [goal]),
    )
    solved = 0
    for seed in range(8):
        state = scrambled(facts, seed, 25)
        solutions = both(facts, text(state), "manhattan")
        assert differences(facts, state, solutions)[0] == []
        assert solutions[1].step == 1
        solved += solutions[1].outcome is Outcome.SOLVED
    assert solved == 8


@pytest.mark.slow
def test_several_goals():
    facts = read(find("eight"))
    mirrored = (1, 4, 7, 2, 5, 8, 3, 6, 0)
    goals = (facts.goals[0], mirrored)
    several = replace(facts, goals=goals, distances=all_goal_distances(facts.neighbors, goals), optimal={})
    for seed in range(6):
        state = scrambled(facts, seed, 40)
        for heuristic in ("manhattan", "pdb:4-4"):
            solutions = both(several, text(state), heuristic)
            assert differences(several, state, solutions)[0] == []
            assert solutions[1].length == len(breadth_first(puzzle_from(several, state), Tally())[0])


def test_weak_distances_written_by_hand():
    """No lower bound at all: every state at the threshold has h = 0, and only one of them is the goal."""
    facts = read(find("eight"))
    weak = replace(facts, distances=tuple((0,) * 9 for _ in range(9)), optimal={})
    for seed in range(4):
        state = scrambled(facts, seed, 14)
        for wanted in ({}, {"wanted": ALL}):
            solutions = both(weak, text(state), "manhattan", **wanted)
            assert differences(weak, state, solutions)[0] == []


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("heuristic", ["manhattan", "takahashi", "pdb:3-4"])
def test_several_threads_find_the_same(jobs, heuristic):
    facts = read(find("seven"))
    for wanted in ({}, {"wanted": ALL}, {"wanted": COUNT}):
        one, many = (
            solve(facts, "ida_star", engine="native", heuristic=heuristic, jobs=number, **wanted)
            for number in (1, jobs)
        )
        assert one.solutions == many.solutions
        assert one.count == many.count
        completed = [
            [(each.threshold, each.expanded, each.generated) for each in solution.iterations if each.completed]
            for solution in (one, many)
        ]
        assert completed[0] == completed[1]


def test_a_start_that_is_the_goal():
    facts = read(find("eight"))
    for heuristic in ("manhattan", "takahashi", "pdb:4-4"):
        for wanted in ({}, {"wanted": ALL}, {"wanted": COUNT}):
            solution = solve(
                facts, "ida_star", engine="native", start=text(facts.goals[0]), heuristic=heuristic, **wanted
            )
            assert (solution.outcome, solution.length) == (Outcome.SOLVED, 0)
            assert solution.solutions == (() if wanted.get("wanted") is COUNT else ((),))


@pytest.mark.slow
def test_every_state_of_a_small_board():
    """All 181,440 states would take minutes; every 97th of the 8-puzzle does, judged by breadth-first search."""
    facts = read(find("eight"))
    goal = facts.goals[0]
    layers, seen = [[goal]], {goal: 0}
    puzzle = puzzle_from(facts, goal)
    while layers[-1]:
        new = []
        for state in layers[-1]:
            for _, successor in puzzle.successors(state, None):
                if successor not in seen:
                    seen[successor] = len(layers)
                    new.append(successor)
        layers.append(new)
    from pybridge.search.native.solver import prepare
    from pybridge.search.task import Task

    for heuristic in ("manhattan", "takahashi", "pdb:4-4"):
        task = Task(facts=facts, start_name="some", start=goal, program="ida_star", heuristic=parse(heuristic))
        solver = prepare(task, lambda phrase: None)
        for state in list(seen)[::97]:
            assert why_unsolvable(facts, state) is None
            assert solver.solve(replace(task, start=state), Tally()).length == seen[state]


def mirrored_starts():
    """States of the 8-puzzle that are their own mirror image in the diagonal through the blank's goal cell."""
    facts = read(find("eight"))
    cells = (0, 3, 6, 1, 4, 7, 2, 5, 8)
    tiles = {tile: facts.goals[0][cells[cell]] for cell, tile in enumerate(facts.goals[0])}
    found = []
    for seed in range(4000):
        state = scrambled(facts, seed, 40 + seed % 7)
        if all(state[cells[cell]] == tiles[tile] for cell, tile in enumerate(state)):
            found.append(state)
    return facts, list(dict.fromkeys(found))


@pytest.mark.slow
def test_starts_that_are_their_own_mirror_image():
    facts, states = mirrored_starts()
    assert len(states) >= 3
    fewer = 0
    for state in states:
        for heuristic in ("manhattan", "pdb:4-4"):
            solutions = both(facts, text(state), heuristic, pruning=Pruning.SEQUENCE)
            assert differences(facts, state, solutions)[0] == []
            plain = solve(
                facts, "ida_star", engine="native", start=text(state), heuristic=heuristic, pruning=Pruning.INVERSE
            )
            assert plain.solutions == solutions[1].solutions
            fewer += solutions[1].expanded < plain.expanded
    assert fewer
