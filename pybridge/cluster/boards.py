"""The boards of a measurement on a cluster; the results are those of processes on this machine.

A worker measures a whole board. When no boards wait and a worker has nothing to do, the board that takes longest comes
back with its completed iterations. From there it is searched here, in a thread of its own, whose packets all workers
share: those of all such boards at once, so that one fills the time in which another waits for its last packets.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from pybridge.bench.boards import Start
from pybridge.bench.processes import Measure, Result
from pybridge.cluster.jobs import ListedSource, Source, WorkerJob
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import SentTask
from pybridge.cluster.tasks import Begun, Judged, measure
from pybridge.cluster.workers import RemoteWorkers
from pybridge.search.tally import Tally

Results = queue.Queue[Result | BaseException]
"""What was measured, or an error of a thread that searched on."""
Numbered = tuple[int, Start]
"""A board and its number."""


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

    def _share(self, here: Measure, results: Results, board: Numbered, begun: Begun) -> None:
        """Search on from where a worker has left a board."""
        number, start = board

        def search_on() -> None:
            try:
                workers = RemoteWorkers(self._pool, start[1], self._wait)
                measured = here(start, begun.iterations, begun.seconds, workers)
                results.put((number, *measured))
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


class _Boards(ListedSource):
    """Whole boards, each by its number; `share` takes those that workers have begun."""

    def __init__(
        self, digest: str, starts: Sequence[Start], results: Results, share: Callable[[Numbered, Begun], None]
    ) -> None:
        super().__init__(enumerate(starts))
        self._digest, self._results, self._share = digest, results, share

    def job(self, subject: object) -> WorkerJob:
        _, start = cast(Numbered, subject)
        return WorkerJob(self, measure, (self._digest, *start), subject, weight=float("inf"))

    def named(self, subject: object) -> str:
        _, (name, _) = cast(Numbered, subject)
        return f"searched the board {name}; measure without it"

    def settle(self, job: WorkerJob, found: object) -> None:
        super().settle(job, found)
        board = cast(Numbered, job.subject)
        if isinstance(found, Begun):
            self._share(board, found)
        else:
            judged = cast(Judged, found)
            self._results.put((board[0], judged.measured, judged.fault))
