"""Create a board or a blocks world from options: size, drawing, start."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pybridge.cli.parameters import natural
from pybridge.facts.wording import visible

if TYPE_CHECKING:
    from pybridge.facts import BlocksFacts, SlidingFacts


Size = Annotated[
    list[str] | None, typer.Argument(metavar="ROWSxCOLUMNS", help="Size of a rectangle, e.g. 3x5.", show_default=False)
]
"""Several words make up one size: 3 x 5."""
Drawing = Annotated[
    Path | None,
    typer.Option("--drawing", metavar="FILE", help="Text drawing of the board; -: standard input. See docs/facts.md."),
]
StartDrawing = Annotated[
    Path | None,
    typer.Option(
        "--start-drawing", metavar="FILE", help="Text drawing of the start, like that of the board (default: random)."
    ),
]
Wrap = Annotated[
    Literal["columns", "rows", "both"] | None,
    typer.Option("--wrap", help="Join the first and last column, the first and last row, or both."),
]
Hexagonal = Annotated[
    bool, typer.Option("--hex", help="Hexagonal cells: every second row is half a cell to the right.")
]
Blank = Annotated[
    Literal["first", "last"], typer.Option("--blank", help="Cell of the blank in the goal; a drawing overrides it.")
]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="Name of the puzzle (default: that of the file).")
]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Title of the puzzle.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", parser=natural, help="Seed of the random start.")]

STANDARD = "-"
"""As a file name: standard input, or standard output."""
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×*]\s*(\d{1,4})\s*")
_NEARLY_SIZE = re.compile(r"\s*\d+\s*[^\d\s.#]{1,3}\s*\d+\s*")


def board(
    size: Sequence[str] | None, drawing: Path | None, start: Path | None, *, out: Path | None, **options: Any
) -> "SlidingFacts":
    """The facts of a size or of a drawing, named after the output file unless the options have a name.

    `start` is the drawing of their start. Raises FactFileError.
    """
    _require_one_board(size, drawing, start, options["seed"])
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    if drawing is None:
        facts = rectangle(" ".join(size or ()), **options)
    else:
        options["name"] = options["name"] or name_of(drawing)
        facts = drawn(*text_and_path(drawing), **options)
    return facts if start is None else with_start(facts, *text_and_path(start), **options)


def _require_one_board(size: Sequence[str] | None, drawing: Path | None, start: Path | None, seed: int) -> None:
    """Refuse options that describe no board, two boards or two starts."""
    if bool(size) == (drawing is not None):
        raise typer.BadParameter("give either a size such as 3x5 or --drawing FILE")
    require_one_start(start, seed)
    if start is not None and str(start) == str(drawing) == STANDARD:
        raise typer.BadParameter("standard input holds one drawing; give --drawing or --start-drawing as a file")


def require_one_start(start: Path | None, seed: int) -> None:
    """Refuse a start that is both drawn and random."""
    if start is not None and seed:
        raise typer.BadParameter("--seed and --start-drawing cannot be used together; give one of them")


def with_start(facts: "SlidingFacts", text: str, path: str, **options: Any) -> "SlidingFacts":
    """The facts with the start of a drawing. Raises FactFileError."""
    from pybridge.boards.board_drawing import with_drawn_start

    return with_drawn_start(facts, text, path, wrap=options["wrap"], hexagonal=options["hexagonal"])


def rectangle(size: str, **options: Any) -> "SlidingFacts":
    """The facts of a rectangle. Raises FactFileError."""
    from pybridge.boards.generate import rectangle

    match = size_of(size)
    if not match:
        raise typer.BadParameter(f"'{visible(size)}' is not a size; write rows x columns, e.g. 3x4")
    return rectangle(*match, **options)


def drawn(text: str, path: str, **options: Any) -> "SlidingFacts":
    """The facts of a drawing. Raises FactFileError."""
    from pybridge.boards.generate import from_drawing

    return from_drawing(text, path, **options | {"name": options["name"] or "drawn"})


def size_of(text: str) -> tuple[int, int] | None:
    """Rows and columns, if the text is a size."""
    match = _SIZE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def is_nearly_a_size(text: str) -> bool:
    """Whether a text is two numbers with something between them, e.g. `3 by 4`."""
    return bool(_NEARLY_SIZE.fullmatch(text))


def name_of(path: Path) -> str | None:
    """The puzzle name derived from a file name; None if that has no letter and no digit."""
    return re.sub(r"\W+", "_", path.stem).strip("_").lower() or None


def require_one_line(what: str, text: str | None) -> None:
    """Raise BadParameter for text that a fact file cannot hold on one line."""
    from pybridge.facts.terms import printable

    for character in text or "":
        if not printable(character):
            raise typer.BadParameter(f"a {what} is one line of text; it cannot contain U+{ord(character):04X}")


def text_and_path(drawing: Path) -> tuple[str, str]:
    """The text of a drawing, and the name of its file for messages. Raises FactFileError."""
    from pybridge.facts.reader import load_drawing

    if str(drawing) == STANDARD:
        path = "standard input"
        return load_drawing(path, sys.stdin.buffer), path
    return load_drawing(drawing), str(drawing)


Blocks = Annotated[
    int | None,
    typer.Option("--blocks", metavar="N", parser=natural, help="Write a blocks world of N blocks on a table."),
]
Places = Annotated[
    int | None,
    typer.Option("--places", metavar="K", parser=natural, help="With --blocks: K places instead of the table."),
]
OpenTable = Annotated[bool, typer.Option("--table", help="With --blocks: a table, even if there are places.")]


def world(blocks: int | None, places: int | None, table: bool, *, out: Path | None, **options: Any) -> "BlocksFacts":
    """The facts of a blocks world, named after the output file unless the options have a name.

    Raises FactFileError.
    """
    from pybridge.boards.generate_blocks import blocks_world

    if blocks is None:
        raise typer.BadParameter("--places and --table require --blocks N")
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    return blocks_world(blocks, places or 0, table=table or places is None, **options)
