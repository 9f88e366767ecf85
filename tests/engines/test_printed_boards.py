"""Boards that are printed row by row are found among other lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.engines.printed_boards import are_rows, with_boards
from pybridge.engines.printed_words import key_of, unquoted

START = (1, 3, 5, 8, 7, 2, 4, 6, 0, 9, 11, 10)


@given(
    st.lists(st.tuples(st.permutations(START), st.sampled_from([2, 3, 4, 6, 12])), min_size=1, max_size=4),
    st.sampled_from(["{}", "[{}]", "({})"]),
    st.sampled_from([" ", ",", ", ", "  "]),
    st.sampled_from(["", "_", "x"]),
    st.sampled_from([[], ["", "Next:"], ["found 1", "3 of 4"]]),
)
def test_any_rows(boards, around, between, blank, lines):
    """Of any length, with any of a few signs between and around them and for the blank."""
    given_lines = list[str]()
    for board, width in boards:
        cells = [str(each) if each or not blank else blank for each in board]
        rows = [cells[at : at + width] for at in range(0, len(cells), width)]
        given_lines += [*lines, *(around.format(between.join(row)) for row in rows)]
    lists = [f"[{','.join(map(str, board))}]" for board, _ in boards]
    assert [line for line in with_boards(given_lines, START) if line.startswith("[") and line in lists] == lists


@pytest.mark.parametrize(
    "lines",
    [
        [" 1  3  5 11", " 8  7    10", " 4  6  9  2"],
        ["1 3 5 11", "8 7   10", "4 6 9 2"],
        ["┌──┬──┬──┬──┐", "│1 │3 │5 │11│", "├──┼──┼──┼──┤", "│8 │7 │  │10│", "│4 │6 │9 │2 │", "└──┴──┴──┴──┘"],
        ["+------------+", "| 1  3  5 11 |", "| 8  7    10 |", "| 4  6  9  2 |", "+------------+"],
        ["┌───┐", "│1 3 5 11│", "│8 7 _ 10│", "│4 6 9 2│", "└───┘"],
        ["Step 1: |1 3 5 11|", "        |8 7 . 10|", "        |4 6 9 2|"],
        ["1 3 5 11 / 8 7 . 10 / 4 6 9 2."],
        ["Start: ((1,3,5,11),(8,7,0,10),(4,6,9,2))"],
    ],
)
def test_boards_as_they_are_drawn(lines):
    assert with_boards(lines, START) == ["[1,3,5,11,8,7,0,10,4,6,9,2]"]


@pytest.mark.parametrize(
    "lines",
    [
        ["283", "164", "705"],
        ["283", "164", "7 5"],
        ["---", "|283|", "|164|", "|7 5|", "---"],
        ["Move 3: 283", "164", "7_5"],
        ["283/164/705"],
        ["283164705"],
        ["2 8 3", "1 6 4", "7 blank 5"],
        ["2 8 3 1 6 4 7 0 5."],
    ],
)
def test_parts_of_one_sign_need_no_spaces(lines):
    assert with_boards(lines, (1, 2, 3, 4, 5, 6, 7, 8, 0)) == ["[2,8,3,1,6,4,7,0,5]"]


@pytest.mark.parametrize(
    "lines",
    [
        ["[1,3,5]", "to", "[8,7,2,4]"],
        ["1 3 5 8", "7 2 4 6", "0 9 11 11"],
        ["1 3 5", "8 7 2 4", "6 0 9 11 10"],
        ["a [1, 3]", "", "12"],
    ],
)
def test_other_lines_stay(lines):
    assert list(with_boards(lines, START)) == lines


@pytest.mark.parametrize("blank", ["0", "_"])
@pytest.mark.parametrize("rows", [["1 5 8", "7 6 {}", "2 9 11", "3 4 10"], ["1 5 8", "7 6 10", "2 9 11", "3 4 {}"]])
def test_a_word_is_a_sign_last(rows, blank):
    """`3 of 4` could be the first row, with `of` for the part that only the last row has."""
    rows = [row.format(blank) for row in rows]
    board = ",".join(" ".join(rows).replace("_", "0").split())
    assert with_boards(["3 of 4", *rows], START) == ["3 of 4", f"[{board}]"]


@pytest.mark.parametrize("start", ["text", 7, ((1, 2), (3, 4))])
def test_starts_without_a_row(start):
    assert list(with_boards(["1 2", "3 4"], start)) == ["1 2", "3 4"]


@pytest.mark.parametrize(
    ("one", "other"), [("123", "045"), ("123", " 46"), (".46", "758"), ("46-", "758"), ("10", "32")]
)
def test_rows_without_spaces(one, other):
    assert are_rows(one, other, "123456780")


@pytest.mark.parametrize(
    ("one", "other"),
    [("11", "12"), ("12", "13"), ("5", "6"), (" 8", " 7"), ("123", "45"), ("8.", "7."), ("19", "20"), ("-1-", "-2-")],
)
def test_thresholds_are_no_rows(one, other):
    assert not are_rows(one, other, "123456780")
    assert not are_rows("123", "456", "")


def test_names_without_quotes_are_listed():
    names = {key_of(name) for name in ("Right", "'go up'", "'Go'(a,to(b))", "-(1,2)")}
    listed = {
        "[Right, go up]": ["Right", "go up"],
        "Right,Go(a,to(b))": ["Right", "Go(a,to(b))"],
        "[Go(a,to(b)),-(1,2),Right]": ["Go(a,to(b))", "-(1,2)", "Right"],
        "[go up]": ["go up"],
    }
    assert list(unquoted(listed, names)) == list(listed.items())
    assert list(unquoted(["Go(a, to(b))", "[Right,left]", "right", ""], names)) == [("Go(a, to(b))", [])]
    assert list(unquoted(["[" + "Right," * 6000 + "x]"], names)) == []
