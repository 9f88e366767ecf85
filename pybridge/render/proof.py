"""What a search with thresholds has proved."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.outcome import Outcome
from pybridge.render.layout import Folded
from pybridge.render.words import count, seconds, several
from pybridge.search.solution import Solution
from pybridge.search.statistics import Layers


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


def layers(layers: Layers) -> str:
    """What counting all shortest solutions took, or has taken so far."""
    done = several(layers.of, "layer") if layers.done == layers.of else f"{layers.done} of {layers.of} layers"
    return (
        f"shortest solutions counted in {done}: {several(layers.expanded, 'state')} expanded, "
        f"{count(layers.generated)} generated, {seconds(layers.seconds)} s"
    )


def counted(solution: Solution) -> str:
    """How many shortest solutions there are, if that was asked for."""
    if solution.count is None or solution.outcome is not Outcome.SOLVED:
        return ""
    told = several(solution.count, "shortest solution")
    kept = len(solution.solutions)
    return f"{told}, {count(kept)} of them kept" if 0 < kept < solution.count else told
