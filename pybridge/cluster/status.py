"""How a cluster is: its machines, its scheduler, and the searches that clients do on it.

A client that searches leaves a message about itself at the scheduler now and then, where others can read it.
"""

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pybridge.cluster.link import Link
from pybridge.errors import ClusterError
from pybridge.forms import Form

TOPIC = "pybridge-searches"
"""Where clients say what they do."""
EVERY = 1.0
"""Seconds between two messages of a client."""


@dataclass(frozen=True, slots=True)
class MachineStatus:
    """The workers of a machine: their `threads`, how many are `busy`, and the parts of a processor that they take."""

    host: str
    workers: int
    threads: int
    busy: int
    processors: float


@dataclass(frozen=True, slots=True)
class SearchStatus:
    """What a client does: the packets that were done and those a second, lost ones, and workers that are left out.

    `under_way` are the packets at workers, and `waiting` the workers that wait for packets to be cut.
    """

    client: str
    puzzle: str
    packets: int
    rate: float
    under_way: int
    waiting: int
    lost: int
    left_out: str


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """A cluster: the scheduler's share of a `processor`, its `memory` in bytes, and where Dask's `pages` are."""

    address: str
    processor: float
    memory: int
    pages: str | None
    machines: Sequence[MachineStatus]
    searches: Sequence[SearchStatus]


def status(link: Link) -> ClusterStatus:
    """Ask the scheduler. Raises ClusterError."""
    try:
        found = link.client.run_on_scheduler(_of_scheduler)
    except Exception as error:  # Dask raises many kinds
        raise ClusterError(f"the scheduler at {link.address} does not answer: {' '.join(str(error).split())}") from None
    machines: dict[str, list[tuple[int, int, float]]] = {}
    for host, threads, busy, processors in found["workers"]:
        machines.setdefault(host, []).append((threads, busy, processors))
    return ClusterStatus(
        link.address,
        found["processor"],
        found["memory"],
        found["pages"],
        [MachineStatus(host, len(each), *map(sum, zip(*each, strict=True))) for host, each in sorted(machines.items())],
        [each for each in map(_search, found["searches"]) if each],
    )


def _search(form: Form) -> SearchStatus | None:
    """What a client has left; None if it is of another version."""
    try:
        return SearchStatus(**form)
    except TypeError:
        return None


def _of_scheduler(dask_scheduler: Any) -> Form:
    """What a scheduler knows, by Dask's names."""
    recent, pages = dask_scheduler.monitor.recent(), dask_scheduler.services.get("dashboard")
    workers = [
        (each.host, each.nthreads, min(each.nthreads, len(each.processing)), each.metrics.get("cpu", 0.0) / 100)
        for each in dask_scheduler.workers.values()
    ]
    searches = dask_scheduler.task_metadata.get(TOPIC, {})
    return {
        "searches": [form for client, form in searches.items() if client in dask_scheduler.clients],
        "processor": recent["cpu"] / 100,
        "memory": recent["memory"],
        "pages": f"http://127.0.0.1:{pages.port}/status" if pages else None,
        "workers": workers,
    }


class StatusLine:
    """What a client leaves at the scheduler about a search."""

    def __init__(self, link: Link, puzzle: str) -> None:
        self._link, self._puzzle, self._told = link, puzzle, link.now()
        self._client, self._packets = f"{socket.gethostname()}, process {os.getpid()}", 0

    def tell(self, packets: int, under_way: int, waiting: int, lost: int, left_out: str) -> None:
        """Leave a message, unless it left one a moment ago."""
        now = self._link.now()
        if now < self._told + EVERY:
            return
        rate = (packets - self._packets) / (now - self._told)
        self._told, self._packets = now, packets
        self._link.tell(
            TOPIC,
            {
                "client": self._client, "puzzle": self._puzzle, "packets": packets, "rate": round(rate, 1),
                "under_way": under_way, "waiting": waiting, "lost": lost, "left_out": left_out,
            },
        )  # fmt: skip
