"""A thread for Prolog with a large stack, which runs one call at a time."""

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pybridge import priority
from pybridge.errors import PrologError
from pybridge.priority import give_way
from pybridge.swipl.reply import Reply

_STACK = 256 << 20  # bytes of C stack; reading a deeply nested term recurses in C

T = TypeVar("T")
_Call = tuple[Reply[Any], Callable[[], Any]]


class PrologThread:
    """A thread with a large stack that runs submitted calls one after the other."""

    def __init__(self, name: str, prepare: Callable[[], None], leave: Callable[[], None] = lambda: None) -> None:
        """Start the thread; it runs `prepare` first and `leave` last. Raises what `prepare` raises."""
        self._name, self._prepare, self._leave = name, prepare, leave
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._process = os.getpid()
        self._closed = self._over = False
        self._changing = threading.Lock()  # protects the working thread and its current call
        self._running: Reply[Any] | None = None
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
            self._thread.start()
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
            self._begin()
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


def _raise_closed() -> None:
    _raise(PrologError("the engine is closed"))


def _raise(error: Exception) -> None:
    raise error


_creating = threading.Lock()


@contextlib.contextmanager
def _stack_size(size: int) -> Iterator[None]:
    with _creating:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
