"""An iteration as work that can be cut while it runs: which nodes are still to be searched, and what was found.

The nodes are paths, the numbers of the moves from the start, so that they mean the same to every engine. A thread takes
a packet of nodes and searches below them. It may end early: what it has not searched it returns, as nodes farther
from the start, which others can take. So each node is counted once, whatever the cuts.

A count has a place in move order, too. Once there is a solution, what was done after it does not count. So the sums are
those of one search that ends at the first solution, however many threads there were and wherever packets were cut.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple, Protocol

from pybridge.search.solution import NOTHING, Counts

Path = tuple[int, ...]
Below = tuple[int, Path]
"""A node below a packet's node, which is given by its number in the packet."""


class StrayPath(Exception):
    """A path that cannot be followed from the start, or one that is missing; only what was kept can have this fault."""


@dataclass(frozen=True, slots=True, order=True)
class PacketNode:
    """A node to be searched below, and its `place` among all of an iteration: places are in move order."""

    place: Path
    path: Path


@dataclass(frozen=True, slots=True)
class Packet:
    """Nodes that one thread searches below, in move order."""

    number: int
    nodes: tuple[PacketNode, ...]

    @property
    def paths(self) -> list[Path]:
        """The paths of the nodes."""
        return [node.path for node in self.nodes]

    @property
    def weight(self) -> float:
        """About how much there is below its nodes, beside other packets: half as much a move farther from the start."""
        return sum(0.5 ** len(node.path) for node in self.nodes)


class Left(NamedTuple):
    """A node that was not searched, by its path, below the packet's node of this `number`.

    `before` is what was done below that node between the one left before this one and this one.
    """

    number: int
    path: Path
    before: Counts = NOTHING

    def after(self, done: Counts) -> "Left":
        """The same, with more that was done before."""
        return self._replace(before=done.plus(self.before))


@dataclass(frozen=True, slots=True)
class Done:
    """What a thread has done of a packet, and the nodes that are `left`, in move order.

    `ends` is what was done below each of the packet's nodes after the last one that is left there. `found` is the first
    solution below the packet's nodes except for what is left; what is left comes before it, and so does everything
    that was done below its node. Nothing after it is left.
    """

    ends: Sequence[Counts]
    left: Sequence[Left] = ()
    found: Below | None = None

    @property
    def counts(self) -> Counts:
        """Everything that was done."""
        return added(each.before for each in self.left).plus(added(self.ends))


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left of an iteration: nodes by their `paths`, in move order, and the first solution so far.

    `done` is what was done before each node and after the one before it, and as its last entry what was done after all.
    All of it comes before the solution.
    """

    paths: tuple[Path, ...] = ((),)
    done: tuple[Counts, ...] = (NOTHING, NOTHING)
    best: Path | None = None

    @classmethod
    def below(cls, paths: Sequence[Path]) -> "Rest":
        """Nodes, below which nothing is searched yet."""
        return cls(tuple(paths), (NOTHING,) * (len(paths) + 1))


WHOLE = Rest()
"""An iteration that begins."""
_ROOM = 1000
"""Places at which something was done before they are added up."""


def added(counts: Iterable[Counts]) -> Counts:
    """The sum."""
    return reduce(Counts.plus, counts, NOTHING)


class Searcher(Protocol):
    """A search to one threshold below some nodes, in one thread. Each domain has its own.

    A run searches about as many nodes as the `budget` says.
    """

    budget: int

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes, which must be in move order. Raises StrayPath."""

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done, with what comes after a solution."""

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""


class Ledger:
    """The account of one iteration: which nodes are open, which are being searched, and the sums of what is done."""

    def __init__(self, rest: Rest = WHOLE, *, apart: bool = False) -> None:
        """Begin with what is left of an iteration, by default at the start.

        What was done below each node is kept `apart` where all of it is to be surrendered: there may be nodes between.
        """
        self._apart = apart
        self._open = [PacketNode((number,), path) for number, path in enumerate(rest.paths)]
        self._number = len(self._open)
        self._best = None if rest.best is None else PacketNode((self._number,), rest.best)
        self._taken: dict[int, Packet] = {}
        self._done: dict[Path, Counts] = {(number,): counts for number, counts in enumerate(rest.done)}
        self._room = _ROOM
        self.packets = 0
        """How many packets were taken."""

    @property
    def best(self) -> Path | None:
        """The first solution in move order so far."""
        return self._best.path if self._best else None

    @property
    def counts(self) -> Counts:
        """Everything that was done, except for what comes after a solution."""
        return added(self._done.values())

    @property
    def open(self) -> bool:
        """Whether there are nodes to be taken."""
        return bool(self._open)

    @property
    def over(self) -> bool:
        """Whether all is searched."""
        return not self._open and not self._taken

    def rest(self) -> Rest:
        """What is left: also nodes that are being searched."""
        nodes = self._unsearched()
        done = self._between([node.place for node in nodes])
        return Rest(tuple(node.path for node in nodes), tuple(done), self.best)

    def take(self, takers: int) -> Packet:
        """Take one share of the open nodes, of which there must be some, if that many threads have nothing to do.

        They are dealt out by depth, like cards: there is more below a node that is nearer to the start.
        """
        by_depth = sorted(range(len(self._open)), key=lambda at: len(self._open[at].path))
        chosen = set(by_depth[::takers])
        nodes = [node for at, node in enumerate(self._open) if at in chosen]
        self._open = [node for at, node in enumerate(self._open) if at not in chosen]
        return self._packed(nodes)

    def deal(self, takers: int) -> list[Packet]:
        """Take all open nodes, for that many threads; fewer packets if there are not as many nodes."""
        by_depth, self._open = sorted(self._open, key=lambda node: len(node.path)), []
        return [self._packed(sorted(by_depth[at::takers])) for at in range(min(takers, len(by_depth)))]

    def _packed(self, nodes: Sequence[PacketNode]) -> Packet:
        self.packets += 1
        packet = Packet(self.packets, tuple(nodes))
        self._taken[packet.number] = packet
        return packet

    def outdated(self, packet: Packet) -> bool:
        """Whether a solution makes some of the packet's nodes useless."""
        return not self._matters(packet.nodes[-1].place)

    def settle(self, packet: Packet, done: Done) -> None:
        """Note what was done of a packet that was taken, once."""
        del self._taken[packet.number]
        left = [0] * len(packet.nodes)
        for number, path, before in done.left:
            node = PacketNode((*packet.nodes[number].place, left[number]), path)
            left[number] += 1
            self._count(node.place, before)
            self._add(node)
        ends = [(*node.place, after) for node, after in zip(packet.nodes, left, strict=True)]
        if done.found:
            number, path = done.found
            solution = PacketNode(ends[number], path)
            self._best = min(self._best or solution, solution)
            self._open = [node for node in self._open if self._matters(node.place)]
        for place, counts in zip(ends, done.ends, strict=True):
            self._count(place, counts)
        if best := self._best:
            self._done = {place: counts for place, counts in self._done.items() if place <= best.place}
        if len(self._done) > self._room:
            self._tidy()
            self._room = _ROOM + 2 * len(self._done)

    def surrender(self) -> Done:
        """What was done below each node that it began with, and what is left, as of a packet of these nodes.

        Only of an account that keeps them apart.
        """
        nodes = self._unsearched()
        places, before = [node.place for node in nodes], [NOTHING] * len(nodes)
        ends = [NOTHING] * self._number
        for place, counts in self._done.items():
            at, number = bisect_left(places, place), place[0]
            if at < len(nodes) and places[at][0] == number:
                before[at] = before[at].plus(counts)
            elif counts != NOTHING:
                ends[number] = ends[number].plus(counts)
        left = [Left(node.place[0], node.path, counts) for node, counts in zip(nodes, before, strict=True)]
        best = self._best
        return Done(ends, left, (best.place[0], best.path) if best else None)

    def put_back(self, packet: Packet) -> None:
        """Have a packet taken again that nobody will settle."""
        del self._taken[packet.number]
        for node in packet.nodes:
            self._add(node)

    def _add(self, node: PacketNode) -> None:
        if self._matters(node.place):
            insort(self._open, node)

    def _count(self, place: Path, counts: Counts) -> None:
        """Note what was done before the node at a place, or at the end of what was below another one."""
        if counts != NOTHING:
            before = self._done.get(place)
            self._done[place] = before.plus(counts) if before else counts

    def _matters(self, place: Path) -> bool:
        """Whether the first solution may be below the node at a place."""
        return self._best is None or place < self._best.place

    def _unsearched(self) -> list[PacketNode]:
        """All nodes that are not known to be searched, in move order."""
        taken = (node for packet in self._taken.values() for node in packet.nodes)
        return [node for node in sorted([*self._open, *taken]) if self._matters(node.place)]

    def _between(self, places: Sequence[Path]) -> list[Counts]:
        """What was done before each of some places and after the one before it; as the last entry, after all."""
        sums = [NOTHING] * (len(places) + 1)
        for place, counts in self._done.items():
            before = bisect_left(places, place)
            sums[before] = sums[before].plus(counts)
        return sums

    def _tidy(self) -> None:
        """Add up what no node is left between: at the node after it, or at the first place after the last node."""
        places = [node.place for node in self._unsearched()]
        sums: dict[Path, Counts] = {}
        ends: dict[int, Path] = {}
        for place, counts in sorted(self._done.items()):
            number = place[0] if self._apart else 0
            at = bisect_left(places, place)
            is_before = at < len(places) and not (self._apart and places[at][0] != number)
            place = places[at] if is_before else ends.setdefault(number, place)
            sums[place] = sums.get(place, NOTHING).plus(counts)
        self._done = sums
