"""Boards that a program of the user's prints row by row, or as numbers without brackets."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pybridge.facts.terms import Term, write_term

_LABEL = re.compile(r"^[^\[|]*[:=](?=.)")
_BETWEEN = r"\s,/()\[\]"
_STOP = re.compile(r"(?<=[^\s.])\.\s*$")
_BARS = str.maketrans("│┃║", "|||")
_SIDES = re.compile(r"\s*\|[^|]*\|\s*")
"""A line with a bar at both ends and none between."""
_FRAME = re.compile(r"[|\s]*[-+=\u2500-\u257f][-+=|\s\u2500-\u257f]*")
_SIGNS = [re.compile(sign, re.DOTALL) for sign in ("(?!)", ".?", ".*")]
"""What may stand for one part of a board: nothing else first, so that `3 of 4` above a board is none of its rows."""
Row = list[tuple[str, float]]
"""The parts of a row, and where the middle of each stands in its line."""


def with_boards(lines: Iterable[str], start: Term) -> list[str]:
    """The lines, with a list for each board that they print in rows, and without frames.

    A board has the parts of the start, in rows of the same length: `1 3 5`, `[1, 3, 5]`, `| 1 3 5 |`, `| 1 | 3 | 5 |`,
    or `135` if each part is one sign. Another sign, or nothing, may stand for one part, such as the blank.
    """
    parts, alone = _parts(start), re.escape(signs(start))
    cell = re.compile((f"[{alone}]|" if alone else "") + f"[^{_BETWEEN}{alone}]+")
    shapes = [(rows, len(parts) // rows) for rows in range(1, len(parts)) if len(parts) % rows == 0]
    found = [line for each in lines if not _FRAME.fullmatch(line := each.translate(_BARS))]
    for sign in _SIGNS if shapes else ():
        lines, found = found, []
        rows: list[Row] = []
        for line in lines:
            found.append(line)
            rows.append(_row(line, cell))
            for height, width in shapes:
                if board := _board(_cells(rows[-height:], height, width), parts, sign):
                    found[-height:], rows[-height:] = [f"[{','.join(board)}]"], [[]]
                    break
    return found


def are_rows(one: str, other: str, signs: str) -> bool:
    """Whether lines that follow each other may be rows of a board with these signs, without spaces between them.

    One sign may be another one but no digit, such as that of the blank, or a space.
    """
    indent = min(len(line) - len(line.lstrip(" ")) for line in (one, other))
    one, other = one[indent:], other[indent:]
    known = Counter(cell for cell in one + other if cell in signs or cell.isdigit())
    return len(one) == len(other) > 1 and 2 * len(one) - known.total() < 2 and known <= Counter(signs)


def signs(start: Term) -> str:
    """The parts of a state in one text, if each of them is one sign; otherwise nothing."""
    parts = _parts(start)
    return "".join(parts) if all(len(part) == 1 for part in parts) else ""


def _parts(start: Term) -> list[str]:
    return [write_term(part) for part in start] if isinstance(start, tuple) else []


def _row(line: str, cell: re.Pattern[str]) -> Row:
    """The parts of a line, without what stands before them."""
    label = _LABEL.match(line)
    begin = label.end() if label else 0
    if _SIDES.fullmatch(line, begin):
        line = line.replace("|", " ")
    if "|" in line:
        text = line[begin:].strip().removeprefix("|").removesuffix("|")
        return [(cell.strip(), float(at)) for at, cell in enumerate(text.split("|"))]
    return [(each[0], (each.start() + each.end()) / 2) for each in cell.finditer(_STOP.sub("", line), begin)]


def _cells(rows: Sequence[Row], height: int, width: int) -> list[str]:
    """The parts of rows of this width, none if they are others. One row may lack a part where the others have one."""
    short = [row for row in rows if len(row) == width - 1]
    if len(rows) != height or len(short) > (width > 2) or any(len(row) not in (width, width - 1) for row in rows):
        return []
    if not short:
        return [cell for row in rows for cell, _ in row]
    middles = next(([at for _, at in row] for row in rows if len(row) == width), [])
    if not middles:
        return []
    taken = [min(range(width), key=lambda column: abs(middles[column] - at)) for _, at in short[0]]
    if len(set(taken)) < len(taken):
        return []
    filled = dict(zip(taken, (cell for cell, _ in short[0]), strict=True))
    return [
        cell
        for row in rows
        for cell in ([filled.get(at, "") for at in range(width)] if row is short[0] else [each for each, _ in row])
    ]


def _board(cells: Sequence[str], parts: Sequence[str], sign: re.Pattern[str]) -> list[str] | None:
    """The cells, if they are these parts in some order, of which such a sign may stand for one."""
    if len(cells) != len(parts) or not cells:
        return None
    missing, more = Counter(parts) - Counter(cells), Counter(cells) - Counter(parts)
    if missing.total() > 1 or not all(cell not in parts and sign.fullmatch(cell) for cell in more):
        return None
    (blank,) = missing or [""]
    return [blank if cell in more else cell for cell in cells]
