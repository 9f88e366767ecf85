"""How kernels find the inverse of a state in a table, step by step in plain Python, against its values from scratch."""

import random

import numpy as np
import pytest

from pybridge.facts import find, read
from pybridge.facts.places import places
from pybridge.heuristics.registry import obtain, parse
from pybridge.search.kernels.turn_inverses import CHUNK_BITS, CHUNKS
from pybridge.search.native.turns.inverses import Inverses, Ranking
from pybridge.store.store import Store
from tests.turning import applied, moves_of, scrambled

CASES = [
    ("pocket", "pieces[{0} {1} {2}]"),
    ("pocket", "ways[{0} {1} {2} {3}];pieces[{5}]"),
    ("pyraminx", "places[{1} {2}]*ways[{1} {2} {3}];ways[{0}]"),
    ("skewb", "pieces[{3} {4}];ways[{0} {1} {2}]"),
    ("topspin", "places[1 2 3];pieces[4 7]"),
    ("cube", "places[2 4 5];pieces[1 3]"),
]


def walked(ranking, chunks):
    """The number of the row with these chunks: the steps add up to its rank."""
    rank = at = 0
    for chunk in chunks:
        step = int(ranking.steps[at + chunk])
        rank, at = rank + (step & 0xFFFFFFFF), step >> 32
    return int(ranking.numbers[rank])


@pytest.mark.parametrize(("name", "text"), CASES)
def test_shares_of_pieces_lead_to_the_values_of_the_inverse(name, text):
    facts, draw = read(find(name)), random.Random(name)
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    known = obtain(facts, parse(f"projection:{text.format(*firsts)}"), Store(), lambda phrase: None)
    assert known.inverted
    found = Inverses(known.moves, [(number, known.lookups[number]) for number in known.inverted])
    for _ in range(10):
        state = scrambled(facts, draw, 15)
        where, back = found.where(state, facts.goals[0]), known.inverse(state)
        for number, shares in enumerate(found.shares):
            words = [sum(int(word[piece, at]) for piece, at in enumerate(where)) for word in shares]
            chunks = [word >> (CHUNK_BITS * place) & 0xFFFF for word in words for place in range(CHUNKS)]
            rows, columns = (found._held[2 * number + part].ranking for part in range(2))
            value = (
                walked(rows, chunks[: len(rows.parts)]),
                walked(columns, chunks[len(rows.parts) :][: len(columns.parts)]),
            )
            assert value == known.lookups[known.inverted[number]].values(back)


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_move_that_leaves_an_inverse_unchanged(name, text):
    """The projection of the inverse is the same before and after; some moves of some puzzles do so."""
    facts, draw = read(find(name)), random.Random(name)
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    known = obtain(facts, parse(f"projection:{text.format(*firsts)}"), Store(), lambda phrase: None)
    found = Inverses(known.moves, [(number, known.lookups[number]) for number in known.inverted])
    turns = moves_of(facts)
    for _ in range(5):
        state = scrambled(facts, draw, 15)
        for move, by in enumerate(turns):
            after = known.inverse(applied(state, by))
            for number, of in enumerate(known.inverted):
                same = known.lookups[of].values(known.inverse(state)) == known.lookups[of].values(after)
                assert same or not found.still[move] >> number & 1
    assert found.still.any() == ((name, ";" in text) not in {("pocket", False), ("topspin", True)})


@pytest.mark.parametrize("radices", [[], [5], [7] * 6, [3, 4, 5, 70, 80, 90], [2] * 13])
def test_every_row_of_digits_has_a_rank_of_its_own(radices):
    draw = np.random.default_rng(len(radices))
    rows = np.unique(
        np.stack([draw.integers(0, radix, 3000) for radix in radices] or [np.zeros(1, int)], axis=1), axis=0
    )
    rows = rows[draw.permutation(len(rows)), : len(radices)]
    ranking = Ranking(list(rows.T), radices)
    placed = ranking.shares(radices)
    for number in draw.integers(0, len(rows), 50).tolist():
        chunks = [0] * len(ranking.parts)
        for digit, (chunk, weight) in zip(rows[number].tolist(), placed, strict=True):
            chunks[chunk] += digit * weight
        assert walked(ranking, chunks) == number
