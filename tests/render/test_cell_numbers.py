"""Which cell a reason means is drawn below it, wherever people read it, and only where it names one."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from pybridge import census
from pybridge.agreement import Comparison, compare
from pybridge.boards.generate import from_drawing
from pybridge.facts import find, read
from pybridge.puzzles import Reason
from pybridge.render.census import CensusReport
from pybridge.render.comparison import ComparisonTable
from pybridge.render.domains import cell_numbers
from pybridge.render.search import SearchReport
from pybridge.report import Report
from tests.solving import solve

ROOMS = from_drawing("a b c d\n# e f .", name="rooms")
HOLE = "b a c d e f ."
EIGHT = read(find("eight"))


def numbers(facts):
    (drawn,) = cell_numbers(facts, [Reason("cell 1", names_cells=True)])
    return drawn


def compared(facts, start):
    found = [solve(facts, "ida_star", engine=engine, start=start) for engine in ("python", "native")]
    return compare(facts, "given", facts.goals[0], found)


def test_every_cell_has_its_number(shown):
    ring = replace(from_drawing("a b c\nd # e\nf g ."), glyphs={0: "__", 1: "x"})
    assert shown(numbers(ring)) == [
        "the numbers of the cells",
        "╭───────────╮",
        "│ 0   1   2 │",
        "│   ╭───╮   │",
        "│ 3 │   │ 4 │",
        "│   ╰───╯   │",
        "│ 5   6   7 │",
        "╰───────────╯",
    ]


def test_cells_of_hexagons(shown):
    drawn = shown(numbers(read(find("honeycomb"))))
    written = [int(word) for line in drawn[1:] for word in line.split() if word.isdecimal()]
    assert written == list(range(len(read(find("honeycomb")).cells)))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_a_report_ends_with_the_numbers(shown, width):
    drawn = shown(
        SearchReport(Report(ROOMS, solve(ROOMS, engine="python", start=HOLE), ((2, 1, 3, 4, 5, 6, 0),))), width
    )
    where = drawn.index("the numbers of the cells")
    assert drawn[where - 1] == ""
    assert drawn[where:] == shown(numbers(ROOMS))
    assert "tile b is on cell 0" in " ".join(drawn)
    assert all(cell_len(line) <= width for line in drawn)


def test_nothing_is_drawn_where_the_reason_is_of_the_whole_board(shown):
    odd = solve(EIGHT, engine="python", start="2 1 3 4 5 6 7 8 .")
    assert "the numbers of the cells" not in shown(SearchReport(Report(EIGHT, odd, (EIGHT.goals[0],))))


def test_a_comparison_tells_the_reason_once(shown):
    drawn = shown(ComparisonTable([compared(ROOMS, HOLE)]))
    assert sum("· unsolvable: the bridge from cell 1" in line for line in drawn) == 1
    assert drawn[-len(shown(numbers(ROOMS))) - 2 :] == [*shown(numbers(ROOMS)), "", "· nothing to compare"]


def test_comparisons_tell_whose_reason_it_is_and_number_each_board_once(shown):
    each = compared(ROOMS, HOLE)
    other = Comparison(ROOMS, "other", each.solutions, each.checks)
    drawn = shown(ComparisonTable([each, other, compared(EIGHT, "2 1 3 4 5 6 7 8 ."), compared(EIGHT, None)]))
    starts = [line.split(":")[0] for line in drawn if line.startswith("· ")]
    lines = ["rooms given  unsolvable", "rooms other  unsolvable", "eight given  unsolvable"]
    assert starts == ["· rooms given", "· rooms other", "· eight given", *(f"· {line}" for line in lines)]
    assert drawn.count("the numbers of the cells") == 1
    assert "· rooms other  unsolvable" in drawn
    assert drawn.index("the numbers of the cells") < drawn.index(next(s for s in drawn if s.startswith("· eight")))


def test_a_census_numbers_the_cells_once(shown):
    drawn = shown(CensusReport(ROOMS, census(ROOMS, [HOLE, "random_0", "c b a d e f ."], method="plain")))
    assert drawn.count("the numbers of the cells") == 1
