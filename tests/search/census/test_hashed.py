"""The census by hashing: what is published, the plain twin on boards of any kind, and a stop at every level."""

import random
from dataclasses import replace
from itertools import islice, permutations

import numpy as np
import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.search.census.choice import counter as counting
from pybridge.search.census.choice import plan
from pybridge.search.census.plain import PlainCounter
from tests.search.census.ending import Enough, never, stopping
from tests.search.census.test_oracles import BLANK_IN_THE_CENTRE, THREE_BY_THREE, TWO_BY_FOUR

BOX_EIGHT = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 944, 1232, 2188, 2756, 4786, 5648, 8934, 9024, 12664, 10596, 12164,
    7328, 6405, 2540, 1564, 344, 148, 24, 6,
]  # fmt: skip
"""M. Hiroi's sliding puzzle with equal pieces, recounted by breadth-first search."""


def census(counter, check=never):
    return [(level.states, level.exact, level.here) for level in counter.levels(check)]


def hashed(facts, starts, room=None):
    """The census, at first with room for that many states, or for all."""
    chosen = plan(facts, "hashed")
    return counting(chosen if room is None else replace(chosen, states=room), facts, starts)


def counts(facts, **options):
    return [level.states for level in hashed(facts, (), **options).levels(never)]


def twin(facts, starts):
    """The plain census and its farthest states."""
    counter = PlainCounter(facts, starts)
    levels = census(counter)
    return levels, counter.farthest(5)


@pytest.mark.parametrize(("name", "levels"), [("box_eight", BOX_EIGHT), ("eight", THREE_BY_THREE)])
def test_published_levels(name, levels):
    assert counts(read(find(name))) == levels


def test_the_blank_in_the_middle():
    goal = (1, 2, 3, 4, 0, 5, 6, 7, 8)
    facts = read(find("eight"))
    centred = replace(facts, goals=(goal,), distances=all_goal_distances(facts.neighbors, [goal]))
    assert counts(centred) == BLANK_IN_THE_CENTRE


def test_the_farthest_states_of_two_by_four():
    counter = hashed(rectangle(2, 4, name="board"), [(0, 7, 2, 1, 4, 3, 6, 5)])
    levels = list(counter.levels(never))
    assert [level.states for level in levels] == TWO_BY_FOUR
    assert [level.distance for level in levels if level.here == (0,)] == [36]
    assert counter.farthest(7) == [(0, 7, 2, 1, 4, 3, 6, 5)]


def test_the_blocks_of_the_page():
    """M. Hiroi's blocks; states by breadth-first search."""
    facts = read(find("blocks3"))
    counter = hashed(facts, [facts.starts[0][1]])
    levels = list(counter.levels(never))
    assert [level.states for level in levels] == [1, 2, 4, 12, 17, 16, 7, 1]
    assert [level.distance for level in levels if level.here] == [5]
    assert len(counter.farthest(9)) == 1


@pytest.mark.parametrize("name", ["seven", "box_eight", "blocks3", "blocks4", "sussman"])
def test_shipped_puzzles_as_in_plain_python(name):
    facts = read(find(name))
    starts = [state for _, state in facts.starts]
    counter = hashed(facts, starts)
    expected, farthest = twin(facts, starts)
    found = census(counter)
    if expected[0][1] is None:  # the plain census has no bound
        found = [(states, None, here) for states, _, here in found]
    assert (found, counter.farthest(5)) == (expected, farthest)


DRAWN = ["ooo\no o\nooo", "oooo\n o  \noo  ", "ooooo\noo   ", "o\noo\nooo", "oo\noo\noo", "ooooo", "oo"]


@pytest.mark.parametrize("number", range(len(DRAWN)))
@pytest.mark.parametrize("seed", range(6))
def test_boards_of_any_kind(number, seed):
    """Holes, rings, bridges; some with a triangle, with equal tiles, several goals, or weaker distances."""
    draw = random.Random(f"{number} {seed}")
    facts = from_drawing(DRAWN[number], name="drawn")
    cells = len(facts.cells)
    neighbors = [set(near) for near in facts.neighbors]
    if seed % 2 and cells > 2:
        one, other = draw.sample(range(cells), 2)
        neighbors[one].add(other)
        neighbors[other].add(one)
    neighbors = tuple(tuple(sorted(near)) for near in neighbors)
    tiles = [0, *(draw.randint(1, 3) if seed % 3 == 0 else tile for tile in range(1, cells))]
    names = {tile: number for number, tile in enumerate(sorted(set(tiles)))}
    tiles = [names[tile] for tile in tiles]
    goals = tuple({tuple(draw.sample(tiles, cells)) for _ in range(1 + seed % 4)})
    distances = all_goal_distances(neighbors, goals)
    if seed == 5:
        distances = tuple(tuple(draw.randint(0, each) for each in row) for row in distances)
    board = replace(
        facts, neighbors=neighbors, goals=goals, distances=distances, starts=(("first", goals[0]),), optimal={}
    )
    starts = [goals[-1], tuple(draw.sample(tiles, cells)), tuple(draw.sample(tiles, cells))]
    counter = hashed(board, starts, room=10)
    assert census(counter) == twin(board, starts)[0]
    assert counter.farthest(5) == twin(board, starts)[1]


@pytest.mark.slow
def test_boards_of_several_words():
    """A path of 40 cells has few states, and 6 bits a cell; a ring of 18 cells has two words."""
    path = rectangle(1, 40, name="path")
    assert hashed(path, ())._packed.layout.words == 4
    assert counts(path) == [1] * 40
    ring = from_drawing("oooooooo\no      o\noooooooo", name="ring")
    assert census(hashed(ring, ())) == twin(ring, ())[0]


def test_more_than_64_cells_are_refused():
    with pytest.raises(UnavailableProgramError, match="at most 64 cells, and there are 65"):
        hashed(rectangle(5, 13, name="board"), (), room=10)


@pytest.mark.parametrize("name", ["seven", "blocks4"])
@pytest.mark.parametrize("after", [1, 2, 5, 9, 20])
def test_it_goes_on_where_it_was_stopped(name, after, monkeypatch):
    monkeypatch.setattr("pybridge.search.queue._BUDGET", 500)
    facts = read(find(name))
    starts = [state for _, state in facts.starts]
    expected = list(hashed(facts, starts).levels(never))
    counter, levels = hashed(facts, starts), []
    with pytest.raises(Enough):
        levels.extend(counter.levels(stopping(after)))
    for number, level in enumerate(expected):
        counter = resumed(counter, facts, starts, expected[: max(number, len(counter._levels))])
        if number >= len(counter._levels):
            assert next(counter.levels(never)) == level
        assert counter.farthest(3) == sorted(counter.farthest(10**6))[:3]
    assert list(counter.levels(never)) == []


def resumed(counter, facts, starts, complete):
    """The census after it was kept and taken up again."""
    again = hashed(facts, starts, room=100)
    again.resume(complete, counter.saved())
    return again


def test_levels_of_a_stopped_census_come_once():
    facts = read(find("seven"))
    counter, found, after = hashed(facts, ()), [], 1
    while True:
        try:
            for level in counter.levels(stopping(after)):
                found.append(level.distance)
            break
        except Enough:
            after += 1
    assert found == list(range(37))


def test_what_is_not_its_own_is_refused():
    seven, box = read(find("seven")), read(find("box_eight"))
    counter = hashed(seven, ())
    levels = list(islice(counter.levels(never), 10))
    arrays = counter.saved()
    rows, end = arrays["queue"], sum(level.states for level in levels)
    with pytest.raises(ValueError, match="not those to begin with"):
        hashed(box, ()).resume(levels, arrays)
    for other in (rows[:0], rows[:5], rows[:, :0], rows.ravel(), rows.astype(np.int64), rows[1:]):
        with pytest.raises(ValueError, match=r"."):
            hashed(seven, ()).resume(levels, {**arrays, "queue": other})
    for numbers in ([end + 1, 0], [-1, 0], [0, -1], [0, len(rows)], [0]):
        with pytest.raises(ValueError, match=r"."):
            hashed(seven, ()).resume(levels, {**arrays, "numbers": np.array(numbers)})
    with pytest.raises(ValueError, match="not those of the levels"):
        hashed(seven, ()).resume([*levels, replace(levels[-1], states=999)], arrays)


def test_memory_is_what_it_takes():
    facts = read(find("box_eight"))
    counter = hashed(facts, (), room=90_720)
    list(counter.levels(never))
    queue = counter._queue
    assert plan(facts, "hashed").memory == queue._queue.nbytes + queue._slots.nbytes
    assert plan(facts, "hashed").memory < 16 * 90_720


def under(state, goal):
    """The bound of blocks world as it is stated: for each block 0, 1 or 2."""
    now, then, moves = dict(state), dict(goal), 0

    def below(where, block):
        found = []
        while block in where:
            block = where[block]
            found.append(block)
        return found

    def settled(block):
        return block not in now or (now[block] == then[block] and settled(now[block]))

    for block in now:
        if not settled(block):
            tower = [block, *below(now, block)]
            twice = any(not settled(each) and each in below(then, block) for each in tower[1:-1])
            place = tower[-1] != "t" and not settled(tower[-2]) and below(then, block)[-1] == tower[-1]
            moves += 1 + (twice or place)
    return moves


@pytest.mark.parametrize("goals", [1, 3])
@pytest.mark.parametrize("places", [2, 3, 4])
def test_the_bound_of_blocks_world(goals, places):
    """All states of four blocks: the kernel counts as the statement reads, and no bound exceeds the distance."""
    blocks, grounds = tuple("abcd"), tuple("xyzw")[:places]
    draw = random.Random(places)
    states = list(all_states(blocks, grounds))
    wanted = tuple(draw.sample(states, goals))
    facts = BlocksFacts(
        name="four", title="Four", starts=(("one", states[0]),), goals=wanted, blocks=blocks, places=grounds
    )
    counter = PlainCounter(facts, ())
    exact = []
    for level in counter.levels(never):
        bounds = [min(under(state, goal) for goal in wanted) for state in counter._last]
        assert max(bounds) <= level.distance
        exact.append(bounds.count(level.distance))
    assert [level.exact for level in hashed(facts, ()).levels(never)] == exact
    assert 0 < sum(exact) < len(states)


def all_states(blocks, grounds):
    """Every way of standing the blocks on the places: orders of blocks, cut into towers."""
    seen = set()
    for order in permutations((*blocks, *grounds[1:])):
        towers, ground = {}, grounds[0]
        carrier = ground
        for each in order:
            if each in grounds:
                carrier = each
            else:
                towers[each], carrier = carrier, each
        state = tuple((block, towers[block]) for block in blocks)
        if state not in seen:
            seen.add(state)
            yield state


TOWERS = {
    3: [1, 1, 2, 5, 4],
    5: [1, 1, 2, 7, 26, 90, 162, 144, 68],
    7: [1, 1, 2, 7, 26, 105, 475, 2128, 5969, 9949, 10244, 6362, 2364],
}
"""From one tower on an open table, by breadth-first search; recomputed."""


def tower(blocks):
    """One tower on a table that carries any number, as the goal."""
    names = tuple("abcdefghij"[:blocks])
    goal = tuple(zip(names, (*names[1:], "t"), strict=True))
    return BlocksFacts(
        name="tower", title="Tower", starts=(("one", goal),), goals=(goal,), blocks=names, places=(), table="t"
    )


@pytest.mark.parametrize("blocks", TOWERS)
def test_towers_on_an_open_table(blocks):
    facts = tower(blocks)
    assert counts(facts) == TOWERS[blocks]
    if blocks < 7:
        assert census(hashed(facts, ())) == twin(facts, ())[0]


@pytest.mark.parametrize(
    ("blocks", "states"),
    [
        (8, 394_353),
        pytest.param(9, 4_596_553, marks=pytest.mark.slow),
    ],
)
def test_how_many_states_there_are_on_an_open_table(blocks, states):
    """The number of ways to stand this many blocks in towers, by the known formula."""
    assert sum(counts(tower(blocks))) == states
