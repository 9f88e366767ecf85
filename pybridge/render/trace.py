"""The whole result of one search: iterations, solutions, published figures, what is proved, and how it ended.

Growth is the number of nodes expanded divided by that of the iteration whose threshold is smaller by two. On a board
with the parity of a chessboard, each move changes f by 0 or 2, so every second threshold repeats the one before: growth
from one threshold to the next would be 1.00, 2.80, 1.00, and could not be compared with an engine that skips repeated
thresholds. Over two thresholds both engines have the same figure. An iteration that did not finish has no growth.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, seconds, several
from pybridge.outcome import Outcome
from pybridge.published import Published
from pybridge.render.comparison import CheckList
from pybridge.render.console import Pen, outcome_style, sentence
from pybridge.render.domains import BoardStrip, cell_numbers, move_line
from pybridge.render.layout import Folded, folded, padded
from pybridge.render.table import Column, Row, Table
from pybridge.report import Report
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


class PublishedTable:
    """Published figures beside our inferences."""

    def __init__(self, figures: Sequence[Published], ours: int | None) -> None:
        self.figures, self.ours = figures, ours

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = [
            Column(""),
            Column("moves", number=True),
            Column("inferences published", number=True),
            Column("ours", number=True),
            Column("ratio", number=True),
        ]
        yield Table(columns, [_figure_row(figure, self.ours) for figure in self.figures])


class MoveLists:
    """Each solution as one line of pieces, numbered if there are several."""

    def __init__(self, facts: PuzzleFacts, solution: Solution) -> None:
        self.facts, self.solutions = facts, solution.solutions

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, last = Pen(console), len(self.solutions)
        for number, moves in enumerate(self.solutions, 1):
            label = f"{number:>{len(str(last))}}" if last > 1 else "moves"
            indent = len(label) + 2
            lines = folded(Text(move_line(self.facts, moves, pen)), options.max_width - indent, console)
            for line_number, line in enumerate(lines):
                yield padded(Text("" if line_number else label, "label"), indent) + line


class Trace:
    """Headline, iterations, the first solution as a strip, all of them as lists, published figures, checks, outcome."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield headline(self.report.facts, self.report.solution, Pen(console))
        for part in self._parts():
            yield Text("")
            yield part

    def _parts(self) -> list[RenderableType]:
        report, solution = self.report, self.report.solution
        parts: list[RenderableType] = []
        if solution.iterations:
            parts.append(iteration_table(solution))
        parts.append(BoardStrip(report.facts, report.states, solution.moves or ()))
        if solution.moves:
            parts.append(MoveLists(report.facts, solution))
        if report.published:
            parts.append(PublishedTable(report.published, solution.inferences))
        if report.checks:
            parts.append(CheckList(report.checks))
        if solution.heuristic and solution.iterations and solution.good is None:
            parts.append(ProofLine(solution))
        return [*parts, OutcomeLine(solution), *cell_numbers(report.facts, [solution.reason])]


def headline(facts: PuzzleFacts, solution: Solution, pen: Pen) -> Folded:
    """The puzzle's title, and below it what was run."""
    dot = f" {pen.signs.dot} "
    goes_by = [f"heuristic {solution.heuristic}", f"pruning {solution.pruning}"] if solution.heuristic else []
    run = dot.join((solution.puzzle, f"start {solution.start}", solution.program, solution.engine, *goes_by))
    return Folded(Text(facts.title, "headline"), Text(run, "quiet"))


def _figure_row(figure: Published, ours: int | None) -> list[str]:
    ratio = "" if ours is None else f"{ours / figure.inferences:.3f}"
    return [figure.label, count(figure.moves), count(figure.inferences), count(ours), ratio]


class ProofLine:
    """Which thresholds were searched to their end without a solution, and why those between need not be."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        parts = [self._exhausted(), self._between()]
        if self.solution.layers:
            parts.append(layers(self.solution.layers))
        yield Folded(*(Text(part, "quiet") for part in parts))

    def _exhausted(self) -> str:
        if not self.solution.shortest:
            return f"no proof: the heuristic {self.solution.heuristic} may overestimate, so a solution may be shorter"
        done = [iteration.threshold for iteration in self.solution.iterations if iteration.completed]
        bound = f"the heuristic alone proves {several(self.solution.initial_bound, 'move')}"
        if not done:
            return f"proof: {bound}" if self.solution.initial_bound else "proof: the start is a goal"
        if len(done) == 1:
            return f"proof: {bound}; threshold {done[0]}, searched to its end, holds no solution"
        step, first, last = self.solution.step, done[0], done[-1]
        which = f"{first} to {last}"
        if done != list(range(first, last + 1, step)):
            which = f"{', '.join(map(str, done[:-1]))} and {last}"
        return f"proof: {bound}; thresholds {which}, each searched to its end, hold no solution"

    def _between(self) -> str:
        if self.solution.step != 2:
            return "every threshold is tried"
        parity = "even" if self.solution.initial_bound % 2 == 0 else "odd"
        return f"thresholds grow by 2: on this board every solution of this start has an {parity} number of moves"


def counted(solution: Solution) -> str:
    """How many shortest solutions there are, if that was asked for."""
    if solution.count is None or solution.outcome is not Outcome.SOLVED:
        return ""
    told = several(solution.count, "shortest solution")
    kept = len(solution.solutions)
    return f"{told}, {count(kept)} of them kept" if 0 < kept < solution.count else told


class OutcomeLine:
    """The outcome, what it found, and what it proved."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        outcome, signs = self.solution.outcome, Pen(console).signs
        sign = signs.tick if outcome is Outcome.SOLVED else signs.dot
        yield Folded(Text.assemble((f"{sign} {self._end()}", outcome_style(outcome)), self._more(Pen(console))))

    def _end(self) -> str:
        solution = self.solution
        if solution.outcome is Outcome.SOLVED:
            return f"solved in {several(solution.length or 0, 'move')}"
        return str(solution.outcome.value)

    def _more(self, pen: Pen) -> str:
        solution = self.solution
        if solution.outcome is Outcome.UNSOLVABLE:
            return f": {sentence(solution.reason, pen)}" if solution.reason else ""
        if solution.outcome is Outcome.SOLVED:
            number = len(solution.solutions)
            if solution.count is not None:
                return f"; {counted(solution)}"
            return f"; {several(number, 'shortest solution')}" if number > 1 else self._proved("")
        found = ""
        if solution.solutions:
            found = f"; {several(len(solution.solutions), 'solution')} of {several(solution.length or 0, 'move')} found"
        return found + self._proved("; nothing is proved yet")

    def _proved(self, nothing: str) -> str:
        """What is proved beside a solution that is not proved to be a shortest one."""
        solution = self.solution
        if solution.good is not None and solution.shortest:
            return "; no solution is shorter"
        if solution.outcome is Outcome.SOLVED and solution.good is None:
            return ""
        bound = solution.lower_bound
        return nothing if bound is None else f"; no solution is shorter than {several(bound, 'move')}"
