"""IDA* of permutation puzzles at native speed, by tables of projections: what all starts share, and one of them."""

from collections.abc import Sequence
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import TurnsFacts
from pybridge.heuristics.projections import Projections
from pybridge.limits import OnProgress
from pybridge.puzzles.turns import TurnMove
from pybridge.search.either_side import Sides
from pybridge.search.native.solver import Root
from pybridge.search.native.turns.entries import Entries
from pybridge.search.native.turns.searcher import TurnsStart, every
from pybridge.search.native.turns.stack import Machines, warm_up
from pybridge.search.packets import Path
from pybridge.search.task import Task
from pybridge.search.turns import TurnsPrepared, prepare, sides_of


class TurnsSearch:
    """Tables loaded, kernels compiled."""

    network = ""

    def __init__(self, task: Task[TurnsFacts], report: OnProgress) -> None:
        """Prepare for a task, and for others that differ in start, limits, or which solutions are wanted.

        Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError, and what `report`
        raises.
        """
        self._facts, self._ready = task.facts, prepare(task, report)
        self.heuristic, self.pruning = _projections(self._ready), self._ready.pruning
        lookups = [(lookup, bool(side)) for side, some in enumerate(self.heuristic.by_side) for lookup in some]
        self._entries = Entries(self.heuristic.moves, lookups)
        warm_up(self._entries)

    def start(self, task: Task, sides: Sides) -> TurnsStart:
        """What the searchers of a task's start share."""
        machines = Machines(*sides.machines)
        return TurnsStart(self._facts, task.start, machines, self._entries, limited=task.limits.memory is not None)

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        first, sides = self.heuristic.estimate(task.start), sides_of(self._ready, self._facts, task.start)
        start, solutions = self.start(task, sides), every(task)
        return Root(
            searchers=start.searchers(solutions),
            first=first,
            moves=partial(_moves, self._ready.names, sides),
            later=start.later,
            noted=solutions,
        )


def _moves(names: Sequence[str], sides: Sides, path: Path) -> tuple[TurnMove, ...]:
    return tuple(TurnMove(names[move]) for move in sides.solution(path))


def _projections(ready: TurnsPrepared) -> Projections:
    if not isinstance(ready.heuristic, Projections):
        name = ready.heuristic.name
        raise UnavailableProgramError(f"the engine native has no {name} for permutation puzzles; use --engine python")
    return ready.heuristic
