"""Faults as a terminal shows them: each with the line that it is in, and a caret under its column."""

import os
import shutil
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pybridge.errors import Fault
from pybridge.facts.reader import MOST_BYTES
from pybridge.facts.terms import unprintable
from pybridge.facts.wording import display_width

INDENT = "    "
_TAB = 8
_CUT = "..."
_WIDEST, _NARROWEST = 100, 20
"""Columns of a line that are shown, on wide terminals and on narrow ones."""
_AROUND = len(INDENT) + 2 * len(_CUT)


def with_excerpts(faults: Sequence[Fault]) -> Iterator[str]:
    """The message of each fault, and below it the line of its file, if that can be read, and a caret."""
    lines_of = lru_cache(maxsize=4)(_lines)
    for fault in faults:
        yield str(fault)
        yield from excerpt(lines_of(fault.path), fault.line, fault.column)


def _lines(path: str) -> list[str]:
    """The lines of a text, also of one that is not UTF-8; none of a pipe, which is empty once it has been read."""
    if not os.path.isfile(path):
        return []
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return []
    if len(data) > MOST_BYTES or b"\0" in data:  # the fault is that of the whole file
        return []
    text = data.decode("utf-8", "replace")
    return [line.removesuffix("\r") for line in text.split("\n")]


def excerpt(lines: list[str], line: int, column: int) -> Iterator[str]:
    """The line and a caret, indented; nothing if there is no such line or if it is blank. Both count from 1."""
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return
    pieces = _pieces(lines[line - 1])
    at = min(column - 1, len(pieces))
    first, last = _window(pieces, at)
    before = _CUT * (first > 0) + "".join(pieces[first:at])
    yield f"{INDENT}{before}{''.join(pieces[at:last])}{_CUT * (last < len(pieces))}".rstrip()
    yield f"{INDENT}{' ' * display_width(before)}^"


def shown_line(line: str) -> str:
    """A line of a file as a terminal may show it."""
    return "".join(_pieces(line.removesuffix("\r")))


@lru_cache(maxsize=4)  # a long line may have many faults
def _pieces(text: str) -> tuple[str, ...]:
    """What is shown of each character: spaces for a tab, and ? for what would command a terminal."""
    odd = set(unprintable(text))
    column, pieces = 0, []
    for at, character in enumerate(text):
        shown = character
        if character == "\t":
            shown = " " * (_TAB - column % _TAB)
        elif at in odd:
            shown = "?"
        column += display_width(shown)
        pieces.append(shown)
    return tuple(pieces)


def _window(pieces: tuple[str, ...], at: int) -> tuple[int, int]:
    """The first piece that is shown and the one behind the last: more of them before `at` than after it.

    A longer line is cut on both sides, so that the terminal need not wrap it, and the caret stays below its column.
    """
    columns = shutil.get_terminal_size((_WIDEST + _AROUND, 24)).columns - _AROUND
    widest = min(_WIDEST, max(_NARROWEST, columns))
    first, left = at, widest * 2 // 3
    while first > 0 and display_width(pieces[first - 1]) <= left:
        first -= 1
        left -= display_width(pieces[first])
    last, left = at, left + widest - widest * 2 // 3
    while last < len(pieces) and display_width(pieces[last]) <= left:
        left -= display_width(pieces[last])
        last += 1
    return first, last
