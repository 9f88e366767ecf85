"""Starts that are drawn: the same board as the goal's, and what is said about another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards.board_drawing import with_drawn_start
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import FactFileError, FaultKind
from pybridge.facts import drawing, read_text, write

WALLS = "+---+---+---+\n| 1   2 | 3 |\n+   +---+   +\n| 4   5   . |\n+---+---+---+"
RING = "+---+-^-+---+\n< 1   2   3 >\n+   +   +   +\n| 4   5   . |\n+---+-v-+---+"
PLUS = from_drawing("# o #\no o o\n# o #")
LETTERS = from_drawing("B A N\nA N .")
HEXAGONS = from_drawing("  A   B\n.   A   C", hexagonal=True)


def moved(text, tiles, others):
    """The text with each of some signs in the place of another."""
    return text.translate(str.maketrans(tiles, others))


@pytest.mark.parametrize(
    ("facts", "text", "state"),
    [
        (rectangle(2, 3), "3 1 2\n. 5 4", (3, 1, 2, 0, 5, 4)),
        (rectangle(2, 3), "╭───────╮\n│ 3 1 2 │\n│   5 4 │\n╰───────╯", (3, 1, 2, 0, 5, 4)),
        (rectangle(2, 3, blank="first"), "\n  1 2 3\n  4 5 .\n\n", (1, 2, 3, 4, 5, 0)),
        (PLUS, "# 1 #\n2 . 4\n# 3 #", (1, 2, 0, 4, 3)),
        (LETTERS, "N A .\r\nN A B\r\n", (3, 2, 0, 3, 2, 1)),
        (from_drawing(WALLS), moved(WALLS, "1.", ".1"), (0, 2, 3, 4, 5, 1)),
        (from_drawing(WALLS), WALLS.replace("5   .", "    5"), (1, 2, 3, 4, 0, 5)),
        (from_drawing(RING), moved(RING, "3.", ".3"), (1, 2, 0, 4, 5, 3)),
        (from_drawing("o . o"), "o o .", (1, 1, 0)),
        (from_drawing("金 銀\n歩 ."), "歩 .\n金 銀", (3, 0, 1, 2)),
    ],
)
def test_a_start_is_drawn_as_the_goal(facts, text, state):
    made = with_drawn_start(facts, text)
    assert made.starts == (("drawn", state),)
    assert read_text(write(made)) == made


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"wrap": "columns"}, "2 1 .\n3 4 5"),
        ({"wrap": "both"}, "+-^-+-^-+-^-+\n< 2   1   . >\n+   +   +   +\n< 3   4   5 >\n+-v-+-v-+-v-+"),
        ({"hexagonal": True}, "2   1   .\n  3   4   5"),
    ],
)
def test_what_touches_what_is_as_the_board_was_made(options, text):
    made = with_drawn_start(rectangle(2, 3, **options), text, **options)
    assert made.starts == (("drawn", (2, 1, 0, 3, 4, 5)),)


@pytest.mark.parametrize(
    ("facts", "text", "line", "column", "kind", "told"),
    [
        (rectangle(2, 3), "1 2 3\n4 4 .", 2, 3, FaultKind.WRONG_TILES, "too many of 4, missing 5"),
        (rectangle(2, 3), "1 2 3\n4 . .", 2, 5, FaultKind.WRONG_BLANKS, "too many of ., missing 5"),
        (rectangle(2, 3), "1 2 3\n4 5 6", 2, 5, FaultKind.WRONG_BLANKS, "too many of 6, missing ."),
        (rectangle(2, 3), "1 2 3\n4 5 0", 2, 5, FaultKind.WRONG_BLANKS, "too many of 0, missing ."),
        (rectangle(2, 3), "1 2 3\n4 A .", 2, 3, FaultKind.WRONG_TILES, "too many of A, missing 5"),
        (
            rectangle(2, 3),
            "ooo\nooo",
            1,
            1,
            FaultKind.WRONG_TILES,
            "no tiles; a start shows the place of each tile: 1, 2",
        ),
        (rectangle(2, 3), "1 2 3\n4 .", 2, 4, FaultKind.WRONG_DRAWING, "a cell is missing here, in row 2"),
        (rectangle(2, 3), "1 2 3 5\n4 .", 1, 7, FaultKind.WRONG_DRAWING, "the board has no cell here, in row 1"),
        (rectangle(2, 3), "1 2 3\n4 5 .\n6", 3, 1, FaultKind.WRONG_DRAWING, "the board has no cell here, in row 3"),
        (rectangle(2, 2), "# 1\n2 .", 1, 1, FaultKind.WRONG_DRAWING, "a cell is missing here, in row 1"),
        (rectangle(2, 2), "", 1, 1, FaultKind.MISSING_FACT, "no cells"),
        (PLUS, "  1\n2 . 4\n  3", 1, 3, FaultKind.WRONG_DRAWING, "the board has no cell here, in row 1"),
        (LETTERS, "B A N\nB N .", 2, 1, FaultKind.WRONG_TILES, "too many of B, missing A"),
        (LETTERS, "1 2 3\n2 3 .", 1, 1, FaultKind.WRONG_TILES, "too many of 1, 2, 2, 3, 3, missing B, A, A, N, N"),
        (
            from_drawing(WALLS),
            "1 2 3\n4 5 .",
            1,
            3,
            FaultKind.WRONG_DRAWING,
            "the places of 2 and 3 are not neighbors on the board, but are here",
        ),
        (
            rectangle(2, 3),
            WALLS,
            2,
            7,
            FaultKind.WRONG_DRAWING,
            "the places of 2 and 3 are neighbors on the board, but are not here",
        ),
        (
            from_drawing(RING),
            "1 2 3\n4 5 .",
            1,
            1,
            FaultKind.WRONG_DRAWING,
            "the places of 1 and 3 are neighbors on the board",
        ),
    ],
)
def test_what_differs_is_one_line_at_its_place(facts, text, line, column, kind, told):
    with pytest.raises(FactFileError) as caught:
        with_drawn_start(facts, text, "it.txt")
    (fault,) = caught.value.faults
    assert (fault.path, fault.line, fault.column, fault.kind) == ("it.txt", line, column, kind)
    assert told in fault.message


def test_hexagons_that_are_not_offset_are_told_as_for_a_board():
    with pytest.raises(FactFileError, match="offset by half a cell"):
        with_drawn_start(HEXAGONS, "A   B\n.   A   C", hexagonal=True)
    assert with_drawn_start(HEXAGONS, "  .   B\nA   A   C", hexagonal=True).starts[0][1] == (0, 2, 1, 1, 3)


@given(st.permutations(range(6)), st.sampled_from([rectangle(2, 3), LETTERS]))
def test_what_is_drawn_is_read(order, facts):
    state = tuple(facts.goals[0][cell] for cell in order)
    assert with_drawn_start(facts, "\n".join(drawing(facts, state))).starts == (("drawn", state),)


@given(st.text("+-|.123456ABN#o \n", max_size=30))
def test_any_text_is_a_start_or_has_a_fault_in_it(text):
    lines = text.split("\n")
    for facts in (rectangle(2, 3), from_drawing(WALLS)):
        try:
            made = with_drawn_start(facts, text)
        except FactFileError as error:
            for fault in error.faults:
                assert 1 <= fault.line <= len(lines)
                assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        else:
            assert read_text(write(made)) == made
