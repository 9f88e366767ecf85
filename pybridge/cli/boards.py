"""Boards from the command line: a size or a drawing, and the options of the puzzle that is made of them."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from pybridge.facts import SlidingFacts

Size = Annotated[
    str | None, typer.Argument(metavar="ROWSxCOLUMNS", help="A rectangle, such as 3x5.", show_default=False)
]
Drawing = Annotated[
    Path | None,
    typer.Option(
        "--drawing", metavar="FILE", help="A board drawn in text, - for standard input; docs/facts.md tells how."
    ),
]
Wrap = Annotated[
    Literal["columns", "rows", "both"] | None,
    typer.Option("--wrap", help="The first and last column touch, or the first and last row, or both do."),
]
Hexagonal = Annotated[bool, typer.Option("--hex", help="Hexagonal cells: each second row is half a cell to the right.")]
Blank = Annotated[
    Literal["first", "last"], typer.Option("--blank", help="Where the goal has its blank, if no drawing tells.")
]
Name = Annotated[str | None, typer.Option("--name", metavar="NAME", help="What the puzzle is called.")]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Its title.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another seed, another start.")]

STANDARD_INPUT = "-"


def board(size: str | None, drawing: Path | None, *, out: Path | None, **options: Any) -> "SlidingFacts":
    """The facts of a size or of a drawing, called after the file they go to unless the options have a name.

    Raises FactFileError.
    """
    if (size is None) == (drawing is None):
        raise typer.BadParameter("give either a size such as 3x5 or --drawing FILE")
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    if size is not None:
        return rectangle(size, **options)
    assert drawing is not None
    options["name"] = options["name"] or name_of(drawing)
    path = "standard input" if str(drawing) == STANDARD_INPUT else str(drawing)
    return drawn(_text(drawing, path), path, **options)


def rectangle(size: str, **options: Any) -> "SlidingFacts":
    """The facts of a rectangle. Raises FactFileError."""
    from pybridge.facts.generate import rectangle

    match = size_of(size)
    if not match:
        raise typer.BadParameter(f"{size!r} is no size; write rows x columns, as in 3x5")
    return rectangle(*match, **options)


def drawn(text: str, path: str, **options: Any) -> "SlidingFacts":
    """The facts of a drawing. Raises FactFileError."""
    from pybridge.facts.generate import from_drawing

    return from_drawing(text, path, **options | {"name": options["name"] or "drawn"})


def size_of(text: str) -> tuple[int, int] | None:
    """Rows and columns, if the text is a size."""
    match = re.fullmatch(r"(\d{1,4})[x×](\d{1,4})", text)
    return (int(match[1]), int(match[2])) if match else None


def name_of(path: Path) -> str | None:
    """What a puzzle is called after its file, if that leaves a letter or a digit."""
    return re.sub(r"\W+", "_", path.stem).strip("_").lower() or None


def require_one_line(what: str, text: str | None) -> None:
    """Raise BadParameter for text that a fact file cannot hold, or not in one line."""
    from pybridge.facts.terms import printable

    for character in text or "":
        if not printable(character):
            raise typer.BadParameter(f"a {what} is one line of text; U+{ord(character):04X} cannot be in it")


def _text(drawing: Path, path: str) -> str:
    from pybridge.errors import FactFileError, Fault, FaultKind

    try:
        if path != str(drawing):
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return drawing.read_text(encoding="utf-8-sig")
    except OSError as error:
        message = f"cannot read the drawing: {error.strerror}"
    except UnicodeDecodeError:
        message = "the drawing is not UTF-8; save it as UTF-8"
    raise FactFileError([Fault(path, 1, 1, FaultKind.UNREADABLE, message)])
