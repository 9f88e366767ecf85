"""Tables of projections: each entry against a plain search of colorings, and the judge that refuses changed tables."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge import census, heuristic, read_text
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.cycles import Turn, inverse, moved, moves, sources
from pybridge.facts.places import places
from pybridge.heuristics.projection_choice import _choice, complete, recipes
from pybridge.heuristics.projections import Lookup, views
from pybridge.limits import silent
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import symmetries_of
from pybridge.tables.projection.frame import keeping, seen_through
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.ranks import coordinates
from pybridge.tables.ranks.coordinates import coordinate, recoloring
from tests.samples import sample
from tests.turning import applied, distances, layers, moves_of

CLOVER = Path(__file__).parents[2] / "examples" / "clover.pl"
CORNERS = [1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736]
"""The corners of the cube in half turns, from twsearch-results and cayleypy."""
QUARTER = [
    1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152, 22334112, 32420448, 18780864, 2166720, 6624,
]  # fmt: skip
"""The same in quarter turns, from cayleypy."""
SIX_EDGES = [1, 15, 182, 2208, 25329, 258827, 2165560, 12222708, 24596752, 3305973, 365]
"""The first six edges of the cube, of which one face has none, by breadth-first search."""


def puzzle(name, metric=None):
    facts = read(CLOVER if name == "clover" else find(name))
    return replace(facts, metric=metric, distances=(), optimal={}) if metric else facts


def written(facts, text):
    """A projection as a user writes it; {0} is the first point of the first piece."""
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    (recipe,) = recipes(facts, text.format(*firsts))
    return recipe


@settings(max_examples=25)
@given(st.data())
def test_numbers_of_a_coordinate_are_an_orbit(data):
    """The values are the colorings that a plain search finds, in any puzzle; the table of moves joins them.

    They are so from the first room on, and where the room grows and products of moves save looking up.
    """
    points = data.draw(st.integers(2, 7))
    turns = data.draw(st.lists(st.permutations(range(points)), min_size=1, max_size=3))
    colors = data.draw(st.lists(st.integers(0, 255), min_size=points, max_size=points))
    if data.draw(st.booleans()):
        turns = [list(by) for one in turns for by in (one, applied(one, one), inverse(tuple(one)))]
    with patch.object(coordinates, "_ROOM", data.draw(st.sampled_from([1, 8192]))):
        found = coordinate(np.array(turns, np.intp), colors)
    orbit = distances(tuple(colors), turns)
    assert len(found) == len(orbit)
    for coloring in orbit:
        value = found.colorings.value(coloring)
        after = [found.colorings.value(applied(coloring, by)) for by in turns]
        assert found.next[value].tolist() == after
    assert found.colorings.value(tuple(colors)) == 0
    assert {found.colorings.value(coloring) for coloring in orbit} == set(range(len(orbit)))
    still = [point for point in range(points) if all(coloring[point] == colors[point] for coloring in orbit)]
    moving = [point for point in range(points) if point not in still]
    assert set(moving) <= set(found.colorings.points.tolist())


@pytest.mark.parametrize("name", ["dino", "pocket", "pyraminx", "rings"])
def test_what_symmetries_make_of_others_is_what_looking_up_finds(name):
    """With colors of which all symmetries, and only some, keep those of the goal."""
    facts = puzzle(name)
    turns = moves(facts)
    by = np.array([turn.sources for turn in turns], np.intp)
    known = symmetries_of(turns, facts.points)
    orbit = places(facts)[0].places
    for marked in (1, 2):
        colors = [0] * facts.points
        for piece in orbit[:marked]:
            for point in piece:
                colors[point] = 1
        colorings = coordinate(by, colors).colorings
        seen = seen_through(colorings, colors, known)
        for symmetry in known:
            renamed = keeping(symmetry, colors, set(map(int, colorings.points)))
            assert (symmetry.moves in seen) == (renamed is not None)
            if renamed is not None:
                image = colorings.images(renamed, recoloring(colors, renamed))
                assert seen[symmetry.moves].tolist() == image.tolist()


def test_a_coloring_out_of_the_orbit_has_no_number():
    facts = puzzle("pocket")
    sources = np.array(moves_of(facts), np.intp)
    found = coordinate(sources, [min(point, 3) for point in range(24)])
    assert found.colorings.value([0] * 24) == -1


def test_a_coordinate_is_not_larger_than_allowed():
    sources = np.array(moves_of(puzzle("pancake")), np.intp)
    with pytest.raises(UnfitHeuristicError, match="more than 8,000 values"):
        coordinate(np.array(moves_of(puzzle("topspin")), np.intp), range(9), most=8000)
    assert len(coordinate(sources, range(7), most=8000)) == 5040
    with pytest.raises(UnfitHeuristicError, match="more than 255 colors"):
        coordinate(np.array([np.roll(np.arange(300), 1)]), range(300))


PARTS = {
    "topspin": ["places[1 2 3]", "pieces[1 2 4 7]", "places[1-9]", "places[1 5]*places[2 6]"],
    "topspin half": ["places[1 3 5]"],
    "pancake": ["places[1 2 3]", "pieces[5 6 7]", "places[1-7]"],
    "pocket": ["places[{0} {1}]*ways[{0} {1} {2}]", "pieces[{0} {3} {6}]", "ways[{0} {1} {2} {3}]"],
    "pocket quarter": ["places[{0} {1} {2}]", "pieces[{1} {2}]"],
    "pyraminx": ["places[{1} {2}]*ways[{1} {2} {3}]", "pieces[{1} {4}]", "ways[{0} {8}]"],
    "skewb": ["places[{0} {1}]*ways[{3} {4} {5}]", "pieces[{4} {5}]", "places[{7} {8}]"],
    "clover": ["small"],
}
CASES = [(name, text) for name, texts in PARTS.items() for text in texts]
SLOW = [("topspin", "places[1-9]"), ("topspin", "pieces[1 2 4 7]"), ("skewb", "places[{0} {1}]*ways[{3} {4} {5}]")]


@pytest.mark.parametrize(("name", "text"), sample(CASES, slow=SLOW))
def test_every_entry_is_what_a_plain_search_finds(name, text):
    """All states that the projection distinguishes, by the piece on each point; their colors are what is kept."""
    name, _, metric = name.partition(" ")
    facts = puzzle(name, metric or None)
    turns = moves_of(facts)
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    for recipe in recipes(facts, text.format(*firsts)):
        table = recipe.build(silent)
        assert recipe.form_fault(table) is None
        recipe.verify(table, silent)
        view = views(facts, recipe)[0]
        lookup = Lookup(facts, recipe, table, view)
        kept = kept_of(facts, recipe)
        found = layers(tuple(kept[point] for point in range(facts.points)), turns)
        assert table.about["counts"] == [len(level) for level in found]
        assert int(table.arrays["bits"][0]) == (4 if len(found) <= 15 else 8)
        wanted = distances(tuple(kept[point] for point in range(facts.points)), turns)
        seen, level = {facts.goals[0]}, [facts.goals[0]]
        for state in level:
            home = [kept[facts.goals[0].index(piece)] for piece in state]
            assert lookup.distance(homes(facts).of(state)) == wanted[tuple(home)]
            if len(level) < 300:
                fresh = {applied(state, by) for by in turns} - seen
                seen |= fresh
                level += sorted(fresh)[:4]


def kept_of(facts, recipe):
    """What is kept of the piece that belongs to each point: its colors, or the piece and its side if it is tracked."""
    if not recipe.tracked:
        return list(zip(recipe.rows, recipe.columns, strict=True))
    return [point if color else -1 for point, color in enumerate(recipe.rows)]


def test_a_table_of_far_states_has_bytes():
    """TopSpin is up to 23 moves from the goal; the pocket cube in quarter turns 14, which is the most of four bits."""
    facts = puzzle("topspin")
    table = complete(facts).build(silent)
    assert len(table.about["counts"]) == 24
    assert table.arrays["bits"].tolist() == [8]
    assert table.about["counts"][-1] == 92
    table = complete(puzzle("pocket", "quarter")).build(silent)
    assert (table.arrays["bits"].tolist(), len(table.about["counts"]), table.about["counts"][-1]) == ([4], 15, 276)


def corners(facts, symmetric):
    """The corners of the cube, their ways shown by a coloring that symmetries keep, or by the first sticker."""
    (orbit,) = [orbit for orbit in places(facts) if orbit.ways == 3]
    firsts = " ".join(str(place[0] + 1) for place in orbit.places)
    (recipe,) = recipes(facts, f"places[{firsts}]*ways[{firsts}]")
    if not symmetric:
        return recipe
    (found,) = _choice(facts)._of_an_orbit(orbit, 10**8)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "counts"), [("half", CORNERS), ("quarter", QUARTER)])
@pytest.mark.parametrize("symmetric", [True, False])
def test_the_corners_of_the_cube(metric, counts, symmetric):
    facts = puzzle("cube", metric)
    recipe = corners(facts, symmetric)
    if not symmetric:
        by_first = tuple(way and way % 3 + 1 for way in recipe.columns)
        recipe = replace(recipe, columns=by_first)
    table = recipe.build(silent)
    assert table.about["counts"] == counts
    assert (len(table.arrays["packed"]) < 10_000_000) == (len(table.arrays["turned"]) > 8)


@pytest.mark.slow
def test_six_edges_of_the_cube():
    facts = puzzle("cube")
    (orbit,) = [orbit for orbit in places(facts) if orbit.ways == 2]
    recipe = written(facts, f"pieces[{' '.join(str(place[0] + 1) for place in orbit.places[:6])}]")
    assert recipe.frame.shape == (665_280, 64)
    assert sum(SIX_EDGES) == 42_577_920
    assert recipe.build(silent).about["counts"] == SIX_EDGES


def test_the_first_moves_of_single_points_of_the_cube():
    """A Qiita article has the columns of corners, 18, 243, 2874, and edges, 18, 243, 3240, under each other's name."""
    facts = puzzle("cube")
    goal = facts.goals[0]
    for first, counts in ((1, [1, 18, 243, 2874]), (2, [1, 18, 243, 3240])):
        (orbit,) = [orbit for orbit in places(facts) if first - 1 in orbit.points]
        kept = tuple(piece if point in orbit.points else 0 for point, piece in enumerate(goal))
        assert [len(level) for level in layers(kept, moves_of(facts), 3)] == counts


@pytest.fixture(scope="module", params=["places", "tracked", "symmetric", "far"])
def made(request):
    facts = puzzle("topspin" if request.param == "far" else "pyraminx" if request.param == "symmetric" else "pocket")
    recipe = {
        "places": lambda: written(facts, "places[{0} {1}]*ways[{0} {1}]"),
        "tracked": lambda: written(facts, "pieces[{0} {1}]"),
        "symmetric": lambda: written(facts, "places[{1} {2} {3} {4} {5} {6}]"),
        "far": lambda: written(facts, "places[1 2 3 4]"),
    }[request.param]()
    return recipe, recipe.build(silent)


def changed(table, **arrays):
    return replace(table, arrays={**table.arrays, **arrays})


def refuse(recipe, table, reason=r"."):
    with pytest.raises(BrokenTableError, match=reason):
        recipe.verify(table, silent)


def test_what_is_built_passes(made):
    recipe, table = made
    assert recipe.form_fault(table) is None
    recipe.verify(table, silent)


@pytest.mark.slow
def test_one_entry_off_by_one(made):
    recipe, table = made
    packed, bits = table.arrays["packed"], int(table.arrays["bits"][0])
    most, entries = (1 << bits) - 1, recipe.frame.shape[0] * recipe.frame.shape[1]
    for number in [0, 1, entries - 1, *range(2, entries, max(1, entries // 60))]:
        byte, shift = number * bits // 8, number * bits % 8
        mine = int(packed[byte]) >> shift & most
        for step in (1, -1):
            other = packed.copy()
            other[byte] ^= (mine ^ (mine + step) & most) << shift
            refuse(recipe, changed(table, packed=other), "does not follow from its neighbors")


def test_classes_of_rows_that_there_are_not(made):
    recipe, table = made
    classes = table.arrays["row_class"].copy()
    classes[0] = len(classes)
    assert recipe.form_fault(changed(table, row_class=classes)) == "there are too many rows, or classes of rows"


def test_all_zero_and_all_unreached(made):
    recipe, table = made
    packed = table.arrays["packed"]
    refuse(recipe, changed(table, packed=np.zeros_like(packed)), "does not follow from its neighbors")
    refuse(recipe, changed(table, packed=np.full_like(packed, 255)), "does not follow from its neighbors")


def test_a_table_of_another_goal():
    """The same arrays of moves, and distances from another row."""
    facts = puzzle("pocket")
    recipe = written(facts, "places[{0} {1}]")
    table = recipe.build(silent)
    following = recipe.frame.row_values.next
    begun, level = {7: 0}, [7]
    for row in level:
        for after in following[row].tolist():
            if after not in begun:
                begun[after] = begun[row] + 1
                level.append(after)
    found = np.array([begun[row] for row in range(len(following))], np.uint8)
    packed = found[0::2] | found[1::2] << 4
    refuse(recipe, changed(table, packed=packed), "row 0, column 0")
    other = written(facts, "places[{0} {2}]")
    refuse(recipe, other.build(silent), r".")


def test_other_moves(made):
    recipe, table = made
    for name in table.arrays:
        if name in ("packed", "bits", "column_places"):
            continue
        array = table.arrays[name]
        if array.size > 1 and len(np.unique(array)) > 1:
            other = array.ravel().copy()
            at = int(np.flatnonzero(other != other[0])[0])
            other[0], other[at] = other[at], other[0]
            refuse(recipe, changed(table, **{name: other.reshape(array.shape)}), f"array {name} is not that|lead out")


def test_another_form(made):
    """Kernels read arrays by their addresses, so that each must have its type, its shape and its range."""
    recipe, table = made
    for name, array in table.arrays.items():
        others = [array[:-1], array.astype(np.float64), array.astype(np.int16), array[None], array[:0]]
        if array.dtype == np.int32:
            others += [array - 1, array + np.int32(array.max() + 1), array.astype(np.int64)]
        for other in others:
            fault = recipe.form_fault(changed(table, **{name: other}))
            assert fault is not None or (other.shape == array.shape and other.dtype == array.dtype), name
            if fault:
                refuse(recipe, changed(table, **{name: other}), fault)
        rest = {key: value for key, value in table.arrays.items() if key != name}
        assert recipe.form_fault(replace(table, arrays=rest)) == "an array is missing or has another form"
    assert recipe.form_fault(changed(table, bits=np.array([5], np.int64))) == "the distances have another size"
    assert recipe.form_fault(changed(table, bits=np.array([], np.int64))) is not None


def test_identities(made):
    recipe, _ = made
    identity = recipe.identity
    assert ProjectionRecipe.from_identity(identity) == recipe
    moves_there = identity["moves"]
    name, of, power, sources = moves_there[0]
    for wrong in (
        {"moves": []}, {"moves": [[name, of, power, sources[:-1]]]}, {"moves": [[name, of, power, [0] * len(sources)]]},
        {"moves": [[name, of, power, [*sources[:-1], 10**9]]]}, {"rows": identity["rows"][1:]}, {"tracked": 1},
        {"rows": [256, *identity["rows"][1:]]}, {"columns": [0]},
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError)):
            ProjectionRecipe.from_identity({**identity, **wrong})


def test_moves_have_tables_of_their_own():
    facts = puzzle("pocket")
    half, quarter = (written(puzzle("pocket", metric), "places[{0} {1}]") for metric in ("half", "quarter"))
    assert half.identity != quarter.identity
    assert len(moves(facts)) == 9
    refuse(half, quarter.build(silent), "is not that of the puzzle")


def test_more_symmetries_than_a_byte_can_number():
    """Four rings of three points: 384 symmetries, which keep the colors of all points in rows and columns."""
    turns = []
    for ring in range(4):
        once = sources(((3 * ring + 1, 3 * ring + 2, 3 * ring + 3),), 12)
        turns += [Turn(f"r{ring}", f"r{ring}", 1, once), Turn(f"r{ring}'", f"r{ring}", 2, moved(once, once))]
    colors = tuple(range(1, 13))
    recipe = ProjectionRecipe(tuple(turns), colors, colors)
    assert len(symmetries_of(recipe.moves, 12)) > 256
    table = recipe.build(lambda phrase: None)
    assert table.about["counts"] == [1, 8, 24, 32, 16]
    recipe.verify(table, lambda phrase: None)
    arrays = table.arrays
    for row, state in enumerate(recipe.frame.row_values.colorings.states.tolist()):
        column = recipe.frame.column_values.colorings.value(state)
        place = arrays["row_class"][row] * 81 + arrays["turned"][arrays["row_symmetry"][row], column]
        away = sum(state[3 * ring] != 3 * ring + 1 for ring in range(4))
        assert int(arrays["packed"][place // 2]) >> 4 * (place % 2) & 15 == away


def chain(lies, goal):
    """Pieces in a line, which go to the neighbors."""
    swaps = [[[one, one + 1] for one in range(first, len(lies), 2)] for first in (1, 2)]
    return read_text(
        f'puzzle(chain, permutation, "Chain").\nstart(s, {lies}).\ngoal({goal}).\n'
        f"generator(a, {swaps[0]}).\ngenerator(b, {swaps[1]}).\nmetric(half).\n"
    )


def test_distances_that_an_entry_holds():
    """One piece among others that look alike goes from one end to the other."""
    near, far = chain([2] * 254 + [1], [1] + [2] * 254), chain([2] * 255 + [1], [1] + [2] * 255)
    assert heuristic(near, "projection:small").estimate(near.start("s")) == 254
    (recipe,) = recipes(far, "small")
    with pytest.raises(UnfitHeuristicError, match="holds distances of at most 254"):
        recipe.build(silent)


def test_distances_that_a_census_holds():
    """Two swaps in turn lead through twice as many states as there are pieces."""
    pieces = list(range(1, 256))
    found = census(chain(pieces[:-2], pieces[:-2]), method="projection")
    assert (found.states, found.depth) == (506, 253)
    with pytest.raises(UnfitHeuristicError, match="holds distances of at most 254"):
        census(chain(pieces, pieces), method="projection")


def test_a_state_with_a_piece_too_often_has_no_distance():
    goal = [1, 2, 3, 4, 1, 4, 3, 2]
    facts = read_text(
        f'puzzle(twice, permutation, "Twice").\nstart(s, {goal}).\ngoal({goal}).\n'
        "generator(a, [[1,3,5,7],[2,4,6,8]]).\ngenerator(b, [[1,2],[3,8],[4,7],[5,6]]).\nmetric(half).\n"
    )
    with pytest.raises(UnfitHeuristicError, match="not in the goal"):
        heuristic(facts, "projection:small").estimate([1, 2, 1, 2, 3, 4, 3, 4])
