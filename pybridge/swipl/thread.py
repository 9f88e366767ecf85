"""A thread for Prolog with a large stack, which runs one call at a time, and the values that its calls will give."""

import _thread
import contextlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from pybridge import priority
from pybridge.errors import PrologError
from pybridge.priority import give_way

_STACK = 256 << 20  # bytes of C stack; reading a deeply nested term recurses in C

# Seconds between checks, as an interrupt right after a thread takes the lock would leave it locked.
_SLICE = 1.0

T = TypeVar("T")


class ForkedLock:
    """A lock that a fork of this process finds free, whatever other threads of its parent were doing."""

    def __init__(self) -> None:
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()


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
            if sys.is_finalizing():  # the other threads are gone
                raise PrologError("Python is ending, and SWI-Prolog with it")
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


_Call = tuple[Reply[Any], Callable[[], object]]


class PrologThread:
    """A thread with a large stack that runs submitted calls one after the other."""

    def __init__(self, name: str, prepare: Callable[[], None], leave: Callable[[], None] = lambda: None) -> None:
        """Start the thread; it runs `prepare` first and `leave` last. Raises what `prepare` raises."""
        self._name, self._prepare, self._leave = name, prepare, leave
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._process = os.getpid()
        self._closed = self._over = False
        self._changing = threading.Lock()  # protects the working thread and its current call
        self._running: Reply[object] | None = None
        try:
            self._begin().result()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> Reply[None]:
        """Start a thread that takes over."""
        ready: Reply[None] = Reply()
        with _stack_size(_STACK):
            self._thread = threading.Thread(target=self._work, args=(ready,), name=self._name, daemon=True)
            start_thread(self._thread)
        self.number = self._thread.ident
        return ready

    def abandon(self, wanted: Callable[[], bool], error: Exception) -> None:
        """Abandon the thread with its running call, which fails with `error`, and start another thread for later calls.

        Does nothing unless `wanted` is still true while no other call can begin. The abandoned thread gets the lowest
        priority, and ends with its call.
        """
        with self._changing:
            reply, left = self._running, self._thread
            if reply is None or not wanted():
                return
            self._running = None
            try:
                self._begin()
            except PrologError:  # later calls fail, too
                self._closed = True
        if left.native_id:
            give_way(left.native_id, priority.LAST)
        reply.work(lambda: _raise(error))

    def submit(self, call: Callable[[], T], reply: Reply[T] | None = None) -> Reply[T]:
        """Run `call` in the thread; immediately if called from it. Raises PrologError if the thread is closed."""
        if threading.get_ident() != self.number:
            return self.submit_later(call, reply)
        self._check()
        reply = reply or Reply()
        reply.work(call)
        return reply

    def submit_later(self, call: Callable[[], T], reply: Reply[T] | None = None) -> Reply[T]:
        """Run `call` in the thread after all submitted calls. Raises PrologError if the thread is closed."""
        self._check()
        reply = reply or Reply()
        self._calls.put((reply, call))
        if self._over:  # it was just closed
            self._refuse()
        return reply

    def require_process(self) -> None:
        """Raise PrologError if the thread belongs to the parent of this forked process."""
        if os.getpid() != self._process:
            raise PrologError(
                "SWI-Prolog was started before this process was forked, so it does not run here; use the spawn method "
                "of multiprocessing, or create an Engine(isolate=True) here"
            )

    def close(self) -> None:
        """End the thread after all submitted calls. Does nothing after a fork."""
        if not self._closed and os.getpid() == self._process:
            self._closed = True
            self._calls.put(None)

    def _check(self) -> None:
        self.require_process()
        if self._closed:
            _raise_closed()

    def _work(self, ready: Reply[None]) -> None:
        ready.work(self._prepare)
        if ready.failed():
            self._end()
            return
        me = threading.current_thread()
        while task := self._calls.get():
            with self._changing:
                self._running = task[0]
            task[0].work(task[1])
            del task  # free it before waiting for the next one
            with self._changing:
                if self._thread is not me:  # it was abandoned and has returned
                    break
                self._running = None
        try:
            self._leave()
        finally:
            if self._thread is me:
                self._end()

    def _end(self) -> None:
        self._closed = self._over = True
        self._refuse()

    def _refuse(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                if task := self._calls.get_nowait():
                    task[0].work(_raise_closed)


class SameThread:
    """What a PrologThread is, where calls run in the thread that submits them, which must always be the same."""

    def __init__(self, name: str, prepare: Callable[[], None]) -> None:
        prepare()

    def submit(self, call: Callable[[], T]) -> Reply[T]:
        """Run `call`."""
        reply: Reply[T] = Reply()
        reply.work(call)
        return reply

    def require_process(self) -> None:
        """It may be forked."""


def _raise_closed() -> None:
    _raise(PrologError("the engine is closed"))


def _raise(error: Exception) -> None:
    raise error


def start_thread(thread: threading.Thread) -> None:
    """Start a thread. Raises PrologError if there is no memory for it."""
    try:
        thread.start()
    except RuntimeError as error:
        size = f"{_STACK >> 20} MB of stack"
        raise PrologError(f"there is no memory for a thread of SWI-Prolog, which needs {size}") from error


_creating = ForkedLock()


@contextlib.contextmanager
def _stack_size(size: int) -> Iterator[None]:
    with _creating:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
