"""The boards of a measurement on a cluster; the results are those of processes on this machine.

A worker measures a whole board. When no boards wait and a worker has nothing to do, the board that takes longest comes
back with its completed iterations. From there it is searched here, in a thread of its own, whose packets all workers
share: those of all such boards at once, so that one fills the time in which another waits for its last packets.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from pybridge.bench.boards import Start
from pybridge.bench.processes import Measure, Result
from pybridge.cluster.jobs import Source, WorkerJob, require_tries
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import SentTask
from pybridge.cluster.tasks import Begun, Judged, measure
from pybridge.cluster.workers import RemoteWorkers
from pybridge.search.tally import Tally

Results = queue.Queue[Result | BaseException]
"""What was measured, or an error of a thread that searched on."""


@dataclass(slots=True, eq=False)
class _Board:
    """A board that is still to be measured."""

    number: int
    start: Start
    tries: int = 0


class ClusterBoards:
    """Boards that the workers of a cluster measure, all by one task."""

    def __init__(self, link: Link, sent: SentTask) -> None:
        self._pool = WorkerPool(link, sent)
        self.done = self.shared = 0
        """How many boards workers have measured, and how many of these were shared among several."""

    def measure(self, starts: Sequence[Start], tally: Tally, here: Measure) -> Iterator[Result]:
        """The boards, in the order in which they are done, none of them here alone.

        Raises ClusterError, and Stopped if cancelled.
        """
        results: Results = queue.Queue()
        boards = _Boards(self._pool.digest, starts, results, partial(self._share, here, results))
        self._pool.add(boards)
        while self.done < len(starts):
            tally.check()
            self._pool.step()
            if boards.error:
                raise boards.error
            while not results.empty():
                result = results.get()
                if isinstance(result, BaseException):
                    raise result
                self.done += 1
                yield result

    def _share(self, here: Measure, results: Results, board: _Board, begun: Begun) -> None:
        """Search on from where a worker has left a board."""

        def search_on() -> None:
            try:
                workers = RemoteWorkers(self._pool, board.start[1], self._wait)
                measured = here(board.start, begun.iterations, begun.seconds, workers)
                results.put((board.number, *measured))
            except BaseException as error:  # `measure` raises it
                results.put(error)

        self.shared += 1
        threading.Thread(target=search_on, name="pybridge-board", daemon=True).start()

    def _wait(self, source: Source) -> None:
        """Wait until the thread that measures has had all jobs of a source done."""
        self._pool.add(source)
        source.ended.wait()
        if source.error:
            raise source.error

    def left_out(self) -> str:
        """Which workers were left out, and why; empty if none was."""
        return self._pool.left_out()

    def close(self) -> None:
        """Have nobody measure what is left."""
        self._pool.close()


class _Boards(Source):
    """Whole boards; `share` takes those that workers have begun."""

    ahead = 1

    def __init__(
        self, digest: str, starts: Sequence[Start], results: Results, share: Callable[[_Board, Begun], None]
    ) -> None:
        super().__init__()
        self._digest, self._results, self._share = digest, results, share
        self._waiting = [_Board(number, start) for number, start in enumerate(starts)][::-1]
        self._left = len(starts)

    @property
    def open(self) -> bool:
        return bool(self._waiting)

    @property
    def over(self) -> bool:
        return not self._left

    def deal(self, threads: Sequence[int], machines: int) -> Iterator[WorkerJob]:
        for _ in range(min(len(threads), len(self._waiting))):
            board = self._waiting.pop()
            yield WorkerJob(self, measure, (self._digest, *board.start), board, tries=board.tries, weight=float("inf"))

    def settle(self, job: WorkerJob, found: object) -> None:
        board = cast(_Board, job.subject)
        self._left -= 1
        if isinstance(found, Begun):
            self._share(board, found)
        else:
            judged = cast(Judged, found)
            self._results.put((board.number, judged.measured, judged.fault))

    def put_back(self, job: WorkerJob, *, died: bool) -> None:
        board = cast(_Board, job.subject)
        board.tries += died
        self._waiting.insert(0 if died else len(self._waiting), board)  # not again with those that it died with
        require_tries(board.tries, f"searched the board {board.start[0]}; measure without it")
