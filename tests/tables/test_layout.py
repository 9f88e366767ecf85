"""How placements are numbered, against all placements listed."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.tables.pattern.kernels import set_number
from pybridge.tables.pattern.layout import PatternLayout, set_ranks


@st.composite
def layouts(draw):
    """Up to five pieces of any kinds on up to nine cells."""
    size = draw(st.integers(1, 5))
    labels = [0]
    for same in draw(st.lists(st.booleans(), min_size=size - 1, max_size=size - 1)):
        labels.append(labels[-1] + (not same))
    return PatternLayout(draw(st.integers(size, 9)), tuple(labels))


def sets(layout):
    return sorted(combinations(range(layout.cells), layout.size), key=lambda cells: cells[::-1])


def orders(layout):
    return sorted(set(permutations(layout.labels)))


@settings(max_examples=60)
@given(layouts())
def test_every_placement_has_its_own_entry(layout):
    assert (layout.sets, layout.orders) == (len(sets(layout)), len(orders(layout)))
    assert layout.row in (layout.sets, layout.sets + 1)
    assert layout.row % 2 == 0
    assert layout.entries == layout.row * layout.orders
    for (order, labels), (number, cells) in product(enumerate(orders(layout)), enumerate(sets(layout))):
        placement = list(zip(cells, labels, strict=True))
        assert layout.index(placement) == layout.index(placement[::-1]) == order * layout.row + number


@settings(max_examples=60)
@given(layouts())
def test_listed_by_number(layout):
    assert [tuple(word) for word in layout.words.tolist()] == orders(layout)
    assert layout.masks.tolist() == [sum(1 << cell for cell in cells) for cells in sets(layout)]


@settings(max_examples=60)
@given(layouts(), st.data())
def test_a_piece_carried_past_others(layout, data):
    source, target = (data.draw(st.integers(0, layout.size - 1)) for _ in range(2))
    for order, after in zip(orders(layout), layout.carried(source, target), strict=True):
        others = list(order)
        label = others.pop(source)
        others.insert(target, label)
        assert orders(layout)[after] == tuple(others)


@settings(max_examples=40)
@given(layouts())
def test_sets_ranked_by_half_masks(layout):
    ranks = set_ranks(layout)
    assert [set_number(mask, ranks) for mask in layout.masks] == [*range(layout.sets)]


@pytest.mark.parametrize(("cells", "size"), [(16, 8), (25, 6), (40, 2), (1, 1)])
def test_sets_of_larger_boards(cells, size):
    layout = PatternLayout(cells, tuple(range(size)))
    ranks = set_ranks(layout)
    for number in range(0, layout.sets, 1 + layout.sets // 500):
        mask = layout.masks[number]
        placement = [cell for cell in range(cells) if int(mask) >> cell & 1]
        assert set_number(mask, ranks) == number == layout.index([(c, p) for p, c in enumerate(placement)]) % layout.row


def test_sizes_of_known_databases():
    assert PatternLayout(16, tuple(range(8))).entries == 518_918_400
    assert PatternLayout(16, tuple(range(7))).entries == 57_657_600
    assert PatternLayout(25, tuple(range(6))).entries == 127_512_000
    assert PatternLayout(16, (0, 0, 0, 1)).orders == 4
    assert np.all(np.diff(PatternLayout(16, tuple(range(8))).masks.astype(np.int64)) > 0)
