"""An iteration as work that can be cut while it runs: which nodes are still to be searched, and what was found.

The nodes are paths, the numbers of the moves from the start, so that they mean the same to every engine. A hand takes a
packet of nodes and searches below them. It may end early: what it has not searched it gives back, as nodes farther from
the start, which others can take. So each node is counted once, whatever the cuts, and the sums are those of one search.
"""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pybridge.search.solution import NOTHING, Counts

Path = tuple[int, ...]
Below = tuple[int, Path]
"""A node below a packet's node, which is given by its number in the packet."""


class StrayPath(Exception):
    """A path that cannot be followed from the start; only what was kept by somebody else can have one."""


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A node to be searched below, and its `place` among all of an iteration: places are in move order."""

    place: Path
    path: Path


@dataclass(frozen=True, slots=True)
class Packet:
    """Nodes that one hand searches below, in move order."""

    number: int
    nodes: tuple[Node, ...]

    @property
    def paths(self) -> list[Path]:
        """The paths of the nodes."""
        return [node.path for node in self.nodes]


@dataclass(frozen=True, slots=True)
class Done:
    """What a hand has done of a packet, and the nodes that are `left`, in move order.

    `found` is the first solution below the packet's nodes but for what is left; what is left comes before it. Nothing
    after it is left.
    """

    counts: Counts
    left: Sequence[Below] = ()
    found: Below | None = None


class Searcher(Protocol):
    """A search to one threshold below some nodes, on one hand. Each domain has its own."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""

    @property
    def found(self) -> Below | None:
        """The first solution in move order, of all that was searched; None if there is none."""

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes, which must be in move order. Raises StrayPath."""

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""

    def surrender(self) -> list[Below]:
        """Leave what is not searched yet, and return it in move order."""


class Ledger:
    """The account of one iteration: which nodes are open, which are being searched, and the sums of what is done."""

    def __init__(self, paths: Iterable[Path] = ((),), counts: Counts = NOTHING, best: Path | None = None) -> None:
        """Begin at the start, or with what is left of an iteration: paths in move order, sums, and a solution, which
        all that is left comes before.
        """
        self._open = [Node((number,), path) for number, path in enumerate(paths)]
        self._best = None if best is None else Node((len(self._open),), best)
        self._taken: dict[int, Packet] = {}
        self.counts = counts
        self.packets = 0
        """How many packets were taken."""

    @property
    def best(self) -> Path | None:
        """The first solution in move order so far."""
        return self._best.path if self._best else None

    @property
    def open(self) -> bool:
        """Whether there are nodes to be taken."""
        return bool(self._open)

    @property
    def over(self) -> bool:
        """Whether all is searched."""
        return not self._open and not self._taken

    def left(self) -> list[Path]:
        """All nodes that are not known to be searched, in move order: also those that are being searched."""
        taken = (node for packet in self._taken.values() for node in packet.nodes)
        return [node.path for node in sorted([*self._open, *taken]) if self._matters(node)]

    def take(self, hands: int) -> Packet:
        """Take a hand's share of the open nodes, of which there must be some, if that many hands have nothing to do.

        They are dealt out like cards, since in move order the nodes become larger and larger.
        """
        nodes = tuple(self._open[::hands])
        del self._open[::hands]
        self.packets += 1
        packet = Packet(self.packets, nodes)
        self._taken[packet.number] = packet
        return packet

    def outdated(self, packet: Packet) -> bool:
        """Whether a solution makes some of the packet's nodes useless."""
        return not self._matters(packet.nodes[-1])

    def settle(self, packet: Packet, done: Done) -> None:
        """Note what was done of a packet that was taken, once."""
        del self._taken[packet.number]
        self.counts = self.counts.plus(done.counts)
        left = [0] * len(packet.nodes)
        for number, path in done.left:
            self._add(Node((*packet.nodes[number].place, left[number]), path))
            left[number] += 1
        if done.found:
            number, path = done.found
            solution = Node((*packet.nodes[number].place, left[number]), path)
            self._best = min(self._best or solution, solution)
            self._open = [node for node in self._open if self._matters(node)]

    def put_back(self, packet: Packet) -> None:
        """Have a packet taken again that nobody will settle."""
        del self._taken[packet.number]
        for node in packet.nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        if self._matters(node):
            insort(self._open, node)

    def _matters(self, node: Node) -> bool:
        """Whether the first solution may be below a node."""
        return self._best is None or node.place < self._best.place
