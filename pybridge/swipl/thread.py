"""A thread for Prolog: its stack is large, and calls run in it one after the other."""

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pybridge.errors import PrologError
from pybridge.swipl.reply import Reply

_STACK = 256 << 20  # bytes of C stack; reading a deeply nested term recurses in C

T = TypeVar("T")
_Call = tuple[Reply[Any], Callable[[], Any]]


class PrologThread:
    """A thread with a large stack in which submitted calls run one after the other."""

    def __init__(self, name: str, prepare: Callable[[], None], leave: Callable[[], None] = lambda: None) -> None:
        """Start the thread; `prepare` runs first in it, `leave` last, and what `prepare` raises is raised here."""
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._process = os.getpid()
        self._closed = self._over = False
        ready: Reply[None] = Reply()
        self._calls.put((ready, prepare))  # not an argument of the thread, which would hold it as long as it runs
        with _stack_size(_STACK):
            thread = threading.Thread(target=self._work, args=(leave,), name=name, daemon=True)
            thread.start()
        self.number = thread.ident
        try:
            ready.result()
        except BaseException:
            self.close()
            raise

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

    def _work(self, leave: Callable[[], None]) -> None:
        prepared = False
        while task := self._calls.get():
            task[0].work(task[1])
            if not prepared and task[0].failed():
                return
            prepared = True
            del task  # what it holds is not to wait for the next one
        try:
            leave()
        finally:
            self._over = True
            self._refuse()

    def _refuse(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                if task := self._calls.get_nowait():
                    task[0].work(_raise_closed)


def _raise_closed() -> None:
    raise PrologError("the engine is closed")


_creating = threading.Lock()


@contextlib.contextmanager
def _stack_size(size: int) -> Iterator[None]:
    with _creating:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
