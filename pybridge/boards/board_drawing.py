"""Read a drawing of a board: tokens in rows, tokens in offset rows of hexagons, or cells with walls between them.

In the short form every cell is an `o` and the goal is in reading order. Without walls, the short form may omit the
spaces between cells, and a space is a place without a cell. A start is drawn like its goal: the same cells and walls,
with the tiles in other places.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import gcd

from pybridge.boards.drawing_tokens import (
    CELL,
    HOLE,
    DrawnToken,
    drawn_goal,
    fault_at,
    is_short,
    number_of,
    refuse,
    size_faults,
    tab_faults,
    token_faults,
)
from pybridge.boards.walled_drawing import walled_tokens
from pybridge.boards.walled_text import has_walls
from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_graph import HEXAGON, SQUARE, Neighbors, Place, Wrap, adjacent, unreachable, wrapped
from pybridge.facts.model import TilesFacts
from pybridge.facts.tiles import BLANK, drawn
from pybridge.facts.wording import display_width, listed, visible


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """The cells in a drawing, whatever is on them: the token, the neighbors and the (row, column) of each cell."""

    tokens: tuple[DrawnToken, ...]
    neighbors: tuple[tuple[int, ...], ...]
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board and its goal: (row, column), neighbors and goal tile of each cell in reading order; glyphs by tile."""

    cells: tuple[Place, ...]
    neighbors: tuple[tuple[int, ...], ...]
    goal: tuple[int, ...]
    glyphs: Mapping[int, str]


def read_drawing(
    text: str,
    path: str,
    short_goal: Callable[[int], tuple[int, ...]],
    *,
    wrap: Wrap | None = None,
    hexagonal: bool = False,
) -> DrawnBoard:
    """Read the board in a drawing. `short_goal` maps the number of cells to the goal of a drawing in short form.

    Raises FactFileError with all faults of the drawing, each at its line and column.
    """
    shape = read_shape(text, path, wrap=wrap, hexagonal=hexagonal)
    tokens = shape.tokens
    offset = list(offset_faults(tokens, path) if hexagonal else ())
    refuse([*token_faults(tokens, path), *(offset or _connection_faults(tokens, shape.neighbors, path))])
    short = is_short("".join(token.text for token in tokens))
    goal, glyphs = (short_goal(len(tokens)), {}) if short else drawn_goal(tokens)
    return DrawnBoard(shape.cells, shape.neighbors, goal, glyphs)


def read_shape(text: str, path: str, *, wrap: Wrap | None = None, hexagonal: bool = False) -> DrawnShape:
    """Read the cells in a drawing. Raises FactFileError if it is malformed or has too few or too many cells."""
    refuse(tab_faults(text, path))
    if has_walls(text):
        refuse(_needless_options(path, wrap, hexagonal))
        tokens, neighbors = walled_tokens(text, path)
    else:
        tokens = list(_hexagon_tokens(text) if hexagonal else _short_tokens(text) if is_short(text) else _tokens(text))
        places = [(token.row, token.place) for token in tokens]
        neighbors = wrapped(adjacent(places, HEXAGON if hexagonal else SQUARE), places, wrap) if places else ()
    refuse(size_faults(tokens, path))
    top, left = min(token.row for token in tokens), min(token.place for token in tokens)
    return DrawnShape(tuple(tokens), neighbors, tuple((token.row - top, token.place - left) for token in tokens))


def _needless_options(path: str, wrap: Wrap | None, hexagonal: bool) -> Iterator[Fault]:
    if wrap:
        message = "a drawing with walls shows where it wraps around; draw < and >, or ^ and v, instead"
        yield Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)
    if hexagonal:
        message = "a drawing of hexagons has no walls; write tiles only, and offset each row by half a cell"
        yield Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)


def _tokens(text: str) -> Iterator[DrawnToken]:
    for row, line in enumerate(text.split("\n")):
        for place, match in enumerate(re.finditer(r"\S+", line)):
            if match[0] != HOLE:
                yield DrawnToken(row, place, row + 1, match.start() + 1, match[0])


def _short_tokens(text: str) -> Iterator[DrawnToken]:
    """The place of each `o` in its row. If all columns are even, places are separated by spaces."""
    found = [(row, match.start()) for row, line in enumerate(text.split("\n")) for match in re.finditer(CELL, line)]
    margin = min((column for _, column in found), default=0)
    step = 2 if all((column - margin) % 2 == 0 for _, column in found) else 1
    for row, column in found:
        yield DrawnToken(row, (column - margin) // step, row + 1, column + 1, CELL)


def _hexagon_tokens(text: str) -> Iterator[DrawnToken]:
    """The place of each token in half cells: neighbors in a row are two apart, and rows are offset by one."""
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
            yield DrawnToken(row, (end - margin) * halves // step, row + 1, match.start() + 1, match[0])


def offset_faults(tokens: Sequence[DrawnToken], path: str) -> Iterator[Fault]:
    """A fault at the first hexagon that is not offset by half a cell from those above and below."""
    first = tokens[0]
    for token in tokens:
        if (token.row + token.place - first.row - first.place) % 2:
            message = "not offset by half a cell from the rows above and below; align the last characters of the tiles"
            yield fault_at(path, token, FaultKind.ILL_FORMED, message)
            return


def _connection_faults(tokens: Sequence[DrawnToken], neighbors: Neighbors, path: str) -> Iterator[Fault]:
    lonely = unreachable(neighbors)
    if lonely:
        message = "no path leads from the first cell to this one; connect all cells of the board"
        yield fault_at(path, tokens[lonely[0]], FaultKind.NOT_CONNECTED, message)


START = "drawn"
"""The name of a start that comes from a drawing."""


def with_drawn_start(
    facts: TilesFacts, text: str, path: str = "<start>", *, wrap: Wrap | None = None, hexagonal: bool = False
) -> TilesFacts:
    """The puzzle with the start in a drawing, named `drawn`, instead of its own starts.

    `wrap` and `hexagonal` are the options that the board was made with; a drawing with walls shows where it wraps
    around. The start need not be solvable. Raises FactFileError at the first difference from the board.
    """
    shape = read_shape(text, path, wrap=None if has_walls(text) else wrap, hexagonal=hexagonal)
    if hexagonal:
        refuse(offset_faults(shape.tokens, path))
    wrong = _cell_fault(facts, shape, path) or _wall_fault(facts, shape, path) or _tile_fault(facts, shape, path)
    refuse([wrong] if wrong else [])
    state = tuple(_tile(facts, token) or 0 for token in shape.tokens)
    return replace(facts, starts=((START, state),), optimal={})


def _cell_fault(facts: TilesFacts, shape: DrawnShape, path: str) -> Fault | None:
    """The first surplus or missing cell."""
    different = sorted(set(facts.cells) ^ set(shape.cells))
    if not different:
        return None
    row = different[0][0]
    if different[0] in shape.cells:
        token = shape.tokens[shape.cells.index(different[0])]
        message = f"the board has no cell here, in row {row + 1}; draw the start in the shape of the goal"
        return fault_at(path, token, FaultKind.WRONG_DRAWING, message)
    before = [token for token, cell in zip(shape.tokens, shape.cells, strict=True) if cell < different[0]]
    line, column = (before[-1].line, before[-1].column + len(before[-1].text)) if before else (1, 1)
    message = f"a cell is missing here, in row {row + 1} of the board; # is a place without a cell"
    return Fault(path, line, column, FaultKind.WRONG_DRAWING, message)


def _wall_fault(facts: TilesFacts, shape: DrawnShape, path: str) -> Fault | None:
    """The first two cells that are neighbors in only one of the puzzle and the drawing."""
    for cell, token in enumerate(shape.tokens):
        for other in sorted(set(facts.neighbors[cell]) ^ set(shape.neighbors[cell])):
            joined = other in facts.neighbors[cell]
            board, here = ("are neighbors", "are not") if joined else ("are not neighbors", "are")
            places = f"the places of {token.text} and {shape.tokens[other].text}"
            message = f"{places} {board} on the board, but {here} here; draw the walls and edges of the board"
            return fault_at(path, token, FaultKind.WRONG_DRAWING, message)
    return None


def _tile_fault(facts: TilesFacts, shape: DrawnShape, path: str) -> Fault | None:
    """Surplus and missing tiles."""
    goal = Counter(drawn(facts, tile) for tile in facts.goals[0])
    names = [_token_name(facts, token) for token in shape.tokens]
    extra, missing = Counter(names) - goal, goal - Counter(names)
    if not extra:
        return None
    if is_short("".join(token.text for token in shape.tokens)) and CELL not in goal:
        message = f"no tiles; a start shows the place of each tile: {listed(_ordered(facts, missing))}"
        return fault_at(path, shape.tokens[0], FaultKind.WRONG_TILES, message)
    place = max(cell for cell, name in enumerate(names) if name == next(iter(extra)))
    message = f"not the tiles of the goal: too many of {listed(extra.elements())}, missing "
    message += listed(_ordered(facts, missing))
    kind = FaultKind.WRONG_BLANKS if BLANK in extra + missing else FaultKind.WRONG_TILES
    return fault_at(path, shape.tokens[place], kind, message)


def _ordered(facts: TilesFacts, names: Counter[str]) -> Sequence[str]:
    """The names, repeated by their counts, in the order of the goal."""
    order = [drawn(facts, tile) for tile in facts.goals[0]]
    return sorted(names.elements(), key=order.index)


def _token_name(facts: TilesFacts, token: DrawnToken) -> str:
    """The name of the token's tile, or the token itself if it is not a tile."""
    tile = _tile(facts, token)
    return visible(token.text, 20) if tile is None else drawn(facts, tile)


def _tile(facts: TilesFacts, token: DrawnToken) -> int | None:
    """The tile that a token stands for; None if there is none."""
    if token.text == BLANK:
        return 0
    if facts.glyphs:
        return next((tile for tile, glyph in facts.glyphs.items() if glyph == token.text), None)
    return number_of(token.text) or None
