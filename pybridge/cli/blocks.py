"""Blocks worlds from the command line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.boards import name_of, require_one_line
from pybridge.cli.parameters import natural

if TYPE_CHECKING:
    from pybridge.facts import BlocksFacts

Blocks = Annotated[
    int | None,
    typer.Option("--blocks", metavar="N", parser=natural, help="A blocks world of so many blocks, on a table."),
]
Places = Annotated[
    int | None,
    typer.Option("--places", metavar="K", parser=natural, help="With --blocks: so many places, in place of the table."),
]
OpenTable = Annotated[bool, typer.Option("--table", help="With --blocks: a table, also beside places.")]


def world(blocks: int | None, places: int | None, table: bool, *, out: Path | None, **options: Any) -> "BlocksFacts":
    """The facts of a blocks world, called after the file they go to unless the options have a name.

    Raises FactFileError.
    """
    from pybridge.boards.generate_blocks import blocks_world

    if blocks is None:
        raise typer.BadParameter("--places and --table are for blocks world; give --blocks N, too")
    for key in ("name", "title"):
        require_one_line(key, options[key])
    options["name"] = options["name"] or (name_of(out) if out else None)
    return blocks_world(blocks, places or 0, table=table or places is None, **options)
