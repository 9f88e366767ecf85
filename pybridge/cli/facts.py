"""`facts`: write the fact file of a new board or blocks world, which options describe: size, drawing, start."""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from pybridge.cli.hints import argument, called, first_search
from pybridge.cli.parameters import natural, require_writable, watch_counting, write_new
from pybridge.cli.pictures import Force
from pybridge.facts.wording import visible

if TYPE_CHECKING:
    from pybridge.facts import BlocksFacts, PuzzleFacts, TilesFacts

    Facts = TypeVar("Facts", bound=PuzzleFacts)

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
Farthest = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="random|hardest|farthest_N",
        help="A start that none is harder than: the first or the Nth of the farthest states (default: random).",
    ),
]

RANDOM = "random"
"""What --start takes for a random start, which is the default."""
STANDARD = "-"
"""As a file name: standard input, or standard output."""
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×*]\s*(\d{1,4})\s*")
_NEARLY_SIZE = re.compile(r"\s*\d+\s*[^\d\s.#]{1,3}\s*\d+\s*")


def board(
    size: Sequence[str] | None, drawing: Path | None, start: Path | None, *, out: Path | None, **options: Any
) -> "TilesFacts":
    """The facts of a size or of a drawing, named after the output file unless the options have a name.

    `start` is the drawing of their start. Raises FactFileError.
    """
    _require_one_board(size, drawing, start)
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    if drawing is None:
        facts = rectangle(" ".join(size or ()), **options)
    else:
        options["name"] = options["name"] or name_of(drawing)
        facts = drawn(*text_and_path(drawing), **options)
    return facts if start is None else with_start(facts, *text_and_path(start), **options)


def _require_one_board(size: Sequence[str] | None, drawing: Path | None, start: Path | None) -> None:
    """Refuse options that describe no board or two boards, or read two drawings from standard input."""
    if bool(size) == (drawing is not None):
        raise typer.BadParameter("give either a size such as 3x5 or --drawing FILE")
    if start is not None and str(start) == str(drawing) == STANDARD:
        raise typer.BadParameter("standard input holds one drawing; give --drawing or --start-drawing as a file")


def require_one_start(start: Path | None, seed: int, farthest: str | None = None) -> None:
    """Refuse a start that is described in two ways."""
    given = {"--seed": seed, "--start-drawing": start is not None, "--start": farthest not in (None, RANDOM)}
    described = [option for option, value in given.items() if value]
    if len(described) > 1:
        raise typer.BadParameter(f"{' and '.join(described)} cannot be used together; give one of them")


def with_chosen_start(facts: "Facts", name: str | None) -> "Facts":
    """The facts with the start that --start asks for; a farthest state has its length. Raises UnknownStartError."""
    from pybridge.engines.starts import FARTHEST, farthest

    if name in (None, RANDOM):
        return facts
    match = FARTHEST.fullmatch(name)
    if not match:
        other = "--start-drawing FILE reads any other start"
        raise typer.BadParameter(f"'{visible(name)}' is not random, hardest or farthest_N, e.g. farthest_2; {other}")
    state, length = farthest(facts, int(match[1] or 1), watch_counting)
    return replace(facts, starts=((name, state),), optimal={name: length})


def with_start(facts: "TilesFacts", text: str, path: str, **options: Any) -> "TilesFacts":
    """The facts with the start of a drawing. Raises FactFileError."""
    from pybridge.boards.board_drawing import with_drawn_start

    return with_drawn_start(facts, text, path, wrap=options["wrap"], hexagonal=options["hexagonal"])


def rectangle(size: str, **options: Any) -> "TilesFacts":
    """The facts of a rectangle. Raises FactFileError."""
    from pybridge.boards.generate import rectangle

    match = size_of(size)
    if not match:
        raise typer.BadParameter(f"'{visible(size)}' is not a size; write rows x columns, e.g. 3x4")
    return rectangle(*match, **options)


def drawn(text: str, path: str, **options: Any) -> "TilesFacts":
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
    from pybridge.boards.generate import blocks_world

    if blocks is None:
        raise typer.BadParameter("--places and --table require --blocks N")
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    return blocks_world(blocks, places or 0, table=table or places is None, **options)


Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file; default or -: standard output.")]
_EXAMPLES = """Examples:

  pybridge facts 3x5

  pybridge facts 2x3 --blank first --name five --out five.pl

  pybridge facts 3x3 --wrap both --out torus.pl

  pybridge facts 2x3 --start hardest

  pybridge facts --drawing board.txt --out board.pl

  pybridge facts --blocks 10 --places 3 --out ten.pl
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("facts", epilog=_EXAMPLES)(facts)


def facts(
    size: Size = None,
    drawing: Drawing = None,
    start_drawing: StartDrawing = None,
    start: Farthest = None,
    wrap: Wrap = None,
    hexagonal: Hexagonal = False,
    blocks: Blocks = None,
    places: Places = None,
    table: OpenTable = False,
    blank: Blank = "last",
    name: Name = None,
    title: Title = None,
    seed: Seed = 0,
    out: Out = None,
    force: Force = False,
) -> int:
    """Write the fact file of a rectangle, a drawn board, or a blocks world."""
    require_one_start(start_drawing, seed, start)
    out = destination(out, force=force)
    options = {"name": name, "title": title, "seed": seed}
    shape = {"wrap": wrap, "hexagonal": hexagonal, "blank": blank}
    if blocks is None and places is None and not table:
        made: BlocksFacts | TilesFacts = board(size, drawing, start_drawing, out=out, **shape, **options)
    elif size or drawing or start_drawing or wrap or hexagonal or blank != "last":
        raise typer.BadParameter("--blocks, --places and --table cannot be combined with board options")
    else:
        made = world(blocks, places, table, out=out, **options)
    deliver(with_chosen_start(made, start), out, force=force)
    return 0


def destination(out: Path | None, *, force: bool) -> Path | None:
    """The output file, checked to be writable; None for standard output."""
    if out is None or str(out) == STANDARD:
        return None
    require_writable(out, force=force)
    return out


def deliver(made: "PuzzleFacts", out: Path | None, *, force: bool) -> None:
    """Print a fact file, or write it and suggest a command to try."""
    from pybridge.facts import write

    if out is None:
        typer.echo(write(made), nl=False)
    else:
        write_new(out, write(made), force=force)
        typer.echo(f"{out} written; try: {called()} {first_search(made, argument(out))}", err=True)
