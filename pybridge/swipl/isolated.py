"""The place of an isolated engine: a process with SWI-Prolog, which is replaced after a crash or a kill."""

import threading
from collections.abc import Callable, Iterable

from pybridge.swipl.host import Arguments
from pybridge.swipl.interface import Functions
from pybridge.swipl.library import find_installation
from pybridge.swipl.process import Worker
from pybridge.swipl.thread import PrologThread, Reply, T


class Isolated:
    """The place of an engine whose Prolog runs in another process. Raises PrologMissingError or PrologTooOldError."""

    def __init__(self, memory: int | None = None, *, fenced: bool = False) -> None:
        """`memory` limits the address space of the process, in bytes."""
        self.functions = Functions()
        self.restarts = 0
        self.replay: Callable[[Callable[..., str]], None] = lambda call: None
        self._installation = find_installation()
        self._memory = memory
        self._fenced = fenced
        self._readable: list[str] = []
        self._worker: Worker | None = None
        self._running: list[int] = []  # nested, innermost last
        self._killing = threading.Lock()
        self._beside = PrologThread("pybridge-beside", lambda: None)

    def enter(self) -> None:
        """Start the process."""
        try:
            self._worker = self._new()
        except BaseException:
            self._beside.close()
            raise

    def leave(self) -> None:
        """End the process."""
        self._beside.close()
        if self._worker:
            self._worker.end()

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call the predicate in the process, or in a new process if it has ended."""
        worker = self.ready()
        with self._killing:
            self._running.append(job)
        try:
            return worker.call(self.functions, predicate, *args)
        finally:
            with self._killing:
                self._running.pop()

    def layers(self) -> tuple[str, ...]:
        """The layers of the fence around the process."""
        return self._worker.layers if self._worker else ()

    def aside(self, work: Callable[[Callable[..., str]], T]) -> Reply[T]:
        """Run `work` in a thread that talks to the process while the job runs."""
        return self._beside.submit(lambda: work(self._ask))

    def _ask(self, predicate: str, *args: Arguments) -> str:
        assert self._worker
        return self._worker.ask(predicate, *args)

    def kill(self, job: int) -> None:
        """Kill the process if it runs the job."""
        with self._killing:
            if job in self._running and self._worker:
                self._worker.kill()

    def ready(self) -> Worker:
        """The worker. If it has ended, start a new one and load the same files again."""
        if self._worker and self._worker.alive():
            return self._worker
        if self._worker:
            self._worker.end()
        self.restarts += 1
        return self._replace()

    def fence(self, readable: Iterable[str]) -> None:
        """Replace the process by a fenced one (`fence.py`) that can read these files; load the same files again."""
        new = set(readable) - set(self._readable)
        if not self._fenced or new:
            self._fenced = True
            self._readable += sorted(new)
            if self._worker:
                self._worker.end()
            self._replace()

    def _replace(self) -> Worker:
        self._worker = fresh = self._new()
        try:
            self.replay(lambda predicate, *args: fresh.call(self.functions, predicate, *args))
        except BaseException:  # the next goal must not find a partially loaded state
            fresh.end()
            raise
        return fresh

    def _new(self) -> Worker:
        return Worker(self._installation, self._memory, self._readable if self._fenced else None)
