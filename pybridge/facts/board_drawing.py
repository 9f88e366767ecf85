"""Reads a drawing of a board: one token for each place.

`.` is the blank, `#` a place without a cell, an integer a tile; any other token is a glyph, and equal glyphs are equal
tiles. In the short form every cell is an `o` and the goal is the reading order; there the spaces between may be left
out, and a space is a place without a cell.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import board_graph
from pybridge.facts.glyphs import WIDEST_GLYPH, display_width
from pybridge.facts.terms import printable

BLANK, HOLE, CELL = ".", "#", "o"
_NUMBER = re.compile(r"[0-9]{1,4}\Z")


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board and its goal: (row, column) of each cell in reading order, the tile on each, glyphs by tile."""

    cells: tuple[tuple[int, int], ...]
    goal: tuple[int, ...]
    glyphs: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Token:
    """A cell's token: where it lies on the board, where it stands in the text (from 1), and what it is."""

    row: int
    place: int
    line: int
    column: int
    text: str


def read_drawing(text: str, path: str, most_cells: int, short_goal: Callable[[int], tuple[int, ...]]) -> DrawnBoard:
    """The board that a drawing shows; `short_goal` is the goal of a drawing in short form with so many cells.

    Raises FactFileError with the faults of the drawing, each at its line and column.
    """
    short = set("".join(text.split())) <= {CELL, HOLE}
    tokens = list(_short_tokens(text) if short else _tokens(text))
    _refuse(_size_faults(text, tokens, path, most_cells))
    _refuse([*_token_faults(tokens, path, short), *_connection_faults(tokens, path)])
    goal, glyphs = (short_goal(len(tokens)), {}) if short else _drawn_goal(tokens)
    top, left = min(token.row for token in tokens), min(token.place for token in tokens)
    return DrawnBoard(tuple((token.row - top, token.place - left) for token in tokens), goal, glyphs)


def _refuse(faults: Iterable[Fault]) -> None:
    found = sorted(faults, key=lambda fault: (fault.line, fault.column))
    if found:
        raise FactFileError(found)


def _tokens(text: str) -> Iterator[_Token]:
    for row, line in enumerate(text.split("\n")):
        for place, match in enumerate(re.finditer(r"\S+", line)):
            if match[0] != HOLE:
                yield _Token(row, place, row + 1, match.start() + 1, match[0])


def _short_tokens(text: str) -> Iterator[_Token]:
    """Each `o` by its column; where all columns are even, the drawing has a space between any two places."""
    found = [(row, match.start()) for row, line in enumerate(text.split("\n")) for match in re.finditer(CELL, line)]
    margin = min((column for _, column in found), default=0)
    step = 2 if all((column - margin) % 2 == 0 for _, column in found) else 1
    for row, column in found:
        yield _Token(row, (column - margin) // step, row + 1, column + 1, CELL)


def _size_faults(text: str, tokens: Sequence[_Token], path: str, most_cells: int) -> Iterator[Fault]:
    for line, content in enumerate(text.split("\n"), 1):
        if "\t" in content:
            message = "a tab; put spaces between the places of a drawing"
            yield Fault(path, line, content.index("\t") + 1, FaultKind.ILL_FORMED, message)
    if len(tokens) < 2:
        cells = f"{len(tokens)} cell{'s' * (len(tokens) != 1)}"
        message = f"the drawing has {cells}; a board has at least two: put spaces between the tiles"
        yield Fault(path, 1, 1, FaultKind.MISSING_FACT, message)
    if len(tokens) > most_cells:
        message = f"the drawing has {len(tokens)} cells; at most {most_cells} are accepted, and this is one more"
        yield _fault(path, tokens[most_cells], FaultKind.WRONG_ARGUMENT, message)


def _token_faults(tokens: Sequence[_Token], path: str, short: bool) -> Iterator[Fault]:
    if short:
        return
    for token in tokens:
        if display_width(token.text) > WIDEST_GLYPH or not all(map(printable, token.text)):
            shown = "".join(filter(printable, token.text[:20]))
            message = f"{shown} is no place: write ., #, a number or a glyph of 1 to {WIDEST_GLYPH} columns"
            yield _fault(path, token, FaultKind.ILL_FORMED, message)
    blanks = [token for token in tokens if token.text == BLANK]
    if not blanks:
        yield _fault(path, tokens[0], FaultKind.WRONG_BLANKS, "the drawing has no blank: draw one place as .")
    for token in blanks[1:]:
        yield _fault(path, token, FaultKind.WRONG_BLANKS, "a second blank; exactly one place is .")
    yield from _number_faults(tokens, path)


def _number_faults(tokens: Sequence[_Token], path: str) -> Iterator[Fault]:
    """Either all tiles are numbers, 1, 2, 3 ... without a gap, or all are glyphs."""
    tiles = [token for token in tokens if token.text != BLANK]
    numbers = {int(token.text) for token in tiles if _NUMBER.match(token.text)}
    known = set(range(1, len(numbers) + 1))
    for token in tiles if numbers else ():
        if not _NUMBER.match(token.text):
            message = f"{token.text[:20]} among numbers; draw all tiles as numbers, or all as glyphs"
            yield _fault(path, token, FaultKind.WRONG_TILES, message)
        elif int(token.text) not in known:
            hint = "the blank is ." if int(token.text) == 0 else f"tile {min(known - numbers)} is missing"
            message = f"tiles are numbered from 1 without a gap; {int(token.text)} is here and {hint}"
            yield _fault(path, token, FaultKind.WRONG_TILES, message)


def _connection_faults(tokens: Sequence[_Token], path: str) -> Iterator[Fault]:
    lonely = board_graph.unreachable(board_graph.adjacent([(token.row, token.place) for token in tokens]))
    if lonely:
        message = "no path of cells leads from the first cell to this one; a board hangs together"
        yield _fault(path, tokens[lonely[0]], FaultKind.NOT_CONNECTED, message)


def _drawn_goal(tokens: Sequence[_Token]) -> tuple[tuple[int, ...], dict[int, str]]:
    """The goal and the glyphs; glyphs are numbered in the order in which they first occur."""
    words = [token.text for token in tokens]
    if any(_NUMBER.match(word) for word in words):
        return tuple(0 if word == BLANK else int(word) for word in words), {}
    tile_of = {glyph: tile for tile, glyph in enumerate(dict.fromkeys(word for word in words if word != BLANK), 1)}
    return tuple(tile_of.get(word, 0) for word in words), {tile: glyph for glyph, tile in tile_of.items()}


def _fault(path: str, token: _Token, kind: FaultKind, message: str) -> Fault:
    return Fault(path, token.line, token.column, kind, message)
