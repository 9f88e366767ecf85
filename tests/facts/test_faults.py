"""Each kind of fault, at its exact line and column."""

import pytest

from pybridge.errors import FactFileError, FaultKind
from pybridge.facts import read_text

BLOCKS = """\
puzzle(two, blocks_world, "Two blocks").
block(a).
block(b).
place(x).
place(y).
start(apart, [[a, x], [b, y]]).
goal([[a, b], [b, x]]).
%| a
%| b
%| x  y
"""

K = FaultKind
TILE_FAULTS = [
    (1, "% no head", (2, 1, K.MISSING_FACT, "begin the file with puzzle(Name, Domain, Title)")),
    (1, 'source("first").\npuzzle(line, sliding_tiles, "T").', (1, 1, K.MISSING_FACT, "on line 2")),
    (1, 'puzzle(line, graph, "T").', (1, 14, K.WRONG_ARGUMENT, "of sliding_tiles, blocks_world, permutation")),
    (1, 'puzzle(line, sliding_tile, "T").', (1, 14, K.WRONG_ARGUMENT, "did you mean sliding_tiles?")),
    (1, "puzzle(line, sliding_tiles).", (1, 1, K.WRONG_ARITY, "expected puzzle(Name, Domain, Title)")),
    (1, 'puzzle("line", sliding_tiles, "T").', (1, 8, K.WRONG_ARGUMENT, '"line" is not an atom')),
    (2, 'puzzle(line, sliding_tiles, "T").', (2, 1, K.REPEATED_FACT, "a second puzzle/3")),
    (2, "surce(here).", (2, 1, K.UNKNOWN_FACT, "did you mean source?")),
    (2, "block(a).", (2, 1, K.UNKNOWN_FACT, "expected one of puzzle")),
    (2, "source(here).", (2, 8, K.WRONG_ARGUMENT, "here is not a string of one line")),
    (2, 'source("two\\nlines").', (2, 8, K.WRONG_ARGUMENT, "one line")),
    (3, '% no start\nsource("s").', (1, 1, K.MISSING_FACT, "no start state")),
    (3, "start(far, [0, 1]).", (3, 12, K.ILLEGAL_STATE, "has 2 entries; the board has 3 cells")),
    (3, "start(far, [0]).", (3, 12, K.ILLEGAL_STATE, "has 1 entry; the board has 3 cells")),
    (3, "start(far, [2, 1, 2]).", (3, 12, K.WRONG_BLANKS, "no blank")),
    (3, "start(far, [0, 1, 0]).", (3, 19, K.WRONG_BLANKS, "second blank")),
    (3, "start(far, [0, 1, 1]).", (3, 19, K.WRONG_TILES, "too many of 1, missing 2")),
    (3, "start(far, [0, 1, -2]).", (3, 19, K.WRONG_ARGUMENT, "-2 is not an integer of 0 or more")),
    (3, "start(far, [[0, 1], [2]]).", (3, 13, K.WRONG_ARGUMENT, "write one list, without a list in it")),
    (
        3,
        "start(far, [0, 1, 2]). start(far, [1, 0, 2]).",
        (3, 30, K.REPEATED_FACT, "named far; the other is on line 3"),
    ),
    (4, "optimal(near, 2).", (4, 9, K.WRONG_ARGUMENT, "no start state is named near")),
    (4, "optimal(far, -2).", (4, 14, K.WRONG_ARGUMENT, "-2")),
    (4, "optimal(far, 2). optimal(far, 3).", (4, 26, K.REPEATED_FACT, "two optimal lengths")),
    (5, "% no goal", (1, 1, K.MISSING_FACT, "no goal state")),
    (5, "goal([1, 2, 0]). goal([1, 2, 0]).", (5, 23, K.REPEATED_FACT, "repeated")),
    (5, "goal([1, 2, 0]). goal([1, 1, 0]).", (5, 27, K.WRONG_TILES, "the tiles of the first goal")),
    (5, "goal([1, 3, 0]).", (5, 10, K.WRONG_TILES, "tile 2 is missing but tile 3 exists")),
    (5, "goal([0, 2, 0]).", (5, 13, K.WRONG_BLANKS, "second blank")),
    (5, "goal([1, 1, 0]).", (5, 10, K.WRONG_TILES, "not the tiles of the starts: too many of 1, missing 2")),
    (
        5,
        "goal([0, 1, 2]).",
        (5, 10, K.INADMISSIBLE_DISTANCE, "the goal has tile 1 on cell 1, but its distances are 0 on cell 0; the same"),
    ),
    (8, "cell(3, 0, 2).", (8, 6, K.MISSING_FACT, "cell 2 is missing")),
    (8, "cell(2, 0, 2). cell(2, 0, 2).", (8, 21, K.REPEATED_FACT, "two facts for the cell 2")),
    (8, "cell(2, 0, 2). cell(2, 0, 3).", (8, 21, K.REPEATED_FACT, "two facts for the cell 2")),
    (8, "cell(2, 0, 1).", (8, 9, K.WRONG_ARGUMENT, "both at row 0, column 1")),
    (8, "cell(2, 0, 1000).", (8, 12, K.WRONG_ARGUMENT, "0 to 999")),
    (8, "% gone", (7, 6, K.MISSING_FACT, "cell 2 has neighbors and is in every state: add cell(2, Row, Column)")),
    (10, "neighbor(1, [0, 2, 3]).", (10, 20, K.UNKNOWN_CELL, "no cell 3; the cells are 0 to 2")),
    (11, "neighbor(3, [1]).", (11, 10, K.UNKNOWN_CELL, "no cell 3")),
    (11, "neighbor(2, [1]). neighbor(3, [2]).", (11, 28, K.UNKNOWN_CELL, "no cell 3")),
    (11, "neighbor(2, [0, 1]).", (11, 14, K.ASYMMETRIC_NEIGHBOR, "cell 2 lists 0, but cell 0 lists [1]")),
    (11, "neighbor(2, [2, 1]).", (11, 14, K.WRONG_ARGUMENT, "its own neighbor")),
    (11, "neighbor(2, [1, 1]).", (11, 17, K.WRONG_ARGUMENT, "twice")),
    (11, "% gone", (8, 6, K.MISSING_FACT, "add neighbor(2, Cells)")),
    (11, "neighbor(2, [1]). neighbor(2, [1]).", (11, 28, K.REPEATED_FACT, "two lists of neighbors")),
    (11, "neighbor(2, [1], 0).", (11, 1, K.WRONG_ARITY, "expected neighbor(Cell, Cells)")),
    (12, "distance(1, [0, 1, 3]).", (12, 20, K.INADMISSIBLE_DISTANCE, "tile 1 on cell 2: 3 is more")),
    (12, "distance(1, [0, 1, -1]).", (12, 20, K.WRONG_ARGUMENT, "-1")),
    (12, "distance(1, [0, 1]).", (12, 13, K.WRONG_ARGUMENT, "2 distances; give one for each of the 3 cells")),
    (12, "distance(1, [0, 1, 2, 9]).", (12, 13, K.WRONG_ARGUMENT, "4 distances; give one for each of the 3 cells")),
    (12, "distance(1, [9, 9, 9]).", (12, 14, K.INADMISSIBLE_DISTANCE, "(and 2 more of this tile)")),
    (12, "distance(0, [0, 1, 2]). distance(1, [0, 1, 2]).", (12, 10, K.WRONG_TILES, "0 is the blank")),
    (12, "distance(3, [0, 1, 2]). distance(1, [0, 1, 2]).", (12, 10, K.WRONG_TILES, "no tile 3")),
    (12, "% gone", (5, 7, K.MISSING_FACT, "add distance(1, Distances)")),
    (13, "% gone", (5, 10, K.MISSING_FACT, "add distance(2, Distances)")),
    (13, "distance(2, [1, 0, 1]). distance(2, [1, 0, 1]).", (13, 34, K.REPEATED_FACT, "two lists of distances")),
    (14, 'glyph(3, "b").', (14, 7, K.WRONG_TILES, "no tile 3")),
    (14, 'glyph(2, "b c").', (14, 10, K.WRONG_ARGUMENT, "1 to 4 columns")),
    (14, 'glyph(2, "日本語").', (14, 10, K.WRONG_ARGUMENT, "1 to 4 columns")),
    (14, 'glyph(2, "").', (14, 10, K.WRONG_ARGUMENT, "1 to 4 columns")),
    (14, "glyph(2, b).", (14, 10, K.WRONG_ARGUMENT, "b is not a string")),
    (14, 'glyph(2, "b"). glyph(2, "c").', (14, 22, K.REPEATED_FACT, "two glyphs")),
    (15, "%| 1 . b", (15, 1, K.WRONG_DRAWING, "this line is: %| 1 b .")),
    (15, "%| 1 b .\n%| 1", (16, 1, K.WRONG_DRAWING, "has 1 line; remove")),
]
BLOCKS_FAULTS = [
    (3, "block(a).", (3, 7, K.REPEATED_FACT, "named a; the other is on line 2")),
    (2, "% gone", (3, 1, K.MISSING_FACT, "all states have a pair for a: add block(a) before this")),
    (3, "% gone", (2, 1, K.MISSING_FACT, "all states have a pair for b: add block(b)")),
    (3, "block(bb).", (3, 7, K.MISSING_FACT, "no state has a pair for bb, and all have one for b; write block(b)")),
    (5, "place(a).", (5, 7, K.REPEATED_FACT, "named a")),
    (5, "place('').", (5, 7, K.WRONG_ARGUMENT, "'' is not an atom")),
    (6, "start(apart, [[a, x]]).", (6, 14, K.ILLEGAL_STATE, "has 1 pair for 2 blocks")),
    (6, "start(apart, [[b, y], [a, x]]).", (6, 16, K.ILLEGAL_STATE, "this pair is for a, not b")),
    (6, "start(apart, [[b, y], [b, x]]).", (6, 16, K.ILLEGAL_STATE, "this pair is for a, not b")),
    (6, "start(apart, [[c, x], [b, y]]).", (6, 16, K.ILLEGAL_STATE, "c is not a block; this pair is for a")),
    (6, "start(apart, [[a, x], [b, z]]).", (6, 27, K.ILLEGAL_STATE, "z is not a block, a place or the table")),
    (6, "start(apart, [[a, x], [b, x]]).", (6, 27, K.ILLEGAL_STATE, "x carries two blocks, a and b")),
    (6, "start(apart, [[a, b], [b, a]]).", (6, 15, K.ILLEGAL_STATE, "a on b on a")),
    (6, "start(apart, [[a, a], [b, y]]).", (6, 15, K.ILLEGAL_STATE, "a on a")),
    (6, "start(apart, [[a, x], [b]]).", (6, 23, K.WRONG_ARGUMENT, "[b] is not a pair")),
    (6, "start(apart, [[a, x], b]).", (6, 23, K.WRONG_ARGUMENT, "b is not a pair")),
    (5, "table(a).", (5, 7, K.REPEATED_FACT, "two blocks, places or tables are named a; the other is on line 2")),
    (5, "place(y). table(t). table(u).", (5, 21, K.REPEATED_FACT, "a second table: remove it")),
    (5, "place(y). table(t). table(t).", (5, 21, K.REPEATED_FACT, "the table on line 5")),
    (5, 'place(y). table("t").', (5, 17, K.WRONG_ARGUMENT, "is not an atom")),
    (5, "place(y). table(t, u).", (5, 11, K.WRONG_ARITY, "expected table(Table)")),
    (6, "table(t). start(it, [[a, t], [b, t]]). start(no, [[a, y], [b, y]]).", (6, 63, K.ILLEGAL_STATE, "y carries")),
    (9, "%| c", (9, 1, K.WRONG_DRAWING, "%| b")),
    (10, "", (9, 1, K.WRONG_DRAWING, "ends too early; the next line is: %| x  y")),
]


@pytest.fixture
def base(request, tiles):
    """The sound file that a case damages."""
    return BLOCKS if request.param == "blocks" else tiles


@pytest.mark.parametrize("base", ["tiles", "blocks"], indirect=True)
def test_the_unchanged_text_is_sound(base):
    read_text(base)


@pytest.mark.parametrize(
    ("base", "line", "text", "expected"),
    [("tiles", *case) for case in TILE_FAULTS] + [("blocks", *case) for case in BLOCKS_FAULTS],
    indirect=["base"],
)
def test_a_fault_is_found_where_it_stands_and_alone(base, line, text, expected, with_line, fault_list):
    *place, message = expected
    found = fault_list(with_line(base, line, text))
    assert [list(fault[:3]) for fault in found] == [place], found
    assert message in found[0][3]


def test_the_smallest_board_may_be_far_away():
    facts = read_text("""puzzle(it, sliding_tiles, "Two cells").
start(s, [0, 1]).
goal([1, 0]).
cell(0, 999, 998).
cell(1, 999, 999).
neighbor(0, [1]).
neighbor(1, [0]).
distance(1, [0, 1]).
""")
    assert facts.cells == ((999, 998), (999, 999))


def test_tiles_of_one_of_several_goals_may_be_farther(tiles, with_line, fault_list):
    """Then the goal is not what is wrong."""
    found = fault_list(with_line(tiles, 5, "goal([0, 1, 2]). goal([0, 2, 1])."))
    assert [fault[:3] for fault in found] == [(12, 17, K.INADMISSIBLE_DISTANCE), (13, 20, K.INADMISSIBLE_DISTANCE)]


def test_whole_groups_of_facts_may_be_missing(tiles, fault_list):
    def without(base, name):
        return "".join(line for line in base.splitlines(keepends=True) if not line.startswith((name, "%")))

    assert fault_list(without(tiles, "neighbor"))[0][2:] == (
        K.MISSING_FACT,
        "no neighbor(Cell, Cells): add one for each cell, or make the file with `pybridge facts`",
    )
    assert "no distance(Tile, Distances)" in fault_list(without(tiles, "distance"))[0][3]
    assert "at least two cells" in fault_list(without(tiles, "cell"))[0][3]
    assert "no blocks: add block(Block)" in fault_list(without(BLOCKS, "block"))[0][3]
    assert "no places: add place(Place) for each place, or table(Table)" in fault_list(without(BLOCKS, "place"))[0][3]


TABLE = """\
puzzle(two, blocks_world, "Two blocks").
block(a).
block(b).
table(floor).
start(apart, [[a, floor], [b, floor]]).
goal([[a, b], [b, floor]]).
%| a
%| b
%| floor
"""


def test_a_table_carries_two_blocks_and_a_block_one(with_line, fault_list):
    assert read_text(TABLE).starts[0][1] == (("a", "floor"), ("b", "floor"))
    three = with_line(with_line(TABLE, 3, "block(b). block(c)."), 6, "goal([[a, b], [b, floor], [c, floor]]).")
    text = with_line(three, 5, "start(apart, [[a, c], [b, c], [c, floor]]).")
    assert (5, 27, K.ILLEGAL_STATE, "c carries two blocks, a and b; only the table can") in fault_list(text)


def test_a_tower_on_no_table(with_line, fault_list):
    text = with_line(TABLE, 5, "start(apart, [[a, b], [b, a]]).")
    assert fault_list(text) == [
        (5, 15, K.ILLEGAL_STATE, "a on b on a: the tower stands on nothing; put one of them on floor")
    ]


NO_PATH = "no path of neighbors leads from cell 0 to cell 2; add neighbors that join them"


def test_a_board_in_two_parts(tiles, with_line, fault_list):
    text = with_line(with_line(tiles, 10, "neighbor(1, [0])."), 11, "neighbor(2, []).")
    assert fault_list(text) == [(11, 10, K.NOT_CONNECTED, NO_PATH)]


def test_all_faults_come_at_once_and_in_order(tiles, with_line, fault_list):
    text = tiles
    for line, replacement, _ in (
        (2, "source(X).", 0),
        (3, "start(far, [0, 1, 1]).", 0),
        (12, "distance(1, [9, 1, 2]).", 0),
    ):
        text = with_line(text, line, replacement)
    text = with_line(text, 14, 'gliph(2, "b").')
    kinds = [(line, kind) for line, _, kind, _ in fault_list(text)]
    assert kinds == [(2, K.NOT_A_FACT), (3, K.WRONG_TILES), (12, K.INADMISSIBLE_DISTANCE), (14, K.UNKNOWN_FACT)]


def test_every_kind_of_fault_has_its_case():
    tested = {expected[2] for *_, expected in TILE_FAULTS + BLOCKS_FAULTS}
    tested_elsewhere = {K.UNREADABLE, K.ILL_FORMED, K.NOT_A_FACT, K.NOT_CONNECTED, K.UNSOLVABLE_START, K.WRONG_PLAN}
    of_rules = {K.SINGLETON, K.UNDEFINED, K.WRONG_RULE}  # tests/rules/test_reading.py
    assert tested | tested_elsewhere | of_rules == set(FaultKind)


def test_str_is_one_line_per_fault_with_path_line_and_column(tiles, with_line):
    with pytest.raises(FactFileError) as caught:
        read_text(with_line(tiles, 3, "start(far, [0, 1, 1])."), "some/it.pl")
    assert str(caught.value).startswith("some/it.pl:3:19: not the tiles of the goal")
    assert caught.value.exit_code == 21


def test_an_unknown_place_of_two_states_is_one_fault(fault_list):
    text = BLOCKS.replace("place(x).\n", "")
    line = next(each for each in text.splitlines() if each.startswith("start("))
    again = text.replace(line, f"{line}\n{line.replace('start(', 'start(again_', 1)}")
    assert [message for *_, message in fault_list(again)] == [
        "x is not a block, a place or the table; expected one of a, b, y"
    ]
