"""What is wrong with a program of the user's: its own bound along a shortest solution, and where it left it."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.diagnosis import Diagnosis, SolutionStep
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.render.console import Pen
from pybridge.render.domains import BoardStrip
from pybridge.render.layout import Folded
from pybridge.render.table import Column, TextTable

_COLUMNS = (
    Column("g", number=True),
    Column("moves left", number=True),
    Column("your bound", number=True),
    Column("g + bound", number=True),
    Column("", wraps=True),
)
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
        threshold = self.diagnosis.threshold
        yield Folded(Text(f"a shortest solution, and what the program does along it at threshold {threshold}"))
        yield Text("")
        yield TextTable(_COLUMNS, [self._row(step, Pen(console)) for step in steps])
        yield Text("")
        first = max(0, len(steps) - _SHOWN)
        yield BoardStrip(self.facts, [step.state for step in steps[first:]], moves[first:], first=first)

    def _row(self, step: SolutionStep, pen: Pen) -> list[str | Text]:
        bound = "" if step.bound is None else str(step.bound)
        counted = step.g if step.count is None else step.count
        total = "" if step.bound is None or isinstance(counted, str) else str(counted + step.bound)
        return [str(counted), str(step.left), bound, total, self._said(step, pen)]

    def _said(self, step: SolutionStep, pen: Pen) -> Text:
        if not step.visited:
            return Text(f"{pen.signs.cross} not visited", "bad")
        if step.bound is None or step.bound <= step.left:
            return (
                Text(f"{pen.signs.cross} {several(step.g, 'move')} made", "bad") if self._miscounted(step) else Text("")
            )
        counted = step.count if isinstance(step.count, int) else step.g
        over = f"cut at {self.diagnosis.threshold}: " if counted + step.bound > (self.diagnosis.threshold or 0) else ""
        return Text(f"{pen.signs.cross} {over}the bound is larger than the moves left", "bad")

    def _miscounted(self, step: SolutionStep) -> bool:
        return step.miscounted and not self.diagnosis.steps[0].miscounted
