"""Iterative deepening of a task of rules at native speed: IDA* by the bounds of an abstraction, or by none."""

from collections.abc import Sequence
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.abstraction import Abstractions, bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.puzzles import Move, Pruning
from pybridge.rules.compiled import RuleMove
from pybridge.rules.facts import RulesFacts
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.native.rules.paths import layer_moves
from pybridge.search.native.rules.searcher import RulesStart
from pybridge.search.native.solver import Root
from pybridge.search.task import Task
from pybridge.tables.abstraction.kernels import FAR


class RulesSearch:
    """The kernel compiled, and the operators packed."""

    network = ""

    def __init__(
        self, task: Task[RulesFacts], packed: PackedRules, pruning: Pruning, heuristic: Abstractions | Blind
    ) -> None:
        """Prepare for a task. Raises UnavailableProgramError where steps are chained."""
        if packed.task.continues is not None:
            raise UnavailableProgramError(
                f"moves of {task.facts.name} are chains of steps, which native ida_star does not make; "
                "use breadth_first"
            )
        self.heuristic, self.pruning = heuristic, pruning
        self._facts, self._packed = task.facts, packed
        self._bounds = bounds_of(heuristic)
        RulesStart(packed, task.start, self._bounds).warm_up()

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        first = min(self.heuristic.estimate(task.start), FAR)
        start = RulesStart(self._packed, task.start, self._bounds, first, elsewhere=task.shared)
        return Root(
            searchers=start.searchers,
            first=first,
            moves=self._moves,
            layers=partial(layer_moves, self._facts, self._packed, task.start),
            shared=False,  # who goes on does not know whether there are longer paths
        )

    def _moves(self, labels: Sequence[int]) -> tuple[Move, ...]:
        return tuple(RuleMove(self._packed.task.operators[label].name) for label in labels)
