"""What `new` prints for a person who answers its questions: sentences and examples on terminals of any width."""

import pytest
from rich.cells import cell_len
from rich.text import Text

from pybridge.render.layout import Examples, Folded

EXAMPLES = Examples({"row": "1 2 .", "column": "1\n2\n.", "cells": "o o o"})


def test_sentences_are_folded_between_words(shown):
    assert shown(Folded("a board hangs together", "", "yes"), 14) == ["a board hangs", "together", "", "yes"]


def test_examples_stand_side_by_side_where_they_fit(shown):
    assert shown(EXAMPLES) == [
        "  row         column     cells",
        "    1 2 .       1          o o o",
        "                2",
        "                .",
    ]
    assert shown(EXAMPLES, 25) == [
        "  row         column",
        "    1 2 .       1",
        "                2",
        "                .",
        "",
        "  cells",
        "    o o o",
    ]


@pytest.mark.parametrize("width", [9, 20, 40, 80])
def test_no_line_is_wider_than_the_terminal(shown, width):
    assert max(map(len, shown(EXAMPLES, width))) <= width


def test_japanese_is_folded_between_characters(shown):
    """Lines are full, none begins with a closing mark or splits a word, and nothing but spaces is lost."""
    text = "wrong.pl: しきい値 12 を最後まで探索しましたが、解が見つかりません（`N1 = N+1`）。threshold を参照"
    for width in range(12, 70):
        lines = shown(Folded(Text(text)), width=width)
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(cell_len(line) <= width and line[0] not in "、。）" and line[-1] != "（" for line in lines)
        assert all(cell_len(line) > width - 11 for line in lines[:-1])
        assert any("wrong.pl:" in line for line in lines)
        assert any("threshold" in line for line in lines)


def test_a_long_word_in_japanese_is_cut(shown):
    assert shown(Folded(Text(f"名前 {'x' * 25} です")), width=10) == ["名前", "x" * 10, "x" * 10, "xxxxx です"]
