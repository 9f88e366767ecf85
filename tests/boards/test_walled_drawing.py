"""Drawings with walls and of hexagons: examples, and faults at their places."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.boards.walled_text import WIDEST, has_walls
from pybridge.errors import FactFileError, FaultKind
from pybridge.facts import read_text, write


def test_a_wall_keeps_two_cells_apart():
    facts = from_drawing("+---+---+---+\n| 1   2 | 3 |\n+   +---+   +\n| 4   5   . |\n+---+---+---+")
    assert facts.cells == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert facts.neighbors == ((1, 3), (0,), (5,), (0, 4), (3, 5), (2, 4))
    assert facts.goals == ((1, 2, 3, 4, 5, 0),)


def test_ways_around_join_opposite_cells():
    facts = from_drawing("+-^-+---+---+\n< 1   2   3 >\n+   +   +   +\n| 4   5   . |\n+-v-+---+---+")
    assert facts.neighbors == ((1, 2, 3), (0, 2, 4), (0, 1, 5), (0, 4), (1, 3, 5), (2, 4))


def test_a_blank_that_only_a_way_around_leads_to():
    assert from_drawing("+-+-+-+\n< |1 2>\n+-+-+-+").neighbors == ((2,), (2,), (0, 1))


@pytest.mark.parametrize(
    ("text", "cells", "goal"),
    [
        ("+---+---+\n| o   o |\n+   +---+\n| o |\n+---+", ((0, 0), (0, 1), (1, 0)), (1, 2, 0)),
        ("+-+-+\n|1 2|\n+ + +\n|#  |\n+-+-+", ((0, 0), (0, 1), (1, 1)), (1, 2, 0)),
        ("+-+-+\n|b b|\n+ + +\n|a .|\n+-+-+", ((0, 0), (0, 1), (1, 0), (1, 1)), (1, 1, 2, 0)),
        ("┌─┐\n│1│\n│.│\n└─┘", ((0, 0), (1, 0)), (1, 0)),
        ("\n  +-+-+  \n\n  |1 .|\n  +-+-+\r\n\n", ((0, 0), (0, 1)), (1, 0)),
        ("╭─────╮\n│[1]  │\n╰─────╯", ((0, 0), (0, 1)), (1, 0)),
        (
            "+-----+-----+\n|  1  |  .  |\n+     +     +\n| 2     3   |\n+-----+-----+",
            ((0, 0), (0, 1), (1, 0), (1, 1)),
            (1, 0, 2, 3),
        ),
    ],
)
def test_what_a_place_holds(text, cells, goal):
    facts = from_drawing(text)
    assert (facts.cells, facts.goals) == (cells, (goal,))
    assert read_text(write(facts)) == facts


STEPS = "+-+ +\n|A|\n+ +-+\n|y .|\n+-+ +\n  |A|\n+ +-+"


@pytest.mark.parametrize("blank", [". ", "\u3000"])
def test_wide_characters_take_two_columns(blank):
    facts = from_drawing(f"+--+--+\n|漢 字|\n+--+  +\n|{blank} あ|\n+--+--+", name="wide")
    assert (facts.goals, facts.glyphs) == (((1, 2, 0, 3),), {1: "漢", 2: "字", 3: "あ"})
    assert facts.neighbors == ((1,), (0, 3), (3,), (1, 2))


@pytest.mark.parametrize("text", [STEPS, STEPS.replace("+-+ +", "+-+ ┐", 1), "  " + STEPS.replace("\n", "\n  ")])
def test_narrow_edges_may_have_points_alone(text):
    facts = from_drawing(text)
    assert facts.cells == ((0, 0), (1, 0), (1, 1), (2, 1))
    assert facts.neighbors == ((1,), (0, 2), (1, 3), (2,))
    assert facts.goals == ((1, 2, 0, 1),)


def test_narrow_edges_with_points_alone_and_ways_around():
    facts = from_drawing("+^+ +\n|A|\n+ +-+\n|y .|\n+v+-+")
    assert facts.neighbors == ((1,), (0, 2), (1,))
    assert from_drawing("+^+ +\n|A|\n+ + +\n|B|\n+ +-+\n|y .|\n+v+-+").neighbors == ((1, 2), (0, 2), (0, 1, 3), (2,))


@pytest.mark.parametrize("text", ["┌ ┐\n. │\n└ ┘", "+ +\n. x\n+ +", "+ - +\n| . |\n+ - +", "+ +\n+-+ .\n- +"])
def test_points_alone_are_tiles_where_no_wall_is_between(text):
    assert not has_walls(text)
    assert max(map(len, from_drawing(text).neighbors)) > 1


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("+---+   +\n| 1 |\n+   +---+\n| 2   . |\n+---+---+\n\n+   +   +", 3),
        ("+   +   +\n\n+---+---+\n| 1   . |\n+---+---+", 2),
        ("+   +   +\n  \n\n+---+---+\n\n| 1   . |\n\n+---+---+\n\n\n", 2),
    ],
)
def test_an_empty_line_between_walls_is_a_row_without_cells(text, cells):
    facts = from_drawing(text)
    assert len(facts.cells) == cells
    assert facts.cells[0] == (0, 0)


def test_the_short_form_with_walls_may_have_the_blank_first():
    assert from_drawing("+-+-+\n|o o|\n+-+-+", blank="first").goals == ((0, 1),)


ROW = "+---+---+---+\n{}\n+---+---+---+"
TWO = "+---+---+\n{}\n{}\n{}\n+---+---+"


@pytest.mark.parametrize(
    ("text", "line", "column", "kind", "words"),
    [
        (TWO.format("| 1   2 |", "+---+--+", "| 3   . |"), 3, 8, FaultKind.ILL_FORMED, "out of line"),
        (TWO.format("| 1   2", "+   +   +", "| 3   . |"), 2, 8, FaultKind.ILL_FORMED, "the frame is open"),
        (TWO.format("| 1   2 |", "+   +-- +", "| 3   . |"), 3, 6, FaultKind.ILL_FORMED, "incomplete wall"),
        (
            TWO.format("| 1 3 2 |", "+   +   +", "| 4   . |"),
            2,
            5,
            FaultKind.ILL_FORMED,
            "where other lines have a wall",
        ),
        (TWO.format("| 1   2 |", "+-x-+   +", "| 3   . |"), 3, 3, FaultKind.ILL_FORMED, "line of walls"),
        (TWO.format("| 1   2 |", "+---+---+", "| 3   . |"), 4, 3, FaultKind.NOT_CONNECTED, "connect all cells"),
        (TWO.format("| 1   . |", "+   +   +", "| 2   . |"), 4, 7, FaultKind.WRONG_BLANKS, "a board has one blank"),
        (TWO.format("| 1   2 |", "+   +   +", "|     . |"), 4, 7, FaultKind.WRONG_BLANKS, "a board has one blank"),
        (TWO.format("| 1   2 |", "+   +   +", "| 3   4 |"), 2, 3, FaultKind.WRONG_BLANKS, "has no blank"),
        (TWO.format("|   |   |", "+---+---+", "|   |   |"), 1, 1, FaultKind.MISSING_FACT, "no cells"),
        (TWO.format("| 1   2 |", "+---+---+", "+---+---+"), 4, 1, FaultKind.ILL_FORMED, "second line of walls"),
        ("+-----+-----+\n| 1 3 |  2  |\n+-----+-----+", 2, 5, FaultKind.ILL_FORMED, "second tile in the same place"),
        (ROW.format("< 1   2   . |"), 2, 1, FaultKind.ILL_FORMED, "without one at the opposite side"),
        (ROW.format("| 1   2   . >"), 2, 13, FaultKind.ILL_FORMED, "without one at the opposite side"),
        (ROW.format("< # | 2   . >"), 2, 1, FaultKind.ILL_FORMED, "without a cell next to it"),
        (ROW.format("> 1   2   . <"), 2, 1, FaultKind.ILL_FORMED, "wrong side; write < on the left and > on the right"),
        (ROW.format("| 1   2   . | x"), 2, 15, FaultKind.ILL_FORMED, "outside the frame"),
        (ROW.format("| 1   3   . |"), 2, 7, FaultKind.WRONG_TILES, "tile 2 is missing"),
        (ROW.format("| abcde   . |"), 2, 3, FaultKind.ILL_FORMED, "1 to 4 columns"),
        (ROW.format("|\t1   2   . |"), 2, 2, FaultKind.ILL_FORMED, "a tab"),
        (ROW.format("| 1\t2   . |"), 2, 4, FaultKind.ILL_FORMED, "a tab"),
        (TWO.format("| o   o |", "+   +   +", "| o   x |"), 4, 7, FaultKind.WRONG_BLANKS, "x among o"),
        (ROW.format("| 1   2   . |")[14:], 1, 1, FaultKind.ILL_FORMED, "no upper edge"),
        (ROW.format("| 1   2   . |")[:27], 2, 1, FaultKind.ILL_FORMED, "no lower edge"),
        ("+---+-^-+\n| 1   . |\n+---+---+", 1, 7, FaultKind.ILL_FORMED, "back to the same place"),
        ("+---+-v-+\n| 1   . |\n+---+---+", 1, 7, FaultKind.ILL_FORMED, "upper edge"),
        (TWO.format("| 1   . |", "+   +   +", ""), 4, 1, FaultKind.ILL_FORMED, "the frame is open"),
        ("+---+\n| 1 |\n+   +", 3, 3, FaultKind.ILL_FORMED, "the frame is open"),
        ("+-----+\n|  1  |\n+-----+", 2, 4, FaultKind.MISSING_FACT, "1 cell"),
        ("╭───────╮\n│ ┌ ─ ┐ │\n│ └ . ┘ │\n╰───────╯", 2, 1, FaultKind.ILL_FORMED, "walls here"),
        ("+-+" + "\n|o|" * WIDEST + "\n+-+", WIDEST + 1, 1, FaultKind.ILL_FORMED, "at most 999 lines"),
        ("+" + "-" * WIDEST + "+\n|o|\n+-+", 1, WIDEST + 1, FaultKind.ILL_FORMED, "at most 999 lines"),
    ],
)
def test_faults_of_a_drawing_with_walls(text, line, column, kind, words):
    with pytest.raises(FactFileError) as caught:
        from_drawing(text, "it.txt")
    first = caught.value.faults[0]
    assert (first.path, first.line, first.column, first.kind) == ("it.txt", line, column, kind)
    assert words in first.message


def test_more_cells_than_are_accepted():
    text = "+" + "-+" * 101 + "\n|" + " ".join("o" * 101) + "|\n+" + "-+" * 101
    with pytest.raises(FactFileError, match="101 cells; at most 100") as caught:
        from_drawing(text)
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (2, 202)


@pytest.mark.parametrize("options", [{"wrap": "rows"}, {"hexagonal": True}])
def test_options_that_a_drawing_with_walls_has_no_use_for(options):
    with pytest.raises(FactFileError, match="walls"):
        from_drawing("+-+-+\n|1 .|\n+-+-+", **options)


def test_hexagons_do_not_wrap_around():
    for make in (lambda: rectangle(3, 3, wrap="rows", hexagonal=True),
                 lambda: from_drawing("o o\n o o", wrap="both", hexagonal=True)):  # fmt: skip
        with pytest.raises(FactFileError, match="does not wrap around"):
            make()


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("o o\n o o", ((0, 0), (0, 2), (1, 1), (1, 3))),
        (" o o\no o", ((0, 1), (0, 3), (1, 0), (1, 2))),
        ("ooo", ((0, 0), (0, 2), (0, 4))),
        ("o\n o\no", ((0, 0), (1, 1), (2, 0))),
        ("o # o\n o o", ((0, 0), (0, 4), (1, 1), (1, 3))),
        (" 9  10   1   2\n   3   .   4   5\n 6   7   8  11", None),
        ("日 a\n  .", ((0, 0), (0, 2), (1, 1))),
    ],
)
def test_hexagons(text, cells):
    facts = from_drawing(text, hexagonal=True)
    expected = cells or rectangle(3, 4, hexagonal=True).cells
    assert facts.cells == expected
    for cell, around in enumerate(facts.neighbors):
        steps = {(facts.cells[o][0] - facts.cells[cell][0], facts.cells[o][1] - facts.cells[cell][1]) for o in around}
        assert steps <= {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    assert read_text(write(facts)) == facts


def test_hexagons_of_a_size():
    facts = rectangle(3, 3, hexagonal=True)
    assert facts.cells == ((0, 0), (0, 2), (0, 4), (1, 1), (1, 3), (1, 5), (2, 0), (2, 2), (2, 4))
    assert facts.neighbors[4] == (1, 2, 3, 5, 7, 8)


def test_rows_of_hexagons_that_are_not_offset():
    with pytest.raises(FactFileError, match="half a cell") as caught:
        from_drawing("1 2\n3 .", "it.txt", hexagonal=True)
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (2, 1)


def test_what_touches_around_a_board():
    assert rectangle(3, 2, wrap="columns").neighbors == rectangle(3, 2).neighbors
    assert rectangle(1, 3, wrap="both").neighbors == ((1, 2), (0, 2), (0, 1))
    assert rectangle(2, 3, wrap="columns").neighbors[0] == (1, 2, 3)
    plus = from_drawing(" o\nooo\n o", wrap="both")
    assert plus.neighbors == ((2, 4), (2, 3), (0, 1, 3, 4), (1, 2), (0, 2))
    assert from_drawing("o#o", wrap="columns").neighbors == ((1,), (0,))


def test_a_drawing_of_tiles_is_none_of_walls():
    for text in (
        "┌ ─ ┐\n│ . │\n└ ─ ┘",
        "+ - +\n| . |\n+ - +",
        "---- .",
        "+--+ .\n|a b",
        "<- -> .",
        "1 2 .",
        "",
        "┌┐ .\n└┘ a",
    ):
        assert not has_walls(text)


LINES = st.text("+-| ^v<>o.12#", max_size=14) | st.sampled_from(
    ["+---+---+", "| 1   2 |", "+-+-+-+", "|1 2 .|", "<1 2 .>"]
)


@given(st.lists(LINES, max_size=7).map("\n".join), st.booleans(), st.sampled_from([None, "both"]))
@example("+----\n+----", False, None)
@example("-----", False, None)
@example("|----", False, None)
@example("|----|", False, None)
@example("|-|-|\n| . |", False, None)
def test_any_drawing_makes_a_sound_puzzle_or_has_faults(text, hexagonal, wrap):
    lines = text.split("\n")
    try:
        facts = from_drawing(text, hexagonal=hexagonal, wrap=wrap)
    except FactFileError as error:
        for found in error.faults:
            assert 1 <= found.line <= len(lines)
            assert 1 <= found.column <= len(lines[found.line - 1]) + 1
    else:
        assert read_text(write(facts)) == facts
