"""Boards from sizes and drawings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards.drawing_tokens import MOST_CELLS
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import FactFileError, FaultKind
from pybridge.facts import drawing, read_text, write
from pybridge.facts.board_graph import adjacent, all_goal_distances, distances, unreachable


def fault(text, **options):
    with pytest.raises(FactFileError) as caught:
        from_drawing(text, "it.txt", **options)
    first = caught.value.faults[0]
    assert first.path == "it.txt"
    return first.line, first.column, first.kind


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 1), (2, 2), (3, 4), (10, 10), (2, 50)])
@pytest.mark.parametrize("blank", ["first", "last"])
def test_rectangles(rows, columns, blank):
    facts = rectangle(rows, columns, blank=blank)
    assert read_text(write(facts)) == facts
    goal = facts.goals[0]
    assert goal[0 if blank == "first" else -1] == 0
    assert [tile for tile in goal if tile] == list(range(1, rows * columns))
    for tile, values in enumerate(facts.distances):
        home = facts.cells[goal.index(tile)]
        expected = tuple(abs(row - home[0]) + abs(column - home[1]) for row, column in facts.cells)
        assert values == (expected if tile else (0,) * len(goal))


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (1, 1), (-2, -2), (11, 10), (1, MOST_CELLS + 1)])
def test_sizes_that_make_no_board(rows, columns):
    with pytest.raises(FactFileError, match="2 to 100 cells"):
        rectangle(rows, columns)


def test_starts_are_scrambled_and_repeatable():
    facts = rectangle(3, 3, seed=5)
    (name, state), *_ = facts.starts
    assert name == "random_5"
    assert state not in facts.goals
    assert facts == rectangle(3, 3, seed=5)
    assert state != rectangle(3, 3, seed=6).starts[0][1]


@given(st.integers(0, 500), st.sampled_from([(1, 2), (1, 3), (2, 2)]))
def test_a_start_is_never_the_goal(seed, size):
    facts = rectangle(*size, seed=seed)
    assert facts.starts[0][1] not in facts.goals


@pytest.mark.parametrize(
    ("text", "cells", "goal"),
    [
        ("ooo", 3, (1, 2, 0)),
        ("o o o", 3, (1, 2, 0)),
        ("o\no", 2, (1, 0)),
        (" o \nooo\n o ", 5, (1, 2, 3, 4, 0)),
        ("  o\no o o\n  o", 5, (1, 2, 3, 4, 0)),
        ("# o #\no o o\n# o #", 5, (1, 2, 3, 4, 0)),
        ("\n\n    oo\n    oo\n\n", 4, (1, 2, 3, 0)),
        ("ooo\no\nooo\n", 7, (1, 2, 3, 4, 5, 6, 0)),
        ("1 2\n. 3\n", 4, (1, 2, 0, 3)),
        (" 1  2\n 3  .\n", 4, (1, 2, 3, 0)),
        ("1 1 .\n# 2 2", 5, (1, 1, 0, 2, 2)),
        ("b a\r\n. b\r\n", 4, (1, 2, 0, 1)),
        ("o . o", 3, (1, 0, 1)),
    ],
)
def test_drawings(text, cells, goal):
    facts = from_drawing(text)
    assert len(facts.cells) == cells
    assert facts.goals == (goal,)
    assert read_text(write(facts)) == facts


def test_the_short_form_may_have_the_blank_first():
    assert from_drawing("ooo", blank="first").goals == ((0, 1, 2),)


def test_glyphs_are_numbered_as_they_occur_and_drawn_back():
    text = "┌ ─ ┐\n│ . │\n└ ─ ┘"
    facts = from_drawing(text)
    assert facts.goals == ((1, 2, 3, 4, 0, 4, 5, 2, 6),)
    assert facts.glyphs == {1: "┌", 2: "─", 3: "┐", 4: "│", 5: "└", 6: "┘"}
    assert "\n".join(drawing(facts, facts.goals[0])) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 1, FaultKind.MISSING_FACT)),
        ("# #", (1, 1, FaultKind.MISSING_FACT)),
        (".", (1, 1, FaultKind.MISSING_FACT)),
        ("1 2\n3 4", (1, 1, FaultKind.WRONG_BLANKS)),
        ("1 .\n. 2", (2, 1, FaultKind.WRONG_BLANKS)),
        ("1 . 3", (1, 5, FaultKind.WRONG_TILES)),
        ("0 . 1", (1, 1, FaultKind.WRONG_TILES)),
        ("1 . a", (1, 5, FaultKind.WRONG_TILES)),
        ("a .\nlonger b", (2, 1, FaultKind.ILL_FORMED)),
        ("a .\tb", (1, 4, FaultKind.ILL_FORMED)),
        ("a . \a", (1, 5, FaultKind.ILL_FORMED)),
        ("oo\n\noo", (3, 1, FaultKind.NOT_CONNECTED)),
        ("1 # .", (1, 5, FaultKind.NOT_CONNECTED)),
        ("o" * 101, (1, 101, FaultKind.WRONG_ARGUMENT)),
    ],
)
def test_faults_of_a_drawing(text, expected):
    assert fault(text) == expected


@given(st.text(st.sampled_from("o# .12a\n\t日\r\u2028\0"), max_size=40) | st.text(max_size=40))
def test_any_drawing_makes_a_sound_puzzle_or_has_faults(text):
    try:
        facts = from_drawing(text)
    except FactFileError as error:
        facts, places = None, [(found.line, found.column) for found in error.faults]
    if facts is None:
        assert places == sorted(places)
        assert places[0] >= (1, 1)
    else:
        assert read_text(write(facts)) == facts


def floyd_warshall(neighbors):
    """All distances, the slow way."""
    cells = range(len(neighbors))
    far = len(neighbors)
    table = [[0 if a == b else 1 if b in neighbors[a] else far for b in cells] for a in cells]
    for middle in cells:
        for a in cells:
            for b in cells:
                table[a][b] = min(table[a][b], table[a][middle] + table[middle][b])
    return [[-1 if value == far else value for value in row] for row in table]


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_distances_agree_with_a_slower_calculation(places):
    neighbors = adjacent(sorted(places))
    table = floyd_warshall(neighbors)
    assert [list(distances(neighbors, [cell])) for cell in range(len(places))] == table
    assert unreachable(neighbors) == tuple(cell for cell, value in enumerate(table[0]) if value < 0)
    if not unreachable(neighbors):
        goals = [tuple(cell % 3 for cell in range(len(places))), tuple(cell % 2 for cell in range(len(places)))]
        for tile, values in enumerate(all_goal_distances(neighbors, goals)):
            homes = {cell for goal in goals for cell, here in enumerate(goal) if here == tile}
            expected = tuple(min(table[cell][home] for home in homes) for cell in range(len(places)))
            assert values == (expected if tile else (0,) * len(places))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 2 99999 .", ["1:5: 99999 is not a tile"]),
        ("1 2 99999 4 .", ["1:5: 99999 is not a tile"]),
        ("0 1 2", ["1:1: 0 is not a tile; draw the blank as ."]),
        ("00 1 2", ["1:1: 0 is not a tile; draw the blank as ."]),
        ("0 1 2 .", ["1:1: 0 is not a tile; draw the blank as ."]),
        ("1 \u200b .", ["1:3: U+200B is not a tile"]),
        ("1 \0 .", ["1:3: U+0000 is not a tile"]),
        ("1 a\u200bb .", ["1:3: aU+200Bb is not a tile"]),
        ("1 \u0301 .", ["1:3: \u0301 is not a tile"]),
        ("1 x 4 .", ["1:3: x among numbers"]),
        ("A B C", ["1:1: the drawing has no blank"]),
        ("o o A B", ["1:1: the drawing has no blank"]),
        ("", ["1:1: the drawing has no cells; draw at least two, e.g. 1 2 . or o o o"]),
        ("# #", ["1:1: the drawing has no cells; draw at least two, e.g. 1 2 . or o o o"]),
        ("  o", ["1:3: the drawing has 1 cell; draw at least two"]),
        ("123.", ["1:1: the drawing has 1 cell; draw at least two: put spaces between the tiles"]),
        ("ooo\noox", ["2:3: x among o; draw only o, or tiles and a blank, ."]),
        ("o o x\no 0 o o", ["1:5: x among o", "2:3: 0 among o"]),
        ("abcde B C", ["1:1: abcde is not a tile"]),
    ],
)
def test_a_fault_that_follows_from_another_is_left_out(text, told):
    with pytest.raises(FactFileError) as caught:
        from_drawing(text, "it")
    faults = [str(fault) for fault in caught.value.faults]
    assert len(faults) == len(told)
    for fault, begin in zip(faults, told, strict=True):
        assert fault.startswith(f"it:{begin}")


@pytest.mark.parametrize(("drawing", "title"), [("oo", "2 cells, 1 sliding tile"), ("ooo", "3 cells, 2 sliding tiles")])
def test_the_title_of_a_drawing_counts_its_tiles(drawing: str, title: str) -> None:
    assert from_drawing(drawing).title == title
