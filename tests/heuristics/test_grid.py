"""Which boards are full rectangles, and what is said about those that are not."""

from dataclasses import replace

import pytest

from pybridge.boards import generate
from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.heuristics.takahashi import grid

# Cells 0 to 5, drawn from row 7 and column 2 on:  4 1 3  and the goal on them:  . 2 1
#                                                  0 5 2                        4 5 3
ODD = replace(
    generate.rectangle(2, 3),
    name="odd",
    cells=((8, 2), (7, 3), (8, 4), (7, 4), (7, 2), (8, 3)),
    neighbors=((5, 4), (5, 3, 4), (3, 5), (2, 1), (1, 0), (1, 0, 2)),
    goals=((4, 2, 3, 1, 0, 5),),
)


def test_cells_numbered_in_any_order_and_lying_anywhere():
    board = grid(ODD)
    assert (board.rows, board.columns) == (2, 3)
    assert board.cell_at == ((4, 1, 3), (0, 5, 2))
    assert board.places == ((1, 0), (0, 1), (1, 2), (0, 2), (0, 0), (1, 1))
    assert board.goal_places == ((0, 0), (0, 2), (0, 1), (1, 2), (1, 0), (1, 1))


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 1), (1, 7), (3, 5), (10, 10)])
@pytest.mark.parametrize("blank", ["first", "last"])
def test_generated_boards(rows, columns, blank):
    facts = generate.rectangle(rows, columns, blank=blank)
    board = grid(facts)
    assert (board.rows, board.columns) == (rows, columns)
    assert board.places == facts.cells
    assert [board.places[cell] for row in board.cell_at for cell in row] == sorted(facts.cells)
    assert [facts.goals[0][board.cell_at[row][column]] for row, column in board.goal_places] == [*range(rows * columns)]


@pytest.mark.parametrize(("name", "size"), [("seven", (2, 4)), ("eight", (3, 3)), ("fifteen", (4, 4))])
def test_shipped_boards(name, size):
    board = grid(read(find(name)))
    assert (board.rows, board.columns) == size


def without_side(facts, a, b):
    cut = {a: b, b: a}
    neighbors = (tuple(n for n in around if n != cut.get(cell)) for cell, around in enumerate(facts.neighbors))
    return replace(facts, neighbors=tuple(neighbors))


def with_side(facts, a, b):
    more = {a: (b,), b: (a,)}
    return replace(facts, neighbors=tuple(around + more.get(cell, ()) for cell, around in enumerate(facts.neighbors)))


MISFITS = [
    (replace(ODD, goals=(*ODD.goals, ODD.goals[0][::-1])), "it has 2 goals, but must have one"),
    (replace(ODD, goals=((4, 2, 3, 1, 0, 4),)), "2 tiles have number 4, but all must differ"),
    (without_side(ODD, 5, 1), "cells 1 and 5 share a side but are not neighbors"),
    (with_side(ODD, 4, 3), "cells 4 and 3 are neighbors but do not share a side"),
    (
        generate.from_drawing("1 2 3\n# 4 .", name="odd"),
        "it has no cell at row 1, column 0, but must be a full rectangle",
    ),
    (
        replace(ODD, cells=((8, 2), (7, 3), (9, 4), (7, 4), (7, 2), (8, 3))),
        "it has no cell at row 8, column 4, but must be a full rectangle",
    ),
]


@pytest.mark.parametrize(("facts", "reason"), MISFITS, ids=[reason for _, reason in MISFITS])
def test_misfits(facts, reason):
    with pytest.raises(UnfitHeuristicError) as caught:
        grid(facts, "the heuristic walking")
    assert str(caught.value) == f"the heuristic walking does not work for odd: {reason}; use manhattan"


def test_the_ends_of_a_ring_are_no_rectangle():
    ring = with_side(generate.rectangle(1, 5, name="ring"), 0, 4)
    with pytest.raises(UnfitHeuristicError, match="ring: cells 0 and 4 are neighbors but do not share a side"):
        grid(ring)
