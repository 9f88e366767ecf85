"""IDA* of a compiled engine, whatever the domain: threshold after threshold, in threads, and resumed if it was kept."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from pybridge.outcome import Outcome
from pybridge.search.ida_star import Moves
from pybridge.search.journal import PACKET, Journal
from pybridge.search.packets import WHOLE, Ledger, Path, StrayPath
from pybridge.search.solution import Counts, Iteration, Journaled
from pybridge.search.standing import Promise, Standing
from pybridge.search.tally import Tally
from pybridge.search.task import Task
from pybridge.search.threads import Searchers, Threads

if TYPE_CHECKING:
    from pybridge.search.layers.forward import LayerMoves

_AGAIN = 100_000
"""Nodes that are searched again before what was kept is accepted: some hundredths of a second."""


class OutOfPatience(Exception):
    """A search took longer than it was given; `threshold` is the one that it could not finish."""

    def __init__(self, threshold: int) -> None:
        super().__init__(f"threshold {threshold} takes too long")
        self.threshold = threshold


@dataclass
class Noted:
    """Solutions that searchers note while they search on: how many, and the first ones in move order."""

    most: int
    count: int = 0
    _paths: list[Path] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, count: int, paths: Sequence[Path]) -> None:
        """Note that this many were found, and the first of them."""
        with self._lock:
            self.count += count
            self._paths = sorted([*self._paths, *paths])[: max(1, self.most)]

    @property
    def paths(self) -> tuple[Path, ...]:
        """The first ones, as many as are wanted."""
        return tuple(self._paths[: self.most])

    def first(self) -> Path | None:
        """The first of all; None if there is none."""
        return self._paths[0] if self._paths else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A start that is ready to be searched from.

    `searchers` make what searches to a threshold; they raise UnavailableProgramError for one that they cannot hold.
    Thresholds begin at `first` and grow by `step`; `earlier` is the first one by another heuristic that may have begun,
    by its name. `moves` are those of a path. `later` counts the siblings that come after the nodes of a path: where
    all successors of a node are generated at once, those after a solution do not count. All shortest solutions are
    counted by `layers`, or are `noted` by the searchers, which then search on. What is searched `whole` depends on all
    that its iteration has searched before: it is not cut, and only kept as a whole. It is `shared` if others can
    continue it from what is left.
    """

    searchers: Searchers
    first: int
    moves: Callable[[Path], Moves]
    step: int = 1
    earlier: Callable[[str], int | None] = lambda name: None
    later: Callable[[Path], int] = lambda path: 0
    layers: "Callable[[], LayerMoves] | None" = None
    noted: Noted | None = None
    whole: bool = False
    shared: bool = True


class Deepening:
    """A search that is running: iteration after iteration.

    `before` is the heuristic of the first ones, if another. Remote workers of the task search in place of threads.
    """

    def __init__(self, root: Root, task: Task, tally: Tally, journal: Journal | None, before: str) -> None:
        self._root, self._task, self._tally, self._journal, self.before = root, task, tally, journal, before
        self._ledger, self._threshold = Ledger(), 0
        self._lock, self._deadline = threading.Lock(), float("inf")

    def search(self, promise: Promise, begin: int = 0, patience: float | None = None) -> Path | None:
        """Search until there is a solution; None if the last threshold that is allowed has none.

        `promise` has the first threshold and the step; thresholds below `begin` are done. Raises Stopped, and
        OutOfPatience after this many seconds.
        """
        if patience is not None:
            self._deadline = time.monotonic() + patience
        threshold, done, before = max(promise.first, begin), tuple(self._tally.iterations), self.before
        kept = self._kept(threshold, promise)
        if kept and self._journal:
            try:
                path = self._deepen(kept.under_way.threshold, promise, kept)
            except StrayPath:
                path = None
            else:
                if path is None or not promise.proves or len(path) == self._threshold:
                    return path
            self._journal.distrust()
            self._tally.abandon()
            self._tally.iterations[:] = done
            self.before = before
        return self._deepen(threshold, promise)

    def _deepen(self, threshold: int, promise: Promise, kept: Standing | None = None) -> Path | None:
        """Search from a threshold on, with what was kept of the first one.

        Raises StrayPath if that cannot have been all that was left of it.
        """
        self._threshold, self._ledger = threshold, Ledger(kept.rest if kept else WHOLE)
        while self._tally.begin(threshold):
            if kept:
                self._tally.carry(kept.under_way)
            path = self._iterate(threshold)
            self._tally.end(completed=path is None)
            self._ledger = Ledger()
            if path is not None:
                return path
            threshold = self._threshold = threshold + promise.step
            if kept:
                following = Iteration(threshold, False, 0.0, 0, 0)
                if promise.fault(Standing(tuple(self._tally.iterations), following, WHOLE, self.before)):
                    raise StrayPath
                kept = None
        return None

    def _kept(self, threshold: int, promise: Promise) -> Standing | None:
        """What an earlier run has kept, if that was farther; the tally then has its iterations."""
        kept = self._journal and self._journal.checked(promise)
        if not self._journal or not kept or kept.under_way.threshold < threshold:
            return None
        if not self._is_counted_again(kept):
            self._journal.distrust()
            return None
        self._tally.iterations[:] = kept.iterations
        self.before = kept.before
        self._journal.resumed(kept.under_way.threshold)
        return kept

    def _is_counted_again(self, kept: Standing) -> bool:
        """Whether the first iterations, if they went by this heuristic, have the counters that were kept."""
        left = 0 if kept.before else _AGAIN
        for each in kept.iterations:
            left -= each.counts.expanded
            if left < 0:
                break
            searcher = self._root.searchers(each.threshold)()
            searcher.begin([()])
            while not searcher.over:
                searcher.run()
            done = searcher.surrender()
            if done.found or done.counts != each.counts:
                return False
        return True

    def _iterate(self, threshold: int) -> Path | None:
        """Search to a threshold; the first solution in move order, None if there is none."""
        ledger, seconds = self._ledger, PACKET if self._journal and not self._root.whole else float("inf")
        searcher, others = self._root.searchers(threshold), None
        if (remote := self._task.remote) and not self._root.whole:
            others = partial(remote.share, ledger, threshold, self._spend, self._keep)
        threads = Threads(
            ledger, searcher, self._spend, self._task.jobs, seconds=seconds, settled=self._keep, others=others
        )
        threads.search()
        counts, path = ledger.counts, ledger.best
        if path is not None:
            counts = counts._replace(generated=counts.generated - self._root.later(path))
        self._tally.settle(counts)
        return self._root.noted.first() if self._root.noted else path

    def _keep(self) -> None:
        """Keep how far the search is, if it is long and was not kept for a while."""
        if self._journal and self._journal.checkpoint.due:
            tally, ledger, seconds = self._tally, self._ledger, self._tally.spent()
            if self._root.whole and not ledger.over:
                ledger, seconds = Ledger(), 0.0
            expanded, generated, evaluated = ledger.counts
            now = Iteration(self._threshold, False, seconds, expanded, generated, evaluated=evaluated)
            done = tuple(each for each in tally.iterations if each.completed)
            self._journal.keep(Standing(done, now, ledger.rest(), self.before))

    def close(self, outcome: Outcome) -> Journaled | None:
        """Keep what a search without a solution has found; remove what was kept of one that is over."""
        if not self._journal:
            return None
        if outcome is Outcome.SOLVED:
            self._journal.checkpoint.forget()
        else:
            self._journal.checkpoint.hurry()
            self._keep()
        return replace(self._journal.report, whole=self._root.whole)

    def _spend(self, counts: Counts) -> None:
        """Account for what threads have done; raises what ends the search."""
        with self._lock:
            self._tally.add(counts)
        self._tally.check()
        if time.monotonic() > self._deadline and self._tally.threshold is not None:
            raise OutOfPatience(self._tally.threshold)
