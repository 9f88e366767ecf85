"""Where the goals of an engine run: in this process or in another (`worker.py`)."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from pybridge.errors import PrologCrashError
from pybridge.swipl.host import host
from pybridge.swipl.interface import Functions
from pybridge.swipl.reply import Reply

Arguments = int | str
T = TypeVar("T")


class Place(Protocol):
    """A Prolog that one thread calls, while others may inspect and signal. Predicates are in `bridge/bridge.pl`."""

    functions: Functions
    restarts: int

    def enter(self) -> None:
        """Prepare for `call`, in the thread that will use it."""

    def leave(self) -> None:
        """Undo `enter`, in the same thread."""

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call `predicate(Args..., Reply)` for a job. Raises PrologCrashError if Prolog crashes."""

    def aside(self, work: Callable[[Callable[..., str]], T]) -> Reply[T]:
        """Run `work(ask)` in another thread than the job's; `ask(predicate, *args)` calls a predicate immediately."""

    def kill(self, job: int) -> None:
        """End a running job that ignores all signals, if possible."""


class Here:
    """SWI-Prolog in this process. Raises PrologMissingError or PrologTooOldError."""

    def __init__(self) -> None:
        self._host = host()
        self.functions = self._host.functions
        self.enter = self._host.attach
        self.leave = self._host.detach
        self.aside = self._host.aside
        self.restarts = 0
        self.abandon: Callable[[Callable[[], bool], Exception], None] = lambda wanted, error: None
        self._running: list[int] = []  # nested, innermost last

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call the predicate in the calling thread."""
        running = self._running
        running.append(job)
        try:
            return self._host.call(predicate, *args)
        finally:
            running.pop()

    def kill(self, job: int) -> None:
        """Abandon the thread if it runs the job, as a thread cannot be killed."""

        def forget() -> bool:
            runs = job in self._running
            if runs:
                self._running = []
                self.restarts += 1
            return runs

        self.abandon(forget, PrologCrashError("the goal could not be stopped, so its thread was abandoned"))
