"""The list of puzzles and one puzzle in detail."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from pybridge.boards.generate import from_drawing
from pybridge.facts import find, read
from pybridge.render.catalogue import PuzzleDetail, PuzzleTable
from tests.samples import FACT_FILES

SOME = ("sussman", "eight", "seven")


def test_the_list(shown):
    assert shown(PuzzleTable([read(find(name)) for name in SOME])) == [
        "blocks_world    size       starts   lengths       title",
        "─────────────────────────────────────────────────────────────────────",
        "sussman         3 blocks        1   3             the Sussman anomaly",
        "",
        "sliding_tiles   size       starts   lengths       title",
        "─────────────────────────────────────────────────────────────────",
        "eight           3 × 3           4   12 22 31 31   8-puzzle, 3 x 3",
        "seven           2 × 4           1   36            7-puzzle, 2 x 4",
    ]


def test_a_title_wraps_and_a_narrow_list_is_stacked(shown):
    facts = read(find("box_eight"))
    assert shown(PuzzleTable([facts]), 60)[2:] == [
        "box_eight      3 × 3       1  30       8-puzzle of",
        "                                       box-drawing pieces,",
        "                                       equal pieces alike",
    ]
    assert shown(PuzzleTable([facts]), 40) == [
        "sliding_tiles:",
        "box_eight",
        "  size 3 × 3   starts 1   lengths 30",
        "  title 8-puzzle of box-drawing pieces,",
        "  equal pieces alike",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_no_width_loses_a_word(shown, width):
    puzzles = [read(path) for path in FACT_FILES.values()]
    drawn = shown(PuzzleTable(puzzles), width)
    assert all(cell_len(line) <= width for line in drawn)
    words = set(" ".join(drawn).split())
    for facts in puzzles:
        lengths = set(facts.optimal.values())
        listed = lengths if len(facts.starts) <= 5 else {min(lengths), max(lengths)}
        assert {facts.name, *map(str, listed)} <= words
        assert {facts.domain, f"{facts.domain}:"} & words


def test_sizes_and_many_lengths(shown):
    board = from_drawing("ooo\no#o\nooo")
    starts = tuple((f"s{n}", board.goals[0]) for n in range(9))
    many = replace(board, starts=starts, optimal={f"s{n}": 40 + n for n in range(9)})
    row = shown(PuzzleTable([many]))[2]
    assert "8 cells" in row
    assert "40 to 48" in row


def test_a_puzzle_in_detail(shown):
    assert shown(PuzzleDetail(read(find("eight")))) == [
        "8-puzzle, 3 x 3",
        "eight · sliding_tiles · 3 × 3",
        "source OEIS A089473, the two farthest states",
        "",
        "╭───────╮",
        "│ 1 2 3 │",
        "│ 4 5 6 │",
        "│ 7 8   │",
        "╰───────╯",
        "goal",
        "",
        "╭───────╮    ╭───────╮    ╭───────╮    ╭───────╮",
        "│ 1 3 5 │    │ 4 1 7 │    │ 6 4 7 │    │ 8 6 7 │",
        "│ 8 7 2 │    │ 3 2 6 │    │ 8 5   │    │ 2 5 4 │",
        "│   4 6 │    │   8 5 │    │ 3 2 1 │    │ 3   1 │",
        "╰───────╯    ╰───────╯    ╰───────╯    ╰───────╯",
        "easy         middling     farthest_1   farthest_2",
        "12 moves     22 moves     31 moves     31 moves",
    ]


def test_several_goals_are_numbered(shown):
    drawn = shown(PuzzleDetail(read(find("sussman"))))
    assert "goal 1        goal 2        goal 3" in drawn


def test_many_starts_are_listed_not_drawn(shown):
    drawn = shown(PuzzleDetail(read(find("korf100"))), 80)
    assert drawn[-14:-11] == [
        "100 starts and their lengths:",
        "k1   57   k2   55   k3   59   k4   56   k5   56   k6   52   k7   52   k8   50",
        "k9   46   k10  59   k11  57   k12  45   k13  46   k14  59   k15  62   k16  42",
    ]
    assert drawn[-1] == "k97  44   k98  54   k99  57   k100 54"


def test_twelve_starts_are_drawn_and_thirteen_listed(shown):
    board = from_drawing("ooo\nooo")
    for count, boards in ((12, 13), (13, 1)):
        many = replace(board, starts=tuple((f"s{n}", board.goals[0]) for n in range(count)), optimal={"s3": 7})
        drawn = shown(PuzzleDetail(many))
        assert sum(line.count("╭") for line in drawn) == boards  # the goal is one of them
        assert ("13 starts and their lengths:" in drawn) == (count == 13)


@pytest.mark.parametrize("width", [20, 40, 80])
def test_no_width_loses_a_listed_start(shown, width):
    facts = read(find("korf24"))
    drawn = shown(PuzzleDetail(facts), width)
    assert all(cell_len(line) <= width for line in drawn)
    assert {name for name, _ in facts.starts} <= set(" ".join(drawn).split())
