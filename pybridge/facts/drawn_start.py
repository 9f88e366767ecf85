"""Reads a start that is drawn as its goal was: the same cells and walls, the same tiles in other places."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_drawing import Shape, offset_faults, read_shape
from pybridge.facts.board_graph import Wrap
from pybridge.facts.drawing_tokens import BLANK, CELL, Token, fault_at, is_short, number_of, refuse
from pybridge.facts.generate import MOST_CELLS
from pybridge.facts.model import SlidingFacts
from pybridge.facts.terms import listed, visible
from pybridge.facts.wall_lines import has_walls

START = "drawn"
"""What a start is called that a drawing shows."""


def with_drawn_start(
    facts: SlidingFacts, text: str, path: str = "<start>", *, wrap: Wrap | None = None, hexagonal: bool = False
) -> SlidingFacts:
    """The puzzle with the start that a drawing shows, called `drawn`, in place of its own.

    `wrap` and `hexagonal` are those that the board was made with; a drawing with walls shows itself what wraps around.
    The start need not be solvable. Raises FactFileError with the first difference from the board, at its place.
    """
    shape = read_shape(text, path, MOST_CELLS, wrap=None if has_walls(text) else wrap, hexagonal=hexagonal)
    if hexagonal:
        refuse(offset_faults(shape.tokens, path))
    wrong = _cell_fault(facts, shape, path) or _wall_fault(facts, shape, path) or _tile_fault(facts, shape, path)
    refuse([wrong] if wrong else [])
    state = tuple(_tile(facts, token) or 0 for token in shape.tokens)
    return replace(facts, starts=((START, state),), optimal={})


def _cell_fault(facts: SlidingFacts, shape: Shape, path: str) -> Fault | None:
    """The first cell that is too many, or that is missing."""
    different = sorted(set(facts.cells) ^ set(shape.cells))
    if not different:
        return None
    row = different[0][0]
    if different[0] in shape.cells:
        token = shape.tokens[shape.cells.index(different[0])]
        message = f"no cell of the board is here, in row {row + 1}; draw the start in the shape of the goal"
        return fault_at(path, token, FaultKind.WRONG_DRAWING, message)
    before = [token for token, cell in zip(shape.tokens, shape.cells, strict=True) if cell < different[0]]
    line, column = (before[-1].line, before[-1].column + len(before[-1].text)) if before else (1, 1)
    message = f"a cell is missing here, in row {row + 1} of the board; # is a place without a cell"
    return Fault(path, line, column, FaultKind.WRONG_DRAWING, message)


def _wall_fault(facts: SlidingFacts, shape: Shape, path: str) -> Fault | None:
    """The first two places between which a tile passes on one board only."""
    for cell, token in enumerate(shape.tokens):
        for other in sorted(set(facts.neighbors[cell]) ^ set(shape.neighbors[cell])):
            joined = other in facts.neighbors[cell]
            board, here = ("a tile passes", "none does") if joined else ("no tile passes", "one does")
            between = f"between the places of {token.text} and {shape.tokens[other].text}"
            message = f"on the board {board} {between}, and here {here}; draw the walls and edges of the board"
            return fault_at(path, token, FaultKind.WRONG_DRAWING, message)
    return None


def _tile_fault(facts: SlidingFacts, shape: Shape, path: str) -> Fault | None:
    """What tiles there are too many of, and which are missing."""
    goal = Counter(_name(facts, tile) for tile in facts.goals[0])
    names = [_token_name(facts, token) for token in shape.tokens]
    extra, missing = Counter(names) - goal, goal - Counter(names)
    if not extra:
        return None
    if is_short("".join(token.text for token in shape.tokens)) and CELL not in goal:
        message = f"cells only; a start shows where each tile is: {listed(_ordered(facts, missing))}"
        return fault_at(path, shape.tokens[0], FaultKind.WRONG_TILES, message)
    place = max(cell for cell, name in enumerate(names) if name == next(iter(extra)))
    message = f"not the tiles of the goal: too many of {listed(extra.elements())}, missing "
    message += listed(_ordered(facts, missing))
    kind = FaultKind.WRONG_BLANKS if BLANK in extra + missing else FaultKind.WRONG_TILES
    return fault_at(path, shape.tokens[place], kind, message)


def _ordered(facts: SlidingFacts, names: Counter[str]) -> Sequence[str]:
    """The names, as often as they count, as the goal has their tiles."""
    order = [_name(facts, tile) for tile in facts.goals[0]]
    return sorted(names.elements(), key=order.index)


def _name(facts: SlidingFacts, tile: int) -> str:
    return facts.glyphs.get(tile, str(tile) if tile else BLANK)


def _token_name(facts: SlidingFacts, token: Token) -> str:
    """A tile's name if the token is that of one, else what is drawn."""
    tile = _tile(facts, token)
    return visible(token.text, 20) if tile is None else _name(facts, tile)


def _tile(facts: SlidingFacts, token: Token) -> int | None:
    """The tile of the puzzle that a token stands for."""
    if token.text == BLANK:
        return 0
    if facts.glyphs:
        return next((tile for tile, glyph in facts.glyphs.items() if glyph == token.text), None)
    return number_of(token.text) or None
