"""All shortest solutions: what is known, the plain twin, breadth-first search, and numbers beyond 64 bits."""

import math
import random
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.heuristics import Manhattan
from pybridge.heuristics.towers import Towers
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from, replay, why_unsolvable
from pybridge.search.layers.forward import Forward
from pybridge.search.layers.shortest import listing
from pybridge.search.native.blocks.search import carrying_moves
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Tally
from pybridge.search.task import ALL, COUNT, FIRST, Wanted
from tests.samples import sample
from tests.search.layers.plain import PlainLayers
from tests.solving import solve

KNOWN = [
    ("seven", "page", "takahashi", 36, 24),  # recounted by breadth-first search
    ("box_eight", "page", "manhattan", 30, 16),  # M. Hiroi's equal pieces
    ("fifteen", "rosetta", "takahashi", 52, 2),  # rosettacode.org, both solutions are printed there
]
"""Puzzle, start, heuristic, length, shortest solutions."""


def nothing():
    """A check that never ends a search."""


def native(facts, start, heuristic=None, **wanted):
    return solve(facts, "ida_star", engine="native", start=start, heuristic=heuristic, **wanted)


@pytest.mark.parametrize(("name", "start", "heuristic", "length", "count"), sample(KNOWN, quick=KNOWN[:2]))
def test_known_numbers(name, start, heuristic, length, count):
    facts = read(find(name))
    counted = native(facts, start, heuristic, wanted=COUNT)
    assert (counted.outcome, counted.length, counted.count, counted.solutions) == (Outcome.SOLVED, length, count, ())
    listed = native(facts, start, heuristic, wanted=ALL)
    assert (listed.count, len(set(listed.solutions)), listed.every) == (count, count, True)
    for moves in listed.solutions:
        assert len(replay(facts, facts.start(start), moves)) == length + 1
    first = native(facts, start, heuristic)
    assert first.solutions == listed.solutions[:1]
    assert first.count is None


@pytest.mark.parametrize("name", ["blocks3", "blocks4", "sussman"])
def test_blocks_as_breadth_first_search_finds_them(name):
    facts = read(find(name))
    for start, state in facts.starts:
        expected = breadth_first(puzzle_from(facts, state), Tally(), every=True)
        listed = native(facts, start, wanted=ALL)
        twin = PlainLayers(puzzle_from(facts, state), Towers(facts).estimate, len(expected[0]), nothing)
        assert listed.solutions == tuple(twin.solutions())
        assert sorted(listed.solutions) == sorted(expected)
        assert native(facts, start, wanted=COUNT).count == listed.count == twin.count == len(expected)
        assert native(facts, start).solutions == listed.solutions[:1]


def test_the_page_has_one_plan_for_its_blocks():
    """M. Hiroi's blocks: 5 moves, one shortest solution."""
    counted = native(read(find("blocks3")), None, wanted=COUNT)
    assert (counted.length, counted.count, counted.solutions) == (5, 1, ())


DRAWN = ["ooo\no o\nooo", "oooo\n o  \noo  ", "ooooo\noo   ", "o\noo\nooo", "oo\noo\noo", "ooo\nooo"]


def drawn(number, seed):
    """A board, some with a triangle, equal tiles, several goals or weaker distances; and a start."""
    draw = random.Random(f"{number} {seed}")
    facts = from_drawing(DRAWN[number], name="drawn")
    cells = len(facts.cells)
    neighbors = [set(near) for near in facts.neighbors]
    if seed % 2:
        one, other = draw.sample(range(cells), 2)
        neighbors[one].add(other)
        neighbors[other].add(one)
    neighbors = tuple(tuple(draw.sample(sorted(near), len(near))) for near in neighbors)
    tiles = [0, *(draw.randint(1, 3) if seed % 3 == 0 else tile for tile in range(1, cells))]
    names = {tile: place for place, tile in enumerate(sorted(set(tiles)))}
    goals = tuple({tuple(names[tile] for tile in draw.sample(tiles, cells)) for _ in range(1 + seed % 4)})
    board = list(goals[0])
    for _ in range(draw.randint(10, 60)):
        blank = board.index(0)
        cell = draw.choice(neighbors[blank])
        board[blank], board[cell] = board[cell], 0
    distances = all_goal_distances(neighbors, goals)
    if seed == 5:
        distances = tuple(tuple(draw.randint(0, each) for each in row) for row in distances)
    starts = (("first", tuple(board)),)
    return replace(facts, neighbors=neighbors, goals=goals, distances=distances, starts=starts, optimal={})


@pytest.mark.parametrize("number", range(len(DRAWN)))
@pytest.mark.parametrize("seed", range(6))
def test_boards_of_any_kind(number, seed):
    """The same solutions in the same order by kernels, by the plain twin, and by breadth-first search."""
    facts = drawn(number, seed)
    state = facts.starts[0][1]
    expected = breadth_first(puzzle_from(facts, state), Tally(), every=True)
    assert why_unsolvable(facts, state) is None
    found = native(facts, "first", "manhattan", wanted=ALL)
    plain = PlainLayers(puzzle_from(facts, state), Manhattan(facts).estimate, len(expected[0]), nothing)
    assert plain.count == found.count == len(expected)
    assert tuple(plain.solutions()) == found.solutions
    assert sorted(found.solutions) == sorted(expected)
    assert native(facts, "first", "manhattan", wanted=COUNT).count == len(expected)


@cache
def shortest_of_eight():
    """All shortest solutions of each start."""
    facts = read(find("eight"))
    return {start: breadth_first(puzzle_from(facts, state), Tally(), every=True) for start, state in facts.starts}


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["takahashi", "pdb:4-4", "max(pdb:4-4,inversion)"])
def test_each_kernel_counts_the_same(heuristic):
    facts = read(find("eight"))
    for start, expected in shortest_of_eight().items():
        found = native(facts, start, heuristic, wanted=ALL)
        assert sorted(found.solutions) == sorted(expected)
        assert found.count == native(facts, start, heuristic, wanted=COUNT).count == len(expected)


def test_a_start_that_is_a_goal():
    facts, blocks = read(find("eight")), read(find("blocks3"))
    at_goal = replace(blocks, starts=(("there", blocks.goals[0]),), optimal={})
    for solution in (
        native(facts, " ".join(map(str, facts.goals[0])), "manhattan", wanted=ALL),
        native(at_goal, "there", wanted=ALL),
    ):
        assert (solution.count, solution.solutions, solution.length) == (1, ((),), 0)
    plain = PlainLayers(puzzle_from(facts, facts.goals[0]), Manhattan(facts).estimate, 0, nothing)
    assert (plain.count, list(plain.solutions())) == (1, [()])


def apart(blocks):
    """Blocks that each go from a place of its own to another: any order is as short as any other."""
    names = tuple(f"b{number}" for number in range(blocks))
    here, there = ([f"{side}{number}" for number in range(blocks)] for side in "xy")
    start, goal = (tuple(zip(names, places, strict=True)) for places in (here, there))
    return BlocksFacts(
        name="apart", title="Apart", starts=(("one", start),), goals=(goal,), blocks=names, places=(*here, *there)
    )


@pytest.mark.parametrize("blocks", sample([3, 8, 12], slow=(12,)))
def test_every_order_is_counted(blocks):
    assert native(apart(blocks), "one", wanted=COUNT).count == math.factorial(blocks)


@pytest.mark.parametrize("begin", [1, 2**63, 2**64 - 1, 2**127 + 12345, 2**200 - 1])
def test_numbers_of_any_size(begin, monkeypatch):
    """As many ways to the start as that, so that sums need more and more words, layer by layer."""
    from pybridge.search.layers import forward

    put = forward.Layer.put

    def many(layer, row, control):
        put(layer, row, control)
        while layer.ways.shape[1] * 64 < begin.bit_length():
            layer.widen()
        layer.ways[0] = [begin >> 64 * word & 2**64 - 1 for word in range(layer.ways.shape[1])]

    monkeypatch.setattr(forward.Layer, "put", many)
    facts = apart(9)
    mover = carrying_moves(facts, facts.starts[0][1])
    assert Forward(mover, 9, lambda done, expanded, generated: None).run().count == begin * math.factorial(9)


@pytest.mark.slow
def test_the_first_of_very_many_come_at_once():
    facts = apart(12)
    found = native(facts, "one", wanted=Wanted(every=True, listed=5))
    assert (found.count, len(found.solutions), found.every) == (math.factorial(12), 5, False)
    assert [[move.piece for move in moves][-3:] for moves in found.solutions[:3]] == [
        ["b9", "b10", "b11"],
        ["b9", "b11", "b10"],
        ["b10", "b9", "b11"],
    ]
    assert list(found.solutions) == sorted(found.solutions, key=lambda moves: [int(m.piece[1:]) for m in moves])


def test_listing_is_lazy():
    facts = apart(10)
    mover = carrying_moves(facts, facts.starts[0][1])
    forward = Forward(mover, 10, lambda done, expanded, generated: None, listed=True).run()
    paths = listing(forward.edges, forward.goals)
    assert len(list(islice(paths, 7))) == 7
    assert len({next(paths) for _ in range(100)}) == 100


@pytest.mark.parametrize("most", [1, 3, 16, 17, 1000])
def test_as_many_as_are_wanted(most):
    facts = read(find("box_eight"))
    every = native(facts, "page", "manhattan", wanted=ALL)
    some = native(facts, "page", "manhattan", wanted=Wanted(every=True, listed=most))
    assert some.solutions == every.solutions[:most]
    assert (some.count, some.every) == (16, most >= 16)


def test_prolog_lists_every_solution():
    for engine in ("prolog", "prolog-terms"):
        with pytest.raises(UnavailableProgramError, match="native"):
            solve(read(find("seven")), "ids_low", engine=engine, wanted=Wanted(every=True, listed=2))


@pytest.mark.slow
def test_limits_end_it():
    facts = apart(20)
    for wanted in ({"wanted": ALL}, {"wanted": COUNT}):
        stopped = native(facts, "one", limits=Limits(seconds=0.05), **wanted)
        assert (stopped.outcome, stopped.count) == (Outcome.TIME_LIMIT, None)
    short = native(read(find("blocks3")), None, wanted=COUNT, last_threshold=4)
    assert (short.outcome, short.count, short.layers) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, None, None)


@pytest.mark.parametrize("facts", [apart(6), read(find("seven"))], ids=["blocks", "tiles"])
def test_the_first_solution_outlives_a_stop_of_the_count(facts, monkeypatch):
    go_on = Tally.spend_on_layer

    def stop_at_three(tally, done, expanded, generated):
        if done == 3:
            tally.cancel()
        go_on(tally, done, expanded, generated)

    monkeypatch.setattr(Tally, "spend_on_layer", stop_at_three)
    start, state = facts.starts[0]
    first = native(facts, start, wanted=FIRST)
    stopped = native(facts, start, wanted=ALL)
    assert (stopped.outcome, stopped.solutions, stopped.count) == (Outcome.INTERRUPTED, first.solutions, None)
    assert len(replay(facts, state, stopped.solutions[0])) == first.length + 1
    assert (stopped.layers.done, stopped.layers.of, stopped.lower_bound) == (3, first.length, first.length)


def test_what_counting_takes_is_told_apart():
    facts = apart(8)
    first, counted = native(facts, "one"), native(facts, "one", wanted=COUNT)
    assert (first.layers, counted.expanded, counted.generated) == (None, first.expanded, first.generated)
    layers = counted.layers
    assert (layers.done, layers.of) == (8, 8)
    assert layers.expanded == sum(math.comb(8, moved) for moved in range(8))  # which blocks are there already
    assert layers.generated > layers.expanded
    assert layers.seconds > 0


def test_blocks_on_a_table():
    """Any number of towers: the kernels and the plain twin, on random states of five blocks and two places."""
    draw = random.Random(5)
    blocks = tuple("abcde")

    def towers():
        stands, clear = {}, ["p", "q", "t"]
        for block in draw.sample(blocks, len(blocks)):
            under = draw.choice(clear)
            clear = [each for each in clear if each != under or each == "t"] + [block]
            stands[block] = under
        return tuple((block, stands[block]) for block in blocks)

    for _ in range(20):
        start, goals = towers(), (towers(), towers())
        facts = BlocksFacts(
            name="five",
            title="Five",
            starts=(("one", start),),
            goals=goals,
            blocks=blocks,
            places=("p", "q"),
            table="t",
        )
        found = native(facts, "one", wanted=ALL)
        twin = PlainLayers(puzzle_from(facts, start), Towers(facts).estimate, found.length, nothing)
        assert found.count == twin.count > 0
        assert list(found.solutions) == list(twin.solutions())
        assert found.length == len(breadth_first(puzzle_from(facts, start), Tally())[0])


@pytest.mark.slow
def test_a_long_board():
    """A path of 30 cells: one way, and a state needs several words."""
    facts = rectangle(1, 30, name="path")
    start = " ".join(map(str, (0, *range(1, 30))))
    found = native(facts, start, "manhattan", wanted=ALL)
    assert (found.count, found.length) == (1, 29)
