"""Enforce limits and cancellations of jobs from a background thread."""

import contextlib
import functools
import os
import threading
import time
from typing import Protocol


class Watched(Protocol):
    """An object that needs to be checked from time to time."""

    def attend(self) -> float | None:
        """Do the check; return the seconds until the next one, or None."""


class Watch:
    """A thread that checks registered objects."""

    def __init__(self) -> None:
        self._due: dict[Watched, float] = {}
        self._changed = threading.Condition()
        self._wakes = float("inf")
        threading.Thread(target=self._work, name="pybridge-watch", daemon=True).start()

    def keep(self, watched: Watched, seconds: float) -> None:
        """Check `watched` after at most `seconds`."""
        with self._changed:
            self._due[watched] = min(time.monotonic() + seconds, self._due.get(watched, float("inf")))
            if self._due[watched] < self._wakes:
                self._changed.notify()

    def drop(self, watched: Watched) -> None:
        """Stop checking `watched`."""
        with self._changed:
            self._due.pop(watched, None)

    def _work(self) -> None:
        while True:
            self._attend()

    def _attend(self) -> None:
        for watched in self._wait():
            with contextlib.suppress(Exception):  # continue with the others
                seconds = watched.attend()
                if seconds is not None:
                    self.keep(watched, seconds)

    def _wait(self) -> list[Watched]:
        """Wait until an object is due; return all due objects."""
        with self._changed:
            self._wakes = min(self._due.values(), default=float("inf"))
            wait = self._wakes - time.monotonic()
            if wait > 0:
                self._changed.wait(min(wait, threading.TIMEOUT_MAX))
            now = time.monotonic()
            due = [watched for watched, when in self._due.items() if when <= now]
            for watched in due:
                del self._due[watched]
            return due


def watch() -> Watch:
    """The watch of this process."""
    return _watch_of(os.getpid())


@functools.cache
def _watch_of(process: int) -> Watch:
    return Watch()
