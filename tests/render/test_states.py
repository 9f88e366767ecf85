"""Boards and towers, alone and in strips."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.text import Text

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import find, read
from pybridge.puzzles import PieceMove, replay
from pybridge.render.console import unicode_pen
from pybridge.render.domains import BoardStrip, StatePicture, captioned
from pybridge.render.domains import picture as state_picture
from pybridge.render.layout import Picture, banded, shelves
from tests.samples import sample


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
    middle = StatePicture(facts, (1, 2, 3, 4, 5, 6, 0, 7), PieceMove(2, 2, 1))
    assert shown(middle)[1] == "│ 1[2]3 4 │"
    corner = StatePicture(facts, (1, 2, 3, 4, 5, 6, 0, 7), PieceMove(7, 6, 7))
    assert shown(corner)[2] == "│ 5 6  [7]│"


def test_numbers_are_right_aligned(shown):
    facts = read(find("fifteen"))
    assert shown(StatePicture(facts, facts.start("easy"), PieceMove(5, 7, 4))) == lines("""
╭─────────────╮
│  1 11  6  4 │
│[ 5] 3  2    │
│ 10  8 12  7 │
│  9 13 14 15 │
╰─────────────╯
""")


def test_a_long_caption_is_folded_and_the_board_whole():
    facts = rectangle(2, 2)
    picture = captioned(state_picture(facts, facts.goals[0], None, unicode_pen()), Text("a start with a long name"))
    assert [line.plain.rstrip() for line in shelves([picture], 12)] == [
        "╭─────╮",
        "│ 1 2 │",
        "│ 3   │",
        "╰─────╯",
        "a start with",
        "a long name",
    ]


def test_a_long_term_is_cut_behind_commas():
    term = Picture((Text("side([sheep,wolf,farmer],[a long name,羊さん,1234567890123456789])"),))
    (piece,) = banded(term, 14)
    assert [line.plain.rstrip() for line in piece.lines] == [
        "side([sheep,",
        "wolf,farmer],",
        "[a long name,",
        "羊さん,",
        "12345678901234",
        "56789])",
    ]


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
    assert shown(StatePicture(facts, facts.goals[0], PieceMove(4, 2, 3))) == lines("""
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
        "also neighbors: cells 0-1",
    ]


def test_ways_around_are_arrows_in_the_frame(shown):
    torus, cylinder = rectangle(3, 3, wrap="both"), rectangle(3, 3, wrap="rows")
    assert shown(StatePicture(torus, torus.goals[0], PieceMove(8, 8, 7))) == lines("""
╭─↑─↑─↑─╮
← 1 2 3 →
← 4 5 6 →
← 7[8]  →
╰─↓─↓─↓─╯
""")
    assert shown(StatePicture(cylinder, cylinder.goals[0]), encoding="ascii") == lines("""
+-^-^-^-+
| 1 2 3 |
| 4 5 6 |
| 7 8   |
+-v-v-v-+
""")


def test_a_way_around_stands_where_the_cells_are(shown):
    facts = from_drawing(" o \nooo\n o ", wrap="columns")
    assert shown(StatePicture(facts, facts.goals[0]))[2:5] == ["╭───╯   ╰───╮", "← 2   3   4 →", "╰───╮   ╭───╯"]
    narrow = rectangle(3, 2, wrap="columns")
    assert "←" not in "".join(shown(StatePicture(narrow, narrow.goals[0])))


def test_hexagons_lie_in_offset_rows(shown):
    facts = rectangle(3, 3, hexagonal=True)
    assert shown(StatePicture(facts, facts.goals[0], PieceMove(5, 8, 4))) == [
        " ╱ ╲ ╱ ╲ ╱ ╲",
        "│ 1   2   3 │",
        " ╲           ╲",
        "  │ 4  [5]  6 │",
        " ╱           ╱",
        "│ 7   8     │",
        " ╲ ╱ ╲ ╱ ╲ ╱",
    ]
    flower = from_drawing(" o o\no o o\n o o", hexagonal=True)
    assert shown(StatePicture(flower, flower.goals[0]), encoding="ascii") == [
        "   / \\ / \\",
        "  | 1   2 |",
        " /         \\",
        "| 3   4   5 |",
        " \\         /",
        "  | 6     |",
        "   \\ / \\ /",
    ]


def test_walls_between_hexagons_are_drawn(shown):
    facts = rectangle(2, 3, hexagonal=True)
    apart = [tuple(other for other in around if {cell, other} not in ({1, 4}, {0, 1}))
             for cell, around in enumerate(facts.neighbors)]  # fmt: skip
    assert shown(StatePicture(replace(facts, neighbors=tuple(apart)), facts.goals[0])) == [
        " ╱ ╲ ╱ ╲ ╱ ╲",
        "│ 1 │ 2   3 │",
        " ╲     ╱     ╲",
        "  │ 4   5     │",
        "   ╲ ╱ ╲ ╱ ╲ ╱",
    ]


@pytest.mark.parametrize("width", [5, 20, 60])
def test_hexagons_too_wide_are_cut_between_tiles(shown, width):
    facts = rectangle(2, 20, hexagonal=True)
    drawn = shown(StatePicture(facts, facts.goals[0]), width=width)
    assert all(cell_len(line) <= width for line in drawn)
    words = [int(word) for line in drawn for word in line.replace("│", " ").split() if word.isdecimal()]
    assert sorted(words) == list(range(1, 40))


def test_neighbors_that_cannot_be_drawn_are_listed_once(shown):
    plain = rectangle(3, 4)
    neighbors = [set(around) for around in plain.neighbors]
    for cell, other in ((1, 8), (2, 9)):
        neighbors[cell].add(other)
        neighbors[other].add(cell)
    facts = replace(plain, neighbors=tuple(tuple(sorted(around)) for around in neighbors))
    goal = facts.goals[0]
    assert shown(StatePicture(facts, goal)) == [*shown(StatePicture(plain, goal)), "also neighbors: cells 1-8, 2-9"]
    strip = shown(BoardStrip(facts, [goal, (*goal[:10], 0, 11)], [PieceMove(11, 11, 10)]))
    assert [line for line in strip if "also" in line] == ["also neighbors: cells 1-8, 2-9"]
    everywhere = tuple(tuple(other for other in range(12) if other != cell) for cell in range(12))
    assert shown(StatePicture(replace(plain, neighbors=everywhere), goal))[-1].endswith(", and 34 pairs more")


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
    assert shown(StatePicture(facts, state, PieceMove("red", "blue", "y"))) == [
        " blue",
        " green   [red]",
        "─────── ─────── ───────",
        "   x       y       z",
    ]


def test_the_table_is_as_wide_as_the_towers_on_it(shown):
    facts = replace(read(find("sussman")), places=("x",), table="floor")
    state = (("a", "floor"), ("b", "x"), ("c", "floor"))
    assert shown(StatePicture(facts, state, PieceMove("c", "b", "floor"))) == [
        "   b       a      [c]",
        "─────── ───────────────",
        "   x         floor",
    ]
    assert shown(StatePicture(facts, (("a", "b"), ("b", "x"), ("c", "a"))))[-3:] == [
        "   b",
        "─────── ───────",
        "   x     floor",
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


@pytest.mark.parametrize("width", sample([8, 20, 40, 60, 100, 200], quick=(20, 100)))
def test_a_strip_shows_every_move_and_exceeds_no_width(shown, searched, width):
    facts, start, solution = searched("seven")
    drawn = shown(BoardStrip(facts, replay(facts, start, solution.moves), solution.moves), width)
    text = "\n".join(drawn)
    assert all(cell_len(line) <= width for line in drawn)
    assert all(f"{number}: {move.piece}" in text for number, move in enumerate(solution.moves, 1))
    assert text.count("[") == len(solution.moves)


def test_boxes_and_glyphs_that_cannot_be_written(shown):
    facts = read(find("box_eight"))
    assert shown(StatePicture(facts, facts.goals[0], PieceMove(4, 4, 3)), encoding="ascii") == lines("""
+-------+
| 1 2 3 |
|[4]  4 |
| 5 2 6 |
+-------+
""")


def test_latin_1_keeps_what_it_has(shown):
    facts = replace(rectangle(1, 3), glyphs={1: "é", 2: "ß"})
    assert shown(StatePicture(facts, facts.goals[0]), encoding="latin-1")[1] == "| é ß   |"
