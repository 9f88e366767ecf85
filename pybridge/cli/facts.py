"""`facts`: write the fact file of a new puzzle, which options describe: size, drawing, moves, start."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli import new_rules
from pybridge.cli.board_options import BoardOptions, Rules, Size, made_of, with_chosen_start
from pybridge.cli.files import STANDARD, Force, print_file, require_writable, write_new
from pybridge.cli.hints import argument, called, examples, first_search
from pybridge.cli.options import number, option
from pybridge.errors import ArgumentError
from pybridge.facts import BlocksFacts, PuzzleFacts


@dataclass(frozen=True)
class WorldOptions:
    """A new blocks world."""

    blocks: Annotated[int | None, number("--blocks", "Write a blocks world of N blocks on a table.")] = None
    places: Annotated[int | None, number("--places", "With --blocks: K places instead of the table.", metavar="K")] = (
        None
    )
    table: Annotated[bool, typer.Option("--table", help="With --blocks: a table, even if there are places.")] = False

    def facts(self, options: BoardOptions) -> BlocksFacts:
        """The facts of the blocks world, of which the options have the names and the seed. Raises FactFileError."""
        from pybridge.boards.generate import blocks_world

        if self.blocks is None:
            raise ArgumentError("--places and --table require --blocks N")
        table = self.table or self.places is None
        return blocks_world(self.blocks, self.places or 0, table=table, **options.names)


NO_WORLD = WorldOptions()
Out = Annotated[Path | None, option("--out", "FILE", "Output file; default or -: standard output.")]
EXAMPLES = examples("""
pybridge facts 3x5
pybridge facts 2x3 --blank first --name five --out five.pl
pybridge facts 3x3 --wrap both --out torus.pl
pybridge facts 2x3 --start hardest
pybridge facts --drawing board.txt --out board.pl
pybridge facts --turns rings.txt --out rings.pl
pybridge facts --rules --out pegs.pl
pybridge facts --blocks 10 --places 3 --out ten.pl
""")


def facts(
    size: Size = None,
    *,
    board: BoardOptions,
    world: WorldOptions,
    rules: Rules = False,
    out: Out = None,
    force: Force = False,
) -> int:
    """Write the fact file of a board, rings, a cube or a blocks world."""
    from pybridge.facts import write

    out = destination(out, force=force)
    if rules:
        if size or world != NO_WORLD:
            raise ArgumentError("--rules makes a puzzle of its own: leave out sizes, blocks and places")
        new_rules.write(board, out, force=force)
        return 0
    if world == NO_WORLD:
        made: PuzzleFacts = made_of(size, board, out=out)
    elif size or not board.is_plain:
        raise ArgumentError("--blocks, --places and --table cannot be combined with board options")
    else:
        made = world.facts(board.named(out))
    made = with_chosen_start(made, board.start)
    deliver(write(made), out, lambda file: first_search(made, file), force=force)
    return 0


def destination(out: Path | None, *, force: bool) -> Path | None:
    """The output file, checked to be writable; None for standard output."""
    if out is None or out == STANDARD:
        return None
    require_writable(out, force=force)
    return out


def deliver(text: str, out: Path | None, search: Callable[[str], str], *, force: bool) -> None:
    """Print a fact file, or write it and suggest the `search` of the file, a shell argument."""
    if out is None:
        print_file(text)
    else:
        write_new(out, text, force=force)
        typer.echo(f"{out} written; try: {called()} {search(argument(out))}", err=True)
