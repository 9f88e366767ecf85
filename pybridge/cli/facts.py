"""`facts`: write the fact file of a new board or a new blocks world."""

from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.boards import (
    STANDARD,
    Blank,
    Blocks,
    Drawing,
    Hexagonal,
    Name,
    OpenTable,
    Places,
    Seed,
    Size,
    StartDrawing,
    Title,
    Wrap,
    board,
    world,
)
from pybridge.cli.parameters import require_writable, write_new

Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file; default or -: standard output.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
_EXAMPLES = """Examples:

  pybridge facts 3x5

  pybridge facts 2x3 --blank first --name five --out five.pl

  pybridge facts 3x3 --wrap both --out torus.pl

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
    from pybridge.facts import write

    out = _destination(out, force=force)
    options = {"name": name, "title": title, "seed": seed}
    shape = {"wrap": wrap, "hexagonal": hexagonal, "blank": blank}
    if blocks is None and places is None and not table:
        text = write(board(size, drawing, start_drawing, out=out, **shape, **options))
    elif size or drawing or start_drawing or wrap or hexagonal or blank != "last":
        raise typer.BadParameter("--blocks, --places and --table cannot be combined with board options")
    else:
        text = write(world(blocks, places, table, out=out, **options))
    _deliver(text, out, force=force, program="ids_low" if blocks is None else "solve")
    return 0


def _destination(out: Path | None, *, force: bool) -> Path | None:
    """The output file, checked to be writable; None for standard output."""
    if out is None or str(out) == STANDARD:
        return None
    require_writable(out, force=force)
    return out


def _deliver(text: str, out: Path | None, *, force: bool, program: str) -> None:
    """Print a fact file, or write it and suggest a command to try."""
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_new(out, text, force=force)
        typer.echo(f"{out} written; try: pybridge {program} {out}", err=True)
