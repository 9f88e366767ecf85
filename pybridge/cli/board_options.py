"""The options that describe a new board or permutation puzzle, and the facts that they make."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pybridge.cli.files import STANDARD, text_and_path
from pybridge.cli.options import Seed, option, watch_counting
from pybridge.errors import ArgumentError
from pybridge.facts import TilesFacts, TurnsFacts
from pybridge.facts.model import Facts
from pybridge.facts.terms import unprintable
from pybridge.facts.wording import visible

Size = Annotated[
    list[str] | None, typer.Argument(metavar="ROWSxCOLUMNS", help="Size of a rectangle, e.g. 3x5.", show_default=False)
]
"""Several words make up one size: 3 x 5."""
Rules = Annotated[bool, typer.Option("--rules", help="A puzzle stated as rules: a short one to change.")]

RANDOM = "random"
"""What --start takes for a random start, which is the default."""
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×*]\s*(\d{1,4})\s*")
_NEARLY_SIZE = re.compile(r"\s*\d+\s*[^\d\s.#]{1,3}\s*\d+\s*")


@dataclass(frozen=True)
class BoardOptions:
    """A new board, or a puzzle of moves: its drawing if it has one, its start, its shape and its names."""

    drawing: Annotated[
        Path | None,
        option("--drawing", "FILE", "Text drawing of the board; -: standard input. See docs/facts.md."),
    ] = None
    turns: Annotated[
        Path | None,
        option("--turns", "FILE", "Text of a permutation puzzle: rings, faces or cycles; see docs/permutations.md."),
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
        if self.turns and not replace(self, turns=None, start_drawing=None).is_plain:
            raise ArgumentError("--turns is not a board: leave out --drawing, --wrap, --hex and --blank")
        if self.turns and self.start_drawing:
            raise ArgumentError('--turns has no --start-drawing; write moves as its start, start(mine, "T L\'")')
        for what in ("name", "title"):
            require_one_line(what, getattr(self, what))

    @property
    def is_plain(self) -> bool:
        """Whether nothing of a board's own is given."""
        return not (self.drawing or self.turns or self.start_drawing or self.wrap or self.hex or self.blank != "last")

    def named(self, out: Path | None) -> "BoardOptions":
        """The options with a name, that of the output file unless they have one."""
        return replace(self, name=self.name or (name_of(out) if out else None))

    def rectangle(self, size: str) -> TilesFacts:
        """The facts of a rectangle. Raises FactFileError."""
        from pybridge.boards.generate import rectangle

        match = size_of(size)
        if not match:
            raise ArgumentError(f"'{visible(size)}' is not a size; write rows x columns, e.g. 3x4")
        rows, columns = match
        return rectangle(rows, columns, blank=self.blank, **self.names, **self._shape)

    def drawn(self, text: str, path: str) -> TilesFacts:
        """The facts of a drawing. Raises FactFileError."""
        from pybridge.boards.generate import from_drawing

        names = self.names | {"name": self.name or "drawn"}
        return from_drawing(text, path, blank=self.blank, **names, **self._shape)

    def started(self, facts: TilesFacts, text: str, path: str) -> TilesFacts:
        """The facts with the start of a drawing. Raises FactFileError."""
        from pybridge.boards.board_drawing import with_drawn_start

        return with_drawn_start(facts, text, path, **self._shape)

    def turned(self, text: str, path: str) -> TurnsFacts:
        """The facts of a text of cycles, rings or faces. Raises FactFileError."""
        from pybridge.boards.turn_drawing import from_turns

        return from_turns(text, path, **self.names | {"name": self.name or "drawn"})

    @property
    def names(self) -> Any:
        """What every new puzzle has, as keywords."""
        return {"name": self.name, "title": self.title, "seed": self.seed}

    @property
    def _shape(self) -> Any:
        return {"wrap": self.wrap, "hexagonal": self.hex}


def made_of(size: Sequence[str] | None, options: BoardOptions, *, out: Path | None) -> TilesFacts | TurnsFacts:
    """The facts that the options describe: of --turns, or of a board. Raises FactFileError."""
    return board_of(size, options, out=out) if options.turns is None else turned(size, options.turns, options, out=out)


def turned(size: Sequence[str] | None, drawing: Path, options: BoardOptions, *, out: Path | None = None) -> TurnsFacts:
    """The facts of a text of cycles, rings or faces. Raises FactFileError."""
    if size:
        raise ArgumentError("give either a size such as 3x5 or --turns FILE")
    return options.named(out).named(drawing).turned(*text_and_path(drawing))


def board_of(size: Sequence[str] | None, options: BoardOptions, *, out: Path | None) -> TilesFacts:
    """The facts of a size or of a drawing, named after the output file unless the options have a name.

    Raises FactFileError.
    """
    drawing, start = options.drawing, options.start_drawing
    if bool(size) == (drawing is not None):
        raise ArgumentError("give either a size such as 3x5 or --drawing FILE (--turns FILE for rings and cubes)")
    if start == drawing == STANDARD:
        raise ArgumentError("standard input holds one drawing; give --drawing or --start-drawing as a file")
    options = options.named(out)
    if drawing is None:
        facts = options.rectangle(" ".join(size or ()))
    else:
        facts = options.named(drawing).drawn(*text_and_path(drawing))
    return facts if start is None else options.started(facts, *text_and_path(start))


def with_chosen_start(facts: Facts, name: str | None) -> Facts:
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
    if text and (odd := unprintable(text)):
        raise ArgumentError(f"a {what} is one line of text; it cannot contain U+{ord(text[odd[0]]):04X}")
