"""IDA* of a compiled engine, whatever the domain: threshold after threshold, in threads, and resumed if it was kept."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pybridge.outcome import Outcome
from pybridge.search.journal import PACKET, Journal
from pybridge.search.packets import WHOLE, Ledger, Path, StrayPath
from pybridge.search.solution import Counts, Iteration, Journaled
from pybridge.search.standing import Promise, Standing
from pybridge.search.tally import Tally
from pybridge.search.threads import Remote, Searchers, Threads

_AGAIN = 100_000
"""Nodes that are searched again before what was kept is accepted: some hundredths of a second."""


class OutOfPatience(Exception):
    """A search took longer than it was given; `threshold` is the one that it could not finish."""

    def __init__(self, threshold: int) -> None:
        super().__init__(f"threshold {threshold} takes too long")
        self.threshold = threshold


class Deepening:
    """A search that is running: iteration after iteration.

    `before` is the heuristic of the first ones, if another. With `remote` workers these search, in place of threads.
    `later` counts the siblings that come after the nodes of a path: where all successors of a node are generated at
    once, those after a solution do not count. If threads search on where there is a solution, and note all of them
    elsewhere, `noted` is the first of those. What is searched `whole` depends on all that its iteration has searched
    before: it is not cut, and only kept as a whole.
    """

    def __init__(
        self,
        searchers: Searchers,
        tally: Tally,
        jobs: int,
        journal: Journal | None,
        before: str,
        later: Callable[[Path], int],
        noted: Callable[[], Path | None],
        whole: bool,
        remote: Remote | None,
    ) -> None:
        self._searchers, self._tally, self._jobs, self._later, self._noted = searchers, tally, jobs, later, noted
        self._journal, self._ledger, self._remote = journal, Ledger(), remote
        self._lock, self._deadline = threading.Lock(), float("inf")
        self._threshold, self.before, self._whole = 0, before, whole

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
            left -= each.expanded or 0
            if left < 0:
                break
            searcher = self._searchers(each.threshold)()
            searcher.begin([()])
            while not searcher.over:
                searcher.run()
            done = searcher.surrender()
            if done.found or done.counts != (each.expanded or 0, each.generated or 0, each.evaluated or 0):
                return False
        return True

    def _iterate(self, threshold: int) -> Path | None:
        """Search to a threshold; the first solution in move order, None if there is none."""
        ledger, seconds = self._ledger, PACKET if self._journal and not self._whole else float("inf")
        searcher, others = self._searchers(threshold), None
        if self._remote and not self._whole:
            others = partial(self._remote.share, ledger, threshold, self._spend, self._keep)
        threads = Threads(ledger, searcher, self._spend, self._jobs, seconds=seconds, settled=self._keep, others=others)
        threads.search()
        counts, path = ledger.counts, ledger.best
        if path is not None:
            counts = counts._replace(generated=counts.generated - self._later(path))
        self._tally.settle(counts)
        return self._noted() if path is None else path

    def _keep(self) -> None:
        """Keep how far the search is, if it is long and was not kept for a while."""
        if self._journal and self._journal.checkpoint.due:
            tally, ledger, seconds = self._tally, self._ledger, self._tally.spent()
            if self._whole and not ledger.over:
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
        return replace(self._journal.report, whole=self._whole)

    def _spend(self, counts: Counts) -> None:
        """Account for what threads have done; raises what ends the search."""
        with self._lock:
            self._tally.add(counts)
        self._tally.check()
        if time.monotonic() > self._deadline and self._tally.threshold is not None:
            raise OutOfPatience(self._tally.threshold)
