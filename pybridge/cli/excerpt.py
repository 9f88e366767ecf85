"""The line of a file that a fault is in, with a caret under its column."""

from collections.abc import Iterator

from pybridge.facts.terms import printable
from pybridge.facts.wording import display_width

WIDEST = 100
"""Columns of a line that are shown; a longer line is cut on both sides of the fault."""
_INDENT = "    "
_TAB = 8
_CUT = "..."


def excerpt(lines: list[str], line: int, column: int) -> Iterator[str]:
    """The line and a caret, indented; nothing if there is no such line or if it is blank. Both count from 1."""
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return
    pieces = list(_pieces(lines[line - 1]))
    at = min(column - 1, len(pieces))
    first, last = _window(pieces, at)
    before = _CUT * (first > 0) + "".join(pieces[first:at])
    yield f"{_INDENT}{before}{''.join(pieces[at:last])}{_CUT * (last < len(pieces))}".rstrip()
    yield f"{_INDENT}{' ' * display_width(before)}^"


def _pieces(text: str) -> Iterator[str]:
    """What is shown of each character: spaces for a tab, and ? for what would command a terminal."""
    column = 0
    for character in text:
        shown = character
        if character == "\t":
            shown = " " * (_TAB - column % _TAB)
        elif not printable(character):
            shown = "?"
        column += display_width(shown)
        yield shown


def _window(pieces: list[str], at: int) -> tuple[int, int]:
    """The first piece that is shown and the one behind the last: more of them before `at` than after it."""
    first, left = at, WIDEST * 2 // 3
    while first > 0 and display_width(pieces[first - 1]) <= left:
        first -= 1
        left -= display_width(pieces[first])
    last, left = at, left + WIDEST - WIDEST * 2 // 3
    while last < len(pieces) and display_width(pieces[last]) <= left:
        left -= display_width(pieces[last])
        last += 1
    return first, last
