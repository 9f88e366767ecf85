"""What is wrong with a program of the user's: its own bound along a shortest solution, and where it left it."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.diagnosis import Diagnosis, SolutionStep
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import moves_text
from pybridge.render.console import Pen
from pybridge.render.domains import BoardStrip
from pybridge.render.layout import Folded, spaced
from pybridge.render.table import Column, TextTable
from pybridge.translation import Said, said, translated

_TITLES = (said("g"), said("moves left"), said("your bound"), said("g + bound"))
_SHOWN = 4
"""The last states of the way that are drawn."""


class DiagnosisView:
    """The steps as a table, the last of them as boards, and what the program did at each."""

    def __init__(self, facts: PuzzleFacts, diagnosis: Diagnosis) -> None:
        self.facts, self.diagnosis = facts, diagnosis

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        steps, moves = self.diagnosis.steps, self.diagnosis.moves
        if not steps:
            return
        told = said(
            "a shortest solution, and what the program does along it at threshold {threshold}",
            threshold=self.diagnosis.threshold,
        )
        columns = [*(Column(translated(title), number=True) for title in _TITLES), Column("", wraps=True)]
        table = TextTable(columns, [self._row(step, Pen(console)) for step in steps])
        first = max(0, len(steps) - _SHOWN)
        strip = BoardStrip(self.facts, [step.state for step in steps[first:]], moves[first:], first=first)
        yield from spaced([Folded(Text(translated(told))), table, strip])

    def _row(self, step: SolutionStep, pen: Pen) -> list[str | Text]:
        bound = "" if step.bound is None else str(step.bound)
        counted = step.g if step.count is None else step.count
        total = "" if step.bound is None or isinstance(counted, str) else str(counted + step.bound)
        return [str(counted), str(step.left), bound, total, self._note(step, pen)]

    def _note(self, step: SolutionStep, pen: Pen) -> Text:
        wrong = self._wrong(step)
        return Text("") if wrong is None else Text(f"{pen.signs.cross} {translated(wrong)}", "bad")

    def _wrong(self, step: SolutionStep) -> Said | None:
        """What is wrong at a step; None if nothing is."""
        if not step.visited:
            return said("not visited")
        if step.bound is None or step.bound <= step.left:
            return said("{moves} made", moves=moves_text(step.g)) if self._miscounted(step) else None
        counted = step.count if isinstance(step.count, int) else step.g
        threshold = self.diagnosis.threshold or 0
        if counted + step.bound > threshold:
            return said("cut at {threshold}: the bound is larger than the moves left", threshold=threshold)
        return said("the bound is larger than the moves left")

    def _miscounted(self, step: SolutionStep) -> bool:
        return step.miscounted and not self.diagnosis.steps[0].miscounted
