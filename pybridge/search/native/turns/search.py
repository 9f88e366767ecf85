"""IDA* of permutation puzzles at native speed, by tables of projections: what all starts share, and one of them."""

from collections.abc import Sequence
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.projections import Projections
from pybridge.limits import OnProgress
from pybridge.puzzles.turns import TurnMove
from pybridge.search.native.solver import Root
from pybridge.search.native.turns.inverses import Inverses
from pybridge.search.native.turns.searcher import TurnsStart, every
from pybridge.search.native.turns.stack import LookupPlan
from pybridge.search.packets import Path
from pybridge.search.task import Task
from pybridge.search.turns import TurnsPrepared, machine_of, prepare


class TurnsSearch:
    """Tables loaded, kernels compiled."""

    network = ""

    def __init__(self, task: Task, report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError, and what `report`
        raises.
        """
        self._ready = prepare(task, report)
        self.heuristic, self.pruning = _projections(self._ready), self._ready.pruning
        lookups, inverted = self.heuristic.lookups, self.heuristic.inverted
        inverses = Inverses(self.heuristic.moves, [(number, lookups[number]) for number in inverted])
        self._plan = LookupPlan(lookups, inverses)
        self._start(task).warm_up()

    def _start(self, task: Task) -> TurnsStart:
        return TurnsStart(task, machine_of(self._ready, task), self.heuristic, self._plan)

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        start, solutions = self._start(task), every(task)
        return Root(
            searchers=start.searchers(solutions),
            first=self.heuristic.estimate(task.start),
            moves=partial(_moves, self._ready.names),
            later=start.later,
            noted=solutions,
        )


def _moves(names: Sequence[str], path: Path) -> tuple[TurnMove, ...]:
    return tuple(TurnMove(names[move]) for move in path)


def _projections(ready: TurnsPrepared) -> Projections:
    if not isinstance(ready.heuristic, Projections):
        name = ready.heuristic.name
        raise UnavailableProgramError(f"the engine native has no {name} for permutation puzzles; use --engine python")
    return ready.heuristic
