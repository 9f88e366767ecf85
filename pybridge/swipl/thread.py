"""A thread for Prolog: its stack is large, and calls run in it one after the other."""

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
    """A thread with a large stack in which submitted calls run one after the other."""

    def __init__(self, name: str, prepare: Callable[[], None], leave: Callable[[], None] = lambda: None) -> None:
        """Start the thread; `prepare` runs first in it, `leave` last, and what `prepare` raises is raised here."""
        self._name, self._prepare, self._leave = name, prepare, leave
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._process = os.getpid()
        self._closed = self._over = False
        self._changing = threading.Lock()  # of the thread that works, and of what it works at
        self._running: Reply[Any] | None = None
        try:
            self._begin().result()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> Reply[None]:
        """Start a thread that works from now on."""
        ready: Reply[None] = Reply()
        with _stack_size(_STACK):
            self._thread = threading.Thread(target=self._work, args=(ready,), name=self._name, daemon=True)
            self._thread.start()
        self.number = self._thread.ident
        return ready

    def abandon(self, wanted: Callable[[], bool], error: Exception) -> None:
        """Leave the thread to the call that it runs, whose reply is `error`, and have another do what comes next.

        Does nothing unless `wanted` still says so while no other call can begin. The thread that is left behind gives
        way to all others, and ends when its call does.
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
        """Have `call` run in the thread; at once, if that is the calling one. Raises PrologError once it is closed."""
        if threading.get_ident() != self.number:
            return self.submit_later(call, reply)
        self._check()
        reply = reply or Reply()
        reply.work(call)
        return reply

    def submit_later(self, call: Callable[[], T], reply: Reply[T] | None = None) -> Reply[T]:
        """Have `call` run in the thread, after all that was submitted. Raises PrologError once it is closed."""
        self._check()
        reply = reply or Reply()
        self._calls.put((reply, call))
        if self._over:  # it was closed just now
            self._refuse()
        return reply

    def require_process(self) -> None:
        """Raise PrologError if the thread was left behind when this process was forked."""
        if os.getpid() != self._process:
            raise PrologError(
                "SWI-Prolog was started before this process was forked, and is not in it; have multiprocessing "
                "spawn its processes, or make an Engine(isolate=True) here"
            )

    def close(self) -> None:
        """End the thread once all that was submitted is done. After a fork there is nothing to end."""
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
            del task  # what it holds is not to wait for the next one
            with self._changing:
                if self._thread is not me:  # it was abandoned, and is back
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
