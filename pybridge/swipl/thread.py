"""A thread for Prolog: its stack is large, and calls run in it one after the other."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

_STACK = 256 << 20  # bytes of C stack; reading a deeply nested term recurses in C


class PrologThread:
    """A thread with a large stack in which submitted calls run one after the other."""

    def __init__(self, name: str, prepare: Callable[[], None]) -> None:
        """Start the thread; `prepare` runs first in it, and what it raises is raised here."""
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        ready: Future[None] = Future()
        with _stack_size(_STACK):
            thread = threading.Thread(target=self._work, args=(prepare, ready), name=name, daemon=True)
            thread.start()
        ready.result()

    def submit(self, call: Callable[[], Any]) -> "Future[Any]":
        """Have `call` run in the thread."""
        future: Future[Any] = Future()
        self._calls.put((future, call))
        return future

    def close(self) -> None:
        """End the thread once all that was submitted is done."""
        self._calls.put(None)

    def _work(self, prepare: Callable[[], None], ready: "Future[None]") -> None:
        _run(ready, prepare)
        while item := self._calls.get():
            _run(*item)


def _run(future: "Future[Any]", call: Callable[[], Any]) -> None:
    try:
        future.set_result(call())
    except BaseException as error:  # the waiting thread must learn of everything
        future.set_exception(error)


_creating = threading.Lock()


@contextlib.contextmanager
def _stack_size(size: int) -> Iterator[None]:
    with _creating:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
