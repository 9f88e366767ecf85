"""The text of a drawing with walls: its lines, its columns, and the tile on each place.

There is a line of walls above and below all cells, and at most one between two lines of tiles. In a drawing made by
hand, columns are equally wide and lie between vertical lines. In a drawing made by pybridge, each column is as wide as
the widest tile, columns are one space apart, and there are vertical lines only where there are walls.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pybridge.boards.drawing_tokens import DrawnToken, refuse
from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.wording import WIDEST_GLYPH, display_width

LEVEL, UPRIGHT, JOINTS = "-─╴╶", "|│╵╷", "+╭╮╰╯┌┐└┘├┤┬┴┼"
LEFTWARD, RIGHTWARD, UPWARD, DOWNWARD = "<←", ">→", "^↑", "v↓"
"""Signs in the frame where the board wraps around."""
WIDEST = 999
"""The limit for lines, and for columns of a line, which keeps reading a large text fast."""
_WALLS = LEVEL + UPRIGHT + JOINTS
_LONG = re.compile(rf"(?<!\S)(?=\S*[{LEVEL}])[{re.escape(_WALLS + UPWARD + DOWNWARD)}]{{5,}}(?!\S)")
_SIDE = rf"[{JOINTS}][{re.escape(LEVEL + JOINTS + UPWARD + DOWNWARD)}]+[{JOINTS}]"
_SHORT = re.compile(rf"(?<!\S){_SIDE}(?!\S)")
_EDGE = re.compile(rf"\s*((?:{_SIDE}|[{JOINTS}])(?:\s+|$))+")
_MOVED = re.compile(r"\[(\s*[^\s\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line by terminal columns: the sign on each column, and its position in the text (from 1)."""

    number: int
    signs: tuple[str, ...]
    places: tuple[int, ...]

    def at(self, column: int) -> str:
        """The sign on a column; a space after the end."""
        return self.signs[column] if column < len(self.signs) else " "

    def place(self, column: int) -> int:
        """The position of a column in the text of the line."""
        return self.places[column] if column < len(self.places) else (self.places[-1] if self.places else 0) + 1

    @property
    def is_wall(self) -> bool:
        """Whether this is a line of walls: it has a horizontal wall or a corner."""
        return any(sign and sign in LEVEL + JOINTS for sign in self.signs)

    def fault(self, path: str, column: int, message: str) -> Fault:
        """A fault at a column of the line."""
        return Fault(path, self.number, self.place(column), FaultKind.ILL_FORMED, message)


def has_walls(text: str) -> bool:
    """Whether a text draws walls: it has a word of five or more wall signs, or its edges are narrow walls.

    A narrow edge consists of corners and walls; the drawing must also have a wall somewhere.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    edges = [_EDGE.fullmatch(line) for line in (lines[0], lines[-1])] if len(lines) > 2 else []
    return any(map(_LONG.search, lines)) or (bool(edges) and all(edges) and any(map(_SHORT.search, lines)))


def lines_of(text: str) -> list[Line]:
    """The lines that are not empty, and one of the empty lines between two lines of walls, which is an empty row.

    Brackets around a tile, which mark it as moved, are ignored.
    """
    found: list[Line] = []
    empty: Line | None = None
    for number, content in enumerate(text.split("\n"), 1):
        line = _line(number, content)
        if not content.strip():
            empty = line
            continue
        if found and empty and found[-1].is_wall and line.is_wall:
            found.append(empty)
        found.append(line)
        empty = None
    return found


def _line(number: int, text: str) -> Line:
    signs: list[str] = []
    places: list[int] = []
    for place, character in enumerate(_MOVED.sub(r" \1 ", text), 1):
        width = display_width(character)
        signs += [" "] * width if character.isspace() else [character, *[""] * (width - 1)][:width]
        places += [place] * width
    return Line(number, tuple(signs), tuple(places))


def extent_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """A fault at the first surplus or too long line."""
    for count, line in enumerate(lines, 1):
        if count > WIDEST or len(line.signs) > WIDEST:
            message = f"the drawing is too large; use at most {WIDEST} lines of at most {WIDEST} columns"
            yield line.fault(path, min(len(line.signs), WIDEST) if count <= WIDEST else 0, message)
            return


def order_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """Missing and surplus lines of walls, and signs in them that are not walls."""
    for before, line in zip((None, *lines[:-1]), lines, strict=True):
        if before is None and not line.is_wall:
            yield line.fault(path, 0, "no upper edge; begin a drawing with walls with the upper edge of the board")
        elif before is not None and before.is_wall and line.is_wall:
            yield line.fault(path, 0, "a second line of walls without tiles between; signs like - + | are walls here")
        foreign = [c for c, sign in enumerate(line.signs) if sign.strip() and sign not in _WALLS + UPWARD + DOWNWARD]
        if line.is_wall and foreign:
            sign = line.signs[foreign[0]]
            yield line.fault(path, foreign[0], f"{sign} in a line of walls; signs such as - + cannot be tiles here")
    if not lines[-1].is_wall:
        yield lines[-1].fault(path, 0, "no lower edge; end a drawing with walls with the lower edge of the board")


def uprights(lines: Sequence[Line]) -> Mapping[int, Line]:
    """The columns with vertical walls or corners in ascending order, each with its first line."""
    found: dict[int, Line] = {}
    for line in lines:
        for column, sign in enumerate(line.signs):
            if sign and sign in UPRIGHT + JOINTS:
                found.setdefault(column, line)
    return dict(sorted(found.items()))


def outside_faults(lines: Sequence[Line], standing: Mapping[int, Line], path: str) -> Iterator[Fault]:
    """Signs outside the frame, or in place of its sides."""
    left, right = min(standing, default=0), max(standing, default=0)
    for line in lines:
        allowed = {left: UPRIGHT + JOINTS + LEFTWARD, right: UPRIGHT + JOINTS + RIGHTWARD}
        for column, sign in enumerate(line.signs):
            if not left < column < right and sign != " " and sign not in allowed.get(column, ""):
                wrong = "is outside the frame; align the frame or remove it"
                if column in (left, right) and sign in LEFTWARD + RIGHTWARD:
                    wrong = "is on the wrong side; write < on the left and > on the right"
                yield line.fault(path, column, f"{sign} {wrong}")
                break


@dataclass(frozen=True, slots=True)
class WalledColumn:
    """The first and last text column of the tiles, and the vertical lines on both sides; None if there is no wall."""

    first: int
    last: int
    left: int | None
    right: int | None


@dataclass(frozen=True, slots=True)
class _Word:
    """A sequence of signs without spaces in a line of tiles, with its first and last column."""

    row: int
    line: Line
    first: int
    last: int

    @property
    def text(self) -> str:
        return "".join(self.line.signs[self.first : self.last + 1])


def columns_and_tokens(
    tiles: Sequence[Line], standing: Mapping[int, Line], path: str
) -> tuple[tuple[WalledColumn, ...], tuple[DrawnToken, ...]]:
    """The columns, and the token of each non-empty place. Raises FactFileError if tokens and columns do not match."""
    sides = list(standing)
    words = [word for row, line in enumerate(tiles) for word in _words(row, line, sides)]
    refuse(_word_faults(words, sides, path))
    columns = _columns(words, sides)
    if columns is None:
        raise FactFileError([_misfit(words, standing, path)])
    tokens = (
        DrawnToken(word.row, _place(word, columns) or 0, word.line.number, word.line.place(word.first), word.text)
        for word in words
    )
    return columns, tuple(tokens)


def _place(word: _Word, columns: Sequence[WalledColumn]) -> int | None:
    return next(
        (n for n, column in enumerate(columns) if column.first <= word.first and word.last <= column.last), None
    )


def _words(row: int, line: Line, sides: Sequence[int]) -> Iterator[_Word]:
    first = None
    for column in range(sides[0] + 1, sides[-1] + 1):
        sign = line.at(column)
        ends = column == sides[-1] or sign == " " or (sign != "" and sign in UPRIGHT)
        if first is not None and ends:
            yield _Word(row, line, first, column - 1)
            first = None
        elif first is None and not ends:
            first = column


def _columns(words: Sequence[_Word], sides: Sequence[int]) -> tuple[WalledColumn, ...] | None:
    """The columns of a drawing by hand or by pybridge; None if it is neither."""
    by_hand = len({right - left for left, right in pairwise(sides)}) == 1 and not _crowded(words, sides)
    drawn = _as_drawn(words, sides)
    if by_hand and (len(words) != 1 or drawn is None):  # pybridge can draw a two-cell path with one tile
        return tuple(WalledColumn(left + 1, right - 1, left, right) for left, right in pairwise(sides))
    return drawn


def _as_drawn(words: Sequence[_Word], sides: Sequence[int]) -> tuple[WalledColumn, ...] | None:
    wide = max((word.last - word.first + 1 for word in words), default=1)
    columns = []
    for left, right in pairwise(sides):
        count, rest = divmod(right - left - 2, wide + 1)
        if rest or not count:
            return None
        for number in range(count):
            first = left + 2 + number * (wide + 1)
            last = number == count - 1
            columns.append(WalledColumn(first, first + wide - 1, None if number else left, right if last else None))
    taken = {(word.row, _place(word, columns)) for word in words}
    return None if len(taken) < len(words) or any(place is None for _, place in taken) else tuple(columns)


def _word_faults(words: Sequence[_Word], sides: Sequence[int], path: str) -> Iterator[Fault]:
    """Words that are too wide, or that overlap walls."""
    for word in words:
        if word.last - word.first >= WIDEST_GLYPH:
            message = f"{word.text[:20]} is not a tile; write ., #, a number or a glyph of 1 to {WIDEST_GLYPH} columns"
            yield word.line.fault(path, word.first, message)
        elif bisect(sides, word.last) != bisect(sides, word.first - 1):
            yield word.line.fault(path, word.first, f"{word.text} is where other lines have a wall; move it")


def _crowded(words: Sequence[_Word], sides: Sequence[int]) -> list[_Word]:
    """The words that are not the first of their row between two vertical lines."""
    segments: set[tuple[int, int]] = set()
    later = []
    for word in words:
        segment = word.row, bisect(sides, word.first)
        if segment in segments:
            later.append(word)
        segments.add(segment)
    return later


def _misfit(words: Sequence[_Word], standing: Mapping[int, Line], path: str) -> Fault:
    """The reason why the columns are not those of a drawing by hand."""
    sides = list(standing)
    for word in _crowded(words, sides):
        return word.line.fault(path, word.first, f"{word.text} is a second tile in the same place; separate them")
    widths = [right - left - 1 for left, right in pairwise(sides)]
    usual = Counter(widths).most_common(1)[0][0]
    odd = next(number for number, width in enumerate(widths) if width != usual)
    message = f"a wall out of line: the column before it is {widths[odd]} wide, but others are {usual} wide"
    return standing[sides[odd + 1]].fault(path, sides[odd + 1], message)
