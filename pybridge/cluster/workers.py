"""Workers of a cluster in place of threads: packets out, results in. Packets are cut for threads that are idle."""

import itertools
import queue
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybridge.cluster.link import TRIES, Key, Link, is_dead
from pybridge.cluster.ready import ReadyWorkers
from pybridge.cluster.sent import FaultyWorker, SentTask
from pybridge.cluster.tasks import Searched, cut, cut_of, make_ready, search
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
"""Seconds within which Dask has to deliver an error that has arrived."""
_YOUNG, _SOON = 0.15, 1.0
"""Seconds that a packet is searched before it is cut for another thread, and within which it is expected then."""
_SHORT, _SHORTER = 2.0, 4
"""Seconds that a packet is searched at most on few workers, and what divides them at each further try."""


@dataclass(slots=True)
class _Flying:
    """A packet at a worker."""

    packet: Packet
    worker: str
    tries: int
    future: "Future | None" = None
    since: float = 0.0
    cut: "Future | None" = None


class RemoteWorkers:
    """The workers of a cluster in place of the threads of one search."""

    def __init__(self, link: Link, sent: SentTask) -> None:
        self._link, self._digest = link, sent.digest
        self._name, self._numbers = f"pybridge-{uuid.uuid4().hex[:8]}", itertools.count()
        self._results: queue.Queue[tuple[Key, Searched | None]] = queue.Queue()
        self._flying: dict[Key, _Flying] = {}
        self._tries: dict[PacketNode, int] = {}
        self._ready = ReadyWorkers(link, sent, make_ready)
        self._spent = 0.0
        link.listen(self._name, self._results.put)
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
                for key, found in self._arrived():
                    if found and key in self._flying:
                        self._settle(self._flying.pop(key), found, ledger, spend, settled)
                    elif key in self._flying:
                        self._note_fault(self._flying.pop(key), ledger)
        finally:
            self._abandon(ledger)

    def _take_back(self, ledger: Ledger) -> None:
        """Put back the packets of workers that have gone, or are left out."""
        for key, each in list(self._flying.items()):
            if each.worker not in self._ready.threads:
                del self._flying[key]
                self._link.client.cancel([each.future], force=True)
                self.lost += 1
                self._put_back(each, ledger, died=not self._ready.is_left_out(each.worker))

    def _send(self, ledger: Ledger, threshold: int) -> None:
        """Give each idle thread its share, all in one message."""
        busy = Counter(each.worker for each in self._flying.values())
        threads = self._ready.threads.items()
        idle = [worker for worker, number in threads for _ in range(number - busy[worker])]
        chosen = {}
        while ledger.open and idle:
            packet = ledger.take(len(idle))
            tries = max(self._tries.get(node, 0) for node in packet.nodes) if self._tries else 0
            chosen[self._name, next(self._numbers)] = _Flying(packet, idle.pop(), tries)
        self._flying.update(chosen)
        seconds, tasks = max(_SHORT, self._ready.number / 4), {}
        for key, each in chosen.items():
            arguments = self._digest, threshold, each.packet.paths, seconds / _SHORTER**each.tries
            tasks[key] = each.worker, arguments
        for key, future in (self._link.send(search, tasks) if tasks else {}).items():
            chosen[key].future, chosen[key].since = future, time.monotonic()

    def _cut(self, ledger: Ledger) -> None:
        """Have the oldest packets cut for threads that have nothing to do; those of no use, too.

        What cuts a packet is a task that waits at the same worker. So a cut goes there alone, and nobody waits for it.
        """
        now, idle = time.monotonic(), 0 if ledger.open else self._ready.number - len(self._flying)
        flying = sorted(self._flying.items(), key=lambda item: item[1].since)
        idle -= sum(each.cut is not None and each.since > now - _SOON for _, each in flying)
        uncut = [(key, each) for key, each in flying if not each.cut]
        chosen = {key: each for key, each in uncut if ledger.outdated(each.packet)}
        old = [(key, each) for key, each in uncut if each.since < now - _YOUNG and key not in chosen]
        chosen.update(old[: max(0, idle)])
        if chosen:
            tasks = {cut_of(key): (each.worker, (key[1],)) for key, each in chosen.items()}
            for each, future in zip(chosen.values(), self._link.send(cut, tasks).values(), strict=True):
                each.cut, each.since = future, now

    def _arrived(self) -> list[tuple[Key, Searched | None]]:
        """The packets that are over, waited for a moment, and what was done of them; None if their tasks sent nothing.

        A result comes before the news that its task is over, so it is looked for after that news.
        """
        found = []
        with suppress(queue.Empty):
            found.append(self._results.get(timeout=_LOOK))
        over = [(key, None) for key, each in self._flying.items() if each.future and each.future.status != "pending"]
        with suppress(queue.Empty):
            while True:
                found.append(self._results.get_nowait())
        if not self._link.alive:
            raise self._link.gone()
        return [*found, *over]

    def _note_fault(self, each: _Flying, ledger: Ledger) -> None:
        """Put back a packet whose worker died or failed. Raises the error if the packet is at fault."""
        assert each.future  # it was sent
        error = each.future.exception(timeout=_ANSWERED) if each.future.status == "error" else None
        if isinstance(error, FaultyWorker):
            self._ready.leave_out(error)
        died = error is not None and is_dead(error)
        self.lost += 1
        self._put_back(each, ledger, died=died)
        if error is not None and not died and not isinstance(error, FaultyWorker):
            raise error

    def _settle(self, each: _Flying, found: Searched, ledger: Ledger, spend: Spend, settled: Settled) -> None:
        """Account for a packet that is over."""
        ledger.settle(each.packet, found.done)
        self.packets += 1
        self._spent += found.seconds
        for node in each.packet.nodes if self._tries else ():
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
            self._link.client.cancel([each.future for each in flying.values() if each.future], force=True)
