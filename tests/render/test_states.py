"""Boards and towers, alone and in strips."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from pybridge.facts import find, read
from pybridge.facts.generate import from_drawing, rectangle
from pybridge.puzzles import Move, replay
from pybridge.render import BoardStrip, StatePicture


def lines(text):
    return text.strip("\n").split("\n")


def test_a_board_has_a_frame_and_its_blank_is_an_empty_cell(shown):
    facts = rectangle(2, 4)
    assert shown(StatePicture(facts, facts.goals[0])) == lines("""
╭─────────╮
│ 1 2 3 4 │
│ 5 6 7   │
╰─────────╯
""")


def test_the_moved_tile_is_in_brackets_where_there_is_no_colour(shown):
    facts = rectangle(2, 4)
    middle = StatePicture(facts, (1, 2, 3, 4, 5, 6, 0, 7), Move(2, 2, 1))
    assert shown(middle)[1] == "│ 1[2]3 4 │"
    corner = StatePicture(facts, (1, 2, 3, 4, 5, 6, 0, 7), Move(7, 6, 7))
    assert shown(corner)[2] == "│ 5 6  [7]│"


def test_numbers_are_right_aligned(shown):
    facts = read(find("fifteen"))
    assert shown(StatePicture(facts, facts.start("easy"), Move(5, 7, 4))) == lines("""
╭─────────────╮
│  1 11  6  4 │
│[ 5] 3  2    │
│ 10  8 12  7 │
│  9 13 14 15 │
╰─────────────╯
""")


def test_a_board_keeps_its_shape(shown):
    facts = from_drawing(" o \nooo\n o ")
    assert shown(StatePicture(facts, facts.goals[0])) == [
        "    ╭───╮",
        "    │ 1 │",
        "╭───╯   ╰───╮",
        "│ 2   3   4 │",
        "╰───╮   ╭───╯",
        "    │   │",
        "    ╰───╯",
    ]


def test_a_hole_is_walled_in_and_the_blank_is_not(shown):
    facts = from_drawing("ooo\no#o\nooo")
    assert shown(StatePicture(facts, facts.goals[0], Move(4, 2, 3))) == lines("""
╭───────────╮
│ 1   2   3 │
│   ╭───╮   │
│[4]│   │ 5 │
│   ╰───╯   │
│ 6   7     │
╰───────────╯
""")


def test_a_wall_is_drawn_where_no_tile_can_pass(shown):
    facts = replace(rectangle(2, 2), neighbors=((2,), (3,), (0, 3), (1, 2)))
    assert shown(StatePicture(facts, facts.goals[0])) == lines("""
╭───┬───╮
│ 1 │ 2 │
│ 3     │
╰───────╯
""")


def test_empty_rows_and_columns_are_drawn_once(shown):
    facts = replace(rectangle(1, 2), cells=((0, 0), (7, 900)))
    assert shown(StatePicture(facts, facts.goals[0])) == [
        "╭───╮",
        "│ 1 │",
        "╰───╯",
        "",
        "        ╭───╮",
        "        │   │",
        "        ╰───╯",
    ]


def test_glyphs_may_be_wide_and_the_blank_may_have_one(shown):
    facts = replace(rectangle(2, 2), glyphs={0: "__", 1: "日", 3: "c"})
    assert shown(StatePicture(facts, (1, 2, 3, 0)))[1:3] == ["│ 日  2 │", "│  c __ │"]


def test_a_board_too_wide_is_cut_between_columns(shown):
    facts = rectangle(1, 30)
    drawn = shown(StatePicture(facts, facts.goals[0]), width=40)
    assert all(cell_len(line) <= 40 for line in drawn)
    assert [int(word) for line in drawn for word in line.strip("│ ").split() if word.isdecimal()] == list(range(1, 30))


def test_towers_stand_on_the_ground(shown):
    facts = read(find("blocks3"))
    state = (("red", "y"), ("blue", "green"), ("green", "x"))
    assert shown(StatePicture(facts, state, Move("red", "blue", "y"))) == [
        " blue",
        " green   [red]",
        "─────── ─────── ───────",
        "   x       y       z",
    ]


def test_a_strip_wraps_to_the_width(shown, searched):
    facts, start, solution = searched("sussman", "breadth_first")
    strip = BoardStrip(facts, replay(facts, start, solution.moves), solution.moves)
    assert shown(strip, 60) == lines("""
                                                  [a]
 c                                  [b]            b
 a   b         a   b  [c]    a       c             c
─── ─── ───   ─── ─── ───   ─── ─── ───   ─── ─── ───
 x   y   z     x   y   z     x   y   z     x   y   z
start         1: c→z        2: b→c        3: a→b
""")
    assert shown(strip, 40) == lines("""
 c                                  [b]
 a   b         a   b  [c]    a       c
─── ─── ───   ─── ─── ───   ─── ─── ───
 x   y   z     x   y   z     x   y   z
start         1: c→z        2: b→c

        [a]
         b
         c
─── ─── ───
 x   y   z
3: a→b
""")


@pytest.mark.parametrize("width", [8, 20, 40, 60, 100, 200])
def test_a_strip_shows_every_move_and_exceeds_no_width(shown, searched, width):
    facts, start, solution = searched("seven")
    drawn = shown(BoardStrip(facts, replay(facts, start, solution.moves), solution.moves), width)
    text = "\n".join(drawn)
    assert all(cell_len(line) <= width for line in drawn)
    assert all(f"{number}: {move.piece}" in text for number, move in enumerate(solution.moves, 1))
    assert text.count("[") == len(solution.moves)


def test_boxes_and_glyphs_that_cannot_be_written(shown):
    facts = read(find("box_eight"))
    assert shown(StatePicture(facts, facts.goals[0], Move(4, 4, 3)), encoding="ascii") == lines("""
+-------+
| 1 2 3 |
|[4]  4 |
| 5 2 6 |
+-------+
""")


def test_latin_1_keeps_what_it_has(shown):
    facts = replace(rectangle(1, 3), glyphs={1: "é", 2: "ß"})
    assert shown(StatePicture(facts, facts.goals[0]), encoding="latin-1")[1] == "| é ß   |"


def test_a_domain_without_a_picture_is_plain_text(shown, monkeypatch):
    monkeypatch.setattr("pybridge.render.strip._PICTURES", {})
    facts = rectangle(2, 2)
    assert shown(StatePicture(facts, facts.goals[0])) == ["1 2", "3 ."]
