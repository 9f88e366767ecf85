"""A small sound board to damage, and what its faults are."""

import pytest

from pybridge.errors import FactFileError, FaultKind
from pybridge.facts import read_text

TILES = """\
puzzle(line, sliding_tiles, "Three cells").
source("here").
start(far, [0, 1, 2]).
optimal(far, 2).
goal([1, 2, 0]).
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
neighbor(0, [1]).
neighbor(1, [0, 2]).
neighbor(2, [1]).
distance(1, [0, 1, 2]).
distance(2, [1, 0, 1]).
glyph(2, "b").
%| 1 b .
"""


@pytest.fixture
def tiles() -> str:
    """A sound file of a board of three cells."""
    return TILES


@pytest.fixture
def with_line():
    """Replaces one line of a text."""
    return _with_line


@pytest.fixture
def fault_list():
    """All faults of a text, as line, column, kind and message."""
    return _fault_list


def _with_line(text: str, line: int, replacement: str) -> str:
    """The text with one line, counted from 1, replaced."""
    lines = text.split("\n")
    lines[line - 1] = replacement
    return "\n".join(lines)


def _fault_list(text: str) -> list[tuple[int, int, FaultKind, str]]:
    """All faults of a text."""
    with pytest.raises(FactFileError) as caught:
        read_text(text, "it.pl")
    assert caught.value.exit_code == caught.value.faults[0].kind.exit_code
    return [(fault.line, fault.column, fault.kind, fault.message) for fault in caught.value.faults]
