"""The answers of a goal, one by one."""

import contextlib
import time
from collections.abc import Callable
from typing import Any

from pybridge.errors import PrologError, PrologLimitError
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl.job import Job, finish


class Answers:
    """The iterator over answers that `Engine.iterate` returns; also a context manager.

    It can be abandoned at any time, in any thread. It raises PrologError if the goal raises an error, and
    PrologLimitError at a limit; after that it has no more answers.
    """

    def __init__(self, number: int, limits: Limits, submit: Callable[..., Job], drop: Callable[[int], None]) -> None:
        self._number = number
        self._left, self._inferences = limits.seconds, limits.inferences
        self._submit = submit
        self._drop = drop
        self._job: Job | None = None
        self._open = True

    def __iter__(self) -> "Answers":
        return self

    def __enter__(self) -> "Answers":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # at exit or after a fork, there is nothing to close
            self.close()

    def __next__(self) -> dict[str, Any]:
        """The next answer."""
        if not self._open:
            raise StopIteration
        begun = time.monotonic()
        try:
            if self._left is not None and self._left <= 0:
                raise PrologLimitError(Outcome.TIME_LIMIT)
            self._job = self._submit(Limits(self._left, self._inferences), "next", self._number)
            answers = finish(self._job).answers
        except BaseException as error:
            over = ["answer"] if self._open else ["answer", "iterator"]  # another thread got the last one or closed it
            self.close()
            if any(f"existence_error({each},{self._number})" in getattr(error, "term", "") for each in over):
                raise StopIteration from None
            raise
        if self._left is not None:
            self._left -= time.monotonic() - begun
        if not answers:
            self.close()
            raise StopIteration
        return answers[0]

    def cancel(self) -> None:
        """Cancel the answer that another thread is waiting for; it raises PrologLimitError."""
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """End the iteration without waiting."""
        if self._open:
            self._open = False
            with contextlib.suppress(PrologError):  # the engine is closed, or the process was forked
                self._drop(self._number)
