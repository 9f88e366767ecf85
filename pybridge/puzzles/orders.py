"""Orders of tiles: their number, and how one becomes another. Equal tiles are interchangeable."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import TypeVar

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


def least_rotation(order: Order) -> Order:
    """The smallest rotation of an order."""
    return min((order[turn:] + order[:turn] for turn in range(len(order))), default=order)


def period(order: Order) -> int:
    """The number of different rotations of an order."""
    return next(turn for turn in range(1, len(order) + 1) if order[turn:] + order[:turn] == order)


def differing(order: Sequence[T], wanted: Sequence[T], named: Callable[[T], str], most: int = 12) -> tuple[str, str]:
    """Two orders as text, `1 2 3 ...`, with at most `most` tiles around the first difference."""
    place = next(index for index, (one, other) in enumerate(zip(order, wanted, strict=True)) if one != other)
    start = max(0, min(place - 3, len(order) - most))
    return _cut(order, start, most, named), _cut(wanted, start, most, named)


def _cut(order: Sequence[T], start: int, most: int, named: Callable[[T], str]) -> str:
    shown = " ".join(map(named, order[start : start + most]))
    return ("... " if start else "") + shown + (" ..." if start + most < len(order) else "")
