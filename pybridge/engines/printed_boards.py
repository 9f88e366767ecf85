"""Boards that a program of the user's prints row by row, or as numbers without brackets."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pybridge.facts.terms import Term, write_term

_LABEL = re.compile(r"^[^\[|]*[:=](?=.)")
_SIGNS = re.compile(r"[\s,\[\]().]+")
_FRAME = re.compile(r"[-+=|\s]*[-+=][-+=|\s]*")


def with_boards(lines: Iterable[str], start: Term) -> list[str]:
    """The lines, with a list for each board that they print in rows, and without frames.

    A board has the parts of the start, in rows of the same length: `1 3 5`, `[1, 3, 5]` or `| 1 | 3 | 5 |`. Another
    sign, or nothing between two bars, may stand for one part, such as the blank.
    """
    parts = [write_term(part) for part in start] if isinstance(start, tuple) else []
    found: list[str] = []
    rows: list[list[str]] = []
    for line in lines:
        if _FRAME.fullmatch(line):
            continue
        row = _cells(line)
        rows = [*rows[-len(parts) :], row] if rows and len(rows[0]) == len(row) else [row]
        found.append(line)
        most = len(parts) // len(row) if len(row) > 1 else 0
        if most and (board := _board([cell for each in rows[-most:] for cell in each], parts)):
            found[-most:] = [f"[{','.join(board)}]"]
            rows = []
    return found


def _cells(line: str) -> list[str]:
    """The parts of a row, without what stands before them."""
    text = _LABEL.sub("", line).strip()
    if "|" in text:
        return [cell.strip() for cell in text.strip("|").split("|")]
    return [cell for cell in _SIGNS.split(text) if cell]


def _board(cells: Sequence[str], parts: Sequence[str]) -> list[str] | None:
    """The cells, if they are these parts in some order, of which one may be written in another way."""
    missing, more = Counter(parts) - Counter(cells), Counter(cells) - Counter(parts)
    if len(cells) != len(parts) or missing.total() > 1 or not more.keys().isdisjoint(parts):
        return None
    (blank,) = missing or [""]
    return [blank if cell in more else cell for cell in cells]
