"""Biconnected components against their definition, on every small board and from every root."""

from itertools import combinations

from pybridge.puzzles.parts import components
from tests.puzzles import boards


def by_definition(neighbors):
    """The largest sets of two cells or more that hang together, also when any one of their cells is taken away."""
    count = len(neighbors)
    whole = [
        frozenset(cells)
        for size in range(2, count + 1)
        for cells in combinations(range(count), size)
        if boards.is_connected(neighbors, cells)
        and all(size == 2 or boards.is_connected(neighbors, set(cells) - {cell}) for cell in cells)
    ]
    return {cells for cells in whole if not any(cells < other for other in whole)}


def distances(neighbors, root):
    found, layer = {root: 0}, [root]
    while layer:
        layer = [b for a in layer for b in neighbors[a] if b not in found and not found.update({b: found[a] + 1})]
    return found


def test_every_small_board():
    small = [*(board for count in (2, 3, 4) for board in boards.labelled_boards(count))]
    small += [*boards.boards(5), *boards.boards(6)]
    assert len(small) == 43 + 21 + 112
    for neighbors in small:
        expected = by_definition(neighbors)
        for root in range(len(neighbors)):
            check(neighbors, root, expected)


def check(neighbors, root, expected):
    """The components are those expected, and each has the cell nearest to the root as its entry."""
    found = components(neighbors, root)
    assert {component.cells for component in found} == expected, neighbors
    assert len(found) == len(expected), neighbors
    away = distances(neighbors, root)
    for component in found:
        nearest = min(away[cell] for cell in component.cells)
        assert [cell for cell in component.cells if away[cell] == nearest] == [component.entry], neighbors
    others = sorted(cell for component in found for cell in component.cells - {component.entry})
    assert others == sorted(set(range(len(neighbors))) - {root}), neighbors


def test_a_single_cell_has_none():
    assert components(((),), 0) == []
