"""Tables of folded projections: every entry against a plain search, builds that are cut short, and faults."""

import gc
import random
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pybridge
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.cycles import inverse, moves
from pybridge.heuristics.lookups import lookup
from pybridge.heuristics.projection_choice import complete, recipes
from pybridge.heuristics.projections import Projections, views
from pybridge.limits import silent
from pybridge.puzzles.pieces import homes
from pybridge.search.kernels.turns.search import measure
from pybridge.search.native.turns.entries import Entries
from pybridge.store import entry, half
from pybridge.store.store import Store
from pybridge.tables.folded.frame import FoldedFrame
from pybridge.tables.folded.recipe import FoldedRecipe, most_whole
from pybridge.tables.folded.search import FoldedBuild, FoldedSearch
from pybridge.tables.kinds import form_of
from pybridge.tables.ranks.coordinates import Colorings
from pybridge.tables.ranks.ranking import Ranking
from pybridge.tables.ranks.reading import read_colors
from tests.folding import cube_recipe, recipe_of
from tests.samples import sample
from tests.turning import applied, moves_of, scrambled

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""


@pytest.fixture(scope="module", params=[0, 2, 5], ids=["none whole", "two whole", "all but one whole"])
def made(request):
    facts, recipe = recipe_of("pyraminx", request.param)
    return facts, recipe, recipe.build(silent)


@pytest.mark.parametrize(
    "make", [lambda: recipe_of("pyraminx", 5)[1], lambda: complete(read(find("pocket")))], ids=["folded", "plain"]
)
def test_the_memory_of_a_build_is_free_after_it(make):
    """What builds a table takes several times its memory, and recipes stay as long as the process."""
    recipe = make()
    frame = weakref.ref(recipe.frame)
    recipe.build(silent)
    gc.collect()
    assert frame() is None


@pytest.mark.slow
def test_every_entry_is_the_least_distance_of_its_states(made):
    """Of all states, found by a plain search, that the entry stands for."""
    facts, recipe, table = made
    seen = lookup(facts, recipe, table, views(facts, recipe)[0])
    goal = tuple(range(facts.points))

    def told(state):
        return tuple((recipe.rows[home], recipe.columns[home]) for home in state)

    distance, level, least, turns = {told(goal): 0}, [goal], {}, moves_of(facts)
    while level:
        following = []
        for state in level:
            entry = seen.values(state)
            far = distance[told(state)]
            key = int(table.arrays["row_class"][entry[0]]), entry[1]
            least.setdefault(key, far)
            for by in turns:
                after = applied(state, by)
                if (seen_as := told(after)) not in distance:
                    distance[seen_as] = far + 1
                    following.append(after)
        level = following
    base = int(table.arrays["bits"][1])
    assert len(distance) > 5_000 > recipe.frame.shape[0]
    for (row_class, column), far in least.items():
        row = int(np.flatnonzero(table.arrays["row_class"] == row_class)[0])
        entry = seen.entry(row, column)
        assert entry == min(far, base + 3) if far > base else entry <= far
    said = [sum(min(max(0, far - base), 3) == number for far in least.values()) for number in range(4)]
    assert table.about["said"][:3] == said[:3]
    assert table.about["said"][3] >= said[3]  # columns that the puzzle does not have are as far as can be said


@pytest.mark.slow
def test_entries_that_symmetries_share():
    """Of the cube: which corners are in which tetrad, and how edges lie, four of them; many symmetries keep a row."""
    facts, recipe = cube_recipe(4)
    table = recipe.build(silent)
    assert (len(table.arrays["renamings"]), len(recipe.frame.row_values)) == (48, 70)
    seen = lookup(facts, recipe, table, views(facts, recipe)[0])
    draw = np.random.default_rng(1)
    names = draw.integers(1, 1 << 62, (facts.points, 3, 3), dtype=np.int64)[:, recipe.rows, recipe.columns]

    def keys(states):
        return names[np.arange(facts.points), states].sum(axis=1)

    level = np.arange(facts.points)[None]
    reached, least, far = keys(level), {}, 0
    while len(level):
        for state in map(tuple, level.tolist()):
            row, column = seen.values(state)
            least.setdefault((int(table.arrays["row_class"][row]), column), (far, row))
        states = np.concatenate([level[:, list(by)] for by in moves_of(facts)])
        key, first = np.unique(keys(states), return_index=True)
        level = states[first[~np.isin(key, reached)]]
        reached, far = np.concatenate([reached, key]), far + 1
    base = int(table.arrays["bits"][1])
    assert len(np.unique(reached)) == 70 * 2048
    for (_, column), (distance, row) in least.items():
        entry = seen.entry(row, column)
        assert entry == min(distance, base + 3) if distance > base else entry <= distance
    recipe.verify(table, silent)


def test_kernels_read_what_the_heuristic_does(made):
    facts, recipe, table = made
    heuristic, draw = Projections(facts, {recipe: table}, "folded"), random.Random(1)
    lookups = heuristic.lookups
    assert heuristic.inverted == list(range(len(lookups)))
    entries = Entries(heuristic.moves, [(each, side) for side in (False, True) for each in lookups])
    values, found = np.zeros((1, 1, 2 * len(lookups)), np.uint8), set()
    for length in range(60):
        lies = homes(facts).of(scrambled(facts, draw, length % 12))
        node = entries.form.state(lies)[None, None]
        measure(entries.rows, (node, node.view(np.uint16), node.view(np.uint64)), 0, 0, values, entries.form.numbers)
        assert values[0, 0].tolist() == [each.distance(side) for side in (lies, inverse(lies)) for each in lookups]
        found.add(int(values[0, 0, 0]))
    assert len(found) > 3


@pytest.mark.slow
def test_both_engines_search_the_same(made):
    """Node by node, though a move can change the bound by more than one."""
    facts, recipe, table = made
    heuristic = Projections(facts, {recipe: table}, "folded")
    for seed in range(3):
        state, counts = scrambled(facts, random.Random(seed), 9), []
        for engine in ("native", "python"):
            found = pybridge.solve(facts, state, heuristic=heuristic, engine=engine)
            counts.append((found.length, found.expanded, found.generated, found.moves))
        plain = pybridge.solve(facts, state)
        assert counts[0] == counts[1]
        assert counts[0][0] == plain.length


@pytest.mark.parametrize("few", [1, 20, 400])
def test_sequences_find_what_a_search_by_levels_finds(few):
    """From near and far states, and with the base of the whole table."""
    _, recipe = recipe_of("pyraminx", 2)
    table = recipe.build(silent)
    with ThreadPoolExecutor(2) as pool:
        search = FoldedSearch(recipe.frame, recipe.moves, pool, lambda: None, few, base=int(table.arrays["bits"][1]))
        FoldedBuild(search, None).run(silent)
    assert np.array_equal(search.packed, table.arrays["packed"])


def stop(store, recipe):
    """Build a table up to its distance 4."""

    def stopping(phrase):
        if phrase.startswith("distance 4 "):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.obtain(recipe, stopping)


def test_a_build_goes_on_where_it_was(tmp_path, monkeypatch):
    _, recipe = recipe_of("pyraminx", 2)
    whole, store, heard = recipe.build(silent), Store(tmp_path / "tables"), []
    monkeypatch.setattr(half, "WORTH_KEEPING", 0.0)
    stop(store, recipe)
    (kept,) = store.entries()
    assert kept.about["distance"] == 4
    table = store.obtain(recipe, heard.append)
    assert next(phrase for phrase in heard if phrase.startswith("distance")).startswith("distance 4 of ")
    for name, array in whole.arrays.items():
        assert np.array_equal(array, table.arrays[name])
    assert table.about["said"] == whole.about["said"]


LEFT = {
    "about": {"distance": "4"}, "distance": {"distance": 7, "parts": 64}, "parts": {"parts": 7}, "done": {"done": -1},
    "seconds": {"seconds": 10**400}, "packed": {}, "kind": {}, "base": {},
}  # fmt: skip


@pytest.mark.parametrize("change", LEFT)
def test_a_build_that_was_stopped_is_believed_if_its_form_is_right(tmp_path, monkeypatch, change):
    _, recipe = recipe_of("pyraminx", 2)
    store, heard = Store(tmp_path / "tables"), []
    monkeypatch.setattr(half, "WORTH_KEEPING", 0.0)
    stop(store, recipe)
    files = store.entries()[0].files.half
    kept = entry.read_table(files, entry.read_manifest(files))
    arrays, about = dict(kept.arrays), {**kept.about, **LEFT[change]}
    others = {"packed": arrays["packed"][:1], "kind": arrays["packed"].view(np.int8), "base": arrays["base"] + 1}
    if change in others:
        arrays[change if change in arrays else "packed"] = others[change]
    if change == "about":
        del about["distance"]
    entry.write_table(files, replace(kept, arrays=arrays, about=about), recipe.identity)
    store.obtain(recipe, heard.append)
    assert any("its distances have another form" in phrase or "its form is wrong" in phrase for phrase in heard)
    assert any(phrase.startswith("distance 0 ") for phrase in heard)


def test_what_is_built_passes_and_what_is_changed_does_not(made):
    _, recipe, table = made
    recipe.verify(table, silent)
    packed = table.arrays["packed"]
    for bit in (0, 1, 37, len(packed) * 4, len(packed) * 8 - 1):
        other = packed.copy()
        other[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BrokenTableError, match="has a wrong distance in group"):
            recipe.verify(replace(table, arrays={**table.arrays, "packed": other}), silent)


FAULTS = {
    "row_class": lambda array: array - 1,
    "row_symmetry": lambda array: array + 200,
    "row_states": lambda array: array[:, :-1],
    "row_points": lambda array: array.astype(np.int32),
    "kind_states": lambda array: array[:0],
    "kind_points": lambda array: array + 100,
    "kind_ranks": lambda array: array + len(array),
    "renamings": lambda array: array * 0,
    "bits": lambda array: array + 1,
    "packed": lambda array: array[:-16],
}


@pytest.mark.parametrize("name", FAULTS)
def test_other_forms_are_refused(made, name):
    _, recipe, table = made
    other = replace(table, arrays={**table.arrays, name: FAULTS[name](table.arrays[name])})
    assert recipe.form_fault(table) is None
    assert recipe.form_fault(other)
    assert recipe.form_fault(replace(table, arrays={key: value for key, value in other.arrays.items() if key != name}))
    with pytest.raises(BrokenTableError):
        recipe.verify(other, silent)


def test_rows_of_other_colors_are_refused():
    _, recipe = recipe_of("pyraminx", 2)
    table = recipe.build(silent)
    states = table.arrays["row_states"][::-1].copy()
    with pytest.raises(BrokenTableError, match="the array row_states is not that of the puzzle"):
        recipe.verify(replace(table, arrays={**table.arrays, "row_states": states}), silent)


def test_columns_of_another_order_are_refused(made):
    facts, recipe, table = made
    ranks = table.arrays["kind_ranks"][::-1].copy()
    other = replace(table, arrays={**table.arrays, "kind_ranks": ranks})
    with pytest.raises(BrokenTableError, match="not of the puzzle; run"):
        lookup(facts, recipe, other, views(facts, recipe)[0])


def test_identities(made):
    _, recipe, _ = made
    assert form_of("folded", recipe.identity) == recipe
    for change in ({"whole": -1}, {"whole": True}, {"rows": []}, {"columns": [300] * len(recipe.rows)}, {"moves": []}):
        with pytest.raises(BrokenTableError):
            form_of("folded", {**recipe.identity, **change})


FORGED = {
    "places differ in what a piece means": lambda states: states[-1].put([0, 4, 17], 0),
    "there are patterns that no piece has": lambda states: states[40:].__setitem__(..., np.c_[100:130]),
    "two rows are equal": lambda states: states.__setitem__(1, states[0]),
}


@pytest.mark.parametrize("fault", FORGED)
def test_rows_that_the_puzzle_does_not_have_are_not_ranked(fault):
    """Kernels would read beside the tables for digits that are too large."""
    _, recipe = cube_recipe(4)
    frame, known = recipe.frame, recipe.frame.row_values.colorings
    states = known.states.copy()
    FORGED[fault](states)
    with pytest.raises(ValueError, match=fault):
        read_colors(Colorings(known.points, states), recipe.rows, frame.sources)


def test_kernels_read_no_rows_that_the_puzzle_does_not_have(made):
    facts, recipe, table = made
    states = table.arrays["row_states"].copy()
    states[1] = states[0]
    other = replace(table, arrays={**table.arrays, "row_states": states})
    assert recipe.form_fault(other) is None
    with pytest.raises(BrokenTableError, match="not of the puzzle; run"):
        Entries(recipe.moves, [(lookup(facts, recipe, other, views(facts, recipe)[0]), False)])


def test_a_coloring_of_pieces_that_look_alike_is_refused():
    facts, recipe = recipe_of("pyraminx", 0)
    with pytest.raises(ValueError, match="all pieces look alike"):
        FoldedFrame(replace(recipe, columns=(0,) * facts.points), recipe.whole)
    assert recipe.bytes_needed == sum(array.nbytes for array in recipe.build(silent).arrays.values()) - 16


OF_THE_CUBE = [("small", 0, (3393, 34650)), ("medium", 5, (3393, 1108800)), ("large", 7, None)]


@pytest.mark.parametrize(("size", "whole", "shape"), sample(OF_THE_CUBE, quick=OF_THE_CUBE[:1]))
def test_the_tables_of_the_cube(size, whole, shape):
    """A corner has a color for its axis and its tetrad, an edge for its axis and its slice: 153,090 rows."""
    (recipe,) = recipes(read(find("cube")), size)
    assert (recipe.kind, recipe.whole) == ("folded", whole)
    assert (len(set(recipe.rows)), len(set(recipe.columns))) == (7, 7)
    if shape:
        assert recipe.frame.shape == shape
        assert len(recipe.frame.row_values) == 153_090
        assert recipe.bytes_needed <= {"small": 45 * 10**6, "medium": 10**9}[size]


def test_how_many_places_are_whole():
    """As many as there is room for, and as the steps of a ranking can hold: three kinds in the last four places."""
    (recipe,) = recipes(read(find("cube")), "small")
    kinds = recipe.kinds
    assert (len(kinds.groups), max(kinds.colors), kinds.ways) == (12, 3, 2)
    assert [most_whole(kinds, 153_090, 34_650, room) for room in (0, 1, 31, 32, 10**9)] == [None, 0, 4, 5, 9]
    assert 3**4 * 2**9 <= 0xFFFF < 3**4 * 2**10
    assert most_whole(replace(kinds, ways=1), 153_090, 34_650, 32) is None
    assert most_whole(kinds, 153_090, 1 << 23, 32) is None
    assert most_whole(kinds, 1 << 40, 34_650, 32) is None


def test_columns_that_are_too_many_are_refused(monkeypatch):
    """Tables of other puzzles may ask for them: what was built would be wrong."""
    _, recipe = recipe_of("pyraminx", 6)
    monkeypatch.setattr("pybridge.tables.ranks.ranking.MOST_AT_LAST", 100)
    with pytest.raises(UnfitHeuristicError, match="cannot be folded like this: the last steps are too large"):
        FoldedFrame(recipe, 6)
    monkeypatch.undo()
    monkeypatch.setattr("pybridge.tables.folded.frame.MOST_BEFORE", 81 * 4**6)
    assert FoldedFrame(recipe, 6).shape == (81, 960)
    monkeypatch.setattr("pybridge.tables.folded.frame.MOST_BEFORE", 81 * 4**6 - 1)
    with pytest.raises(UnfitHeuristicError, match="too many columns before it is folded"):
        FoldedFrame(recipe, 6)


def test_a_puzzle_of_many_points_is_refused():
    facts = read("examples/revenge.pl")
    with pytest.raises(UnfitHeuristicError, match="a folded projection has at most 64 points"):
        FoldedFrame(FoldedRecipe(moves(facts), facts.goals[0], facts.goals[0], 0), 0)


@given(st.data())
def test_ranks_of_folded_digits(data):
    """As numbers: the place of the kinds in their order, and the ways of the first digits below it."""
    count = data.draw(st.integers(1, 9))
    kinds, ways = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    whole = data.draw(st.integers(0, count - 1))
    words = data.draw(st.lists(st.tuples(*[st.integers(0, kinds - 1)] * count), min_size=1, max_size=30, unique=True))
    assume(len(words) * ways**whole <= 0xFFFF)  # or the last steps may be too large
    ranking = Ranking([np.array(digits) for digits in zip(*words, strict=True)], [kinds] * count, ways, whole)
    assert ranking.count == len(words) * ways**whole
    assert sorted(ranking.numbers.tolist()) == list(range(len(words)))
    for word in words:
        lying = [data.draw(st.integers(0, ways - 1)) for _ in word]
        rank = at = 0
        for number, (first, end) in enumerate(ranking.parts):
            chunk = sum(
                (word[place] * ways + lying[place]) * (kinds * ways) ** (place - first) for place in range(first, end)
            )
            if number == len(ranking.parts) - 1:
                rank += int(ranking.last[at + chunk])
            else:
                step = int(ranking.steps[at + chunk])
                rank, at = rank + (step & 0xFFFFFFFF), step >> 32
        below = sum(way * ways**place for place, way in enumerate(lying[:whole]))
        assert rank == list(ranking.numbers).index(words.index(word)) * ways**whole + below
