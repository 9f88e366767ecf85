"""How kernels find the entries of a state and its inverse: step by step in plain Python, and against their values."""

import random
from dataclasses import replace

import numpy as np
import pytest
from numba import njit

from pybridge import vectors
from pybridge.errors import BrokenTableError, UnavailableProgramError
from pybridge.facts import find, read
from pybridge.facts.cycles import inverse
from pybridge.facts.places import places
from pybridge.heuristics.projections import Lookup
from pybridge.heuristics.registry import obtain, parse
from pybridge.puzzles.pieces import homes
from pybridge.search.kernels.turns.search import measure
from pybridge.search.native.turns.entries import Entries
from pybridge.tables.ranks.coordinates import Colorings, coordinate
from pybridge.tables.ranks.ranking import CHUNK, Ranking
from pybridge.tables.ranks.reading import Form, _by_places
from tests.turning import applied, moves_of, scrambled

CASES = [
    ("pocket", "pieces[{0} {1} {2}]"),
    ("pocket", "ways[{0} {1} {2} {3}];pieces[{5}]"),
    ("pyraminx", "places[{1} {2}]*ways[{1} {2} {3}];ways[{0}]"),
    ("skewb", "pieces[{3} {4}];ways[{0} {1} {2}]"),
    ("topspin", "places[1 2 3];pieces[4 7]"),
    ("cube", "places[2 4 5];pieces[1 3]"),
]


def known(name, text):
    facts = read(find(name))
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    return facts, obtain(facts, parse(f"projection:{text.format(*firsts)}"), lambda phrase: None)


@pytest.mark.parametrize("wide", [False, True], ids=["bytes", "wider numbers"])
@pytest.mark.parametrize(("name", "text"), CASES)
def test_distances_are_those_of_the_heuristic(name, text, wide, monkeypatch):
    """Of a state, and of its inverse, in every view; also for puzzles of more points than a vector holds."""
    monkeypatch.setattr("pybridge.tables.ranks.reading.POINTS", 0 if wide else vectors.POINTS)
    (facts, heuristic), draw = known(name, text), random.Random(name)
    assert heuristic.inverted
    lookups = [(each, False) for each in heuristic.lookups]
    entries = Entries(
        heuristic.moves, [*lookups, *((heuristic.lookups[number], True) for number in heuristic.inverted)]
    )
    assert entries.form.kind.itemsize == 1 + wide
    values = np.zeros((1, 1, len(entries.rows)), np.uint8)
    for _ in range(10):
        state = scrambled(facts, draw, 15)
        node = entries.form.state(homes(facts).of(state))[None, None]
        nodes = node, node.view(np.uint16), node.view(np.uint64)
        measure(entries.rows, nodes, 0, 0, values, entries.form.numbers)
        lies = homes(facts).of(state)
        one, other = heuristic.values((lies, inverse(lies)))
        assert values[0, 0].tolist() == [*one, *other]


@pytest.mark.parametrize("kind", ["row", "column"])
def test_a_table_of_other_colors_is_refused_or_does_no_harm(kind):
    """Its entries mean nothing, but are all within the table."""
    facts, heuristic = known(*CASES[2])
    draw, refused = np.random.default_rng(1), 0
    lookup = heuristic.lookups[0]
    states = lookup.table.arrays[f"{kind}_states"]
    others = [states[::-1], np.zeros_like(states), states * 0 + states[0], draw.permuted(states, axis=1)]
    for other in others:
        table = replace(lookup.table, arrays={**lookup.table.arrays, f"{kind}_states": np.ascontiguousarray(other)})
        try:
            entries = Entries(heuristic.moves, [(Lookup(facts, lookup.recipe, table, lookup.view), False)])
        except BrokenTableError:
            refused += 1
            continue
        values = np.zeros((1, 1, 1), np.uint8)
        for seed in range(20):
            node = entries.form.state(homes(facts).of(scrambled(facts, random.Random(seed), 15)))[None, None]
            measure(
                entries.rows, (node, node.view(np.uint16), node.view(np.uint64)), 0, 0, values, entries.form.numbers
            )
            assert values[0, 0, 0] <= 15
    assert refused >= 2


def test_more_lookups_than_kernels_number():
    _, heuristic = known(*CASES[2])
    lookups = [(heuristic.lookups[0], False)]
    assert len(Entries(heuristic.moves, lookups * 256).rows) == 256
    with pytest.raises(UnavailableProgramError, match="256 tables and views at most, not 257; use fewer"):
        Entries(heuristic.moves, lookups * 257)


def test_ways_of_tracked_pieces_that_a_table_does_not_have():
    facts, heuristic = known(*CASES[0])
    lookup = heuristic.lookups[0]
    turned = lookup.table.arrays["turned"][:, :-1]
    table = replace(lookup.table, arrays={**lookup.table.arrays, "turned": turned})
    with pytest.raises(BrokenTableError, match="not of the puzzle"):
        Entries(heuristic.moves, [(Lookup(facts, lookup.recipe, table, lookup.view), False)])


@pytest.mark.parametrize("stickers", [1, 3, 11, 12, 40])
def test_pieces_of_many_stickers(stickers):
    """Six pieces in a ring, all stickers of different colors: each piece means a digit of its own."""
    points = 6 * stickers
    turn = tuple((point + stickers) % points for point in range(points))
    colors = tuple(range(1, points + 1))
    found = coordinate(np.array([turn], np.intp), colors)
    groups = [tuple(range(first, first + stickers)) for first in range(0, points, stickers)]
    index = {int(point): number for number, point in enumerate(found.colorings.points)}
    reading = _by_places(found.colorings, colors, groups, index, [turn])
    firsts = [group[0] for group in groups]
    assert sorted(reading.meaning[first] for first in firsts) == list(range(6))
    chunks = [[0] * len(reading.ranking.parts) for _ in firsts]
    for turned in range(6):
        for number, (slot, in_pair, of_pair) in enumerate(reading.ranking.slots(reading.radices)):
            home = firsts[(number + turned) % 6]
            chunks[turned][slot // CHUNK] += reading.meaning[home] * in_pair * of_pair
    assert [walked(reading.ranking, each) for each in chunks] == list(range(6))


def test_places_that_differ_in_their_patterns():
    """No right table has them; what a piece means would be no digit of some place."""
    turn = (1, 2, 3, 0)
    states = np.array([[1, 1, 1, 2], [1, 1, 2, 1], [1, 2, 1, 1]], np.uint8)
    forged = Colorings(np.arange(4), states)
    with pytest.raises((ValueError, KeyError)):
        _by_places(forged, (1, 1, 1, 2), [(0,), (1,), (2,), (3,)], {point: point for point in range(4)}, [turn])


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_move_that_leaves_an_inverse_unchanged(name, text):
    """The projection of the inverse is the same before and after; some moves of some puzzles do so."""
    (facts, heuristic), draw = known(name, text), random.Random(name)
    turns, some = moves_of(facts), False
    for _ in range(5):
        state = scrambled(facts, draw, 15)
        for move, by in enumerate(turns):
            after = inverse(homes(facts).of(applied(state, by)))
            for lookup in heuristic.lookups:
                same = lookup.values(inverse(homes(facts).of(state))) == lookup.values(after)
                assert same or not lookup.keeps(move)
                some |= lookup.keeps(move)
    assert some == ((name, ";" in text) not in {("pocket", False), ("topspin", True)})


def test_pieces_that_look_alike_have_a_home_each():
    facts, draw = read(find("rings")), random.Random(1)
    goal = facts.goals[0]
    for _ in range(10):
        state = scrambled(facts, draw, 20)
        found = homes(facts).of(state)
        assert sorted(found) == list(range(facts.points))
        assert tuple(goal[home] for home in found) == state


@pytest.mark.parametrize("points", [3, 64, 65, 200])
def test_a_state_has_two_rows(points):
    form, homes = Form(points), random.Random(points).sample(range(points), points)
    one, other = form.state(homes).view(form.kind).reshape(2, -1).tolist()
    assert one[:points] == homes
    assert tuple(other[:points]) == inverse(tuple(homes))
    assert one[points:] == other[points:] == list(range(points, form.room))


def walked(ranking, chunks):
    """The number of the row with these chunks: the steps add up to its rank."""
    rank = at = 0
    for chunk in chunks[:-1]:
        step = int(ranking.steps[at + chunk])
        rank, at = rank + (step & 0xFFFFFFFF), step >> 32
    return int(ranking.numbers[rank + sum(int(ranking.last[at + chunk]) for chunk in chunks[-1:])])


@pytest.mark.parametrize("radices", [[], [5], [7] * 6, [3, 4, 5, 70, 80, 90], [2] * 13, [200, 200, 3]])
def test_every_row_of_digits_has_a_rank_of_its_own(radices):
    draw = np.random.default_rng(len(radices))
    rows = np.unique(
        np.stack([draw.integers(0, radix, 3000) for radix in radices] or [np.zeros(1, int)], axis=1), axis=0
    )
    rows = rows[draw.permutation(len(rows)), : len(radices)]
    ranking = Ranking(list(rows.T), radices)
    slots = ranking.slots(radices)
    for number in draw.integers(0, len(rows), 50).tolist():
        chunks = [0] * len(ranking.parts)
        for digit, (slot, in_pair, of_pair) in zip(rows[number].tolist(), slots, strict=True):
            chunks[slot // CHUNK] += digit * in_pair * of_pair
        assert walked(ranking, chunks) == number


FEATURES = pytest.mark.parametrize(
    ("vbmi", "avx2"), [(True, True), (False, True), (False, False)], ids=["AVX-512 VBMI", "AVX2", "any machine"]
)


def features(monkeypatch, vbmi, avx2):
    """Have code written for some features, of those that this machine has."""
    monkeypatch.setattr(vectors, "_HAS_VBMI", vectors._HAS_VBMI and vbmi)
    monkeypatch.setattr(vectors, "_HAS_AVX2", vectors._HAS_AVX2 and avx2)


@FEATURES
def test_a_permutation_of_bytes(vbmi, avx2, monkeypatch):
    features(monkeypatch, vbmi, avx2)

    @njit
    def permuted(result, values, places):
        vectors.permute(result.ctypes.data, values.ctypes.data, places.ctypes.data)

    draw = np.random.default_rng(1)
    for _ in range(20):
        values, places = draw.integers(0, 256, 64).astype(np.uint8), draw.integers(0, 64, 64).astype(np.uint8)
        result = np.zeros(64, np.uint8)
        permuted(result, values, places)
        assert result.tolist() == values[places].tolist()
        permuted(values, values, places)
        assert values.tolist() == result.tolist()


@FEATURES
def test_digits_that_are_read(vbmi, avx2, monkeypatch):
    features(monkeypatch, vbmi, avx2)

    @njit
    def read_off(row, reading, weights):
        return vectors.read_digits(row.ctypes.data, reading.ctypes.data, weights.ctypes.data)

    draw = np.random.default_rng(1)
    for _ in range(20):
        row, places = draw.permutation(64).astype(np.uint8), draw.integers(0, 64, vectors.SLOTS).astype(np.uint8)
        meaning = draw.integers(0, 8, 64).astype(np.uint8)
        in_pair = draw.integers(1, 120, vectors.SLOTS).astype(np.uint8)
        of_pair = draw.integers(1, 900, vectors.SLOTS // 2).astype(np.uint16)
        words = read_off(row, np.concatenate([places, meaning]), np.concatenate([in_pair, of_pair.view(np.uint8)]))
        digits = meaning[row[places]].astype(int) * in_pair * np.repeat(of_pair.astype(int), 2)
        expected = digits.reshape(-1, vectors.CHUNK).sum(axis=1).tolist()
        assert [half for word in words for half in (word & 0xFFFFFFFF, word >> 32)] == expected
