"""Lay out text: pad it, put pictures side by side, cut wide ones into bands, wrap sentences, arrange examples."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

_GAP = 3
"""Spaces between pictures."""
_EAST = r"\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60"
_WIDE = re.compile(f"[{_EAST}]")
_PIECE = re.compile(rf"[（「]*(?:[^\s{_EAST}]+|[{_EAST}])[、。）」:;?]*\s*")
"""What stays in one line: a word, or a character of Japanese, with the marks that neither begin nor end a line."""
_BREAKS = re.compile(r"[\n\t]")
_PART = re.compile(r"[^\s,]*,?\s*")
"""The same of a term: what stands before a comma."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines of equal width, and captions below them.

    `cuts` are the columns at which a picture that is too wide may be cut.
    """

    lines: tuple[Text, ...]
    cuts: tuple[int, ...] = ()
    captions: tuple[Text, ...] = ()

    @property
    def width(self) -> int:
        """Columns of the widest line."""
        return max((line.cell_len for line in self.all_lines), default=0)

    @property
    def all_lines(self) -> tuple[Text, ...]:
        """The lines with the captions."""
        return self.lines + self.captions


def padded(line: Text, width: int, *, right: bool = False) -> Text:
    """The line padded with spaces to a width, on the left side if `right` is set."""
    gap = max(0, width - line.cell_len)
    spaces = Text(" " * gap)
    return Text.assemble(spaces, line) if right else Text.assemble(line, spaces)


def folded(text: Text, width: int, console: Console) -> list[Text]:
    """The text wrapped to a width, without trailing spaces; one empty line for an empty text."""
    if not _BREAKS.search(text.plain) and text.cell_len <= width:
        lines = [text.copy()]
    elif _WIDE.search(text.plain):
        whole = text.split(allow_blank=True)
        lines = [part for line in whole for part in _parts(line, max(1, width))]
    else:
        lines = list(text.wrap(console, max(1, width))) or [Text("")]
    for line in lines:
        line.rstrip()
    return lines


def _parts(line: Text, width: int, pieces: re.Pattern[str] = _PIECE) -> list[Text]:
    """A line cut into lines: rich breaks at spaces only, and Japanese may break between characters."""
    text, breaks, begin = line.plain, [], 0
    for piece in pieces.finditer(text):
        if piece.start() > begin and cell_len(text[begin : piece.end()].rstrip()) > width:
            begin = piece.start()
            breaks.append(begin)
        for part in chop_cells(text[begin : piece.end()].rstrip(), width)[:-1]:
            begin += len(part)
            breaks.append(begin)
    return list(line.divide(breaks))


class Folded:
    """Texts, each wrapped to as many lines as it needs."""

    def __init__(self, *texts: Text | str) -> None:
        self.texts = [Text(text) if isinstance(text, str) else text for text in texts]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text in self.texts:
            yield from folded(text, options.max_width, console)


def spaced(parts: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """The parts with an empty line between any two."""
    for number, part in enumerate(parts):
        if number:
            yield Text("")
        yield part


def banded(picture: Picture, width: int) -> list[Picture]:
    """The whole picture if it fits, otherwise cut into pieces that fit, from left to right, the last with the captions.

    A text of one line is one piece: its parts are below each other.
    """
    if picture.width <= width:
        return [picture]
    captions = tuple(part for caption in picture.captions for part in _parts(caption, width))
    if not picture.cuts and len(picture.lines) == 1:
        parts = _parts(picture.lines[0], width, _PART)
        return [Picture(tuple(padded(part, width) for part in parts if part.plain.strip()), (), captions)]
    ends, begin, whole = [], 0, max((line.cell_len for line in picture.lines), default=0)
    while whole - begin > width:
        fitting = [cut for cut in picture.cuts if begin < cut <= begin + width]
        begin = fitting[-1] if fitting else begin + width
        ends.append(begin)
    columns = list(zip(*(line.divide(ends) for line in picture.lines), strict=True))
    return [Picture(tuple(lines), (), captions if lines is columns[-1] else ()) for lines in columns]


def shelves(pictures: Sequence[Picture], width: int, gap: int = _GAP) -> Iterator[Text]:
    """The pictures side by side in as many rows as needed, bottom-aligned, in columns of equal width."""
    pieces = [piece for picture in pictures for piece in banded(picture, width)]
    column = max((piece.width for piece in pieces), default=0)
    fit = max(1, (width + gap) // (column + gap)) if column else 1
    for first in range(0, len(pieces), fit):
        if first:
            yield Text("")
        yield from beside(pieces[first : first + fit], column, gap)


def beside(pictures: Sequence[Picture], column: int, gap: int = _GAP, *, top: bool = False) -> Iterator[Text]:
    """Pictures side by side, in columns at least that wide, bottom-aligned or at the `top`."""
    height = max(len(picture.all_lines) for picture in pictures)
    for level in range(height):
        row = Text()
        for number, picture in enumerate(pictures):
            lines = picture.all_lines
            index = level - (0 if top else height - len(lines))
            line = lines[index] if 0 <= index < len(lines) else Text("")
            row = Text.assemble(row, " " * gap if number else "", padded(line, max(column, picture.width)))
        row.rstrip()
        yield row


class Examples:
    """Texts with captions side by side, as many per row as fit, top-aligned."""

    def __init__(self, shown: Mapping[str, str]) -> None:
        self._pictures = [_example(caption, text) for caption, text in shown.items()]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from spaced(Group(*beside(shelf, 0, top=True)) for shelf in self._shelves(options.max_width))

    def _shelves(self, width: int) -> Iterator[Sequence[Picture]]:
        shelf: list[Picture] = []
        for picture in self._pictures:
            taken = sum(each.width + _GAP for each in shelf)
            if shelf and taken + picture.width > width:
                yield shelf
                shelf = []
            shelf.append(picture)
        yield shelf


def _example(caption: str, text: str) -> Picture:
    """The caption and, indented below it, the text."""
    lines = [Text(f"  {line}") for line in (caption, *(f"  {each}" for each in text.split("\n")))]
    width = max(line.cell_len for line in lines)
    return Picture(tuple(padded(line, width) for line in lines))
