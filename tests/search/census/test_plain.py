"""The plain census: bounds, starts, stops at every level, and what it keeps."""

from itertools import islice

import numpy as np
import pytest

from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.puzzles import puzzle_from
from pybridge.search.census.plain import PlainCounter
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Tally
from tests.samples import sample
from tests.search.census.ending import Enough, never, stopping


@pytest.fixture(scope="module")
def seven():
    return read(find("seven"))


def counter_of(facts):
    return PlainCounter(facts, [state for _, state in facts.starts])


def test_exact_are_the_states_whose_bound_is_their_distance(seven):
    counter, estimate = counter_of(seven), Manhattan(seven).estimate
    for level in counter.levels(never):
        states = counter.farthest(level.states + 1)
        assert len(set(states)) == level.states
        assert states == sorted(states)
        assert level.exact == sum(estimate(state) == level.distance for state in states)


@pytest.mark.parametrize("name", sample(["seven", "blocks4", "sussman"], slow=("seven",)))
def test_distances_are_those_of_shortest_solutions(name):
    facts = read(find(name))
    counter = counter_of(facts)
    for level in counter.levels(never):
        for state in counter.farthest(2):
            (moves,) = breadth_first(puzzle_from(facts, state), Tally())
            assert len(moves) == level.distance


def test_starts_are_told_where_they_are():
    facts = read(find("eight"))
    goal = facts.goals[0]
    starts = [goal, *(state for _, state in facts.starts), goal]
    here = {number: level.distance for level in PlainCounter(facts, starts).levels(never) for number in level.here}
    assert here == {0: 0, 1: 12, 2: 22, 3: 31, 4: 31, 5: 0}


def test_stopped_anywhere_it_goes_on_and_tells_no_level_twice(seven):
    whole = list(counter_of(seven).levels(never))
    counter, told, stops = counter_of(seven), [], 0
    for calls in range(12):
        try:
            for level in counter.levels(stopping(calls + 1)):
                told.append(level)
        except Enough:
            stops += 1
    assert stops > 3
    told += counter.levels(never)
    assert told == whole
    assert list(counter.levels(never)) == []


@pytest.mark.parametrize("name", ["seven", "blocks4"])
@pytest.mark.parametrize("after", [0, 1, 2, 10])
def test_kept_and_gone_on_with(name, after):
    facts = read(find(name))
    whole = list(counter_of(facts).levels(never))
    first, second = counter_of(facts), counter_of(facts)
    levels = [level for _, level in zip(range(after), first.levels(never), strict=False)]
    second.resume(levels, first.saved())
    assert levels == whole[:after]
    assert second.farthest(3) == first.farthest(3)
    assert [*levels, *second.levels(never)] == whole


def test_what_was_not_kept_by_it_is_refused(seven):
    counter = counter_of(seven)
    levels = list(islice(counter.levels(never), 5))
    arrays = counter.saved()
    last = arrays["last"]
    for wrong in (last[:0], last[1:], last[last.tolist().index(10) + 1 :], np.frombuffer(b"[" * 10_000, np.uint8)):
        fresh = counter_of(seven)
        with pytest.raises((ValueError, RecursionError)):
            fresh.resume(levels, {**arrays, "last": wrong})
        assert next(iter(fresh.levels(never))).distance == 0
    for wrong in (levels[:4], [*levels[:3], levels[4], levels[3]]):
        with pytest.raises(ValueError, match="not those of the levels"):
            counter_of(seven).resume(wrong, arrays)
