"""Lower bounds by projections: never more than the distance; how much a move changes them; how they are chosen."""

import random
from dataclasses import replace
from itertools import combinations, pairwise
from math import prod
from pathlib import Path

import pytest

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import inverse, moved
from pybridge.facts.places import places
from pybridge.heuristics.projection_choice import SIZES, complete, recipes
from pybridge.heuristics.projections import Projections, views
from pybridge.heuristics.registry import make, obtain, parse
from pybridge.limits import silent
from pybridge.puzzles.symmetries import symmetries
from tests.samples import sample
from tests.turning import applied, distances, moves_of, scrambled

CLOVER = Path(__file__).parents[2] / "examples" / "clover.pl"
WRITTEN = {
    "topspin": ["places[1 2 3]", "pieces[1 2 4]", "places[1-4];places[6 9]", "places[1 5]*places[2 6]"],
    "pancake": ["places[1 2 3]", "pieces[5 6 7];places[1,4]", "small"],
    "clover": ["small"],
    "pocket two": ["places[1 2 3]*ways[1 2 3]", "pieces[1 2 4]", "ways[1 2 3 4]"],
}
CASES = [(name, text) for name, texts in WRITTEN.items() for text in texts]


def puzzle(name):
    if name == "clover":
        return read(CLOVER)
    name, _, part = name.partition(" ")
    facts = read(find(name))
    return replace(facts, generators=facts.generators[:2], distances=(), optimal={}) if part else facts


def bound(facts, text) -> Projections:
    made = obtain(facts, parse(f"projection:{text}"), silent)
    assert isinstance(made, Projections)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), sample(CASES, slow=[("topspin", text) for text in WRITTEN["topspin"][2:]]))
def test_never_more_than_the_distance_and_changing_by_one(name, text):
    """In all states of small puzzles, or every n-th: after each move, too, except for lookups of the inverse."""
    facts = puzzle(name)
    turns, known = moves_of(facts), bound(facts, text)
    assert known.admissible
    assert known.consistent == (not known.inverted)
    far = distances(facts.goals[0], turns)
    states = sorted(far)
    some = states[:: max(1, len(states) // 400)]
    for state in some:
        h = known.estimate(state)
        assert h <= far[state]
        assert (h == 0) or state not in facts.goals
        for by in turns[:3]:
            assert abs(plainly(known, applied(state, by)) - plainly(known, state)) <= 1
    assert max(map(known.estimate, some)) > 1


@pytest.mark.parametrize("text", ["places[1 2 3]*ways[1 2 3]", "pieces[1 2 4]", "small"])
def test_scrambles_of_the_pocket_cube(text):
    """No more than the moves that were made; with all tables exactly the distance."""
    facts = puzzle("pocket")
    turns, known = moves_of(facts), bound(facts, text)
    near, draw = distances(facts.goals[0], turns, 4), random.Random(text)
    for state in draw.sample(sorted(near), 60):
        assert known.estimate(state) <= near[state]
        if text == "small":
            assert known.estimate(state) == near[state]
    for start, length in facts.optimal.items():
        assert known.estimate(facts.start(start)) <= length
    state, before = facts.goals[0], 0
    for _ in range(60):
        state = applied(state, draw.choice(turns))
        assert abs(plainly(known, state) - before) <= 1
        before = plainly(known, state)


def plainly(known, state):
    """The bound without lookups of the inverse."""
    if not known.inverted:
        return known.estimate(state)
    return max(lookup.distance(lying(state)) for lookup in known.lookups)


def lying(state):
    """The home of what lies on each point, where the goal is in ascending order."""
    return tuple(piece - 1 for piece in state)


def undone(facts, state):
    """The inverse of a state, by the definition: the piece of point p lies on the state's point of the piece of p."""
    goal = facts.goals[0]
    lies = {piece: point for point, piece in enumerate(state)}
    return tuple(goal[lies[piece]] for piece in goal)


INVERTED = {
    "topspin": ("pieces[1 2 4]", [0]),
    "pancake": ("places[1 2 3]", [0]),
    "pocket two": ("pieces[1 2 4]", [0]),
    "pyraminx": ("small", []),
    "skewb": ("small", []),
    "clover": ("small", []),
}
"""Which lookups the inverse has: none if a projection determines its pieces, or if pieces look alike."""


@pytest.mark.parametrize("name", INVERTED)
def test_a_state_and_its_inverse_have_one_bound(name):
    """They have one distance. Undone twice, a state is itself; moves and their inverses undo each other."""
    facts, (text, inverted) = puzzle(name), INVERTED[name]
    known, draw, turns = bound(facts, text), random.Random(name), moves_of(puzzle(name))
    assert known.inverted[:1] == inverted
    assert known.consistent == (not inverted)
    for _ in range(20):
        by = [draw.choice(turns) for _ in range(9)]
        state = back = facts.goals[0]
        for each in by:
            state = applied(state, each)
        for each in reversed(by):
            back = applied(back, inverse(each))
        if inverted:
            assert undone(facts, state) == back
            assert known.estimate(state) == known.estimate(back) >= plainly(known, state)


def test_no_inverse_is_looked_up_where_a_move_has_none():
    """With one direction of each turn only, the way back from a state is not as long as the way to it."""
    pocket = read(find("pocket"))
    oneway = replace(pocket, metric=(1,), distances=(), optimal={})
    assert bound(pocket, "pieces[1 2 4]").inverted
    known = bound(oneway, "pieces[1 2 4]")
    assert not known.inverted
    assert known.consistent
    far = distances(oneway.goals[0], moves_of(oneway), 4)
    assert any(undone(oneway, state) not in far for state in far)
    assert all(known.estimate(state) <= distance for state, distance in far.items())


ERRORS = {
    "nonsense": "'nonsense' is not a size of tables: write small, medium, large, 500MB",
    "": "no heuristic is named",
    "12kB": "is not a size of tables",
    "1e9MB": "is not a size of tables",
    "0MB": "no table of cube fits into 0 bytes; allow more",
    "corners[1]": "'corners[1]' is not a projection: write places[1 3], ways[1 3] or pieces[1 3]",
    "places[1]*": "'' is not a projection",
    "places[1];": "'' is not a projection",
    "places[]": "'places[]' is not a projection",
    "places[ ]": "' ' is not a point that moves, of 1 to 48",
    "places[0]": "0 is not a point that moves, of 1 to 48",
    "places[1 49]": "49 is not a point that moves, of 1 to 48",
    "places[1--3]": "'1--3' is not a point; write numbers such as 3, or 1-8",
    "places[-3]": "'-3' is not a point",
    "places[3-1]": "3-1 are not points, which are 1 to 48",
    "places[1-99999999]": "49 is not a point that moves, of 1 to 48",
    "places[" + "9" * 5000 + "]": "are not points, which are 1 to 48",
    "places[1]*ways[1]*ways[3]": "a projection is a product of two parts at most",
    "pieces[1]*ways[1]": "pieces[...] stands alone",
}


@pytest.mark.parametrize("text", ERRORS, ids=lambda text: text[:30] or "empty")
def test_what_is_wrong_is_said_in_one_line(text):
    facts = read(find("cube"))
    with pytest.raises(UnfitHeuristicError) as caught:
        make(facts, parse(f"projection:{text}"), {})
    assert ERRORS[text] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 350


def test_what_cannot_be_built():
    facts = read(find("cube"))
    edge, corner = (next(o.places[0][0] + 1 for o in places(facts) if o.ways == ways) for ways in (2, 3))
    for text in (f"pieces[{edge} {corner}]",):
        (recipe,) = recipes(facts, text)
        with pytest.raises(UnfitHeuristicError, match="must be different, and of one orbit"):
            assert recipe.frame


def test_pieces_that_look_alike_are_not_told_apart():
    facts = read(CLOVER)
    (recipe,) = recipes(facts, "places[1]")
    with pytest.raises(UnfitHeuristicError, match="distinguishes pieces that look alike in clover"):
        Projections(facts, {recipe: recipe.build(silent)}, "places[1]")


PAIRS = """
puzzle(pairs, permutation, "Four pairs of equal points: how a pair lies cannot be seen").
start(s, [1, 1, 3, 3, 4, 4, 2, 2]).
goal([1, 1, 2, 2, 3, 3, 4, 4]).
generator(a, [[1, 7, 2, 8]]).
generator(b, [[7, 6, 2, 3, 8, 5, 1, 4]]).
generator(c, [[5, 2, 6, 1]]).
metric(quarter).
"""


def test_ways_to_lie_that_look_alike_are_not_told_apart():
    facts = read_text(PAIRS, "pairs.pl")
    (recipe,) = recipes(facts, "pieces[1 3]")
    with pytest.raises(UnfitHeuristicError, match="distinguishes pieces that look alike in pairs"):
        Projections(facts, {recipe: recipe.build(silent)}, "pieces[1 3]")


def test_a_place_that_no_piece_leaves():
    """Its color never changes; how the piece lies does."""
    text = 'puzzle(r, permutation, "R").\nstart(s, "A B").\ngoal([1, 2, 3, 4, 5, 6]).\n'
    facts = read_text(f"{text}generator('A', [[1, 2, 3, 4]]).\ngenerator('B', [[5, 6]]).\nmetric(half).\n", "r.pl")
    away = distances(facts.goals[0], moves_of(facts))
    for piece in (1, 4, 5):
        (recipe,) = recipes(facts, f"pieces[{piece}]")
        bound = Projections(facts, {recipe: recipe.build(silent)}, f"pieces[{piece}]")
        recipe.verify(recipe.build(silent), silent)
        assert all(bound.estimate(state) <= distance for state, distance in away.items())
        assert max(map(bound.estimate, away)) == 1


SETS = """
puzzle(sets, permutation, "Two rings of five with two points in common, and four pairs that look alike").
start(s, "a b a").
goal([1, 1, 2, 2, 3, 3, 4, 4]).
generator(a, [[1, 2, 3, 4, 5]]).
generator(b, [[4, 5, 6, 7, 8]]).
metric(quarter).
"""


@pytest.mark.parametrize("text", [CLOVER.read_text(), PAIRS, SETS], ids=["clover", "pairs", "sets"])
def test_few_states_have_a_table_of_all(text):
    facts = read_text(text, "few.pl")
    (recipe,) = recipes(facts, "small")
    away = distances(facts.goals[0], moves_of(facts))
    exact = Projections(facts, {recipe: recipe.build(silent)}, "small")
    assert {state: exact.estimate(state) for state in away} == away


def test_kinds_of_pieces_that_depend_on_each_other_have_one_table():
    """Seven points, and the 21 pairs of them, which move with them: 5,040 states, of 5,040 times as many."""
    pairs = {pair: number for number, pair in enumerate(combinations(range(1, 8), 2), 8)}
    images = {"a": (2, 3, 4, 5, 6, 7, 1), "b": (2, 1, 3, 4, 5, 6, 7)}
    text = f'puzzle(both, permutation, "").\nstart(s, "a b").\ngoal({list(range(1, 29))}).\nmetric(quarter).\n'
    for name, to in images.items():
        taken = dict(enumerate(to, 1)) | {n: pairs[min(x, y), max(x, y)] for (i, j), n in pairs.items()
                                          for x, y in [(to[i - 1], to[j - 1])]}  # fmt: skip
        text += f"generator({name}, {_cycles(taken)}).\n"
    facts = read_text(text, "both.pl")
    assert complete(facts, most=2 * 10**6) is None
    (recipe,) = recipes(facts, "1MB")
    away = distances(facts.goals[0], moves_of(facts))
    exact = Projections(facts, {recipe: recipe.build(silent)}, "1MB")
    assert len(away) == len(recipe.frame.row_values) == 5040
    assert all(exact.estimate(state) == away[state] for state in random.Random(1).sample(sorted(away), 300))


def _cycles(taken):
    found, left = [], dict(taken)
    while left:
        cycle = [next(iter(left))]
        while (point := left.pop(cycle[-1])) != cycle[0]:
            cycle.append(point)
        found += [cycle] if len(cycle) > 1 else []
    return found


def test_sets_of_pieces_that_look_alike_share_tables(monkeypatch):
    """Two of four pairs make 420 states; all make 2,520."""
    monkeypatch.setattr("pybridge.heuristics.projection_choice.MOST_VALUES", 2000)
    facts = read_text(SETS.replace("sets", "fewer"), "fewer.pl")
    tables = recipes(facts, "small")
    assert [sorted(set(table.rows)) for table in tables] == [[0, 1, 2]] * 2
    away = distances(facts.goals[0], moves_of(facts))
    bound = Projections(facts, {table: table.build(silent) for table in tables}, "small")
    assert all(bound.estimate(state) <= distance for state, distance in away.items())
    assert 4 < max(map(bound.estimate, away)) < max(away.values())


def test_tables_of_many_pieces_need_no_gigabytes():
    """A state of a group has a byte for each point: 34 tables of three of 101 pieces are 3.4 GB."""
    facts = read_text(
        'puzzle(long, permutation, "Long").\nstart(a, "A B").\nmetric(quarter).\n'
        f"goal({list(range(1, 102))}).\ngenerator('A', [{list(range(1, 101))}]).\ngenerator('B', [[100, 101]]).\n",
        "long.pl",
    )
    found = recipes(facts, "small")
    assert len(found) == 51
    assert {max(each.rows) for each in found} == {2}


@pytest.mark.slow
def test_tables_of_many_moves_need_no_gigabytes():
    """Where 435 moves take a value has 1,740 bytes: eight tables of four of 30 pieces are 9 GB."""
    pairs = combinations(range(1, 31), 2)
    swaps = "".join(f"generator(s{one}_{other}, [[{one}, {other}]]).\n" for one, other in pairs)
    facts = read_text(
        'puzzle(swaps, permutation, "Swaps").\nstart(a, "s1_2").\nmetric(quarter).\n'
        f"goal({list(range(1, 31))}).\n{swaps}"
    )
    found = recipes(facts, "small")
    assert len(found) == 10
    assert {max(each.rows) for each in found} == {3}


def test_what_looks_all_alike_has_no_table():
    facts = replace(read(CLOVER), goals=((1,) * 9,))
    with pytest.raises(UnfitHeuristicError, match="no table of clover says anything: all its pieces look alike"):
        recipes(facts, "small")


def told(facts, recipe):
    """How many points have a color other than 0 in rows or columns, or are followed."""
    return sum(1 for each in zip(recipe.rows, recipe.columns or recipe.rows, strict=True) if any(each))


@pytest.mark.parametrize("size", [*SIZES, "3MB"])
@pytest.mark.parametrize("name", ["pocket", "pyraminx", "topspin", "pancake"])
def test_small_puzzles_have_a_table_of_all_states(name, size):
    facts = read(find(name))
    (recipe,) = recipes(facts, size)
    assert recipe == complete(facts)
    pairs = list(zip(recipe.rows, recipe.columns, strict=True))
    moving = [point for orbit in places(facts) for point in orbit.points]
    assert len({pairs[point] for point in moving}) == len(moving)


def test_a_table_of_all_states_is_as_large_as_the_puzzle():
    assert complete(read(find("pocket"))).frame.shape == (5040, 729)
    shape = complete(read(find("pyraminx"))).frame.shape
    assert prod(shape) <= 933_120  # rows that symmetries turn into each other share entries
    assert complete(read(find("cube"))) is None
    assert complete(read(find("skewb")), most=10**6) is None


@pytest.mark.parametrize(("size", "most"), SIZES.items())
def test_the_cube_has_tables_of_its_size(size, most):
    """All symmetries keep the colorings of corners and edges, and six moves, the half turns, do not change them."""
    facts = read(find("cube"))
    (both,) = recipes(facts, size)
    orbits = {orbit.ways: orbit for orbit in places(facts)}
    assert both.kind == "folded"
    still = [
        turn
        for turn in both.moves
        for seen in [[(both.rows[source], both.columns[source]) for source in turn.sources]]
        if seen == list(zip(both.rows, both.columns, strict=True))
    ]
    assert len(still) == 6
    assert {turn.power for turn in still} == {2}
    assert {len(orbits[ways].points) for ways in (2, 3)} == {24}
    assert any(both.rows[point] or both.columns[point] for point in orbits[2].points)
    assert any(both.rows[point] or both.columns[point] for point in orbits[3].points)
    kept = [all(_kept(each, colors) for colors in (both.rows, both.columns)) for each in symmetries(facts)]
    assert sum(kept) == 48
    assert most in (45 * 10**6, 10**9, 6 * 10**9)


def _kept(symmetry, colors):
    """Whether points of one color are of one color after some renaming of the symmetry."""
    for renamed in symmetry.renamings:
        becomes = {}
        if all(becomes.setdefault(colors[point], colors[to]) == colors[to] for point, to in enumerate(renamed)):
            return True
    return False


def test_a_product_of_two_orbits_leaves_none_out():
    """The cube of 4 x 4 x 4 has corners, edges and middles, and a symmetry that exchanges the inner layers."""
    facts = read(Path(__file__).parents[2] / "examples" / "revenge.pl")
    assert len(symmetries(facts)) == 96
    chosen = recipes(facts, "small")
    product, *others = chosen
    assert any(product.rows)
    assert any(product.columns)
    assert len(others) > 3
    seen = {point for each in chosen for colors in (each.rows, each.columns) for point in each_colored(colors)}
    assert seen == {point for orbit in places(facts) for point in orbit.points}
    of_one = [set(each_colored(each.rows)) | set(each_colored(each.columns)) for each in others if not each.tracked]
    assert all(any(colored <= set(orbit.points) for orbit in places(facts)) for colored in of_one)
    assert sum(len(colored) == 4 for colored in of_one) == 6  # the middles of each color


def each_colored(colors):
    return (point for point, color in enumerate(colors) if color)


def test_larger_sizes_have_larger_tables():
    facts = read(find("cube"))
    found = [recipes(facts, size) for size in SIZES]
    assert {len(each) for each in found} == {1}
    assert len({each[0] for each in found}) == 3


def test_symmetric_states_have_the_same_bound():
    """The largest value of all views; the tables alone distinguish some of these states."""
    facts = read(find("cube"))
    known, draw = bound(facts, "pieces[1 3];places[2 4 5]"), random.Random(1)
    symmetric = symmetries(facts)
    assert len(symmetric) == 48
    differing = 0
    for _ in range(3):
        state = scrambled(facts, draw, draw.randint(3, 9))
        values = []
        for symmetry in draw.sample(symmetric, 5):
            renamed = symmetry.renamings[0]
            image = tuple(renamed[state[point] - 1] + 1 for point in inverse(renamed))
            values.append((known.estimate(image), known.lookups[0].distance(lying(image))))
        looked_up_in_views = any(len(views(facts, recipe)) > 1 for recipe in recipes(facts, "places[2 4 5]"))
        assert looked_up_in_views
        assert len({lookup.view for lookup in known.lookups}) > 1
        viewed = max(each.distance(lying(state)) for each in known.lookups if not each.recipe.tracked)
        assert all(h >= viewed for h, _ in values)
        differing += len({value for _, value in values}) > 1
    assert differing


def test_views_give_symmetric_states_one_value():
    """Each view is a lookup of a symmetric image, so that all of them together give the same for all images."""
    facts = read(find("cube"))
    known, draw = bound(facts, "places[2 4 5]"), random.Random(2)
    for _ in range(4):
        state = scrambled(facts, draw, 6)
        expected = known.estimate(state)
        for symmetry in draw.sample(symmetries(facts), 6):
            renamed = symmetry.renamings[0]
            image = moved(tuple(renamed[piece - 1] + 1 for piece in state), inverse(renamed))
            assert known.estimate(image) == expected


def test_sizes_are_in_order():
    assert all(one < other for one, other in pairwise(SIZES.values()))
