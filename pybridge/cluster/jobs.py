"""What workers do: jobs, and the sources that they come from."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybridge.cluster.link import TRIES
from pybridge.errors import ClusterError

if TYPE_CHECKING:
    from distributed import Future


@dataclass(slots=True, eq=False)
class WorkerJob:
    """What a worker does in some `threads`: a function of `tasks` and its arguments.

    `tries` workers have died of it before. A job of more `weight` takes longer, as far as one can tell.
    """

    source: "Source"
    function: Callable[..., None]
    arguments: tuple[object, ...]
    subject: object
    threads: int = 1
    tries: int = 0
    weight: float = 0.0
    worker: str = ""
    future: "Future | None" = None
    since: float = 0.0
    cut: "Future | None" = None


class Source(ABC):
    """Where jobs come from, and where their results go. What `settle`, `put_back` and `check` raise ends it.

    A `wide` job takes all threads of a worker that are idle, others one. A worker has `ahead` more jobs for each thread
    than it can do, so that it need not wait for the next one. Jobs of a `whole` source are never cut.
    """

    wide, ahead, whole = False, 0, False

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.ended = threading.Event()

    @property
    @abstractmethod
    def open(self) -> bool:
        """Whether there are jobs to be done."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether all is done."""

    def check(self) -> None:  # noqa: B027  # boards have no limits of their own here
        """Look at the limits."""

    @abstractmethod
    def deal(self, threads: Sequence[int], machines: int) -> Iterable[WorkerJob]:
        """Jobs for workers that have nothing else to do, each with its number of threads: at most one each.

        In all there are this many `machines`, or workers.
        """

    @abstractmethod
    def settle(self, job: WorkerJob, found: object) -> None:
        """Take what a worker has done of a job."""

    @abstractmethod
    def put_back(self, job: WorkerJob, *, died: bool) -> None:
        """Have a job done again. Raises ClusterError if workers died of it often enough."""

    def is_outdated(self, job: WorkerJob) -> bool:
        """Whether some of a job is of no use any more."""
        return False


class ListedSource(Source):
    """Jobs whose subjects are known from the beginning, each done as a whole."""

    ahead = 1

    def __init__(self, subjects: Iterable[object]) -> None:
        super().__init__()
        self._waiting = [(subject, 0) for subject in subjects][::-1]
        self._left = len(self._waiting)

    @property
    def open(self) -> bool:
        return bool(self._waiting)

    @property
    def over(self) -> bool:
        return not self._left

    def deal(self, threads: Sequence[int], machines: int) -> Iterator[WorkerJob]:
        for _ in range(min(len(threads), len(self._waiting))):
            subject, tries = self._waiting.pop()
            job = self.job(subject)
            job.tries = tries
            yield job

    @abstractmethod
    def job(self, subject: object) -> WorkerJob:
        """The job of a subject."""

    @abstractmethod
    def named(self, subject: object) -> str:
        """What workers do with a subject, where some have ended, and what to do about it."""

    def settle(self, job: WorkerJob, found: object) -> None:
        self._left -= 1

    def put_back(self, job: WorkerJob, *, died: bool) -> None:
        tries = job.tries + died
        last = 0 if died else len(self._waiting)  # not again with those that it died with
        self._waiting.insert(last, (job.subject, tries))
        require_tries(tries, self.named(job.subject))


def require_tries(tries: int, what: str) -> None:
    """Raise ClusterError if workers died often enough of `what`."""
    if tries >= TRIES:
        raise ClusterError(f"{TRIES} workers ended while they {what}")
