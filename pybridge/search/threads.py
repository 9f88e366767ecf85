"""The threads of an iteration: they take packets, and cut them when another thread has nothing to do.

Workers elsewhere can search in place of threads; one thread here begins, so that small iterations need none of them.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from pybridge.search.packets import Done, Ledger, Packet, Searcher
from pybridge.search.solution import Counts

SOON = 0.05
"""Seconds that one thread searches before it is worth while to have others help; most iterations are over by then."""
SOON_REMOTE = 0.2
"""The same for workers that have to be sent their packets."""

Spend = Callable[[Counts], None]
"""Called with what was done since the last call; raises to end the search."""
Settled = Callable[[], None]
"""Called, by one thread at a time, when a packet has been settled."""
Searchers = Callable[[int], Callable[[], Searcher]]
"""What makes the searchers to a threshold, one for each thread."""


class Remote(Protocol):
    """Workers in other processes or on other machines."""

    def share(self, ledger: Ledger, threshold: int, spend: Spend, settled: Settled) -> None:
        """Search until all is done. Raises what `spend` and `settled` raise, after what was done is in the ledger."""

    def seconds(self) -> float:
        """Seconds of CPU that all workers have spent so far."""

    def status(self) -> str | None:
        """What the workers are doing, in a phrase; None if nothing."""


class Threads:
    """The search to one threshold by `jobs` threads, each with a searcher of its own.

    A packet is cut after `seconds`, and when a thread has nothing to do.
    """

    def __init__(
        self,
        ledger: Ledger,
        searcher: Callable[[], Searcher],
        spend: Spend,
        jobs: int,
        *,
        seconds: float = float("inf"),
        settled: Settled = lambda: None,
        others: Callable[[], None] | None = None,
    ) -> None:
        """`others` searches what is left once one thread has begun, in place of the others."""
        self._ledger, self._searcher, self._spend, self._jobs = ledger, searcher, spend, jobs
        self._seconds, self._settled, self._others = seconds, settled, others
        self._soon = SOON_REMOTE if others else SOON
        self._idle, self._alone = 1, True
        self._error: BaseException | None = None
        self._changed = threading.Condition()

    def search(self) -> None:
        """Search until all is done. One thread begins; small iterations need no other.

        Raises what `spend` and `settled` raise, after all that was done is in the ledger.
        """
        self._alone = self._jobs > 1 or self._others is not None
        self._work()
        if self._others and not self._ledger.over and not self._error:
            self._others()
        elif not self._ledger.over and not self._error:
            self._alone, self._idle = False, self._jobs
            with ThreadPoolExecutor(self._jobs) as pool:
                list(pool.map(lambda _: self._work(), range(self._jobs)))
        if self._error:
            raise self._error

    def _work(self) -> None:
        """Take packets until there are none."""
        searcher = self._searcher()
        while packet := self._take():
            done: Done | None = None
            try:
                done, error = self._searched(searcher, packet)
            except BaseException as fault:  # nothing of the packet counts
                error = fault
            with self._changed:
                self._note(packet, done, error)
                self._changed.notify_all()
            if self._alone:
                return

    def _note(self, packet: Packet, done: Done | None, error: BaseException | None) -> None:
        """Account for a packet, and for the first error of all threads."""
        self._idle += 1
        self._error = self._error or error
        if done is None:
            self._ledger.put_back(packet)
            return
        self._ledger.settle(packet, done)
        try:
            self._settled()
        except BaseException as fault:
            self._error = self._error or fault

    def _take(self) -> Packet | None:
        """A share of what is open, as soon as there is something; None if nothing will be."""
        with self._changed:
            while not self._error:
                if self._ledger.open:
                    packet = self._ledger.take(self._idle)
                    self._idle -= 1
                    return packet
                if self._ledger.over:
                    return None
                self._changed.wait()
        return None

    def _searched(self, searcher: Searcher, packet: Packet) -> tuple[Done, BaseException | None]:
        """Search a packet, until its time is over or an error ends all."""
        error: BaseException | None = None
        deadline = time.monotonic() + (min(self._soon, self._seconds) if self._alone else self._seconds)
        searcher.begin(packet.paths)
        while not searcher.over:
            more = searcher.run()
            try:
                self._spend(more)
            except BaseException as fault:
                error = fault
            if error or self._cuts(packet, deadline):
                break
        return searcher.surrender(), error

    def _cuts(self, packet: Packet, deadline: float) -> bool:
        """Whether to cut a packet now."""
        hungry = self._idle > 0 and not self._ledger.open
        return bool(self._error) or hungry or time.monotonic() > deadline or self._ledger.outdated(packet)
