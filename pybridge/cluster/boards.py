"""The boards of a measurement, a task each; the results are those of processes on this machine."""

import queue
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybridge.bench.boards import Start
from pybridge.bench.processes import Measure, Result
from pybridge.cluster.link import TRIES, Link, is_dead
from pybridge.cluster.ready import ReadyWorkers
from pybridge.cluster.sent import FaultyWorker, SentTask
from pybridge.cluster.tasks import make_solver, measure
from pybridge.errors import ClusterError
from pybridge.search.tally import Tally

if TYPE_CHECKING:
    from distributed import Future

_LOOK = 0.05
"""Seconds between two looks at whether the measurement was cancelled."""
_AHEAD = 2
"""Boards for each thread, so that it need not wait for its next one."""


@dataclass(slots=True)
class _Board:
    """A board that is still to be measured, and where it is measured now."""

    number: int
    start: Start
    tries: int = 0
    workers: frozenset[str] = frozenset()
    future: "Future | None" = None


class ClusterBoards:
    """Boards that the workers of a cluster measure, all by one task."""

    def __init__(self, link: Link, sent: SentTask) -> None:
        self._link, self._digest = link, sent.digest
        self._ready = ReadyWorkers(link, sent, make_solver)
        self._waiting: list[_Board] = []
        self._flying: dict[str, _Board] = {}
        self._results: queue.Queue[str] = queue.Queue()
        self.done = 0
        """How many boards workers have measured."""

    def measure(self, starts: Sequence[Start], tally: Tally, here: Measure) -> Iterator[Result]:
        """The boards, in the order in which they are done, none of them here.

        Raises ClusterError, and Stopped if cancelled.
        """
        self._waiting = [_Board(number, start) for number, start in enumerate(starts)][::-1]
        self._ready.recount()
        while self._waiting or self._flying:
            tally.check()
            if not self._link.alive:
                raise self._link.gone()
            self._ready.look()
            self._send()
            try:
                key = self._results.get(timeout=_LOOK)
            except queue.Empty:
                continue
            if key in self._flying and (result := self._result(self._flying.pop(key))):
                self.done += 1
                yield result

    def left_out(self) -> str:
        """Which workers were left out, and why; empty if none was."""
        return self._ready.left_out()

    def _send(self) -> None:
        """Give the workers that are ready their next boards, and those of workers that have gone."""
        for key, board in list(self._flying.items()):
            if not board.workers & self._ready.threads.keys():
                self._link.client.cancel([board.future], force=True)
                self._send_again(self._flying.pop(key), died=True)
        while self._waiting and len(self._flying) < _AHEAD * self._ready.number:
            board, key = self._waiting.pop(), f"pybridge-board-{uuid.uuid4().hex}"
            board.workers = frozenset(self._ready.threads)
            board.future = self._link.client.submit(
                measure, self._digest, *board.start, key=key, pure=False, priority=-board.number,
                workers=list(board.workers),
            )  # fmt: skip
            self._flying[key] = board
            board.future.add_done_callback(lambda done: self._results.put(done.key))

    def _result(self, board: _Board) -> Result | None:
        """What was measured; None if the board is sent again, since its worker died or failed."""
        future = board.future
        assert future is not None  # it was sent
        if future.status == "finished":
            measured, fault = future.result(timeout=1)
            return board.number, measured, fault
        error = future.exception(timeout=1) if future.status == "error" else None
        if isinstance(error, FaultyWorker):
            self._ready.leave_out(error)
        elif error is not None and not is_dead(error):
            raise error
        self._send_again(board, died=error is not None and not isinstance(error, FaultyWorker))
        return None

    def _send_again(self, board: _Board, *, died: bool) -> None:
        """Have a board measured by others. Raises ClusterError if workers died of it often enough."""
        board.tries += died
        if board.tries >= TRIES:
            raise ClusterError(
                f"{TRIES} workers ended while they searched the board {board.start[0]}; measure without it"
            )
        self._waiting.append(board)
        self._ready.recount()

    def close(self) -> None:
        """Have nobody measure what is left."""
        if self._flying and self._link.alive:
            self._link.client.cancel([board.future for board in self._flying.values()], force=True)
        self._flying.clear()
