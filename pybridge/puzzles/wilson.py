"""Split a board into its biconnected components, and determine what the blank can do in each.

With the blank on one cell, the tiles of each component are permuted independently, because no tile leaves the part
that a cut cell separates while the blank is elsewhere. By R. M. Wilson (Graph puzzles, homotopy, and the alternating
group, 1974), the possible permutations of a component are: rotations if it is a cycle, a group of order 120 if it is
the graph theta-0, otherwise the even permutations if it is bipartite, and all permutations if it is not.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pybridge.puzzles.parts import Bridge, Chequered, Free, Order, Part, Ring, Theta0


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
    return Chequered(entry, cells) if _is_bipartite(inside, entry) else Free(entry, cells)


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
    first = tuple(range(-1, len(cells)))
    seen, queue = {first}, deque([first])
    while queue:
        board = queue.popleft()
        blank = board.index(-1)
        for source in ways[blank]:
            after = list(board)
            after[blank], after[source] = after[source], -1
            if tuple(after) not in seen:
                seen.add(tuple(after))
                queue.append(tuple(after))
    return frozenset(board[1:] for board in seen if board[0] == -1)


def _is_bipartite(inside: Inside, entry: int) -> bool:
    colour = {entry: 0}
    queue = deque([entry])
    while queue:
        cell = queue.popleft()
        for neighbor in inside[cell]:
            if neighbor not in colour:
                colour[neighbor] = 1 - colour[cell]
                queue.append(neighbor)
            elif colour[neighbor] == colour[cell]:
                return False
    return True
