"""The account that a search keeps of itself, and what is read off it."""

import pytest

from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove
from pybridge.search.plain import breadth_first
from pybridge.search.solution import Iteration, Solution, lower_bound, total
from pybridge.search.tally import CHECK_EVERY, Stopped, Tally


def test_each_iteration_has_its_own_counters():
    tally = Tally()
    for threshold, (expanded, generated) in enumerate([(3, 5), (0, 0), (7, 1)]):
        assert tally.begin(threshold)
        tally.expanded += expanded
        tally.generated += generated
        tally.end(completed=threshold < 2)
    assert [(i.threshold, i.completed, i.expanded, i.generated) for i in tally.iterations] == [
        (0, True, 3, 5),
        (1, True, 0, 0),
        (2, False, 7, 1),
    ]
    assert (tally.expanded, tally.generated) == (10, 6)
    assert all(iteration.seconds >= 0 and iteration.inferences is None for iteration in tally.iterations)


def test_the_iteration_under_way():
    tally = Tally()
    assert tally.current() is None
    tally.begin(5)
    tally.expanded = 4
    now = tally.current()
    assert (now.threshold, now.completed, now.expanded, now.generated) == (5, False, 4, 0)
    tally.end(completed=True)
    assert tally.current() is None


def test_the_layers_of_all_shortest_solutions():
    tally = Tally()
    assert tally.layers is tally.current_layers() is None
    tally.begin(5)
    tally.end(completed=False)
    tally.begin_layers(5)
    for done in (0, 1, 1):
        tally.spend_on_layer(done, 3, 4)
    assert (tally.layers.done, tally.layers.of, tally.layers.expanded, tally.layers.generated) == (1, 5, 9, 12)
    assert tally.current_layers().expanded == 9
    assert (tally.expanded, tally.generated, len(tally.iterations)) == (0, 0, 1)
    tally.cancel()
    with pytest.raises(Stopped):
        tally.spend_on_layer(2, 0, 0)


def test_an_end_without_a_beginning_adds_nothing():
    tally = Tally()
    tally.end(completed=True)
    tally.begin(0)
    tally.end(completed=True)
    tally.end(completed=False)
    assert len(tally.iterations) == 1


def test_over_the_last_threshold():
    tally = Tally(last_threshold=3)
    assert tally.begin(3)
    tally.end(completed=True)
    assert not tally.begin(4)
    assert tally.current() is None


def test_within_limits():
    tally = Tally(Limits(seconds=1000.0, memory=1 << 40))
    assert tally.begin(0)
    tally.check()


def test_the_reason_to_stop():
    tally = Tally(Limits(seconds=-1.0))
    with pytest.raises(Stopped) as stopped:
        tally.check()
    assert stopped.value.outcome is Outcome.TIME_LIMIT
    tally.cancel()
    with pytest.raises(Stopped) as stopped:
        tally.check()
    assert stopped.value.outcome is Outcome.INTERRUPTED
    with pytest.raises(Stopped) as stopped:
        Tally(Limits(memory=-1)).check()
    assert stopped.value.outcome is Outcome.MEMORY_LIMIT


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def test_slow_nodes_are_looked_at_often_and_quick_ones_seldom():
    clock = Clock()
    tally = Tally(Limits(seconds=5.0), now=clock)
    looks = []
    tally.check = lambda: looks.append(tally.expanded)
    for seconds, number in ((1e-6, 100_000), (0.5, 2_000), (1e-6, 100_000)):
        tally.begin(0)
        looks.clear()
        for _ in range(number):
            clock.seconds += seconds
            tally.expand()
        few = number / CHECK_EVERY
        assert few - 1 < len(looks) < few + 20 if seconds < 0.1 else len(looks) > number - CHECK_EVERY


class Wide:
    """A start, and 1,000 states after it, each of which takes a hundredth of a second to be known as no goal."""

    start = 0

    def __init__(self, clock):
        self.clock, self.asked = clock, 0

    def is_goal(self, state):
        self.asked += state > 0
        self.clock.seconds += 0.01 * (state > 0)
        return False

    def successors(self, state, last):
        return [(number, number) for number in range(1, 1001)] if state == 0 else []


def test_a_layer_is_no_longer_asked_for_goals_when_the_time_is_over():
    clock = Clock()
    puzzle = Wide(clock)
    with pytest.raises(Stopped, match="time limit"):
        breadth_first(puzzle, Tally(Limits(seconds=2.0), now=clock))
    assert 200 < puzzle.asked < 600


def test_the_time_limit_does_not_count_what_is_prepared():
    clock = Clock()
    tally = Tally(Limits(seconds=5.0), now=clock)
    clock.seconds += 100  # imports, and tables that are loaded
    tally.report("compiling")
    clock.seconds += 100
    tally.report(None)
    clock.seconds += 100
    assert tally.begin(0)
    clock.seconds += 3
    tally.check()
    for _ in range(3):  # kernels or tables that are needed only now, e.g. with a better heuristic
        tally.report("level 17")
        clock.seconds += 100
        tally.report("level 18")
        clock.seconds += 100
        tally.report(None)
    clock.seconds += 1.5
    tally.check()
    clock.seconds += 1
    with pytest.raises(Stopped) as stopped:
        tally.check()
    assert stopped.value.outcome is Outcome.TIME_LIMIT


def test_an_iteration_counts_though_nobody_said_that_preparing_is_over():
    clock = Clock()
    tally = Tally(Limits(seconds=5.0), now=clock)
    tally.report("building tables")
    assert tally.begin(0)
    clock.seconds += 6
    with pytest.raises(Stopped):
        tally.check()


def test_work_that_has_no_iterations_counts_from_its_start():
    clock = Clock()
    tally = Tally(Limits(seconds=5.0), now=clock)
    clock.seconds += 100
    tally.start()
    tally.note("step 1")
    clock.seconds += 6
    with pytest.raises(Stopped):
        tally.note("step 2")


def test_what_is_prepared_can_be_cancelled():
    tally = Tally(Limits(seconds=5.0))
    tally.cancel()
    with pytest.raises(Stopped) as stopped:
        tally.report("compiling")
    assert stopped.value.outcome is Outcome.INTERRUPTED


def test_totals():
    assert total([1, 2, 0]) == 3
    assert total([]) is None
    assert total([1, None]) is None


def test_lower_bounds():
    def done(threshold):
        return Iteration(threshold, True, 0.0)

    assert lower_bound(()) == 0
    assert lower_bound((Iteration(4, False, 0.0),)) == 0
    assert lower_bound((done(4), Iteration(6, False, 0.0))) == 5
    assert lower_bound((done(4), done(6))) == 7


def test_what_a_solution_tells():
    moves = (PieceMove(1, 0, 1), PieceMove(2, 1, 2))
    iterations = (Iteration(1, True, 0.1, 3, 4), Iteration(2, False, 0.1, 5, 6))
    solution = Solution("it", "start", "ids", "python", Outcome.SOLVED, (moves, ()), iterations, 0.2)
    assert (solution.moves, solution.length, solution.lower_bound) == (moves, 2, 2)
    assert (solution.expanded, solution.generated) == (8, 10)
    nothing = Solution("it", "start", "ids", "python", Outcome.INTERRUPTED, (), (Iteration(0, False, 0.0),), 0.0)
    assert (nothing.moves, nothing.length, nothing.lower_bound) == (None, None, None)
    assert (nothing.expanded, nothing.generated) == (None, None)


def test_exit_codes_of_outcomes_are_their_own():
    codes = [outcome.exit_code for outcome in Outcome]
    assert len(set(codes)) == len(codes)
    assert Outcome.SOLVED.exit_code == 0
    assert Outcome.INTERRUPTED.exit_code == 130
    assert all(10 <= code < 20 for code in codes if code not in (0, 130))
