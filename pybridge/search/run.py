"""Work in the background: one thread, with progress, cancellation, limits and errors."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar, cast

from pybridge.limits import OnProgress
from pybridge.priority import give_way
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Progress, Task

Result = TypeVar("Result")
Search = Callable[[Task, Tally, OnProgress], Solution]
"""An engine: it searches in the calling thread, and keeps its account in the tally, which also says when to stop."""


class BackgroundRun(Generic[Result]):
    """Work that runs in a thread of its own.

    The tally is its account: another thread reads progress from it and stops the work through it.
    """

    def __init__(self, work: Callable[[], Result], tally: Tally, *, background: bool = False) -> None:
        """Start it; in the `background` it gives way to other threads."""
        self.tally = tally
        self._work, self._background = work, background
        self._result: Result | None = None
        self._error: BaseException | None = None
        # Not the thread's own join: interrupted, it takes a thread that is running for one that is over (Python 3.11).
        self._over = threading.Event()
        threading.Thread(target=self._run, name="pybridge-run", daemon=True).start()

    def _run(self) -> None:
        try:
            if self._background:
                give_way()
            self._result = self._work()
        except BaseException as error:  # `result` raises it in the caller's thread
            self._error = error
        self._over.set()

    def progress(self) -> Progress:
        """How far it is."""
        return self.tally.look()

    def cancel(self) -> None:
        """Have it end at its next look at the limits."""
        self.tally.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait for at most `timeout` seconds; True if it is over."""
        return self._over.wait(timeout)

    def is_searching(self) -> bool:
        """Whether the search itself is running, whatever may still be counted."""
        return self.tally.is_searching and not self._over.is_set()

    def hurry(self) -> None:
        """Leave what only counts."""
        self.tally.hurry()

    def result(self) -> Result:
        """What the work returned, once it is over. Raises what the work raised."""
        self._over.wait()
        if self._error:
            raise self._error
        return cast(Result, self._result)  # it is over, and there was no error


def new_tally(task: Task) -> Tally:
    """The account of a task; its clock counts all threads of the process, or of remote workers, if several search."""
    if remote := task.remote:
        tally = Tally(task.limits, task.last_threshold, lambda: time.thread_time() + remote.seconds())
        tally.remote = remote.status
        return tally
    return Tally(task.limits, task.last_threshold, time.thread_time if task.jobs == 1 else time.process_time)
