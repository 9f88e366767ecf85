"""What the blank can do to the tiles of one biconnected component of a board.

An order lists the tiles on the cells of a component except its entry, while the blank is on the entry. Orders that can
be turned into each other form an orbit, represented by its smallest order.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pybridge.puzzles.orders import (
    Order,
    arrangements,
    cycles,
    differing,
    exchanges,
    has_equal,
    least_rotation,
    period,
)

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
        return tuple(board[cell] for cell in self.cells)

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
        return least_rotation(order)

    def count(self, order: Order) -> int:
        return period(order)

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
            f"it takes an odd permutation of the tiles ({_shape(order, wanted, named)}), and on {where} only even ones "
            "can be made: as on a chessboard, the blank is back after an even number of moves, "
            "each an exchange with a tile"
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

    def _orders(self, order: Order) -> set[Order]:
        return {tuple(order[place] for place in permutation) for permutation in self.permutations}


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
