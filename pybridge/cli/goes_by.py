"""What IDA* goes by: heuristic and pruning as options."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pybridge.search.task import Prune

Pruning = Annotated[
    str | None,
    typer.Option(
        "--pruning",
        metavar="inverse|sequence|transposition",
        help="Moves to leave out: undoing the last, or repeating sequences; for blocks, to states searched in vain.",
    ),
]


def heuristic_name(text: str | None) -> str | None:
    """The heuristic's name in its one spelling. Raises UnfitHeuristicError."""
    if text is None:
        return None
    from pybridge.heuristics.registry import parse

    return parse(text).name


def prune(text: str | None) -> "Prune | None":
    """The pruning that the option's text means."""
    from pybridge.search.task import Prune

    if text is None:
        return None
    for each in Prune:
        if each.value == text:
            return each
    raise typer.BadParameter(f"{text!r} is no pruning; write inverse, sequence or transposition")
