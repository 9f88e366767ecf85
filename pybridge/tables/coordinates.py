"""Coordinates of a permutation puzzle: the orbit of a coloring of its points, numbered by breadth-first search.

A coloring gives each piece a color; what is known of a state is the color on each point. A move takes a coloring to
another one, so the colorings that moves can make are a puzzle of their own, with a table of moves. Numbers are handed
out in the order of discovery, without gaps.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from pybridge.compiled import inlined, kernel
from pybridge.errors import UnfitHeuristicError

Numbers = NDArray[np.int32]
MOST_VALUES = 4_000_000
"""The most values of a coordinate: its table of moves has an entry for each value and move."""
_FIRST, _SECOND, _HALF = uint64(0x9E3779B97F4A7C15), uint64(0xD6E8FEB86659FD93), uint64(32)


@inlined
def _slot(row, slots):
    """The slot to begin at for a row of colors."""
    mixed = uint64(0)
    for place in range(len(row)):
        mixed = (mixed ^ uint64(row[place])) * _FIRST
        mixed ^= mixed >> _HALF
    return (mixed * _SECOND >> _HALF) & uint64(len(slots) - 1)


@inlined
def _find(row, states, slots):
    """The slot of a row, or the free one where it is to be put."""
    slot = _slot(row, slots)
    while slots[slot] >= 0:
        state = slots[slot]
        same = True
        for place in range(len(row)):
            if states[state, place] != row[place]:
                same = False
                break
        if same:
            return slot
        slot = (slot + uint64(1)) & uint64(len(slots) - 1)
    return slot


@kernel
def _spread(sources, states, following, slots):
    """Number what moves make of the first state; how many there are, or -1 if there is no room for them."""
    count, row = 1, states[0].copy()
    slots[_find(row, states, slots)] = 0
    state = 0
    while state < count:
        for move in range(len(sources)):
            for place in range(len(row)):
                row[place] = states[state, sources[move, place]]
            slot = _find(row, states, slots)
            if slots[slot] < 0:
                if count == len(states):
                    return -1
                states[count] = row
                slots[slot] = count
                count += 1
            following[state, move] = slots[slot]
        state += 1
    return count


@kernel
def _images(states, back, colors, slots, found):
    """The number of each state's image, -1 if it has none."""
    row = states[0].copy()
    for state in range(len(states)):
        for place in range(len(row)):
            row[place] = colors[states[state, back[place]]]
        found[state] = slots[_find(row, states, slots)]


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The colorings that moves make of one: `states[value]`, on `points` only, and `next[value, move]`."""

    points: NDArray[np.intp]
    states: NDArray[np.uint8]
    next: Numbers
    slots: Numbers

    def __len__(self) -> int:
        return len(self.states)

    def value(self, colors: Sequence[int]) -> int:
        """The value of a state, given the color on each point; -1 if moves cannot make it."""
        found = np.empty(1, np.int32)
        row = np.array(colors, np.uint8)[self.points]
        states = np.concatenate([row[None], self.states[:0]])
        plain = np.arange(256, dtype=np.uint8)
        _images_of(states, self.states, plain, self.slots, found)
        return int(found[0])

    def images(self, renamed: Sequence[int], colors: NDArray[np.uint8]) -> Numbers:
        """For each value, that of the state seen through a symmetry, which renames points and colors."""
        number = {int(point): index for index, point in enumerate(self.points)}
        back = np.zeros(len(self.points), np.intp)
        for point, index in number.items():
            back[number[renamed[point]]] = index
        found = np.empty(len(self), np.int32)
        _images(self.states, back, colors, self.slots, found)
        return found


@kernel
def _images_of(rows, states, colors, slots, found):
    """The number of each row among the states, -1 if it is none of them."""
    row = rows[0].copy()
    for each in range(len(rows)):
        for place in range(len(row)):
            row[place] = colors[rows[each, place]]
        found[each] = slots[_find(row, states, slots)]


def coordinate(sources: NDArray[np.intp], colors: Sequence[int], most: int = MOST_VALUES) -> Coordinate:
    """The coordinate of a coloring of the goal. `sources` has a row a move.

    Raises UnfitHeuristicError if it has more than `most` values.
    """
    goal = np.array(colors, np.uint8)
    points = np.array([p for p in range(len(goal)) if _changes(sources, goal, p)], np.intp)
    number = np.zeros(len(goal), np.intp)
    number[points] = np.arange(len(points))
    within = number[sources[:, points]]
    room = 1 << 12
    while True:
        states = np.zeros((room, len(points)), np.uint8)
        states[0] = goal[points]
        following = np.zeros((room, len(sources)), np.int32)
        slots = np.full(2 * room, -1, np.int32)
        count = _spread(within, states, following, slots) if len(points) else 1
        if count >= 0:
            return Coordinate(points, states[:count].copy(), following[:count].copy(), slots)
        if room >= most:
            raise UnfitHeuristicError(f"a coordinate has more than {most:,} values; choose fewer pieces")
        room *= 8


def _changes(sources: NDArray[np.intp], goal: NDArray[np.uint8], point: int) -> bool:
    """Whether a point can ever have another color than now."""
    seen, queue = {point}, [point]
    for each in queue:
        for source in sources[:, each].tolist():
            if goal[source] != goal[point]:
                return True
            if source not in seen:
                seen.add(source)
                queue.append(source)
    return False
