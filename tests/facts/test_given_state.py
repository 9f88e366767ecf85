"""States as people type them: by the numbers of tiles, or as the board shows them."""

from dataclasses import replace

import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import UnknownStartError
from pybridge.facts import find, read
from pybridge.facts.given_state import example, given_state

ROOMS = from_drawing("a b c d e\n# f g h i\n# . # # #", name="rooms")
BOX = read(find("box_eight"))
ROW = rectangle(1, 4)
"""Tiles 1 2 3 and the blank, in a row."""


def with_glyphs(**glyphs):
    return replace(ROW, glyphs={int(tile.removeprefix("t")): glyph for tile, glyph in glyphs.items()})


@pytest.mark.parametrize(
    ("facts", "text", "state"),
    [
        (ROOMS, "b a c d e f g h i .", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROOMS, "b a c d e / f g h i / _", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROOMS, "b,a,c,d,e,f,g,h,i,0", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROOMS, "2 1 3 4 5 6 7 8 9 .", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROOMS, "2 1 3 4 5 6 7 8 9 _", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROOMS, "[2, 1, 3, 4, 5, 6, 7, 8, 9, 0]", (2, 1, 3, 4, 5, 6, 7, 8, 9, 0)),
        (ROW, "01 02 03 .", (1, 2, 3, 0)),
        (BOX, "┘ ─ └ / │ . │ / ┐ ─ ┌", (6, 2, 5, 4, 0, 4, 3, 2, 1)),
        (BOX, "6 2 5 4 0 4 3 2 1", (6, 2, 5, 4, 0, 4, 3, 2, 1)),
        (with_glyphs(t2="x"), "3 x 1 .", (3, 2, 1, 0)),  # tiles without a glyph show their numbers
        (with_glyphs(t0="__"), "3 2 1 __", (3, 2, 1, 0)),
        (with_glyphs(t0="__"), "3 2 1 .", (3, 2, 1, 0)),
        (with_glyphs(t1=".", t2="_", t3="x"), "_ . x 0", (2, 1, 3, 0)),
        (with_glyphs(t1="/", t2=",", t3="a,b"), "a,b / , .", (3, 1, 2, 0)),
        (with_glyphs(t1="[", t2="]"), "[ ] 3 .", (1, 2, 3, 0)),
        (with_glyphs(t1="[", t2="]"), "[2, 1, 3, 0]", (2, 1, 3, 0)),
        (with_glyphs(t1="2", t2="1"), "1 2 3 .", (1, 2, 3, 0)),  # numbers alone are always the numbers of tiles
        (with_glyphs(t1="2", t2="1", t3="x"), "1 2 x .", (2, 1, 3, 0)),
        (with_glyphs(t1="2", t2="1", t3="x"), "1 2 3 .", (1, 2, 3, 0)),
    ],
)
def test_what_an_entry_means(facts, text, state):
    assert given_state(facts, text) == state


@pytest.mark.parametrize(
    ("facts", "text", "told"),
    [
        (ROOMS, "bacdefghi.", "bacdefghi. is not a tile; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a c d e f g h x .", "x is not a tile; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a c d e f g h 9 .", "9 is not a tile; type e.g. a b c d e f g h i ."),
        (ROOMS, "[b, a, c]", "b is not a tile; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a . c", "it has 4 entries; the board has 10 cells; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a c d e f g h i i", "it has no blank; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a c d e f g g _ .", "it has 2 blanks; type e.g. a b c d e f g h i ."),
        (ROOMS, "b a c d e f g h h .", "it has too many of h and too few of i; type e.g. a b c d e f g h i ."),
        (BOX, "┘ ┘ └ │ . │ ┐ ─ ┌", "it has too many of ┘ and too few of ─; type e.g. ┌ ─ ┐ │ . │ └ ─ ┘"),
        (with_glyphs(t1="a", t2="a"), "a a 3 .", "a stands for several tiles, 1, 2; "),
        (with_glyphs(t1="a", t2="a"), "1 1 3 0", "it has too many of 1 and too few of 2; type e.g. 1 2 3 0"),
        (with_glyphs(t1="2", t2="1"), "1 2 x 0", "x is not a tile; type e.g. 1 2 3 0"),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(facts, text, told):
    with pytest.raises(UnknownStartError) as caught:
        given_state(facts, text)
    assert str(caught.value).startswith(f"{text!r} is not a state of {facts.name}: {told}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("facts", [ROOMS, BOX, ROW, with_glyphs(t0="__"), with_glyphs(t1="2", t2="1", t3=".")])
def test_the_example_means_the_goal(facts):
    assert given_state(facts, example(facts)) == facts.goals[0]


def test_the_example_of_a_large_board_lists_its_glyphs():
    large = rectangle(6, 6)
    assert example(large) == "36 numbers, 0 for the blank"
    lettered = from_drawing("\n".join(["a b c d e f"] * 5 + ["a b c d e ."]))
    assert example(lettered) == "36 of a, b, c, d, e, f and . for the blank"
