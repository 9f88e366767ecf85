"""Where the goals of an engine run: in this process, or in another (`worker.py`)."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from pybridge.errors import PrologCrashError
from pybridge.swipl.callbacks import Functions
from pybridge.swipl.host import host
from pybridge.swipl.reply import Reply

Arguments = int | str
T = TypeVar("T")


class Place(Protocol):
    """A Prolog that one thread calls, while others may look and signal. Predicates are those of `bridge/bridge.pl`."""

    functions: Functions
    restarts: int

    def enter(self) -> None:
        """Make ready for `call`, in the thread that is going to use it."""

    def leave(self) -> None:
        """End what `enter` began, in the same thread."""

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call `predicate(Args..., Reply)` for a job. Raises PrologCrashError if Prolog does not survive it."""

    def aside(self, work: Callable[[Callable[..., str]], T]) -> Reply[T]:
        """Have `work(ask)` run in a thread beside the job's, where `ask(predicate, *args)` calls it at once."""

    def kill(self, job: int) -> None:
        """End a job that no signal ends, if this can be done and the job is running."""


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
        self._running: list[int] = []  # each within the one before

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call it in the calling thread."""
        running = self._running
        running.append(job)
        try:
            return self._host.call(predicate, *args)
        finally:
            running.pop()

    def kill(self, job: int) -> None:
        """Leave the thread behind with the job, if that runs: a thread cannot be killed."""

        def forget() -> bool:
            runs = job in self._running
            if runs:
                self._running = []
                self.restarts += 1
            return runs

        self.abandon(forget, PrologCrashError("the goal could not be stopped, and its thread was left behind"))
