"""Workers of a cluster in place of the threads of a search: an iteration's packets are jobs of a pool of workers."""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from pybridge.cluster.jobs import Source, WorkerJob, require_tries
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.tasks import Searched, search
from pybridge.facts import State
from pybridge.search.packets import Ledger, Packet, PacketNode
from pybridge.search.solution import NOTHING
from pybridge.search.threads import Settled, Spend

_SHORT, _SHORTER = 2.0, 4
"""Seconds that a packet is searched at most on few workers, and what divides them at each further try."""


class RemoteWorkers:
    """The workers of a cluster in place of the threads of one search, from a start.

    `run` does all jobs of a source in the pool: by default in the thread of the search.
    """

    def __init__(self, pool: WorkerPool, start: State, run: Callable[[Source], None] | None = None) -> None:
        self._pool, self._start, self._run = pool, start, run or pool.run
        self._tries: dict[PacketNode, int] = {}
        self._spent = 0.0

    def seconds(self) -> float:
        """Seconds of CPU of all packets that were settled."""
        return self._spent

    def status(self) -> str | None:
        """What the workers are doing."""
        return self._pool.status()

    def share(self, ledger: Ledger, threshold: int, spend: Spend, settled: Settled) -> None:
        """Search what is left of an iteration. Raises what `spend` and `settled` raise, ClusterError, and StrayPath."""
        self._run(RemoteIteration(self, ledger, threshold, spend, settled))

    def job(self, source: Source, packet: Packet, threshold: int, threads: int, machines: int) -> WorkerJob:
        """A packet as a job: the longer, the more machines there are, and the shorter, the more workers died of it."""
        tries = max(self._tries.get(node, 0) for node in packet.nodes) if self._tries else 0
        seconds = max(_SHORT, machines / 4) / _SHORTER**tries
        arguments = self._pool.digest, self._start, threshold, packet.paths, seconds, threads
        return WorkerJob(source, search, arguments, packet, threads, tries, packet.weight)

    def note_done(self, packet: Packet, found: Searched) -> None:
        """Add up what a packet took."""
        self._spent += found.seconds
        for node in packet.nodes if self._tries else ():
            self._tries.pop(node, None)

    def note_death(self, packet: Packet, tries: int) -> None:
        """A worker died of a packet. Raises ClusterError if enough have."""
        self._tries.update(dict.fromkeys(packet.nodes, tries))
        path = list(packet.nodes[0].path)
        require_tries(
            tries,
            f"searched packet {packet.number}, which begins after the moves {path}; look for what ends them, such as "
            "too little memory",
        )


class RemoteIteration(Source):
    """What is left of an iteration: its packets."""

    wide = True

    def __init__(self, workers: RemoteWorkers, ledger: Ledger, threshold: int, spend: Spend, settled: Settled) -> None:
        super().__init__()
        self._workers, self._ledger, self._threshold = workers, ledger, threshold
        self._spend, self._settled = spend, settled

    @property
    def open(self) -> bool:
        return self._ledger.open

    @property
    def over(self) -> bool:
        return self._ledger.over

    def check(self) -> None:
        self._spend(NOTHING)

    def deal(self, threads: Sequence[int], machines: int) -> Iterator[WorkerJob]:
        for packet, number in zip(self._ledger.deal(len(threads)), threads, strict=False):
            yield self._workers.job(self, packet, self._threshold, number, machines)

    def settle(self, job: WorkerJob, found: object) -> None:
        searched, packet = cast(Searched, found), cast(Packet, job.subject)
        self._ledger.settle(packet, searched.done)
        self._workers.note_done(packet, searched)
        try:
            self._spend(searched.done.counts)
        finally:
            self._settled()

    def put_back(self, job: WorkerJob, *, died: bool) -> None:
        packet = cast(Packet, job.subject)
        self._ledger.put_back(packet)
        if died:
            self._workers.note_death(packet, job.tries + 1)

    def is_outdated(self, job: WorkerJob) -> bool:
        return self._ledger.outdated(cast(Packet, job.subject))
