"""Reads a drawing of a board: as tokens in rows, as tokens in offset rows of hexagons, or with walls between the cells.

In the short form every cell is an `o` and the goal is the reading order; without walls the spaces between may be left
out there, and a space is a place without a cell.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import gcd

from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_graph import HEXAGON, SQUARE, Neighbors, Place, Wrap, adjacent, unreachable, wrapped
from pybridge.facts.drawing_tokens import (
    CELL,
    HOLE,
    Token,
    drawn_goal,
    fault_at,
    is_short,
    refuse,
    size_faults,
    tab_faults,
    token_faults,
)
from pybridge.facts.glyphs import display_width
from pybridge.facts.wall_lines import has_walls
from pybridge.facts.walled_drawing import walled_tokens


@dataclass(frozen=True, slots=True)
class Shape:
    """The cells that a drawing shows, whatever lies on them: the token, the neighbors and the (row, column) of each."""

    tokens: tuple[Token, ...]
    neighbors: tuple[tuple[int, ...], ...]
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board and its goal: (row, column) and neighbors of each cell in reading order, its tile, glyphs by tile."""

    cells: tuple[Place, ...]
    neighbors: tuple[tuple[int, ...], ...]
    goal: tuple[int, ...]
    glyphs: Mapping[int, str]


def read_drawing(
    text: str,
    path: str,
    most_cells: int,
    short_goal: Callable[[int], tuple[int, ...]],
    *,
    wrap: Wrap | None = None,
    hexagonal: bool = False,
) -> DrawnBoard:
    """The board that a drawing shows; `short_goal` is the goal of a drawing in short form with so many cells.

    Raises FactFileError with the faults of the drawing, each at its line and column.
    """
    shape = read_shape(text, path, most_cells, wrap=wrap, hexagonal=hexagonal)
    tokens = shape.tokens
    offset = list(offset_faults(tokens, path) if hexagonal else ())
    refuse([*token_faults(tokens, path), *(offset or _connection_faults(tokens, shape.neighbors, path))])
    short = is_short("".join(token.text for token in tokens))
    goal, glyphs = (short_goal(len(tokens)), {}) if short else drawn_goal(tokens)
    return DrawnBoard(shape.cells, shape.neighbors, goal, glyphs)


def read_shape(text: str, path: str, most_cells: int, *, wrap: Wrap | None = None, hexagonal: bool = False) -> Shape:
    """The cells that a drawing shows. Raises FactFileError if it cannot be read, or has too few or too many."""
    refuse(tab_faults(text, path))
    if has_walls(text):
        refuse(_needless_options(path, wrap, hexagonal))
        tokens, neighbors = walled_tokens(text, path)
    else:
        tokens = list(_hexagon_tokens(text) if hexagonal else _short_tokens(text) if is_short(text) else _tokens(text))
        places = [(token.row, token.place) for token in tokens]
        neighbors = wrapped(adjacent(places, HEXAGON if hexagonal else SQUARE), places, wrap) if places else ()
    refuse(size_faults(tokens, path, most_cells))
    top, left = min(token.row for token in tokens), min(token.place for token in tokens)
    return Shape(tuple(tokens), neighbors, tuple((token.row - top, token.place - left) for token in tokens))


def _needless_options(path: str, wrap: Wrap | None, hexagonal: bool) -> Iterator[Fault]:
    if wrap:
        message = "the drawing has walls, so it shows itself where a tile may leave: draw < and >, or ^ and v"
        yield Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)
    if hexagonal:
        message = "hexagons are drawn without walls: write their tiles, each row half a cell beside the next"
        yield Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)


def _tokens(text: str) -> Iterator[Token]:
    for row, line in enumerate(text.split("\n")):
        for place, match in enumerate(re.finditer(r"\S+", line)):
            if match[0] != HOLE:
                yield Token(row, place, row + 1, match.start() + 1, match[0])


def _short_tokens(text: str) -> Iterator[Token]:
    """Each `o` by its column; where all columns are even, the drawing has a space between any two places."""
    found = [(row, match.start()) for row, line in enumerate(text.split("\n")) for match in re.finditer(CELL, line)]
    margin = min((column for _, column in found), default=0)
    step = 2 if all((column - margin) % 2 == 0 for _, column in found) else 1
    for row, column in found:
        yield Token(row, (column - margin) // step, row + 1, column + 1, CELL)


def _hexagon_tokens(text: str) -> Iterator[Token]:
    """Each token by where it ends, in half cells: two neighbors in a row are two apart, and rows are offset by one."""
    pattern = f"[{CELL}{HOLE}]" if is_short(text) else r"\S+"
    found = [
        (row, display_width(line[: match.end()]), match)
        for row, line in enumerate(text.split("\n"))
        for match in re.finditer(pattern, line)
    ]
    margin = min((end for _, end, _ in found), default=0)
    step = gcd(*(end - margin for _, end, _ in found)) or 1
    rows = [[end for _, end, _ in tokens] for _, tokens in groupby(found, lambda token: token[0])]
    halves = 2 if any((end - before) // step % 2 for row in rows for before, end in pairwise(row)) else 1
    for row, end, match in found:
        if match[0] != HOLE:
            yield Token(row, (end - margin) * halves // step, row + 1, match.start() + 1, match[0])


def offset_faults(tokens: Sequence[Token], path: str) -> Iterator[Fault]:
    """The first token of a board of hexagons that is not half a cell beside those above and below."""
    first = tokens[0]
    for token in tokens:
        if (token.row + token.place - first.row - first.place) % 2:
            message = "not half a cell beside the rows above and below; line up the last characters of the tiles"
            yield fault_at(path, token, FaultKind.ILL_FORMED, message)
            return


def _connection_faults(tokens: Sequence[Token], neighbors: Neighbors, path: str) -> Iterator[Fault]:
    lonely = unreachable(neighbors)
    if lonely:
        message = "no path of cells leads from the first cell to this one; a board hangs together"
        yield fault_at(path, tokens[lonely[0]], FaultKind.NOT_CONNECTED, message)
