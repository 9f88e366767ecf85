"""How a search ended, in one sentence."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.outcome import Outcome
from pybridge.render.console import Pen, outcome_style
from pybridge.render.layout import Folded
from pybridge.render.proof import counted
from pybridge.render.words import sentence, several
from pybridge.search.solution import Solution


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
            return f"; {several(number, 'shortest solution')}" if number > 1 else ""
        found = ""
        if solution.solutions:
            found = f"; {several(len(solution.solutions), 'solution')} of {several(solution.length or 0, 'move')} found"
        if solution.lower_bound is None:
            return f"{found}; nothing is proved yet"
        return f"{found}; no solution is shorter than {several(solution.lower_bound, 'move')}"
