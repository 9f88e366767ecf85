"""The iterations of a search as a table, and the layers of its shortest solutions in a sentence.

Growth is that of the nodes expanded, against the iteration whose threshold is less by two. On a board like a
chessboard each move changes f by 0 or 2, so every second threshold repeats the one before: growth from one threshold
to the next would go 1.00, 2.80, 1.00, and it would not compare with an engine that skips the repeated thresholds.
Over two thresholds it is the same figure for both. An iteration that did not end has none.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.outcome import Outcome
from pybridge.render.layout import Folded
from pybridge.render.table import Column, Row, Table
from pybridge.render.words import count, seconds, several
from pybridge.search.solution import Iteration, Layers, Solution, total

SPAN = 2
"""Growth is taken over so many thresholds."""


def growth(iterations: Sequence[Iteration]) -> list[float | None]:
    """For each iteration its growth; None where it or the one before is not completed, or was not counted."""
    expanded = {iteration.threshold: iteration.expanded for iteration in iterations if iteration.completed}
    found: list[float | None] = []
    for iteration in iterations:
        now, before = expanded.get(iteration.threshold), expanded.get(iteration.threshold - SPAN)
        found.append(now / before if now is not None and before else None)
    return found


class IterationTable:
    """Iterations with their counters; `mark` tells what became of the one that is not completed.

    `totals` is an account of the whole search for the last line, its threshold left out. In a live view `spare` lets
    counters go where there is no room, and `earlier` are iterations that are not shown.
    """

    def __init__(
        self,
        iterations: Sequence[Iteration],
        mark: Text | str = "",
        *,
        totals: Iteration | None = None,
        name: str = "threshold",
        spare: bool = False,
        earlier: Sequence[Iteration] = (),
    ) -> None:
        grown = growth([*earlier, *iterations])[len(earlier) :]
        rows = [_row(it, factor, "" if it.completed else mark) for it, factor in zip(iterations, grown, strict=True)]
        must = not spare
        columns = [
            Column(name, number=True),
            Column("inferences", number=True, must=must),
            Column("expanded", number=True),
            Column("generated", number=True, must=must),
            Column("growth", number=True, must=False),
            Column("seconds", number=True, must=must),
            Column("", must=True),
        ]
        last = None if totals is None else ["total", *_row(totals, None, "")[1:]]
        self.table = Table(columns, rows, totals=last)
        self.note = "" if spare else f"growth: nodes expanded, over {SPAN} {name}s"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.table
        if self.note and self.table.shows("growth", options.max_width):
            yield Folded(Text(self.note, "quiet"))


def iteration_table(solution: Solution) -> IterationTable:
    """The table of a search that is over."""
    solved = solution.outcome is Outcome.SOLVED
    mark = Text("solved here", "good") if solved else Text("stopped here", "stopped")
    name = "layer" if solution.program == "breadth_first" else "threshold"
    totals = _totals(solution) if len(solution.iterations) > 1 else None
    return IterationTable(solution.iterations, mark, totals=totals, name=name)


def layers(layers: Layers) -> str:
    """What counting all shortest solutions took, or has taken so far."""
    done = several(layers.of, "layer") if layers.done == layers.of else f"{layers.done} of {layers.of} layers"
    return (
        f"shortest solutions counted in {done}: {several(layers.expanded, 'state')} expanded, "
        f"{count(layers.generated)} generated, {seconds(layers.seconds)} s"
    )


def _totals(solution: Solution) -> Iteration:
    inferences = solution.inferences
    if inferences is None:
        inferences = total([iteration.inferences for iteration in solution.iterations])
    return Iteration(0, True, solution.seconds, solution.expanded, solution.generated, inferences)


def _row(iteration: Iteration, factor: float | None, mark: Text | str) -> Row:
    return [
        count(iteration.threshold),
        count(iteration.inferences),
        count(iteration.expanded),
        count(iteration.generated),
        "" if factor is None else f"{factor:.2f}",
        seconds(iteration.seconds),
        mark,
    ]
