"""The biconnected components of a board: the parts that no single cell cuts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Component:
    """A biconnected component of a connected graph, seen from a root: `entry` is its cell nearest to the root."""

    entry: int
    cells: frozenset[int]


def components(neighbors: Sequence[Sequence[int]], root: int) -> list[Component]:
    """The biconnected components, a bridge being one of two cells (Hopcroft and Tarjan, 1973).

    Each cell but the root is in the `cells - {entry}` of exactly one component.
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
