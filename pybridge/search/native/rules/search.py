"""Iterative deepening of a task of rules at native speed: IDA* by the bounds of an abstraction, or by none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.abstraction import Abstractions, bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Pruning
from pybridge.rules.compiled import RuleMove, Values
from pybridge.rules.facts import RulesFacts
from pybridge.search.deepening import Root
from pybridge.search.kernels.packed.rules import BATCHES
from pybridge.search.kernels.roots import BASE, DEPTH, THRESHOLD
from pybridge.search.kernels.rules import search as fields
from pybridge.search.native.roots import RootsSearcher, bits_of
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.native.rules.paths import layer_moves
from pybridge.search.packets import Path
from pybridge.search.tally import Stopped
from pybridge.search.task import Task
from pybridge.tables.abstraction.kernels import FAR, AbstractTables

_MOST_LABEL = 1 << 62
"""The kernel knows how many operators there are."""


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
        RulesSearcher(RulesStart(packed, task.start, self._bounds), 0).warm_up()

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


@dataclass
class RulesStart:
    """What the searchers of a start share.

    `first` is the bound of the start. `reached` has the thresholds that a path was as long as, and `searched` those
    that were begun here. Where one of these has no such path, none is longer, and no goal can be reached. With
    workers `elsewhere` nobody here knows. `bounds` are those of an abstraction, or none.
    """

    packed: PackedRules
    state: Values
    bounds: AbstractTables
    first: int = 0
    elsewhere: bool = False
    reached: set[int] = field(default_factory=set)
    searched: set[int] = field(default_factory=set)

    def searchers(self, threshold: int) -> Callable[[], "RulesSearcher"]:
        """What makes searchers to a threshold.

        Raises Stopped if no path is so long, and UnavailableProgramError for more moves than bounds can be.
        """
        before = threshold - 1
        if self.first >= FAR:
            raise Stopped(Outcome.UNSOLVABLE)
        if before in self.searched and before not in self.reached and not self.elsewhere:
            raise Stopped(Outcome.UNSOLVABLE)
        if threshold >= FAR:
            raise UnavailableProgramError(f"ida_star finds solutions of less than {FAR:,} moves; use breadth_first")
        return lambda: RulesSearcher(self, threshold)


class RulesSearcher(RootsSearcher):
    """The arrays of one thread, which searches to one threshold. Labels are operators."""

    def __init__(self, start: RulesStart, threshold: int) -> None:
        super().__init__(threshold, fields.FIELDS, _MOST_LABEL)
        self._start, packed = start, start.packed
        batches = int(packed.tables.shape[BATCHES])
        self._states = np.zeros((threshold + 2, packed.layout.words), np.uint64)
        self._bounds = start.bounds._replace(scratch=np.zeros_like(start.bounds.scratch))  # a thread's own
        self._states[0] = packed.pack([start.state])[0]
        self._left = np.zeros((threshold + 2, batches), np.uint64)
        self._labels = np.zeros(threshold + 2, np.uint64)

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes; where the start is among them, the threshold is searched from its beginning."""
        super().begin(paths)
        if () in paths:
            self._start.searched.add(int(self._control[THRESHOLD]))

    def _search(self) -> None:
        control, packed = self._control, self._start.packed
        fields.search(
            control, self._states, self._left, self._labels, self._roots, self._lengths, self._done, packed.tables,
            packed.width, self._bounds,
        )  # fmt: skip
        if control[fields.REACHED]:
            self._start.reached.add(int(control[THRESHOLD]))

    def _followed(self, depth: int) -> Path:
        return tuple(self._labels[1 : depth + 1].tolist())

    def _open(self) -> Iterator[Path]:
        depth, base = int(self._control[DEPTH]), int(self._control[BASE])
        followed = self._followed(depth)
        for here in range(depth, base - 1, -1):
            for batch, mask in enumerate(self._left[here].tolist()):
                for bit in bits_of(mask):
                    yield (*followed[:here], batch << 6 | bit)
