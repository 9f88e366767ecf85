"""The whole result of one search: iterations, solutions, published figures, what is proved, and how it ended."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.agreement import Check
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, several
from pybridge.outcome import Outcome
from pybridge.published import Published
from pybridge.puzzles import has_at_most
from pybridge.render.comparison import CheckList
from pybridge.render.console import Pen, outcome_style, sentence
from pybridge.render.diagnosis import DiagnosisView
from pybridge.render.domains import BoardStrip, cell_numbers, move_line
from pybridge.render.iterations import iteration_table, layers
from pybridge.render.layout import Folded, folded, padded, spaced
from pybridge.render.table import Column, TextTable
from pybridge.report import Report
from pybridge.search.solution import Solution
from pybridge.translation import said, translated


def published_table(figures: Sequence[Published], ours: int | None) -> TextTable:
    """Published figures beside our inferences."""
    columns = [
        Column(""),
        Column("moves", number=True),
        Column("inferences published", number=True),
        Column("ours", number=True),
        Column("ratio", number=True),
    ]
    return TextTable(columns, [_figure_row(figure, ours) for figure in figures])


class MoveLists:
    """Each solution as one line of moves, numbered if there are several; `way` is how moves are written."""

    def __init__(self, facts: PuzzleFacts, solution: Solution, way: str | None = None) -> None:
        self.facts, self.solutions, self.way = facts, solution.solutions, way

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, last = Pen(console), len(self.solutions)
        for number, moves in enumerate(self.solutions, 1):
            label = f"{number:>{len(str(last))}}" if last > 1 else "moves"
            indent = len(label) + 2
            lines = folded(Text(move_line(self.facts, moves, pen, self.way)), options.max_width - indent, console)
            for line_number, line in enumerate(lines):
                yield padded(Text("" if line_number else label, "label"), indent) + line


class SearchReport:
    """Headline, iterations, the first solution as a strip, all of them as lists, published figures, checks, outcome.

    `way` is how moves are written. With `on_screen` the outcome also stands at the top if not all fits on the screen.
    """

    def __init__(self, report: Report, way: str | None = None, *, on_screen: bool = False) -> None:
        self.report, self.way, self.on_screen = report, way, on_screen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        head = headline(self.report.facts, self.report.solution, Pen(console))
        parts: list[RenderableType] = [head, *self._parts()]
        if self.on_screen and _height(parts, console, options) > console.height:
            parts.insert(1, OutcomeLine(self.report.solution, self.report.checks))
        yield from spaced(parts)

    def _parts(self) -> list[RenderableType]:
        report, solution = self.report, self.report.solution
        parts: list[RenderableType] = []
        if solution.iterations:
            parts.append(iteration_table(solution))
        wrong = report.diagnosis if report.diagnosis and report.diagnosis.steps else None
        if wrong is None or solution.moves:
            moves = (solution.moves or ())[: len(report.states) - 1]
            parts.append(BoardStrip(report.facts, report.states, moves, self.way))
        if solution.moves:
            parts.append(MoveLists(report.facts, solution, self.way))
        if report.published:
            parts.append(published_table(report.published, solution.inferences))
        if wrong:
            parts.append(DiagnosisView(report.facts, wrong))
        if report.checks:
            parts.append(CheckList(report.checks))
        if (
            solution.heuristic
            and solution.iterations
            and solution.good is None
            and (solution.proves or solution.program != "a_star")
        ):
            parts.append(proof(solution))
        return [*parts, OutcomeLine(solution, report.checks), *cell_numbers(report.facts, [solution.reason])]


def _height(parts: Sequence[RenderableType], console: Console, options: ConsoleOptions) -> int:
    """Lines of the parts with an empty line between them, and one for the prompt that follows."""
    return sum(len(console.render_lines(part, options, pad=False)) + 1 for part in parts)


class Result:
    """What was found and checked, and nothing else: solutions as lists, checks, outcome."""

    def __init__(self, report: Report, way: str | None = None) -> None:
        self.report, self.way = report, way

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, solution = self.report, self.report.solution
        if solution.moves:
            yield MoveLists(report.facts, solution, self.way)
        if report.diagnosis and report.diagnosis.steps:
            yield DiagnosisView(report.facts, report.diagnosis)
        if report.checks:
            yield CheckList(report.checks)
        yield OutcomeLine(solution, report.checks)


def headline(facts: PuzzleFacts, solution: Solution, pen: Pen) -> Folded:
    """The puzzle's title, and below it what was run."""
    dot = f" {pen.signs.dot} "
    goes_by = [f"heuristic {solution.heuristic}"] if solution.heuristic else []
    goes_by += [f"pruning {solution.pruning}"] if solution.heuristic and solution.pruning else []
    run = dot.join((solution.puzzle, f"start {solution.start}", solution.program, solution.engine, *goes_by))
    return Folded(Text(facts.title, "headline"), Text(run, "quiet"))


def _figure_row(figure: Published, ours: int | None) -> list[str]:
    ratio = "" if ours is None else f"{ours / figure.inferences:.3f}"
    return [figure.label, count(figure.moves), count(figure.inferences), count(ours), ratio]


def proof(solution: Solution) -> Folded:
    """Which thresholds were searched completely without a solution, and why those between need not be."""
    parts = [_exhausted(solution), _between(solution)]
    if solution.layers:
        parts.append(layers(solution.layers))
    return Folded(*(Text(part, "quiet") for part in parts))


def _exhausted(solution: Solution) -> str:
    if not solution.proves and solution.lower_bound is None:
        return f"no proof: the heuristic {solution.heuristic} may overestimate, so a solution may be shorter"
    done = [iteration.threshold for iteration in solution.iterations if iteration.completed]
    bound = f"the heuristic alone proves at least {several(solution.initial_bound, 'move')}"
    if not done:
        return f"proof: {bound}" if solution.initial_bound else "proof: the start is a goal"
    if len(done) == 1:
        return f"proof: {bound}; threshold {done[0]}, searched completely, contains no solution"
    step, first, last = solution.step, done[0], done[-1]
    which = f"{first} to {last}"
    if done != list(range(first, last + 1, step)):
        which = f"{', '.join(map(str, done[:-1]))} and {last}"
    return f"proof: {bound}; thresholds {which}, each searched completely, contain no solution"


def _between(solution: Solution) -> str:
    if solution.step != 2:
        return "every threshold is tried"
    parity = "even" if solution.iterations[0].threshold % 2 == 0 else "odd"
    return f"thresholds grow by 2: on this board every solution of this start has an {parity} number of moves"


def counted(solution: Solution) -> str:
    """How many shortest solutions there are, if that was asked for."""
    if solution.count is None or solution.outcome is not Outcome.SOLVED:
        return ""
    told = several(solution.count, "shortest solution")
    kept = len(solution.solutions)
    return f"{told}, {count(kept)} of them kept" if 0 < kept < solution.count else told


_FEW = 100_000
"""States that plain Python visits in seconds."""


class OutcomeLine:
    """The outcome, what it found, and what it proved; if a check failed, only that.

    A solution has a tick if something of it was compared: it was replayed, or its length is known otherwise.
    """

    def __init__(self, solution: Solution, checks: Sequence[Check] = ()) -> None:
        self.solution, self.checks = solution, checks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        outcome, signs = self.solution.outcome, Pen(console).signs
        if not all(check.agrees for check in self.checks):
            found = said("the solution is not accepted: a check failed")
            if self.solution.moves is None:
                found = said("no solution: a check failed")
            yield Folded(Text(f"{signs.cross} {translated(found)}", "bad"))
            return
        compared = any(check.compared for check in self.checks)
        sign = signs.tick if outcome is Outcome.SOLVED and compared else signs.dot
        yield Folded(Text.assemble((f"{sign} {self._end()}", outcome_style(outcome)), self._more(Pen(console))))

    def _end(self) -> str:
        solution = self.solution
        if solution.outcome is Outcome.SOLVED:
            return f"solved in {several(solution.length or 0, 'move')}"
        return str(solution.outcome.value)

    def _more(self, pen: Pen) -> str:
        solution = self.solution
        if solution.outcome is Outcome.UNSOLVABLE:
            if solution.reason:
                return f": {sentence(solution.reason, pen)}"
            return ": no state that the moves lead to is a goal" if solution.proves else ""
        if solution.outcome is Outcome.SOLVED:
            number = len(solution.solutions)
            if solution.count is not None:
                return f"; {counted(solution)}"
            return f"; {several(number, 'shortest solution')}" if number > 1 else self._proved(self._unproved())
        found = ""
        if solution.solutions:
            found = f"; {several(len(solution.solutions), 'solution')} of {several(solution.length or 0, 'move')} found"
        return found + self._proved("; nothing is proved yet") + self._other_program()

    def _other_program(self) -> str:
        """What searches a puzzle of few states sooner than iterative deepening, which visits them many times."""
        solution = self.solution
        ended = solution.outcome in (Outcome.TIME_LIMIT, Outcome.INTERRUPTED)
        if not ended or solution.program != "ida_star" or solution.facts is None:
            return ""
        few = has_at_most(solution.facts, _FEW)
        return "; breadth_first visits each state of this puzzle once" if few else ""

    def _unproved(self) -> str:
        """What is said about a solution without a proof."""
        overestimated = self.solution.heuristic is not None and not self.solution.claims
        return "; a shorter one may exist" if overestimated else ""

    def _proved(self, nothing: str) -> str:
        """What is proved beside a solution that is not proved to be a shortest one."""
        solution = self.solution
        if solution.shortest and (solution.good is not None or solution.program == "a_star"):
            return "; no solution is shorter"
        if solution.outcome is Outcome.SOLVED and solution.shortest:
            return ""
        bound = solution.lower_bound
        return nothing if bound is None else f"; no solution is shorter than {several(bound, 'move')}"
