"""The columns of a drawing with walls, and the tiles in them.

Columns stand between any two upright lines, all equally wide, as one draws them by hand. Or they stand as pybridge
draws them: each as wide as the widest tile, one space apart, with upright lines only where there are walls.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pybridge.errors import Fault
from pybridge.facts.drawing_tokens import Token, refuse
from pybridge.facts.glyphs import WIDEST_GLYPH
from pybridge.facts.wall_lines import UPRIGHT, Line


@dataclass(frozen=True, slots=True)
class Column:
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
) -> tuple[tuple[Column, ...], tuple[Token, ...]]:
    """The columns, and the tile on each place that is not empty. Raises FactFileError where they do not fit."""
    sides = list(standing)
    words = [word for row, line in enumerate(tiles) for word in _words(row, line, sides)]
    refuse(_word_faults(words, sides, path))
    columns = _columns(words, sides)
    if columns is None:
        refuse([_misfit(words, standing, path)])
    places = [_place(word, columns or ()) for word in words]
    tokens = (
        Token(word.row, place or 0, word.line.number, word.line.place(word.first), word.text)
        for word, place in zip(words, places, strict=True)
    )
    return columns or (), tuple(tokens)


def _place(word: _Word, columns: Sequence[Column]) -> int | None:
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


def _columns(words: Sequence[_Word], sides: Sequence[int]) -> tuple[Column, ...] | None:
    """The columns, None if they are neither as drawn by hand nor as pybridge draws them."""
    by_hand = len({right - left for left, right in pairwise(sides)}) == 1 and not _crowded(words, sides)
    drawn = _as_drawn(words, sides)
    if by_hand and (len(words) != 1 or drawn is None):  # pybridge draws the two cells of a path with one tile
        return tuple(Column(left + 1, right - 1, left, right) for left, right in pairwise(sides))
    return drawn


def _as_drawn(words: Sequence[_Word], sides: Sequence[int]) -> tuple[Column, ...] | None:
    wide = max((word.last - word.first + 1 for word in words), default=1)
    columns = []
    for left, right in pairwise(sides):
        count, rest = divmod(right - left - 2, wide + 1)
        if rest or not count:
            return None
        for number in range(count):
            first = left + 2 + number * (wide + 1)
            last = number == count - 1
            columns.append(Column(first, first + wide - 1, None if number else left, right if last else None))
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
