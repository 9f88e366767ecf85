"""What IDA* goes by: heuristic and pruning as options."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pybridge.heuristics.registry import Spec
    from pybridge.search.task import Prune

Pruning = Annotated[
    str | None,
    typer.Option(
        "--pruning",
        metavar="inverse|sequence|transposition",
        help="Moves to leave out: undoing the last, or repeating sequences; for blocks, to states searched in vain.",
    ),
]


def heuristic_value(text: str | None) -> "Spec | None":
    """The heuristic that the option's text names. Raises UnfitHeuristicError."""
    if text is None:
        return None
    from pybridge.heuristics.registry import parse

    return parse(text)


def prune(text: str | None) -> "Prune | None":
    """The pruning that the option's text means."""
    from pybridge.search.task import Prune

    if text is None:
        return None
    for each in Prune:
        if each.value == text:
            return each
    raise typer.BadParameter(f"{text!r} is not a pruning; choose inverse, sequence or transposition")
