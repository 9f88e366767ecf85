"""The connection of a client to a cluster, and what it says about each worker."""

import pickle
import queue
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pybridge.cluster import settings
from pybridge.cluster.keys import COPIED, key_folder, security
from pybridge.errors import ClusterError

if TYPE_CHECKING:
    from distributed import Client, Future

    from pybridge.cluster.processes import Scheduler, Workers

Key = tuple[str, int]
"""The name of a task: a word for all tasks of a kind, and a number."""
JOINED, _LEFT = 60.0, 0.2
"""Seconds within which a worker has to join, and a scheduler to hear that a client leaves."""
TRIES = 3
"""Workers that may end with the same packet or board."""


def is_dead(error: BaseException) -> bool:
    """Whether the error is that of a worker that ended."""
    from distributed.scheduler import KilledWorker

    return isinstance(error, KilledWorker)


class Link:
    """A client of a cluster, and with `local:N` the cluster itself, whose key nobody else has.

    Leave it by `close`, or as a context.
    """

    def __init__(self, address: str, key: Path | None = None) -> None:
        """Connect, with the key in a folder if the address asks for one. Raises ClusterError."""
        number = settings.own_workers(address)
        settings.set_dask()
        self._scheduler: Scheduler | None = None
        self.workers: Workers | None = None
        """Those of a cluster of its own."""
        self.client: Client = None
        self._key = key or key_folder()
        try:
            self.address = settings.resolved(address) if number is None else self._start(number)
            self.client = self._connected()
        except BaseException:
            self.close()
            raise

    def _start(self, number: int) -> str:
        from pybridge.cluster.processes import Scheduler, Workers

        self._scheduler = Scheduler()
        self._key = self._scheduler.key or self._key
        self.workers = Workers(self._scheduler.address, number, self._key, settings.NEARBY)
        return self._scheduler.address

    def _connected(self) -> "Client":
        """The client. Dask may wait forever for a server of another kind, so a thread of its own waits for Dask."""
        secured = security(self.address, self._key)
        answers: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=lambda: answers.put(_client(self.address, secured)), daemon=True).start()
        with suppress(queue.Empty):
            answer = answers.get(timeout=2 * settings.REACHED)
            if not isinstance(answer, BaseException):
                return answer
            if any(isinstance(each, ssl.SSLCertVerificationError) for each in _causes(answer)):
                raise ClusterError(f"the scheduler at {self.address} has another key than {self._key}; {COPIED}")
            if isinstance(answer, OSError | ValueError | TypeError | RuntimeError):
                raise ClusterError(f"no scheduler answers at {self.address}: {_reason(self.address, answer)}")
        raise ClusterError(
            f"what listens at {self.address} is not a Dask scheduler; give the address that `cluster start` prints"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def require_workers(self, number: int = 1) -> None:
        """Wait until there is this number of workers. Raises ClusterError if they do not join."""
        deadline = time.monotonic() + JOINED
        while self.slots() < number:
            if time.monotonic() > deadline:
                raise self.deserted()
            time.sleep(0.05)

    def threads(self) -> dict[str, int]:
        """How many threads each worker has, by its address. Raises ClusterError if the scheduler is gone."""
        try:
            return dict(self.client.nthreads())
        except Exception:  # Dask raises many kinds
            raise self.gone() from None

    def slots(self) -> int:
        """How many packets can be searched at a time."""
        return sum(self.threads().values())

    def send(
        self, function: Callable[..., Any], tasks: Mapping[Key, tuple[str, tuple[Any, ...]]], *, priority: int = 0
    ) -> dict[Key, "Future"]:
        """Have workers run a function, by one message: each key of a task goes with its worker and its arguments."""
        import dask

        workers = {key: worker for key, (worker, _) in tasks.items()}
        arguments = zip(*(each for _, each in tasks.values()), strict=True)
        with dask.annotate(workers=workers.get):
            futures = self.client.map(function, *map(list, arguments), key=list(tasks), pure=False, priority=priority)
        return dict(zip(tasks, futures, strict=True))

    def now(self) -> float:
        """The time, in seconds."""
        return time.monotonic()

    def received(self, results: "queue.Queue[Any]", seconds: float) -> list[Any]:
        """What arrives within some seconds, or has arrived by then."""
        found = []
        with suppress(queue.Empty):
            found.append(results.get(timeout=seconds))
        return found

    def listen(self, topic: str, call: Callable[[Any], None]) -> None:
        """Have what workers send to a topic from now on, in a thread of Dask's."""
        self.client.subscribe_topic(topic, lambda event: call(pickle.loads(event[1])))

    def tell(self, topic: str, form: Mapping[str, Any]) -> None:
        """Leave a message at the scheduler, in place of the one before."""
        with suppress(Exception):  # Dask raises many kinds if it has gone, which `alive` says
            self.client.set_metadata([topic, self.client.id], dict(form))

    def deserted(self) -> ClusterError:
        """The error of a scheduler without workers."""
        return ClusterError(f"{self.address} has no workers; start some with `pybridge cluster join {self.address}`")

    def asked(self, question: Any, *arguments: Any, workers: list[str] | None = None) -> dict[str, Any]:
        """What each worker answers, or its error. Raises ClusterError if the scheduler is gone."""
        try:
            answers: dict[str, Any] = self.client.run(question, *arguments, workers=workers, on_error="return")
        except OSError:
            raise self.gone() from None
        return answers

    def gone(self) -> ClusterError:
        """The error of a scheduler that does not answer any more."""
        return ClusterError(f"the scheduler at {self.address} is gone; the same command resumes whatever was saved")

    @property
    def alive(self) -> bool:
        """Whether the scheduler is connected."""
        return self.client is not None and self.client.status == "running"

    def close(self) -> None:
        """Leave the cluster, or end it if it is our own: workers, then the client, which would look for a scheduler."""
        if self.workers:
            self.workers.end()
        if self.client is not None:
            with suppress(Exception):  # it may be gone already
                self.client.close(timeout=_LEFT)
        if self._scheduler:
            self._scheduler.end()


def _client(address: str, security: object) -> "Client":
    """A client of Dask's, or the error that it raised."""
    from distributed import Client

    try:
        return Client(address, timeout=settings.REACHED, security=security, set_as_default=False)
    except BaseException as error:
        return error


def _reason(address: str, error: BaseException) -> str:
    """Why Dask did not connect, in one line. Its error need not say: the last of its tries may run out of time."""
    if refused := settings.unreachable(address):
        return refused.strerror or str(refused)
    found = next((each for each in _causes(error) if isinstance(each, OSError) and each.strerror), None)
    if isinstance(found, ConnectionResetError) and address.startswith("tcp://"):
        return f"{found.strerror}; the address of a scheduler that asks for a key begins with tls://"
    return (found and found.strerror) or " ".join(str(error).split()) or type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what caused it, the last cause last."""
    while error:
        yield error
        error = error.__cause__
