"""The hands of a search: packets out, results in. A packet is cut where a hand has nothing to do, as among threads."""

import itertools
import queue
import time
import uuid
from dataclasses import dataclass
from typing import Any

from pybridge.cluster.errand import Errand
from pybridge.cluster.link import JOINED, TRIES, Link, is_dead
from pybridge.errors import ClusterError
from pybridge.facts.wording import several
from pybridge.search.hands import Searchers, Settled, Spend
from pybridge.search.packets import Ledger, Node, Packet
from pybridge.search.solution import NOTHING

_LOOK = 0.02
"""Seconds that the team waits for a result before it looks at the limits."""
_COUNTED = 1.0
"""Seconds between two counts of the workers."""
_YOUNG = 0.15
"""Seconds that a packet is searched before it is cut for another hand."""
_SHORT, _SHORTER = 2.0, 4
"""Seconds that a packet is searched at most on few workers, and what divides them at each further try."""


@dataclass(slots=True)
class _Flying:
    """A packet at a worker."""

    packet: Packet
    future: Any
    since: float
    tries: int
    cut: bool = False


class Team:
    """The workers of a cluster as the crew of one search."""

    def __init__(self, link: Link, errand: Errand) -> None:
        self._link, self._errand = link, errand
        self._name, self._numbers = uuid.uuid4().hex[:8], itertools.count()
        self._results: queue.Queue[Any] = queue.Queue()
        self._flying: dict[str, _Flying] = {}
        self._tries: dict[Node, int] = {}
        self._preparing: dict[str, Any] = {}
        self._ready: list[str] = []
        self._spent, self._hands, self._looked, self._seen = 0.0, 0, 0.0, 0.0
        self.packets = self.lost = 0
        """How many packets were settled, and how many went back because a worker died."""

    def meet(self, searchers: Searchers) -> None:
        """Nothing to do: each worker makes its own searchers."""

    def seconds(self) -> float:
        """Seconds of CPU of all packets that were settled."""
        return self._spent

    def told(self) -> str | None:
        """The workers, and the packets that are done and under way."""
        if not self._hands:
            return None
        lost = f", {self.lost} lost" if self.lost else ""
        done = f"{several(self.packets, 'packet')} done, {len(self._flying)} under way{lost}"
        return f"{several(self._hands, 'worker')}, {done}"

    def share(self, ledger: Ledger, threshold: int, spend: Spend, settled: Settled) -> None:
        """Search what is left of an iteration. Raises what `spend` and `settled` raise, ClusterError, and StrayPath."""
        self._looked, self._seen = 0.0, time.monotonic()
        try:
            while not ledger.over:
                spend(NOTHING)
                self._count()
                self._send(ledger, threshold)
                self._cut(ledger)
                for key in self._arrived():
                    self._settle(key, ledger, spend, settled)
        finally:
            self._abandon(ledger)

    def _count(self) -> None:
        """Count the hands now and then. Raises ClusterError if there is none for long."""
        now = time.monotonic()
        if now > self._looked + (_COUNTED if self._hands else _LOOK):
            self._hands, self._looked = self._made_ready(), now
        self._seen = now if self._preparing else self._seen
        if now > self._seen + JOINED:
            raise self._link.deserted()

    def _made_ready(self) -> int:
        """Have new workers load or build their tables, and count the threads of those that are ready.

        So no packet is blamed for a worker that ends before. Raises what getting ready raises.
        """
        from pybridge.cluster.tasks import make_ready

        threads = self._link.threads()
        self._preparing = {each: future for each, future in self._preparing.items() if each in threads}
        for each in threads:
            if each not in self._preparing or self._preparing[each].status in ("cancelled", "lost"):
                self._preparing[each] = self._link.client.submit(
                    make_ready, self._errand, workers=[each], key=self._key(), pure=False, priority=1
                )
        for future in self._preparing.values():
            if future.status == "error" and not is_dead(error := future.exception(timeout=_COUNTED)):
                raise error
        self._ready = [each for each, future in self._preparing.items() if future.status == "finished"]
        return sum(threads[each] for each in self._ready)

    def _key(self) -> str:
        return f"pybridge-{self._name}-{next(self._numbers)}"

    def _send(self, ledger: Ledger, threshold: int) -> None:
        """Give each idle hand its share."""
        from pybridge.cluster.tasks import search

        while ledger.open and len(self._flying) < self._hands:
            packet = ledger.take(self._hands - len(self._flying))
            tries = max(self._tries.get(node, 0) for node in packet.nodes)
            seconds = max(_SHORT, self._hands / 4) / _SHORTER**tries
            key = self._key()
            future = self._link.client.submit(
                search, self._errand, threshold, packet.paths, seconds, key, key=key, pure=False, retries=0,
                priority=-packet.number, workers=self._ready, allow_other_workers=True,
            )  # fmt: skip
            self._flying[key] = _Flying(packet, future, time.monotonic(), tries)
            future.add_done_callback(lambda done: self._results.put(done.key))

    def _cut(self, ledger: Ledger) -> None:
        """Have the oldest packets cut for hands that have nothing to do; those of no use, too."""
        idle = 0 if ledger.open else self._hands - len(self._flying)
        old = time.monotonic() - _YOUNG
        uncut = sorted((each for each in self._flying.values() if not each.cut), key=lambda each: each.since)
        chosen = [each for each in uncut if ledger.outdated(each.packet)]
        chosen += [each for each in uncut if each.since < old and each not in chosen][: max(0, idle)]
        if chosen:
            from pybridge.cluster.tasks import cut

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
        """Account for a packet that is over, or put it back if its worker died."""
        each = self._flying[key]
        error = each.future.exception(timeout=_COUNTED) if each.future.status == "error" else None
        if each.future.status != "finished" and (error is None or is_dead(error)):
            del self._flying[key]
            self._put_back(each, ledger, died=error is not None)
            return
        if error is not None:
            raise error
        found = each.future.result(timeout=_COUNTED)
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
        """Have a packet searched by others. Raises ClusterError if that was tried often enough."""
        ledger.put_back(each.packet)
        if not died:
            return
        self.lost += 1
        self._tries.update(dict.fromkeys(each.packet.nodes, each.tries + 1))
        self._looked = 0.0
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
