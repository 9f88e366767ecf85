"""The workers that are ready for a task, and those that are left out, with the reasons."""

import itertools
import uuid
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from pybridge.cluster.link import JOINED, TRIES, Link, is_dead
from pybridge.cluster.sent import FaultyWorker, Sent, fault_of
from pybridge.cluster.settings import host_and_port
from pybridge.errors import ClusterError
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from distributed import Future

_LOOK, _COUNTED = 0.02, 1.0
"""Seconds between two counts of the workers, without workers and with some."""
_NEVER = float("-inf")
_SPARE = 10.0
"""Seconds that others may take to join, or to be replaced, where all workers are left out."""


class ReadyWorkers:
    """The workers of a cluster that have made ready what a task needs, by `prepare`, a function of `tasks`.

    So no task is blamed for a worker that cannot begin. A worker that fails is left out, and gets no more tasks.
    """

    def __init__(self, link: Link, sent: Sent, prepare: Callable[[Sent], None]) -> None:
        self._link, self._sent, self._prepare = link, sent, prepare
        self._name, self._numbers = f"pybridge-ready-{uuid.uuid4().hex[:8]}", itertools.count()
        self._preparing: dict[str, Future] = {}
        self._looked, self._hopeful, self._ended = _NEVER, link.now(), 0
        self._left_out: dict[str, FaultyWorker] = {}
        self.threads: dict[str, int] = {}
        """How many threads each of those that are ready has, by its address."""

    @property
    def number(self) -> int:
        """How many tasks they can do at a time."""
        return sum(self.threads.values())

    def recount(self) -> None:
        """Count the workers at the next look, and have patience again if there are none."""
        self._looked, self._hopeful = _NEVER, self._link.now()

    def look(self) -> None:
        """Count them now and then, and have new ones made ready. Raises ClusterError if none is left."""
        now = self._link.now()
        if now <= self._looked + (_COUNTED if self.threads else _LOOK):
            return
        self._looked = now
        threads = self._link.threads()
        self._note_faults(threads)
        self._prepare_new(threads)
        done = {each for each, future in self._preparing.items() if future.status == "finished"}
        self.threads = {each: number for each, number in threads.items() if each in done}
        self._ended = 0 if self.threads else self._ended
        self._require_hope(now, threads)

    def _note_faults(self, threads: dict[str, int]) -> None:
        """Leave out those that could not be made ready; forget those that are gone."""
        for each, future in list(self._preparing.items()):
            error = future.exception(timeout=_COUNTED) if future.status == "error" else None
            if error is not None and not is_dead(error):
                self.leave_out(fault_of(error, each, host_and_port(each)[0]))
            elif error is not None or each not in threads or future.status in ("cancelled", "lost"):
                self._ended += future.status != "finished"
                del self._preparing[each]

    def _prepare_new(self, threads: dict[str, int]) -> None:
        """Send them what all their tasks have in common; after that its digest is enough."""
        new = threads.keys() - self._preparing.keys() - self._left_out.keys()
        tasks = {(self._name, next(self._numbers)): (each, (self._sent,)) for each in new}
        futures = self._link.send(self._prepare, tasks, priority=1) if tasks else {}
        self._preparing.update((tasks[key][0], future) for key, future in futures.items())

    def _require_hope(self, now: float, threads: dict[str, int]) -> None:
        if self._ended >= TRIES:
            raise ClusterError(
                f"{self._ended} workers ended while they loaded or built tables; look for what ends them, such as too "
                "little memory"
            )
        if self.threads or self._preparing:
            self._hopeful = now
        elif threads and now > self._hopeful + _SPARE:
            raise ClusterError(f"no worker of {self._link.address} is left: {self.left_out()}")
        elif not threads and now > self._hopeful + JOINED:
            raise ClusterError(f"{self._link.deserted()}; the same command resumes whatever was saved")

    def is_left_out(self, address: str) -> bool:
        """Whether a worker gets no more tasks."""
        return address in self._left_out

    def leave_out(self, fault: FaultyWorker) -> None:
        """Give a worker no more tasks."""
        self._left_out[fault.address] = fault
        self._preparing.pop(fault.address, None)
        self.threads.pop(fault.address, None)

    def left_out(self) -> str:
        """Who is left out, and why, machine by machine; empty if nobody is."""
        reasons = Counter((each.host, each.reason) for each in list(self._left_out.values()))
        return "; ".join(f"{several(number, 'worker')} on {host}: {why}" for (host, why), number in reasons.items())
