"""The tokens of a drawn board in any form: which are allowed, and the goal that they give.

`.` is the blank, `#` a place without a cell, an integer a tile; any other token is a glyph, and equal glyphs are equal
tiles. In the short form every cell is an `o`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.model import Cycles
from pybridge.facts.terms import printable
from pybridge.facts.tiles import BLANK
from pybridge.facts.wording import WIDEST_GLYPH, display_width, visible

HOLE, CELL = "#", "o"
MOST_CELLS = 100
COLOURS = ("white", "orange", "green", "red", "blue", "yellow", "purple", "cyan", "pink", "grey", "brown", "black")
_NUMBER = re.compile(r"[0-9]{1,4}\Z")


@dataclass(frozen=True, slots=True)
class DrawnToken:
    """The token of a cell: row and place on the board, line and column in the text (from 1), and the text."""

    row: int
    place: int
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class DrawnTurns:
    """What a drawing says about a puzzle: the fields of its facts, and where each of its moves is in the text."""

    title: str
    goal: tuple[int, ...]
    generators: tuple[tuple[str, Cycles], ...]
    metric: str
    facets: Mapping[int, tuple[str, int, int]]
    colours: Mapping[int, str]
    lines: Mapping[str, int]
    more: Mapping[str, Any]


def refuse(faults: Iterable[Fault]) -> None:
    """Raise FactFileError with the faults in the order of the text, if there are any."""
    found = sorted(faults, key=lambda fault: (fault.line, fault.column))
    if found:
        raise FactFileError(found)


def fault_at(path: str, token: DrawnToken, kind: FaultKind, message: str) -> Fault:
    """A fault at the position of the token."""
    return Fault(path, token.line, token.column, kind, message)


def number_of(text: str) -> int | None:
    """The number that a token stands for; None if it is not a number."""
    return int(text) if _NUMBER.match(text) else None


def is_short(text: str) -> bool:
    """Whether a text, or all tokens joined, consists of `o` and `#`."""
    return set("".join(text.split())) <= {CELL, HOLE}


def tab_faults(text: str, path: str) -> Iterator[Fault]:
    """A fault at the first tab of each line, as the width of a tab is unknown."""
    for line, content in enumerate(text.split("\n"), 1):
        if "\t" in content:
            message = "a tab; use spaces in a drawing"
            yield Fault(path, line, content.index("\t") + 1, FaultKind.ILL_FORMED, message)


def size_faults(tokens: Sequence[DrawnToken], path: str) -> Iterator[Fault]:
    """A fault if there are too few or too many cells."""
    if not tokens:
        message = "the drawing has no cells; draw at least two, e.g. 1 2 . or o o o"
        yield Fault(path, 1, 1, FaultKind.MISSING_FACT, message)
    elif len(tokens) < 2:
        message = "the drawing has 1 cell; draw at least two"
        message += ": put spaces between the tiles" * (len(tokens[0].text) > 1)
        yield fault_at(path, tokens[0], FaultKind.MISSING_FACT, message)
    if len(tokens) > MOST_CELLS:
        message = f"the drawing has {len(tokens)} cells; at most {MOST_CELLS} are allowed; remove this one"
        yield fault_at(path, tokens[MOST_CELLS], FaultKind.WRONG_ARGUMENT, message)


def token_faults(tokens: Sequence[DrawnToken], path: str) -> Iterator[Fault]:
    """Tokens that are not tiles, and wrong blanks and numbers. A drawing in short form has none of these faults."""
    if is_short("".join(token.text for token in tokens)):
        return
    stray = list(_stray_faults(tokens, path))
    if stray:
        yield from stray
        return
    strange = [token for token in tokens if not _is_word(token.text)]
    for token in strange:
        right = f"write ., #, a number or a visible glyph of 1 to {WIDEST_GLYPH} columns"
        message = f"{visible(token.text, 20)} is not a tile; {right}"
        yield fault_at(path, token, FaultKind.ILL_FORMED, message)
    blanks = [token for token in tokens if token.text == BLANK]
    if not blanks and not strange and not any(number_of(token.text) == 0 for token in tokens):
        yield fault_at(path, tokens[0], FaultKind.WRONG_BLANKS, "the drawing has no blank; draw one cell as .")
    for token in blanks[1:]:
        yield fault_at(path, token, FaultKind.WRONG_BLANKS, "a second blank; a board has one blank")
    tiles = [token for token in tokens if token.text != BLANK and token not in strange]
    yield from _number_faults(tiles, path, complete=not strange)


def _stray_faults(tokens: Sequence[DrawnToken], path: str) -> Iterator[Fault]:
    """Other tokens in a drawing without a blank that is mostly `o`: it is meant to be in short form."""
    signs = "".join(token.text for token in tokens)
    if BLANK in signs or 2 * signs.count(CELL) <= len(signs):
        return
    for token in tokens:
        for offset, sign in enumerate(token.text):
            if sign not in (CELL, HOLE):
                message = f"{visible(sign)} among {CELL}; draw only {CELL}, or tiles and a blank, ."
                yield Fault(path, token.line, token.column + offset, FaultKind.WRONG_BLANKS, message)


def _is_word(text: str) -> bool:
    """Whether a text is printable and narrow enough for a cell."""
    return 1 <= display_width(text) <= WIDEST_GLYPH and printable(text)


def _number_faults(tiles: Sequence[DrawnToken], path: str, *, complete: bool) -> Iterator[Fault]:
    """Check that the tiles are the numbers 1, 2, 3 ... without gaps, or all glyphs.

    Gaps are reported only if the tiles are `complete` numbers, as another token may be the missing tile.
    """
    given = [number_of(token.text) for token in tiles]
    numbers = {number for number in given if number is not None}
    complete = complete and None not in given
    known = set(range(1, len(numbers) + 1))
    for token, number in zip(tiles, given, strict=True) if numbers else ():
        if number is None:
            message = f"{visible(token.text, 20)} among numbers; draw all tiles as numbers, or all as glyphs"
            yield fault_at(path, token, FaultKind.WRONG_TILES, message)
        elif number == 0 or (complete and number not in known):
            why = f"tile {min(known - numbers)} is missing but tile {number} exists" if number else "0 is not a tile"
            message = f"{why}; " + ("number the tiles from 1 without gaps" if number else "draw the blank as .")
            yield fault_at(path, token, FaultKind.WRONG_TILES, message)


def drawn_goal(tokens: Sequence[DrawnToken]) -> tuple[tuple[int, ...], dict[int, str]]:
    """The goal and the glyph of each tile; glyphs are numbered in order of first occurrence."""
    words = [token.text for token in tokens]
    if any(number_of(word) is not None for word in words):
        return tuple(0 if word == BLANK else int(word) for word in words), {}
    tile_of = {glyph: tile for tile, glyph in enumerate(dict.fromkeys(word for word in words if word != BLANK), 1)}
    return tuple(tile_of.get(word, 0) for word in words), {tile: glyph for glyph, tile in tile_of.items()}
