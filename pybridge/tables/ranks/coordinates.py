"""Coordinates of a permutation puzzle: the orbit of a coloring of its points, numbered by breadth-first search.

A coloring gives each piece a color; what is known of a state is the color on each point. A move takes a coloring to
another one, so the colorings that moves can make are a puzzle of their own, with a table of moves. Numbers are given
in the order of discovery, without gaps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.facts.places import connected
from pybridge.tables.projection import kernels
from pybridge.tables.slots import HashTable

Numbers = NDArray[np.int32]
Colors = Sequence[int]
MOST_VALUES = 1 << 22
"""The most values of a coordinate: its table of moves has an entry for each value and move."""
_MOST_COLORS = 255
_ROOM = 1 << 13
_PLAIN = np.arange(256, dtype=np.uint8)


class Colorings:
    """A numbered set of colorings: `states[value]`, the colors on `points` only."""

    def __init__(self, points: NDArray[np.intp], states: NDArray[np.uint8]) -> None:
        self.points, self.states = points, states
        self._words = _padded(states).view(np.uint64)
        self._table = HashTable(len(states))
        self._table.put(self._words, len(states))

    def __len__(self) -> int:
        return len(self.states)

    def value(self, colors: Colors) -> int:
        """The number of a coloring of all points; -1 if it is not in the set."""
        row = np.array([[colors[point] for point in self.points]], np.uint8)
        return int(self.numbers(row)[0])

    def numbers(self, rows: NDArray[np.uint8]) -> Numbers:
        """The number of each row, the colors on `points`; -1 for those that are not in the set."""
        return self._find(rows, np.arange(len(self.points)), _PLAIN)

    def images(self, renamed: Sequence[int], colors: NDArray[np.uint8]) -> Numbers:
        """For each coloring, the number of the one that a renaming of points and of colors makes of it."""
        number = {int(point): index for index, point in enumerate(self.points)}
        back = np.zeros(len(self.points), np.intp)
        for point, index in number.items():
            back[number[renamed[point]]] = index
        return self._find(self.states, back, colors)

    def _find(self, rows: NDArray[np.uint8], back: NDArray[np.intp], colors: NDArray[np.uint8]) -> Numbers:
        found, wanted = np.empty(len(rows), np.int32), np.zeros((1, self._words.shape[1]), np.uint64)
        slots, index_bits = self._table.slots, self._table.index_bits
        kernels.images(rows, back, colors, wanted.view(np.uint8), wanted, self._words, slots, index_bits, found)
        return found


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The colorings that moves make of one, the first being the goal's, and `next[value, move]`."""

    colorings: Colorings
    next: Numbers

    def __len__(self) -> int:
        return len(self.next)


def coordinate(sources: NDArray[np.intp], colors: Colors, most: int = MOST_VALUES) -> Coordinate:
    """The coordinate of a coloring of the goal. `sources` has a row a move.

    Raises UnfitHeuristicError if it has more than `most` values, or more colors than a byte can name.
    """
    if max(colors) > _MOST_COLORS:
        raise UnfitHeuristicError(f"a coordinate has more than {_MOST_COLORS} colors; choose fewer pieces")
    goal = np.array(colors, np.uint8)
    points = changing(sources, colors)
    number = np.zeros(len(goal), np.intp)
    number[points] = np.arange(len(points))
    within, room = number[sources[:, points]], _ROOM
    products = np.empty((0, 3), np.intp)  # not worth their time in a small orbit
    while True:
        states = np.zeros((room, _width(len(points))), np.uint8)
        states[0, : len(points)] = goal[points]
        following = np.empty((room, len(sources)), np.int32)  # used as far as states are found
        row, table = states[:1].copy(), HashTable(room)
        rooms, slots = (row, row.view(np.uint64), np.empty(len(sources), np.bool_)), (table.slots, table.index_bits)
        count = kernels.spread(within, states, states.view(np.uint64), rooms, following, slots, products)
        if count:
            return Coordinate(Colorings(points, states[:count, : len(points)].copy()), following[:count].copy())
        if room >= most:
            raise UnfitHeuristicError(f"a coordinate has more than {most:,} values; choose fewer pieces")
        room, products = 8 * room, _one_move(within)


def _one_move(sources: NDArray[np.intp]) -> NDArray[np.intp]:
    """The pairs of moves that come to the same as one move, with this one; -1 for those that change nothing."""
    number = {move.tobytes(): index for index, move in enumerate(sources)}
    number[np.arange(sources.shape[1]).tobytes()] = -1
    pairs = product(range(len(sources)), repeat=2)
    products = ((one, other, number.get(sources[one][sources[other]].tobytes())) for one, other in pairs)
    return np.array([each for each in products if each[2] is not None], np.intp).reshape(-1, 3)


def _width(points: int) -> int:
    """The bytes of a state in whole words of eight, at least one."""
    return 8 * max(1, -(-points // 8))


def _padded(states: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The states with whole words each; themselves if they have."""
    count, points = states.shape
    if points == _width(points):
        return np.ascontiguousarray(states)
    found = np.zeros((count, _width(points)), np.uint8)
    found[:, :points] = states
    return found


def changing(sources: NDArray[np.intp], colors: Colors) -> NDArray[np.intp]:
    """The points that can ever have another color than in the goal: those that moves connect with such a color."""
    orbits = connected(sources.tolist())
    several = (orbit for orbit in orbits if len({colors[point] for point in orbit}) > 1)
    return np.array(sorted(point for orbit in several for point in orbit), np.intp)


def unchanged(sources: Sequence[int], *colorings: Colors) -> bool:
    """Whether a move leaves the color of every point as it is."""
    return all(colors[source] == colors[point] for colors in colorings for point, source in enumerate(sources))


def recoloring(colors: Colors, renamed: Sequence[int]) -> NDArray[np.uint8] | None:
    """What each color becomes when the points of the goal are renamed; None if points of one color differ then."""
    becomes: dict[int, int] = {}
    for point, color in enumerate(colors):
        if becomes.setdefault(color, colors[renamed[point]]) != colors[renamed[point]]:
            return None
    found = np.arange(256, dtype=np.uint8)
    for color, other in becomes.items():
        found[color] = other
    return found
