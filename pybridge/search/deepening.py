"""IDA* of a compiled engine, whatever the domain: threshold after threshold, by hands, and resumed if it was kept."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pybridge.errors import BrokenTableError
from pybridge.outcome import Outcome
from pybridge.search.hands import Crew, Hands, Searchers
from pybridge.search.journal import PACKET, Journal, Standing
from pybridge.search.packets import Ledger, Path, StrayPath
from pybridge.search.solution import Counts, Iteration, Journaled
from pybridge.search.tally import Tally


class OutOfPatience(Exception):
    """A search took longer than it was given; `threshold` is the one that it could not finish."""

    def __init__(self, threshold: int) -> None:
        super().__init__(f"threshold {threshold} takes too long")
        self.threshold = threshold


class Deepening:
    """A search that is running: iteration after iteration. `before` is the heuristic of the first ones, if another.

    With a `crew` its hands search, in place of threads. If hands search on where there is a solution, and note all of
    them elsewhere, `noted` is the first of those. What is searched `whole` depends on all that its iteration has
    searched before: it is not cut, and only kept as a whole.
    """

    def __init__(
        self,
        searchers: Searchers,
        tally: Tally,
        jobs: int,
        journal: Journal | None = None,
        before: str = "",
        noted: Callable[[], Path | None] = lambda: None,
        whole: bool = False,
        crew: Crew | None = None,
    ) -> None:
        self._searchers, self._tally, self._jobs, self._noted = searchers, tally, jobs, noted
        self._journal, self._ledger, self._crew = journal, Ledger(), crew
        self._lock, self._deadline = threading.Lock(), float("inf")
        self._threshold, self.before, self._whole = 0, before, whole

    def search(self, threshold: int, step: int, patience: float | None = None) -> Path | None:
        """Search until there is a solution; None if the last threshold that is allowed has none.

        Raises Stopped, and OutOfPatience after so many seconds.
        """
        if self._crew:
            self._crew.meet(self._searchers)
        if patience is not None:
            self._deadline = time.monotonic() + patience
        kept = self._kept(threshold)
        if kept:
            threshold, self._ledger = kept.under_way.threshold, kept.ledger()
        self._threshold = threshold
        while self._tally.begin(threshold):
            if kept and kept.under_way.threshold == threshold:
                self._tally.carry(kept.under_way)
            path = self._iterate(threshold)
            self._tally.end(completed=path is None)
            self._ledger = Ledger()
            if path is not None:
                return path
            threshold = self._threshold = threshold + step
        return None

    def _kept(self, threshold: int) -> Standing | None:
        """What an earlier run has kept, if that was farther; the tally then has its iterations."""
        kept = self._journal and self._journal.standing
        if not self._journal or not kept or kept.under_way.threshold < threshold:
            return None
        self._tally.iterations[:] = kept.iterations
        self.before = kept.before
        self._journal.resumed(kept.under_way.threshold)
        return kept

    def _iterate(self, threshold: int) -> Path | None:
        """Search to a threshold; the first solution in move order, None if there is none."""
        ledger, seconds = self._ledger, PACKET if self._journal and not self._whole else float("inf")
        searcher, others = self._searchers(threshold), None
        if self._crew:
            others = partial(self._crew.share, ledger, threshold, self._spend, self._keep)
        hands = Hands(ledger, searcher, self._spend, self._jobs, seconds=seconds, settled=self._keep, others=others)
        try:
            hands.search()
        except StrayPath as error:
            raise BrokenTableError(
                f"what was kept of this search is wrong: {error}; use --fresh to start over"
            ) from None
        return self._noted() if ledger.best is None else ledger.best

    def _keep(self) -> None:
        """Keep how far the search is, if it is long and was not kept for a while."""
        if self._journal and self._journal.due:
            tally, ledger, seconds = self._tally, self._ledger, self._tally.spent()
            if self._whole and not ledger.over:
                ledger, seconds = Ledger(), 0.0
            expanded, generated, evaluated = ledger.counts
            now = Iteration(self._threshold, False, seconds, expanded, generated, evaluated=evaluated)
            done = tuple(each for each in tally.iterations if each.completed)
            self._journal.keep(Standing(done, now, ledger.left(), ledger.best, self.before))

    def close(self, outcome: Outcome) -> Journaled | None:
        """Keep what a search without a solution has found; remove what was kept of one that is over."""
        if not self._journal:
            return None
        if outcome is Outcome.SOLVED:
            self._journal.remove()
        else:
            self._journal.hurry()
            self._keep()
        return replace(self._journal.report, whole=self._whole)

    def _spend(self, counts: Counts) -> None:
        """Account for what hands have done; raises what ends the search."""
        with self._lock:
            self._tally.add(counts)
        self._tally.check()
        if time.monotonic() > self._deadline and self._tally.threshold is not None:
            raise OutOfPatience(self._tally.threshold)
