"""Puzzles: found, read, written, generated."""

import re
from os import PathLike, fspath
from pathlib import Path
from typing import Literal

from pybridge import facts as files
from pybridge.api.arguments import facts_of, flag, whole
from pybridge.boards.generate import blocks_world, from_drawing, rectangle
from pybridge.boards.turn_drawing import from_turns
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.facts.terms import printable
from pybridge.facts.wording import as_given


def find(name: str | PathLike[str]) -> Path:
    """The path of a shipped puzzle, or of a fact file. Raises UnknownPuzzleError."""
    return files.find(_text("name", fspath(name) if isinstance(name, PathLike) else name))


def read(name: str | PathLike[str]) -> PuzzleFacts:
    """The facts of a shipped puzzle or of a fact file. Raises UnknownPuzzleError, FactFileError."""
    return facts_of(name)


def read_text(text: str) -> PuzzleFacts:
    """The facts in a text. Raises FactFileError."""
    return files.read_text(_text("text", text))


def write(facts: PuzzleFacts) -> str:
    """The text of a fact file; `read_text(write(facts)) == facts`. Raises ArgumentError."""
    if not isinstance(facts, PuzzleFacts):
        raise ArgumentError(f"{as_given(facts)} is not a puzzle; give what read() or generate() returns")
    return files.write(facts)


def generate(
    size: str | None = None,
    *,
    drawing: str | None = None,
    turns: str | None = None,
    blocks: int | None = None,
    places: int = 0,
    wrap: Literal["columns", "rows", "both"] | None = None,
    hex: bool = False,
    name: str | None = None,
    title: str | None = None,
    seed: int = 0,
) -> PuzzleFacts:
    """A new puzzle: a board of a size such as "3x4", a drawn board, a permutation puzzle, or a blocks world.

    It is what the command `facts` writes; `turns` is the text of rings, faces or cycles. Its start is `random_<seed>`.
    `write` makes a fact file of it. Raises ArgumentError and FactFileError.
    """
    _require_one(size=size, drawing=drawing, turns=turns, blocks=blocks)
    _require_fitting(wrap, hex, places, is_board=size is not None or drawing is not None, is_blocks=blocks is not None)
    name, title, seed = _line("name", name), _line("title", title), whole("seed", seed)
    if blocks is not None:
        return blocks_world(whole("blocks", blocks, 1), whole("places", places), name=name, title=title, seed=seed)
    if turns is not None:
        return from_turns(_text("turns", turns), name=name or "drawn", title=title, seed=seed)
    if drawing is None:
        return rectangle(*_size(size), name=name, title=title, seed=seed, wrap=wrap, hexagonal=hex)
    drawn = _text("drawing", drawing)
    return from_drawing(drawn, name=name or "drawn", title=title, seed=seed, wrap=wrap, hexagonal=hex)


def _require_one(**kinds: object) -> None:
    """Raise ArgumentError unless one kind of puzzle is given."""
    if sum(each is not None for each in kinds.values()) != 1:
        *names, last = kinds
        raise ArgumentError(f"give one of {', '.join(names)} and {last}")


def _require_fitting(wrap: object, hex: bool, places: int, *, is_board: bool, is_blocks: bool) -> None:
    """Raise ArgumentError for what is of another kind of puzzle."""
    if wrap is not None and (not isinstance(wrap, str) or wrap not in ("columns", "rows", "both")):
        raise ArgumentError(f"wrap is columns, rows or both, not {as_given(wrap)}")
    if (flag("hex", hex) or wrap) and not is_board:
        raise ArgumentError("wrap and hex are for boards")
    if whole("places", places) and not is_blocks:
        raise ArgumentError("places is for blocks")


def _size(size: str | None) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", str(size))
    if not match:
        raise ArgumentError(f"{as_given(size)} is not a size; write rows x columns, e.g. 3x4")
    return int(match[1]), int(match[2])


def _text(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise ArgumentError(f"{what} is a text, not {as_given(value)}")
    return value


def _line(what: str, value: str | None) -> str | None:
    """A text that fits in a fact, or None. Raises ArgumentError."""
    if value is not None and not (_text(what, value) and printable(value)):
        raise ArgumentError(f"{what} is one line of text, not {as_given(value)}")
    return value
