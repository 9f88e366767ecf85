"""A search beside its twin: both run at the same time, and what they find is compared."""

import time

from pybridge.agreement import Comparison, compare
from pybridge.search.solution import Solution
from pybridge.search.task import Progress, Run, Task

PATIENCE = (4.0, 5.0)
"""Seconds, at least and at most, that the twin and the counting of nodes may continue after the main search is over."""


class CheckedRun:
    """A main run, and a twin that searches the same in another engine at the same time.

    The twin stops with the main run if that is cancelled. Otherwise it may run for as long again as the main run took,
    within `PATIENCE`, and what both have completed by then is compared.
    """

    def __init__(self, task: Task, main: Run, twin: Run) -> None:
        self._task = task
        self._main = main
        self._twin = twin
        self._begun = time.monotonic()
        self._give_up: float | None = None

    def progress(self) -> Progress:
        """How far the main run is."""
        return self._main.progress()

    def is_searching(self) -> bool:
        """Whether the main run continues."""
        return self._main.is_searching()

    def hurry(self) -> None:
        """Leave what only serves the comparison."""
        self._twin.cancel()
        self._main.hurry()

    def cancel(self) -> None:
        """End both runs soon."""
        self._twin.cancel()
        self._main.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait at most this many seconds; True if both are over."""
        deadline = time.monotonic() + timeout
        both = self._main.wait(timeout) and self._twin.wait(max(0.0, deadline - time.monotonic()))
        if not both and not self._main.is_searching():
            now = time.monotonic()
            least, most = PATIENCE
            self._give_up = self._give_up or now + min(max(least, now - self._begun), most)
            if now > self._give_up:
                self.hurry()
        return both

    def result(self) -> Solution:
        """The main run's solution, once both are over."""
        return self._main.result()

    def comparison(self) -> Comparison:
        """Both solutions and their agreement, once both are over."""
        solutions = [self._main.result(), self._twin.result()]
        return compare(self._task.facts, self._task.start_name, self._task.start, solutions)
