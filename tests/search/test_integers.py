"""Each search on the integers 0 to 10, against walks counted by hand or by dynamic programming."""

from collections import Counter
from itertools import pairwise, product
from math import factorial

import pytest

from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, Pruning
from pybridge.search.ida_star import ida_star
from pybridge.search.limited import iterative_deepening
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Stopped, Tally
from tests.search.layers.plain import PlainLayers


def visited(moves):
    return [moves[0].source, *(move.target for move in moves)] if moves else []


def all_searches(nothing):
    return [
        iterative_deepening,
        breadth_first,
        lambda puzzle, tally, **options: ida_star(puzzle, nothing, tally, **options),
    ]


def shortest(start, goals, steps):
    """The shortest sequences of steps, tried all in order."""
    for length in range(11):
        found = []
        for chosen in product(steps, repeat=length):
            way = [start]
            for step in chosen:
                way.append(way[-1] + step)
            if way[-1] in goals and all(0 <= number <= 10 for number in way):
                found.append(way)
        if found:
            return found
    raise AssertionError("no goal can be reached")


@pytest.mark.parametrize(
    ("start", "goals", "steps"),
    [
        (0, (10,), (1, 2)),
        (1, (10,), (1, 2)),
        (1, (10,), (2, 1)),
        (10, (0,), (1, -1)),
        (5, (0, 10), (1, -1)),
        (4, (7, 1), (-3, 1, 2)),
        (0, (7,), (1, -1, 3)),
    ],
)
def test_first_and_every_solution(integers, nothing, start, goals, steps):
    expected = shortest(start, goals, steps)
    puzzle = integers(start, goals, steps)
    for search in all_searches(nothing):
        assert list(map(visited, search(puzzle, Tally()))) == expected[:1]
        every = list(map(visited, search(puzzle, Tally(), every=True)))
        assert sorted(every) == sorted(expected)
        if search is not breadth_first:
            assert every == expected


@pytest.mark.parametrize(
    ("start", "goals", "steps"),
    [(0, (10,), (1, 2)), (7, (2,), (1, -3)), (10, (9,), (1, -3)), (0, (6,), (1, 4, -7)), (9, (1, 3), (-3, 2))],
)
def test_every_solution_in_layers_where_moves_cannot_be_undone(integers, start, goals, steps):
    expected = shortest(start, goals, steps)
    layers = PlainLayers(integers(start, goals, steps), lambda state: 0, len(expected[0]) - 1, lambda: None)
    assert layers.count == len(expected)
    assert list(map(visited, layers.solutions())) == expected


def test_iterative_deepening_ends_where_no_path_is_longer(integers):
    tally = Tally()
    assert iterative_deepening(integers(4, (5,), (2,)), tally) == []
    assert [(each.threshold, each.completed) for each in tally.iterations] == [(limit, True) for limit in range(5)]


def test_a_start_that_is_a_goal(integers, nothing):
    for search in all_searches(nothing):
        tally = Tally()
        assert search(integers(3, (3,)), tally) == [()]
        assert [(i.threshold, i.completed, i.expanded, i.generated) for i in tally.iterations] == [(0, False, 0, 0)]


def test_last_threshold(integers, nothing):
    for search in all_searches(nothing):
        tally = Tally(last_threshold=4)
        assert search(integers(0, (10,)), tally) == []
        assert [iteration.threshold for iteration in tally.iterations] == [0, 1, 2, 3, 4]
        assert all(iteration.completed for iteration in tally.iterations)
        tally = Tally(last_threshold=5)
        assert len(search(integers(0, (10,)), tally)) == 1


def test_the_end_of_the_search_space(integers, nothing):
    # From 4 upwards in twos there are 4, 6, 8, 10 and no more.
    for search in (breadth_first, lambda puzzle, tally: ida_star(puzzle, nothing, tally)):
        tally = Tally()
        assert search(integers(4, (5,), (2,)), tally) == []
        assert tally.expanded == {breadth_first: 4}.get(search, 1 + 2 + 3 + 4)


def walks(start, steps, length):
    """How many walks of each length never undo their last step."""
    counts = [1]
    ends = Counter({(start, None): 1})
    for _ in range(length):
        after = Counter()
        for (here, before), many in ends.items():
            for step in steps:
                if 0 <= here + step <= 10 and here + step != before:
                    after[here + step, here] += many
        ends = after
        counts.append(ends.total())
    return counts


@pytest.mark.parametrize("steps", [(1, 2), (1, -1, 3), (2, -2, 1, -1), (1, -3)])
def test_counters_of_iterative_deepening(integers, steps):
    tally = Tally(last_threshold=7)
    assert iterative_deepening(integers(2, (99,), steps), tally) == []
    counts = walks(2, steps, 7)
    expected = [(limit, True, sum(counts[:limit]), sum(counts[1 : limit + 1])) for limit in range(8)]
    assert [(i.threshold, i.completed, i.expanded, i.generated) for i in tally.iterations] == expected


def simple_paths(start, steps, length):
    """The paths of each length that reach no number twice."""
    layers = [[(start,)]]
    for _ in range(length):
        layers.append(
            [
                (*path, path[-1] + step)
                for path in layers[-1]
                for step in steps
                if 0 <= path[-1] + step <= 10 and path[-1] + step not in path
            ]
        )
    return layers


@pytest.mark.parametrize("steps", [(1, -1), (1, -1, 3), (2, -2, 1, -1)])
def test_counters_where_no_state_comes_twice(integers, steps):
    tally = Tally(last_threshold=6)
    assert iterative_deepening(integers(3, (99,), steps, Pruning.PATH), tally) == []
    layers = simple_paths(3, steps, 6)
    ways_on = [sum(0 <= path[-1] + step <= 10 for path in layer for step in steps) for layer in layers]
    expected = [(limit, sum(map(len, layers[:limit])), sum(ways_on[:limit])) for limit in range(7)]
    assert [(i.threshold, i.expanded, i.generated) for i in tally.iterations] == expected


def test_thresholds_and_cuts_of_ida_star(integers, remaining):
    # h(0) = 4 to 7 by ones and twos. At threshold 4 all eight walks that f allows are tried, but the first ends it.
    tally = Tally()
    (moves,) = ida_star(integers(0, (7,)), remaining(7), tally)
    assert visited(moves) == [0, 1, 3, 5, 7]
    assert [iteration.threshold for iteration in tally.iterations] == [4]


@pytest.mark.parametrize("goal", range(1, 11))
def test_ida_star_cuts_no_solution(integers, remaining, nothing, goal):
    puzzle = integers(0, (goal,))
    with_bound, without = Tally(), Tally()
    every = ida_star(puzzle, remaining(goal), with_bound, every=True)
    assert every == ida_star(puzzle, nothing, without, every=True)
    assert list(map(visited, every)) == shortest(0, (goal,), (1, 2))
    assert with_bound.expanded <= without.expanded


def test_thresholds_grow_by_a_step(integers):
    class Doubled:
        """Two moves in one: f grows by two."""

        consistent = False

        def estimate(self, state):
            return 10 - state

        def after(self, h, move, state):
            return 10 - move.target

    puzzle = integers(4, (10,), (-1, 1))
    for step in (1, 2):
        tally = Tally()
        assert len(ida_star(puzzle, Doubled(), tally, step=step)) == 1
        assert [i.threshold for i in tally.iterations] == [6]
    blocked = integers(4, (11,), (-1, 1))
    for step, expected in ((1, [6, 7, 8, 9, 10]), (2, [6, 8, 10])):
        tally = Tally(last_threshold=10)
        assert ida_star(blocked, Doubled(), tally, step=step) == []
        assert [i.threshold for i in tally.iterations] == expected


def test_breadth_first_layers(integers):
    tally = Tally()
    (moves,) = breadth_first(integers(0, (10,)), tally)
    assert visited(moves) == [0, 2, 4, 6, 8, 10]
    # Layers: 0; 1 2; 3 4; 5 6; 7 8; 9 10, the last not expanded. 9 has one way on, the others two.
    expected = [(d, True, 1 if d == 0 else 2, 2 if d == 0 else 4) for d in range(5)]
    assert [(i.threshold, i.completed, i.expanded, i.generated) for i in tally.iterations[:-1]] == expected
    assert (tally.iterations[-1].threshold, tally.iterations[-1].expanded) == (5, 0)


def test_cancelled_before_it_begins(integers, nothing):
    for search in all_searches(nothing):
        tally = Tally()
        tally.cancel()
        with pytest.raises(Stopped) as stopped:
            search(integers(0, (10,)), tally)
        assert stopped.value.outcome is Outcome.INTERRUPTED


def test_stopped_in_the_midst(integers, nothing):
    """An endless search looks at the limits while it runs."""

    class Endless(integers):
        def successors(self, state, last):
            looked[0] += 1
            if looked[0] == 5000:
                tally.cancel()
            return [(PieceMove("it", state, state), state)] * 2

    for search in all_searches(nothing)[:1] + all_searches(nothing)[2:]:
        looked = [0]
        tally = Tally()
        with pytest.raises(Stopped):
            search(Endless(0, (99,)), tally)
        assert 5000 <= looked[0] < 5000 + 1100


def test_no_time_at_all(integers, nothing):
    for search in all_searches(nothing):
        with pytest.raises(Stopped) as stopped:
            search(integers(0, (10,)), Tally(Limits(seconds=-1.0)))
        assert stopped.value.outcome is Outcome.TIME_LIMIT


def test_moves_follow_each_other(integers, nothing):
    for search in all_searches(nothing):
        (moves,) = search(integers(1, (10,)), Tally())
        assert all(one.target == other.source for one, other in pairwise(moves))


class Switches:
    """Twelve switches that are turned on in any order: 4,096 states, and 12! shortest solutions."""

    start = 0

    def is_goal(self, state):
        return state == 0xFFF

    def successors(self, state, last):
        for switch in range(12):
            if not state >> switch & 1:
                yield PieceMove("switch", switch, switch), state | 1 << switch


def test_breadth_first_holds_no_more_solutions_than_are_wanted():
    (moves,) = breadth_first(Switches(), Tally())
    assert sorted(move.source for move in moves) == list(range(12))
    with pytest.raises(Stopped) as stopped:
        breadth_first(Switches(), Tally(Limits(0.3)), every=True)
    assert stopped.value.outcome is Outcome.TIME_LIMIT
    tally = Tally()
    assert len(breadth_first(Switches(), tally, every=True, most=3)) == 3
    assert tally.solutions == factorial(12)
