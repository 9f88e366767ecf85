"""Workers of a cluster in place of threads: packets out, results in. Packets are cut for threads that are idle."""

import itertools
import queue
import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybridge.cluster.link import TRIES, Link, is_dead
from pybridge.cluster.ready import ReadyWorkers
from pybridge.cluster.sent import FaultyWorker, SentTask
from pybridge.cluster.tasks import cut, make_ready, search
from pybridge.errors import ClusterError
from pybridge.facts.wording import several
from pybridge.search.packets import Ledger, Packet, PacketNode
from pybridge.search.solution import NOTHING
from pybridge.search.threads import Settled, Spend

if TYPE_CHECKING:
    from distributed import Future

_LOOK = 0.02
"""Seconds to wait for a result before it looks at the limits."""
_ANSWERED = 1.0
"""Seconds within which Dask has to deliver a result that has arrived."""
_YOUNG = 0.15
"""Seconds that a packet is searched before it is cut for another thread."""
_SHORT, _SHORTER = 2.0, 4
"""Seconds that a packet is searched at most on few workers, and what divides them at each further try."""


@dataclass(slots=True)
class _Flying:
    """A packet at a worker."""

    packet: Packet
    future: "Future"
    workers: frozenset[str]
    since: float
    tries: int
    cut: bool = False


class RemoteWorkers:
    """The workers of a cluster in place of the threads of one search."""

    def __init__(self, link: Link, sent: SentTask) -> None:
        self._link, self._sent = link, sent
        self._name, self._numbers = uuid.uuid4().hex[:8], itertools.count()
        self._results: queue.Queue[Any] = queue.Queue()
        self._flying: dict[str, _Flying] = {}
        self._tries: dict[PacketNode, int] = {}
        self._ready = ReadyWorkers(link, sent, make_ready)
        self._spent = 0.0
        self.packets = self.lost = 0
        """How many packets were settled, and how many went back because a worker died or failed."""

    def seconds(self) -> float:
        """Seconds of CPU of all packets that were settled."""
        return self._spent

    def status(self) -> str | None:
        """The workers, the packets that are done and under way, and the workers that are left out."""
        phrases = []
        if self._ready.number:
            lost = f", {self.lost} lost" if self.lost else ""
            done = f"{several(self.packets, 'packet')} done, {len(self._flying)} under way{lost}"
            phrases.append(f"{several(self._ready.number, 'worker')}, {done}")
        if left_out := self.left_out():
            phrases.append(f"left out: {left_out}")
        return "; ".join(phrases) or None

    def left_out(self) -> str:
        """Which workers were left out, and why; empty if none was."""
        return self._ready.left_out()

    def share(self, ledger: Ledger, threshold: int, spend: Spend, settled: Settled) -> None:
        """Search what is left of an iteration. Raises what `spend` and `settled` raise, ClusterError, and StrayPath."""
        self._ready.recount()
        try:
            while not ledger.over:
                spend(NOTHING)
                self._ready.look()
                self._take_back(ledger)
                self._send(ledger, threshold)
                self._cut(ledger)
                for key in self._arrived():
                    self._settle(key, ledger, spend, settled)
        finally:
            self._abandon(ledger)

    def _take_back(self, ledger: Ledger) -> None:
        """Put back the packets that no worker can search any more, since all that may have gone."""
        for key, each in list(self._flying.items()):
            if not each.workers & self._ready.threads.keys():
                del self._flying[key]
                self._link.client.cancel([each.future], force=True)
                self.lost += 1
                self._put_back(each, ledger, died=True)

    def _key(self) -> str:
        return f"pybridge-{self._name}-{next(self._numbers)}"

    def _send(self, ledger: Ledger, threshold: int) -> None:
        """Give each idle thread its share."""
        number, workers = self._ready.number, list(self._ready.threads)
        while ledger.open and len(self._flying) < number:
            packet = ledger.take(number - len(self._flying))
            tries = max(self._tries.get(node, 0) for node in packet.nodes)
            seconds = max(_SHORT, number / 4) / _SHORTER**tries
            key = self._key()
            future = self._link.client.submit(
                search, self._sent, threshold, packet.paths, seconds, key, key=key, pure=False, retries=0,
                priority=-packet.number, workers=workers,
            )  # fmt: skip
            self._flying[key] = _Flying(packet, future, frozenset(workers), time.monotonic(), tries)
            future.add_done_callback(lambda done: self._results.put(done.key))

    def _cut(self, ledger: Ledger) -> None:
        """Have the oldest packets cut for threads that have nothing to do; those of no use, too."""
        idle = 0 if ledger.open else self._ready.number - len(self._flying)
        old = time.monotonic() - _YOUNG
        uncut = sorted((each for each in self._flying.values() if not each.cut), key=lambda each: each.since)
        chosen = [each for each in uncut if ledger.outdated(each.packet)]
        chosen += [each for each in uncut if each.since < old and each not in chosen][: max(0, idle)]
        if chosen:
            for each in chosen:
                each.cut = True
            self._link.client.run(cut, [each.future.key for each in chosen], wait=False, on_error="ignore")

    def _arrived(self) -> list[str]:
        """The packets that are over, waited for a moment."""
        keys = []
        try:
            keys.append(self._results.get(timeout=_LOOK))
            while True:
                keys.append(self._results.get_nowait())
        except queue.Empty:
            pass
        if not self._link.alive:
            raise self._link.gone()
        return [key for key in keys if key in self._flying]

    def _settle(self, key: str, ledger: Ledger, spend: Spend, settled: Settled) -> None:
        """Account for a packet that is over, or put it back if its worker died or failed."""
        each = self._flying[key]
        error = each.future.exception(timeout=_ANSWERED) if each.future.status == "error" else None
        if isinstance(error, FaultyWorker):
            self._ready.leave_out(error)
        elif error is not None and not is_dead(error):
            raise error
        if each.future.status != "finished":
            del self._flying[key]
            self.lost += error is not None
            self._put_back(each, ledger, died=error is not None and not isinstance(error, FaultyWorker))
            return
        found = each.future.result(timeout=_ANSWERED)
        del self._flying[key]
        each.future.release()
        ledger.settle(each.packet, found.done)
        self.packets += 1
        self._spent += found.seconds
        for node in each.packet.nodes:
            self._tries.pop(node, None)
        try:
            spend(found.done.counts)
        finally:
            settled()

    def _put_back(self, each: _Flying, ledger: Ledger, *, died: bool) -> None:
        """Have a packet searched by others. Raises ClusterError if workers died of it often enough."""
        ledger.put_back(each.packet)
        self._ready.recount()
        if not died:
            return
        self._tries.update(dict.fromkeys(each.packet.nodes, each.tries + 1))
        if each.tries + 1 >= TRIES:
            path = list(each.packet.nodes[0].path)
            raise ClusterError(
                f"{TRIES} workers ended while they searched packet {each.packet.number}, which begins after the moves "
                f"{path}; look for what ends them, such as too little memory"
            )

    def _abandon(self, ledger: Ledger) -> None:
        """Have nobody search what is still under way; all of it goes back to the account."""
        flying, self._flying = self._flying, {}
        for each in flying.values():
            ledger.put_back(each.packet)
        if flying and self._link.alive:
            self._link.client.cancel([each.future for each in flying.values()], force=True)
