"""`facts`: write the fact file of a new board or blocks world, which options describe: size, drawing, start."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from pybridge.cli.files import STANDARD, Force, require_writable, write_new
from pybridge.cli.hints import argument, called, first_search
from pybridge.cli.options import Seed, flat, number, option, watch_counting
from pybridge.errors import ArgumentError
from pybridge.facts.wording import visible

if TYPE_CHECKING:
    from pybridge.facts import BlocksFacts, PuzzleFacts, TilesFacts

    Facts = TypeVar("Facts", bound=PuzzleFacts)

Size = Annotated[
    list[str] | None, typer.Argument(metavar="ROWSxCOLUMNS", help="Size of a rectangle, e.g. 3x5.", show_default=False)
]
"""Several words make up one size: 3 x 5."""

RANDOM = "random"
"""What --start takes for a random start, which is the default."""
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×*]\s*(\d{1,4})\s*")
_NEARLY_SIZE = re.compile(r"\s*\d+\s*[^\d\s.#]{1,3}\s*\d+\s*")


@dataclass(frozen=True)
class BoardOptions:
    """A new board: its drawing if it has one, its start, its shape and its names."""

    drawing: Annotated[
        Path | None,
        option("--drawing", "FILE", "Text drawing of the board; -: standard input. See docs/facts.md."),
    ] = None
    start_drawing: Annotated[
        Path | None,
        option("--start-drawing", "FILE", "Text drawing of the start, like that of the board (default: random)."),
    ] = None
    start: Annotated[
        str | None,
        option(
            "--start",
            "random|hardest|farthest_N",
            "A hardest start: the first or the Nth of the farthest states (default: random).",
        ),
    ] = None
    wrap: Annotated[
        Literal["columns", "rows", "both"] | None,
        typer.Option("--wrap", help="Join the first and last column, the first and last row, or both."),
    ] = None
    hex: Annotated[
        bool, typer.Option("--hex", help="Hexagonal cells: every second row is half a cell to the right.")
    ] = False
    blank: Annotated[
        Literal["first", "last"],
        typer.Option("--blank", help="Cell of the blank in the goal; a drawing overrides it."),
    ] = "last"
    name: Annotated[str | None, option("--name", "NAME", "Name of the puzzle (default: that of the file).")] = None
    title: Annotated[str | None, option("--title", "TEXT", "Title of the puzzle.")] = None
    seed: Seed = 0

    def __post_init__(self) -> None:
        given = {
            "--seed": self.seed,
            "--start-drawing": self.start_drawing,
            "--start": self.start not in (None, RANDOM),
        }
        described = [option for option, value in given.items() if value]
        if len(described) > 1:
            raise ArgumentError(f"{' and '.join(described)} cannot be used together; give one of them")
        for what in ("name", "title"):
            require_one_line(what, getattr(self, what))

    @property
    def is_plain(self) -> bool:
        """Whether nothing of a board's own is given."""
        return not (self.drawing or self.start_drawing or self.wrap or self.hex or self.blank != "last")

    def named(self, out: Path | None) -> "BoardOptions":
        """The options with a name, that of the output file unless they have one."""
        return replace(self, name=self.name or (name_of(out) if out else None))

    def rectangle(self, size: str) -> "TilesFacts":
        """The facts of a rectangle. Raises FactFileError."""
        from pybridge.boards.generate import rectangle

        match = size_of(size)
        if not match:
            raise ArgumentError(f"'{visible(size)}' is not a size; write rows x columns, e.g. 3x4")
        rows, columns = match
        return rectangle(rows, columns, blank=self.blank, **self.names, **self._shape)

    def drawn(self, text: str, path: str) -> "TilesFacts":
        """The facts of a drawing. Raises FactFileError."""
        from pybridge.boards.generate import from_drawing

        names = self.names | {"name": self.name or "drawn"}
        return from_drawing(text, path, blank=self.blank, **names, **self._shape)

    def started(self, facts: "TilesFacts", text: str, path: str) -> "TilesFacts":
        """The facts with the start of a drawing. Raises FactFileError."""
        from pybridge.boards.board_drawing import with_drawn_start

        return with_drawn_start(facts, text, path, **self._shape)

    @property
    def names(self) -> Any:
        """What every new puzzle has, as keywords."""
        return {"name": self.name, "title": self.title, "seed": self.seed}

    @property
    def _shape(self) -> Any:
        return {"wrap": self.wrap, "hexagonal": self.hex}


def board_of(size: Sequence[str] | None, options: BoardOptions, *, out: Path | None) -> "TilesFacts":
    """The facts of a size or of a drawing, named after the output file unless the options have a name.

    Raises FactFileError.
    """
    drawing, start = options.drawing, options.start_drawing
    if bool(size) == (drawing is not None):
        raise ArgumentError("give either a size such as 3x5 or --drawing FILE")
    if start == drawing == STANDARD:
        raise ArgumentError("standard input holds one drawing; give --drawing or --start-drawing as a file")
    options = options.named(out)
    if drawing is None:
        facts = options.rectangle(" ".join(size or ()))
    else:
        facts = options.named(drawing).drawn(*text_and_path(drawing))
    return facts if start is None else options.started(facts, *text_and_path(start))


def with_chosen_start(facts: "Facts", name: str | None) -> "Facts":
    """The facts with the start that --start asks for; a farthest state has its length. Raises UnknownStartError."""
    from pybridge.engines.starts import FARTHEST, farthest

    if name in (None, RANDOM):
        return facts
    match = FARTHEST.fullmatch(name)
    if not match:
        other = "--start-drawing FILE reads any other start"
        raise ArgumentError(f"'{visible(name)}' is not random, hardest or farthest_N, e.g. farthest_2; {other}")
    state, length = farthest(facts, int(match[1] or 1), watch_counting)
    return replace(facts, starts=((name, state),), optimal={name: length})


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
    """Raise ArgumentError for text that a fact file cannot hold on one line."""
    from pybridge.facts.terms import printable

    for character in text or "":
        if not printable(character):
            raise ArgumentError(f"a {what} is one line of text; it cannot contain U+{ord(character):04X}")


def text_and_path(drawing: Path) -> tuple[str, str]:
    """The text of a drawing, and the name of its file for messages. Raises FactFileError."""
    from pybridge.facts.reader import load_drawing

    if drawing == STANDARD:
        path = "standard input"
        return load_drawing(path, sys.stdin.buffer), path
    return load_drawing(drawing), str(drawing)


@dataclass(frozen=True)
class WorldOptions:
    """A new blocks world."""

    blocks: Annotated[int | None, number("--blocks", "Write a blocks world of N blocks on a table.")] = None
    places: Annotated[int | None, number("--places", "With --blocks: K places instead of the table.", metavar="K")] = (
        None
    )
    table: Annotated[bool, typer.Option("--table", help="With --blocks: a table, even if there are places.")] = False

    def facts(self, options: BoardOptions) -> "BlocksFacts":
        """The facts of the blocks world, of which the options have the names and the seed. Raises FactFileError."""
        from pybridge.boards.generate import blocks_world

        if self.blocks is None:
            raise ArgumentError("--places and --table require --blocks N")
        table = self.table or self.places is None
        return blocks_world(self.blocks, self.places or 0, table=table, **options.names)


NO_WORLD = WorldOptions()
Out = Annotated[Path | None, option("--out", "FILE", "Output file; default or -: standard output.")]
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
    app.command("facts", epilog=_EXAMPLES)(flat(facts))


def facts(size: Size = None, *, board: BoardOptions, world: WorldOptions, out: Out = None, force: Force = False) -> int:
    """Write the fact file of a board or of a blocks world."""
    out = destination(out, force=force)
    if world == NO_WORLD:
        made: BlocksFacts | TilesFacts = board_of(size, board, out=out)
    elif size or not board.is_plain:
        raise ArgumentError("--blocks, --places and --table cannot be combined with board options")
    else:
        made = world.facts(board.named(out))
    deliver(with_chosen_start(made, board.start), out, force=force)
    return 0


def destination(out: Path | None, *, force: bool) -> Path | None:
    """The output file, checked to be writable; None for standard output."""
    if out is None or out == STANDARD:
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
