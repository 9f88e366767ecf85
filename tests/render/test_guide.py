"""What `new` prints for a person who answers its questions: sentences and examples on terminals of any width."""

import pytest

from pybridge.render import Example, Examples, Prose

EXAMPLES = Examples(Example("row", "1 2 ."), Example("column", "1\n2\n."), Example("cells", "o o o"))


def test_sentences_are_folded_between_words(shown):
    assert shown(Prose("a board hangs together", "", "yes"), 14) == ["a board hangs", "together", "", "yes"]


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
