"""The text of a drawing with walls: its lines, its columns, and the tile on each place.

There is a line of walls above and below all cells, and between two lines of tiles one or none. Columns stand between
any two upright lines, all equally wide, as one draws them by hand. Or they stand as pybridge draws them: each as wide
as the widest tile, one space apart, with upright lines only where there are walls.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pybridge.boards.drawing_tokens import DrawnToken, refuse
from pybridge.errors import Fault, FaultKind
from pybridge.facts.wording import WIDEST_GLYPH, display_width

LEVEL, UPRIGHT, JOINTS = "-─╴╶", "|│╵╷", "+╭╮╰╯┌┐└┘├┤┬┴┼"
LEFTWARD, RIGHTWARD, UPWARD, DOWNWARD = "<←", ">→", "^↑", "v↓"
"""The ways off the board, on which a tile comes in again at the other side."""
MOST = 999
"""Lines, and columns of a line."""
_WALLS = LEVEL + UPRIGHT + JOINTS
_LONG = re.compile(rf"(?<!\S)(?=\S*[{LEVEL}])[{re.escape(_WALLS + UPWARD + DOWNWARD)}]{{5,}}(?!\S)")
_SIDE = rf"[{JOINTS}][{re.escape(LEVEL + JOINTS + UPWARD + DOWNWARD)}]+[{JOINTS}]"
_SHORT = re.compile(rf"(?<!\S){_SIDE}(?!\S)")
_EDGE = re.compile(rf"\s*((?:{_SIDE}|[{JOINTS}])(?:\s+|$))+")
_MOVED = re.compile(r"\[(\s*[^\s\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line by columns of the terminal: the sign on each, and where it stands in the text (from 1)."""

    number: int
    signs: tuple[str, ...]
    places: tuple[int, ...]

    def at(self, column: int) -> str:
        """The sign on a column, a space behind the end."""
        return self.signs[column] if column < len(self.signs) else " "

    def place(self, column: int) -> int:
        """Where the column stands in the text of the line."""
        return self.places[column] if column < len(self.places) else (self.places[-1] if self.places else 0) + 1

    @property
    def is_wall(self) -> bool:
        """Whether it is a line of walls: it has a level wall, or a point where walls meet."""
        return any(sign and sign in LEVEL + JOINTS for sign in self.signs)

    def fault(self, path: str, column: int, message: str) -> Fault:
        """A fault at a column of the line."""
        return Fault(path, self.number, self.place(column), FaultKind.ILL_FORMED, message)


def has_walls(text: str) -> bool:
    """Whether a text draws walls: a word is of five or more of their signs and so no tile, or it has narrow edges.

    Such an edge has points where walls meet and nothing else but walls between them; a wall must be there somewhere.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    edges = [_EDGE.fullmatch(line) for line in (lines[0], lines[-1])] if len(lines) > 2 else []
    return any(map(_LONG.search, lines)) or (bool(edges) and all(edges) and any(map(_SHORT.search, lines)))


def lines_of(text: str) -> list[Line]:
    """The lines that are not empty, and of those between two lines of walls one: a row that has nothing in it.

    Brackets around a tile say that it has moved, and are left out.
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
        width = 1 if character.isspace() else display_width(character)
        signs += [" " if character.isspace() else character, *[""] * (width - 1)][:width]
        places += [place] * width
    return Line(number, tuple(signs), tuple(places))


def size_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """The first line too many or too long."""
    for count, line in enumerate(lines, 1):
        if count > MOST or len(line.signs) > MOST:
            message = f"a drawing with walls has at most {MOST} lines of at most {MOST} columns"
            yield line.fault(path, min(len(line.signs), MOST) if count <= MOST else 0, message)
            return


def order_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """Lines of walls that miss or are too many, and what is no wall in them."""
    for before, line in zip((None, *lines[:-1]), lines, strict=True):
        if before is None and not line.is_wall:
            yield line.fault(path, 0, "no wall above; a drawing with walls begins with the upper edge of the board")
        elif before is not None and before.is_wall and line.is_wall:
            yield line.fault(path, 0, "a second line of walls, and no tiles between; - + | and the like are walls here")
        foreign = [c for c, sign in enumerate(line.signs) if sign.strip() and sign not in _WALLS + UPWARD + DOWNWARD]
        if line.is_wall and foreign:
            sign = line.signs[foreign[0]]
            yield line.fault(path, foreign[0], f"{sign} in a line of walls; - + and the like are no tiles here")
    if not lines[-1].is_wall:
        yield lines[-1].fault(path, 0, "no wall below; a drawing with walls ends with the lower edge of the board")


def uprights(lines: Sequence[Line]) -> Mapping[int, Line]:
    """The columns with upright walls or points where walls meet, ascending, each with its first line."""
    found: dict[int, Line] = {}
    for line in lines:
        for column, sign in enumerate(line.signs):
            if sign and sign in UPRIGHT + JOINTS:
                found.setdefault(column, line)
    return dict(sorted(found.items()))


def outside_faults(lines: Sequence[Line], standing: Mapping[int, Line], path: str) -> Iterator[Fault]:
    """What stands beside the frame, or in the place of its sides."""
    left, right = min(standing, default=0), max(standing, default=0)
    for line in lines:
        allowed = {left: UPRIGHT + JOINTS + LEFTWARD, right: UPRIGHT + JOINTS + RIGHTWARD}
        for column, sign in enumerate(line.signs):
            if not left < column < right and sign != " " and sign not in allowed.get(column, ""):
                yield line.fault(path, column, f"{sign} is outside the frame, which is ragged here")
                break


@dataclass(frozen=True, slots=True)
class WalledColumn:
    """The room of its tiles, from first to last, and the upright lines beside it; None where no wall is in any row."""

    first: int
    last: int
    left: int | None
    right: int | None


@dataclass(frozen=True, slots=True)
class _Word:
    """Signs without a space in a line of tiles, from the first to the last."""

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
    """The columns, and the tile on each place that is not empty. Raises FactFileError where they do not fit."""
    sides = list(standing)
    words = [word for row, line in enumerate(tiles) for word in _words(row, line, sides)]
    refuse(_word_faults(words, sides, path))
    columns = _columns(words, sides)
    if columns is None:
        refuse([_misfit(words, standing, path)])
    places = [_place(word, columns or ()) for word in words]
    tokens = (
        DrawnToken(word.row, place or 0, word.line.number, word.line.place(word.first), word.text)
        for word, place in zip(words, places, strict=True)
    )
    return columns or (), tuple(tokens)


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
    """The columns, None if they are neither as drawn by hand nor as pybridge draws them."""
    by_hand = len({right - left for left, right in pairwise(sides)}) == 1 and not _crowded(words, sides)
    drawn = _as_drawn(words, sides)
    if by_hand and (len(words) != 1 or drawn is None):  # pybridge draws the two cells of a path with one tile
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
    """Words that are too wide, or that stand where walls do."""
    for word in words:
        if word.last - word.first >= WIDEST_GLYPH:
            message = f"{word.text[:20]} is no place: write ., #, a number or a glyph of 1 to {WIDEST_GLYPH} columns"
            yield word.line.fault(path, word.first, message)
        elif bisect(sides, word.last) != bisect(sides, word.first - 1):
            yield word.line.fault(path, word.first, f"{word.text} stands where other lines have a wall")


def _crowded(words: Sequence[_Word], sides: Sequence[int]) -> list[_Word]:
    """The words that are not the first of their row between two upright lines."""
    segments: set[tuple[int, int]] = set()
    later = []
    for word in words:
        segment = word.row, bisect(sides, word.first)
        if segment in segments:
            later.append(word)
        segments.add(segment)
    return later


def _misfit(words: Sequence[_Word], standing: Mapping[int, Line], path: str) -> Fault:
    """What keeps the columns from being as drawn by hand."""
    sides = list(standing)
    for word in _crowded(words, sides):
        return word.line.fault(path, word.first, f"{word.text} is a second tile in one place")
    widths = [right - left - 1 for left, right in pairwise(sides)]
    usual = Counter(widths).most_common(1)[0][0] if widths else 0
    odd = next((number for number, width in enumerate(widths) if width != usual), 0)
    message = f"a wall out of line: the column before it is {widths[odd]} wide, others are {usual}"
    return standing[sides[odd + 1]].fault(path, sides[odd + 1], message)
