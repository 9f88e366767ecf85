"""A value that another thread will provide."""

import _thread
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pybridge.errors import PrologError

T = TypeVar("T")

# Seconds between checks, as an interrupt right after a thread takes the lock would leave it locked.
_SLICE = 1.0


class Reply(Generic[T]):
    """A future value: set once by one thread, and awaited by any thread.

    Like `concurrent.futures.Future` at a third of the cost, which matters as a whole call takes microseconds.
    """

    __slots__ = ("_callbacks", "_done", "_error", "_lock", "_process", "_turns", "_value")

    def __init__(self) -> None:
        self._lock = _thread.allocate_lock()  # held until the value is set
        self._lock.acquire()
        self._done = False
        self._turns = [True]  # the thread that pops it sets the value; popping is atomic
        self._process = os.getpid()
        self._error: BaseException | None = None
        self._value: Any = None
        self._callbacks: list[Callable[[], None]] = []

    def work(self, call: Callable[[], T]) -> None:
        """Set the result or exception of `call`, unless a value has been set by then."""
        value: Any = None
        failure: BaseException | None = None
        try:
            value = call()
        except BaseException as error:  # the waiting thread must get every exception
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
            except BaseException as error:  # must not stop this thread
                about = type(error), error, error.__traceback__, threading.current_thread()
                threading.excepthook(threading.ExceptHookArgs(about))

    def done(self) -> bool:
        """Whether the value is set."""
        return self._done

    def failed(self) -> bool:
        """Whether `result` would raise."""
        return self._error is not None

    def when_done(self, callback: Callable[[], None]) -> None:
        """Call `callback` once, in any thread; immediately if the value is set."""
        self._callbacks.append(callback)
        if self._done:
            self._call_back()

    def _call_back(self) -> None:
        while True:
            try:
                callback = self._callbacks.pop(0)  # the thread that pops it calls it
            except IndexError:
                return
            callback()

    def result(self, timeout: float | None = None) -> T:
        """Wait for the value. Raises the exception that was set, or TimeoutError after `timeout` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._done:
            left = _SLICE if deadline is None else min(_SLICE, max(0.0, deadline - time.monotonic()))
            if self._lock.acquire(timeout=left):
                self._lock.release()
            elif deadline is not None and time.monotonic() >= deadline and not self._done:
                raise TimeoutError
            elif os.getpid() != self._process:
                raise PrologError("this process was forked while its parent waited for SWI-Prolog")
        if self._error is not None:
            raise self._error
        value: T = self._value
        return value
