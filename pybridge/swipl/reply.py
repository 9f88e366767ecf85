"""A value that another thread is going to have."""

import _thread
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pybridge.errors import PrologError

T = TypeVar("T")

# Seconds. An interrupt that hits a waiting thread when it has just taken the lock leaves it locked: others look again.
_SLICE = 1.0


class Reply(Generic[T]):
    """A value to come: put once, by one thread, and waited for by any.

    As `concurrent.futures.Future`, at a third of its cost, which matters where a whole call takes microseconds.
    """

    __slots__ = ("_callbacks", "_done", "_error", "_lock", "_process", "_turns", "_value")

    def __init__(self) -> None:
        self._lock = _thread.allocate_lock()  # held until the value is there
        self._lock.acquire()
        self._done = False
        self._turns = [True]  # whoever takes it puts the value: popping is atomic
        self._process = os.getpid()
        self._error: BaseException | None = None
        self._value: Any = None
        self._callbacks: list[Callable[[], None]] = []

    def work(self, call: Callable[[], T]) -> None:
        """Put what `call` returns, or raises, unless there is a value by then."""
        value: Any = None
        failure: BaseException | None = None
        try:
            value = call()
        except BaseException as error:  # the waiting thread must learn of everything
            failure = error
        try:
            self._turns.pop()
        except IndexError:
            return
        self._value, self._error = value, failure
        self._done = True
        self._lock.release()
        while self._callbacks:
            try:
                self._call_back()
            except BaseException as error:  # none of the thread's business, which has other work to do
                about = type(error), error, error.__traceback__, threading.current_thread()
                threading.excepthook(threading.ExceptHookArgs(about))

    def done(self) -> bool:
        """Whether the value is there."""
        return self._done

    def failed(self) -> bool:
        """Whether `result` would raise."""
        return self._error is not None

    def when_done(self, callback: Callable[[], None]) -> None:
        """Have `callback` called once, in whichever thread; at once if the value is there."""
        self._callbacks.append(callback)
        if self._done:
            self._call_back()

    def _call_back(self) -> None:
        while True:
            try:
                callback = self._callbacks.pop(0)  # whoever takes it calls it
            except IndexError:
                return
            callback()

    def result(self, timeout: float | None = None) -> T:
        """Wait for the value. Raises what was raised instead, TimeoutError if `timeout` seconds pass first."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._done:
            left = _SLICE if deadline is None else min(_SLICE, max(0.0, deadline - time.monotonic()))
            if self._lock.acquire(timeout=left):
                self._lock.release()
            elif deadline is not None and time.monotonic() >= deadline and not self._done:
                raise TimeoutError
            elif os.getpid() != self._process:
                raise PrologError("this process was forked from the one that waits for SWI-Prolog")
        if self._error is not None:
            raise self._error
        value: T = self._value
        return value
