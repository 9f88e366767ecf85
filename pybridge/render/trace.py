"""The whole result of one search."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.compare import Check
from pybridge.facts import PuzzleFacts, State
from pybridge.render.checks import CheckList
from pybridge.render.console import Pen
from pybridge.render.iterations import iteration_table
from pybridge.render.layout import Folded, folded, padded
from pybridge.render.outcome import OutcomeLine
from pybridge.render.proof import ProofLine
from pybridge.render.states import BoardStrip, cell_numbers, move_line
from pybridge.render.table import Column, Table
from pybridge.render.words import count
from pybridge.search.solution import Solution


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure: what it is of, its inferences, ours, and the moves of the solution it is for."""

    label: str
    inferences: int
    ours: int | None = None
    moves: int | None = None


class PublishedTable:
    """Published figures beside ours."""

    def __init__(self, figures: Sequence[Published]) -> None:
        self.figures = figures

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = [
            Column(""),
            Column("moves", number=True),
            Column("inferences published", number=True),
            Column("ours", number=True),
            Column("ratio", number=True),
        ]
        yield Table(columns, [_figure_row(figure) for figure in self.figures])


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
    """Headline, iterations, the first solution as a strip, all solutions as pieces, published figures, checks, outcome.

    `states` are those that the first solution leads through, or the start alone.
    """

    def __init__(
        self,
        facts: PuzzleFacts,
        solution: Solution,
        states: Sequence[State],
        *,
        published: Sequence[Published] = (),
        checks: Sequence[Check] = (),
    ) -> None:
        self.facts, self.solution, self.states = facts, solution, states
        self.published, self.checks = published, checks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield headline(self.facts, self.solution, Pen(console))
        for part in self._parts():
            yield Text("")
            yield part

    def _parts(self) -> list[RenderableType]:
        solution = self.solution
        parts: list[RenderableType] = []
        if solution.iterations:
            parts.append(iteration_table(solution))
        parts.append(BoardStrip(self.facts, self.states, solution.moves or ()))
        if solution.moves:
            parts.append(MoveLists(self.facts, solution))
        if self.published:
            parts.append(PublishedTable(self.published))
        if self.checks:
            parts.append(CheckList(self.checks))
        if solution.heuristic and solution.iterations:
            parts.append(ProofLine(solution))
        return [*parts, OutcomeLine(solution), *cell_numbers(self.facts, [solution.reason])]


def headline(facts: PuzzleFacts, solution: Solution, pen: Pen) -> Folded:
    """The puzzle's title, and below it what was run."""
    dot = f" {pen.signs.dot} "
    goes_by = [f"heuristic {solution.heuristic}", f"pruning {solution.pruning}"] if solution.heuristic else []
    run = dot.join((solution.puzzle, f"start {solution.start}", solution.program, solution.engine, *goes_by))
    return Folded(Text(facts.title, "headline"), Text(run, "quiet"))


def _figure_row(figure: Published) -> list[str]:
    ratio = "" if figure.ours is None else f"{figure.ours / figure.inferences:.3f}"
    return [figure.label, count(figure.moves), count(figure.inferences), count(figure.ours), ratio]
