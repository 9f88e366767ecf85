"""The engine `native`: IDA* by compiled kernels, the same for all domains, for any number of starts of one puzzle.

What the starts share is prepared once. Where no heuristic is asked for, one that is ready begins.
"""

from dataclasses import replace
from typing import Protocol

from pybridge.compiled import announcing
from pybridge.errors import TableSpaceError, UnavailableProgramError
from pybridge.heuristics.choice import best, bounds, plain
from pybridge.heuristics.protocol import Heuristic, require_lower_bound
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.deepening import Deepening, OutOfPatience, Root
from pybridge.search.journal import Journal
from pybridge.search.rows import PreparedSearch, by_network, search_row
from pybridge.search.solution import NOT_FOUND, Shortest, Solution
from pybridge.search.standing import Promise, solves
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task
from pybridge.search.threads import Searchers

PATIENCE = 2.0
"""Seconds to search with a heuristic that was ready, before a better one's tables are built."""


class CompiledSearch(Protocol):
    """What a domain's compiled IDA* has prepared for all starts. `network` distinguishes networks of one name."""

    @property
    def heuristic(self) -> Heuristic: ...
    @property
    def pruning(self) -> Pruning: ...
    @property
    def network(self) -> str: ...

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start, after searches from others that took this many seconds of CPU."""


class IdaStar:
    """IDA* of one puzzle: what is left to each search is to search."""

    def __init__(self, search: CompiledSearch) -> None:
        self._search = search
        self.heuristic, self.pruning = search.heuristic, search.pruning
        self._searched = 0.0

    def searchers(self, task: Task) -> Searchers:
        """What searches packets of the task for another process."""
        return self._search.begin(replace(task, elsewhere=True), 0.0).searchers

    def is_shared(self, task: Task) -> bool:
        """Whether others can continue a search of the task."""
        return self._search.begin(task, 0.0).shared

    def solve(
        self, task: Task, tally: Tally, *, first: int = 0, before: str = "", patience: float | None = None
    ) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a tally.

        The iterations that are in the tally are done, or, by the heuristic `before`, the thresholds below `first`.
        Raises OutOfPatience, the iteration under way abandoned, if the search takes more than `patience` seconds.
        """
        root = self._search.begin(task, self._searched)
        first = first or max((each.threshold + root.step for each in tally.iterations), default=0)
        promise = self._promise(task, root)
        deepening = self._deepening(task, root, tally, before, keep=task.keep and patience is None)
        outcome, found = Outcome.NO_SOLUTION_WITHIN_LIMIT, NOT_FOUND
        if by_network(task):
            tally.evaluated = 0
        try:
            if (path := deepening.search(promise, first, patience)) is not None:
                require_lower_bound(self.heuristic, len(path), tally.iterations[-1].threshold)
                found = Shortest(None, (root.moves(path),))
                found, outcome = _all(root, found, task, tally), Outcome.SOLVED
        except Stopped as stopped:
            outcome = stopped.outcome
        except OutOfPatience:
            tally.abandon()
            raise
        journal = deepening.close(outcome)
        solution = replace(self._solution(task, tally, outcome, found, root), journal=journal)
        self._searched += solution.seconds
        return replace(solution, heuristic=", then ".join(filter(None, (deepening.before, self.heuristic.name))))

    def _promise(self, task: Task, root: Root) -> Promise:
        """What must be true of what was kept of a search from a start."""
        return Promise(
            root.first,
            root.step,
            solves(task, root.moves),
            root.earlier,
            proves=self.heuristic.admissible,
            grows=not root.whole,
        )

    def _deepening(self, task: Task, root: Root, tally: Tally, before: str, *, keep: bool) -> Deepening:
        kept = keep and root.noted is None
        journal = Journal(task, self.heuristic.name, self.pruning.value, self._search.network) if kept else None
        return Deepening(root, task, tally, journal, before)

    def _solution(self, task: Task, tally: Tally, outcome: Outcome, found: Shortest, root: Root) -> Solution:
        """The end of a search."""
        proves = self.heuristic.admissible
        return replace(
            tally.close(task, "native", outcome, found.solutions),
            every=task.wanted.every and len(found.solutions) == found.count,
            initial_bound=root.first if proves else 0,
            proves=proves,
            claims=proves,
            pruning=self.pruning.value,
            count=task.counted(outcome, found.count),
            step=root.step,
        )


def _all(root: Root, first: Shortest, task: Task, tally: Tally) -> Shortest:
    """What a task wants of the shortest solutions, of which the first is known. Raises Stopped."""
    if not task.wanted.every:
        return first
    if root.noted:
        return Shortest(root.noted.count, tuple(map(root.moves, root.noted.paths)))
    if root.layers is None:
        raise UnavailableProgramError(f"the engine native does not list all solutions of {task.facts.name}")
    from pybridge.search.layers.shortest import all_shortest

    return all_shortest(root.layers(), len(first.solutions[0]), task, tally)


def prepare(task: Task, report: OnProgress) -> PreparedSearch:
    """What searches as the task does from any start. Raises PybridgeError, and what `report` raises."""
    row = search_row(task.facts)
    if row.prepare is None:
        raise UnavailableProgramError(f"the engine native does not search {task.facts.domain}")
    return row.prepare(task, report)


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search by kernels, with the heuristic of the task or, where that is open, with the best one.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError, BrokenTableError.
    """
    attempt = _Attempt(task, tally, report)
    try:
        with announcing(tally.report):  # of kernels that are compiled meanwhile
            return attempt.solution()
    except Stopped as stopped:
        return _unprepared(task, tally, stopped.outcome, attempt.at_hand)


class _Attempt:
    """A search that may begin with a heuristic that is `at_hand` before the tables of a better one are built."""

    def __init__(self, task: Task, tally: Tally, report: OnProgress) -> None:
        self._task, self._tally, self._report = task, tally, report
        self.at_hand: str | None = None

    def solution(self) -> Solution:
        """Prepare, and search."""
        task = self._task
        if task.heuristic or by_network(task) or not search_row(task.facts).improves:
            return self._ready(task).solve(task, self._tally)
        better = best(task.facts)
        try:
            ready = self._ready(task)
        except TableSpaceError:  # there is nowhere to keep tables
            return self._ready(replace(task, heuristic=plain(task.facts))).solve(task, self._tally)
        except UnavailableProgramError:  # the best heuristic is more than the kernels hold
            better = bounds(task.facts)
            ready = self._ready(replace(task, heuristic=better))
        if not isinstance(ready, IdaStar) or ready.heuristic.name == better.name:
            return ready.solve(task, self._tally)
        try:
            return ready.solve(task, self._tally, patience=PATIENCE)
        except OutOfPatience as impatience:
            return self._go_on(ready, replace(task, heuristic=better), impatience.threshold)

    def _go_on(self, ready: IdaStar, better: Task, first: int) -> Solution:
        """Continue from a threshold with the better heuristic, or with the ready one if there is no better one."""
        self.at_hand = ready.heuristic.name
        try:
            stronger = self._ready(better)
        except (UnavailableProgramError, TableSpaceError):
            self._tally.report(None)
            return ready.solve(self._task, self._tally, first=first)
        assert isinstance(stronger, IdaStar)  # as the ready one, of the same row
        return stronger.solve(self._task, self._tally, first=first, before=ready.heuristic.name)

    def _ready(self, task: Task) -> PreparedSearch:
        """A search with its tables."""
        ready = prepare(task, self._report)
        self._tally.report(None)
        return ready


def _unprepared(task: Task, tally: Tally, outcome: Outcome, at_hand: str | None) -> Solution:
    """What there is of a search that was stopped before it began, or while tables were built to continue with."""
    row, found = search_row(task.facts), tally.close(task, "native", outcome)
    proves = not by_network(task)
    bound = found.iterations[0].threshold if found.iterations else row.bound(task)
    return replace(
        found,
        initial_bound=bound if proves else 0,
        proves=proves,
        claims=proves,
        heuristic=at_hand or (task.heuristic.name if task.heuristic else None),
        pruning=(Pruning.INVERSE if task.program == "a_star" else row.pruning(task)).value,
        step=row.step(task.facts, task.start),
    )
