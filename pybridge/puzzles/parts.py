"""The parts of a board that tiles cannot leave, and the orders that their tiles can have.

With the blank on one cell, the tiles of each biconnected component are permuted independently, because no tile leaves
the part that a cut cell separates while the blank is elsewhere. By R. M. Wilson (Graph puzzles, homotopy, and the
alternating group, 1974), the possible permutations of a component are: rotations if it is a cycle, a group of order 120
if it is the graph theta-0, otherwise the even permutations if it is bipartite, and all permutations if it is not.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TypeVar

from pybridge.facts.board_graph import reached, two_colours

Order = tuple[int, ...]
T = TypeVar("T")


def arrangements(tiles: Iterable[int]) -> int:
    """The number of orders of the tiles."""
    ways, placed = 1, 0
    for many in Counter(tiles).values():
        placed += many
        ways *= comb(placed, many)
    return ways


def has_equal(order: Order) -> bool:
    """Whether two of the tiles are equal."""
    return len(set(order)) < len(order)


def cycles(order: Order, wanted: Order) -> list[int]:
    """The lengths, longest first, of the cycles of the permutation from one order of distinct tiles to another."""
    successor = dict(zip(order, wanted, strict=True))
    lengths = []
    while successor:
        first, after = successor.popitem()
        length = 1
        while after != first:
            after = successor.pop(after)
            length += 1
        lengths.append(length)
    return sorted(lengths, reverse=True)


def exchanges(order: Order, wanted: Order) -> int:
    """The smallest number of exchanges that turn one order of distinct tiles into another; it has the same parity."""
    return sum(length - 1 for length in cycles(order, wanted))


def differing(order: Sequence[T], wanted: Sequence[T], named: Callable[[T], str], most: int = 12) -> tuple[str, str]:
    """Two orders as text, `1 2 3 ...`, with at most `most` tiles around the first difference."""
    place = next(index for index, (one, other) in enumerate(zip(order, wanted, strict=True)) if one != other)
    start = max(0, min(place - 3, len(order) - most))
    return _cut(order, start, most, named), _cut(wanted, start, most, named)


def _cut(order: Sequence[T], start: int, most: int, named: Callable[[T], str]) -> str:
    shown = " ".join(map(named, order[start : start + most]))
    return ("... " if start else "") + shown + (" ..." if start + most < len(order) else "")


Named = Callable[[int], str]
"""Converts a tile to its name in a reason."""

MOST_CYCLES = 4
"""The number of cycles of a permutation that a reason lists."""


@dataclass(frozen=True)
class Part(ABC):
    """A component with the blank on `entry`; `cells` are its other cells, in the sequence of an order."""

    entry: int
    cells: tuple[int, ...]

    def order(self, board: Sequence[int]) -> Order:
        """The tiles of a board on these cells."""
        return tuple([board[cell] for cell in self.cells])

    @abstractmethod
    def least(self, order: Order) -> Order:
        """The smallest order that this one can be turned into."""

    @abstractmethod
    def count(self, order: Order) -> int:
        """The number of orders that this one can be turned into, including itself."""

    def why(self, order: Order, wanted: Order, where: str, named: Named) -> str:
        """Why one order cannot be turned into another with the same tiles; `where` names the component."""
        raise ValueError(f"{self} turns {order} into {wanted}")


class Bridge(Part):
    """Two cells: the only tile stays."""

    def least(self, order: Order) -> Order:
        return order

    def count(self, order: Order) -> int:
        return 1


class Free(Part):
    """A component in which every order is possible."""

    def least(self, order: Order) -> Order:
        return tuple(sorted(order))

    def count(self, order: Order) -> int:
        return arrangements(order)


class Ring(Part):
    """A cycle, with its cells in sequence: the tiles rotate."""

    def least(self, order: Order) -> Order:
        return min((order[turn:] + order[:turn] for turn in range(len(order))), default=order)

    def count(self, order: Order) -> int:
        return next(turn for turn in range(1, len(order) + 1) if order[turn:] + order[:turn] == order)

    def why(self, order: Order, wanted: Order, where: str, named: Named) -> str:
        mine, theirs = differing(self.least(order), self.least(wanted), named)
        return f"on {where}, a ring, the cyclic order of the tiles stays {mine}, and in the goal it is {theirs}"


class Chequered(Part):
    """A bipartite component: all even permutations are possible.

    If two tiles are equal, exchanging them makes every permutation possible.
    """

    def least(self, order: Order) -> Order:
        ascending = tuple(sorted(order))
        if has_equal(order) or exchanges(order, ascending) % 2 == 0:
            return ascending
        return *ascending[:-2], ascending[-1], ascending[-2]

    def count(self, order: Order) -> int:
        return arrangements(order) // (1 if has_equal(order) else 2)

    def why(self, order: Order, wanted: Order, where: str, named: Named) -> str:
        return (
            f"it needs an odd permutation of the tiles ({_shape(order, wanted, named)}), and on {where} only even ones "
            "are possible: the cells have two colors, like a chessboard; each move exchanges the blank with a tile on "
            "the other color, so the blank returns after an even number of exchanges"
        )


@dataclass(frozen=True)
class Theta0(Part):
    """A hexagon with one more cell between two opposite corners; `permutations` are the 120 possible ones."""

    permutations: frozenset[Order]

    def least(self, order: Order) -> Order:
        return min(self._orders(order))

    def count(self, order: Order) -> int:
        return len(self._orders(order))

    def why(self, order: Order, wanted: Order, where: str, named: Named) -> str:
        return (
            f"on {where}, the graph theta-0 (a hexagon with a cell between two opposite corners), only "
            f"{self.count(order)} of {arrangements(order)} orders of the tiles can be made, and the goal's is another"
        )

    def _orders(self, order: Order) -> frozenset[Order]:
        return _permuted(self.permutations, order)


@lru_cache(maxsize=1 << 10)
def _permuted(permutations: frozenset[Order], order: Order) -> frozenset[Order]:
    """Every order that the permutations make of one; a board has few."""
    return frozenset(tuple(map(order.__getitem__, permutation)) for permutation in permutations)


def _shape(order: Order, wanted: Order, named: Named) -> str:
    """The permutation in words: `7 and 8 exchanged`, `3 exchanges of two: a cycle of 4 tiles`."""
    number = exchanges(order, wanted)
    if number == 1:
        one, other = sorted(tile for tile, there in zip(order, wanted, strict=True) if tile != there)
        return f"{named(one)} and {named(other)} exchanged"
    lengths = [length for length in cycles(order, wanted) if length > 1]
    text = f"{number} exchanges of two"
    if len(lengths) == 1:
        return f"{text}: a cycle of {lengths[0]} tiles"
    if len(lengths) <= MOST_CYCLES:
        return f"{text}: cycles of {', '.join(map(str, lengths[:-1]))} and {lengths[-1]} tiles"
    return text


@dataclass(frozen=True, slots=True)
class Component:
    """A biconnected component of a connected graph; `entry` is its cell nearest to a root."""

    entry: int
    cells: frozenset[int]


def components(neighbors: Sequence[Sequence[int]], root: int) -> list[Component]:
    """The biconnected components (Hopcroft and Tarjan, 1973); a bridge is a component of two cells.

    Each cell except the root is in the `cells - {entry}` of exactly one component.
    """
    found: list[Component] = []
    order = {root: 0}
    low = {root: 0}
    pending: list[int] = []
    walk: list[tuple[int, int | None, Iterator[int]]] = [(root, None, iter(neighbors[root]))]
    while walk:
        cell, parent, rest = walk[-1]
        after = next(rest, None)
        if after is None:
            walk.pop()
            if parent is not None:
                low[parent] = min(low[parent], low[cell])
                if low[cell] >= order[parent]:
                    cells = {parent, last := pending.pop()}
                    while last != cell:
                        cells.add(last := pending.pop())
                    found.append(Component(parent, frozenset(cells)))
        elif after not in order:
            order[after] = low[after] = len(order)
            pending.append(after)
            walk.append((after, cell, iter(neighbors[after])))
        elif after != parent:
            low[cell] = min(low[cell], order[after])
    return found


Inside = Mapping[int, Sequence[int]]
"""The cells of a component, each with its neighbors in the component."""


def parts(neighbors: Sequence[Sequence[int]], home: int) -> list[Part]:
    """The parts of a board with the blank on `home`; parts that are farther from it come first."""
    return [_part(neighbors, component) for component in components(neighbors, home)]


def _part(neighbors: Sequence[Sequence[int]], component: Component) -> Part:
    inside = {cell: [n for n in neighbors[cell] if n in component.cells] for cell in sorted(component.cells)}
    entry = component.entry
    cells = tuple(cell for cell in inside if cell != entry)
    if len(inside) == 2:
        return Bridge(entry, cells)
    if all(len(around) == 2 for around in inside.values()):
        return Ring(entry, _around(inside, entry))
    if _is_theta0(inside):
        return Theta0(entry, cells, _permutations(inside, entry, cells))
    return Chequered(entry, cells) if _is_bipartite(inside) else Free(entry, cells)


def _around(inside: Inside, entry: int) -> tuple[int, ...]:
    """The cells of a cycle in sequence, without the entry."""
    ring = [entry, inside[entry][0]]
    while len(ring) < len(inside):
        ring.append(next(cell for cell in inside[ring[-1]] if cell != ring[-2]))
    return tuple(ring[1:])


def _is_theta0(inside: Inside) -> bool:
    hubs = [cell for cell, around in inside.items() if len(around) == 3]
    if len(inside) != 7 or sorted(map(len, inside.values())) != [2] * 5 + [3] * 2:
        return False
    common = set(inside[hubs[0]]) & set(inside[hubs[1]])
    return len(common) == 1 and hubs[1] not in inside[hubs[0]]


def _permutations(inside: Inside, entry: int, cells: Order) -> frozenset[Order]:
    """The permutations of an order that the blank can make, found by search."""
    place = {cell: index for index, cell in enumerate((entry, *cells))}
    ways = [[place[other] for other in inside[cell]] for cell in place]

    def after(board: Order) -> Iterator[Order]:
        blank = board.index(-1)
        for source in ways[blank]:
            slid = list(board)
            slid[blank], slid[source] = slid[source], -1
            yield tuple(slid)

    return frozenset(board[1:] for board in reached([tuple(range(-1, len(cells)))], after) if board[0] == -1)


def _is_bipartite(inside: Inside) -> bool:
    number = {cell: place for place, cell in enumerate(inside)}
    return two_colours(tuple(tuple(number[other] for other in around) for around in inside.values())) is not None
