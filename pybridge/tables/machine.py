"""The machine that forbids walks (Taylor and Korf, 1993): one pass over a walk tells whether it has a forbidden part.

A walk of a board's blank is a sequence of cells, each a neighbor of the one before. Its effect is where it begins and
where it carries the contents of every cell. Of all walks with one effect the least is the shortest, and of those the
first in move order. Parts of least walks are least: a better part would make the whole better. So only least walks have
to be made longer, by breadth-first search of the effects from all cells at once.

The machine's states are the least walks that begin a forbidden one, and the empty walks at all cells. After a walk it
is in the state that is the longest end of that walk (Aho and Corasick, 1975).
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.tables.table import Report

MOST_BYTES = 400_000_000
"""Of effects, for the memory that a search takes grows with them; only boards of more than 180 cells have as many."""

INVERSE = 2
"""The length of the walks that undo a move, which are always searched."""

Numbers = NDArray[np.int32]
Effects = NDArray[np.uint8] | NDArray[np.uint16]

_WORD = np.dtype(np.uint64)

DEAD = 0xFFFFFFFF
"""In `next`: the longer walk is forbidden, or there is no such slot."""


@dataclass(frozen=True, slots=True)
class Level:
    """The least walks of one length, numbered in order: by their first cells, then by their moves.

    `end` is where each ends, `suffix` the number of the walk without its first move among those shorter by one. For
    each slot of the neighbor list of its end, `longer` is the number of the walk that goes on there among those longer
    by one, -1 if it is not least or there is no such slot; `forbidden` tells that it is not least, but all its parts
    are.
    """

    end: NDArray[np.intp]
    suffix: Numbers
    longer: Numbers
    forbidden: NDArray[np.bool_]


def least_walks(neighbors: Sequence[Sequence[int]], depth: int | None, most: int, report: Report) -> list[Level]:
    """The least walks of up to `depth` moves, by length; shorter if more than `most` effects would have to be made."""
    targets = _targets(neighbors)
    effects = _unmoved(len(neighbors))
    before = effects[:0]
    most = min(most, MOST_BYTES // effects[0].nbytes)
    levels = [_level(np.arange(len(targets)), np.zeros(len(targets), np.int32), targets.shape[1])]
    live, made = targets >= 0, len(targets)
    while depth is None or len(levels) <= depth:
        last = levels[-1]
        walk, slot = np.nonzero(live)
        made += len(walk)
        if not len(walk) or (made > most and len(levels) > INVERSE):
            break
        target = targets[last.end[walk], slot]
        longer = _moved(effects[walk], last.end[walk], target, len(targets))
        new = _unseen((before, effects), longer)
        last.forbidden[walk[~new], slot[~new]] = True
        walk, slot, target = walk[new], slot[new], target[new]
        last.longer[walk, slot] = np.arange(len(walk))
        suffix = levels[-2].longer[last.suffix[walk], slot] if len(levels) > 1 else target.astype(np.int32)
        levels.append(_level(target, suffix, targets.shape[1]))
        live = last.longer[suffix] >= 0  # a walk with a part that is not least need not be tried
        before, effects = effects, longer[new]
        report(f"length {len(levels) - 1}, {len(walk):,} walks")
    return levels


def _targets(neighbors: Sequence[Sequence[int]]) -> NDArray[np.intp]:
    """The neighbors of each cell, filled up with -1."""
    targets = np.full((len(neighbors), max(map(len, neighbors))), -1)
    for cell, near in enumerate(neighbors):
        targets[cell, : len(near)] = near
    return targets


def _level(end: NDArray[np.intp], suffix: Numbers, width: int) -> Level:
    """Walks that nothing is known of yet but where they end."""
    shape = (len(end), width)
    return Level(end, suffix, np.full(shape, -1, np.int32), np.zeros(shape, np.bool_))


def _unmoved(cells: int) -> Effects:
    """The effects of the empty walks at all cells, a row each.

    An effect has for each cell where its contents come from, then the blank's cell, and zeros up to whole words.
    """
    kind = np.dtype(np.uint8 if cells <= 256 else np.uint16)
    words = -(-(cells + 1) * kind.itemsize // _WORD.itemsize)
    effects = np.zeros((cells, words * _WORD.itemsize // kind.itemsize), kind)
    effects[:, :cells] = np.arange(cells)
    effects[:, cells] = np.arange(cells)
    return effects


def _moved(effects: Effects, blank: NDArray[np.intp], target: NDArray[np.intp], cells: int) -> Effects:
    """What effects become when the blank makes one more move; changed in place."""
    row = np.arange(len(effects))
    first = effects[row, blank]
    effects[row, blank] = effects[row, target]
    effects[row, target] = first
    effects[row, cells] = target
    return effects


def _unseen(known: Sequence[Effects], effects: Effects) -> NDArray[np.bool_]:
    """Which effects are not among those known and have none before them that is equal."""
    columns = np.concatenate([*known, effects]).view(_WORD).T
    order = np.lexsort(columns)  # stable: of equal ones the first comes first
    first = np.ones(len(order), np.bool_)
    first[1:] = False
    for column in columns:
        first[1:] |= column[order[1:]] != column[order[:-1]]
    unseen = np.empty_like(first)
    unseen[order] = first
    return unseen[len(order) - len(effects) :]


def deepest(levels: Sequence[Level], most_states: int) -> int:
    """The greatest length of forbidden walks with which the machine has no more states than that; 2 in any case."""
    depths = range(INVERSE, len(levels))
    fitting = bisect_right(depths, most_states, key=lambda depth: int(_sizes(levels, depth)[0].sum()))
    return depths[max(0, fitting - 1)]


def machine(levels: Sequence[Level], depth: int) -> dict[str, NDArray[np.generic]]:
    """The arrays of the machine that forbids all walks of up to `depth` moves that are not least.

    States are numbered as walks stand in a dictionary, so that those which follow one another lie near each other.
    """
    sizes = _sizes(levels, depth)
    total = int(sizes[0].sum())
    state = np.cumsum(sizes[0]) - sizes[0]  # of each walk of one length
    following = np.empty((total, levels[0].longer.shape[1]), np.uint32)
    cell = np.empty(total, np.uint8 if len(state) <= 257 else np.uint16)
    start = state[:-1].astype(np.uint32)
    for length, level in enumerate(levels[:depth]):
        own = np.flatnonzero(sizes[length])
        below = sizes[length + 1][level.longer[own]]
        begins = below > 0
        after = np.append(state[levels[length + 1].suffix], DEAD)  # the last one for what is numbered -1
        after[level.longer[own][begins]] = (state[own, None] + 1 + np.cumsum(below, axis=1) - below)[begins]
        following[state[own]] = after[level.longer[own]]
        cell[state[own]] = level.end[own]
        state = after
    return {"next": following, "start": start, "cell": cell}


def _sizes(levels: Sequence[Level], depth: int) -> list[NDArray[np.int64]]:
    """For the walks of each length how many states begin with them, and a zero for what is numbered -1."""
    sizes = [np.zeros(len(levels[depth].end) + 1, np.int64)]
    for length in range(depth - 1, -1, -1):
        level = levels[length]
        longer = sizes[0][level.longer].sum(axis=1)
        begins = (longer > 0) | level.forbidden.any(axis=1) | (length == 0)
        sizes.insert(0, np.append(np.where(begins, longer + 1, 0), 0))
    return sizes
