"""The iterations of a search as a table: their counters, how they grow, and their totals.

Growth is the number of nodes expanded divided by that of the iteration whose threshold is smaller by two. On a board
with the parity of a chessboard, each move changes f by 0 or 2, so every second threshold repeats the one before: growth
from one threshold to the next would be 1.00, 2.80, 1.00, and could not be compared with an engine that skips repeated
thresholds. Over two thresholds both engines have the same figure. An iteration that did not finish has no growth.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts.wording import count, seconds, several
from pybridge.outcome import Outcome
from pybridge.render.layout import Folded
from pybridge.render.table import Column, Row, TextTable
from pybridge.search.solution import Iteration, Layers, Solution, total

SPAN = 2
"""The number of thresholds between the two iterations of a growth figure."""


def growth(iterations: Sequence[Iteration]) -> list[float | None]:
    """The growth of each iteration; None if it or the earlier one is incomplete or was not counted."""
    expanded = {iteration.threshold: iteration.expanded for iteration in iterations if iteration.completed}
    found: list[float | None] = []
    for iteration in iterations:
        now, before = expanded.get(iteration.threshold), expanded.get(iteration.threshold - SPAN)
        found.append(now / before if now is not None and before else None)
    return found


class IterationTable:
    """Iterations with their counters; `mark` says what happened to the incomplete one.

    `totals` are the counters of the whole search, for the last line; its threshold is not shown. In a live view `spare`
    drops counters if there is no room, and `earlier` are iterations that are not shown.
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
        marks = ["" if each.completed or each is not iterations[-1] else mark for each in iterations]
        rows = [_row(*each) for each in zip(iterations, grown, marks, strict=True)]
        must = not spare
        columns = [
            Column(name, number=True),
            Column("inferences", number=True, must=must),
            Column("expanded", number=True),
            Column("generated", number=True, must=must),
            Column("growth", number=True, must=False),
            Column("seconds", number=True, must=must),
            Column(""),
        ]
        last = None if totals is None else ["total", *_row(totals, None, "")[1:]]
        self.table = TextTable(columns, rows, totals=last)
        self.note = "" if spare else f"growth: nodes expanded, over {SPAN} {name}s"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.table
        if self.note and self.table.shows("growth", options.max_width):
            yield Folded(Text(self.note, "quiet"))


def iteration_table(solution: Solution) -> IterationTable:
    """The table of a finished search."""
    solved = solution.outcome is Outcome.SOLVED
    mark = Text("solved here", "good") if solved else Text("stopped here", "stopped")
    name = "layer" if solution.program == "breadth_first" else "threshold" if solution.good is None else "first phase"
    totals = _totals(solution) if len(solution.iterations) > 1 else None
    return IterationTable(solution.iterations, mark, totals=totals, name=name)


def layers(layers: Layers) -> str:
    """The cost of counting all shortest solutions, complete or so far."""
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
