"""States as plain text."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.errors import FactFileError
from pybridge.facts import BlocksFacts, drawing, find, read, read_text, write
from pybridge.facts.wording import display_width


def test_tiles_are_right_aligned_and_the_blank_is_a_point():
    facts = rectangle(2, 6)
    assert drawing(facts, facts.goals[0]) == [" 1  2  3  4  5  6", " 7  8  9 10 11  ."]


def test_a_place_without_a_cell_is_empty():
    facts = from_drawing(" o \nooo\n o ")
    assert drawing(facts, facts.goals[0]) == ["  1", "2 3 4", "  ."]


def test_glyphs_stand_for_tiles_and_the_blank():
    facts = replace(rectangle(2, 2), glyphs={0: "__", 1: "日", 3: "c"})
    assert drawing(facts, (1, 2, 3, 0)) == ["日  2", " c __"]


def test_towers_stand_on_their_places():
    facts = read(find("blocks3"))
    state = (("red", "y"), ("blue", "green"), ("green", "x"))
    assert drawing(facts, state) == ["blue", "green  red", "x      y    z"]


def test_towers_on_a_table_stand_side_by_side():
    blocks = ("red", "blue", "green", "b")
    state = (("red", "floor"), ("blue", "red"), ("green", "y"), ("b", "floor"))
    facts = BlocksFacts(
        name="it", title="it", starts=(("s", state),), goals=(state,), blocks=blocks, places=("x", "y"), table="floor"
    )
    assert drawing(facts, state) == ["          blue", "   green  red   b", "x  y      floor"]
    assert drawing(facts, tuple((block, "x") if block == "red" else (block, under) for block, under in state)) == [
        "blue",
        "red   green  b",
        "x     y      floor",
    ]
    empty = (("red", "y"), ("blue", "red"), ("green", "blue"), ("b", "green"))
    assert drawing(facts, empty)[-1] == "x  y      floor"


@pytest.mark.parametrize(
    "sign", ["❤️", "1️⃣", "👨‍👩‍👧", "👍🏽", "🇯🇵", "🤷‍♂️", "👩‍❤️‍👨", "🏴‍☠️", "☝️🏽", "日\ufe0f"], ids=ascii
)
def test_emoji_of_several_characters_are_two_columns_wide(sign):
    assert display_width(sign) == cell_len(sign) == 2
    assert display_width(f"a{sign}b{sign}") == 6
    facts = from_drawing(f"{sign} o\no .", title=f"{sign} {sign}")
    assert read_text(write(facts)) == facts
    assert facts.glyphs[1] == sign


@pytest.mark.parametrize(
    "text", ["\u200d", "a\u200db", "👨\u200d", "\u200d👨", "👨\u200da", "日\u200d👨", "👨\u200d\u200d👨"]
)
def test_what_joins_no_two_emojis_is_named(text):
    with pytest.raises(FactFileError, match=r"U\+200D is not allowed between quotes"):
        read_text(f'puzzle(p, sliding_tiles, "{text}").')


def test_display_width():
    assert [display_width(text) for text in ("", "a", "┌─", "日本", "e\u0301", "ﾊ")] == [0, 1, 2, 4, 1, 1]
