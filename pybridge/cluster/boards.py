"""The boards of a measurement, a task each; the results are those of processes on this machine."""

import queue
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from pybridge.bench.boards import Start
from pybridge.bench.processes import Measure, Result
from pybridge.cluster.errand import Errand
from pybridge.cluster.link import TRIES, Link, is_dead
from pybridge.errors import ClusterError
from pybridge.search.tally import Tally

_LOOK = 0.05
"""Seconds between two looks at whether the measurement was cancelled."""


class Boards:
    """Boards that the workers of a cluster measure by one errand."""

    def __init__(self, link: Link, errand: Errand) -> None:
        link.require_workers()
        self._link, self._errand = link, errand
        self._futures: dict[str, tuple[int, Start, int, Any]] = {}
        self._results: queue.Queue[str] = queue.Queue()

    def measure(self, starts: Sequence[Start], tally: Tally, here: Measure) -> Iterator[Result]:
        """The boards, in the order in which they are done, none of them here.

        Raises what a worker raised, and Stopped if cancelled.
        """
        for number, start in enumerate(starts):
            self._send(number, start, 1)
        while self._futures:
            tally.check()
            if not self._link.alive:
                raise self._link.gone()
            try:
                key = self._results.get(timeout=_LOOK)
            except queue.Empty:
                continue
            if result := self._result(key):
                yield result

    def _send(self, number: int, start: Start, tries: int) -> None:
        from pybridge.cluster.tasks import measure

        key = f"pybridge-board-{uuid.uuid4().hex}"
        future = self._link.client.submit(measure, self._errand, *start, key=key, pure=False, priority=-number)
        self._futures[key] = number, start, tries, future
        future.add_done_callback(lambda done: self._results.put(done.key))

    def _result(self, key: str) -> Result | None:
        """What was measured; None if the board is sent again, since its worker died. Raises what the worker raised."""
        number, start, tries, future = self._futures.pop(key)
        if future.status == "finished":
            board, fault = future.result(timeout=1)
            return number, board, fault
        error = future.exception(timeout=1) if future.status == "error" else None
        if error is not None and not is_dead(error):
            raise error
        if error is not None and tries >= TRIES:
            raise ClusterError(f"{tries} workers ended while they searched the board {start[0]}; measure without it")
        self._send(number, start, tries + (error is not None))
        return None

    def close(self) -> None:
        """Have nobody measure what is left."""
        if self._futures and self._link.alive:
            self._link.client.cancel([future for *_, future in self._futures.values()], force=True)
        self._futures.clear()
