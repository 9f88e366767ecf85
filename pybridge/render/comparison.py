"""Searches compared: what each did, whether they agree, and by which checks."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.agreement import Check, Comparison
from pybridge.facts.wording import count, seconds, several
from pybridge.outcome import Outcome
from pybridge.render.console import Pen, outcome_style, sentence
from pybridge.render.domains import cell_numbers
from pybridge.render.layout import Folded, folded, padded, spaced
from pybridge.render.table import Column, Row, TextTable
from pybridge.search.solution import Solution
from pybridge.translation import translated

_COLUMNS = (
    Column("puzzle"),
    Column("start"),
    Column("engine"),
    Column("program"),
    Column("heuristic"),
    Column("pruning"),
    Column("length", number=True),
    Column("inferences", number=True),
    Column("expanded", number=True),
    Column("generated", number=True),
    Column("seconds", number=True),
    Column("outcome", wraps=True),
)
_LEAST = 36
"""The least room for text beside its subject; with less it goes below."""


class ComparisonTable:
    """One or many comparisons: a row for each search, why starts are unsolvable, then the checks, then the verdict.

    All checks of a single comparison are listed; of many, one line each, and every difference.
    """

    def __init__(self, comparisons: Sequence[Comparison]) -> None:
        self.comparisons = comparisons

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        by = {(each.heuristic, each.pruning) for comparison in self.comparisons for each in comparison.solutions}
        rows = [
            _row(comparison, solution, named=len(by) > 1)
            for comparison in self.comparisons
            for solution in comparison.solutions
        ]
        if len(by) == 1 and any(shared := by.pop()):
            heuristic, pruning = (each or "none" for each in shared)
            yield Folded(Text(f"heuristic {heuristic} {pen.signs.dot} pruning {pruning}", "quiet"))
        single = len(self.comparisons) == 1
        checks = list(self.comparisons[0].checks if single else self._summaries())
        listed = [CheckList(checks)] if checks else []
        yield from spaced([TextTable(_COLUMNS, rows, heads=2), *self._unsolvable(pen), *listed, self._verdict(pen)])

    def _unsolvable(self, pen: Pen) -> Iterator[RenderableType]:
        """Why a start is unsolvable, in a sentence; after the last one of a board the numbers of its cells."""
        for facts, group in groupby(self.comparisons, lambda comparison: comparison.facts):
            told = [(comparison.start_name, comparison.reason) for comparison in group if comparison.reason]
            for start, reason in told:
                of = "" if len(self.comparisons) == 1 else f"{facts.name} {start}: "
                end = Text(f"{pen.signs.dot} {of}{Outcome.UNSOLVABLE.value}", outcome_style(Outcome.UNSOLVABLE))
                yield Folded(Text.assemble(end, f": {sentence(reason, pen)}"))
            yield from cell_numbers(facts, [reason for _, reason in told])

    def _summaries(self) -> Iterator[Check]:
        """A line for each comparison that agrees, or a line for each of its differences."""
        for comparison in self.comparisons:
            name = f"{comparison.facts.name} {comparison.start_name}"
            differences = [check for check in comparison.checks if not check.agrees]
            if not differences:
                done = dict.fromkeys(check.subject for check in comparison.checks if check.compared)
                left = dict.fromkeys(check.subject for check in comparison.checks if not check.compared)
                subjects = ", ".join([*done, *(f"{subject} not compared" for subject in left if subject not in done)])
                words = subjects or (Outcome.UNSOLVABLE.value if comparison.reason else "")
                yield Check(name, words, compared=bool(done))
            for check in differences:
                yield Check(name, check.subject, f"{check.subject}: {check.difference}")

    def _verdict(self, pen: Pen) -> Text:
        number = len(self.comparisons)
        differ = sum(not comparison.agree for comparison in self.comparisons)
        if differ:
            what = f"{differ} of {several(number, 'comparison')} differ"
            if number == 1:
                failing = [check for check in self.comparisons[0].checks if not check.agrees]
                what = "the engines differ" if any(check.between for check in failing) else "a check fails"
            return Text(f"{pen.signs.cross} {what}", "bad")
        between = sum(comparison.between for comparison in self.comparisons)
        if not between:
            single = all(len(comparison.solutions) < 2 for comparison in self.comparisons)
            which = "one search each, " if single else ""
            return Text(f"{pen.signs.dot} {which}nothing to compare", "stopped")
        what = "the engines agree" if number == 1 else f"all {several(number, 'comparison')} agree"
        if between < number:
            what = f"{between} of {several(number, 'comparison')} agree; the others have nothing to compare"
        if any(solution.outcome.stopped for each in self.comparisons for solution in each.solutions):
            what += ", as far as they went"
        return Text(f"{pen.signs.tick} {what}", "good")


def _row(comparison: Comparison, solution: Solution, *, named: bool) -> Row:
    """A search; its heuristic and pruning are `named` here if not all searches have the same."""
    return [
        comparison.facts.name,
        comparison.start_name,
        solution.engine,
        solution.program,
        (solution.heuristic or "") if named else "",
        (solution.pruning or "") if named else "",
        count(solution.length),
        count(solution.inferences),
        count(solution.expanded),
        count(solution.generated),
        seconds(solution.seconds),
        Text(solution.outcome.value, outcome_style(solution.outcome)),
    ]


class CheckList:
    """Each check with a tick and what was compared, a cross and the first difference, or a dot and why it was not."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self.checks = checks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        subject = max((cell_len(translated(check.subject)) for check in self.checks), default=0)
        for check in self.checks:
            yield from _lines(check, subject, console, options.max_width)


def _lines(check: Check, subject: int, console: Console, width: int) -> list[Text]:
    """A check in as many lines as it needs, the text beside its subject, or below it where that is too narrow."""
    signs, about = Pen(console).signs, translated(check.subject)
    sign, style = (signs.tick, "good") if check.agrees else (signs.cross, "bad")
    head = Text(f"{sign} ", style) if check.compared else Text(f"{signs.dot} ", "quiet")
    margin = head.cell_len + subject + 2
    beside = width - margin >= _LEAST
    lines = folded(Text(translated(check.difference or check.detail)), width - (margin if beside else 2), console)
    if not beside:
        return [head + Text(about), *(Text("  ") + line for line in lines)]
    first, *others = lines
    top = Text.assemble(head, padded(Text(about), subject + 2), first)
    return [top, *(Text(" " * margin) + line for line in others)]
