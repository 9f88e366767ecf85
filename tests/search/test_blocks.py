"""Optimal plans for blocks: breadth-first distances, known counts, and the compiled search beside its plain twin."""

from dataclasses import replace

import pytest

from pybridge.agreement import compare
from pybridge.boards.generate import blocks_world
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, find, read
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, puzzle_from
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Tally
from pybridge.search.task import ALL, COUNT
from tests.samples import sample
from tests.solving import solve

# Known counts of blocks on an open table. Sources: OEIS A000262 for the states; breadth-first searches.
STATES = [1, 3, 13, 73, 501, 4051]
FROM_ONE_TOWER = {
    3: [1, 1, 2, 5, 4],
    4: [1, 1, 2, 7, 21, 26, 15],
    5: [1, 1, 2, 7, 26, 90, 162, 144, 68],
    6: [1, 1, 2, 7, 26, 105, 423, 969, 1248, 899, 370],
    7: [1, 1, 2, 7, 26, 105, 475, 2128, 5969, 9949, 10244, 6362, 2364],
}
PLACES = [(0, True), (1, True), (2, True), (2, False), (3, False), (4, False)]


def layers(facts):
    """How many states are at each distance from the goal."""
    tally = Tally()
    assert breadth_first(puzzle_from(replace(facts, goals=()), facts.goals[0]), tally) == []
    return [iteration.expanded for iteration in tally.iterations]


@pytest.mark.parametrize("blocks", sample([3, 4, 5, 6, 7], slow=(7,)))
def test_known_counts_on_an_open_table(blocks):
    assert layers(blocks_world(blocks)) == FROM_ONE_TOWER[blocks]
    assert blocks > len(STATES) or sum(FROM_ONE_TOWER[blocks]) == STATES[blocks - 1]


def two_towers(blocks, places, table, seed):
    """A random start, and another one as the goal; with two places and no table the goal is that of the generator."""
    facts = blocks_world(blocks, places, table=table, seed=seed)
    if places == 2 and not table:
        return facts
    return replace(facts, goals=(blocks_world(blocks, places, table=table, seed=seed + 1000).starts[0][1],))


@pytest.mark.parametrize(("places", "table"), sample(PLACES, slow=((4, False),)))
def test_as_long_as_breadth_first_search_finds(places, table):
    for seed in range(12):
        facts = two_towers(5, places, table, seed)
        solutions = [solve(facts, "ida_star", engine=engine) for engine in ("python", "native")]
        solutions.append(solve(facts, "breadth_first", engine="python"))
        compare(facts, "it", facts.starts[0][1], solutions).require_agreement()
        assert len({solution.length for solution in solutions}) == 1


@pytest.mark.parametrize("pruning", [None, Pruning.INVERSE, Pruning.TRANSPOSITION])
@pytest.mark.parametrize(("blocks", "places", "table"), [(8, 0, True), (7, 2, True), (7, 3, False), (8, 4, False)])
def test_the_same_nodes_and_the_same_first_solution(blocks, places, table, pruning):
    for seed in range(5):
        facts = two_towers(blocks, places, table, seed)
        plain, native = (
            solve(facts, "ida_star", engine=engine, pruning=pruning, heuristic="towers")
            for engine in ("python", "native")
        )
        assert (plain.moves, plain.heuristic, plain.pruning) == (native.moves, native.heuristic, native.pruning)
        assert [(i.threshold, i.completed, i.expanded, i.generated) for i in plain.iterations] == [
            (i.threshold, i.completed, i.expanded, i.generated) for i in native.iterations
        ]
        assert compare(facts, "it", facts.starts[0][1], [plain, native]).checks


@pytest.mark.parametrize(("blocks", "seed"), sample([(16, 4), (18, 1), (20, 10)], quick=((20, 10),)))
def test_states_of_more_than_one_word(blocks, seed):
    """A block takes five bits, so that twelve fit in a word."""
    facts = blocks_world(blocks, seed=seed)
    plain, native = (solve(facts, "ida_star", engine=engine) for engine in ("python", "native"))
    assert plain.moves == native.moves
    assert [i.expanded for i in plain.iterations] == [i.expanded for i in native.iterations]


def test_several_goals():
    facts = read(find("sussman"))
    assert len(facts.goals) == 3
    for start, _ in facts.starts:
        plain, native = (solve(facts, "ida_star", engine=engine, start=start) for engine in ("python", "native"))
        assert (plain.length, plain.moves, plain.expanded) == (facts.optimal[start], native.moves, native.expanded)


@pytest.mark.parametrize(("places", "table"), PLACES)
@pytest.mark.parametrize("pruning", [Pruning.INVERSE, Pruning.TRANSPOSITION])
def test_all_shortest_solutions(places, table, pruning):
    for seed in range(4):
        facts = two_towers(4, places, table, seed)
        wide = solve(facts, "breadth_first", engine="python", wanted=ALL)
        for engine in ("python", "native"):
            solution = solve(facts, "ida_star", engine=engine, wanted=ALL, pruning=pruning)
            assert solution.every
            assert set(solution.solutions) == set(wide.solutions)
            assert len(solution.solutions) == len(wide.solutions)
            only = solve(facts, "ida_star", engine=engine, wanted=COUNT, pruning=pruning)
            assert (only.count, only.solutions) == (len(wide.solutions), ())


def test_a_start_that_is_a_goal():
    facts = blocks_world(3)
    state = str([list(pair) for pair in facts.goals[0]]).replace("'", "")
    for engine in ("python", "native"):
        solution = solve(facts, "ida_star", engine=engine, start=state)
        assert (solution.outcome, solution.length, solution.moves) == (Outcome.SOLVED, 0, ())


@pytest.mark.parametrize(("places", "table"), [(0, True), (3, False), (4, False), (1, True)])
def test_ten_blocks_without_effort(places, table):
    for seed in range(25):
        facts = two_towers(10, places, table, seed)
        solution = solve(facts, "ida_star", engine="native", limits=Limits(seconds=20))
        assert solution.outcome is Outcome.SOLVED
        compare(facts, "it", facts.starts[0][1], [solution]).require_agreement()


@pytest.mark.parametrize("name", ["ten_blocks", "ten_on_three"])
def test_shipped_worlds_of_ten(name):
    facts = read(find(name))
    for start, length in facts.optimal.items():
        solution = solve(facts, "ida_star", engine="native", start=start)
        assert (solution.length, solution.lower_bound) == (length, length) or len(solution.iterations) == 1
        assert solution.length == length


def test_limits_and_the_last_threshold():
    facts = blocks_world(14, 3, table=False, seed=1)
    stopped = solve(facts, "ida_star", engine="native", limits=Limits(seconds=0.01))
    assert stopped.outcome in (Outcome.TIME_LIMIT, Outcome.SOLVED)
    for engine in ("python", "native"):
        first = solve(read(find("blocks4")), "ida_star", engine=engine, last_threshold=9)
        assert (first.outcome, first.lower_bound) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, 10)


def test_what_the_compiled_search_does_not_hold():
    facts = blocks_world(64, seed=1)
    with pytest.raises(
        UnavailableProgramError, match="at most 64 blocks, places and table; blocks64 has 65: use --engine python"
    ):
        solve(facts, "ida_star", engine="native")
    near = replace(facts, starts=(("near", near_the_goal(facts)),))
    assert solve(near, "ida_star", engine="python").length == 1
    held = blocks_world(63, seed=1)
    assert solve(replace(held, starts=(("near", near_the_goal(held)),)), "ida_star", engine="native").length == 1


def near_the_goal(facts: BlocksFacts):
    """The goal with its first block on the table."""
    return ((facts.blocks[0], facts.table), *facts.goals[0][1:])
